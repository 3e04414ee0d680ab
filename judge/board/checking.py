"""Checks a board file, and names every fault with its line: what a master who draws a board needs to know.

A board that has no faults here loads, and a game can be played on it by rules that keep what it asks for.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.board import atlas
from judge.board.geography import Terrain, UnitType
from judge.board.notation import read_unit

Table = dict[str, Any]

_TOP = {
    "format", "id", "title", "begin", "victory", "neutral", "base", "drop", "powers_replace", "source",
    "note",
}  # fmt: skip
_SECTIONS = {
    "rules", "powers", "land", "coast", "sea", "shut", "special", "border", "names", "powernames", "abbr",
    "adjectives", "points",
}  # fmt: skip
_POWER = {"letter", "home", "owns", "units", "colour", "land"}
_BORDER = {"between", "unit", "strength", "support", "oneway"}
_SPECIAL = {"convoy", "closed"}
_TERRAIN = {"land": Terrain.LAND, "coast": Terrain.COAST, "sea": Terrain.SEA, "shut": Terrain.SHUT}
_CODE = re.compile(r"[a-z0-9]{2,8}")
_COAST = re.compile(r"[a-z]{2,8}")


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """What is wrong with a board file, and where."""

    line: int
    """Counted from 1; 0 for the file as a whole."""
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else self.text


def check_file(path: Path) -> tuple[Fault, ...]:
    """Every fault of a board file, sorted by line; none for a board that can be used."""
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        return (Fault(_line_of(str(fault)), f"not readable as TOML: {fault}"),)
    except (OSError, UnicodeDecodeError) as fault:
        return (Fault(0, f"the file cannot be read: {fault}"),)
    lines = _Lines(text)
    faults = sorted({*_shape(table, lines)})
    if faults:
        return tuple(faults)
    try:
        whole = atlas.draft(path)
    except atlas.BoardFault as fault:
        return (Fault(lines.top("base"), str(fault)),)
    return tuple(sorted({*_Board(table, whole, lines).faults()}))


def _line_of(message: str) -> int:
    found = re.search(r"at line (\d+)", message)
    return int(found[1]) if found else 0


class _Lines:
    """Where each key of a file stands."""

    def __init__(self, text: str) -> None:
        self.keys: dict[tuple[str, str], int] = {}
        self.sections: dict[str, int] = {}
        self.borders: list[int] = []
        section = ""
        for number, line in enumerate(text.splitlines(), 1):
            if header := re.match(r"\s*\[\[?\s*([\w.\-]+)\s*\]", line):
                section = header[1]
                self.sections.setdefault(section, number)
                if section == "border":
                    self.borders.append(number)
            elif key := re.match(r"\s*\"?([\w./\-]+)\"?\s*=", line):
                self.keys.setdefault((section, key[1]), number)

    def top(self, key: str) -> int:
        """The line of a key outside all sections."""
        return self.keys.get(("", key), 0)

    def of(self, section: str, key: str) -> int:
        """The line of a key, or of its section."""
        return self.keys.get((section, key), self.sections.get(section, 0))

    def place(self, place: str) -> int:
        """The line on which a province is described in this file; 0 when only its base has it."""
        province = place.partition("/")[0]
        return next((self.keys[s, province] for s in _TERRAIN if (s, province) in self.keys), 0)

    def either(self, place: str, other: str) -> int:
        """The line of the first of two provinces that this file describes, else of its base."""
        return self.place(place) or self.place(other) or self.top("base")


# What every entry must look like before anything is made of it


def _shape(table: Table, lines: _Lines) -> Iterator[Fault]:
    if table.get("format") != 1:
        yield Fault(lines.top("format"), "format = 1 is missing: the only form of board files there is")
    if not isinstance(table.get("id"), str):
        yield Fault(lines.top("id"), 'id = "..." is missing: the short name of the board')
    for key, value in table.items():
        if key not in _TOP | _SECTIONS:
            line = lines.top(key) or lines.sections.get(key, 0)
            yield Fault(line, f"{key!r} is nothing a board file has")
        elif key in _SECTIONS - {"border"} and not isinstance(value, dict):
            yield Fault(lines.top(key), f"[{key}] must be a section, with its entries below it")
    yield from _shape_of_provinces(table, lines)
    yield from _shape_of_powers(table, lines)
    yield from _shape_of_oddities(table, lines)
    yield from _shape_of_top(table, lines)


def _section(table: Table, name: str) -> Table:
    found = table.get(name)
    return found if isinstance(found, dict) else {}


def _is_words(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(v, str) for v in value))


def _shape_of_provinces(table: Table, lines: _Lines) -> Iterator[Fault]:
    for section in _TERRAIN:
        for province, value in _section(table, section).items():
            line = lines.of(section, province)
            if not _CODE.fullmatch(province):
                yield Fault(line, f"{province!r} is no code: use two to eight small letters or digits")
            if section == "coast":
                yield from _shape_of_coast(province, value, line)
            elif not _is_words(value):
                yield Fault(line, f'{province}: write its neighbours as "abc def"')


def _shape_of_coast(province: str, value: object, line: int) -> Iterator[Fault]:
    if not isinstance(value, dict) or not all(map(_is_words, value.values())):
        yield Fault(
            line, f'{province}: write {{ army = "...", fleet = "..." }}, or coasts in the place of fleet'
        )
        return
    for side in value:
        if side not in ("army", "fleet") and not _COAST.fullmatch(side):
            yield Fault(line, f"{province}: {side!r} is no coast; use a few small letters, such as nc")


def _shape_of_powers(table: Table, lines: _Lines) -> Iterator[Fault]:
    for power, fields in _section(table, "powers").items():
        line = lines.of("powers", power)
        if not isinstance(fields, dict):
            yield Fault(line, f'{power}: write {{ letter = "...", home = "...", units = "..." }}')
            continue
        for key, value in fields.items():
            if key not in _POWER:
                yield Fault(line, f"{power}: {key!r} is nothing a power has")
            elif not (_is_words(value) if key in ("home", "owns", "land") else isinstance(value, str)):
                yield Fault(line, f"{power}: {key} must be text")


def _shape_of_oddities(table: Table, lines: _Lines) -> Iterator[Fault]:
    for province, fields in _section(table, "special").items():
        line = lines.of("special", province)
        if not isinstance(fields, dict):
            yield Fault(line, f"{province}: write {{ convoy = true }} or the like")
            continue
        yield from (Fault(line, f"{province}: {k!r} is no oddity there is") for k in fields.keys() - _SPECIAL)
    borders = table.get("border", [])
    if not isinstance(borders, list):
        yield Fault(lines.sections.get("border", 0), "write [[border]], with two brackets")
        return
    for number, fields in enumerate(borders):
        line = lines.borders[number] if number < len(lines.borders) else 0
        yield from _shape_of_border(fields, line)


def _shape_of_border(fields: Table, line: int) -> Iterator[Fault]:
    between = fields.get("between")
    if not _is_words(between) or len(_words(between)) != 2:
        yield Fault(line, 'between = "abc def" must name two provinces')
    if fields.get("unit", "army") not in ("army", "fleet"):
        yield Fault(line, f"unit = {fields['unit']!r}: an army or a fleet")
    if not isinstance(fields.get("strength", 0), int):
        yield Fault(line, f"strength = {fields['strength']!r}: a whole number, such as -1")
    if fields.get("support", "yes") not in ("yes", "no"):
        yield Fault(line, f"support = {fields['support']!r}: yes or no")
    yield from (Fault(line, f"{key!r} is nothing a border has") for key in fields.keys() - _BORDER)


def _shape_of_top(table: Table, lines: _Lines) -> Iterator[Fault]:
    for key in ("neutral", "drop"):
        if key in table and not _is_words(table[key]):
            yield Fault(lines.top(key), f'{key}: write province codes as "abc def"')
    victory = table.get("victory", 1)
    if not isinstance(victory, int) or isinstance(victory, bool) or victory < 0:
        yield Fault(lines.top("victory"), f"victory = {victory!r}: a number of centers")
    for section in ("names", "powernames", "abbr", "adjectives"):
        for language, names in _section(table, section).items():
            if not isinstance(names, dict) or not all(map(_is_words, names.values())):
                line = lines.sections.get(f"{section}.{language}", lines.sections.get(section, 0))
                yield Fault(line, f"[{section}.{language}]: write a name, or a list of names, for each code")


def _words(value: Any) -> list[str]:
    return value.split() if isinstance(value, str) else list(value)


# What the entries come to together


@dataclass
class _Board:
    """A whole board: the file laid over its base."""

    table: Table
    draft: atlas.Draft
    lines: _Lines
    known: set[str] = field(default_factory=set)

    def faults(self) -> Iterator[Fault]:
        """Everything that does not fit."""
        self.known = set(self.draft.kind)
        yield from self._sections()
        yield from self._borders()
        yield from self._coasts()
        yield from self._powers()
        yield from self._centers()
        yield from self._oddities()
        yield from self._names()
        yield from self._begin()
        yield from self._pieces()

    def _kind(self, place: str) -> Terrain | None:
        return self.draft.kind.get(place.partition("/")[0])

    def _sections(self) -> Iterator[Fault]:
        """A province belongs to one section; what a variant drops must be there."""
        where = Counter(province for section in _TERRAIN for province in _section(self.table, section))
        for province in (province for province, times in where.items() if times > 1):
            yield Fault(self.lines.place(province), f"{province} is described in two sections")
        for province in _words(self.table.get("drop", "")):
            if "base" not in self.table:
                yield Fault(self.lines.top("drop"), f"{province} cannot be dropped: the board has no base")

    def _borders(self) -> Iterator[Fault]:
        oneway = {frozenset(_words(b["between"])) for b in self.draft.borders if b.get("oneway")}
        for borders, unit, bad in (
            (self.draft.army, "armies", Terrain.SEA),
            (self.draft.fleet, "fleets", Terrain.LAND),
        ):
            for place, neighbours in borders.items():
                for twice in (n for n, times in Counter(neighbours).items() if times > 1):
                    yield Fault(self.lines.either(place, twice), f"{place} has {twice} twice")
                for other in dict.fromkeys(neighbours):
                    yield from self._border(borders, place, other, unit, bad, oneway)

    def _border(
        self,
        borders: Mapping[str, list[str]],
        place: str,
        other: str,
        unit: str,
        bad: Terrain,
        oneway: set[frozenset[str]],
    ) -> Iterator[Fault]:
        line = self.lines.either(place, other)
        kind = self._kind(other)
        if other == place:
            yield Fault(line, f"{place} borders itself")
        elif kind is None:
            yield Fault(line, f"{place} borders {other!r}, which is no province of the board")
        elif kind is bad or kind is Terrain.SHUT:
            yield Fault(line, f"{place} borders {other} for {unit}, but no {unit} can be there")
        elif unit == "fleets" and other not in self.draft.fleet:
            yield Fault(line, self._no_such_coast(place, other))
        elif place not in borders.get(other, ()):
            ends = frozenset(part.partition("/")[0] for part in (place, other))
            if ends not in oneway:
                text = f"{place} has {other} as a neighbour for {unit}, but {other} does not have {place}"
                yield Fault(line, text)

    def _no_such_coast(self, place: str, other: str) -> str:
        province, _, coast = other.partition("/")
        coasts = sorted(at for at in self.draft.fleet if at.startswith(f"{province}/"))
        if not coast and coasts:
            return f"{place} borders {other}, whose coasts are apart: name one of {', '.join(coasts)}"
        return f"{place} borders {other}, and there is no such coast"

    def _coasts(self) -> Iterator[Fault]:
        for province, terrain in self.draft.kind.items():
            places = [at for at in self.draft.fleet if at.partition("/")[0] == province]
            line = self.lines.place(province) or self.lines.top("base")
            if terrain is Terrain.COAST and not places:
                yield Fault(line, f"{province} is a coast that no fleet can reach: give it fleet or coasts")
            if province in places and len(places) > 1:
                yield Fault(line, f"{province} has both fleet and coasts: a coast is one or apart")

    # Powers and centers

    def _powers(self) -> Iterator[Fault]:
        letters: dict[str, str] = {}
        standing: dict[str, str] = {}
        for power, fields in self.draft.powers.items():
            line = self.lines.of("powers", power)
            letter = fields["letter"].upper()
            if letter in letters:
                yield Fault(line, f"{power} has the letter {letter}, and so has {letters[letter]}")
            letters.setdefault(letter, power)
            for province in fields.get("land", ()):
                if province not in self.known:
                    yield Fault(line, f"{power}: land {province!r} is no province of the board")
            for unit in fields["units"]:
                yield from self._unit(power, unit, line, standing)
        if not self.draft.powers:
            yield Fault(self.lines.sections.get("powers", 0), "the board has no powers")

    def _unit(self, power: str, text: str, line: int, standing: dict[str, str]) -> Iterator[Fault]:
        try:
            unit = read_unit(text)
        except ValueError as fault:
            yield Fault(line, f"{power}: {fault}")
            return
        place, province = str(unit.location).lower(), str(unit.province).lower()
        if province not in self.known:
            yield Fault(line, f"{power} begins with {text}, but {province!r} is no province of the board")
        elif unit.type is UnitType.ARMY and (place != province or self._kind(place) is Terrain.SEA):
            yield Fault(line, f"{power} begins with {text}, where no army can stand")
        elif self._kind(place) is Terrain.SHUT:
            yield Fault(line, f"{power} begins with {text}, where nobody can stand")
        elif unit.type is UnitType.FLEET and place not in self.draft.fleet:
            yield Fault(line, f"{power} begins with {text}, where no fleet can stand{self._which(province)}")
        if province in standing:
            yield Fault(line, f"{power} begins with {text}, where {standing[province]} already stands")
        standing.setdefault(province, f"{power}'s {text}")

    def _which(self, province: str) -> str:
        coasts = sorted(at for at in self.draft.fleet if at.startswith(f"{province}/"))
        return f": name one of {', '.join(coasts)}" if coasts else ""

    def _centers(self) -> Iterator[Fault]:
        homes: dict[str, str] = {}
        owners: dict[str, str] = {}
        for power, fields in self.draft.powers.items():
            line = self.lines.of("powers", power)
            for word, centers, whose in (("home", fields["home"], homes), ("owns", fields["owns"], owners)):
                for center in centers:
                    yield from self._center(f"{power}: {word}", center, line)
                    if whose.setdefault(center, power) != power:
                        yield Fault(line, f"{power} has {center} as {word}, and so has {whose[center]}")
        line = self.lines.top("neutral") or self.lines.top("base")
        for center in self.draft.neutral:
            yield from self._center("neutral", center, line)
            if center in owners:
                yield Fault(line, f"{center} is neutral, and owned by {owners[center]}")
        count = len({*homes, *owners, *self.draft.neutral})
        victory = self.draft.top.get("victory") or 0
        if victory > count:
            yield Fault(self.lines.top("victory"), f"victory = {victory}, but there are {count} centers")

    def _center(self, what: str, center: str, line: int) -> Iterator[Fault]:
        if center not in self.known:
            yield Fault(line, f"{what} {center!r} is no province of the board")
        elif self._kind(center) is Terrain.SHUT:
            yield Fault(line, f"{what} {center}: nobody can ever enter it")

    # The rest

    def _oddities(self) -> Iterator[Fault]:
        for province in self.draft.special:
            if province not in self.known:
                line = self.lines.of("special", province)
                yield Fault(line, f"[special] {province!r} is no province of the board")
        own = self.table.get("border", [])
        for number, fields in enumerate(own):
            line = self.lines.borders[number] if number < len(self.lines.borders) else 0
            first, second = _words(fields["between"])
            for province in (first, second):
                if province not in self.known:
                    yield Fault(line, f"[[border]] {province!r} is no province of the board")
            if {first, second} <= self.known and not self._joined(first, second):
                yield Fault(line, f"[[border]] {first} and {second} are no neighbours")

    def _joined(self, first: str, second: str) -> bool:
        return second in self._around(first) or first in self._around(second)

    def _around(self, province: str) -> set[str]:
        fleets = {
            to.partition("/")[0]
            for at, tos in self.draft.fleet.items()
            if at.partition("/")[0] == province
            for to in tos
        }
        return fleets | set(self.draft.army.get(province, ()))

    def _names(self) -> Iterator[Fault]:
        known_powers = set(self.draft.powers)
        for section, known, what in (
            ("names", self.known, "province"),
            ("abbr", self.known, "province"),
            ("adjectives", self.known, "province"),
            ("powernames", known_powers, "power"),
        ):
            for language, names in _section(self.table, section).items():
                for code in names:
                    if code not in known:
                        line = self.lines.of(f"{section}.{language}", code)
                        yield Fault(line, f"[{section}.{language}] {code!r} is no {what} of the board")

    def _begin(self) -> Iterator[Fault]:
        begin = self.draft.top.get("begin", "spring 1901 movement")
        try:
            atlas.read_begin(begin)
        except (KeyError, ValueError, IndexError, AttributeError):
            text = f"begin = {begin!r}: write it as spring 1901 movement, or winter bc 220 adjustment"
            yield Fault(self.lines.top("begin"), text)

    def _pieces(self) -> Iterator[Fault]:
        """Every province that can be entered is joined to every other."""
        open_ones = [p for p, terrain in self.draft.kind.items() if terrain is not Terrain.SHUT]
        reached: set[str] = set()
        fresh = set(open_ones[:1])
        while fresh:
            reached |= fresh
            fresh = {to for at in fresh for to in self._around(at)} - reached
        for province in open_ones:
            if province not in reached:
                line = self.lines.place(province) or self.lines.top("base")
                yield Fault(line, f"{province} cannot be reached from {open_ones[0]}: the board is in pieces")


__all__ = ["Fault", "check_file"]
