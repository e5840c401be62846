"""Gosedai: a Go system that explains.

Questions are functions (:func:`explain`, :func:`read`, :func:`race`, :func:`endgame`, :func:`fuseki`, :func:`review`,
:func:`problem`, :func:`solve`, :func:`predict` …) or methods of an :class:`Engine` with settings of its own. They take a
:class:`Position`, a :class:`Record`, SGF text, a drawn board or a file, and answer with the JSON document of the command line.

>>> import gosedai
>>> gosedai.solve("3x3")["value"]
9
"""

from . import cgt
from ._gosedai import LANGUAGES as _LANGUAGES
from ._gosedai import RULES as _RULES
from ._gosedai import __version__
from ._gosedai import commands as _commands
from .engine import Answer, Engine, GameLike
from .errors import DeadlineError, EngineError, GosedaiError, RequestError
from .network import Evaluation, Network
from .position import Position
from .record import Record, records

RULES = tuple(_RULES)
"""Names of the rules."""
LANGUAGES = tuple(_LANGUAGES)
"""Languages of sentences."""

_usual = Engine()
ask = _usual.ask
show = _usual.show
explain = _usual.explain
fuseki = _usual.fuseki
read = _usual.read
problem = _usual.problem
race = _usual.race
endgame = _usual.endgame
eyes = _usual.eyes
predict = _usual.predict
analyse = _usual.analyse
score = _usual.score
solve = _usual.solve
review = _usual.review


def commands() -> "dict[str, str]":
    """Every command that :func:`ask` knows, with one line about each."""
    return dict(_commands())


__all__ = [
    "LANGUAGES", "RULES", "Answer", "DeadlineError", "Engine", "EngineError", "Evaluation", "GameLike", "GosedaiError",
    "Network", "Position", "Record", "RequestError", "__version__", "analyse", "ask", "cgt", "commands", "endgame", "explain",
    "eyes", "fuseki", "predict", "problem", "race", "read", "records", "review", "score", "show", "solve",
]  # fmt: skip
