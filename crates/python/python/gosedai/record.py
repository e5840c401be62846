"""Game records in every format the program reads."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple, Union

from . import _gosedai
from .position import Position

FilePath = Union[str, "os.PathLike[str]"]


class Record:
    """One game, with its variations and comments.

    >>> record = Record.parse("(;SZ[9]KM[7]PB[Shusaku];B[ee];W[cc])")
    >>> len(record), record.info["PB"], record.moves[0]
    (2, 'Shusaku', ('black', 'E5'))
    """

    __slots__ = ("_native",)

    def __init__(self, native: _gosedai.Record) -> None:
        self._native = native

    @classmethod
    def parse(cls, text: str) -> Record:
        """A record of SGF text, or of a board drawn with ``X``, ``O`` and ``.``."""
        return cls(_gosedai.Record.parse(text))

    @classmethod
    def read(cls, path: FilePath) -> Record:
        """The first game of a file of any format, packed or not, in any encoding."""
        return cls(_gosedai.Record.read(path))

    @property
    def info(self) -> Dict[str, str]:
        """What the root says: ``PB``, ``PW``, ``RE``, ``KM`` and so on."""
        return dict(self._native.info())

    @property
    def moves(self) -> List[Tuple[str, str]]:
        """Colour and point (or ``"pass"``) of every move of the main line."""
        return self._native.moves()

    def position(self, move: Optional[int] = None) -> Position:
        """The position after ``move`` moves of the main line; the end without it."""
        return Position._of(self._native.position(move))

    def positions(self) -> Iterator[Position]:
        """The positions before each move of the main line, and the last."""
        return (self.position(number) for number in range(len(self) + 1))

    def sgf(self) -> str:
        """The whole record as SGF text."""
        return self._native.sgf()

    def __len__(self) -> int:
        return len(self.moves)

    # a record without moves is a record
    def __bool__(self) -> bool:
        return True

    def _repr_svg_(self) -> str:
        return self.position().svg()

    def __repr__(self) -> str:
        info = self.info
        return f"<Record {info.get('PB', '?')} - {info.get('PW', '?')}, {len(self)} moves, {info.get('RE', 'no result')}>"

    def __reduce__(self) -> Tuple[object, Tuple[str]]:
        return Record.parse, (self.sgf(),)


def records(*paths: FilePath) -> Iterator[Tuple[Path, Record]]:
    """Every game of files and folders with its file, one at a time. A broken one is raised; ask for the next to go on.

    >>> for path, record in records("games/"):          # doctest: +SKIP
    ...     print(path, record)
    """
    return _Games(paths)


class _Games:
    # a generator would be at its end after the first broken game
    def __init__(self, paths: Tuple[FilePath, ...]) -> None:
        self._games = _gosedai.Games(paths)

    def __iter__(self) -> _Games:
        return self

    def __next__(self) -> Tuple[Path, Record]:
        found = self._games.next()
        if found is None:
            raise StopIteration
        return Path(found[0]), Record(found[1])
