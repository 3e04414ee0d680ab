"""The orders named as decisive are: without them the outcome is another, or the code says that it is not."""

from random import Random

import pytest
from random_positions import Straits, orders_for, position, small_board

from judge.board import atlas
from judge.board.geography import Power
from judge.board.orders import Hold, Movement, SupportHold
from judge.board.results import Culprit, Reason, Result
from judge.board.state import Board
from judge.rules import standard
from judge.rules.reasons import DECISIVE

OPTIONS = standard.options({})
Orders = dict[Power, tuple[Movement, ...]]


def scene(number: int) -> tuple[Board, Orders]:
    random = Random(number)
    geography = atlas.load("standard") if number % 6 < 2 else small_board(random)
    if number % 2:
        straits = Straits(random, geography)
        return straits.board(), straits.written()
    board = position(random, geography, random.randint(5, 12))
    return board, orders_for(random, board, random.randint(3, 9))


def without(orders: Orders, culprits: tuple[Culprit, ...]) -> Orders:
    """The same orders, but these units hold."""
    named = {(culprit.power, culprit.order) for culprit in culprits}
    return {
        power: tuple(Hold(o.unit) if (power, o) in named else o for o in given)
        for power, given in orders.items()
    }


def verdict(result: Result) -> tuple[object, ...]:
    return result.outcome, result.reason, result.strength, result.against, result.because


@pytest.mark.parametrize("start", range(0, 400, 50))
def test_taking_the_named_orders_away_changes_what_becomes_of_an_order(start: int) -> None:
    for number in range(start, start + 50):
        board, orders = scene(number)
        done = standard.adjudicate(board, orders, OPTIONS)
        for result in done.results:
            if result.because and result.reason in DECISIVE:
                again = standard.adjudicate(board, without(orders, result.because), OPTIONS)
                other = next(r for r in again.results if r.order == result.order and r.power == result.power)
                assert verdict(other) != verdict(result), (number, result)


@pytest.mark.parametrize("start", range(0, 400, 50))
def test_every_order_that_came_to_nothing_has_a_reason_and_names_who_decided_it(start: int) -> None:
    alone = {Reason.NO_CONVOY, Reason.NO_SUCH_UNIT}
    for number in range(start, start + 50):
        board, orders = scene(number)
        for result in standard.adjudicate(board, orders, OPTIONS).results:
            if result.outcome.value == "succeeds":
                assert result.reason in (Reason.OK, Reason.UNUSED)
            elif result.outcome.value != "void":
                assert result.reason is not Reason.OK
                assert result.because or result.reason in alone, (number, result)
            for culprit in result.because:
                given = orders.get(culprit.power, ())
                assert culprit.order in given or isinstance(culprit.order, Hold)


def test_strengths_are_told_where_they_were_compared() -> None:
    for number in range(200):
        board, orders = scene(number)
        for result in standard.adjudicate(board, orders, OPTIONS).results:
            if result.outcome.value == "bounces" and result.reason is not Reason.OWN_UNIT:
                assert result.strength is not None
                assert result.against is not None
                assert result.strength <= result.against
            if (
                result.strength is not None
                and result.outcome.value == "succeeds"
                and not isinstance(result.order, Hold | SupportHold)
            ):
                assert result.strength > (result.against or 0)


def test_a_unit_that_was_driven_out_says_by_whom() -> None:
    for number in range(200):
        board, orders = scene(number)
        done = standard.adjudicate(board, orders, OPTIONS)
        gone = {(f.power, f.unit) for f in done.after.dislodged} | set(done.disbanded)
        said = {(r.power, r.order.unit) for r in done.results if r.dislodged_by}  # type: ignore[union-attr]
        assert said == gone
