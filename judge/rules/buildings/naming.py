"""Which of two units in a province an order means: `F BRE` is the fleet in port if only that is a fleet.

On the board a fleet in port is at the coast `PORT` of its province.
"""

from collections.abc import Callable
from dataclasses import replace

from judge.board.geography import PORT, Location, Province, Unit, UnitType
from judge.board.orders import Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove

_FLEET = UnitType.FLEET


def fleet_in(port: Province) -> Unit:
    """The fleet in the port of a province."""
    return Unit(_FLEET, Location(port, PORT))


def meant(order: Order, unit: Callable[[Unit], Unit]) -> Order:
    """The order with the units that are meant; the same value where it names them."""
    match order:
        case SupportHold():
            units = unit(order.unit), unit(order.supported)
            named = units[0] is order.unit and units[1] is order.supported
            return order if named else SupportHold(*units, order.named)
        case SupportMove():
            units = unit(order.unit), unit(order.mover)
            named = units[0] is order.unit and units[1] is order.mover
            return order if named else SupportMove(*units, order.target)
        case Convoy():
            units = unit(order.unit), unit(order.army)
            named = units[0] is order.unit and units[1] is order.army
            return order if named else Convoy(*units, order.target)
        case Hold() | Move() | Retreat() | Disband():
            it = unit(order.unit)
            return order if it is order.unit else replace(order, unit=it)
        case _:
            return order
