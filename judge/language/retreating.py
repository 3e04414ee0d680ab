"""Retreats: of the units that must go, to the places left to them; or sent ahead, along the borders."""

from collections.abc import Iterator

from judge.board.geography import PORT, Location, Unit, UnitType
from judge.board.orders import Disband, Order, Retreat
from judge.board.phases import Kind
from judge.board.problems import Trouble
from judge.language.movement import by_type, is_named, own_units, provinces_of, ranked
from judge.language.settle import Case, exactly, misspelt, several
from judge.language.shapes import Disbands, Moves, Path, Retreats, Shape, Spot, WrittenUnit, spots
from judge.language.verdict import Reading, Refused, Remark, Taken, Verdict, best, only, written

Written = Retreats | Disbands


def retreat(case: Case, shape: Retreats, text: str = "") -> Verdict:
    """`A Mun R Boh, Tyr`: the first place that is open counts, the others are what to fall back on."""
    unknown = [spot for spot in spots(shape) if not spot.known]
    if unknown:
        return misspelt(case, shape, unknown[0], lambda other: _retreats(case, other))
    if not shape.targets:
        found = best(_disbands(case, shape.unit))
        order = found[0].order if len(found) == 1 else None
        return Refused(Trouble.INCOMPLETE, shape.unit.spot.text, _open(case, order))
    taken: list[Taken] = []
    refused: list[Verdict] = []
    for target in shape.targets:
        verdict = _one(case, Retreats(shape.unit, (target,)), text)
        if isinstance(verdict, Taken):
            taken.append(verdict)
        else:
            refused.append(verdict)
    if not taken or any(isinstance(v, Refused) and v.trouble in _UNCLEAR for v in refused):
        return refused[0]
    first = taken[0]
    others = tuple(dict.fromkeys(one.order for one in taken[1:] if one.order != first.order))
    return Taken(first.order, Kind.RETREATS, first.remarks, others)


_UNCLEAR = frozenset({Trouble.AMBIGUOUS_PROVINCE, Trouble.COAST_UNCLEAR, Trouble.AMBIGUOUS_ORDER})


def _one(case: Case, shape: Retreats, text: str) -> Verdict:
    found = exactly(best(_retreats(case, shape)), text)
    if len(found) == 1:
        return Taken(found[0].order, Kind.RETREATS, found[0].remarks)
    if found:
        return several([reading.order for reading in found], shape)
    units = _units(case, shape.unit)
    if not units:
        return _nobody(case, shape.unit)
    unit = units[0][0]
    if not case.strict:
        province = shape.targets[0].tiers[0][0]
        return Taken(
            Retreat(unit, Location(province, shape.targets[0].coast or Location(province).coast)),
            Kind.RETREATS,
        )
    order = Disband(unit)
    return Refused(Trouble.NO_RETREAT_THERE, shape.targets[0].text, _open(case, order))


def disband(case: Case, shape: Disbands) -> Verdict:
    """`A Mun D`, of a dislodged unit; or sent ahead, of any."""
    if not shape.unit.spot.known:
        return misspelt(case, shape, shape.unit.spot, lambda other: _disbands(case, other.unit))  # type: ignore[union-attr]
    found = best(_disbands(case, shape.unit))
    if len(found) == 1:
        return Taken(found[0].order, Kind.RETREATS, found[0].remarks)
    return several([reading.order for reading in found], shape) if found else _nobody(case, shape.unit)


def surrender(case: Case, text: str) -> Verdict:
    """`Surrender`, without a unit: of the one that was driven out; of several, which?"""
    gone = tuple(Disband(one.unit) for one in case.position.dislodged.values())
    if len(gone) == 1:
        return Taken(gone[0], Kind.RETREATS)
    return Refused(Trouble.AMBIGUOUS_ORDER if gone else Trouble.NOT_DISLODGED, text, written(gone))


def as_retreat(shape: Moves) -> Retreats:
    """In the retreats a plain move is a retreat."""
    return Retreats(shape.unit, (shape.path.steps[-1], *shape.path.others))


def as_move(shape: Retreats) -> Moves:
    """A retreat read as a move."""
    return Moves(shape.unit, Path(shape.targets[:1]))


def _ahead(case: Case) -> bool:
    return case.position.board.phase.kind is not Kind.RETREATS


def _units(case: Case, written: WrittenUnit) -> list[tuple[Unit, int, tuple[Remark, ...]]]:
    if _ahead(case):
        return own_units(case.position, written)
    there = [
        (one.unit, rank)
        for p, rank in ranked(written.spot)
        for one in case.position.gone
        if one.unit.province == p
    ]
    if written.power not in (None, case.position.power):
        return []  # `the French army in Munich`, that drove ours out
    if any(unit.location.coast == PORT for unit, _ in there):
        return by_type(written, there)
    fitting = [(unit, rank, ()) for unit, rank in there if written.type in (None, unit.type)]
    if fitting:
        return [(unit, rank, ()) for unit, rank, _ in fitting]
    return [(unit, rank, (Remark(Trouble.UNIT_LETTER, written.spot.text),)) for unit, rank in there]


def _places(case: Case, unit: Unit) -> tuple[Location, ...]:
    if _ahead(case):
        return case.position.steps(unit)
    return next(gone.retreats for gone in case.position.gone if gone.unit == unit)


def _retreats(case: Case, shape: Shape) -> Iterator[Reading]:
    assert isinstance(shape, Retreats)
    for unit, rank, remarks in _units(case, shape.unit):
        for place, more, note in _targets(case, unit, shape.targets[0]):
            yield Reading(Retreat(unit, place), rank + more, remarks + note)


def _targets(case: Case, unit: Unit, spot: Spot) -> Iterator[tuple[Location, int, tuple[Remark, ...]]]:
    for province, rank in ranked(spot):
        for place in _places(case, unit):
            if place.province != province:
                continue
            if unit.type is UnitType.ARMY:
                yield place, rank, (Remark(Trouble.COAST_IGNORED, spot.text),) if spot.coast else ()
            elif is_named(spot, place) or (spot.coast is None and _is_only_one(case, unit, place)):
                yield place, rank, ()


def _is_only_one(case: Case, unit: Unit, place: Location) -> bool:
    """A port that is all there is to go to in its province."""
    return [to for to in _places(case, unit) if to.province == place.province] == [place]


def _disbands(case: Case, written: WrittenUnit) -> Iterator[Reading]:
    for unit, rank, remarks in _units(case, written):
        yield Reading(Disband(unit), rank, remarks)


def _nobody(case: Case, written: WrittenUnit) -> Refused:
    position, spot = case.position, written.spot
    if any(province in position.own for province, _ in ranked(spot)):
        return Refused(Trouble.NOT_DISLODGED, spot.text, _waiting(case))
    others = provinces_of(spot) & {gone.unit.province for gone in position.board.dislodged}
    if others or any(province in position.standing for province, _ in ranked(spot)):
        return Refused(Trouble.NOT_YOUR_UNIT, spot.text, _waiting(case))
    return Refused(Trouble.NO_UNIT_THERE, spot.text, _waiting(case))


def _waiting(case: Case) -> tuple[str, ...]:
    return tuple(sorted(str(gone.unit) for gone in case.position.dislodged.values()))


def _open(case: Case, order: Order | None) -> tuple[str, ...]:
    """Where the unit of an order may go, as orders to choose from."""
    if not isinstance(order, Disband):
        return ()
    places = [Retreat(order.unit, place) for place in _places(case, order.unit)]
    return tuple(sorted(map(str, [*places, order])))


__all__ = ["as_move", "as_retreat", "disband", "only", "retreat"]
