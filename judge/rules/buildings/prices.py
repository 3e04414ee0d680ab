"""What things cost: units, buildings, research, and the replenishment chart (B52 to B57, B71)."""

from collections.abc import Sequence

from judge.board.accounts import Engagement
from judge.board.economy import Bill, Debtor, Economy, Row
from judge.board.geography import BuildingType, Power, UnitType
from judge.rules.buildings.options import Combine, Options, Rounding
from judge.rules.codes import Code

Rows = tuple[Row, ...]
"""The rows of the chart that a unit is in."""
Due = tuple[Engagement | None, tuple[Debtor, Bill] | None]
"""What a unit went through, and what it owes for that and where; None for nothing."""
_dues: dict[tuple[int, tuple[str, ...]], "Dues"] = {}
_KEPT, _MANY = 256, 1 << 14
"""Tables that are kept, and dues in one of them; where there are more, what was kept is dropped."""
SEVERITY = (Row.DEF_FAIL, Row.OFF_FAIL, Row.DEF_OK, Row.OFF_OK, Row.BURNED, Row.WEAK, Row.NONE)
"""Which of several rows with the same percentage is named."""


class Dues(dict[tuple[Code, Rows], Due]):
    """What a unit went through, and what it owes for that where it stood; worked out when first asked for."""

    def __init__(self, options: Options, research: tuple[str, ...]) -> None:
        self.options, self.research = options, research
        self._bills: dict[Rows, Bill] = {}

    def bill(self, rows: Rows) -> Bill:
        """What a unit or building owes that met with these rows of the chart."""
        if rows not in self._bills:
            self._bills[rows] = need(self.options, self.research, rows)
        return self._bills[rows]

    def __missing__(self, case: tuple[Code, Rows]) -> Due:
        unit, rows = case
        bill = self.bill(rows)
        ints = unit.book.board
        it = ints.unit[unit.shape]
        engagement = Engagement(unit.power, it, bill.row, bill.amount, it.location)
        found = self[case] = engagement, ((unit.power, ints.places[unit.at]), bill) if bill.amount else None
        return found


def dues(options: Options, research: tuple[str, ...]) -> Dues:
    """The dues under these options of powers with this research; kept from phase to phase."""
    kept = _dues.get((id(options), research))
    if kept is None or len(kept) > _MANY:
        if len(_dues) >= _KEPT:
            _dues.clear()
        kept = _dues[id(options), research] = Dues(options, research)
    return kept


def need(options: Options, known: tuple[str, ...], rows: Sequence[Row]) -> Bill:
    """The bill of a unit or building that met with these rows of the chart; rounded once, at the end."""
    if len(rows) == 1:
        named, percent = rows[0], options.percent(rows[0])
    else:
        named, percent = _combined(options, rows)
    if not percent:
        return Bill(0, named)
    factor = options.research.factor(known)
    parts = options.typical_unit_cost * percent * factor.numerator
    return Bill(_rounded(parts, 100 * factor.denominator, options.replenish_rounding), named)


def _combined(options: Options, rows: Sequence[Row]) -> tuple[Row, int]:
    percents = [options.percent(row) for row in rows]
    most = max(percents, default=0)
    named = _named(rows, percents, most)
    return named, sum(percents) if options.replenish_combine is Combine.SUM else most


def _named(rows: Sequence[Row], percents: Sequence[int], most: int) -> Row:
    return min(
        (r for r, p in zip(rows, percents, strict=True) if p == most), key=SEVERITY.index, default=Row.NONE
    )


def _rounded(parts: int, whole: int, rounding: Rounding) -> int:
    match rounding:
        case Rounding.CEIL:
            return -(-parts // whole)
        case Rounding.FLOOR:
            return parts // whole
        case Rounding.NEAREST:
            return (2 * parts + whole) // (2 * whole)


def price_of_unit(options: Options, economy: Economy, power: Power, kind: UnitType) -> tuple[int, int]:
    """Income and action points that a new unit costs a power."""
    usual, points = {
        UnitType.ARMY: (options.cost_army, options.ap_army),
        UnitType.FLEET: (options.cost_fleet, options.ap_fleet),
    }[kind]
    known = economy.research.get(power, ())
    return options.research.price(kind.name.lower(), usual, known), points


def price_of_building(
    options: Options, economy: Economy, power: Power, kind: BuildingType
) -> tuple[int, int]:
    """Income and action points that a new building costs a power."""
    usual, points = {
        BuildingType.FORT: (options.cost_fort, options.ap_fort),
        BuildingType.PORT: (options.cost_port, options.ap_port),
        BuildingType.HUB: (options.cost_hub, options.ap_hub),
    }[kind]
    return options.research.price(kind.value, usual, economy.research.get(power, ())), points


def income(options: Options, centers: int) -> int:
    """What a power earns in a year with so many centers."""
    return options.income_base + options.income_per_center * centers


def action_points(options: Options, economy: Economy, power: Power, centers: int) -> int:
    """The action points of a power for one adjustment phase."""
    bonus = options.research.bonus(economy.research.get(power, ()))
    left = economy.action_points.get(power, 0) if options.ap_carry_over else 0
    return options.ap_base + centers // options.centers_per_ap + bonus + left
