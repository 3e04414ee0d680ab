"""What the log must never show, even of a bug: a letter's words, tokens, addresses, the key."""

import subprocess
import sys

import pytest

PROGRAM = """
import structlog
from judge.cli.logs import configure
from judge.settings import Settings

def handle(letter):
    key = "the-key-that-signs"
    return 1 / 0

configure(Settings(log_json={as_json}))
try:
    handle("a secret plan")
except ZeroDivisionError:
    structlog.get_logger("x").exception("a letter could not be handled", letter=7)
"""


@pytest.mark.parametrize("as_json", [True, False])
def test_the_log_of_a_fault_says_where_it_was_and_not_what_was_at_hand(as_json: bool) -> None:
    program = PROGRAM.format(as_json=as_json)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "ZeroDivisionError" in done.stderr
    assert "in handle" in done.stderr
    assert "letter" in done.stderr
    assert "the-key-that-signs" not in done.stderr
    assert "a secret plan" not in done.stderr
