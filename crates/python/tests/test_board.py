import pickle

import numpy as np
import pytest

import gosedai
from gosedai import Position, Record, RequestError

CORNER = """\
. . . . .
. X . . .
X O . . .
. X . . .
. . . . .
"""


def test_moves_change_turn_stones_and_array():
    position = Position(9).play("E5").play("C3")
    assert position.to_play == "black" and position.move_number == 2
    board = position.array()
    assert board.dtype == np.int8 and board.shape == (9, 9)
    assert board[4, 4] == 1 and board[6, 2] == -1 and np.abs(board).sum() == 2
    assert position["E5"] == "black" and position["C3"] == "white" and position["A1"] is None
    assert position.undo() and position["C3"] is None and position.moves == [("black", "E5")]


def test_wide_boards_and_indices():
    position = Position((7, 5)).play("G1")
    assert position.size == (7, 5) and position.array().shape == (5, 7)
    assert position.index("G1") == (4, 6) and position.point(4, 6) == "G1" and position.array()[4, 6] == 1
    with pytest.raises(RequestError, match="H1"):
        position.index("H1")


def test_a_stone_is_captured_and_counted():
    position = Position.parse(CORNER)
    assert position.liberties("B3") == ["C3"] and position.string("A3") == ["A3"]
    position.to_play = "black"
    assert position.play("C3")["B3"] is None and position.captures == {"black": 1, "white": 0}
    ko = Position(5).play("B1").play("C1").play("A2").play("D2").play("B3").play("C3").play("C2").play("B2")
    assert ko["C2"] is None and ko.captures == {"black": 0, "white": 1}
    assert ko.ko == "C2" and not ko.is_legal("C2") and "C2" not in ko.legal_moves()
    with pytest.raises(RequestError, match="C2"):
        ko.play("C2")


def test_errors_are_one_family():
    for wrong in (lambda: Position(40), lambda: Position(9).play("Z99"), lambda: Position(9, rules="nobody's")):
        with pytest.raises(gosedai.GosedaiError) as caught:
            wrong()
        assert isinstance(caught.value, ValueError) and "\n" not in str(caught.value)


def test_copies_pickles_and_records_are_the_same_position():
    position = Position(13, rules="japanese", komi=0.5).play("D4").play("pass")
    assert position.copy() == position == pickle.loads(pickle.dumps(position)) == Position.parse(position.sgf())
    assert position.copy().play("K10") != position
    assert position.rules == "japanese" and position.komi == 0.5


def test_pictures_stand_alone():
    picture = Position(9).play("E5").svg(labels={"C3": "a"}, line=["C3", "G7"], title="two moves")
    assert picture.startswith("<svg") and "xmlns=" in picture and "two moves" in picture
    assert Position(9)._repr_svg_().count("<svg") == 1


def test_score_follows_the_rules():
    position = Position(5, rules="chinese", komi=0)
    for black, white in zip(["C1", "C2", "C3", "C4", "C5"], ["D1", "D2", "D3", "D4", "D5"]):
        position.play(black).play(white)
    assert position.score() == {"black": 15.0, "white": 10.0, "result": "B+5"}


def test_records_are_read(game, tmp_path):
    record = Record.read(game)
    assert len(record) == len(record.moves) > 300 and record.moves[0][0] == "black"
    assert record.position(126).move_number == 126
    assert Record.parse(record.sgf()).moves == record.moves
    broken = tmp_path / "broken.sgf"
    broken.write_text("no game at all")
    with pytest.raises(gosedai.GosedaiError, match="broken.sgf"):
        Record.read(broken)


def test_games_of_a_folder_come_one_by_one(game, tmp_path):
    (tmp_path / "a.sgf").write_text("(;SZ[9];B[ee])")
    (tmp_path / "b.sgf").write_text("(;SZ[9];B[ee];W[cc])(;SZ[9])")
    found = [(path.name, len(record)) for path, record in gosedai.records(tmp_path)]
    assert found == [("a.sgf", 1), ("b.sgf", 2), ("b.sgf", 0)]
