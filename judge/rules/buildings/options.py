"""The choices of a game of the buildings rules: 67 parameters, and under them the standard rules' own.

A choice is given by its name, or one field of a table by a dotted name (`replenish_pct.def_ok`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any

from judge.board.economy import Row
from judge.board.geography import BuildingType, UnitType
from judge.rules import options as classic
from judge.rules.buildings.research import Research, read_research
from judge.rules.buildings.settings import choice, choices, fixed, number, switch, table
from judge.rules.faults import OptionFault, Wrong

Rows = tuple[tuple[Row, int], ...]


class Rounding(Enum):
    """What becomes of the parts of a need."""

    CEIL = "ceil"
    FLOOR = "floor"
    NEAREST = "nearest"
    """Half goes up."""


class Combine(Enum):
    """B57: a unit in several rows of the chart."""

    MAX = "max"
    SUM = "sum"


class Deletion(Enum):
    """B47: what the judge deletes when the owner does not choose."""

    NEWEST = "newest first"
    OLDEST = "oldest first"


class Control(Enum):
    """When land and centers change hands."""

    IMMEDIATE = "immediate"
    FALL = "fall"


class UnitCap(Enum):
    """B51: how many units a power may have."""

    CENTERS = "centers"
    NONE = "none"


class WeakNeed(Enum):
    """B66: what an un-replenished unit owes after it gave way."""

    KEEP = "keep"
    MAX = "max"


class WeakConvoy(Enum):
    """B68: where an un-replenished army may be carried."""

    OWN = "own tile, empty, uncontested"
    NOWHERE = "nowhere"


class Payday(Enum):
    """B76: the phases in which needs can be paid."""

    RETREAT = "retreat"
    BUILD = "build"


CHART: Rows = (
    (Row.NONE, 0),
    (Row.DEF_OK, 20),
    (Row.DEF_FAIL, 70),
    (Row.BURNED, 0),
    (Row.OFF_OK, 0),
    (Row.OFF_FAIL, 50),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one game. What each defaults to is the text, or our reading of it."""

    standard: classic.Options = field(default_factory=classic.Options)
    """The standard rules under these: edition, paradox and so on."""
    open_books: bool = True
    """Whether every player sees every treasury."""
    unit_types: tuple[UnitType, ...] = (UnitType.ARMY, UnitType.FLEET)
    """The units that can be built."""
    building_types: tuple[BuildingType, ...] = (BuildingType.FORT, BuildingType.PORT, BuildingType.HUB)
    phases: tuple[str, ...] = ("spring_move", "spring_retreat", "fall_move", "fall_retreat", "build")
    start_treasury: int = 10
    income_base: int = 4
    income_per_center: int = 6
    cost_army: int = 10
    cost_fleet: int = 10
    cost_fort: int = 8
    cost_port: int = 6
    cost_hub: int = 12
    ap_army: int = 1
    ap_fleet: int = 1
    ap_fort: int = 1
    ap_port: int = 1
    ap_hub: int = 2
    ap_base: int = 1
    centers_per_ap: int = 2
    """A power has ap_base action points, and one more for so many centers."""
    ap_carry_over: bool = False
    typical_unit_cost: int = 10
    """What the percentages of the chart are of."""
    replenish_pct: Rows = CHART
    replenish_rounding: Rounding = Rounding.CEIL
    replenish_combine: Combine = Combine.MAX
    replenish_payable_in: tuple[Payday, ...] = (Payday.RETREAT, Payday.BUILD)
    replenish_when_silent: str = "none"
    """B77: silence never spends money; there is no other choice."""
    partial_payment: bool = False
    supporters_engage: bool = False
    """B61: whether a given support puts the supporter in the row of the unit it helps."""
    fort_bonus: int = 1
    fort_defends_empty: bool = False
    fort_helps_failed_mover: bool = True
    fort_support_cuttable: bool = False
    """Cut when two or more foreign moves reach the province: each cuts it for the others."""
    unreplenished_fort_defends: bool = False
    fort_phases_to_destruction: int = 2
    fort_counter_reset_on_capture: bool = False
    fort_need_when_taken_undefended: bool = False
    port_capacity: tuple[tuple[str, object], ...] = (
        ("main", 1),
        ("port", 1),
        ("port_types", (UnitType.FLEET.name.lower(),)),
    )
    port_defence_bonus: int = 0
    """What a fleet that stays in port adds to the defence of the unit in the province."""
    port_both_retreat: bool = True
    port_fleet_defends_empty_main: bool = True
    port_support_cut_by_tile_attack: bool = False
    port_enemy_may_enter_subtile: bool = False
    port_survives_capture: bool = True
    port_needs_replenishment: bool = False
    port_main_transfer_is_move: bool = True
    """Whether a fleet may go from the province to its port and back."""
    hub_build_site: bool = True
    hub_destroyed_on_loss: bool = True
    hub_needs_replenishment: bool = False
    hub_usable_same_build_phase: bool = False
    buildings_count_as_centers: bool = False
    """For the unit cap and for victory."""
    buildings_earn: bool = False
    """For income and action points, as if each were a center."""
    provinces_per_building: int = 3
    one_of_each_type_per_tile: bool = True
    over_limit_default_deletion: Deletion = Deletion.NEWEST
    deletion_refund: int = 0
    """What each deleted building brings in."""
    tile_control: Control = Control.IMMEDIATE
    center_control: Control = Control.FALL
    unit_cap: UnitCap = UnitCap.CENTERS
    weak_attacked_retreats_even_if_attackers_bounce: bool = True
    weak_friendly_move_is_attack: bool = False
    weak_retreat_new_need: WeakNeed = WeakNeed.KEEP
    weak_fleet_may_convoy: bool = False
    weak_convoy_target: WeakConvoy = WeakConvoy.OWN
    burned_pays: bool = False
    """Whether a payment for a unit that burns in the same phase is taken all the same."""
    own_bounce_exempt: bool = True
    research: Research = field(default_factory=Research)
    pillage_income: int = 0
    """What a successful attack on a unit brings in."""
    victory_centers: int | None = None
    """Centers needed to win; None for the board's own number, which is 18 on the standard one."""

    def percent(self, row: Row) -> int:
        """The percentage of a row of the chart."""
        for known, percent in self.replenish_pct:
            if known is row:
                return percent
        return 0


def options(chosen: Mapping[str, object]) -> Options:
    """The options of a game; RuleFault names what is unknown or out of range."""
    mine: dict[str, Any] = {}
    under: dict[str, object] = {}
    for name, value in _unfolded(chosen).items():
        if name in _READERS:
            mine[name] = _READERS[name](name, value)
        elif name in _STANDARD:
            under[name] = value
        else:
            raise OptionFault(Wrong.UNKNOWN, name, name, option_names())
    return replace(Options(), **mine, standard=classic.options(under))


SETTLED = frozenset({"start_treasury", "open_books"})
"""What treasuries begin with is looked at once, and who sees them is what people have signed on for."""


def option_names() -> tuple[str, ...]:
    """Every option of these rules, those of the standard rules last."""
    return (*_READERS, *_STANDARD)


def _unfolded(chosen: Mapping[str, object]) -> dict[str, object]:
    """Dotted names as changes to the default table; `victory` is the board files' word for one of ours."""
    out = dict(chosen)
    for name in [name for name in out if "." in name]:
        value = out.pop(name)
        top, *path = name.split(".")
        out[top] = {**_nested(out.get(top)), ".": (*_dots(out.get(top)), (tuple(path), value))}
    if "victory" in out:
        out.setdefault("victory_centers", out.pop("victory"))
    return out


def _nested(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, Mapping) else {}


def _dots(value: object) -> tuple[Any, ...]:
    return tuple(value["."]) if isinstance(value, Mapping) and "." in value else ()


# How each is read


def _rows(name: str, value: object) -> Rows:
    given = table(name, value)
    known = {row.value: row for row, _ in CHART}
    for key in given:
        if key not in known:
            raise OptionFault(Wrong.ROW, name, key, known)
    chosen = {known[key]: number(0, 1000)(f"{name}.{key}", percent) for key, percent in given.items()}
    return tuple((row, chosen.get(row, percent)) for row, percent in CHART)


def _units(name: str, value: object) -> tuple[UnitType, ...]:
    names = {kind.name.lower(): kind for kind in UnitType}
    return tuple(names[word] for word in choices(name, value, tuple(names)))


def _buildings(name: str, value: object) -> tuple[BuildingType, ...]:
    return tuple(map(BuildingType, choices(name, value, [kind.value for kind in BuildingType])))


def _paydays(name: str, value: object) -> tuple[Payday, ...]:
    return tuple(map(Payday, choices(name, value, [day.value for day in Payday])))


def _capacity(name: str, value: object) -> tuple[tuple[str, object], ...]:
    known = dict(Options().port_capacity)
    for key, given in table(name, value).items():
        if key not in known:
            raise OptionFault(Wrong.FIELD, name, key, known)
        fixed(known[key])(f"{name}.{key}", given)
    return tuple(known.items())


def _victory(name: str, value: object) -> int | None:
    return None if value is None else number(0, 10_000)(name, value)


_NUMBERS = {
    "centers_per_ap": number(1, 1000),
    "provinces_per_building": number(1, 1000),
    "fort_phases_to_destruction": number(1, 1000),
    "fort_bonus": number(0, 9),
    "port_defence_bonus": number(0, 9),
    "ap_army": number(0, 1000),
    "ap_fleet": number(0, 1000),
    "ap_fort": number(0, 1000),
    "ap_port": number(0, 1000),
    "ap_hub": number(0, 1000),
    "ap_base": number(0, 1000),
}
_SPECIAL: dict[str, Callable[[str, object], Any]] = {
    "unit_types": _units,
    "building_types": _buildings,
    "phases": fixed(Options().phases),
    "replenish_pct": _rows,
    "replenish_payable_in": _paydays,
    "replenish_when_silent": fixed("none"),
    "port_capacity": _capacity,
    "research": read_research,
    "victory_centers": _victory,
}


def _reader(name: str, default: object) -> Callable[[str, object], Any]:
    if name in _SPECIAL:
        return _SPECIAL[name]
    if isinstance(default, Enum):
        return choice(type(default))
    if isinstance(default, bool):
        return switch
    return _NUMBERS.get(name, number(0, 100_000))


_READERS = {
    f.name: _reader(f.name, getattr(Options(), f.name)) for f in fields(Options) if f.name != "standard"
}
# More builds than are due are refused line by line, in the order of the letter (B73, B74).
_STANDARD = tuple(f.name for f in fields(classic.Options) if f.name not in ("victory", "excess"))

__all__ = [
    "CHART",
    "SETTLED",
    "Combine",
    "Control",
    "Deletion",
    "Options",
    "Payday",
    "Rounding",
    "UnitCap",
    "WeakConvoy",
    "WeakNeed",
    "option_names",
    "options",
]
