from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def game() -> Path:
    return ROOT / "examples" / "ear-reddening.sgf"
