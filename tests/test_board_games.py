"""Every shipped board starts and is played on for years; one whose rules are not kept is refused by name."""

import re
from random import Random

import pytest
from random_play import random_orders

from judge.board import atlas
from judge.board.state import Board
from judge.rules import RuleFault, standard

OPTIONS = standard.options({})


def play(name: str, years: int) -> None:
    """Play random orders, and see that every position is sound."""
    random, geography = Random(name), atlas.load(name)
    missing = standard.unkept(geography)
    if missing:
        with pytest.raises(RuleFault, match=re.escape(missing[0])):
            standard.start(geography, OPTIONS)
        return
    board = standard.start(geography, OPTIONS)
    last = board.phase.year + years
    while board.phase.year < last:
        before = board.phase
        done = standard.adjudicate(board, random_orders(random, board, OPTIONS), OPTIONS)
        board = done.after
        assert before < board.phase
        sound(board)


def sound(board: Board) -> None:
    """One unit a province, where it can stand; every center owned once; sorted throughout."""
    pieces = [unit for _, unit in board.pieces()]
    assert len({unit.province for unit in pieces}) == len(pieces)
    assert all(board.geography.can_stand(unit) for unit in pieces)
    centers = [center for owned in board.centers.values() for center in owned]
    assert len(set(centers)) == len(centers)
    assert all(list(units) == sorted(units) for units in board.units.values())
    assert all(found.retreats for found in board.dislodged)


@pytest.mark.parametrize("name", atlas.shipped())
def test_three_years_of_random_orders_are_played_without_a_fault(name: str) -> None:
    play(name, 3)


@pytest.mark.slow
@pytest.mark.parametrize("name", atlas.shipped())
def test_twenty_years_of_random_orders_are_played_without_a_fault(name: str) -> None:
    play(name, 20)


def test_a_board_whose_rules_are_not_kept_says_so_by_name() -> None:
    with pytest.raises(RuleFault, match=r"years = '5'.*adjust = 'every 10 years'"):
        standard.start(atlas.load("hundred"), OPTIONS)


def test_all_other_boards_can_be_played() -> None:
    refused = {name for name in atlas.shipped() if standard.unkept(atlas.load(name))}
    assert refused <= {"hundred", "hundred-h32", "lowlands"}
