"""The network: many positions evaluated at once."""

from __future__ import annotations

import os
from typing import Iterable, NamedTuple, Optional, Tuple

import numpy as np
import numpy.typing as npt

from . import _gosedai
from .position import Position
from .record import FilePath


class Evaluation(NamedTuple):
    """What the network says of n positions. Rows of boards are from the top; all figures are as Black sees them."""

    policy: npt.NDArray[np.float32]
    """(n, height, width): the share of each legal move, for the side to move; 0 where none is legal."""
    pass_policy: npt.NDArray[np.float32]
    """(n): the share of a pass."""
    win: npt.NDArray[np.float32]
    """(n): Black's chance to win, 0 to 1."""
    score: npt.NDArray[np.float32]
    """(n): Black's expected margin in points, komi included."""
    ownership: npt.NDArray[np.float32]
    """(n, height, width): who will own each point, +1 Black to -1 White."""


class Network:
    """A network of the program's (``.gnet``) or of KataGo's (``.bin.gz``); the built-in one without a file.

    >>> evaluation = Network().evaluate([Position(9), Position(9).play("E5")])
    >>> evaluation.policy.shape, evaluation.win.shape
    ((2, 9, 9), (2,))
    """

    __slots__ = ("_native",)

    def __init__(self, path: Optional[FilePath] = None) -> None:
        self._native = _gosedai.Network(path)

    @property
    def about(self) -> str:
        """What its file says of it."""
        return self._native.about

    @property
    def shape(self) -> Tuple[int, int]:
        """Blocks and channels."""
        return self._native.shape

    def evaluate(self, positions: Iterable[Position], *, threads: Optional[int] = None, view: int = 0) -> Evaluation:
        """Evaluates positions of one size, each from one of eight sides (``view``), in as many threads as there are processors."""
        batch = list(positions)
        hands = threads if threads is not None else os.cpu_count() or 1
        rows = self._native.evaluate([position._native for position in batch], hands, view)
        policy, win, score, ownership = (np.frombuffer(row, dtype=np.float32).copy() for row in rows)
        width, height = batch[0].size if batch else (0, 0)
        shares = policy.reshape(len(batch), width * height + 1)
        return Evaluation(
            policy=shares[:, :-1].reshape(len(batch), height, width),
            pass_policy=shares[:, -1],
            win=win,
            score=score,
            ownership=ownership.reshape(len(batch), height, width),
        )
