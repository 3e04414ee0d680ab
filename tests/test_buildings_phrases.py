"""Ways of saying the orders of the buildings rules, in both languages: a file of whole letters."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_buildings_by_mail import FRANCE, OPTIONS, SPEECH, army, position

from judge.board.geography import Location, Province, Unit, UnitType
from judge.board.state import Board, Dislodged
from judge.language import read_orders
from judge.language.lexicon import vocabulary
from judge.rules import buildings

FILE = Path(__file__).with_name("cases") / "money_phrases.txt"


def phrases() -> Iterator[tuple[str, str, str, str]]:
    """Language, phase, wanted orders, and the letter."""
    heading = ("", "", "")
    for line in FILE.read_text(encoding="utf-8").splitlines():
        words, colon, wanted = line.partition(": ")
        language, _, phase = words.partition(" ")
        if line.startswith("#") or not line.strip():
            continue
        if colon and language in ("en", "nl") and phase[:1] in "SFW":
            heading = (language, phase, wanted)
        else:
            yield *heading, line.replace(" / ", "\n")


def board_of(phase: str) -> Board:
    """The position of `position`, with army Burgundy dislodged, or a fleet in Brest itself."""
    code, _, more = phase.partition(" ")
    board = position(code)
    if more == "burnt":
        units = tuple(unit for unit in board.units[FRANCE] if unit.province != "BUR")
        board = replace(board, units={**board.units, FRANCE: units})
        gone = Dislodged(FRANCE, army("BUR"), Province("MUN"), False, ())
        return buildings.dislodge(board, (gone,), OPTIONS)
    if code == "S1903M":
        fleet = Unit(UnitType.FLEET, Location(Province("BRE")))
        units = (*(unit for unit in board.units[FRANCE] if unit.province != "BRE"), fleet)
        return replace(board, units={**board.units, FRANCE: units})
    return board


SIGNS = "Paris Brest Bur haven port (port) Bre/port A F L V army fleet 7 2 I all , . ; : - /"
WORDS = sorted(
    {
        spelt
        for language in ("en", "nl")
        for many in vocabulary(language, "buildings").values()
        for spelt in many
    }
    | {spelt for language in ("en", "nl") for many in vocabulary(language).values() for spelt in many[:2]}
    | {"\n", *SIGNS.split()}
)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=16), st.sampled_from(["W1901A", "S1902R burnt", "S1902M"]))
def test_any_words_in_any_order_are_read_without_a_fault(words: list[str], phase: str) -> None:
    text = " ".join(words)
    for language in ("en", "nl"):
        sheet = read_orders(text, board_of(phase), FRANCE, language, speech=SPEECH)
        assert all(problem.line >= 1 for problem in sheet.problems)


@pytest.mark.parametrize(("language", "phase", "wanted", "text"), list(phrases()))
def test_an_order_about_money_can_be_said_in_many_ways(
    language: str, phase: str, wanted: str, text: str
) -> None:
    sheet = read_orders(text, board_of(phase), FRANCE, language, speech=SPEECH)
    assert (", ".join(str(entry.order) for entry in sheet.entries) or "-") == wanted
    asked = not all(problem.is_remark for problem in sheet.problems)
    assert asked == phase.endswith(" ask")
    assert bool(sheet.ignored) == phase.endswith(" talk")
