"""Whether an order can be carried out at all, whatever the others do; and what it comes to in integers.

Depends on the board and on where the units stand, never on the other orders (DATC v3.2: illegal orders).
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import assert_never

from judge.board.geography import NO_COAST, PORT, Location, Power, Unit
from judge.board.orders import Convoy, Hold, Move, Movement, SupportHold, SupportMove
from judge.board.phases import Season
from judge.board.results import Reason
from judge.board.state import Board
from judge.rules.codes import codebook
from judge.rules.compiled import NOWHERE, compiled, members
from judge.rules.convoys import connects, on_route
from judge.rules.options import Coast, Options, Slip

NOBODY = -1
_FALL = Season.FALL  # Looked up once: members of an Enum are slow to come by.


class Position:
    """Where everybody stands, by province."""

    __slots__ = (
        "_afloat",
        "berths",
        "board",
        "book",
        "closed",
        "keys",
        "options",
        "owner",
        "standing",
        "stands",
    )

    def __init__(self, board: Board, options: Options, berths: Collection[int] = ()) -> None:
        ints = self.board = compiled(board.geography)
        self.book = codebook(ints)
        self.options = options
        self.berths = berths
        """The berths in use: those where there is a port."""
        self.owner = [NOBODY] * ints.tiles
        """The number of the power whose unit stands there."""
        self.standing = [self.book.nobody] * ints.tiles
        """That unit."""
        try:
            self.keys = self._stand(board)
        except (AttributeError, IndexError):  # Some unit has no note yet.
            for power, unit in board.pieces():
                self.book.unit(power, unit)
            self.keys = self._stand(board)
        """The keys of all units, sorted."""
        self.stands = [*map(ints.at_of_key.__getitem__, self.keys)]
        """Their provinces."""
        self.closed = ints.closed_in_fall if board.phase.season is _FALL else 0
        self._afloat: int | None = None

    def _stand(self, board: Board) -> list[int]:
        owner, standing, book = self.owner, self.standing, self.book
        keys: list[int] = []
        for power, units in board.units.items():
            number = self.board.power_of[power]
            for unit in units:
                code = unit.note[number]
                if code.book is not book:
                    code = book.unit(power, unit)
                at = code.at
                owner[at] = number
                standing[at] = code
                keys.append(code.key)
        keys.sort()
        return keys

    @property
    def afloat(self) -> int:
        """Fleets that could convoy."""
        if self._afloat is None:
            self._afloat = 0
            for at in members(self.board.seas & ~self.closed):
                if self.standing[at].shape >= self.board.fleets:
                    self._afloat |= 1 << at
        return self._afloat

    def unit_at(self, at: int) -> Unit | None:
        """The unit that stands there."""
        return self.board.unit[self.standing[at].shape] if self.owner[at] >= 0 else None

    def at(self, location: Location) -> int:
        """The province of a location, or its berth where there is a port; NOWHERE for neither."""
        if location.coast == PORT and (berth := self.board.at(location)) in self.berths:
            return berth
        return self.board.province_of.get(location.province, NOWHERE)

    def place(self, at: int) -> int:
        """The place a unit stands at."""
        return self.board.place_at[self.standing[at].shape]

    def is_army(self, at: int) -> bool:
        """Whether an army stands there."""
        return 0 <= self.standing[at].shape < self.board.fleets

    def is_fleet(self, at: int) -> bool:
        """Whether a fleet stands there."""
        return self.standing[at].shape >= self.board.fleets

    def reach(self, at: int) -> int:
        """The provinces next to a unit that it can enter."""
        return self.board.reach(self.standing[at].shape)

    def lends(self, at: int) -> int:
        """The provinces into which a unit can support."""
        return self.board.lends(self.standing[at].shape)

    def could_be_carried(self, at: int, goal: int, without: int = NOWHERE) -> bool:
        """Whether the fleets on the board could make a chain for this army; one of them may be busy."""
        if not (self.is_army(at) and self.board.shore[goal]):
            return False
        fleets = self.afloat & ~(1 << without) if without >= 0 else self.afloat
        return connects(self.board, at, goal, fleets)


@dataclass(slots=True)
class Reading:
    """An order in integers, and why it is void if it is."""

    at: int = NOWHERE
    reason: Reason = Reason.OK
    goal: int = NOWHERE
    """Where the unit moves, or the unit it helps moves."""
    goal_place: int = NOWHERE
    """The place there that a fleet will take, or the coast a support names; else the province."""
    helped: int = NOWHERE


def read(position: Position, power: Power, order: Movement) -> Reading:
    """An order in integers, with the reason why it is void if it is."""
    out = Reading()
    out.reason = _read_unit(position, power, out, order.unit)
    if out.reason is Reason.OK:
        out.reason = _read_rest(position, out, order)
    return out


def _read_unit(position: Position, power: Power, out: Reading, unit: Unit) -> Reason:
    at = position.at(unit.location)
    there = position.unit_at(at) if at >= 0 else None
    if there is None:
        return Reason.NO_SUCH_UNIT
    if position.board.powers[position.owner[at]] != power:
        return Reason.NOT_YOURS
    if unit != there:
        if unit.type is not there.type and position.options.unit_type is Slip.REFUSED:
            return Reason.NO_SUCH_UNIT
        if _wrong_coast(unit.location, there.location) and position.options.unit_coast is Slip.REFUSED:
            return Reason.WRONG_COAST
    out.at = at
    return Reason.CLOSED if position.closed >> at & 1 else Reason.OK


def _wrong_coast(written: Location, real: Location) -> bool:
    return written.coast not in (NO_COAST, real.coast)


def _read_rest(position: Position, out: Reading, order: Movement) -> Reason:
    match order:
        case Hold():
            return Reason.OK
        case Move():
            return _read_move(position, out, order)
        case SupportHold():
            return _read_support_hold(position, out, order)
        case SupportMove():
            return _read_support_move(position, out, order)
        case Convoy():
            return _read_convoy(position, out, order)
        case _:
            assert_never(order)


def _read_goal(position: Position, out: Reading, target: Location) -> Reason:
    out.goal = out.goal_place = position.at(target)
    if out.goal < 0:
        return Reason.NOT_ADJACENT
    return Reason.CLOSED if position.closed >> out.goal & 1 else Reason.OK


def _read_move(position: Position, out: Reading, order: Move) -> Reason:
    reason = _read_goal(position, out, order.target)
    if reason is not Reason.OK:
        return reason
    if out.goal == out.at:
        return Reason.SAME_PLACE
    if out.goal in position.berths:
        return _read_mooring(position, out)
    if position.is_army(out.at):
        return _read_march(position, out, order)
    return _read_sail(position, out, order.target)


def _read_mooring(position: Position, out: Reading) -> Reason:
    """A move into a port: only of a fleet, from the province or from next to it."""
    if position.is_army(out.at):
        return Reason.WRONG_TERRAIN
    return Reason.OK if position.reach(out.at) >> out.goal & 1 else Reason.NOT_ADJACENT


def _read_march(position: Position, out: Reading, order: Move) -> Reason:
    board, at, goal = position.board, out.at, out.goal
    if order.target.coast and position.options.army_coast is Slip.REFUSED:
        return Reason.WRONG_COAST
    if not board.walkable >> goal & 1:
        return Reason.WRONG_TERRAIN
    beside = board.army_to[at] >> goal & 1
    if beside and (not order.via or position.options.walks_instead):
        return Reason.OK
    if position.could_be_carried(at, goal):
        return Reason.OK
    by_sea = board.shore[at] and board.shore[goal]
    return Reason.NO_CONVOY if order.via or by_sea else Reason.NOT_ADJACENT


def _read_sail(position: Position, out: Reading, target: Location) -> Reason:
    board, options = position.board, position.options
    places = board.fleet_into[position.place(out.at)].get(out.goal)
    if places is None:
        return Reason.NOT_ADJACENT if board.sailable >> out.goal & 1 else Reason.WRONG_TERRAIN
    if target.coast:
        place = board.coast_of.get(target.province, {}).get(target.coast, NOWHERE)
        if place in places:
            out.goal_place = place
            return Reason.OK
        if options.wrong_coast is Coast.REFUSED:
            return Reason.WRONG_COAST
    elif places == (out.goal,):
        return Reason.OK
    elif options.missing_coast is Coast.REFUSED:
        return Reason.COAST_UNCLEAR
    out.goal_place = places[0]
    return Reason.OK if len(places) == 1 else Reason.COAST_UNCLEAR


def _read_helped(position: Position, out: Reading, helped: Unit) -> Reason:
    out.helped = position.at(helped.location)
    there = position.unit_at(out.helped) if out.helped >= 0 else None
    if there is None:
        return Reason.NO_SUCH_UNIT
    if helped != there:
        if helped.type is not there.type and position.options.unit_type is Slip.REFUSED:
            return Reason.NO_SUCH_UNIT
        if _wrong_coast(helped.location, there.location) and position.options.unit_coast is Slip.REFUSED:
            return Reason.NO_MATCH
    return Reason.SAME_PLACE if out.helped == out.at else Reason.OK


def _read_support_hold(position: Position, out: Reading, order: SupportHold) -> Reason:
    reason = _read_helped(position, out, order.supported)
    if reason is not Reason.OK:
        return reason
    if position.closed >> out.helped & 1:
        return Reason.CLOSED
    return Reason.OK if position.lends(out.at) >> out.helped & 1 else Reason.CANNOT_REACH


def _read_support_move(position: Position, out: Reading, order: SupportMove) -> Reason:
    """6.A.10: where it could move itself; 6.D.22 to 6.D.24, 6.D.31: for a move possible without it."""
    reason = _read_goal(position, out, order.target)
    if reason is Reason.OK:
        reason = _read_helped(position, out, order.mover)
    if reason is not Reason.OK:
        return reason
    if out.goal in (out.at, out.helped):
        return Reason.SAME_PLACE
    if not position.lends(out.at) >> out.goal & 1:
        return Reason.CANNOT_REACH
    if position.reach(out.helped) >> out.goal & 1 or position.could_be_carried(out.helped, out.goal, out.at):
        _read_named_coast(position, out, order.target)
        return Reason.OK
    return Reason.NOT_ADJACENT


def _read_named_coast(position: Position, out: Reading, target: Location) -> None:
    if target.coast and not position.is_army(out.helped):
        out.goal_place = position.board.coast_of.get(target.province, {}).get(target.coast, NOWHERE)


def _read_convoy(position: Position, out: Reading, order: Convoy) -> Reason:
    """6.F.1: only from water; 6.A.7: only armies; 6.F.12: only where the fleet is of use."""
    reason = _read_goal(position, out, order.target)
    if reason is Reason.OK:
        reason = _read_helped(position, out, order.army)
    if reason is not Reason.OK:
        return reason
    if out.goal == out.helped:
        return Reason.SAME_PLACE
    if not position.afloat >> out.at & 1 or not position.is_army(out.helped):
        return Reason.CANNOT_CONVOY
    fits = on_route(position.board, out.helped, out.goal, out.at, position.afloat)
    return Reason.OK if fits else Reason.CANNOT_CONVOY
