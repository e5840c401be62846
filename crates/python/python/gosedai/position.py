"""A position: stones, turn, rules, komi, and the moves since its beginning."""

from __future__ import annotations

from typing import Dict, Iterable, List, Mapping, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _gosedai

Size = Union[int, Tuple[int, int]]
"""19, or (width, height)."""


class Position:
    """A board with stones, the side to move, rules, komi and the moves that led here.

    Points are written as on boards: ``"Q16"``, columns A to T without I, rows from the bottom; a pass is ``"pass"``.

    >>> position = Position(9)
    >>> position.play("E5").play("C3").to_play
    'black'
    >>> position.array()[4, 4], position["C3"]
    (np.int8(1), 'white')
    """

    __slots__ = ("_native",)

    def __init__(self, size: Size = 19, *, rules: str = "chinese", komi: Optional[float] = None) -> None:
        """An empty board. Without ``komi`` it is the usual one of the rules; their names are in ``gosedai.RULES``."""
        both = (size, size) if isinstance(size, int) else size
        self._native = _gosedai.Position(both, rules, komi)

    @classmethod
    def _of(cls, native: _gosedai.Position) -> Position:
        position = cls.__new__(cls)
        position._native = native
        return position

    @classmethod
    def parse(
        cls, text: str, *, move: Optional[int] = None, rules: Optional[str] = None, komi: Optional[float] = None
    ) -> Position:
        """The position of SGF text, or of a board drawn with ``X``, ``O`` and ``.``; of a record, after ``move`` moves."""
        return cls._of(_gosedai.Position.read(text, move, rules, komi))

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height."""
        return self._native.size

    @property
    def rules(self) -> str:
        """The name of the rules."""
        return self._native.rules

    @property
    def komi(self) -> float:
        """Points given to White."""
        return self._native.komi

    @property
    def to_play(self) -> str:
        """``"black"`` or ``"white"``."""
        return self._native.to_play

    @to_play.setter
    def to_play(self, color: str) -> None:
        self._native.set_to_play(color)

    @property
    def move_number(self) -> int:
        """Moves played since the position's beginning."""
        return self._native.move_number

    @property
    def moves(self) -> List[Tuple[str, str]]:
        """Colour and point (or ``"pass"``) of every move so far."""
        return self._native.moves

    @property
    def is_over(self) -> bool:
        """Both have passed."""
        return self._native.is_over

    @property
    def captures(self) -> Dict[str, int]:
        """Prisoners held by each side."""
        black, white = self._native.captures
        return {"black": black, "white": white}

    @property
    def ko(self) -> Optional[str]:
        """The point that may not be retaken now."""
        return self._native.ko

    def play(self, move: str, color: Optional[str] = None) -> Position:
        """Plays a move, for the side to move or for ``color``; gives itself back, so that moves can be chained."""
        self._native.play(move, color)
        return self

    def undo(self) -> bool:
        """Takes the last move back; false at the beginning."""
        return self._native.undo()

    def copy(self) -> Position:
        """Another of the same; moves in one do not change the other."""
        return Position._of(self._native.copy())

    def is_legal(self, move: str) -> bool:
        """May the side to move play there?"""
        return self._native.is_legal(move)

    def legal_moves(self) -> List[str]:
        """Every point where the side to move may play; a pass is always possible and not listed."""
        return self._native.legal()

    def string(self, point: str) -> List[str]:
        """The stones connected to the one at ``point``."""
        return self._native.string(point)

    def liberties(self, point: str) -> List[str]:
        """The liberties of the string at ``point``."""
        return self._native.liberties(point)

    def score(self, dead: Iterable[str] = ()) -> Dict[str, Union[float, str]]:
        """The count by the rules with these stones taken for dead: points of each side (komi is White's) and the result."""
        black, white, result = self._native.score(list(dead))
        return {"black": black, "white": white, "result": result}

    def array(self) -> npt.NDArray[np.int8]:
        """The stones as an array of (height, width), rows from the top: 1 black, -1 white, 0 empty."""
        width, height = self.size
        return np.frombuffer(self._native.stones(), dtype=np.int8).reshape(height, width).copy()

    def index(self, point: str) -> Tuple[int, int]:
        """Row and column of a point in arrays.

        >>> Position(19).index("A19")
        (0, 0)
        """
        column, row = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(point[:1].upper()), point[1:]
        width, height = self.size
        if not (0 <= column < width and row.isdecimal() and 1 <= int(row) <= height):
            raise _request_error(f"{point!r} is no point of a {width}x{height} board")
        return height - int(row), column

    def point(self, row: int, column: int) -> str:
        """The point at a row and column of arrays."""
        width, height = self.size
        if not (0 <= row < height and 0 <= column < width):
            raise _request_error(f"({row}, {column}) is no point of a {width}x{height} board")
        return f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[column]}{height - row}"

    def __getitem__(self, point: str) -> Optional[str]:
        """The colour of the stone at a point, none if it is empty."""
        return {1: "black", -1: "white", 0: None}[int(self.array()[self.index(point)])]

    def sgf(self) -> str:
        """A record of the position and the moves that led to it."""
        return self._native.sgf()

    def svg(self, *, labels: Optional[Mapping[str, str]] = None, line: Iterable[str] = (), title: str = "") -> str:
        """The board as a picture: texts at points, and a line of moves from here as numbered stones."""
        return self._native.svg(list((labels or {}).items()), list(line), title)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self._native.diagram()

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Position {width}x{height}, {self.move_number} moves, {self.to_play} to play>"

    def __eq__(self, other: object) -> bool:
        """The same stones, turn, rules, komi and forbidden repetitions."""
        return isinstance(other, Position) and self._native.same(other._native)

    # a position changes when it is played on
    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[object, Tuple[str]]:
        return _parse, (self.sgf(),)


def _parse(sgf: str) -> Position:
    return Position.parse(sgf)


def _request_error(message: str) -> Exception:
    from .errors import RequestError

    return RequestError(message)
