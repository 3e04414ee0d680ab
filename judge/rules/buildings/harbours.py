"""Ports as provinces of their own while retreats resolve, to tell a fleet in port from what is beside it.

Inside, a fleet in port stands in the province `BRE/PORT`; outside it is in `BRE`, on the coast `PORT`.
"""

from collections.abc import Iterable
from dataclasses import replace

from judge.board.economy import Economy
from judge.board.geography import PORT, Location, Power, Province, Unit, UnitType
from judge.board.orders import Order, Retreat
from judge.board.results import Culprit, Result
from judge.board.state import Board
from judge.rules.buildings.naming import fleet_in, meant

_MARK = f"/{PORT}"


def berth(province: Province) -> Province:
    """The port of a province, as it is named inside."""
    return Province(province + _MARK)


def is_berth(province: Province) -> bool:
    """Whether a province is a port, as it is named inside."""
    return province.endswith(_MARK)


def main_of(province: Province) -> Province:
    """The province that a port belongs to; any other province itself."""
    return Province(province.removesuffix(_MARK))


class Harbours:
    """The way in and out for the board of a retreat phase."""

    def __init__(self, board: Board, economy: Economy) -> None:
        self.board = board
        # With an option a port is destroyed while the fleet driven out of it has still to retreat.
        driven_out = {gone.unit.province for gone in board.dislodged if gone.unit.location.coast == PORT}
        self.ports = economy.ports() | driven_out
        fleets = [unit.location for unit in self._units() if unit.type is UnitType.FLEET]
        self.alone = {place.province for place in fleets if place.coast == PORT}
        self.alone -= {place.province for place in fleets if place.coast != PORT}
        """The provinces whose only fleet is the one in port; that is meant where no coast is named."""
        self.inside = self._enter(board) if self.ports else board

    def _units(self) -> list[Unit]:
        return [*(unit for _, unit in self.board.pieces()), *(gone.unit for gone in self.board.dislodged)]

    def _enter(self, board: Board) -> Board:
        units = {power: tuple(map(self._unit_in, there)) for power, there in board.units.items()}
        gone = tuple(
            replace(one, unit=self._unit_in(one.unit), retreats=tuple(map(self._place_in, one.retreats)))
            for one in board.dislodged
        )
        return replace(board, units=units, dislodged=gone)

    def leave(self, inside: Board) -> Board:
        """The board as others see it."""
        units = {power: tuple(sorted(map(self._unit_out, there))) for power, there in inside.units.items()}
        return replace(inside, units=units)

    # In

    def _place_in(self, place: Location) -> Location:
        in_port = place.coast == PORT and place.province in self.ports
        return Location(berth(place.province)) if in_port else place

    def _unit_in(self, unit: Unit) -> Unit:
        place = self._place_in(unit.location)
        return unit if place is unit.location else Unit(UnitType.FLEET, place)

    def _meant(self, unit: Unit) -> Unit:
        alone = unit.type is UnitType.FLEET and unit.province in self.alone & self.ports
        return self._unit_in(fleet_in(unit.province) if alone else unit)

    def order_in(self, order: Order) -> Order:
        """An order inside; `F BRE` is the fleet in port where only that is a fleet."""
        order = meant(order, self._meant)
        if isinstance(order, Retreat):
            return Retreat(order.unit, self._place_in(order.target))
        return order

    # Out

    def _place_out(self, place: Location) -> Location:
        return Location(main_of(place.province), PORT) if is_berth(place.province) else place

    def _unit_out(self, unit: Unit) -> Unit:
        return fleet_in(main_of(unit.province)) if is_berth(unit.province) else unit

    def order_out(self, order: Order) -> Order:
        """An order as others see it."""
        order = meant(order, self._unit_out)
        if isinstance(order, Retreat):
            return Retreat(order.unit, self._place_out(order.target))
        return order

    def result_out(self, result: Result) -> Result:
        """A result as others see it."""
        because = tuple(Culprit(one.power, self.order_out(one.order)) for one in result.because)
        return replace(result, order=self.order_out(result.order), because=because)

    def units_out(self, units: Iterable[tuple[Power, Unit]]) -> tuple[tuple[Power, Unit], ...]:
        """Units with their powers, as others see them."""
        return tuple((power, self._unit_out(unit)) for power, unit in units)


__all__ = ["Harbours", "berth", "is_berth", "main_of"]
