"""Positions from the rulebooks, from the printed sample game and from faults reported in other judges."""

from pathlib import Path

import pytest
from adjudication_cases import Case, load_folder, play

HERE = Path(__file__).parent / "cases"
CASES = [*load_folder(HERE / "adjudication"), *load_folder(HERE / "adjustments")]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_case_comes_out_as_written(case: Case) -> None:
    assert play(case) == []
