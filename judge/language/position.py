"""The board as one reader of orders needs it: whose units stand where, and where they could go.

Reach is asked here without the others' orders: what some set of orders could make possible is possible.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

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
from judge.board.state import Board, Dislodged
from judge.rules.adjustments import sites
from judge.rules.speech import PLAIN, Speech


@dataclass(frozen=True)
class Position:
    """A board seen by one power."""

    board: Board
    power: Power
    speech: Speech = PLAIN

    @property
    def geography(self) -> Geography:
        """The board as printed."""
        return self.board.geography

    @cached_property
    def own(self) -> Mapping[Province, Unit]:
        """The standing units of this power by province; with another beside it in port, the other one."""
        return {unit.province: unit for unit in _port_first(self.board.units.get(self.power, ()))}

    @cached_property
    def _placed(self) -> Mapping[Province, tuple[Unit, ...]]:
        placed: dict[Province, tuple[Unit, ...]] = {}
        for unit in self.board.units.get(self.power, ()):
            placed[unit.province] = (*placed.get(unit.province, ()), unit)
        return placed

    def units_at(self, province: Province) -> tuple[Unit, ...]:
        """The standing units of this power in a province: one, or two where there is a port."""
        return self._placed.get(province, ())

    def owner(self, unit: Unit) -> Power | None:
        """Whose a standing unit is."""
        return next((power for power, each in self.board.pieces() if each == unit), None)

    @cached_property
    def standing(self) -> Mapping[Province, tuple[Power, Unit]]:
        """Every standing unit with its power, by province; of two the one that is not in port."""
        pieces = sorted(self.board.pieces(), key=lambda piece: piece[1].location.coast != PORT)
        return {unit.province: (power, unit) for power, unit in pieces}

    @cached_property
    def berthed(self) -> Mapping[Province, tuple[Power, Unit]]:
        """The fleets in port that are not the only unit of their province."""
        there = ((power, unit) for power, unit in self.board.pieces() if unit.location.coast == PORT)
        return {
            unit.province: (power, unit) for power, unit in there if self.standing[unit.province][1] != unit
        }

    @cached_property
    def dislodged(self) -> Mapping[Province, Dislodged]:
        """The dislodged units of this power by province."""
        return {gone.unit.province: gone for gone in self.gone}

    @cached_property
    def gone(self) -> tuple[Dislodged, ...]:
        """The dislodged units of this power."""
        return tuple(gone for gone in self.board.dislodged if gone.power == self.power)

    @cached_property
    def ports(self) -> frozenset[Province]:
        """The provinces with a port (games with an economy)."""
        return self.board.economy.ports() if self.board.economy else frozenset()

    @cached_property
    def _waters(self) -> "tuple[_Water, ...]":
        fleets = {p for p, (_, unit) in self.standing.items() if unit.type is UnitType.FLEET}
        return _connected(self.geography, fleets & _convoying(self.geography))

    def convoyed(self, start: Province, end: Province) -> bool:
        """Whether the fleets on the board, of whatever power, could carry an army there."""
        return self.speech.convoys and any(
            start in water.shores and end in water.shores for water in self._waters
        )

    def carries(self, fleet: Province, start: Province, end: Province) -> bool:
        """Whether this fleet could be part of such a convoy."""
        return any(
            fleet in water.seas and start in water.shores and end in water.shores for water in self._waters
        )

    def shipped(self, start: Province, end: Province) -> bool:
        """Whether there is any way over sea at all, if fleets stood everywhere."""
        waters = _all_waters(self.geography) if self.speech.convoys else ()
        return any(start in water.shores and end in water.shores for water in waters)

    def steps(self, unit: Unit) -> tuple[Location, ...]:
        """Where a unit can go by itself."""
        near = self.geography.reach(unit)
        return near if not self.ports or unit.type is UnitType.ARMY else self._by_port(unit, near)

    def _by_port(self, fleet: Unit, near: tuple[Location, ...]) -> tuple[Location, ...]:
        """A port borders what its province borders, all coasts together, and that province (B24, B30)."""
        mains = self.geography.fleet_places(fleet.province)
        if fleet.location.coast == PORT:
            near = tuple(
                dict.fromkeys([*mains, *(to for main in mains for to in self.geography.fleet[main])])
            )
        around = {place.province for place in near} | {fleet.province}
        quays = (Location(port, PORT) for port in sorted(self.ports & around))
        return (*near, *(quay for quay in quays if quay != fleet.location))

    def reaches(self, unit: Unit, province: Province) -> bool:
        """Whether a unit could go to a province by itself, to whatever coast: what a support asks."""
        if self.ports & {unit.province}:
            return province == unit.province or province in {place.province for place in self.steps(unit)}
        return province in _reach(self.geography, unit)

    def follows(self, unit: Unit, other: Unit) -> bool:
        """Whether a unit could support its own power's other one in some move, whichever that is ordered."""
        own = self.speech.follows and self.own.get(other.province) == other
        return own and any(self.reaches(unit, place.province) for place in self.steps(other))

    def sites(self) -> tuple[Province, ...]:
        """Where this power may build, occupied or not, owned or not."""
        homes = self.speech.homes
        found = sites(self.board, self.power) if homes is None else homes.get(self.power, ())
        return tuple(dict.fromkeys([*found, *self._hubs()]))

    def _hubs(self) -> list[Province]:
        """Units are built in supply hubs too (B41): in some games wherever one may have just been placed."""
        economy = self.board.economy
        if economy and self.speech.quick_hubs:
            return [province for province, power in economy.control.items() if power == self.power]
        held = economy.held(self.power) if economy else ()
        return [building.province for building in held if building.type is BuildingType.HUB]

    def is_water(self, province: Province) -> bool:
        """Whether a fleet in this province can carry an army."""
        return province in _convoying(self.geography)


def _port_first(units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: unit.location.coast != PORT)


@cache
def _reach(geography: Geography, unit: Unit) -> frozenset[Province]:
    return frozenset(place.province for place in geography.reach(unit))


@dataclass(frozen=True, slots=True)
class _Water:
    """Seas that hang together, and the provinces on their shores."""

    seas: frozenset[Province]
    shores: frozenset[Province]


@cache
def _convoying(geography: Geography) -> frozenset[Province]:
    """Where a fleet can carry an army: at sea, and where the board file says so."""
    seas = {province for province, terrain in geography.terrain.items() if terrain is Terrain.SEA}
    return frozenset(seas | {p for p, fields in geography.special.items() if fields.get("convoy")})


@cache
def _all_waters(geography: Geography) -> tuple[_Water, ...]:
    return _connected(geography, _convoying(geography))


def _connected(geography: Geography, seas: Iterable[Province]) -> tuple[_Water, ...]:
    left, waters = set(seas), []
    while left:
        group, edge, shores = set(), [min(left)], set()
        while edge:
            sea = edge.pop()
            if sea in group:
                continue
            group.add(sea)
            near = _neighbours(geography, sea)
            shores |= {p for p in near if geography.terrain.get(p) is Terrain.COAST}
            edge += near & left
        left -= group
        waters.append(_Water(frozenset(group), frozenset(shores)))
    return tuple(waters)


@cache
def _neighbours(geography: Geography, sea: Province) -> frozenset[Province]:
    places = geography.fleet_places(sea)
    return frozenset(near.province for place in places for near in geography.fleet.get(place, ()))
