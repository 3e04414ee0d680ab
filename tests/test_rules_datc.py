"""Every case of DATC v3.2, and every choice it leaves open."""

from pathlib import Path

import pytest
from adjudication_cases import BadCase, Case, load, load_folder, play

CASES = load_folder(Path(__file__).parent / "cases" / "datc")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_case_comes_out_as_written(case: Case) -> None:
    assert play(case) == []


def test_no_case_of_chapter_6_is_missing() -> None:
    numbers = {case.number for case in CASES}
    sections = {"A": 12, "B": 19, "C": 9, "D": 35, "E": 15, "F": 30, "G": 20, "H": 17, "I": 7, "J": 12}
    assert numbers == {f"6.{letter}.{n + 1}" for letter, last in sections.items() for n in range(last)}


def test_a_case_that_leaves_an_outcome_out_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_text("1.A no outcome\nRussia: F con S F bla - ank\n        F bla - ank ; succeeds\nboard\n")
    with pytest.raises(BadCase, match="does not say what became"):
        load(path)


def test_a_case_without_a_board_afterwards_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "short.txt"
    path.write_text("1.A no board\nRussia: F bla - ank ; succeeds\n")
    with pytest.raises(BadCase, match="without a board"):
        load(path)
