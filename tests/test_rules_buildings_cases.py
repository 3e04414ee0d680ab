"""Every worked example of the buildings rules, read from its words in both languages; and every rule."""

from pathlib import Path

import pytest
from buildings_cases import WORDINGS, Case, Wording, load_folder, play

CASES = load_folder(Path(__file__).parent / "cases" / "buildings")


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("wording", WORDINGS, ids=str)
def test_the_case_comes_out_as_written(case: Case, wording: Wording) -> None:
    assert play(case, wording) == []


def test_every_rule_is_shown_by_a_case() -> None:
    shown = set().union(*(case.rules() for case in CASES))
    assert {f"B{number}" for number in range(1, 78)} <= shown
