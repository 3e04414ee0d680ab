"""Which order counts for which unit, and which supports fit: written orders in, a contest out."""

from dataclasses import dataclass, field
from operator import itemgetter
from typing import assert_never

from judge.board.geography import Location, Power, Province, Unit
from judge.board.orders import Hold, Move, Movement, Order, Orders, SupportHold, SupportMove
from judge.board.results import Culprit, Reason
from judge.board.state import Board
from judge.rules.depots.legality import Position, check
from judge.rules.depots.movement import Contest
from judge.rules.depots.options import Options


@dataclass(slots=True)
class Given:
    """An order, and why it has no effect if it has none."""

    power: Power
    order: Order
    reason: Reason = Reason.OK
    landing: Location | None = None
    """Where a move ends, its coast settled."""


@dataclass(slots=True)
class Written:
    """The orders of a normal round."""

    position: Position
    counts: dict[Province, Given] = field(default_factory=dict)
    """By space the order that counts for its unit; a unit without one holds (DG12)."""
    void: list[Given] = field(default_factory=list)
    """Orders for no unit of the power, and orders that a later one for the same unit replaced."""

    def unit(self, at: Province) -> Unit:
        """The unit in a space."""
        return self.position.standing[at][1]

    def culprit(self, at: Province) -> Culprit:
        """The order of the unit in a space; a hold where none was written."""
        power, unit = self.position.standing[at]
        given = self.counts.get(at)
        return Culprit(power, given.order if given else Hold(unit))

    def move(self, at: Province) -> Given | None:
        """The move of the unit in a space, if it was ordered one that it can carry out."""
        given = self.counts.get(at)
        legal = given is not None and given.reason is Reason.OK and isinstance(given.order, Move)
        return given if legal else None


def match_orders(board: Board, orders: Orders, options: Options) -> tuple[Contest, Written]:
    """The contest of a normal round, and what its results are told from."""
    written = _sort_out(Position(board), orders)
    contest = Contest(options, {space: power for space, (power, _) in written.position.standing.items()})
    # In alphabetical order, so that what the results name first depends on no one's letter.
    counts = sorted(written.counts.items(), key=itemgetter(0))
    for at, given in counts:
        if given.landing is not None:
            contest.move(at, given.landing.province)
    for at, given in counts:
        if given.reason is Reason.OK and isinstance(given.order, SupportHold | SupportMove):
            _back(contest, written, at, given, given.order)
    return contest, written


def _sort_out(position: Position, orders: Orders) -> Written:
    written = Written(position)
    for power in sorted(orders):
        for order in orders[power]:
            given = Given(power, order, check(position, power, order))
            at = _obeys(position, given)
            if at is None:
                written.void.append(given)
            else:
                _choose(written, at, given)
    for at in written.counts:
        _land(written, at)
    return written


def _obeys(position: Position, given: Given) -> Province | None:
    """The space of the unit that an order is for, if its power has such a unit."""
    order = given.order
    if not isinstance(order, Movement):
        return None
    found = position.standing.get(order.unit.province)
    mine = found is not None and found[0] == given.power and found[1].type is order.unit.type
    return order.unit.province if mine else None


def _choose(written: Written, at: Province, new: Given) -> None:
    """Of two orders for one unit the last counts, unless it cannot be carried out and the other can."""
    old = written.counts.get(at)
    if old is None:
        written.counts[at] = new
        return
    costs_a_good_one = old.reason is Reason.OK and new.reason is not Reason.OK
    loser, written.counts[at] = (new, old) if costs_a_good_one else (old, new)
    loser.reason = Reason.DUPLICATE
    written.void.append(loser)


def _land(written: Written, at: Province) -> None:
    given = written.move(at)
    if given is not None and isinstance(given.order, Move):
        landing = written.position.landing(written.unit(at), given.order.target)
        assert isinstance(landing, Location)
        given.landing = landing


def _back(
    contest: Contest, written: Written, at: Province, given: Given, order: SupportHold | SupportMove
) -> None:
    match order:
        case SupportHold():
            helped = order.supported.province
            given.reason = _fits_hold(written, at, order)
        case SupportMove():
            helped = order.mover.province
            given.reason = _fits_move(written, order)
        case _:
            assert_never(order)
    if given.reason is Reason.OK:
        contest.back(at, helped)


def _fits_hold(written: Written, at: Province, order: SupportHold) -> Reason:
    """D6: a support that names no action follows its unit's order, where the supporter can reach."""
    helped, unit = order.supported.province, written.unit(at)
    move = written.move(helped)
    if move is None or move.landing is None:
        return Reason.OK if written.position.reaches(unit, helped) else Reason.CANNOT_REACH
    follows = not order.named and written.position.reaches(unit, move.landing.province)
    return Reason.OK if follows else Reason.NO_MATCH


def _fits_move(written: Written, order: SupportMove) -> Reason:
    """D2b: support is for the action it names, and for no other."""
    move = written.move(order.mover.province)
    if move is None or move.landing is None or move.landing.province != order.target.province:
        return Reason.NO_MATCH
    elsewhere = order.target.coast and move.landing.coast and order.target.coast != move.landing.coast
    return Reason.NO_MATCH if elsewhere else Reason.OK
