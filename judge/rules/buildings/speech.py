"""How a game of the buildings rules speaks, and its options as they are written."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from judge.board.geography import Geography
from judge.board.orders import BuildingType, UnitType
from judge.rules.buildings.options import Options, Payday
from judge.rules.buildings.research import Item
from judge.rules.speech import Speech
from judge.rules.system import said, stated

_UNDER = "standard"
"""The field that holds the options of the standard rules; they are chosen by their own names."""


def speech(geography: Geography, options: Options) -> Speech:
    """Forts, ports and hubs, what they cost, bills, and research."""
    research = options.research
    items = research.tree if research.enabled else ()
    return Speech(
        words="buildings",
        quick_hubs=options.hub_build_site and options.hub_usable_same_build_phase,
        research=tuple(item.name for item in research.tree),
        choices={
            **_plain(options),
            "victory": options.victory_centers or geography.victory,
            "percent": {row.value: percent for row, percent in options.replenish_pct},
            "prices": dict(_prices(options)),
            "items": [_described(item) for item in items],
            "replenish_multiplier": "" if research.multiplier == 1 else _number(research.multiplier),
            "pays_in_retreats": Payday.RETREAT in options.replenish_payable_in,
            "pays_in_adjustments": Payday.BUILD in options.replenish_payable_in,
        },
    )


def _plain(options: Options) -> dict[str, object]:
    named = ((field.name, getattr(options, field.name)) for field in fields(options))
    return {name: getattr(value, "value", value) for name, value in named if name != _UNDER}


def _prices(options: Options) -> Iterator[tuple[str, tuple[int, int]]]:
    """Income and action points of everything that can be built, units first."""
    made = [kind.name.lower() for kind in UnitType if kind in options.unit_types]
    made += [kind.value for kind in BuildingType if kind in options.building_types]
    for name in made:
        yield name, (getattr(options, f"cost_{name}"), getattr(options, f"ap_{name}"))


def _described(item: Item) -> dict[str, object]:
    return {
        "name": item.name,
        "cost": item.cost,
        "requires": item.requires,
        "needs": None if item.replenish_mult is None else round(float(item.replenish_mult) * 100),
        "prices": item.prices,
        "points": item.ap_bonus,
    }


def terms(options: Options) -> dict[str, str]:
    """Every option by the name under which it can be chosen; fields of tables by dotted names."""
    out: dict[str, str] = {}
    for field in fields(options):
        value = getattr(options, field.name)
        if field.name in _TABLES:
            out |= {f"{field.name}.{name}": text for name, text in _TABLES[field.name](value)}
        elif field.name != _UNDER:
            out[field.name] = said(value)
    kept = ("victory", "excess")
    return out | {name: text for name, text in stated(options.standard).items() if name not in kept}


def _percents(value: Any) -> Iterator[tuple[str, str]]:
    return ((row.value, str(percent)) for row, percent in value)


def _room(value: Any) -> Iterator[tuple[str, str]]:
    return ((name, said(field)) for name, field in value)


def _research(value: Any) -> Iterator[tuple[str, str]]:
    yield "enabled", said(value.enabled)
    yield "multiplier", _number(value.multiplier)
    for item in value.tree:
        name = f"tree.{item.name}"
        yield f"{name}.cost", str(item.cost)
        if item.requires:
            yield f"{name}.requires", said(item.requires)
        if item.replenish_mult is not None:
            yield f"{name}.replenish_mult", _number(item.replenish_mult)
        yield from ((f"{name}.{what}_cost", str(cost)) for what, cost in item.prices)
        if item.ap_bonus:
            yield f"{name}.ap_bonus", str(item.ap_bonus)


def _number(value: Any) -> str:
    """A fraction as a decimal where it is one."""
    short = f"{float(value):g}"
    return short if type(value)(short) == value else str(value)


_TABLES = {"replenish_pct": _percents, "port_capacity": _room, "research": _research}
