"""Random positions in retreat and Build phases, and letters for them; the same number gives the same ones."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from buildings_ledger import COAST, LAND, MAP, TREE, economy_of, reach

from judge.board.economy import Bill, Building, BuildingType, Economy, Row, spot
from judge.board.geography import PORT, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.orders import (
    Build,
    Demolish,
    Disband,
    Order,
    Place,
    Replenish,
    ReplenishAll,
    ReplenishBuilding,
    Research,
    Retreat,
    slot_of,
)
from judge.board.phases import Phase
from judge.board.state import Board, Dislodged

POWERS = [Power("ENGLAND"), Power("FRANCE"), Power("GERMANY")]
OTHERS: dict[str, list[Any]] = {
    "income_base": [0, 9],
    "income_per_center": [0, 3, 11],
    "cost_army": [0, 7, 15],
    "cost_fleet": [3, 12],
    "cost_fort": [0, 2, 20],
    "cost_port": [0, 1],
    "cost_hub": [1, 5],
    "ap_army": [0, 2],
    "ap_fleet": [0, 2],
    "ap_fort": [0, 3],
    "ap_port": [0, 2],
    "ap_hub": [0, 1],
    "ap_base": [0, 3],
    "centers_per_ap": [1, 3, 5],
    "ap_carry_over": [True],
    "replenish_payable_in": [["retreat"], ["build"], []],
    "partial_payment": [True],
    "hub_build_site": [False],
    "hub_usable_same_build_phase": [True],
    "buildings_earn": [True],
    "provinces_per_building": [1, 2, 5],
    "over_limit_default_deletion": ["oldest first"],
    "deletion_refund": [1, 4],
    "unit_cap": ["none"],
    "building_types": [["fort"], ["port", "hub"]],
    "unit_types": [["army"]],
    "burned_pays": [True],
    "tile_control": ["fall"],
}


def choices(random: Random, share: float) -> dict[str, Any]:
    """Some options that are not the usual ones."""
    return {name: random.choice(values) for name, values in OTHERS.items() if random.random() < share}


def position(random: Random, phase: str) -> Board:
    """Land, units, buildings and bills of a few powers; too many units and buildings as often as too few."""
    powers = POWERS[: random.randint(1, 3)]
    held = set(random.sample(LAND, random.randint(8, 26)))
    held |= {home for power in powers for home in MAP.home[power] if random.random() < 0.8}
    control = {place: random.choice(powers) for place in sorted(held)}
    control |= {h: p for p in powers for h in MAP.home[p] if h in held and random.random() < 0.8}
    centers: dict[Power, list[Province]] = {}
    for place in sorted(held & set(MAP.centers)):
        owner = control[place] if random.random() < 0.9 else random.choice(powers)
        centers.setdefault(owner, []).append(place)
    units: dict[Power, dict[Location, Unit]] = {}
    for place, power in control.items():
        if random.random() < 0.3:
            unit = _unit(random, place)
            units.setdefault(power, {})[spot(unit.location)] = unit
    buildings = list(dict.fromkeys(_buildings(random, sorted(held))))
    for building in buildings:
        if building.type is BuildingType.PORT and random.random() < 0.4:
            berth = Location(building.province, PORT)
            units.setdefault(control[building.province], {})[berth] = Unit(UnitType.FLEET, berth)
    bills = {
        (power, at): Bill(random.choice((1, 2, 3, 5, 7)), Row.DEF_FAIL)
        for power, there in units.items()
        for at in there
        if random.random() < 0.35
    }
    economy = Economy(
        treasury={power: random.choice((0, 0, 3, 8, 20, 60)) for power in sorted(MAP.powers)},
        action_points={power: random.choice((0, 0, 1, 2)) for power in sorted(MAP.powers)},
        control=dict(sorted(control.items())),
        buildings=tuple(buildings),
        bills=dict(sorted(bills.items())),
        research={power: items for power in sorted(powers) if (items := _research(random))},
    )
    standing = {power: tuple(sorted(there.values())) for power, there in sorted(units.items())}
    owned = {power: tuple(sorted(places)) for power, places in sorted(centers.items())}
    return Board(MAP, Phase.read(phase), standing, owned, economy=economy)


def _unit(random: Random, place: Province) -> Unit:
    if place in COAST and random.random() < 0.5:
        return Unit(UnitType.FLEET, random.choice(MAP.fleet_places(place)))
    return Unit(UnitType.ARMY, Location(place))


def _buildings(random: Random, places: list[Province]) -> Iterator[Building]:
    there: set[tuple[BuildingType, Province]] = set()
    for _ in range(random.choice((0, 2, 5, 9))):
        kind, place = random.choice(list(BuildingType)), random.choice(places)
        if (kind, place) in there or (kind is BuildingType.PORT and place not in COAST):
            continue
        there.add((kind, place))
        owes = random.choice((0, 0, 2, 7)) if kind is BuildingType.FORT else 0
        yield Building(
            kind, place, Bill(owes, Row.DEF_FAIL) if owes else None, random.randint(0, 1) if owes else 0
        )


def _research(random: Random) -> tuple[str, ...]:
    items = [name for name, (_, first) in TREE.items() if not first and random.random() < 0.25]
    return (*items, "logistics_2") if "logistics_1" in items and random.random() < 0.5 else tuple(items)


def driven_out(random: Random, board: Board) -> tuple[Board, tuple[Dislodged, ...]]:
    """The board with more bills and some bounces, and units that must retreat; at times two from a port."""
    economy = economy_of(board)
    gone: dict[Location, Dislodged] = {}
    for _ in range(random.choice((0, 1, 2, 3, 5, 7, 9))):
        place = Province(random.choice(sorted(MAP.terrain)))
        if MAP.terrain[place] is Terrain.SHUT or any(at.province == place for at in gone):
            continue
        power = random.choice(sorted(set(economy.control.values())))
        unit = _unit(random, place) if place in LAND else Unit(UnitType.FLEET, random.choice(_at_sea(place)))
        found = [unit]
        if place in economy.ports() and random.random() < 0.7:
            found.append(Unit(UnitType.FLEET, Location(place, PORT)))
        for one in found:
            if any(spot(other.location) == spot(one.location) for other in board.units.get(power, ())):
                continue
            attacker = random.choice(_around(one))
            gone[spot(one.location)] = Dislodged(power, one, attacker, random.random() < 0.15, ())
    bills = dict(economy.bills)
    for at, driven in gone.items():
        if random.random() < 0.7:
            bills[driven.power, at] = Bill(random.choice((1, 2, 5, 7)), Row.DEF_FAIL)
    free = [p for p in sorted(MAP.terrain) if board.at(Province(p)) is None]
    contested = tuple(sorted(random.sample(free, 3)))
    board = replace(board, contested=contested, economy=replace(economy, bills=dict(sorted(bills.items()))))
    return board, tuple(sorted(gone.values(), key=lambda one: (one.power, one.unit)))


def _at_sea(place: Province) -> list[Location]:
    return [at for at in MAP.fleet if at.province == place]


def _around(unit: Unit) -> list[Province]:
    return sorted({to.province for to in reach(unit)})


def letters(random: Random, board: Board) -> dict[Power, tuple[Order, ...]]:
    """A letter of any length for each power: much that can be paid, much that cannot, and some nonsense."""
    economy = economy_of(board)
    out: dict[Power, tuple[Order, ...]] = {}
    for power in sorted(set(economy.control.values())):
        lines = [_line(random, board, power) for _ in range(random.choice((0, 2, 4, 7, 10)))]
        for gone in board.dislodged:
            lines += [o for o in _for_dislodged(random, gone) if gone.power == power]
        random.shuffle(lines)
        kept = {slot_of(line): line for line in lines} if random.random() < 0.7 else dict(enumerate(lines))
        if lines:
            out[power] = tuple(kept.values())
    return out


def _for_dislodged(random: Random, gone: Dislodged) -> Iterator[Order]:
    chance = random.random()
    if gone.retreats and chance < 0.75:
        yield Retreat(gone.unit, random.choice(gone.retreats))
    elif chance < 0.85:
        yield Disband(gone.unit)
    if random.random() < 0.6:
        yield Replenish(gone.unit)


def _line(random: Random, board: Board, power: Power) -> Order:
    economy = economy_of(board)
    mine = [place for place, owner in economy.control.items() if owner == power]
    sites = [p for p in mine if p in MAP.home[power] or economy.at(p, BuildingType.HUB)] or mine
    place = Province(random.choice(sites if random.random() < 0.6 else mine or LAND))
    units = list(board.units.get(power, ()))
    buildings = list(economy.buildings)
    chance = random.random()
    if chance < 0.08 and place in COAST:
        return Build(Unit(UnitType.FLEET, Location(place, PORT)))
    if chance < 0.3:
        return Build(_unit(random, place))
    if chance < 0.5:
        return Place(random.choice(list(BuildingType)), place)
    if chance < 0.6 and buildings:
        building = random.choice(buildings)
        return Demolish(building.type, building.province)
    if chance < 0.75 and units:
        return Replenish(random.choice(units))
    if chance < 0.82 and buildings:
        return ReplenishBuilding(BuildingType.FORT, random.choice(buildings).province)
    if chance < 0.85:
        return ReplenishAll()
    if chance < 0.93 or not units:
        return Research(random.choice(list(TREE)))
    return Disband(random.choice(units))
