"""The order language on its case files: every text is read exactly as it says there."""

import pytest
from language_cases import FOLDER, Case, cases, phrases, written

BOOK = list(phrases("phrasebook.txt"))
OWN = [case for path in sorted(FOLDER.glob("*.case")) for case in cases(path.name)]


def _plain(text: str) -> str:
    """Without the power named in front, and without what is incomplete."""
    head, colon, rest = text.partition(": ")
    text = rest if colon and head.isupper() else text
    return text.partition("incomplete ")[0] + "incomplete" if "? incomplete" in text else text


@pytest.mark.parametrize("case", BOOK, ids=lambda case: case.where)
def test_every_line_of_the_phrasebook_is_read_as_it_is_meant(case: Case) -> None:
    assert written(case.read()).replace("~", "") == _plain(case.expected), case.text


@pytest.mark.parametrize("case", OWN, ids=lambda case: case.where)
def test_every_text_is_read_as_its_case_says(case: Case) -> None:
    assert written(case.read()) == case.expected, case.text


def test_there_are_enough_cases_to_trust() -> None:
    assert len(BOOK) > 250
    assert len(OWN) > 300


def test_each_text_appears_once_in_a_position() -> None:
    seen = [(case.language, case.text, str(case.board.phase), case.power) for case in OWN]
    assert len(seen) == len(set(seen))
