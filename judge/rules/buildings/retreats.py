"""Retreats under the buildings rules: ports, bills that go with units, units that burn (B28, B29, B70)."""

from collections.abc import Iterable
from dataclasses import replace

from judge.board.economy import Bill, Debtor, Economy, spot
from judge.board.geography import Location, Power, Unit
from judge.board.orders import Order, Orders, Retreat, Spending, unit_of
from judge.board.results import Adjudication, Culprit, Outcome, Reason, Result
from judge.board.state import Board, Dislodged
from judge.rules import retreats
from judge.rules.buildings.harbours import Harbours, is_berth, main_of
from judge.rules.buildings.options import Options
from judge.rules.buildings.quarters import quarters_of


def dislodge(board: Board, gone: Iterable[Dislodged], economy: Economy, options: Options) -> Board:
    """The board with these units dislodged, each with the places it may go to."""
    quarters = quarters_of(board, economy, options)
    found = sorted(map(quarters.ways_out, gone), key=lambda one: (one.power, one.unit))
    return replace(board, dislodged=tuple(found))


def check(board: Board, economy: Economy, power: Power, order: Order, options: Options) -> Reason:
    """Whether a retreat can be carried out, as far as this unit alone is concerned."""
    harbours = Harbours(board, economy)
    return retreats.check(harbours.inside, power, harbours.order_in(order), options.standard)


def adjudicate(board: Board, orders: Orders, economy: Economy, options: Options) -> Adjudication:
    """The retreats of a phase, without the payments; the bills have moved with the units."""
    harbours = Harbours(board, economy)
    inward = {
        power: tuple(harbours.order_in(order) for order in given if not isinstance(order, Spending))
        for power, given in orders.items()
    }
    done = retreats.adjudicate(harbours.inside, inward, options.standard)
    done = _part(done)
    bills = _moved_bills(economy, done, harbours)
    after = replace(harbours.leave(done.after), economy=replace(economy, bills=bills))
    return replace(
        done,
        before=board,
        results=tuple(map(harbours.result_out, done.results)),
        after=after,
        disbanded=harbours.units_out(done.disbanded),
    )


def _part(done: Adjudication) -> Adjudication:
    """Two powers cannot share a province, one in it and one in its port: both units are disbanded."""
    went = {
        result.order.target.province: result
        for result in done.results
        if isinstance(result.order, Retreat) and result.outcome is Outcome.SUCCEEDS
    }
    clashes = [
        (result, went[main_of(place)])
        for place, result in went.items()
        if is_berth(place) and main_of(place) in went and went[main_of(place)].power != result.power
    ]
    for pair in clashes:
        done = _disband(_disband(done, *pair), *pair[::-1])
    return done


def _disband(done: Adjudication, loser: Result, rival: Result) -> Adjudication:
    order = loser.order
    assert isinstance(order, Retreat)
    told = replace(
        loser,
        outcome=Outcome.DISBANDED,
        reason=Reason.RETREATS_COLLIDE,
        because=(Culprit(rival.power, rival.order),),
    )
    units = {
        power: tuple(u for u in there if power != loser.power or u.province != order.target.province)
        for power, there in done.after.units.items()
    }
    return replace(
        done,
        results=tuple(told if result == loser else result for result in done.results),
        after=replace(done.after, units=units),
        disbanded=(*done.disbanded, (loser.power, order.unit)),
    )


def _moved_bills(economy: Economy, done: Adjudication, harbours: Harbours) -> dict[Debtor, Bill]:
    """Bills go with the units; B70: a unit that burned owes nothing."""
    if not economy.bills:
        return {}
    went = arrivals(done, harbours)
    gone = {(one.power, spot(one.unit.location)) for one in harbours.board.dislodged}
    moved = {
        (debtor[0], went[debtor]) if debtor in gone else debtor: bill
        for debtor, bill in economy.bills.items()
        if debtor not in gone or debtor in went
    }
    return dict(sorted(moved.items()))


def arrivals(done: Adjudication, harbours: Harbours) -> dict[Debtor, Location]:
    """Where the units that got away went, by where they were driven out from."""
    out: dict[Debtor, Location] = {}
    for result in done.results:
        if isinstance(result.order, Retreat) and result.outcome is Outcome.SUCCEEDS:
            order = harbours.order_out(result.order)
            assert isinstance(order, Retreat)
            unit = _dislodged_unit(harbours.board, result.power, order)
            if unit is not None:
                out[result.power, spot(unit.location)] = spot(order.target)
    return out


def _dislodged_unit(board: Board, power: Power, order: Order) -> Unit | None:
    """The unit an order is for, as it stands on the board, whatever coast the order names."""
    named = unit_of(order)
    assert named is not None
    found = [d.unit for d in board.dislodged if d.power == power and d.unit.province == named.province]
    exact = [unit for unit in found if spot(unit.location) == spot(named.location)]
    return next(iter(exact or found), None)
