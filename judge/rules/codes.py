"""Units and orders in the integers of a board, made once for each power and kept as a note on the value.

Most units and orders come back every phase. A note belongs to one board; where another board was asked last,
the codebook puts its own back. Nothing depends on whether a code was kept.
"""

from functools import lru_cache
from typing import Any

from judge.board.geography import NO_COAST, PORT, Location, Power, Province, Unit, UnitType
from judge.board.making import Noted, keep_note
from judge.board.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove, unit_of
from judge.board.results import Culprit, Outcome, Reason, Result
from judge.rules.compiled import NO_UNIT, NOWHERE, Compiled

HOLD, MOVE, CROSSING, SUPPORT, FAR_SUPPORT, CONVOY, OTHER = range(7)
"""The kinds of order. A crossing is a move that needs fleets, a far support is given to one; what is legal
but for that is plain too.
"""
MOVES, SUPPORTS = frozenset({MOVE, CROSSING}), frozenset({SUPPORT, FAR_SUPPORT})


_KEPT = 1 << 14
"""Values with notes that are kept of one board; when there are more, all are dropped."""


class Code:
    """An order of a power, and all that is known of it without a position; or a unit without one: it holds.

    It is *plain* when it is legal wherever its unit, and the unit it helps, stand as they are named.
    """

    __slots__ = (
        "actor",
        "aim",
        "at",
        "book",
        "goal",
        "helped",
        "helped_shape",
        "key",
        "kind",
        "leads",
        "named",
        "order",
        "peace",
        "power",
        "shape",
        "then",
        "written",
    )

    def __init__(self, book: "Codebook", power: Power, order: Order, written: bool = True) -> None:
        self.book, self.power, self.order, self.written = book, power, order, written
        self.named = Culprit(power, order)
        """The order as one that decided another."""
        self.peace = Result(power, order, Outcome.SUCCEEDS, Reason.OK, written=written)
        """The result when nobody is in the way."""
        self.at = self.goal = self.leads = self.helped = self.aim = NOWHERE
        self.key = self.shape = self.helped_shape = NO_UNIT
        self.kind = OTHER
        self.actor: Code | None = None
        """The unit of a plain order; None for any other order, and for a unit without one."""
        self.then = NO_UNIT
        """The key of the unit once a plain order is carried out."""

    def of_unit(self, unit: Unit) -> "Code":
        """The same, of a unit that has no order."""
        board = self.book.board
        self.kind = HOLD
        self.at = board.at(unit.location)
        self.shape = board.shape(unit)
        self.key = self.then = board.key(self.power, unit)
        return self

    def of_order(self) -> "Code":
        """The same, of an order that was written."""
        board, order, unit = self.book.board, self.order, unit_of(self.order)
        if unit is not None and self.power in board.power_of and self._is_plain(board, order):
            there = Unit(unit.type, order.target) if isinstance(order, Move) else unit
            self.actor, self.then = self.book.unit(self.power, unit), board.key(self.power, there)
            self.shape, self.key = self.actor.shape, self.actor.key
            if self.kind == CROSSING:
                self.helped, self.helped_shape = self.at, self.shape
            self.aim = self.helped if self.goal < 0 else self.goal
            """The province a support helps to attack or to hold."""
            self.leads = self.goal if self.kind == MOVE else NOWHERE
            """The goal of a plain move over one border."""
        return self

    def _is_plain(self, board: Compiled, order: Order) -> bool:
        match order:
            case Hold(unit):
                self.kind = HOLD
                return self._stands(board, unit)
            case Move(unit, target):
                self.kind = MOVE
                if not self._stands(board, unit):
                    return False
                return self._crosses(board, unit, target) or (
                    self._goes(board, unit, target) and not order.via
                )
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
        self.at = board.at(unit.location)
        return board.shape(unit) >= 0

    def _helps(self, board: Compiled, unit: Unit) -> bool:
        self.helped = board.at(unit.location)
        self.helped_shape = board.shape(unit)
        return self.helped_shape >= 0

    def _goes(self, board: Compiled, unit: Unit, target: Location) -> bool:
        """Plain: over one border, to a coast if that is needed and then named; not into a port or ashore."""
        self.goal = board.province_of.get(target.province, NOWHERE)
        if self.goal < 0 or not board.reach(board.shape(unit)) >> self.goal & 1:
            return False
        if board.main[self.at] == self.goal:
            return False
        if unit.type is UnitType.FLEET and board.split >> self.goal & 1:
            landing = board.place(target)
            return landing in board.fleet_into[board.place(unit.location)][self.goal]
        return not target.coast

    def _crosses(self, board: Compiled, unit: Unit, target: Location) -> bool:
        """Plain: from shore to shore, with no border between them."""
        if not self._is_crossing(board, unit, self.at, board.province_of.get(target.province, NOWHERE)):
            return False
        self.goal, self.kind = board.province_of[target.province], CROSSING
        return not target.coast

    def _is_crossing(self, board: Compiled, unit: Unit, at: int, goal: int) -> bool:
        if goal in (NOWHERE, at) or unit.type is UnitType.FLEET:
            return False
        return bool(board.shore[at] and board.shore[goal]) and not board.army_to[at] >> goal & 1

    def _backs_move(self, board: Compiled, unit: Unit, mover: Unit, target: Location) -> bool:
        """Plain: not of a fleet to where the coasts are apart."""
        self.goal = board.province_of.get(target.province, NOWHERE)
        if not self._helps(board, mover) or self.goal < 0 or target.coast:
            return False
        if mover.location.coast not in (NO_COAST, PORT):
            return False
        if mover.type is UnitType.FLEET and board.split >> self.goal & 1:
            return False
        if self.helped == self.at or not board.lends(board.shape(unit)) >> self.goal & 1:
            return False
        if self._is_crossing(board, mover, self.helped, self.goal):
            self.kind = FAR_SUPPORT
            return self.goal != self.at
        return bool(board.reach(self.helped_shape) >> self.goal & 1)

    def _backs_hold(self, board: Compiled, unit: Unit, supported: Unit) -> bool:
        if not self._helps(board, supported) or supported.location.coast not in (NO_COAST, PORT):
            return False
        return bool(board.lends(board.shape(unit)) >> self.helped & 1)

    def _carries(self, board: Compiled, unit: Unit, army: Unit, target: Location) -> bool:
        """Plain: from shore to shore without the help of another fleet."""
        self.goal = board.province_of.get(target.province, NOWHERE)
        if not self._helps(board, army) or army.type is UnitType.FLEET:
            return False
        if unit.type is UnitType.ARMY or self.goal in (NOWHERE, self.helped) or target.coast == PORT:
            return False
        near = board.shore[self.helped] & board.shore[self.goal] & board.seas
        return bool(near >> self.at & 1)


class Codebook:
    """The codes of one board."""

    __slots__ = ("_by_key", "_kept", "board", "nobody")

    def __init__(self, board: Compiled) -> None:
        self.board = board
        self._by_key: dict[int, Code] = {}
        self._kept: dict[int, tuple[Noted, tuple[Any, ...]]] = {}
        """The notes by the identity of their values, which are kept alive with them."""
        self.nobody = self._of_unit(board.powers[0], Unit(UnitType.ARMY, Location(Province(""))))
        """Stands where no unit does."""

    def unit(self, power: Power, unit: Unit) -> Code:
        """The code of a unit; the same one for all units that are equal."""
        number = self.board.power_of[power]
        code = self._noted(unit)[number]
        if not isinstance(code, Code):
            code = self._of_unit(power, unit)
            code = self._by_key.setdefault(code.key, code) if code.key >= 0 else code
            self._note(unit, number, code)
        return code

    def order(self, power: Power, order: Order) -> Code:
        """The code of an order; it is kept if the board has the power."""
        number = self.board.power_of.get(power, NOWHERE)
        if number < 0:
            return Code(self, power, order).of_order()
        code = self._noted(order)[number]
        if not isinstance(code, Code):
            code = Code(self, power, order).of_order()
            self._note(order, number, code)
        return code

    def _of_unit(self, power: Power, unit: Unit) -> Code:
        return Code(self, power, Hold(unit), written=False).of_unit(unit)

    def _noted(self, value: Noted) -> tuple[Any, ...]:
        """What this board has noted on a value, by the number of a power; None where nothing."""
        kept = self._kept.get(id(value))
        if kept is None:
            return (None,) * len(self.board.powers)
        keep_note(value, kept[1])
        return kept[1]

    def _note(self, value: Noted, number: int, code: object) -> None:
        codes = list(self._noted(value))
        codes[number] = code
        if len(self._kept) >= _KEPT:
            self._kept.clear()
        self._kept[id(value)] = value, tuple(codes)
        keep_note(value, tuple(codes))


@lru_cache(maxsize=128)
def codebook(board: Compiled) -> Codebook:
    """The codes of this board."""
    return Codebook(board)
