"""Units and orders in the integers of a board, made once for each power and kept: most come back every phase.

What is kept is found by the identity of the value, which is cheaper than its equality; as it is kept itself,
no other value can have its identity. A value that was made anew is coded anew. Nothing depends on whether a
code was kept.
"""

from functools import lru_cache

from judge.board.geography import Location, Power, Province, Unit, UnitType
from judge.board.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove, unit_of
from judge.board.results import Culprit, Outcome, Reason, Result
from judge.rules.compiled import FLEET_BIT, NOWHERE, PLACE_BITS, Compiled

NO_UNIT = -1
"""The key of a unit that no board has."""
HOLD, MOVE, SUPPORT, CONVOY, OTHER = range(5)

_KEPT = 1 << 13
"""Codes kept of each kind for each power; when there are more, all are dropped."""


class UnitCode:
    """A unit of a power, its province and its key; what becomes of it when it is left in peace."""

    __slots__ = ("at", "goal", "key", "kind", "landing", "named", "order", "peace", "shape", "then", "unit")

    def __init__(self, board: Compiled, power: Power, unit: Unit) -> None:
        self.unit = unit
        self.at = board.province_of.get(unit.location.province, NOWHERE)
        self.shape = unit_key(board, unit)
        """The key without the power."""
        self.key = self.shape + board.base[board.power_of[power]] if self.shape >= 0 else NO_UNIT
        self.kind, self.order = HOLD, Hold(unit)
        self.goal = self.landing = NOWHERE
        self.then = self.key
        self.named = Culprit(power, self.order)
        """Its hold, as an order that decided another."""
        self.peace = Result(power, self.order, Outcome.SUCCEEDS, Reason.OK, written=False)
        """The result when it has no order and nobody comes."""


class OrderCode:
    """An order of a power, and all that is known of it without a position.

    It is *plain* when it is legal wherever its unit, and the unit it helps, stand as they are named.
    """

    __slots__ = (
        "actor",
        "at",
        "goal",
        "helped",
        "helped_key",
        "kind",
        "landing",
        "named",
        "order",
        "peace",
        "then",
    )

    def __init__(self, book: "Codebook", power: Power, order: Order) -> None:
        board = book.board
        self.order = order
        self.named = Culprit(power, order)
        """The order as one that decided another."""
        self.peace = Result(power, order, Outcome.SUCCEEDS, Reason.OK)
        """The result of doing it without anybody in the way."""
        self.at = self.goal = self.helped = self.landing = NOWHERE
        self.then = self.helped_key = NO_UNIT
        """The key of a unit that has moved; that of the unit it helps, without the power."""
        self.kind = OTHER
        self.actor: UnitCode | None = None
        """The unit of a plain order; None for any other order."""
        unit = unit_of(order)
        if unit is not None and power in board.power_of and self._is_plain(board, order):
            self.actor = book.unit(power, unit)
            if self.kind == MOVE:
                place = self.goal if self.landing < 0 else self.landing
                self.then = self.actor.key & ~PLACE_BITS | board.rank[place]

    def _is_plain(self, board: Compiled, order: Order) -> bool:
        match order:
            case Hold(unit):
                self.kind = HOLD
                return self._stands(board, unit)
            case Move(unit, target):
                self.kind = MOVE
                return self._stands(board, unit) and self._goes(board, unit, target) and not order.via
            case SupportMove(unit, mover, target):
                self.kind = SUPPORT
                return self._stands(board, unit) and self._backs_move(board, unit, mover, target)
            case SupportHold(unit, supported):
                self.kind = SUPPORT
                return self._stands(board, unit) and self._backs_hold(board, unit, supported)
            case Convoy(unit, army, target):
                self.kind = CONVOY
                return self._stands(board, unit) and self._carries(board, unit, army, target)
            case _:
                return False

    def _stands(self, board: Compiled, unit: Unit) -> bool:
        self.at = board.province_of.get(unit.location.province, NOWHERE)
        return unit_key(board, unit) >= 0

    def _helps(self, board: Compiled, unit: Unit) -> bool:
        self.helped = board.province_of.get(unit.location.province, NOWHERE)
        self.helped_key = unit_key(board, unit)
        return self.helped_key >= 0

    def _goes(self, board: Compiled, unit: Unit, target: Location) -> bool:
        """Plain: over one border, to a coast if that is needed and then named."""
        self.goal = board.province_of.get(target.province, NOWHERE)
        if self.goal < 0 or not board.reach(unit_key(board, unit)) >> self.goal & 1:
            return False
        if unit.type is UnitType.FLEET and board.split >> self.goal & 1:
            self.landing = place_of(board, target)
            return self.landing in board.fleet_into[place_of(board, unit.location)][self.goal]
        return not target.coast

    def _backs_move(self, board: Compiled, unit: Unit, mover: Unit, target: Location) -> bool:
        self.goal = board.province_of.get(target.province, NOWHERE)
        if not self._helps(board, mover) or self.goal < 0 or target.coast or mover.location.coast:
            return False
        near = board.lends(unit_key(board, unit)) & board.reach(self.helped_key)
        return self.helped != self.at and bool(near >> self.goal & 1)

    def _backs_hold(self, board: Compiled, unit: Unit, supported: Unit) -> bool:
        if not self._helps(board, supported) or supported.location.coast:
            return False
        return bool(board.lends(unit_key(board, unit)) >> self.helped & 1)

    def _carries(self, board: Compiled, unit: Unit, army: Unit, target: Location) -> bool:
        """Plain: from shore to shore without the help of another fleet."""
        self.goal = board.province_of.get(target.province, NOWHERE)
        if not self._helps(board, army) or army.type is UnitType.FLEET:
            return False
        if unit.type is UnitType.ARMY or self.goal in (NOWHERE, self.helped):
            return False
        near = board.shore[self.helped] & board.shore[self.goal] & board.seas
        return bool(near >> self.at & 1)


Code = OrderCode | UnitCode
"""The order of a unit, or the unit itself when it has none: then it holds."""


class Codebook:
    """What is kept for one board."""

    __slots__ = ("_alive", "_by_key", "board", "nobody", "orders", "units")

    def __init__(self, board: Compiled) -> None:
        self.board = board
        self.units: dict[Power, dict[int, UnitCode]] = {power: {} for power in board.powers}
        self.orders: dict[Power, dict[int, OrderCode]] = {power: {} for power in board.powers}
        self.nobody = UnitCode(board, board.powers[0], Unit(UnitType.ARMY, Location(Province(""))))
        """Stands where no unit does."""
        self._by_key: dict[int, UnitCode] = {}
        self._alive: list[Unit] = []

    def unit(self, power: Power, unit: Unit) -> UnitCode:
        """The code of a unit; the same one for all units that are equal."""
        kept = self.units[power]
        if id(unit) not in kept:
            if len(self._alive) >= _KEPT:
                self._drop_units()
            code = UnitCode(self.board, power, unit)
            kept[id(unit)] = self._by_key.setdefault(code.key, code)
            self._alive.append(unit)
        return kept[id(unit)]

    def _drop_units(self) -> None:
        self._alive.clear()
        for kept in self.units.values():
            kept.clear()

    def order(self, power: Power, order: Order) -> OrderCode:
        """The code of an order; it is kept if the board has the power."""
        kept = self.orders.get(power)
        if kept is None:
            return OrderCode(self, power, order)
        if id(order) not in kept:
            if len(kept) >= _KEPT:
                kept.clear()
            kept[id(order)] = OrderCode(self, power, order)
        return kept[id(order)]


@lru_cache(maxsize=128)
def codebook(board: Compiled) -> Codebook:
    """What is kept for this board."""
    return Codebook(board)


def unit_key(board: Compiled, unit: Unit) -> int:
    """The key of a unit, without a power; NO_UNIT when it can stand nowhere on the board."""
    place = place_of(board, unit.location)
    if place < 0 or (unit.location.coast and unit.type is UnitType.ARMY):
        return NO_UNIT
    return board.rank[place] | (FLEET_BIT if unit.type is UnitType.FLEET else 0)


def place_of(board: Compiled, location: Location) -> int:
    """The number of a place; NOWHERE when the board has none such."""
    if location.coast:
        return board.coast_of.get(location.province, {}).get(location.coast, NOWHERE)
    return board.province_of.get(location.province, NOWHERE)
