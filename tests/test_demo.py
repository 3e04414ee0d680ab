"""`judge demo` as a newcomer runs it: a printed game, by mail, to its printed end."""

import email
import email.policy
import subprocess
import sys
from pathlib import Path

import pytest
from mailroom import text_of

from judge.cli import demonstration
from judge.cli.faults import Fault


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


@pytest.mark.timeout(240)
def test_the_demo_plays_a_game_of_the_depots_rules_to_its_victory(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    command = [
        sys.executable,
        "-m",
        "judge",
        "demo",
        "--rules",
        "depots",
        "--folder",
        str(folder),
        "--pace",
        "4",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=230, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "Every outcome is the printed one." in done.stdout
    assert "Uitslag voorjaar 1351" in done.stdout
    assert "Results Spring 1351" in done.stdout
    for who in demonstration.sample("depots")["players"].values():
        assert len(list((folder / "mail" / who["address"] / "new").iterdir())) >= 9


@pytest.mark.timeout(240)
def test_the_demo_plays_two_years_of_the_buildings_rules(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    words = ["demo", "--rules", "buildings", "--folder", str(folder), "--pace", "4"]
    command = [sys.executable, "-m", "judge", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=230, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "Every outcome is the printed one." in done.stdout
    for shown in ("Haven Venetië: door Oostenrijk veroverd op Frankrijk", "GEVECHTEN EN REKENINGEN"):
        assert shown in done.stdout
    taken = {
        "nl": ("Fort Piemonte: door", "Haven Venetië: door", "Bevoorradingspost München is vernietigd"),
        "en": ("Fort Piedmont: taken", "Port Venice: taken", "Supply hub Munich is destroyed"),
    }
    for who in demonstration.sample("buildings")["players"].values():
        paths = list((folder / "mail" / who["address"] / "new").iterdir())
        letters = (email.message_from_bytes(p.read_bytes(), policy=email.policy.default) for p in paths)
        told = "\n".join(map(text_of, letters))
        assert len(paths) >= 15
        for words in taken[who["language"]]:
            assert words in told


def test_rules_without_a_printed_game_are_named(tmp_path: Path) -> None:
    with pytest.raises(
        Fault, match="there is no game to show of the rules 'chess'; there is one of: standard"
    ):
        demonstration.sample("chess")
