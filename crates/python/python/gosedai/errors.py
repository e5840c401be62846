"""What can go wrong. Every exception of this package is a :class:`GosedaiError`."""


class GosedaiError(Exception):
    """Something went wrong; its text is one sentence that says what and where."""


class RequestError(GosedaiError, ValueError):
    """The question itself is wrong: a record that cannot be read, a point off the board."""


class EngineError(GosedaiError, RuntimeError):
    """The question is fine but could not be answered: a file or memory is missing."""


class DeadlineError(GosedaiError, TimeoutError):
    """The time given by ``deadline`` was over before the work was finished."""
