"""Whether an order can be carried out at all, whatever the others do; one that cannot is a hold (DG2)."""

from typing import assert_never

from judge.board.geography import Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import Convoy, Hold, Move, Movement, Order, SupportHold, SupportMove
from judge.board.results import Reason
from judge.board.state import Board


class Position:
    """Who stands in which space, and where each can go."""

    __slots__ = ("geography", "standing")

    def __init__(self, board: Board) -> None:
        self.geography = board.geography
        self.standing: dict[Province, tuple[Power, Unit]] = {
            unit.province: (power, unit) for power, unit in board.pieces()
        }

    def reaches(self, unit: Unit, space: Province) -> bool:
        """Whether a unit could move to a space, on whatever coast."""
        if unit.type is UnitType.ARMY:
            return space in self.geography.army.get(unit.province, ())
        return any(place.province == space for place in self.geography.reach(unit))

    def landing(self, unit: Unit, target: Location) -> Location | Reason:
        """Where exactly a move ends, or why it cannot be; an army has no coast."""
        if unit.type is UnitType.ARMY and self.reaches(unit, target.province):
            return Location(target.province)
        places = [place for place in self.geography.reach(unit) if place.province == target.province]
        if not places:
            return self._out_of_reach(unit, target.province)
        if target in places:
            return target
        if target.coast:
            return Reason.WRONG_COAST
        return places[0] if len(places) == 1 else Reason.COAST_UNCLEAR

    def _out_of_reach(self, unit: Unit, space: Province) -> Reason:
        if unit.type is UnitType.ARMY:
            land = self.geography.terrain.get(space) in (Terrain.LAND, Terrain.COAST)
            return Reason.NOT_ADJACENT if land else Reason.WRONG_TERRAIN
        return Reason.NOT_ADJACENT if self.geography.fleet_places(space) else Reason.WRONG_TERRAIN


def check(position: Position, power: Power, order: Order) -> Reason:
    """Reason.OK, or why this order of this power is no more than a hold."""
    if not isinstance(order, Movement):
        return Reason.WRONG_PHASE
    reason = _check_unit(position, power, order.unit)
    if reason is not Reason.OK:
        return reason
    match order:
        case Hold():
            return Reason.OK
        case Move():
            return _check_move(position, order)
        case SupportHold():
            return _check_support(position, power, order)
        case SupportMove():
            return _check_support_move(position, order)
        case Convoy():
            return Reason.NO_SUCH_ORDER
        case _:
            assert_never(order)


def _check_unit(position: Position, power: Power, unit: Unit) -> Reason:
    found = position.standing.get(unit.province)
    if found is None:
        return Reason.NO_SUCH_UNIT
    if found[0] != power:
        return Reason.NOT_YOURS
    return Reason.OK if found[1].type is unit.type else Reason.WRONG_TYPE


def _check_move(position: Position, order: Move) -> Reason:
    space = order.target.province
    if space not in position.geography.terrain:
        return Reason.NOT_ADJACENT
    if space == order.unit.province:
        return Reason.SAME_PLACE
    _, unit = position.standing[order.unit.province]
    landing = position.landing(unit, order.target)
    return landing if isinstance(landing, Reason) else Reason.OK


def _check_helped(position: Position, unit: Unit, helped: Unit) -> Reason:
    if helped.province == unit.province:
        return Reason.SAME_PLACE
    found = position.standing.get(helped.province)
    if found is None:
        return Reason.NO_SUCH_UNIT
    return Reason.OK if found[1].type is helped.type else Reason.NO_SUCH_UNIT


def _check_support(position: Position, power: Power, order: SupportHold) -> Reason:
    """D6: another power's unit is supported in a named action; the own one in whatever it does."""
    reason = _check_helped(position, order.unit, order.supported)
    if reason is not Reason.OK:
        return reason
    _, unit = position.standing[order.unit.province]
    owner, supported = position.standing[order.supported.province]
    if not order.named and owner != power:
        return Reason.ACTION_UNNAMED
    if position.reaches(unit, supported.province):
        return Reason.OK
    follows = not order.named and any(
        position.reaches(unit, place.province) for place in position.geography.reach(supported)
    )
    return Reason.OK if follows else Reason.CANNOT_REACH


def _check_support_move(position: Position, order: SupportMove) -> Reason:
    reason = _check_helped(position, order.unit, order.mover)
    if reason is not Reason.OK:
        return reason
    space = order.target.province
    _, unit = position.standing[order.unit.province]
    _, mover = position.standing[order.mover.province]
    if space in (order.unit.province, order.mover.province):
        return Reason.SAME_PLACE
    if not position.reaches(unit, space):
        return Reason.CANNOT_REACH
    return Reason.OK if position.reaches(mover, space) else Reason.NOT_ADJACENT
