"""Ports as provinces of their own: a board with a port in Brest is resolved on a map that has `BRE/PORT` too.

The map inside knows a fleet in port as standing in the province `BRE/PORT`; outside it is in `BRE`, on the
coast `PORT`. A game without ports stays on its own map.
"""

from collections.abc import Callable, Iterable
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
from judge.board.making import maker
from judge.board.orders import Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove
from judge.board.results import Culprit, Result
from judge.board.state import Board, Dislodged

_MARK = f"/{PORT}"
_PORT, _FLEET, _TYPE = BuildingType.PORT, UnitType.FLEET, attrgetter("type")
_NONE = frozenset[Province]()
_KEPT = 1 << 14
"""Orders kept for one way of naming."""
_board, _result = maker(Board), maker(Result)


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


class _Renamed:
    """Orders renamed for one way of naming, found by their identity; the same value comes out every time."""

    __slots__ = ("_rename", "known")

    def __init__(self, rename: Callable[[Order], Order]) -> None:
        self._rename = rename
        self.known: dict[int, tuple[Order, Order]] = {}
        """By identity of the order, which is kept alive, what it is renamed to."""

    def __call__(self, order: Order) -> Order:
        kept = self.known.get(id(order))
        if kept is None:
            if len(self.known) >= _KEPT:
                self.known.clear()
            kept = self.known[id(order)] = order, self._rename(order)
        return kept[1]


@lru_cache(maxsize=256)
def _naming(ports: frozenset[Province], alone: frozenset[Province]) -> tuple[_Renamed, _Renamed]:
    """The way in and out for orders; `alone` are the ports whose fleet is the only one in the province."""
    berths = frozenset(map(berth, ports))

    def place_in(place: Location) -> Location:
        return Location(berth(place.province)) if place.coast == PORT and place.province in ports else place

    def unit_in(unit: Unit) -> Unit:
        province, coast = unit.location.province, unit.location.coast
        named = coast == PORT or (unit.type is UnitType.FLEET and province in alone)
        return _fleet_inside(province) if named and province in ports else unit

    def unit_out(unit: Unit) -> Unit:
        return _unit_out(unit, berths)

    def place_out(place: Location) -> Location:
        return _place_out(place, berths)

    def enter(order: Order) -> Order:
        return _renamed(order, unit_in, place_in) if _mentions(order, ports) else order

    def leave(order: Order) -> Order:
        return _renamed(order, unit_out, place_out) if _mentions(order, berths) else order

    return _Renamed(enter), _Renamed(leave)


def _place_out(place: Location, berths: frozenset[Province]) -> Location:
    return Location(main_of(place.province), PORT) if place.province in berths else place


def _unit_out(unit: Unit, berths: frozenset[Province]) -> Unit:
    province = unit.location.province
    return _fleet_outside(main_of(province)) if province in berths else unit


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
        self._inward, self._outward = _naming(self.ports, self._alone() if self.ports else _NONE)

    def _alone(self) -> frozenset[Province]:
        """The provinces whose only fleet is the one in port; that is meant where no coast is named."""
        board, ports = self.board, self.ports
        fleets = [u.location for there in board.units.values() for u in there if u.type is _FLEET]
        fleets += [gone.unit.location for gone in board.dislodged if gone.unit.type is _FLEET]
        here = [place for place in fleets if place.province in ports]
        others = {place.province for place in here if place.coast != PORT}
        return frozenset([place.province for place in here if place.coast == PORT]) - others

    def _enter(self, board: Board) -> Board:
        return _board(
            with_ports(board.geography, self.ports),
            board.phase,
            {power: self._units_in(there) for power, there in board.units.items()},
            board.centers,
            tuple(map(self.dislodged_in, board.dislodged)),
            board.contested,
            board.economy,
        )

    def _units_in(self, there: tuple[Unit, ...]) -> tuple[Unit, ...]:
        """They stay in the order of the map outside."""
        if not [unit for unit in there if unit.location.coast == PORT]:
            return there
        return tuple(map(self.unit_in, there))

    def leave(self, inside: Board) -> Board:
        """The board as others see it."""
        if not self.ports:
            return inside
        gone = sorted(map(self.dislodged_out, inside.dislodged), key=lambda one: (one.power, one.unit))
        return _board(
            self.board.geography,
            inside.phase,
            {power: self._units_out(there) for power, there in inside.units.items()},
            inside.centers,
            tuple(gone),
            tuple(sorted({main_of(place) for place in inside.contested if not is_berth(place)})),
            inside.economy,
        )

    def _units_out(self, there: tuple[Unit, ...]) -> tuple[Unit, ...]:
        berths = self.berths
        if not [unit for unit in there if unit.location.province in berths]:
            return there
        out = [_unit_out(unit, berths) for unit in there]
        if not self.ports.isdisjoint(self.board.geography.coasts):
            out.sort()  # The port of a province comes between its coasts.
        return tuple(out)

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
        return self._inward(order) if self.ports else order

    # Out

    def place_out(self, place: Location) -> Location:
        """A location as others see it."""
        return _place_out(place, self.berths)

    def unit_out(self, unit: Unit) -> Unit:
        """A unit as others see it."""
        return _unit_out(unit, self.berths)

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
        return self._outward(order)

    def result_out(self, result: Result) -> Result:
        """A result as others see it."""
        order, by, because = self._outward(result.order), result.dislodged_by, result.because
        if because:
            because = tuple([self.culprit_out(culprit) for culprit in because])
        if by is not None:
            by = self.culprit_out(by)
        if order is result.order and by is result.dislodged_by and because == result.because:
            return result
        power, outcome, reason, written = result.power, result.outcome, result.reason, result.written
        return _result(power, order, outcome, reason, because, result.strength, result.against, by, written)

    def results_out(self, told: tuple[Result, ...]) -> tuple[Result, ...]:
        """Results as others see them."""
        known = self._outward.known
        return tuple(
            [
                result
                if (kept := known.get(id(result.order))) is not None
                and kept[1] is result.order
                and not result.because
                and result.dislodged_by is None
                else self.result_out(result)
                for result in told
            ]
        )

    def culprit_out(self, culprit: Culprit) -> Culprit:
        """An order that decided another, as others see it."""
        order = self._outward(culprit.order)
        return culprit if order is culprit.order else Culprit(culprit.power, order)

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
