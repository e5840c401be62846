import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import gosedai
from gosedai import DeadlineError, Engine, Position, Record, RequestError

PROGRAM = os.environ.get("GOSEDAI_PROGRAM")

LADDER = """\
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . X . . . . . .
. X O . . . . . .
. . X O . . . . .
. . . . . . . . .
. . . . . . . . .
"""


def command_line(*words):
    done = subprocess.run([PROGRAM, *map(str, words), "--json"], capture_output=True, check=True, text=True)
    return json.loads(done.stdout)


needs_program = pytest.mark.skipif(not PROGRAM, reason="GOSEDAI_PROGRAM names the built program")


@needs_program
def test_answers_are_those_of_the_command_line(game):
    assert gosedai.explain(game, move=126) == command_line("explain", game, "--move", 126)
    assert Engine(lang="ja").explain(game, move=60) == command_line("explain", game, "--move", 60, "--lang", "ja")
    assert gosedai.fuseki(game, move=20) == command_line("fuseki", game, "--move", 20)
    assert gosedai.predict(game, move=20) == command_line("patterns", "predict", game, "--move", 20)


def test_a_position_is_asked_as_its_record_is(game):
    record = Record.read(game)
    ways = [game, str(game), record, record.sgf()]
    answers = [gosedai.show(way, move=100) for way in ways]
    assert all(answer == answers[0] for answer in answers)
    assert gosedai.show(record.position(100))["diagram"] == answers[0]["diagram"]


def test_questions_are_answered(game):
    assert gosedai.read(LADDER, "capture", "C4")["target"] == ["C4"]
    assert gosedai.solve("3x4")["value"] == 4 and gosedai.solve(game=Position(3))["value"] == 9
    assert gosedai.ask("cgt", {"expressions": ["{4|0}"]})
    assert gosedai.analyse(Position(9), playouts=8, seed=1, threads=1)["visits"] >= 8
    assert set(gosedai.commands()) >= {"explain", "review", "solve", "grade"}


def test_a_review_has_record_and_report():
    heard = []
    engine = Engine(progress=heard.append)
    game = "(;SZ[9]KM[7];B[ee];W[ec];B[ge];W[cf];B[gc];W[ga])"
    reviewed = engine.review(game, playouts=4, seed=1, reader="5k")
    assert reviewed["complete"] and len(reviewed["moves"]) == 6
    assert Record.parse(reviewed["sgf"]).moves == Record.parse(game).moves and "<svg" in reviewed["html"]
    assert heard and {"done", "total", "message"} <= set(heard[0])
    both = engine.review({"one": game, "two": game}, playouts=4, seed=1)
    assert len(both["games"]) == 2


@pytest.mark.parametrize(
    "wrong, about",
    [
        (lambda: gosedai.explain("nowhere.sgf"), "nowhere.sgf"),
        (lambda: gosedai.explain(Position(9), move=5), "move"),
        (lambda: gosedai.read(LADDER, "capture", "Z9"), "Z9"),
        (lambda: gosedai.ask("nothing", {}), "nothing"),
        (lambda: gosedai.ask("cgt", {"expressions": object()}), "JSON"),
        (lambda: Engine(lang="xx").explain(Position(9)), "xx"),
        (lambda: Engine(deadline=-1).explain(Position(9)), "deadline"),
        (lambda: gosedai.explain(7), "int"),
    ],
)
def test_a_wrong_question_is_an_exception(wrong, about):
    with pytest.raises(gosedai.GosedaiError, match=about) as caught:
        wrong()
    assert "\n" not in str(caught.value)


def test_a_deadline_is_kept():
    with pytest.raises(DeadlineError) as caught:
        Engine(deadline=0.3).solve("5x6", threads=1, memory=64)
    assert isinstance(caught.value, TimeoutError)


def test_what_progress_raises_stops_the_work(game):
    class Enough(Exception):
        pass

    def listen(_):
        raise Enough

    with pytest.raises(Enough):
        Engine(progress=listen).review(game, playouts=4)


def test_other_threads_run_on():
    """Only another thread ends the question: were the interpreter held, the deadline would."""
    asked = threading.Event()

    def end():
        asked.wait()
        signal.raise_signal(signal.SIGINT)

    other = threading.Thread(target=end)
    other.start()
    with pytest.raises(KeyboardInterrupt):
        asked.set()
        Engine(deadline=300).solve("5x6", threads=1, memory=64)
    other.join()


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("work", ["gosedai.solve('5x6', threads=1, memory=64)", "sum((Game(f'{{{k}|{{0|-{k}*2}}}}') for k in range(9, 400)), Game(0))"])
def test_control_c_stops_it(work):
    program = f"import gosedai\nfrom gosedai.cgt import Game\nprint('ready', flush=True)\n{work}\n"
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    _, told = child.communicate(timeout=120)
    assert "KeyboardInterrupt" in told and child.returncode != 0


def test_a_wrong_question_is_also_a_value_error():
    with pytest.raises(ValueError):
        gosedai.explain("(;SZ[9];B[zz])", move=400)
    assert issubclass(RequestError, ValueError)
