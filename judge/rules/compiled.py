"""A board compiled once into integers and bitmasks; nothing is looked up by name while orders are resolved.

A *province* is its number; a *place* is where a unit stands: the number of its province, or for a fleet on
a coast of a split province a number of its own. A set of provinces is an int with one bit for each. A *key*
is a unit with its power in one number, and keys sort as powers and units do.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from judge.board.geography import (
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

NOWHERE = -1
FLEET_BIT = 1 << 20
PLACE_BITS = FLEET_BIT - 1
POWER_STEP = 1 << 21
UNIT_BITS = POWER_STEP - 1
"""A key: the power in steps, whether it is a fleet in a bit, its place by the alphabet in the bits below."""


class Compiled:
    """The integers of one board; never changed after it is made."""

    __slots__ = (
        "alphabet",
        "army_force",
        "army_support",
        "army_to",
        "base",
        "by_name",
        "centers",
        "closed_in_fall",
        "coast_of",
        "fleet_force",
        "fleet_into",
        "fleet_support",
        "fleet_to",
        "geography",
        "place_of",
        "place_province",
        "places",
        "power_of",
        "powers",
        "province_of",
        "provinces",
        "rank",
        "ranked",
        "sailable",
        "sea_to",
        "seas",
        "shore",
        "split",
        "touching",
        "unit",
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

    def _number_places(self) -> None:
        coasts = [place for place in self.geography.fleet if place.coast]
        self.places: tuple[Location, ...] = (*map(Location, self.provinces), *coasts)
        self.place_of: dict[Location, int] = {place: i for i, place in enumerate(self.places)}
        self.place_province: list[int] = [self.province_of[place.province] for place in self.places]
        self.coast_of: dict[Province, dict[Coast, int]] = {}
        """For a split province the place of each coast."""
        for place in coasts:
            self.coast_of.setdefault(place.province, {})[place.coast] = self.place_of[place]
        alphabet = self.alphabet = sorted(range(len(self.places)), key=self.places.__getitem__)
        """The places in alphabetical order: indexed by the last bits of a key."""
        self.ranked: list[int] = [self.place_province[place] for place in alphabet]
        """Their provinces."""
        self.rank: list[int] = [0] * len(alphabet)
        for rank, number in enumerate(alphabet):
            self.rank[number] = rank
        order = {power: i for i, power in enumerate(sorted(self.powers))}
        self.base: list[int] = [order[power] * POWER_STEP for power in self.powers]
        """What the key of a unit has for its power."""
        self.unit: dict[int, Unit] = {
            key | bit: Unit(kind, self.places[place])
            for key, place in enumerate(alphabet)
            for kind, bit in ((UnitType.ARMY, 0), (UnitType.FLEET, FLEET_BIT))
        }
        """The unit of a key, without its power."""
        self.by_name: tuple[tuple[Power, int], ...] = tuple(
            (power, at * POWER_STEP) for power, at in sorted(order.items())
        )
        """The powers by name, each with the least key of its units."""
        self.split: int = self.mask(self.geography.coasts)
        """Provinces whose coasts are apart."""

    def _compile_borders(self) -> None:
        army, fleet, number = self.geography.army, self.geography.fleet, self.place_of
        self.army_to: list[int] = [self.mask(army.get(p, ())) for p in self.provinces]
        self.walkable: int = self.mask(self._of_terrain(Terrain.LAND, Terrain.COAST))
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
        around = [0] * len(self.provinces)
        for place, to in enumerate(self.fleet_to):
            around[self.place_province[place]] |= to
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
        for place, oddity in self.geography.special.items():
            if main := oddity.get("port_of"):
                self._open_port(self.province_of[place], self.province_of[Province(str(main))])
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

    def reach(self, key: int) -> int:
        """The provinces next to a unit that it can enter."""
        place = self.alphabet[key & PLACE_BITS]
        return self.fleet_to[place] if key & FLEET_BIT else self.army_to[place]

    def lends(self, key: int) -> int:
        """The provinces into which a unit can support."""
        place = self.alphabet[key & PLACE_BITS]
        return self.fleet_support[place] if key & FLEET_BIT else self.army_support[place]

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
