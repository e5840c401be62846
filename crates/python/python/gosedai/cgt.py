"""Combinatorial games as values: sums, comparison, cooling, thermographs.

>>> switch = Game(4) | Game(0)
>>> switch
{4|0}
>>> switch + switch == Game(4)
True
>>> switch.mean, switch.temperature
(Fraction(2, 1), Fraction(2, 1))
>>> Game("^") > 0, Game("*").confused_with(0)
(True, True)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Iterable, List, Tuple, Union

from . import _gosedai
from .errors import RequestError

Value = Union["Game", int, float, Fraction, str]
"""What a game can be made of: another, a number with a power of two below the line, or an expression of ``gosedai cgt``."""


class Game:
    """A game in its canonical form: games that are worth the same are equal.

    ``+`` and ``-`` add and subtract, ``n * game`` adds n copies, ``<``, ``<=``, ``==``, ``>=``, ``>`` compare (of two games
    that are confused with each other all five are false), and ``left | right`` is the game in which Left moves to ``left`` and
    Right to ``right``; several options are lists, ``[a, b] | c``.
    """

    __slots__ = ("_native",)

    def __init__(self, value: Value) -> None:
        self._native: _gosedai.Game = value._native if isinstance(value, Game) else _gosedai.Game.parse(_text(value))

    @classmethod
    def _of(cls, native: _gosedai.Game) -> Game:
        game = cls.__new__(cls)
        game._native = native
        return game

    @classmethod
    def of_options(cls, lefts: Iterable[Value], rights: Iterable[Value]) -> Game:
        """The game with these moves of Left and of Right; either may have none."""
        natives = [[Game(option)._native for option in options] for options in (lefts, rights)]
        return cls._of(_gosedai.Game.options(*natives))

    def __add__(self, other: Value) -> Game:
        return Game._of(self._native.add(Game(other)._native)) if _is_value(other) else NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Game:
        return Game._of(self._native.neg())

    def __pos__(self) -> Game:
        return self

    def __sub__(self, other: Value) -> Game:
        return self + -Game(other) if _is_value(other) else NotImplemented

    def __rsub__(self, other: Value) -> Game:
        return Game(other) - self if _is_value(other) else NotImplemented

    def __mul__(self, times: int) -> Game:
        if isinstance(times, bool) or not isinstance(times, int):
            return NotImplemented
        # by doubling: a million copies are twenty sums
        total, power, left = Game(0), (self if times >= 0 else -self), abs(times)
        while left:
            if left & 1:
                total = total + power
            left >>= 1
            power = power + power if left else power
        return total

    __rmul__ = __mul__

    def __or__(self, right: Union[Value, List[Value]]) -> Game:
        return Game.of_options([self], right if isinstance(right, list) else [right])

    def __ror__(self, left: Union[Value, List[Value]]) -> Game:
        return Game.of_options(left if isinstance(left, list) else [left], [self])

    def _relation(self, other: Value) -> str:
        return self._native.relation(Game(other)._native)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Game, int, float, Fraction, str)) or isinstance(other, bool):
            return NotImplemented
        return self._native.same(Game(other)._native)

    def __hash__(self) -> int:
        return self._native.hash_handle()

    def __lt__(self, other: Value) -> bool:
        return self._relation(other) == "<" if _is_value(other) else NotImplemented

    def __gt__(self, other: Value) -> bool:
        return self._relation(other) == ">" if _is_value(other) else NotImplemented

    def __le__(self, other: Value) -> bool:
        return self._relation(other) in ("<", "=") if _is_value(other) else NotImplemented

    def __ge__(self, other: Value) -> bool:
        return self._relation(other) in (">", "=") if _is_value(other) else NotImplemented

    def confused_with(self, other: Value) -> bool:
        """Neither is larger, and they are not equal: whoever moves first in the difference wins it."""
        return self._relation(other) == "||"

    @property
    def lefts(self) -> List[Game]:
        """Left's moves in the canonical form."""
        return [Game._of(option) for option in self._native.moves()[0]]

    @property
    def rights(self) -> List[Game]:
        """Right's moves in the canonical form."""
        return [Game._of(option) for option in self._native.moves()[1]]

    @property
    def name(self) -> str:
        """As short as it can be written: ``^*`` or ``4^``."""
        return self._native.name()

    @property
    def form(self) -> str:
        """The canonical form written out."""
        return self._native.form()

    @property
    def mean(self) -> Fraction:
        """What it is worth on the average of many copies."""
        return Fraction(self._native.figures()[0])

    @property
    def temperature(self) -> Fraction:
        """What a move is worth."""
        return Fraction(self._native.figures()[1])

    @property
    def left_stop(self) -> Fraction:
        """The number that is reached when Left moves first."""
        return Fraction(self._native.figures()[2])

    @property
    def right_stop(self) -> Fraction:
        """The number that is reached when Right moves first."""
        return Fraction(self._native.figures()[3])

    @property
    def outcome(self) -> str:
        """Who wins: ``"L"`` Left, ``"R"`` Right, ``"N"`` the next player (who moves first), ``"P"`` the other one."""
        return self._native.figures()[4]

    def cool(self, t: Union[int, float, Fraction] = 1) -> Game:
        """Every move costs ``t``, until the game is a number."""
        return Game._of(self._native.tempered("cool", _text(t)))

    def warm(self, t: Union[int, float, Fraction] = 1) -> Game:
        """Every move is paid ``t``; integers stay as they are."""
        return Game._of(self._native.tempered("warm", _text(t)))

    def heat(self, t: Union[int, float, Fraction] = 1) -> Game:
        """Every move is paid ``t``; all numbers stay as they are."""
        return Game._of(self._native.tempered("heat", _text(t)))

    def thermograph(self) -> Tuple[List[Tuple[Fraction, Fraction]], List[Tuple[Fraction, Fraction]]]:
        """The corners of the left and the right wall above temperature 0, each as temperature and value."""
        left, right = ([(Fraction(a), Fraction(b)) for a, b in wall] for wall in self._native.walls())
        return left, right

    def svg(self, tree: bool = False) -> str:
        """The thermograph as a picture, or the tree of moves."""
        return self._native.svg(tree)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> Tuple[object, Tuple[str]]:
        return Game, (self.form,)


def _is_value(value: object) -> bool:
    return isinstance(value, (Game, int, float, Fraction, str)) and not isinstance(value, bool)


def _text(value: Union[int, float, Fraction, str]) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        raise RequestError(f"{value!r} is no game: write a number, an expression or another game")
    try:
        return str(Fraction(value))
    except (OverflowError, ValueError):
        raise RequestError(f"{value!r} is no number of a game") from None
