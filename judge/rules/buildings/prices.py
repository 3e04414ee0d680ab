"""What things cost: units, buildings, research, and the replenishment chart (B52 to B57, B71)."""

from collections.abc import Collection
from fractions import Fraction

from judge.board.economy import Bill, Economy, Row
from judge.board.geography import BuildingType, Power, UnitType
from judge.rules.buildings.options import Combine, Options, Rounding

SEVERITY = (Row.DEF_FAIL, Row.OFF_FAIL, Row.DEF_OK, Row.OFF_OK, Row.BURNED, Row.WEAK, Row.NONE)
"""Which of several rows with the same percentage is named."""


def need(options: Options, economy: Economy, power: Power, rows: Collection[Row]) -> Bill:
    """The bill of a unit or building that met with these rows of the chart; rounded once, at the end."""
    named = max(rows, key=lambda row: (options.percent(row), -SEVERITY.index(row)), default=Row.NONE)
    percents = [options.percent(row) for row in rows]
    percent = sum(percents) if options.replenish_combine is Combine.SUM else max(percents, default=0)
    if not percent:
        return Bill(0, named)
    factor = options.research.factor(economy.research.get(power, ()))
    return Bill(_rounded(Fraction(options.typical_unit_cost * percent, 100) * factor, options), named)


def _rounded(amount: Fraction, options: Options) -> int:
    match options.replenish_rounding:
        case Rounding.CEIL:
            return -(-amount.numerator // amount.denominator)
        case Rounding.FLOOR:
            return amount.numerator // amount.denominator
        case Rounding.NEAREST:
            return int(amount + Fraction(1, 2))


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
