"""Builds and removals read from Dutch lines, by the rulebook's rules N3 to N17."""

from collections.abc import Iterator

import pytest
from language_cases import FOLDER

from judge.board import atlas, notation
from judge.board.geography import Power, Province, Unit
from judge.board.phases import Phase
from judge.board.problems import Trouble
from judge.board.state import Board
from judge.language import read_orders

Example = tuple[str, Board, Power, list[tuple[str, str]]]


def _units(text: str) -> tuple[Unit, ...]:
    return tuple(sorted(notation.read_unit(unit) for unit in text.split(",") if unit.strip()))


def _examples() -> Iterator[Example]:
    for line in (FOLDER / "rulebook_adjustments.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        head, units, centers, others, *said = (part.strip() for part in line.split("|"))
        rules, who = head.split()
        rival = Power("TURKEY" if who != "TURKEY" else "ITALY")
        board = Board(
            atlas.load("standard"),
            Phase.read("W1902A"),
            {Power(who): _units(units), rival: _units(others)},
            {Power(who): tuple(map(Province, centers.split()))},
        )
        lines = [(text, verdict) for text, _, verdict in (part.partition(" -> ") for part in said)]
        yield rules, board, Power(who), lines


@pytest.mark.parametrize(
    "example", list(_examples()), ids=lambda example: f"{example[0]}: {example[3][0][0]}"
)
def test_each_line_of_the_rulebooks_examples_is_taken_or_refused_with_its_reason(example: Example) -> None:
    _, board, power, lines = example
    sheet = read_orders("\n".join(text for text, _ in lines), board, power, "nl")
    became = []
    for number, (text, _) in enumerate(lines, start=1):
        problems = [p for p in sheet.problems if p.line == number and not p.is_remark]
        taken = [entry for entry in sheet.entries if entry.line == number]
        assert len(problems) + len(taken) == 1
        became.append((text, problems[0].trouble.value if problems else "ok"))
    assert became == lines


def test_a_coast_on_an_army_is_dropped_with_a_remark() -> None:
    board = Board(
        atlas.load("standard"),
        Phase.read("W1902A"),
        {Power("RUSSIA"): _units("A MOS")},
        {Power("RUSSIA"): tuple(map(Province, ("MOS", "STP", "WAR")))},
    )
    sheet = read_orders("Bouw Leger St. Petersburg noordkust", board, Power("RUSSIA"), "nl")
    assert [str(entry.order) for entry in sheet.entries] == ["A STP B"]
    assert [problem.trouble for problem in sheet.problems] == [Trouble.COAST_IGNORED]


def test_a_removal_of_the_wrong_type_is_refused_and_the_right_line_suggested() -> None:
    board = Board(
        atlas.load("standard"),
        Phase.read("W1902A"),
        {Power("GERMANY"): _units("A MUN, F DEN")},
        {Power("GERMANY"): (Province("MUN"),)},
    )
    sheet = read_orders("Hef op Leger Denemarken", board, Power("GERMANY"), "nl")
    assert not sheet.entries
    assert sheet.problems[0].guess == "F DEN D"
