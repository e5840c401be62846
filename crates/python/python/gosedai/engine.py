"""The questions that the program answers. Every answer is the JSON document that the command line prints with ``--json``."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Union

from . import _gosedai
from .errors import RequestError
from .position import Position
from .record import FilePath, Record

Answer = Dict[str, Any]
"""A document as the command line prints it; ``gosedai serve`` describes its keys at /api/openapi.json."""

GameLike = Union[Position, Record, str, "os.PathLike[str]"]
"""A position, a record, SGF text, a drawn board, or a file: a ``str`` on one line without a parenthesis names a file."""

Number = Union[int, float]


class Engine:
    """How questions are answered: language, knowledge, network, time.

    Ctrl-C stops any of them. Other threads of Python run on while one waits.

    :param lang: language of sentences, one of ``gosedai.LANGUAGES``
    :param knowledge: folder whose files replace built-in knowledge files of the same names
    :param params: file of parameters that replaces the built-in ones
    :param net: network that judges positions instead of the built-in one
    :param deadline: seconds for one question; after them it is a ``DeadlineError``
    :param progress: is called with ``{"done", "total", "message"}`` while long work goes on

    >>> Engine(lang="ja").explain(Position(9))["to_play"]
    'black'
    """

    def __init__(
        self,
        *,
        lang: str = "en",
        knowledge: Optional[FilePath] = None,
        params: Optional[FilePath] = None,
        net: Optional[FilePath] = None,
        deadline: Optional[float] = None,
        progress: Optional[Callable[[Mapping[str, Any]], object]] = None,
    ) -> None:
        self.lang, self.knowledge, self.params, self.net = lang, knowledge, params, net
        self.deadline, self.progress = deadline, progress

    def ask(self, command: str, request: Mapping[str, Any]) -> Answer:
        """Any command of ``gosedai.commands()`` with its request as the HTTP interface takes it; keys that are ``None`` are left out."""
        given = {key: value for key, value in request.items() if value is not None}
        try:
            text = json.dumps(given, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise RequestError(f"the request cannot be written as JSON: {error}") from None
        answer = _gosedai.ask(
            command,
            text,
            lang=self.lang,
            knowledge=self.knowledge,
            params=self.params,
            net=self.net,
            deadline=self.deadline,
            progress=self.progress,
        )
        parsed: Answer = json.loads(answer)
        return parsed

    def _about(
        self,
        command: str,
        game: GameLike,
        move: Optional[int],
        rules: Optional[str],
        komi: Optional[Number],
        **more: Any,
    ) -> Answer:
        return self.ask(command, {"sgf": sgf_of(game), "move": move, "rules": rules, "komi": komi, **more})

    def show(
        self,
        game: GameLike,
        *,
        overlay: Optional[str] = None,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """The board with captures, ko and turn; ``overlay`` is potential, groups, families, territory or encirclement."""
        return self._about("show", game, move, rules, komi, overlay=overlay)

    def explain(
        self,
        game: GameLike,
        *,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """What a position is: groups and their strength, territory, judgement, candidates, with reasons."""
        return self._about("explain", game, move, rules, komi)

    def fuseki(
        self,
        game: GameLike,
        *,
        profile: Optional[str] = None,
        candidates: Optional[Iterable[str]] = None,
        limit: Optional[int] = None,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """Opening evaluation by the possible omission number; ``profile`` is ``"paper"`` or ``"default"``."""
        points = None if candidates is None else list(candidates)
        return self._about("fuseki", game, move, rules, komi, profile=profile, candidates=points, limit=limit)

    def read(
        self,
        game: GameLike,
        goal: str,
        *targets: str,
        trace: bool = False,
        seconds: Optional[Number] = None,
        nodes: Optional[int] = None,
        method: Optional[str] = None,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """``ladder``, ``capture``, ``connect``, ``life`` or ``either`` of the stones named, for both players moving first."""
        return self._about(
            "read", game, move, rules, komi,
            goal=goal, targets=list(targets), trace=trace, seconds=seconds, nodes=nodes, method=method,
        )  # fmt: skip

    def problem(
        self,
        game: GameLike,
        *,
        seconds: Optional[Number] = None,
        try_move: Optional[str] = None,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """A life-and-death problem without a stated goal: the group, the move, whether it is proved; ``try_move`` is refuted."""
        return self._about("problem", game, move, rules, komi, seconds=seconds, **{"try": try_move})

    def race(
        self,
        game: GameLike,
        a: str,
        b: str,
        *,
        seconds: Optional[Number] = None,
        nodes: Optional[int] = None,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """The capturing race of the blocks at ``a`` and ``b``: class, liberty games, who captures whom."""
        return self._about("race", game, move, rules, komi, a=a, b=b, seconds=seconds, nodes=nodes)

    def endgame(
        self,
        game: GameLike,
        *,
        ko: Optional[str] = None,
        pictures: bool = False,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """Independent regions with exact values, their sum, and the best moves of both sides."""
        return self._about("endgame", game, move, rules, komi, ko=ko, pictures=pictures)

    def eyes(
        self,
        game: GameLike,
        target: str,
        *,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """Eye-space value of the group at ``target``."""
        return self._about("eyes", game, move, rules, komi, target=target)

    def predict(
        self,
        game: GameLike,
        *,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """All legal moves in the order in which a strong player is likely to choose them, by the pattern model."""
        return self._about("patterns-predict", game, move, rules, komi)

    def analyse(
        self,
        game: GameLike,
        *,
        engine: Optional[str] = None,
        playouts: Optional[int] = None,
        seconds: Optional[Number] = None,
        seed: Optional[int] = None,
        threads: Optional[int] = None,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """Every move ranked by a search: ``engine`` is puct, uct or knowledge."""
        player = {"engine": engine, "playouts": playouts, "seconds": seconds, "seed": seed, "threads": threads}
        given = {key: value for key, value in player.items() if value is not None}
        return self._about("analyse", game, move, rules, komi, player=given)

    def score(
        self,
        game: GameLike,
        *,
        dead: Optional[Iterable[str]] = None,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """The count of a finished game, with dead stones guessed or given."""
        return self._about("score", game, move, rules, komi, dead=None if dead is None else list(dead))

    def solve(
        self,
        board: Optional[str] = None,
        *,
        game: Optional[GameLike] = None,
        move: Optional[int] = None,
        rules: Optional[str] = None,
        method: Optional[str] = None,
        moves: bool = False,
        threads: Optional[int] = None,
        memory: Optional[int] = None,
        nodes: Optional[int] = None,
    ) -> Answer:
        """A small board solved, ``"3x4"`` or the position of ``game``; ``moves`` also values every legal move."""
        sgf = None if game is None else sgf_of(game)
        request = {"board": board, "sgf": sgf, "move": move, "rules": rules, "method": method, "moves": moves}
        return self.ask("solve", {**request, "threads": threads, "memory": memory, "nodes": nodes})

    def review(
        self,
        game: Union[GameLike, Mapping[str, GameLike]],
        *,
        reader: Optional[str] = None,
        engine: Optional[str] = None,
        playouts: Optional[int] = None,
        seconds: Optional[Number] = None,
        threads: Optional[int] = None,
        seed: Optional[int] = None,
        comments: Optional[int] = None,
        always: Iterable[int] = (),
        player: Optional[str] = None,
        rules: Optional[str] = None,
        komi: Optional[Number] = None,
    ) -> Answer:
        """Good moves, mistakes and turning points of a game, or of several by name, explained for a reader such as ``"5k"``.

        The answer's ``sgf`` and ``html`` are the annotated record and the report of the first game; ``player`` sums up the
        games of one player.
        """
        games: List[Mapping[str, str]] = []
        single: Optional[str] = None
        if isinstance(game, Mapping):
            games = [{"name": name, "sgf": sgf_of(one)} for name, one in game.items()]
        else:
            single = sgf_of(game)
        request = {
            "sgf": single, "games": games, "for": reader, "engine": engine, "playouts": playouts, "seconds": seconds,
            "threads": threads, "seed": seed, "comments": comments, "always": list(always), "player": player,
            "rules": rules, "komi": komi,
        }  # fmt: skip
        return self.ask("review", request)


def sgf_of(game: GameLike) -> str:
    """The text that a question is asked with."""
    if isinstance(game, (Position, Record)):
        return game.sgf()
    if isinstance(game, str) and ("(" in game or "\n" in game):
        return game
    if isinstance(game, (str, os.PathLike)):
        return Record.read(game).sgf()
    raise RequestError(f"{type(game).__name__} is no game: give a position, a record, text or a file")
