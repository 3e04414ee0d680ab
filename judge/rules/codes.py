"""Units and orders in the integers of a board, made once for each and kept: most come back phase after phase.

What is kept is found by the identity of the value, which is cheaper than its equality; a value that was made
anew is coded anew. Nothing depends on whether a code was kept.
"""

from typing import TYPE_CHECKING

from judge.board.geography import Location, Unit, UnitType
from judge.board.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove

if TYPE_CHECKING:
    from judge.board.results import Culprit, Result
    from judge.rules.compiled import Compiled

FLEET_BIT = 1 << 20
PLACE_BITS = FLEET_BIT - 1
POWER_STEP = 1 << 21
UNIT_BITS = POWER_STEP - 1
"""The key of a unit: its power, whether it is a fleet, its place by the alphabet. Keys sort as units do."""

NOWHERE = NO_UNIT = -1
HOLD, MOVE, SUPPORT, CONVOY, OTHER = range(5)

_KEPT = 1 << 15
"""Codes kept of each kind; when there are more, all are dropped."""


class UnitCode:
    """A unit: its province, and its key without the power."""

    __slots__ = ("at", "key", "unit")

    def __init__(self, board: "Compiled", unit: Unit) -> None:
        self.unit = unit
        place = place_of(board, unit.location)
        self.at = board.province_of.get(unit.location.province, NOWHERE)
        fleet = FLEET_BIT if unit.type is UnitType.FLEET else 0
        stands = place >= 0 and (fleet or not unit.location.coast)
        self.key = board.rank[place] | fleet if stands else NO_UNIT


class OrderCode:
    """An order, and all that is known of it without a position.

    It is *plain* when it is legal wherever its unit, and the unit it helps, stand as they are named.
    """

    __slots__ = (
        "at",
        "fine",
        "goal",
        "helped",
        "helped_key",
        "key",
        "kind",
        "landing",
        "named",
        "order",
        "plain",
        "support",
    )

    def __init__(self, board: "Compiled", order: Order) -> None:
        self.order = order
        self.fine: dict[int, Result] = {}
        """By power the result of doing it without anybody in the way; kept by `reasons`."""
        self.named: dict[int, Culprit] = {}
        """By power the order as one that decided another; kept by `reasons`."""
        self.at = self.goal = self.helped = self.landing = NOWHERE
        self.key = self.helped_key = NO_UNIT
        self.kind = OTHER
        self.plain = False
        match order:
            case Hold(unit):
                self.kind = HOLD
                self.plain = self._stands(board, unit)
            case Move(unit, target):
                self.kind = MOVE
                self.plain = self._stands(board, unit) and self._goes(board, unit, target) and not order.via
            case SupportMove(unit, mover, target):
                self.kind = SUPPORT
                self.plain = self._stands(board, unit) and self._backs_move(board, mover, target)
            case SupportHold(unit, supported):
                self.kind = SUPPORT
                self.plain = self._stands(board, unit) and self._backs_hold(board, supported)
            case Convoy(unit, army, target):
                self.kind = CONVOY
                self.plain = self._stands(board, unit) and self._carries(board, army, target)
        self.support = (self.at, self.helped, self.goal, self.goal)

    def _stands(self, board: "Compiled", unit: Unit) -> bool:
        code = UnitCode(board, unit)
        self.at, self.key = code.at, code.key
        return code.key >= 0

    def _goes(self, board: "Compiled", unit: Unit, target: Location) -> bool:
        """Plain: over one border, to a coast if that is needed and then named."""
        self.goal = board.province_of.get(target.province, NOWHERE)
        if self.goal < 0 or not board.reach(self.key) >> self.goal & 1:
            return False
        if unit.type is UnitType.FLEET and board.split >> self.goal & 1:
            self.landing = place_of(board, target)
            return self.landing in board.fleet_into[place_of(board, unit.location)][self.goal]
        return not target.coast

    def _backs_move(self, board: "Compiled", mover: Unit, target: Location) -> bool:
        code = UnitCode(board, mover)
        self.goal = board.province_of.get(target.province, NOWHERE)
        self.helped, self.helped_key = code.at, code.key
        if code.key < 0 or self.goal < 0 or target.coast or mover.location.coast or code.at == self.at:
            return False
        return bool((board.lends(self.key) & board.reach(code.key)) >> self.goal & 1)

    def _backs_hold(self, board: "Compiled", supported: Unit) -> bool:
        code = UnitCode(board, supported)
        self.helped, self.helped_key = code.at, code.key
        if code.key < 0 or supported.location.coast:
            return False
        return bool(board.lends(self.key) >> code.at & 1)

    def _carries(self, board: "Compiled", army: Unit, target: Location) -> bool:
        """Plain: from shore to shore without the help of another fleet."""
        code = UnitCode(board, army)
        self.goal = board.province_of.get(target.province, NOWHERE)
        self.helped, self.helped_key = code.at, code.key
        if army.type is UnitType.FLEET or code.key < 0 or self.goal in (NOWHERE, code.at):
            return False
        afloat = self.key >= FLEET_BIT and board.seas >> self.at & 1
        return bool(afloat and board.shore[code.at] & board.shore[self.goal] & 1 << self.at)


def place_of(board: "Compiled", location: Location) -> int:
    """The number of a place; NOWHERE when the board has none such."""
    if location.coast:
        return board.coast_of.get(location.province, {}).get(location.coast, NOWHERE)
    return board.province_of.get(location.province, NOWHERE)


def code_unit(board: "Compiled", unit: Unit) -> UnitCode:
    """The code of a unit, made and kept."""
    if len(board.unit_codes) >= _KEPT:
        board.unit_codes.clear()
    code = board.unit_codes[id(unit)] = UnitCode(board, unit)
    return code


def code_order(board: "Compiled", order: Order) -> OrderCode:
    """The code of an order, made and kept."""
    if len(board.order_codes) >= _KEPT:
        board.order_codes.clear()
    code = board.order_codes[id(order)] = OrderCode(board, order)
    return code
