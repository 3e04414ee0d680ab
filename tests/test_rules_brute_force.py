"""On random positions the judge decides what a slow enumeration of all outcomes finds."""

from random import Random

import pytest
from brute_force import Opinion
from random_positions import Straits, orders_for, position, small_board

from judge.board import atlas
from judge.board.orders import Move
from judge.board.results import Outcome
from judge.rules import standard
from judge.rules.matching import match_orders
from judge.rules.movement import YES, resolve

OPTIONS = standard.options({})


def compare(number: int) -> None:
    random = Random(number)
    geography = atlas.load("standard") if number % 6 < 2 else small_board(random, watery=number % 4 == 1)
    if number % 2:
        straits = Straits(random, geography)
        board, orders = straits.board(), straits.written()
    else:
        board = position(random, geography, random.randint(4, 11))
        orders = orders_for(random, board, random.randint(2, 8))
    done = standard.adjudicate(board, orders, OPTIONS)
    opinion = Opinion(board, orders)
    judged = {
        result.order.unit.province: result.outcome is Outcome.SUCCEEDS
        for result in done.results
        if isinstance(result.order, Move)
    }
    found = opinion.outcome()
    turn, _ = match_orders(board, orders, OPTIONS)
    decisions, number_of = resolve(turn, glance=False), turn.board.province_of
    assert {at: decisions.won[number_of[at]] == YES for at in found} == found, (number, board, orders)
    assert {at: won for at, won in judged.items() if at in found} == found, (number, board, orders)


@pytest.mark.parametrize("start", range(0, 300, 30))
def test_random_positions_come_out_as_enumerated(start: int) -> None:
    for number in range(start, start + 30):
        compare(number)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("start", range(1000, 6000, 250))
def test_thousands_of_random_positions_come_out_as_enumerated(start: int) -> None:
    for number in range(start, start + 250):
        compare(number)
