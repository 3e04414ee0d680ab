"""Orders for several units at once: `disband both`, `hef alle drie op`, `build two fleets`.

They are taken only where there is no choice: as many units or centers as were said, and no more.
"""

from collections.abc import Sequence

from judge.board.geography import Location, Province, Unit, UnitType
from judge.board.orders import Build
from judge.board.phases import Kind
from judge.language.desk import Desk
from judge.language.scanner import BOTH, KINDS, TYPES_OF_ALL, Lexeme
from judge.language.shapes import (
    Act,
    AllOf,
    Builds,
    Disbands,
    Retreats,
    Shape,
    Spends,
    Spot,
    WrittenUnit,
)
from judge.language.verdict import Taken

_VERBS = {"_DISBANDS": "disband", "_REMOVES": "remove", "_BUILDS": "build", "_PAYS": "pay", "PAYS_ALL": "pay"}
_COUNTS = frozenset({"_REST", "ALL_ARMIES", "ALL_FLEETS", "NUMBER"})
_LEAVING = frozenset({"_RETREATS", "_BACK", "_MOVES", "_WITH", "_THAT"})
_EMPTY = frozenset({"INTRO", "GREETING", "ORDERS", "BE", "ALSO", "REASON"})
_WORD = 3
TOLD = frozenset({"opgeheven", "ontbonden", "verwijderd", "disbanded", "destroyed", "removed", "aufgelöst"})
_QUIET = frozenset({"_ON", "_FROM", "_AT", "_THAT", *KINDS, *_COUNTS})


def of_all(core: Sequence[Lexeme]) -> AllOf | None:
    """What is said of all of a kind; None where a unit is named, or no number."""
    verbs = {_VERBS[x.type] for x in core if x.type in _VERBS}
    if not verbs and any(x.type in ("NUMBER", "_REST") for x in core):
        verbs = {""}  # `two fleets`, `armies everywhere`, and no more: in the adjustments, where?
    if len(verbs) != 1 or not all(x.type in _VERBS or x.type in _QUIET or _is_them(x) for x in core):
        return None
    if verbs <= {"build", "pay", ""} and not any(x.type in TYPES_OF_ALL for x in core):
        return None
    counted = any(
        x.type in _COUNTS or x.type == "PAYS_ALL" or "EVERY" in x.roles or "PLURAL" in x.roles for x in core
    )
    types = {TYPES_OF_ALL[x.type] for x in core if x.type in TYPES_OF_ALL}
    counts = [2 if x.type in TYPES_OF_ALL else x.value for x in core if x.type == "NUMBER" or _is_both(x)]
    if not counted or len(types) > 1 or len(counts) > 1 or counts == [1]:
        return None
    count = counts[0] if counts else 0
    return AllOf(verbs.pop(), next(iter(types), None), count) if isinstance(count, int) else None


def _is_both(lexeme: Lexeme) -> bool:
    """`both fleets`, which is one word of ours."""
    return lexeme.type in ("ALL_ARMIES", "ALL_FLEETS") and lexeme.text.casefold().startswith(BOTH)


def _is_them(lexeme: Lexeme) -> bool:
    return lexeme.type == "TALK" and bool(lexeme.roles & {"EVERY", "THEM"})


def of_the_one(core: Sequence[Lexeme]) -> Disbands | Retreats | None:
    """`Just disband it`, `terug naar Holland`: of the only unit that is meant, if there is but one."""
    kinds = [x.type for x in core if not _is_them(x) and not _says_nothing(x)]
    one = WrittenUnit(Spot(core[0].text if core else "", absent=True))
    ending = bool({*kinds} & {"_DISBANDS", "_REMOVES"})
    letters = any(x.type in _VERBS and len(x.text) < _WORD for x in core)  # `D disband`
    told = any(x.text.casefold().split()[-1] in TOLD for x in core)  # `eenheid opgeheven`: a report
    listed = {*kinds} <= {"_DISBANDS", "_REMOVES", "_THAT", "_ON", "UNIT"}
    plain = listed and bool(kinds) and kinds[0] in _VERBS
    if ending and plain and not letters and not told:
        return Disbands(one)
    target = core[-1].value if core and core[-1].type == "PLACE" else None
    onward = kinds[-2:-1] in (["_TO"], ["_DASH"]) and "FOR" not in core[-2].roles  # `Thanks for Gascony`
    onward = onward or _falls_back(core, kinds)
    if isinstance(target, Spot) and onward and {*kinds[:-2]} <= _LEAVING:
        return Retreats(one, (target,))
    return None


def _says_nothing(word: Lexeme) -> bool:
    """`Just`, `ok`."""
    return word.type == "TALK" and (word.roles <= _EMPTY or word.text.casefold() in ("ok", "okay", "oke"))


def _falls_back(core: Sequence[Lexeme], kinds: Sequence[str]) -> bool:
    """`I fall back on Vienna`, `ik trek mij terug op Wenen`."""
    return kinds[-3:-1] == ["_RETREATS", "_ON"] or (
        kinds[-2:-1] == ["_RETREATS"] and core[-2].text.casefold().endswith((" on", " op", " into", " in"))
    )


def orders_for(desk: Desk, shape: AllOf) -> list[Shape]:
    """The order for each of them; none where it is not plain which are meant."""
    if not shape.verb:
        return []
    if shape.verb == "build":
        return _builds(desk, shape)
    if shape.verb == "pay":
        return _payments(desk, shape)
    if desk.board.phase.kind is Kind.RETREATS:
        units = [gone.unit for gone in desk.case.position.gone]
        due = len(units)
    elif desk.board.phase.kind is Kind.ADJUSTMENTS:
        units, due = [*desk.case.position.own.values()], desk.adjust.to_remove()
    else:
        return []
    units = [unit for unit in units if shape.type in (None, unit.type)]
    if not units or len(units) > due or shape.count not in (0, len(units)):
        return []
    return [Disbands(written(unit.type, unit.location), shape.verb == "remove") for unit in units]


def _payments(desk: Desk, shape: AllOf) -> list[Shape]:
    """`Replenish all armies`: those that owe, where there is money for every one of them."""
    economy, position = desk.board.economy, desk.case.position
    if economy is None:
        return []
    units = [*(gone.unit for gone in position.gone), *desk.board.units.get(position.power, ())]
    bills = {
        unit: bill.amount
        for unit in units
        if unit.type is shape.type and (bill := economy.bill(position.power, unit.location))
    }
    if shape.count not in (0, len(bills)) or sum(bills.values()) > economy.money(position.power):
        return []
    return [Spends(Act.PAY, written(unit.type, unit.location)) for unit in sorted(bills)]


def _builds(desk: Desk, shape: AllOf) -> list[Shape]:
    """`Build two fleets`, where fleets can be built in two places and two units are due."""
    free: dict[Province, list[Unit]] = {}
    if desk.board.phase.kind is not Kind.ADJUSTMENTS or shape.type is None or not shape.count:
        return []
    for center in (site for site in desk.case.position.sites() if site not in desk.adjust.built):
        free[center] = [unit for unit in _possible(desk, center) if unit.type is shape.type]
    places = [units for units in free.values() if units]
    if (
        len(places) != shape.count
        or shape.count > desk.adjust.left()
        or any(len(units) > 1 for units in places)
    ):
        return []
    return [Builds(written(unit.type, unit.location)) for units in places for unit in units]


def _possible(desk: Desk, center: Province) -> list[Unit]:
    places = [Location(center), *desk.case.position.geography.fleet_places(center)]
    kinds = [UnitType.ARMY, *[UnitType.FLEET] * (len(places) - 1)]
    shapes = [Builds(written(kind, place)) for kind, place in zip(kinds, places, strict=True)]
    found = [verdict.order for shape in shapes if isinstance(verdict := desk.trial(shape), Taken)]
    return [order.unit for order in found if isinstance(order, Build)]


def written(kind: UnitType, place: Location) -> WrittenUnit:
    return WrittenUnit(Spot(str(place), ((place.province,),), place.coast or None), kind, None, True)


def named(desk: Desk, written: WrittenUnit) -> list[Unit]:
    """The units that `the fleet`, `my army` or `it` can be: those that can be ordered in this phase."""
    position = desk.case.position
    units: list[Unit] = [*position.own.values()]
    if desk.board.phase.kind is Kind.RETREATS:
        units = [gone.unit for gone in position.gone]
    return [unit for unit in units if written.type in (None, unit.type)]
