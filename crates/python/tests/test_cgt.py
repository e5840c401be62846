import pickle
from fractions import Fraction

import pytest

from gosedai import GosedaiError
from gosedai.cgt import Game


def test_sums_and_differences():
    switch = Game(4) | Game(0)
    assert switch + switch == 4 == switch * 2 and switch - switch == 0
    assert 1 + switch == Game("{5|1}") and 1 - switch == Game("{1|-3}") and -switch == Game("{0|-4}")
    assert 1_000_001 * Game("*") == Game("*") and -3 * Game("^") == -(Game("^") + Game("^") + Game("^"))


def test_comparison_is_partial():
    star, up = Game("*"), Game("^")
    assert up > 0 and 0 < up and not up <= 0 and up >= 0 and up < Fraction(1, 64)
    assert star.confused_with(0) and not (star < 0 or star > 0 or star <= 0 or star >= 0 or star == 0)
    assert Game("{1|-1}") != 0


def test_equal_games_are_equal_keys():
    assert len({Game("{0|0}"), Game("*"), Game(0) | 0}) == 1 and [0, Game("*")] | Game("*") != Game("*")
    assert hash(Game("{2|1}") + Game("{2|1}")) == hash(Game(3))
    assert (Game(1) == "1", Game(1) == None, Game(1) == [1]) == (True, False, False)  # noqa: E711


def test_figures():
    game = Game("{6|{4|0}}")
    assert (game.mean, game.temperature) == (Fraction(4), Fraction(2))
    assert game.cool(2).name == "4^" and game.outcome == "L"
    assert (Game("{3|1}").left_stop, Game("{3|1}").right_stop) == (3, 1)
    assert [option.name for option in game.lefts] == ["6"] and game.rights == [Game("{4|0}")]
    left, right = Game("{3|1}").thermograph()
    assert left[0] == (0, 3) and right[0] == (0, 1) and left[-1] == right[-1] == (1, 2)


def test_pictures_and_pickles():
    game = Game("{6|{4|0}}")
    assert game._repr_svg_().startswith("<svg") and game.svg(tree=True).startswith("<svg")
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("wrong", ["{1|", "1/3", "", float("nan"), None, [1]])
def test_what_is_no_game_is_said(wrong):
    with pytest.raises(GosedaiError):
        Game(wrong)


def test_the_arena_is_emptied_when_all_games_are_gone():
    for _ in range(3):
        many = [Game(k) | Game(-k) for k in range(1, 9)]
        assert sum(many, Game(0)).temperature == 8
        del many
        assert Game("{2|1}") + Game("{2|1}") == 3
