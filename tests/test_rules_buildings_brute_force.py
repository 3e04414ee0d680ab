"""On random positions with forts, ports and weak units the judge decides what a slow enumeration finds."""

from dataclasses import replace
from random import Random

import pytest
from buildings_brute_force import HarbourOpinion
from buildings_scenes import Scene, crossing, homecoming, order_outside, scene
from random_positions import orders_for

from judge.board.economy import spot
from judge.board.geography import Geography, Power, Province, Unit
from judge.board.orders import Move, Movement, unit_of
from judge.board.results import Adjudication, Outcome
from judge.rules import buildings

Orders = dict[Power, tuple[Movement, ...]]


def judge(geography: Geography, at: Scene, orders: Orders) -> Adjudication:
    """The movement phase alone."""
    outside = {power: tuple(map(order_outside, given)) for power, given in orders.items()}
    board = at.judged(geography)
    assert board.economy is not None
    options = buildings.options(dict(at.flags))
    return buildings.movement.adjudicate(board, outside, board.economy, options)


def name(unit: Unit) -> Province:
    return Province(str(spot(unit.location)))


def compare(number: int) -> None:
    random = Random(number)
    if number % 4 == 3:
        geography, at, orders = crossing(random)
    else:
        geography, at = scene(random)
        carried = homecoming(random, at) if number % 3 == 0 else {}
        orders = {
            power: tuple(carried.get(order.unit, order) for order in given)
            for power, given in orders_for(random, at.board, random.randint(2, 7)).items()
        }
    orders = {power: tuple(_home_by_sea(order, at) for order in given) for power, given in orders.items()}
    done = judge(geography, at, orders)
    opinion = HarbourOpinion(at, orders)
    judged = {
        name(result.order.unit): result.outcome is Outcome.SUCCEEDS
        for result in done.results
        if isinstance(result.order, Move)
    }
    moves = {place: judged.get(place, False) for place in opinion.goals}
    found = opinion.solutions(set())
    what = number, at, orders
    if len(found) > 1 and not opinion._doubtful(found, set()):
        assert moves in found, what
        assert sum(moves.values()) == max(sum(one.values()) for one in found), what
    else:
        assert moves == opinion.outcome(), what
    leave, rows = opinion.aftermath(moves)
    gone = {name(one.unit) for one in done.after.dislodged} | {name(unit) for _, unit in done.disbanded}
    assert gone == leave, what
    ways = {name(one.unit): set(map(str, one.retreats)) for one in done.after.dislodged}
    assert {**{place: set() for place in gone}, **ways} == opinion.ways_out(moves, leave), what
    assert done.accounts is not None
    told = {name(one.what): one.row.value for one in done.accounts.engagements if isinstance(one.what, Unit)}
    assert told == {place: highest(found) for place, found in rows.items() if found}, what
    assert {name(unit) for r in done.results if r.dislodged_by and (unit := unit_of(r.order))} <= {
        *leave,
        *judged,
    }


def _home_by_sea(order: Movement, at: Scene) -> Movement:
    """An un-replenished army goes by sea or not at all; here it always says so."""
    weak = isinstance(order, Move) and order.unit.province in at.weak
    return replace(order, via=True) if weak else order


def highest(rows: set[str]) -> str:
    return next(row for row in ("weak_retreat", "def_fail", "off_fail", "def_ok", "off_ok") if row in rows)


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
