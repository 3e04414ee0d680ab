"""Random positions with forts, ports and un-replenished units, in two forms.

A port is a province of its own in one, `BRE/PORT`, on a board from `harbour_board`, which the judge knows
nothing of; the other is the judge's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from random_positions import Straits, position, small_board

from judge.board import atlas
from judge.board.economy import Bill, Building, BuildingType, Economy, Row, spot
from judge.board.geography import PORT, Geography, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import Convoy, Hold, Move, Movement, Order, SupportHold, SupportMove
from judge.board.state import Board

FLAGS = ("fort_defends_empty", "fort_helps_failed_mover", "port_fleet_defends_empty_main",
         "port_support_cut_by_tile_attack")  # fmt: skip
USUAL = dict(zip(FLAGS, (False, True, True, False), strict=True))


@dataclass
class Scene:
    """A position twice: with ports as provinces of their own, and as the judge has it."""

    board: Board
    """Ports are provinces."""
    forts: dict[Province, Power] = field(default_factory=dict)
    idle: set[Province] = field(default_factory=set)
    """Forts that are unpaid."""
    ports: dict[Province, Power] = field(default_factory=dict)
    weak: set[Province] = field(default_factory=set)
    control: dict[Province, Power] = field(default_factory=dict)
    flags: Mapping[str, bool] = field(default_factory=lambda: dict(USUAL))

    def judged(self, geography: Geography) -> Board:
        """The position as the judge has it."""
        units = {p: tuple(sorted(_outside(u) for u in there)) for p, there in self.board.units.items()}
        buildings = [
            Building(BuildingType.FORT, p, Bill(7) if p in self.idle else None) for p in sorted(self.forts)
        ]
        buildings += [Building(BuildingType.PORT, p) for p in sorted(self.ports)]
        bills = {
            (power, spot(_outside(unit).location)): Bill(5, Row.OFF_FAIL)
            for power, unit in self.board.pieces()
            if unit.province in self.weak
        }
        economy = Economy(control=self.control, buildings=tuple(buildings), bills=dict(sorted(bills.items())))
        return replace(self.board, geography=geography, units=units, economy=economy)


def _outside(unit: Unit) -> Unit:
    return Unit(unit.type, outside(unit.location))


def outside(place: Location) -> Location:
    """`BRE/PORT` the province -> the port of Brest."""
    main, mark, _ = place.province.partition("/")
    return Location(Province(main), PORT) if mark else place


def order_outside(order: Order) -> Order:
    """An order as the judge gets it."""
    match order:
        case Hold(unit):
            return Hold(_outside(unit))
        case Move(unit, target, via, route):
            return Move(_outside(unit), outside(target), via, route)
        case SupportHold(unit, other, named):
            return SupportHold(_outside(unit), _outside(other), named)
        case SupportMove(unit, other, target):
            return SupportMove(_outside(unit), _outside(other), outside(target))
        case Convoy(unit, army, target):
            return Convoy(_outside(unit), _outside(army), outside(target))
        case _:
            raise AssertionError(order)


def harbour_board(geography: Geography, ports: set[Province]) -> Geography:
    """The board with each port as a province that borders its own and whatever a fleet there borders."""

    def near(place: Location) -> set[Location]:
        found = set()
        for at, tos in geography.fleet.items():
            if at.province == place.province:
                found |= {at, *tos}
        return found

    quays = {Location(Province(f"{port}/{PORT}")): near(Location(port)) for port in sorted(ports)}
    fleet = {at: set(to) for at, to in geography.fleet.items()}
    for quay, around in quays.items():
        fleet[quay] = set(around)
        for at in around:
            fleet[at].add(quay)
        for other, theirs in quays.items():
            if other != quay and {place.province for place in around} & {Province(other.province[:-5])}:
                fleet[quay].add(other)
                assert theirs
    return replace(
        geography,
        terrain={**geography.terrain, **{quay.province: Terrain.SHUT for quay in quays}},
        fleet={at: tuple(sorted(to)) for at, to in fleet.items()},
    )


def scene(random: Random) -> tuple[Geography, Scene]:
    """A crowded position with forts, ports with fleets, and un-replenished units."""
    geography = atlas.load("standard") if random.random() < 0.4 else small_board(random)
    return geography, furnished(random, position(random, geography, random.randint(4, 9), powers=3))


def crossing(random: Random) -> tuple[Geography, Scene, dict[Power, tuple[Movement, ...]]]:
    """Convoys under attack, with forts and un-replenished units among them, and their orders."""
    geography = small_board(random)
    straits = Straits(random, geography)
    scene = furnished(random, straits.board(), port=0.1, weak=0.06)
    written = straits.written()
    orders = {
        power: tuple(
            next((o for o in written.get(power, ()) if o.unit == unit), Hold(unit)) for unit in there
        )
        for power, there in scene.board.units.items()
    }
    return geography, scene, orders


def furnished(random: Random, plain: Board, port: float = 0.3, weak: float = 0.15) -> Scene:
    """The position with forts, ports and un-replenished units put in by chance."""
    geography, likely = plain.geography, weak
    standing = {unit.province: power for power, unit in plain.pieces()}
    around = sorted({to.province for _, u in plain.pieces() for to in geography.reach(u)} | set(standing))
    land = [p for p in around if geography.terrain[p] in (Terrain.LAND, Terrain.COAST)]
    control = {p: standing.get(p) or random.choice(geography.powers[:3]) for p in land}
    coasts = [p for p in land if geography.fleet_places(p)]
    ports = {p: control[p] for p in coasts if random.random() < port}
    forts = {p: control[p] for p in land if random.random() < 0.35}
    for place in sorted(forts):
        if random.random() < 0.1:
            control[place] = forts[place] = random.choice(geography.powers[:3])
            ports.pop(place, None)
    units = {power: list(there) for power, there in plain.units.items()}
    for port, power in ports.items():
        if random.random() < 0.75:
            units.setdefault(power, []).append(Unit(UnitType.FLEET, Location(Province(f"{port}/{PORT}"))))
    board = replace(
        plain,
        geography=harbour_board(geography, set(ports)),
        units={power: tuple(sorted(there)) for power, there in sorted(units.items())},
    )
    tired = {unit.province for _, unit in board.pieces() if random.random() < likely}
    idle = {place for place in sorted(forts) if random.random() < 0.2}
    flags = dict(USUAL)
    if random.random() < 0.3:
        flags = {flag: random.random() < 0.5 for flag in FLAGS}
    return Scene(board, forts, idle, ports, tired, control, flags)


def homecoming(random: Random, scene: Scene) -> dict[Unit, Movement]:
    """Put an un-replenished army on the board, and a fleet to carry it home; chance hardly ever does."""
    fleets, standing = scene.board.geography.fleet, {unit.province for _, unit in scene.board.pieces()}
    terrain = scene.board.geography.terrain
    seas = [
        at for at in sorted(fleets) if terrain[at.province] is Terrain.SEA and at.province not in standing
    ]
    if not seas:
        return {}
    sea = random.choice(seas)
    coasts = sorted({to.province for to in fleets[sea] if terrain[to.province] is Terrain.COAST})
    free = [p for p in coasts if not standing & {p, Province(f"{p}/{PORT}")}]
    if len(free) < 2:
        return {}
    start, home = random.sample(free, 2)
    army, fleet = Unit(UnitType.ARMY, Location(start)), Unit(UnitType.FLEET, sea)
    owners = [random.choice(scene.board.geography.powers[:3]) for _ in range(2)]
    units = {power: list(there) for power, there in scene.board.units.items()}
    for power, unit in zip(owners, (army, fleet), strict=True):
        units.setdefault(power, []).append(unit)
    scene.board = replace(
        scene.board, units={power: tuple(sorted(there)) for power, there in sorted(units.items())}
    )
    scene.weak.add(start)
    scene.control[home] = owners[0]
    for buildings in (scene.forts, scene.ports):
        if home in buildings:
            buildings[home] = owners[0]
    return {army: Move(army, Location(home), via=True), fleet: Convoy(fleet, army, Location(home))}
