"""Who commands the land, and what becomes of buildings when it changes hands (B18 to B23, B36, B44)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter

from judge.board.accounts import Change, Fate
from judge.board.economy import Bill, Building, Debtor, Economy, Row
from judge.board.geography import PORT, BuildingType, Geography, Location, Power, Province, Terrain, Unit
from judge.board.making import maker
from judge.board.state import Board
from judge.rules.buildings.options import Options
from judge.rules.buildings.prices import need
from judge.rules.compiled import Compiled

Held = Mapping[Province, Power]
Units = Mapping[Power, tuple[Unit, ...]]
_economy, _building, _change = maker(Economy), maker(Building), maker(Change)
_BILL = attrgetter("bill")
# Looked up once: members of an Enum are slow to come by.
_HUB, _PORT = BuildingType.HUB, BuildingType.PORT
_LOST, _CAPTURED, _DEF_FAIL = Fate.LOST, Fate.CAPTURED, (Row.DEF_FAIL,)


def is_land(geography: Geography, province: Province) -> bool:
    """Whether a province can be commanded."""
    return province in _land(geography)


@lru_cache(maxsize=128)
def _land(geography: Geography) -> frozenset[Province]:
    return frozenset(
        p for p, terrain in geography.terrain.items() if terrain in (Terrain.LAND, Terrain.COAST)
    )


def commanded(board: Board, control: Held) -> Held:
    """Control after a phase."""
    return with_taken(control, taken(board.geography, board.units, control))


def taken(geography: Geography, standing: Units, control: Held) -> Held:
    """The land that changes hands: to who stands there; to a fleet in port only where nobody else does."""
    land = _land(geography)
    strangers = [
        (unit.location, power)
        for power, units in standing.items()
        for unit in units
        if control.get(unit.location.province) != power and unit.location.province in land
    ]
    return {
        place.province: power
        for place, power in strangers
        if place.coast != PORT or not _shared(standing, place)
    }


def _shared(standing: Units, port: Location) -> bool:
    """Whether somebody stands in the province of a port."""
    return any(
        unit.province == port.province and unit.location != port
        for units in standing.values()
        for unit in units
    )


def claimed(board: Compiled, keys: Iterable[int], control: Held) -> Held:
    """The same from the keys of the units, where none of the land has a port."""
    land, held = _land(board.geography), control.items()
    strangers = [claim for claim in map(board.claim.__getitem__, keys) if claim not in held]
    return {province: power for province, power in strangers if province in land}


def with_taken(control: Held, taken: Held) -> Held:
    """Control with land that was taken."""
    if not taken:
        return control
    held = {**control, **taken}
    if len(held) == len(control):
        return held
    provinces = sorted(held)
    return dict(zip(provinces, map(held.__getitem__, provinces), strict=True))


def change_hands(economy: Economy, taken: Held, options: Options) -> tuple[Economy, tuple[Change, ...]]:
    """The economy with land that was taken; a captured building is the newest of its new owner."""
    if not taken:
        return economy, ()
    buildings, changes = captured(economy, economy.buildings, taken, options)
    return renewed(economy, with_taken(economy.control, taken), buildings, economy.bills), changes


def renewed(
    economy: Economy,
    control: Held,
    buildings: tuple[Building, ...],
    bills: Mapping[Debtor, Bill],
    treasury: Mapping[Power, int] | None = None,
) -> Economy:
    """The same economy but for these."""
    money, points = economy.treasury if treasury is None else treasury, economy.action_points
    return _economy(money, points, control, buildings, bills, economy.research)


def captured(
    economy: Economy, buildings: tuple[Building, ...], taken: Held, options: Options
) -> tuple[tuple[Building, ...], tuple[Change, ...]]:
    """The buildings once land was taken, and what became of them."""
    lost = [number for number, building in enumerate(buildings) if building.province in taken]
    if not lost:
        return buildings, ()
    kept = [*buildings]
    for number in reversed(lost):
        del kept[number]
    changes: list[Change] = []
    for building in [buildings[number] for number in lost]:
        before, after = economy.control.get(building.province), taken[building.province]
        if _is_lost(building, options):
            changes.append(_change(before, building, _LOST, before))
        else:
            kept.append(_captured(economy, building, after, options))
            changes.append(_change(after, kept[-1], _CAPTURED, before))
    return tuple(kept), tuple(changes)


def _is_lost(building: Building, options: Options) -> bool:
    """B36, B44: a hub is destroyed at once, a port serves its new holder."""
    if building.type is _HUB:
        return options.hub_destroyed_on_loss
    return building.type is _PORT and not options.port_survives_capture


def _captured(economy: Economy, building: Building, power: Power, options: Options) -> Building:
    """B18, B21: bill and counter go with the land; a fort taken without a fight owes nothing."""
    if options.fort_counter_reset_on_capture:
        building = replace(building, phases=0)
    due = options.fort_need_when_taken_undefended and building.bill is None
    if due and building.type is BuildingType.FORT:
        bill = need(options, economy.research.get(power, ()), _DEF_FAIL)
        return replace(building, bill=bill if bill.amount else None)
    return building


def age(
    economy: Economy, taken: Held, fresh: Mapping[int, Bill], options: Options
) -> tuple[tuple[Building, ...], tuple[Change, ...]]:
    """B19: a movement phase ends. What was unpaid for too many is destroyed; then new needs are noted.

    `fresh` are the new needs, by the number of the building; of an old bill and a new one the higher stands.
    Where a capture sets the counter back (B21), the phase of the capture does not count.
    """
    owing = any(map(_BILL, economy.buildings))
    if not (fresh or owing):
        return economy.buildings, ()
    fallen = taken if options.fort_counter_reset_on_capture else {}
    buildings: list[Building | None] = [*economy.buildings]
    changes: list[Change] = []
    for number, building in enumerate(economy.buildings) if owing else ():
        if building.bill is not None and building.province not in fallen:
            aged = _building(building.type, building.province, building.bill, building.phases + 1)
            buildings[number] = aged
            if aged.phases >= options.fort_phases_to_destruction:
                owner = economy.control.get(building.province)
                changes.append(_change(owner, aged, Fate.UNPAID, owner))
                buildings[number] = None
    for number, new in fresh.items():
        standing = buildings[number]
        if standing is not None and new.amount > (standing.bill.amount if standing.bill else 0):
            buildings[number] = _building(standing.type, standing.province, new, standing.phases)
    left = [b for b in buildings if b is not None] if changes else buildings
    return tuple(left), tuple(changes)  # type: ignore[arg-type]
