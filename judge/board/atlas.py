"""Board files: TOML in, `Geography` out. One file a board; a variant names its base and the differences."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from judge import resources
from judge.board.geography import (
    Border,
    Geography,
    Power,
    Province,
    Setup,
    Terrain,
    Unit,
    UnitType,
    as_power,
    as_province,
)
from judge.board.notation import read_location, read_unit
from judge.board.phases import Kind, Phase, Season

Table = dict[str, Any]


class BoardFault(Exception):
    """A board file that cannot be used; the message says what to put right."""


@cache
def load(name: str = "standard") -> Geography:
    """The shipped board of this name. BoardFault when there is none."""
    path = resources.maps() / f"{name}.toml"
    if not name.replace("-", "").isalnum() or not path.is_file():
        raise BoardFault(f"there is no board called {name!r}; the boards are: {', '.join(shipped())}")
    return load_file(path)


def shipped() -> list[str]:
    """The names of the boards that come with the judge."""
    return sorted(path.stem for path in resources.maps().glob("*.toml"))


def draft(path: Path) -> "Draft":
    """A board file laid over its base, not yet made into values; for `judge.board.checking`."""
    return _read(path)


def load_file(path: Path) -> Geography:
    """A board file from anywhere; its base is looked for beside it, then among the shipped boards."""
    return _finish(_read(path))


@dataclass
class Draft:
    """A board while its base and its differences are laid over each other; all codes in lower case."""

    top: Table = field(default_factory=dict)
    kind: dict[str, Terrain] = field(default_factory=dict)
    army: dict[str, list[str]] = field(default_factory=dict)
    fleet: dict[str, list[str]] = field(default_factory=dict)
    powers: dict[str, Table] = field(default_factory=dict)
    neutral: list[str] = field(default_factory=list)
    rules: Table = field(default_factory=dict)
    special: dict[str, Table] = field(default_factory=dict)
    borders: list[Table] = field(default_factory=list)
    names: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    power_names: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    short: dict[str, dict[str, str]] = field(default_factory=dict)
    adjectives: dict[str, dict[str, list[str]]] = field(default_factory=dict)


def _read(path: Path) -> Draft:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise BoardFault(f"{path.name}: {fault}") from fault
    if table.get("format") != 1:
        raise BoardFault(f"{path.name}: format = 1 is missing")
    draft = _read(_base(path, table["base"])) if "base" in table else Draft()
    _lay_over(draft, table)
    return draft


def _base(path: Path, name: str) -> Path:
    beside = path.with_name(f"{name}.toml")
    return beside if beside.is_file() else resources.maps() / f"{name}.toml"


def _lay_over(draft: Draft, table: Table) -> None:
    draft.top |= {key: table[key] for key in ("id", "title", "begin", "victory") if key in table}
    draft.rules |= table.get("rules", {})
    for province in _words(table.get("drop", "")):
        _drop(draft, province)
    for province, borders in table.get("land", {}).items():
        draft.kind[province] = Terrain.LAND
        draft.army[province] = _amended(draft.army.get(province), borders)
    for province, borders in table.get("sea", {}).items():
        _become(draft, province, Terrain.SEA)
        draft.fleet[province] = _amended(draft.fleet.get(province), borders)
    for province in table.get("shut", {}):
        _become(draft, province, Terrain.SHUT)
    for province, sides in table.get("coast", {}).items():
        _coast(draft, province, sides)
    _powers(draft, table)
    if "neutral" in table:
        draft.neutral = _words(table["neutral"])
    draft.special |= table.get("special", {})
    draft.borders += table.get("border", [])
    _name(draft, table)


def _words(value: str | Iterable[str]) -> list[str]:
    return value.split() if isinstance(value, str) else list(value)


def _amended(old: list[str] | None, new: str | list[str]) -> list[str]:
    """A list of `+x -y` changes the old one; any other list replaces it."""
    words = _words(new)
    if not words or not all(word[0] in "+-" for word in words):
        return words
    out = list(old or [])
    for word in words:
        if word[0] == "-":
            out = [place for place in out if place != word[1:]]
        elif word[1:] not in out:
            out.append(word[1:])
    return out


def _province(place: str) -> str:
    return place.partition("/")[0]


def _drop(draft: Draft, province: str) -> None:
    draft.kind.pop(province, None)
    draft.army.pop(province, None)
    draft.fleet = {at: to for at, to in draft.fleet.items() if _province(at) != province}
    for borders in (draft.army, draft.fleet):
        for at, to in borders.items():
            borders[at] = [place for place in to if _province(place) != province]
    for names in (*draft.names.values(), *draft.adjectives.values()):
        names.pop(province, None)
    draft.neutral = [center for center in draft.neutral if center != province]
    for power in draft.powers.values():
        power["home"] = [center for center in power["home"] if center != province]
        power["owns"] = [center for center in power["owns"] if center != province]
        power["land"] = [place for place in power.get("land", []) if place != province]
        power["units"] = [unit for unit in power["units"] if _province(unit.split()[1]) != province]


def _become(draft: Draft, province: str, terrain: Terrain) -> None:
    if draft.kind.get(province) is not terrain:
        draft.army.pop(province, None)
    draft.kind[province] = terrain


def _coast(draft: Draft, province: str, sides: Mapping[str, str]) -> None:
    draft.kind[province] = Terrain.COAST
    for side, borders in sides.items():
        if side == "army":
            draft.army[province] = _amended(draft.army.get(province), borders)
        else:
            place = province if side == "fleet" else f"{province}/{side}"
            draft.fleet[place] = _amended(draft.fleet.get(place), borders)
    draft.army.setdefault(province, [])


def _powers(draft: Draft, table: Table) -> None:
    if "powers" not in table:
        return
    if table.get("powers_replace", "base" not in table):
        draft.powers = {}
    for name, fields in table["powers"].items():
        power = draft.powers.setdefault(
            name, {"home": [], "owns": [], "units": [], "letter": name[0].upper()}
        )
        if "home" in fields:
            power["home"] = power["owns"] = _words(fields["home"])
            power["land"] = []
        if "owns" in fields:
            power["owns"] = _words(fields["owns"])
        if "land" in fields:
            power["land"] = _words(fields["land"])
        if "units" in fields:
            power["units"] = [unit.strip() for unit in fields["units"].split(",") if unit.strip()]
        power |= {key: fields[key] for key in ("letter", "colour") if key in fields}


def _name(draft: Draft, table: Table) -> None:
    sections = {"names": draft.names, "powernames": draft.power_names, "adjectives": draft.adjectives}
    for section, target in sections.items():
        for language, names in table.get(section, {}).items():
            spelled = {key: [value] if isinstance(value, str) else value for key, value in names.items()}
            target.setdefault(language, {}).update(spelled)
    for language, short in table.get("abbr", {}).items():
        draft.short.setdefault(language, {}).update(short)


def _code(text: str) -> Province:
    return as_province(text.upper())


def _finish(draft: Draft) -> Geography:
    try:
        begin = read_begin(draft.top.get("begin", "spring 1901 movement"))
        setups = tuple(_setup(name, fields) for name, fields in draft.powers.items())
        centers = {c for s in setups for c in (*s.home, *s.owns)} | {_code(c) for c in draft.neutral}
        return Geography(
            id=draft.top["id"],
            title=str(draft.top.get("title") or draft.top["id"]),
            begin=str(begin),
            victory=draft.top.get("victory") or len(centers) // 2 + 1,
            terrain={_code(province): terrain for province, terrain in draft.kind.items()},
            army={_code(at): tuple(map(_code, to)) for at, to in draft.army.items()},
            fleet={read_location(at): tuple(map(read_location, to)) for at, to in draft.fleet.items()},
            setups=setups,
            neutral=tuple(map(_code, draft.neutral)),
            names=_by_code(draft.names, Province),
            power_names=_by_code(draft.power_names, Power),
            adjectives=_by_code(draft.adjectives, Province),
            short={lang: {_code(p): s for p, s in table.items()} for lang, table in draft.short.items()},
            rules=draft.rules,
            special={_code(province): fields for province, fields in draft.special.items()},
            borders=tuple(map(_border, draft.borders)),
        )
    except (KeyError, ValueError, AttributeError) as fault:
        raise BoardFault(f"board {draft.top.get('id', '?')}: {fault}") from fault


def _by_code(names: dict[str, dict[str, list[str]]], kind: Any) -> dict[str, dict[Any, tuple[str, ...]]]:
    return {lang: {kind(k.upper()): tuple(v) for k, v in table.items()} for lang, table in names.items()}


def _setup(name: str, fields: Table) -> Setup:
    return Setup(
        power=as_power(name.upper()),
        letter=fields["letter"],
        home=tuple(map(_code, fields["home"])),
        owns=tuple(map(_code, fields["owns"])),
        units=tuple(map(read_unit, fields["units"])),
        colour=fields.get("colour") or "#888888",
        land=tuple(map(_code, fields.get("land", ()))),
    )


def _border(fields: Table) -> Border:
    first, second = _words(fields["between"])
    unit = {"army": UnitType.ARMY, "fleet": UnitType.FLEET}.get(fields.get("unit", ""))
    return Border(
        between=(_code(first), _code(second)),
        unit=unit,
        strength=fields.get("strength", 0),
        support=fields.get("support", "yes") != "no",
        oneway=bool(fields.get("oneway", False)),
    )


_SEASONS = {"spring": Season.SPRING, "summer": Season.SPRING, "fall": Season.FALL, "autumn": Season.FALL}
_KINDS = {"movement": Kind.MOVEMENT, "retreat": Kind.RETREATS, "adjustment": Kind.ADJUSTMENTS}


def read_begin(text: str) -> Phase:
    """`winter 1900 adjustment`, `spring bc 273 movement` -> Phase; a missing season is spring."""
    words = text.lower().split()
    season = {**_SEASONS, "winter": Season.WINTER}.get(words[0])
    rest = words[1:] if season else words
    before = rest[0] == "bc"
    year, kind = rest[1:] if before else rest
    return Phase(season or Season.SPRING, -int(year) if before else int(year), _KINDS[kind])


def units_at_start(geography: Geography) -> dict[Power, tuple[Unit, ...]]:
    """The units each power begins with, sorted."""
    return {setup.power: tuple(sorted(setup.units)) for setup in geography.setups}


def centers_at_start(geography: Geography) -> dict[Power, tuple[Province, ...]]:
    """The centers each power begins with, sorted."""
    return {setup.power: tuple(sorted(setup.owns)) for setup in geography.setups}


__all__ = [
    "BoardFault",
    "Draft",
    "centers_at_start",
    "draft",
    "load",
    "load_file",
    "shipped",
    "units_at_start",
]
