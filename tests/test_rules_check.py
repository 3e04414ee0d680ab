"""What `check` says of an order when it comes in is what becomes of it at the deadline."""

from random import Random

import pytest
from random_play import random_orders

from judge.board import atlas
from judge.board.geography import Location, Power
from judge.board.orders import Move, Order, SupportHold
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules import standard

OPTIONS = standard.options({})
LATER = {
    Reason.NO_MATCH,
    Reason.DUPLICATE,
    Reason.CENTER_USED,
    Reason.NO_BUILD_LEFT,
    Reason.NO_REMOVAL_LEFT,
}
"""Reasons that only the other orders can bring about."""


def nonsense(random: Random, board: Board) -> dict[Power, tuple[Order, ...]]:
    """Some orders of the powers, some for the units of others, some that nobody could carry out."""
    places = [Location(province) for province in board.geography.terrain]
    units = [unit for _, unit in board.pieces()]
    orders = random_orders(random, board, OPTIONS)
    out: dict[Power, tuple[Order, ...]] = {}
    for power in board.units:
        extra = [
            Move(random.choice(units), random.choice(places)),
            SupportHold(random.choice(units), random.choice(units)),
        ]
        out[power] = (*orders.get(power, ()), *extra)
    return out


@pytest.mark.parametrize("number", range(15))
def test_an_order_that_is_refused_on_arrival_is_void_for_the_same_reason(number: int) -> None:
    random, board = Random(number), standard.start(atlas.load("standard"), OPTIONS)
    for _ in range(15):
        orders = nonsense(random, board)
        said = {(p, o): standard.check(board, p, o, OPTIONS) for p, given in orders.items() for o in given}
        done = standard.adjudicate(board, orders, OPTIONS)
        for result in done.results:
            if not result.written or result.reason in LATER:
                continue
            refused = result.outcome.value in ("void", "ignored")
            assert said[result.power, result.order] is (result.reason if refused else Reason.OK), result
        board = standard.adjudicate(board, random_orders(random, board, OPTIONS), OPTIONS).after
