"""`judge demo` as a newcomer runs it: a printed game, by mail, to its printed end."""

import subprocess
import sys
from pathlib import Path

import pytest

from judge.cli import demonstration


@pytest.mark.timeout(240)
def test_the_demo_plays_the_printed_game_and_leaves_the_letters(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "judge", "demo", "--folder", str(tmp_path / "demo"), "--pace", "4"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=230, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "Every outcome is the printed one." in done.stdout
    assert "DIFFERS" not in done.stderr
    # one letter in each language is shown, and every player's are there to be read
    assert "Uitslag najaar 1902" in done.stdout
    assert "Results Fall 1902" in done.stdout
    for who in demonstration.sample()["players"].values():
        assert len(list((tmp_path / "demo" / "mail" / who["address"] / "new").iterdir())) >= 10


def test_an_outcome_that_differs_is_named() -> None:
    phase = {"code": "W1901A", "built": ["FRANCE: F BRE"]}
    result = {"results": [], "disbanded": [], "built": ["FRANCE: A PAR"], "removed": []}
    assert list(demonstration.compare(phase, result)) == [
        "W1901A: built: printed ['FRANCE: F BRE'], came out ['FRANCE: A PAR']"
    ]
