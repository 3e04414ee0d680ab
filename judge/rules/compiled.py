"""A board compiled once into integers and bitmasks; nothing is looked up by name while orders are resolved.

A *province* is its number; a *place* is where a unit stands: the number of its province, or for a fleet on
a coast of a split province a number of its own. A set of provinces is an int with one bit for each. A *shape*
is a unit in one number, whoever has it; a *key* is a unit with its power. Both sort as powers and units do.

A *berth* is the sub-tile where a fleet lies in a province that has a port (the buildings rules). Every
province that could have a port has one, numbered after the provinces; what resolves orders takes it for one
more province. Where there is no port nobody is ever in it.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from judge.board.geography import (
    PORT,
    Border,
    Coast,
    Geography,
    Location,
    Power,
    Province,
    Terrain,
    Unit,
    UnitType,
)

NOWHERE = NO_UNIT = -1
_DRY = Terrain.LAND, Terrain.COAST


class Compiled:
    """The integers of one board; never changed after it is made."""

    __slots__ = (
        "_all_ways_out",
        "_near",
        "_ways_out",
        "army_force",
        "army_support",
        "army_to",
        "at_of_key",
        "base",
        "berth_of",
        "centers",
        "claim",
        "closed_in_fall",
        "coast_of",
        "fleet_force",
        "fleet_into",
        "fleet_support",
        "fleet_to",
        "fleets",
        "geography",
        "land",
        "main",
        "named",
        "place_at",
        "place_of",
        "place_province",
        "places",
        "power_of",
        "powers",
        "province_of",
        "provinces",
        "rank",
        "sailable",
        "sea_to",
        "seas",
        "shore",
        "split",
        "tiles",
        "touching",
        "unit",
        "unit_of_key",
        "walkable",
    )

    def __init__(self, geography: Geography) -> None:
        self.geography = geography
        self.provinces: tuple[Province, ...] = tuple(geography.terrain)
        self.province_of: dict[Province, int] = {p: i for i, p in enumerate(self.provinces)}
        self.powers: tuple[Power, ...] = geography.powers
        self.power_of: dict[Power, int] = {power: i for i, power in enumerate(self.powers)}
        self.centers: frozenset[Province] = frozenset(geography.centers)
        self._number_places()
        self._compile_borders()
        self._compile_seas()
        self._apply_oddities()
        self._ways_out: dict[int, list[tuple[int, Location]]] = {}
        self._all_ways_out: dict[int, list[tuple[int, Location]]] = {}
        self._near: dict[int, frozenset[int]] = {}

    def _number_places(self) -> None:
        coasts = [place for place in self.geography.fleet if place.coast]
        havens = sorted(p for p in self._of_terrain(*_DRY) if self.geography.fleet_places(p))
        berths = [Location(haven, PORT) for haven in havens]
        self.land: int = len(self.provinces)
        """How many provinces there are: what is numbered higher is a berth."""
        self.tiles: int = self.land + len(berths)
        """How many there are of both."""
        self.main: list[int] = [*range(self.land), *map(self.province_of.__getitem__, havens)]
        """The province of a berth; any other province itself."""
        self.berth_of: dict[Province, int] = {haven: self.land + i for i, haven in enumerate(havens)}
        self.places: tuple[Location, ...] = (*map(Location, self.provinces), *berths, *coasts)
        self.named: list[Province] = [self.places[at].province for at in range(self.tiles)]
        """The name of every province, and of a berth that of its province."""
        self.place_of: dict[Location, int] = {place: i for i, place in enumerate(self.places)}
        self.place_province: list[int] = [
            *range(self.tiles),
            *[self.province_of[place.province] for place in coasts],
        ]
        self.coast_of: dict[Province, dict[Coast, int]] = {}
        """For a split province the place of each coast."""
        for place in coasts:
            self.coast_of.setdefault(place.province, {})[place.coast] = self.place_of[place]
        alphabet = sorted(range(len(self.places)), key=self.places.__getitem__)
        self.rank: list[int] = [0] * len(alphabet)
        """The number of every place in alphabetical order; that is also the shape of an army there."""
        for rank, number in enumerate(alphabet):
            self.rank[number] = rank
        self.fleets: int = len(alphabet)
        """The shape of a fleet is this much more; a lesser shape is an army."""
        self.place_at: list[int] = alphabet * 2
        """The place where a shape stands."""
        kinds = (UnitType.ARMY, UnitType.FLEET)
        self.unit: list[Unit] = [Unit(kind, self.places[place]) for kind in kinds for place in alphabet]
        """The unit of a shape."""
        order = {power: i for i, power in enumerate(sorted(self.powers))}
        self.base: list[int] = [order[power] * len(self.unit) for power in self.powers]
        """What the key of a unit has for its power."""
        self.unit_of_key: list[Unit] = self.unit * len(self.powers)
        self.claim: list[tuple[Province, Power]] = [
            (unit.province, power) for power in order for unit in self.unit
        ]
        """The province where the unit of a key stands, and its power."""
        self.at_of_key: list[int] = [self.place_province[place] for place in self.place_at] * len(self.powers)
        self.split: int = self.mask(self.geography.coasts)
        """Provinces whose coasts are apart."""

    def _compile_borders(self) -> None:
        army, fleet, number = self.geography.army, self._fleet(), self.place_of
        nowhere = [0] * (self.tiles - self.land)
        self.army_to: list[int] = [*(self.mask(army.get(p, ())) for p in self.provinces), *nowhere]
        self.walkable: int = self.mask(self._of_terrain(*_DRY))
        self.fleet_into: list[dict[int, tuple[int, ...]]] = [
            self._by_province(number[to] for to in fleet.get(place, ())) for place in self.places
        ]
        """For each place the provinces a fleet can enter from it, and the places there it can take."""
        self.fleet_to: list[int] = [_bits(into) for into in self.fleet_into]
        self.sailable: int = _bits(self.place_province[p] for p, to in enumerate(self.fleet_to) if to)
        self.army_support: list[int] = list(self.army_to)
        self.fleet_support: list[int] = list(self.fleet_to)
        self.army_force: dict[tuple[int, int], int] = {}
        self.fleet_force: dict[tuple[int, int], int] = {}

    def _fleet(self) -> dict[Location, list[Location]]:
        """Where fleets go. A berth borders its province, and what that borders, all coasts together."""
        fleet = {place: list(to) for place, to in self.geography.fleet.items()}
        for haven, number in self.berth_of.items():
            quay, mains = self.places[number], self.geography.fleet_places(haven)
            near = dict.fromkeys([*mains, *(to for main in mains for to in fleet[main])])
            for to in near:
                fleet[to].append(quay)
            fleet[quay] = list(near)
        return fleet

    def _by_province(self, places: Iterable[int]) -> dict[int, tuple[int, ...]]:
        into: dict[int, tuple[int, ...]] = {}
        for place in places:
            province = self.place_province[place]
            into[province] = (*into.get(province, ()), place)
        return into

    def _of_terrain(self, *kinds: Terrain) -> list[Province]:
        return [p for p, terrain in self.geography.terrain.items() if terrain in kinds]

    def _compile_seas(self) -> None:
        convoying = [p for p, oddity in self.geography.special.items() if oddity.get("convoy")]
        self.seas: int = self.mask([*self._of_terrain(Terrain.SEA), *convoying])
        """Provinces where a fleet can convoy."""
        around = [0] * self.tiles
        for place, to in enumerate(self.fleet_to):
            around[self.place_province[place]] |= to & ~(-1 << self.land)
        self.touching: list[int] = [both | self.army_to[i] for i, both in enumerate(around)]
        """Neighbours for any kind of unit, whatever the coast."""
        self.sea_to: list[int] = [around[i] & self.seas for i in range(len(around))]
        self.shore: list[int] = [
            around[i] & self.seas if self.walkable >> i & 1 else 0 for i in range(len(around))
        ]
        """For a province with a coast the waters where an army can be taken aboard or put ashore."""

    def _apply_oddities(self) -> None:
        closed = (p for p, oddity in self.geography.special.items() if oddity.get("closed") == "fall")
        self.closed_in_fall: int = self.mask(closed)
        for berth in range(self.land, self.tiles):
            self._open_port(berth, self.main[berth])
        for border in self.geography.borders:
            for first, second in (border.between, border.between[::-1]):
                self._apply(border, self.province_of[first], self.province_of[second])

    def _open_port(self, port: int, main: int) -> None:
        """Armies never enter a port, but those in its province or next to it can support the fleet there."""
        for at, to in enumerate(self.army_to):
            if at == main or to >> main & 1:
                self.army_support[at] |= 1 << port

    def _apply(self, border: Border, here: int, there: int) -> None:
        if border.unit is not UnitType.FLEET:
            self.army_force[here, there] = border.strength
            if not border.support:
                self.army_support[here] &= ~(1 << there)
        if border.unit is not UnitType.ARMY:
            self.fleet_force[here, there] = border.strength
            if not border.support:
                for place, province in enumerate(self.place_province):
                    if province == here:
                        self.fleet_support[place] &= ~(1 << there)

    def shape(self, unit: Unit) -> int:
        """The shape of a unit; NO_UNIT when it can stand nowhere on the board."""
        place = self.place(unit.location)
        if place < 0 or (unit.location.coast and unit.type is UnitType.ARMY):
            return NO_UNIT
        return self.rank[place] + (self.fleets if unit.type is UnitType.FLEET else 0)

    def key(self, power: Power, unit: Unit) -> int:
        """The key of a unit; NO_UNIT when it can stand nowhere on the board."""
        shape = self.shape(unit)
        return shape if shape < 0 else shape + self.base[self.power_of[power]]

    def place(self, location: Location) -> int:
        """The number of a place; NOWHERE when the board has none such."""
        return self.place_of.get(location, NOWHERE)

    def at(self, location: Location) -> int:
        """The province of a location, or its berth; NOWHERE when the board has none such."""
        if location.coast == PORT and location.province in self.berth_of:
            return self.berth_of[location.province]
        return self.province_of.get(location.province, NOWHERE)

    def reach(self, shape: int) -> int:
        """The provinces next to a unit that it can enter."""
        place = self.place_at[shape]
        return self.fleet_to[place] if shape >= self.fleets else self.army_to[place]

    def ways_out(self, shape: int) -> list[tuple[int, Location]]:
        """The provinces a unit can enter, each with the place there, in alphabetical order; no berths."""
        if shape not in self._ways_out:
            self._ways_out[shape] = [way for way in self.all_ways_out(shape) if way[0] < self.land]
        return self._ways_out[shape]

    def all_ways_out(self, shape: int) -> list[tuple[int, Location]]:
        """The same with berths."""
        if shape not in self._all_ways_out:
            place = self.place_at[shape]
            places = list(members(self.army_to[place])) if shape < self.fleets else []
            if shape >= self.fleets:
                places = [to for places_there in self.fleet_into[place].values() for to in places_there]
            places.sort(key=self.rank.__getitem__)
            self._all_ways_out[shape] = [(self.place_province[to], self.places[to]) for to in places]
        return self._all_ways_out[shape]

    def near(self, shape: int) -> frozenset[int]:
        """The provinces that a unit can enter, or a berth of which."""
        if shape not in self._near:
            self._near[shape] = frozenset(self.main[to] for to, _ in self.all_ways_out(shape))
        return self._near[shape]

    def lends(self, shape: int) -> int:
        """The provinces into which a unit can support."""
        place = self.place_at[shape]
        return self.fleet_support[place] if shape >= self.fleets else self.army_support[place]

    def mask(self, provinces: Iterable[Province]) -> int:
        """The set of these provinces."""
        return _bits(self.province_of[province] for province in provinces)


def _bits(numbers: Iterable[int]) -> int:
    out = 0
    for number in numbers:
        out |= 1 << number
    return out


def members(mask: int) -> Iterator[int]:
    """The provinces of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=128)
def compiled(geography: Geography) -> Compiled:
    """The integers of this board, made when first asked for."""
    return Compiled(geography)
