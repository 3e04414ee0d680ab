"""Ports as provinces of their own: a board with a port in Brest is resolved on a map that has `BRE/PORT` too.

The map inside knows a fleet in port as standing in the province `BRE/PORT`; outside it is in `BRE`, on the
coast `PORT`. A game without ports stays on its own map.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter

from judge.board.economy import Economy
from judge.board.geography import (
    PORT,
    BuildingType,
    Geography,
    Location,
    Power,
    Province,
    Terrain,
    Unit,
    UnitType,
)
from judge.board.orders import Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove
from judge.board.results import Culprit, Result
from judge.board.state import Board, Dislodged

_MARK = f"/{PORT}"
_PORT, _TYPE, _NONE = BuildingType.PORT, attrgetter("type"), frozenset[Province]()


def berth(province: Province) -> Province:
    """The port of a province, as the map inside names it."""
    return Province(province + _MARK)


def is_berth(province: Province) -> bool:
    """Whether a province of the map inside is a port."""
    return province.endswith(_MARK)


def main_of(province: Province) -> Province:
    """The province a port of the map inside belongs to; any other province itself."""
    return Province(province.removesuffix(_MARK))


def ports_of(economy: Economy) -> frozenset[Province]:
    """The provinces with a port."""
    buildings = economy.buildings
    if not buildings or _PORT not in map(_TYPE, buildings):
        return _NONE
    return frozenset(b.province for b in buildings if b.type is _PORT)


@lru_cache(maxsize=256)
def with_ports(geography: Geography, ports: frozenset[Province]) -> Geography:
    """The map inside. A port borders what its province borders, all coasts together, and the province."""
    fleet = {place: list(to) for place, to in geography.fleet.items()}
    for port in sorted(ports):
        quay, mains = Location(berth(port)), geography.fleet_places(port)
        reach = dict.fromkeys([*mains, *(to for main in mains for to in fleet[main])])
        for to in reach:
            fleet[to].append(quay)
        fleet[quay] = list(reach)
    return replace(
        geography,
        terrain={**geography.terrain, **{berth(port): Terrain.SHUT for port in sorted(ports)}},
        fleet={place: tuple(to) for place, to in fleet.items()},
        special={**geography.special, **{berth(port): {"port_of": port} for port in sorted(ports)}},
    )


class Harbours:
    """The way in and out of the map inside, for one board."""

    def __init__(self, board: Board, economy: Economy) -> None:
        self.ports = ports_of(economy)
        if board.dislodged:
            # With an option a port is destroyed while the fleet driven out of it has still to retreat.
            self.ports |= {d.unit.province for d in board.dislodged if d.unit.location.coast == PORT}
        self.berths = frozenset(map(berth, self.ports))
        self.board = board
        self.inside = self._enter(board) if self.ports else board

    def _enter(self, board: Board) -> Board:
        return replace(
            board,
            geography=with_ports(board.geography, self.ports),
            units=_each(board.units, self.unit_in),
            dislodged=tuple(self.dislodged_in(gone) for gone in board.dislodged),
        )

    def leave(self, inside: Board) -> Board:
        """The board as others see it."""
        if not self.ports:
            return inside
        return replace(
            inside,
            geography=self.board.geography,
            units=_each(inside.units, self.unit_out),
            dislodged=tuple(
                sorted(
                    (self.dislodged_out(gone) for gone in inside.dislodged), key=lambda g: (g.power, g.unit)
                )
            ),
            contested=tuple(sorted({main_of(place) for place in inside.contested if not is_berth(place)})),
        )

    # In

    def place_in(self, place: Location) -> Location:
        """A location on the map inside."""
        return (
            Location(berth(place.province)) if place.coast == PORT and place.province in self.ports else place
        )

    def unit_in(self, unit: Unit) -> Unit:
        """A unit on the map inside."""
        in_port = unit.location.coast == PORT and unit.location.province in self.ports
        return _fleet_inside(unit.location.province) if in_port else unit

    def dislodged_in(self, gone: Dislodged) -> Dislodged:
        """A dislodged unit on the map inside."""
        return replace(gone, unit=self.unit_in(gone.unit), retreats=tuple(map(self.place_in, gone.retreats)))

    def order_in(self, order: Order) -> Order:
        """An order on the map inside; `F BRE` is the fleet in port where only that is a fleet."""
        if not self.ports or not _mentions(order, self.ports):
            return order
        return _renamed(order, self._named, self.place_in)

    def _named(self, unit: Unit) -> Unit:
        if unit.type is UnitType.FLEET and unit.location.coast != PORT and unit.province in self.ports:
            return self._fleet_at(unit)
        return self.unit_in(unit)

    def _fleet_at(self, unit: Unit) -> Unit:
        there = [
            found
            for found in (*(u for _, u in self.board.pieces()), *(g.unit for g in self.board.dislodged))
            if found.province == unit.province and found.type is UnitType.FLEET
        ]
        in_port = [found for found in there if found.location.coast == PORT]
        return self.unit_in(in_port[0]) if in_port and len(there) == 1 else unit

    # Out

    def place_out(self, place: Location) -> Location:
        """A location as others see it."""
        return Location(main_of(place.province), PORT) if place.province in self.berths else place

    def unit_out(self, unit: Unit) -> Unit:
        """A unit as others see it."""
        province = unit.location.province
        return _fleet_outside(main_of(province)) if province in self.berths else unit

    def dislodged_out(self, gone: Dislodged) -> Dislodged:
        """A dislodged unit as others see it."""
        return replace(
            gone,
            unit=self.unit_out(gone.unit),
            attacker_from=None if gone.attacker_from is None else main_of(gone.attacker_from),
            retreats=tuple(sorted(map(self.place_out, gone.retreats))),
            also_from=tuple(map(main_of, gone.also_from)),
        )

    def order_out(self, order: Order) -> Order:
        """An order as others see it."""
        return _renamed(order, self.unit_out, self.place_out) if _mentions(order, self.berths) else order

    def result_out(self, result: Result) -> Result:
        """A result as others see it."""
        by = result.dislodged_by
        if by is None and not result.because and not _mentions(result.order, self.berths):
            return result
        orders = [result.order, *(culprit.order for culprit in result.because), *([by.order] if by else [])]
        if not any(_mentions(order, self.berths) for order in orders):
            return result
        return Result(
            result.power,
            self.order_out(result.order),
            result.outcome,
            result.reason,
            tuple(map(self.culprit_out, result.because)),
            result.strength,
            result.against,
            None if by is None else self.culprit_out(by),
            result.written,
        )

    def culprit_out(self, culprit: Culprit) -> Culprit:
        """An order that decided another, as others see it."""
        return Culprit(culprit.power, self.order_out(culprit.order))

    def units_out(self, units: Iterable[tuple[Power, Unit]]) -> tuple[tuple[Power, Unit], ...]:
        """Units with their powers, as others see them."""
        return tuple((power, self.unit_out(unit)) for power, unit in units)


@lru_cache(maxsize=512)
def _fleet_inside(port: Province) -> Unit:
    """Always the same value, so that what the resolver keeps about it is found again."""
    return Unit(UnitType.FLEET, Location(berth(port)))


@lru_cache(maxsize=512)
def _fleet_outside(port: Province) -> Unit:
    return Unit(UnitType.FLEET, Location(port, PORT))


def _each(
    units: Mapping[Power, tuple[Unit, ...]], change: Callable[[Unit], Unit]
) -> dict[Power, tuple[Unit, ...]]:
    """The units changed; a power of which none is changed keeps its own."""
    out: dict[Power, tuple[Unit, ...]] = {}
    for power, there in units.items():
        changed = list(map(change, there))
        same = all(new is old for new, old in zip(changed, there, strict=True))
        out[power] = there if same else tuple(sorted(changed))
    return out


def _mentions(order: Order, provinces: frozenset[Province]) -> bool:
    """Whether an order is about one of these provinces."""
    match order:
        case Hold() | Disband():
            return order.unit.location.province in provinces
        case Move() | Retreat():
            return order.unit.location.province in provinces or order.target.province in provinces
        case SupportHold():
            return not provinces.isdisjoint((order.unit.province, order.supported.province))
        case SupportMove():
            named = order.unit.province, order.mover.province, order.target.province
            return not provinces.isdisjoint(named)
        case Convoy():
            return not provinces.isdisjoint((order.unit.province, order.army.province, order.target.province))
        case _:
            return False


def _renamed(order: Order, unit: Callable[[Unit], Unit], place: Callable[[Location], Location]) -> Order:
    match order:
        case Hold():
            return Hold(unit(order.unit))
        case Disband():
            return Disband(unit(order.unit))
        case Move():
            return Move(unit(order.unit), place(order.target), order.via, order.route)
        case Retreat():
            return Retreat(unit(order.unit), place(order.target))
        case SupportHold():
            return SupportHold(unit(order.unit), unit(order.supported), order.named)
        case SupportMove():
            return SupportMove(unit(order.unit), unit(order.mover), place(order.target))
        case Convoy():
            return Convoy(unit(order.unit), unit(order.army), place(order.target))
        case _:
            return order


__all__ = ["Harbours", "berth", "is_berth", "main_of", "ports_of", "with_ports"]
