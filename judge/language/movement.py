"""Movement orders: a shape and a position in, every order it can mean out.

A reading is possible when some orders of the other players could let it succeed. Where a name can mean
several provinces, what is possible decides (own units, reach, coasts), and a tie is never broken.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import assert_never

from judge.board.geography import PORT, Location, Power, Province, Terrain, Unit, UnitType
from judge.board.making import maker
from judge.board.orders import Convoy, Hold, Move, Order, SupportHold, SupportMove
from judge.board.problems import Trouble
from judge.language.position import Position
from judge.language.shapes import Convoys, Holds, Moves, Path, Spot, Supports, Tiers, WrittenUnit
from judge.language.verdict import Reading, Remark

Movement = Holds | Moves | Supports | Convoys
_reading, _location = maker(Reading), maker(Location)
Found = tuple[Unit, int, tuple[Remark, ...]]


Places = Iterator[tuple[Location, int, tuple[Remark, ...]]]
Where = Callable[[Position, Unit, Spot], Places]
"""How to find the places a unit may go: the strict and the lenient way."""


def ranked(spot: Spot) -> tuple[tuple[Province, int], ...]:
    """The provinces a name may mean, the best matches first."""
    return _ranked(spot.tiers)


@lru_cache(maxsize=10_000)
def _ranked(tiers: Tiers) -> tuple[tuple[Province, int], ...]:
    return tuple((province, rank) for rank, tier in enumerate(tiers) for province in tier)


def provinces_of(*spots: Spot) -> frozenset[Province]:
    """The provinces these names may mean."""
    return frozenset(province for spot in spots for province, _ in ranked(spot))


def own_units(position: Position, written: WrittenUnit) -> list[Found]:
    """The units of this power that may be meant. The wrong letter is tolerated where nothing else fits."""
    there = [(unit, rank) for p, rank in ranked(written.spot) for unit in position.units_at(p)]
    if written.power not in (None, position.power):
        return []
    return by_type(written, there)


def any_units(position: Position, written: WrittenUnit, but: Unit | None) -> list[Found]:
    """The units of anybody that a written unit may mean, other than the one that is ordered."""
    there = [
        (*piece, rank)
        for province, rank in ranked(written.spot)
        for piece in _pieces_at(position, province)
        if piece[1] != but
    ]
    theirs = [(unit, rank) for power, unit, rank in there if written.power in (None, power)]
    if theirs:
        return by_type(written, theirs)
    if written.power is not None and not written.marked:
        return []  # `supports Germany in Sweden`, where Russia stands
    # Whose it is need not be said (DATC 4.C); said wrong, the place still tells.
    remark = Remark(Trouble.UNIT_LETTER, written.spot.text)
    plain = by_type(written, [(unit, rank) for _, unit, rank in there])
    return [(unit, rank, (*remarks, remark)) for unit, rank, remarks in plain]


def _pieces_at(position: Position, province: Province) -> list[tuple[Power, Unit]]:
    """Whoever stands there, a fleet in port last."""
    found = (position.standing.get(province), position.berthed.get(province))
    return [piece for piece in found if piece is not None]


def by_type(written: WrittenUnit, there: list[tuple[Unit, int]]) -> list[Found]:
    """Those of the type that was written; where none is, any, with a remark."""
    there = _berths(written, there)
    fitting = [(unit, rank) for unit, rank in there if written.type in (None, unit.type)]
    if fitting:
        return [(unit, rank, _coast_remark(written, unit)) for unit, rank in fitting]
    remark = Remark(Trouble.UNIT_LETTER, written.spot.text)
    return [(unit, rank, (remark, *_coast_remark(written, unit))) for unit, rank in there]


def _berths(written: WrittenUnit, there: list[tuple[Unit, int]]) -> list[tuple[Unit, int]]:
    """Of two units in one province: the one in port where that is said, else two fleets are told apart so."""
    quays = [(unit, rank) for unit, rank in there if unit.location.coast == PORT]
    if not quays:
        return there
    if written.spot.coast == PORT:
        return quays
    ashore = {unit.province: unit for unit, _ in there if unit.location.coast != PORT}
    alike = {unit for unit, _ in quays if unit.province in ashore and ashore[unit.province].type is unit.type}
    return there if written.type is None else [(unit, rank) for unit, rank in there if unit not in alike]


def _coast_remark(written: WrittenUnit, unit: Unit) -> tuple[Remark, ...]:
    coast = written.spot.coast
    odd = coast is not None and coast != unit.location.coast
    return (Remark(Trouble.COAST_IGNORED, written.spot.text),) if odd else ()


def possible(position: Position, unit: Unit, spot: Spot) -> Places:
    """The places of this name that the unit could come to."""
    for province, rank in ranked(spot):
        quay = PORT in (spot.coast, unit.location.coast)
        if province == unit.province and not quay:
            continue
        if unit.type is UnitType.FLEET:
            for place in position.steps(unit):
                if place.province == province and is_named(spot, place):
                    yield place, rank, ()
        elif not quay and (far := _distance(position, unit, province)) is not None:
            ignored = (Remark(Trouble.COAST_IGNORED, spot.text),) if spot.coast else ()
            yield _location(province), rank + far, ignored


def is_named(spot: Spot, place: Location) -> bool:
    """Whether words may mean a place; a port is meant only where they say so."""
    return place.coast == spot.coast or (spot.coast is None and place.coast != PORT)


FAR = 10
"""Ranks a reading that needs fleets where none are behind every other."""


def _distance(position: Position, army: Unit, province: Province) -> int | None:
    if position.reaches(army, province) or position.convoyed(army.province, province):
        return 0
    return FAR if position.shipped(army.province, province) else None


def thinkable(position: Position, unit: Unit, spot: Spot) -> Places:
    """The places of this name, whether or not the unit could come there."""
    for province, rank in ranked(spot):
        places = position.geography.fleet_places(province)
        if unit.type is UnitType.FLEET and spot.coast is not None:
            yield Location(province, spot.coast), rank, ()
        elif unit.type is UnitType.FLEET and len(places) > 1:
            near = [place for place in position.steps(unit) if place in places]
            yield near[0] if len(near) == 1 else Location(province), rank, ()
        else:
            yield Location(province), rank, ()


def readings(position: Position, shape: Movement) -> Iterator[Reading]:
    """The orders a shape can mean that could be carried out."""
    for unit in own_units(position, shape.unit):
        yield from _of(position, shape, unit, possible, strict=True)


def lenient(position: Position, shape: Movement, units: list[Found]) -> Iterator[Reading]:
    """The orders a shape can mean for one of these units, possible or not."""
    for unit in units:
        yield from _of(position, shape, unit, thinkable, strict=False)


def _of(position: Position, shape: Movement, found: Found, where: Where, strict: bool) -> Iterator[Reading]:
    unit, rank, remarks = found
    match shape:
        case Holds(_, at):
            if at is None or unit.province in provinces_of(at):
                yield Reading(Hold(unit), rank, remarks)
        case Moves(_, path):
            via, route = path.via or len(path.steps) > 1, _route(position, path)
            for target, more, remark in where(position, unit, path.steps[-1]):
                if strict and via and not _goes_by_sea(position, unit, target, path):
                    continue
                order: Order = Move(unit, target, via, route)
                yield _reading(order, rank + more, remarks + remark)
        case Supports(_, other, _, at):
            for supported, more, remark in _helped(position, other, unit, strict):
                if at is not None and supported.province not in provinces_of(at):
                    continue
                for order, last, note in _supports(position, unit, supported, shape, where, strict):
                    yield _reading(order, rank + more + last, remarks + remark + note)
        case Convoys(_, other, path):
            for army, more, remark in _helped(position, other, unit, strict):
                for target, last, note in where(position, army, path.steps[-1]):
                    if not strict or (last < FAR and _carries(position, unit, army, target)):
                        order = Convoy(unit, army, Location(target.province))
                        yield Reading(order, rank + more + last, remarks + remark + note)
        case _:
            assert_never(shape)


def _seas(position: Position, spot: Spot) -> list[Province]:
    return [province for province, _ in ranked(spot) if position.is_water(province)]


def _route(position: Position, path: Path) -> tuple[Province, ...]:
    """The seas named on the way, those that can only be one."""
    seas = [_seas(position, spot) for spot in path.steps[:-1] + path.route]
    return tuple(found[0] for found in seas if len(found) == 1)


def _goes_by_sea(position: Position, unit: Unit, target: Location, path: Path) -> bool:
    """Whether a convoy is possible at all, and over the places that were named."""
    if unit.type is UnitType.FLEET or not position.shipped(unit.province, target.province):
        return False
    return all(_seas(position, spot) for spot in path.steps[:-1] + path.route)


def _helped(position: Position, other: WrittenUnit, unit: Unit, strict: bool) -> list[Found]:
    found = any_units(position, other, unit)
    if found or strict:
        return found
    made: list[Found] = []
    for province, rank in ranked(other.spot):
        sea = position.geography.terrain.get(province) is Terrain.SEA
        kind = other.type or (UnitType.FLEET if sea else UnitType.ARMY)
        coast = other.spot.coast if kind is UnitType.FLEET else None
        made.append((Unit(kind, Location(province, coast) if coast else Location(province)), rank, ()))
    return made


def _supports(
    position: Position, unit: Unit, supported: Unit, shape: Supports, where: Where, strict: bool
) -> Iterator[tuple[Order, int, tuple[Remark, ...]]]:
    path = shape.path
    if path is None:
        named = shape.holds and position.speech.follows
        near = position.reaches(unit, supported.province)
        if not strict or near or (not named and position.follows(unit, supported)):
            yield SupportHold(unit, supported, named), 0, ()
        return
    spot = path.steps[-1]
    seen = set()
    for place, rank, remarks in where(position, supported, spot):
        if strict and rank >= FAR and not path.via:
            continue
        # Only the province counts for a support; a coast that was not written is not added (DATC 6.B.4).
        target = place if spot.coast and place.coast else Location(place.province)
        if target not in seen and (not strict or position.reaches(unit, target.province)):
            seen.add(target)
            yield SupportMove(unit, supported, target), rank, remarks


def _carries(position: Position, fleet: Unit, army: Unit, target: Location) -> bool:
    both = fleet.type is UnitType.FLEET and army.type is UnitType.ARMY
    return both and position.carries(fleet.province, army.province, target.province)
