"""The year: phases nobody can act in, ownership after Fall, victory, elimination."""

from dataclasses import fields, replace

import pytest

from judge.board import atlas
from judge.board.geography import Power, Province
from judge.board.notation import read, read_unit
from judge.board.orders import Orders
from judge.board.phases import Phase
from judge.board.results import Adjudication
from judge.board.state import Board
from judge.rules import standard
from judge.rules.year import close

OPTIONS = standard.options({})
CENTERS = atlas.load("standard").centers
ENGLAND, FRANCE, GERMANY = map(Power, ("ENGLAND", "FRANCE", "GERMANY"))


def board(phase: str, units: dict[Power, str], centers: dict[Power, int] | None = None) -> Board:
    """A position; of the centers the first so many are a power's, in the order of the board."""
    owned, at = {}, 0
    for power, count in (centers or {}).items():
        owned[power] = tuple(sorted(CENTERS[at : at + count]))
        at += count
    standing = {p: tuple(sorted(map(read_unit, u.split(", ")))) for p, u in units.items() if u}
    return Board(atlas.load("standard"), Phase.read(phase), standing, owned)


def orders(**given: str) -> Orders:
    return {Power(p.upper()): tuple(map(read, text.split(", "))) for p, text in given.items()}


def test_phases_in_which_nobody_can_act_are_passed_over() -> None:
    done = standard.adjudicate(board("S1901M", {FRANCE: "A PAR"}, {FRANCE: 3}), {}, OPTIONS)
    assert str(done.after.phase) == "F1901M"
    assert done.skipped == ("S1901R",)


def test_winter_is_passed_over_when_nobody_has_anything_to_adjust() -> None:
    start = board("F1901M", {FRANCE: "A BOH"}, {FRANCE: 1})
    done = standard.adjudicate(start, {}, OPTIONS)
    assert str(done.after.phase) == "S1902M"
    assert done.skipped == ("F1901R", "W1901A")


def test_removals_that_leave_no_choice_happen_in_a_winter_that_is_passed_over() -> None:
    start = board("F1901M", {FRANCE: "A BOH", GERMANY: "A TYR"}, {FRANCE: 1})
    done = standard.adjudicate(start, {}, OPTIONS)
    assert done.removed == ((GERMANY, read_unit("A TYR")),)
    assert done.eliminated == (GERMANY,)
    assert str(done.after.phase) == "S1902M"


def test_a_game_in_which_nobody_can_ever_act_again_does_not_go_on_for_ever() -> None:
    done = standard.adjudicate(board("S1901M", {FRANCE: ""}), {}, OPTIONS)
    assert len(done.skipped) < 20


@pytest.mark.parametrize(
    ("counts", "winner"),
    [
        ({ENGLAND: 18, FRANCE: 16}, (ENGLAND,)),
        ({ENGLAND: 17, FRANCE: 17}, ()),
        ({ENGLAND: 17, FRANCE: 10}, ()),
    ],
)
def test_eighteen_centers_after_a_fall_win(counts: dict[Power, int], winner: tuple[Power, ...]) -> None:
    done = standard.adjudicate(board("F1910M", {ENGLAND: "A BOH", FRANCE: "A TYR"}, counts), {}, OPTIONS)
    assert done.winner == winner


def test_nobody_wins_in_spring() -> None:
    start = board("S1910M", {ENGLAND: "A BOH"}, {ENGLAND: 20})
    assert standard.adjudicate(start, {}, OPTIONS).winner == ()


def test_when_two_reach_the_number_the_greater_wins_and_equals_play_on() -> None:
    options = standard.options({"victory": 10})
    units = {ENGLAND: "A BOH", FRANCE: "A TYR"}
    apart = board("F1910M", units, {ENGLAND: 12, FRANCE: 11})
    level = board("F1910M", units, {ENGLAND: 11, FRANCE: 11})
    assert standard.adjudicate(apart, {}, options).winner == (ENGLAND,)
    assert standard.adjudicate(level, {}, options).winner == ()


def test_a_game_without_victory_by_centers_is_played_on() -> None:
    start = board("F1910M", {ENGLAND: "A BOH"}, {ENGLAND: 30})
    assert standard.adjudicate(start, {}, standard.options({"victory": 0})).winner == ()


def test_gained_and_lost_centers_are_told_when_they_are_counted() -> None:
    start = Board(
        atlas.load("standard"),
        Phase.read("F1901M"),
        {FRANCE: (read_unit("A BUR"),), GERMANY: (read_unit("A RUH"),)},
        {FRANCE: (Province("PAR"),), GERMANY: (Province("MUN"),)},
    )
    done = standard.adjudicate(start, orders(france="A BUR - MUN", germany="A RUH - BEL"), OPTIONS)
    assert done.gained == {FRANCE: (Province("MUN"),), GERMANY: (Province("BEL"),)}
    assert done.lost == {GERMANY: (Province("MUN"),)}


def test_a_center_passed_through_in_spring_changes_nothing() -> None:
    start = board("S1901M", {GERMANY: "A MUN"}, {GERMANY: 0})
    done = standard.adjudicate(start, orders(germany="A MUN - BUR"), OPTIONS)
    assert not done.gained


def test_a_power_with_a_center_and_no_unit_is_not_eliminated() -> None:
    start = board("F1901M", {FRANCE: "A TYR"}, {ENGLAND: 1, FRANCE: 2})
    assert standard.adjudicate(start, {}, OPTIONS).eliminated == ()


def test_a_board_that_begins_in_winter_begins_with_builds() -> None:
    start = standard.start(atlas.load("chaos"), OPTIONS)
    assert str(start.phase) == "W1900A"
    assert len(standard.acts(start, OPTIONS)) == 34


def test_the_end_of_the_year_keeps_all_that_an_adjudication_tells() -> None:
    start = board("S1901M", {FRANCE: "A PAR"}, {FRANCE: 3})
    done = standard.adjudicate(start, {}, OPTIONS)
    its_own = {"after", "gained", "lost", "winner", "eliminated", "skipped"}
    told = {field.name: (object(),) for field in fields(done) if field.name not in its_own}
    whole = close(replace(done, **{**told, "before": start}), None, _never, lambda _: True)
    assert all(getattr(whole, name) is value for name, value in told.items() if name != "before")


def _never(_: Board) -> Adjudication:
    raise AssertionError
