"""Positions of any size are resolved, with work that grows at most with the square of it."""

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from stress_positions import FAMILIES, stress

from judge.board.orders import Move
from judge.board.results import Adjudication, Outcome
from judge.rules import standard

OPTIONS = standard.options({})


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("size", [24, 75, 300, 1200])
def test_hard_positions_come_out_right(family: str, size: int) -> None:
    board, orders, expected = stress(family, size)
    assert moves(standard.adjudicate(board, orders, OPTIONS)) == expected


def moves(done: Adjudication) -> dict[str, bool]:
    return {
        r.order.unit.province: r.outcome is Outcome.SUCCEEDS
        for r in done.results
        if isinstance(r.order, Move)
    }


@pytest.mark.parametrize("family", FAMILIES)
def test_the_work_grows_at_most_with_the_square_of_the_size(family: str) -> None:
    """Counted in calls of functions, which no other work on the machine can change."""
    small, large = (calls(family, size) for size in (150, 600))
    assert large <= small * 4**2 * 1.2


def calls(family: str, size: int) -> int:
    board, orders, _ = stress(family, size)
    standard.adjudicate(board, {}, OPTIONS)  # the board is compiled once and for all
    return counted(lambda: standard.adjudicate(board, orders, OPTIONS))


def counted(work: Callable[[], object]) -> int:
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
