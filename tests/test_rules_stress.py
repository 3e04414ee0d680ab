"""Positions of any size are resolved, in a time that grows at most with the square of it."""

from time import process_time

import pytest
from stress_positions import FAMILIES, stress

from judge.board.orders import Move
from judge.board.results import Outcome
from judge.rules import standard

OPTIONS = standard.options({})


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("size", [24, 75, 300, 1200])
def test_hard_positions_come_out_right_and_in_time(family: str, size: int) -> None:
    board, orders, expected = stress(family, size)
    standard.adjudicate(board, {}, OPTIONS)
    begin = process_time()
    done = standard.adjudicate(board, orders, OPTIONS)
    took = process_time() - begin
    moves = {
        r.order.unit.province: r.outcome is Outcome.SUCCEEDS
        for r in done.results
        if isinstance(r.order, Move)
    }
    assert moves == expected
    assert took < 0.5
