"""From a line about a building, a bill or research to an order.

Which names it can mean is decided here; whether there is money for it and the rules allow it, by them alone.
"""

from collections.abc import Iterator, Sequence

from judge.board.economy import Building, Economy
from judge.board.geography import Power, Province
from judge.board.orders import (
    BuildingType,
    Demolish,
    Order,
    Place,
    Replenish,
    ReplenishAll,
    ReplenishBuilding,
    Research,
)
from judge.board.phases import Kind
from judge.board.problems import Trouble
from judge.language import fold
from judge.language.lexicon import EVERYONES, vocabulary
from judge.language.movement import Found, any_units, by_type, own_units, ranked
from judge.language.settle import Case, misspelt
from judge.language.shapes import Act, Shape, Spends, Spot, WrittenUnit
from judge.language.verdict import Reading, Refused, Taken, Verdict, best, written

_NOTHING = Economy()
_PAYDAYS = (Kind.RETREATS, Kind.ADJUSTMENTS)


def spend(case: Case, shape: Spends) -> Verdict:
    """What a line comes to in this phase."""
    if shape.act is Act.COMMAND:
        return Refused(Trouble.BUILDING_COMMANDED, shape.unit.spot.text)
    if shape.strange:
        unclear = shape.act is Act.PAY_ALL
        return Refused(Trouble.NOT_UNDERSTOOD if unclear else Trouble.NO_SUCH_BUILDING, shape.strange)
    kind = case.position.board.phase.kind
    fits = kind in (_PAYDAYS if shape.act in (Act.PAY, Act.PAY_ALL) else (Kind.ADJUSTMENTS,))
    verdict = _order(case, shape)
    if shape.many and isinstance(verdict, Taken):
        return Refused(Trouble.NOT_UNDERSTOOD, shape.many, guess=str(verdict.order))
    if not isinstance(verdict, Taken) or fits or not case.strict:
        return verdict
    return Refused(Trouble.WRONG_PHASE, shape.unit.spot.text, order=verdict.order)


def _order(case: Case, shape: Spends) -> Verdict:
    match shape.act:
        case Act.PAY_ALL:
            return _taken(case, ReplenishAll())
        case Act.RESEARCH:
            return _research(case, shape.unit.spot.text)
        case _:
            return _placed(case, shape)


def _taken(case: Case, order: Order) -> Taken:
    return Taken(order, case.position.board.phase.kind)


def _placed(case: Case, shape: Spends) -> Verdict:
    if not shape.unit.spot.known:
        return misspelt(case, shape, shape.unit.spot, lambda other: _readings(case, other))
    found = best(_readings(case, shape))
    if len(found) == 1:
        return _taken(case, found[0].order)
    orders = [reading.order for reading in found]
    if len({type(order) for order in orders}) > 1 or shape.act is Act.PAY:
        return (
            Refused(Trouble.AMBIGUOUS_ORDER, shape.unit.spot.text, written(orders))
            if found
            else _nobody(case, shape)
        )
    codes = sorted({str(order.province) for order in orders if isinstance(order, Place | Demolish)})
    return Refused(Trouble.AMBIGUOUS_PROVINCE, shape.unit.spot.text, tuple(codes))


def _readings(case: Case, shape: Shape) -> Iterator[Reading]:
    assert isinstance(shape, Spends)
    match shape.act, shape.building:
        case ((Act.PLACE | Act.NAME), BuildingType() as kind):
            yield from (Reading(Place(kind, p), rank) for p, rank in _likeliest(shape.unit.spot, _held(case)))
        case Act.DEMOLISH, BuildingType() as kind:
            yield from (
                Reading(Demolish(kind, p), r) for p, r in _likeliest(shape.unit.spot, _sites(case, kind))
            )
        case Act.PAY, BuildingType() as kind:
            for province, rank in _likeliest(shape.unit.spot, _sites(case, kind)):
                yield Reading(ReplenishBuilding(kind, province), rank)
        case _:
            yield from _bills(case, shape.unit)


def _likeliest(spot: Spot, wanted: Sequence[Province]) -> Iterator[tuple[Province, int]]:
    """The provinces a name may mean: those that fit, where there are any."""
    meant = list(ranked(spot))
    yield from [(p, rank) for p, rank in meant if p in wanted] or meant


def _economy(case: Case) -> Economy:
    return case.position.board.economy or _NOTHING


def _held(case: Case) -> list[Province]:
    control = _economy(case).control
    return [province for province, power in control.items() if power == case.position.power]


def _own(case: Case) -> list[Building]:
    return list(_economy(case).held(case.position.power))


def _sites(case: Case, kind: BuildingType) -> list[Province]:
    return [building.province for building in _own(case) if building.type is kind]


def _bills(case: Case, unit: WrittenUnit) -> Iterator[Reading]:
    """The bill of a unit, or without a word for a unit that of a building too: what is open decides."""
    found = debtors(case, unit)
    orders: list[tuple[Order, int, bool]] = []
    economy, power = _economy(case), case.position.power
    for one, rank, _ in found:
        owes = economy.bill(power, one.location) is not None
        orders.append((Replenish(one), rank, owes))
    if unit.type is None:
        named = dict(ranked(unit.spot))
        for building in _own(case):
            if building.province in named and building.bill is not None:
                order = ReplenishBuilding(building.type, building.province)
                orders.append((order, named[building.province], True))
    owing = [(order, rank) for order, rank, owes in orders if owes]
    yield from (Reading(order, rank) for order, rank in owing or [(o, rank) for o, rank, _ in orders])


def debtors(case: Case, unit: WrittenUnit) -> list[Found]:
    """The own units that may be meant, dislodged ones by where they stood."""
    gone = [
        (one.unit, rank)
        for p, rank in ranked(unit.spot)
        for one in case.position.gone
        if one.unit.province == p
    ]
    driven_out = by_type(unit, gone)
    standing = own_units(case.position, unit)
    exact = [found for found in (*driven_out, *standing) if not found[2]]
    return exact or [*driven_out, *standing]


def _nobody(case: Case, shape: Spends) -> Verdict:
    power: Power = case.position.power
    others = any_units(case.position, shape.unit, None)
    trouble = Trouble.NOT_YOUR_UNIT if others else Trouble.NO_UNIT_THERE
    order = Replenish(others[0][0]) if len(others) == 1 else None
    if order is not None and not case.strict:
        return _taken(case, order)
    there = case.position.owner(others[0][0]) if others else power
    return Refused(trouble, shape.unit.spot.text, (str(there),) if others else (), order=order)


# Research


def _research(case: Case, text: str) -> Verdict:
    key = " ".join(fold.words(text))
    item = _named(case, key)
    if item is not None:
        return _taken(case, Research(item))
    if not case.strict:
        return _taken(case, Research("_".join(fold.words(text)) or "nothing"))
    return Refused(Trouble.NO_SUCH_RESEARCH, text)


def _named(case: Case, key: str) -> str | None:
    """The item of a name, or of one of the words for it."""
    for item in case.position.speech.research:
        spelt = [item.replace("_", " ")]
        for language in EVERYONES:
            spelt += vocabulary(language, case.position.speech.words).get(f"R_{item.upper()}", ())
        if key in {" ".join(fold.words(words)) for words in spelt}:
            return item
    return None
