"""Case files of the order language: a text, and what is to be read in it.

    position France in F1902M: the name of a position below
    nl | Leger Parijs naar Bourgondië      => A PAR - BUR
    nl | Hoi!¶A Par - Bur                  => A PAR - BUR          (¶ begins a new line)
    nl | V MAO naar Spanje                 => ? coast_unclear F MAO - SPA/NC, F MAO - SPA/SC
    nl | misschien A Par - Bur             => talk

Orders are told apart by `;`, in the order of the letter; `~` before one says that it was taken with a remark;
its second choices stand behind `|`. A problem says its trouble and the candidates to choose from.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.board import atlas, notation
from judge.board.geography import Location, Power, Province, Terrain, Unit, UnitType
from judge.board.phases import Kind, Phase
from judge.board.state import Board, Dislodged
from judge.language import OrderSheet, read_orders
from judge.language.sheet import Entry

FOLDER = Path(__file__).parent / "language"


@dataclass(frozen=True)
class Case:
    """One text with the sheet it should come to."""

    where: str
    language: str
    text: str
    expected: str
    board: Board
    power: Power

    def read(self) -> OrderSheet:
        """What the judge makes of it."""
        return read_orders(self.text, self.board, self.power, self.language)


def _units(text: str) -> tuple[Unit, ...]:
    return tuple(sorted(notation.read_unit(unit) for unit in text.split(",") if unit.strip()))


def _board(
    phase: str, units: Mapping[str, str], centers: Mapping[str, str], gone: Mapping[str, str]
) -> Board:
    geography = atlas.load("standard")
    owned = {Power(p): tuple(map(Province, c.split())) for p, c in centers.items()}
    return Board(
        geography,
        Phase.read(phase),
        {Power(power): _units(them) for power, them in units.items()},
        owned or {power: geography.home[power] for power in geography.powers},
        tuple(_dislodged(Power(who.split()[0]), who.split(" ", 1)[1], to) for who, to in gone.items()),
    )


def _dislodged(power: Power, unit: str, places: str) -> Dislodged:
    where = tuple(notation.read_location(place) for place in places.split())
    return Dislodged(power, notation.read_unit(unit), None, False, where)


EUROPE = {
    "FRANCE": "A PAR, A MAR, F BRE, A GAS, F MAO",
    "ENGLAND": "F NTH, F LON, A YOR, F EDI",
    "GERMANY": "A MUN, A RUH, F KIE, A BER, F DEN",
    "ITALY": "A VEN, F ION, A TUN",
    "AUSTRIA": "A VIE, A BUD, F TRI",
    "RUSSIA": "A WAR, A MOS, F SEV, F STP/SC",
    "TURKEY": "F ANK, A CON, A SMY, F BLA",
}
START = {p: ", ".join(map(str, units)) for p, units in atlas.units_at_start(atlas.load("standard")).items()}

POSITIONS: Mapping[str, Board] = {
    "start": _board("S1901M", START, {}, {}),
    "europe": _board("F1902M", EUROPE, {}, {}),
    "sea": _board("F1902M", {"ENGLAND": "A LON, A PIC, F ENG, F MAO, F NTH", "FRANCE": "A PAR"}, {}, {}),
    "east": _board(
        "F1902M", {"RUSSIA": "F BOT, A STP, A WAR, A RUM, F SEV, A UKR", "TURKEY": "A BUL"}, {}, {}
    ),
    "retreats": _board(
        "F1902R",
        {"FRANCE": "A PAR, F BRE", "GERMANY": "A MUN", "ENGLAND": ""},
        {},
        {"FRANCE A BUR": "GAS PIC BEL", "FRANCE F MAO": "SPA/NC SPA/SC POR WES", "GERMANY A RUH": "HOL"},
    ),
    "driven": _board(
        "F1902R",
        {"FRANCE": "F BRE", "GERMANY": "A MUN", "ENGLAND": "F NTH", "RUSSIA": "A UKR", "TURKEY": "F BLA"},
        {},
        {"FRANCE A BUR": "GAS PIC PAR", "RUSSIA F SEV": "RUM"},
    ),
    "builds": _board(
        "W1902A",
        {"FRANCE": "A BUR, F MAO", "GERMANY": "A MUN"},
        {"FRANCE": "PAR BRE MAR SPA POR", "GERMANY": "MUN"},
        {},
    ),
    "coasts": _board("W1902A", {"RUSSIA": "A UKR"}, {"RUSSIA": "STP MOS WAR SEV RUM"}, {}),
    "removals": _board(
        "W1902A",
        {"FRANCE": "A BUR, F MAO, A PAR, F BRE", "GERMANY": "A MUN"},
        {"FRANCE": "PAR BRE", "GERMANY": "MUN"},
        {},
    ),
}


def cases(name: str) -> Iterator[Case]:
    """The cases of one file, in order."""
    board, power = POSITIONS["start"], Power("FRANCE")
    for number, line in enumerate((FOLDER / name).read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("position "):
            _, place, _, who = line.split()
            board, power = POSITIONS[place], Power(who.upper())
            continue
        said, expected = line.rsplit("=>", 1)
        language, text = said.split("|", 1)
        letter = text.strip().replace("¶", "\n")
        yield Case(f"{name}:{number}", language.strip(), letter, expected.strip(), board, power)


def phrases(name: str) -> Iterator[Case]:
    """The cases of a phrase book: each on the board of the units it names (`nl M | text => orders`)."""
    for number, line in enumerate((FOLDER / name).read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            said, expected = line.rsplit("=>", 1)
            head, text = said.split("|", 1)
            language, kind = head.split()
            power, board = _named(expected.strip(), Kind(kind))
            yield Case(f"{name}:{number}", language, text.strip(), expected.strip(), board, power)


_ORDER = re.compile(
    r"\b([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)(?: ([HSCRDB-])(?: ([AF]) ([A-Z]{3}(?:/[A-Z]{2})?))?)?"
)


def _named(expected: str, kind: Kind) -> tuple[Power, Board]:
    """A board with the units that the orders name, and the power they belong to."""
    geography = atlas.load("standard")
    own: dict[str, Unit] = {}
    others: dict[str, Unit] = {}
    built: list[Province] = []
    for match in _ORDER.finditer(expected):
        letter, place, verb, other, at = match.groups()
        if verb == "B":
            built.append(Province(place[:3]))
            continue
        own.setdefault(place[:3], notation.read_unit(f"{letter} {place}"))
        if other:
            others.setdefault(at[:3], notation.read_unit(f"{other} {at}"))
    named = re.match(r"([A-Z]{5,}):", expected)
    power = Power(named[1]) if named else _builder(built) or Power("FRANCE")
    others = {place: unit for place, unit in others.items() if place not in own}
    rival = Power("GERMANY" if power != "GERMANY" else "ITALY")
    units = {power: tuple(sorted(own.values())), rival: tuple(sorted(others.values()))}
    centers: dict[Power, tuple[Province, ...]] = {power: ()}
    if built or "WAIVE" in expected:
        centers = {power: geography.centers}
    gone: tuple[Dislodged, ...] = ()
    if kind is Kind.RETREATS:
        gone = tuple(Dislodged(power, u, None, False, geography.reach(u)) for u in units[power])
        units[power] = ()
    season = "W1902A" if kind is Kind.ADJUSTMENTS else f"S1902{kind.value}"
    return power, Board(geography, Phase.read(season), units, centers, gone)


def _builder(built: list[Province]) -> Power | None:
    homes = atlas.load("standard").home
    return next((p for p, home in homes.items() if built and all(b in home for b in built)), None)


def written(sheet: OrderSheet) -> str:
    """A sheet in the notation of the case files."""
    remarked = {problem.order for problem in sheet.problems if problem.is_remark}
    parts = [_entry(entry, remarked) for entry in sheet.entries]
    for problem in sheet.problems:
        if not problem.is_remark:
            choice = ", ".join(problem.candidates) if problem.trouble.value.endswith(_ASKING) else ""
            parts.append(f"? {problem.trouble.value} {choice}".rstrip())
    return " ; ".join(parts) or "talk"


_ASKING = ("ambiguous_province", "ambiguous_order", "unclear", "duplicate")


def _entry(entry: Entry, remarked: set[str | None]) -> str:
    mark = "~" if str(entry.order) in remarked else ""
    return " | ".join((mark + str(entry.order), *map(str, entry.alternatives)))


def every_unit(geography_name: str) -> Iterator[Unit]:
    """Every unit that can stand on a board."""
    geography = atlas.load(geography_name)
    for province, terrain in geography.terrain.items():
        if terrain in (Terrain.LAND, Terrain.COAST):
            yield Unit(UnitType.ARMY, Location(province))
    for place in geography.fleet:
        yield Unit(UnitType.FLEET, place)
