"""Case files of the buildings rules: a position with its economy, orders and what becomes of them, the books.

A file holds cases, parted by empty lines; `#` begins a remark. The first line of a case is its number, its
title, and the rules it shows (`B5, B18`). Then come, each on its line, what differs from an empty board in
Spring 1901:

    phase W1901A
    options fort_bonus=2 tile_control=fall      by name, values without spaces (`_` for one)
    units France A spa, F bre/port              beside those that are ordered
    centers France bre mar par
    control France bur gas                      beside what units, centers and buildings say
    nobody bel                                  land nobody commands
    fort bur France [owes 7 [phases 1]]         also port and hub; the newest last
    owes France A bur 7
    treasury France 6; England 10               nothing for the others
    research France logistics_1
    dislodged France A bre from eng
    France: A bur - mun ; fails, off_fail 5     an order, and what became of it; more of the power's below it
            fort bur B  ; refused, 8, (no_points)
    then                                        the next phase, with its orders

and what is to come of it: `board` (units left), `retreats France A bre: par`, `disbanded`,
`engaged France fort bur def_ok 2` (buildings), `books France 6` (treasuries), `points`,
`standing France fort bur, port bre` (buildings by holder), `debts France A bur 7, fort bur 7`, `destroyed`,
`next`, `winner`, `gained`.

The words for an order: succeeds, fails, given, cut, refused, unreadable; `dislodged` for its unit; a row of
the chart with the need; what a line costs; a reason in brackets. A row and `dislodged` have to be said, other
words are looked at where they are written.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from judge.board import atlas
from judge.board.accounts import Engagement, Fate
from judge.board.bookkeeping import read_economy
from judge.board.economy import Economy, spot
from judge.board.geography import BuildingType, Location, Power, Province, Terrain, Unit
from judge.board.notation import read, read_unit
from judge.board.orders import (
    Build,
    Convoy,
    Demolish,
    Disband,
    Hold,
    Move,
    Movement,
    Order,
    Place,
    Replenish,
    ReplenishAll,
    ReplenishBuilding,
    Research,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    unit_of,
)
from judge.board.phases import Phase
from judge.board.results import Adjudication, Outcome, Result
from judge.board.state import Board, Dislodged
from judge.language import read_orders
from judge.reports.words import Names
from judge.rules import buildings

ROWS = ("def_ok", "def_fail", "off_ok", "off_fail", "weak_retreat")
BUILDINGS = ("fort", "port", "hub")
SETUP = (
    "phase",
    "options",
    "units",
    "centers",
    "control",
    "nobody",
    "owes",
    "treasury",
    "research",
    "dislodged",
)
EXPECTED = (
    "board", "retreats", "disbanded", "engaged", "books", "points", "standing", "debts", "destroyed", "next",
    "winner", "gained",
)  # fmt: skip


class BadCase(Exception):
    """A case file that cannot be read; the message has the file and the line."""


@dataclass
class Ordered:
    """An order of a case, and the words about it."""

    power: Power
    text: str
    words: list[str]
    read: Order | None = None
    """What the reader took it for, as it was last played."""


@dataclass
class Step:
    """One phase of a case."""

    orders: list[Ordered] = field(default_factory=list)
    expected: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Case:
    """One case; its steps are played one after the other."""

    title: str
    file: str
    setup: list[tuple[str, str]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=lambda: [Step()])

    def __str__(self) -> str:
        return self.title

    def rules(self) -> set[str]:
        """The rules the title names."""
        return set(re.findall(r"\bB\d+\b", self.title))


def load_folder(folder: Path) -> list[Case]:
    """The cases of every file, sorted by file."""
    return [case for path in sorted(folder.glob("*.txt")) for case in load(path)]


def load(path: Path) -> list[Case]:
    """The cases of a file."""
    cases: list[Case] = []
    case, power = None, ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = line.partition("#")[0].rstrip()
        if not line.strip():
            case = None
        elif text and case is None:
            case = Case(text, f"{path.name}:{number}")
            cases.append(case)
        elif text and case is not None:
            power = _take(case, power, text, f"{path.name}:{number}")
    return cases


def _take(case: Case, power: str, text: str, where: str) -> str:
    keyword, _, rest = text.strip().partition(" ")
    step = case.steps[-1]
    if text == "then":
        case.steps.append(Step())
    elif text[0] != " " and keyword in SETUP + BUILDINGS and len(case.steps) == 1 and not step.orders:
        case.setup.append((keyword, rest.strip()))
    elif text[0] != " " and keyword in EXPECTED:
        step.expected.append((keyword, rest.strip()))
    else:
        if text[0] != " ":
            power, colon, text = text.partition(":")
            if not colon:
                raise BadCase(f"{where}: {text!r} is neither an order nor a word of case files")
        if text.strip():
            order, _, words = text.partition(";")
            said = [word.strip() for word in words.split(",") if word.strip()]
            step.orders.append(Ordered(Power(power.upper()), order.strip(), said))
    return power


# From words to values


def _groups(text: str) -> Iterator[tuple[Power, str]]:
    for group in filter(None, (part.strip() for part in text.split(";"))):
        power, _, rest = group.partition(" ")
        yield Power(power.upper()), rest.strip()


def _of(case: Case, keyword: str) -> Iterator[tuple[Power, str]]:
    for name, text in case.setup:
        if name == keyword:
            yield from _groups(text)


def _said(case: Case, keyword: str, usual: str) -> str:
    return next((text for name, text in case.setup if name == keyword), usual)


def options_of(case: Case) -> buildings.Options:
    """The options a case is played under."""
    pairs = (pair.partition("=") for pair in _said(case, "options", "").split())
    return buildings.options({name: value.replace("_first", " first") for name, _, value in pairs})


def _units(case: Case) -> dict[Power, tuple[Unit, ...]]:
    units: dict[Power, set[Unit]] = {}
    for power, text in _of(case, "units"):
        units.setdefault(power, set()).update(map(read_unit, text.split(",")))
    driven_out = {(power, read_unit(text.partition(" from ")[0])) for power, text in _of(case, "dislodged")}
    for ordered in case.steps[0].orders:
        order = _order(ordered)
        unit = unit_of(order) if order is not None else None
        if unit is not None and not isinstance(order, Build) and (ordered.power, unit) not in driven_out:
            units.setdefault(ordered.power, set()).add(unit)
    return {power: tuple(sorted(there)) for power, there in sorted(units.items())}


def _order(ordered: Ordered) -> Order | None:
    try:
        return read(ordered.text)
    except ValueError:
        return None


def board_of(case: Case, options: buildings.Options) -> Board:
    """The position and the economy a case begins with."""
    geography = atlas.load("standard")
    units = _units(case)
    centers = {p: tuple(sorted(map(Province, text.upper().split()))) for p, text in _of(case, "centers")}
    phase = Phase.read(_said(case, "phase", "S1901M"))
    board = Board(geography, phase, units, centers)
    control = {
        unit.province: power
        for power, unit in board.pieces()
        if geography.terrain[unit.province] is not Terrain.SEA
    }
    control |= {place: power for power, held in centers.items() for place in held}
    for keyword, text in case.setup:
        if keyword in BUILDINGS:
            place, power, *_ = text.upper().split()
            control[Province(place)] = Power(power)
    for power, text in _of(case, "control"):
        control |= dict.fromkeys(map(Province, text.upper().split()), power)
    for place in _said(case, "nobody", "").upper().split():
        control.pop(Province(place), None)
    driven_out = tuple(_dislodged(power, text) for power, text in _of(case, "dislodged"))
    board = replace(board, dislodged=driven_out)
    document = {
        "buildings": [_building(keyword, text) for keyword, text in case.setup if keyword in BUILDINGS],
        "treasury": {power: int(text) for power, text in _of(case, "treasury")},
        "research": {power: text.split() for power, text in _of(case, "research")},
        "control": control,
        "replenishment": {
            str(spot(read_unit(text.rpartition(" ")[0]).location)): int(text.rpartition(" ")[2])
            for _, text in _of(case, "owes")
        },
    }
    economy = read_economy(document, board, Economy(dict.fromkeys(geography.powers, 0)))
    board = replace(board, economy=economy)
    return buildings.dislodge(board, driven_out, options)


def _dislodged(power: Power, text: str) -> Dislodged:
    unit, _, origin = text.partition(" from ")
    return Dislodged(power, read_unit(unit), Province(origin.upper()) if origin else None, False, ())


def _building(kind: str, text: str) -> dict[str, object]:
    place, power, *rest = text.upper().split()
    more = dict(zip(rest[::2], rest[1::2], strict=True))
    return {
        "type": kind,
        "province": place,
        "power": power,
        "bill": int(more.get("OWES", 0)),
        "row": "def_fail",
        "phases": int(more.get("PHASES", 0)),
    }


# In words


@dataclass(frozen=True)
class Wording:
    """How the orders of a case are written; `strict` reads them as in a letter, else as in a document."""

    name: str
    language: str
    write: Callable[[Order, Names], str]
    strict: bool = False

    def __str__(self) -> str:
        return self.name

    def line(self, ordered: Ordered, board: Board) -> str:
        """A line of the letter; what is no order at all is written as the case has it."""
        order = _order(ordered)
        if order is None:
            return _STRANGE[ordered.text][self.language]
        return self.write(order, Names(board.geography, f"{self.language}/buildings")) or ordered.text


_STRANGE = {
    "castle bur B": {"en": "build a castle in Burgundy", "nl": "bouw een kasteel in Bourgondië"},
    "fort bur S A par - pic": {
        "en": "fort Burgundy supports army Paris to Picardy",
        "nl": "fort Bourgondië steunt leger Parijs naar Picardië",
    },
}

AS_WRITTEN = Wording("as written", "en", lambda _order, _names: "")
_LETTERS = {"A": "leger", "F": "vloot"}


def freely(order: Order, names: Names) -> str:
    """As a Dutch player might put it."""
    unit = unit_of(order)
    mine = names.unit(unit) if unit else ""
    match order:
        case Hold():
            return f"Mijn {mine} blijft staan."
        case Move(_, target, via):
            return f"Laat {mine} gaan naar {names.location(target)}{' per konvooi' if via else ''}."
        case SupportHold(_, other):
            return f"{mine} ondersteunt {names.unit(other)}."
        case SupportMove(_, other, target):
            return f"{mine} geeft steun aan {names.unit(other)} naar {names.location(target)}."
        case Convoy(_, other, target):
            return f"En {mine} zet {names.unit(other)} over naar {names.location(target)}."
        case Retreat(_, target):
            return f"{mine} wijkt uit naar {names.location(target)}."
        case Disband():
            return f"Ik hef {mine} op."
        case Build():
            return f"Graag bouw ik {mine}."
        case Waive():
            return "Ik zie af van een bouw."
        case Place(kind, province):
            return f"Leg een {_KINDS[kind]} aan in {names.province(province)}."
        case Demolish(kind, province):
            return f"Breek {_THE[kind]} {_KINDS[kind]} in {names.province(province)} af."
        case Replenish():
            return f"Betaal voor {mine}."
        case ReplenishBuilding(kind, province):
            return f"Betaal de rekening van {_THE[kind]} {_KINDS[kind]} in {names.province(province)}."
        case ReplenishAll():
            return "Betaal al mijn rekeningen."
        case Research(item):
            return f"Doe onderzoek naar {names.research(item)}."


_KINDS = {BuildingType.FORT: "fort", BuildingType.PORT: "haven", BuildingType.HUB: "bevoorradingspost"}
_THE = {BuildingType.FORT: "het", BuildingType.PORT: "de", BuildingType.HUB: "de"}

WORDINGS = (
    AS_WRITTEN,
    Wording("in English words", "en", lambda order, names: names.order(order)),
    Wording("in English words, as a letter", "en", lambda order, names: names.order(order), strict=True),
    Wording("in Dutch words", "nl", lambda order, names: names.order(order)),
    Wording("in Dutch words, as a letter", "nl", lambda order, names: names.order(order), strict=True),
    Wording("freely in Dutch", "nl", freely),
)


# Playing, and what differs


def play(case: Case, wording: Wording = AS_WRITTEN) -> list[str]:
    """Read what a case orders from its words, adjudicate it phase by phase; what differs, one line each."""
    options = options_of(case)
    board = board_of(case, options)
    speech = buildings.speech(board.geography, options)
    wrong: list[str] = []
    for step in case.steps:
        orders: dict[Power, tuple[Order, ...]] = {}
        for power in dict.fromkeys(ordered.power for ordered in step.orders):
            mine = [ordered for ordered in step.orders if ordered.power == power]
            text = "\n".join(wording.line(ordered, board) for ordered in mine)
            sheet = read_orders(text, board, power, wording.language, strict=wording.strict, speech=speech)
            for number, ordered in enumerate(mine, 1):
                found = [entry.order for entry in sheet.entries if entry.line == number]
                asked = any(problem.line == number for problem in sheet.problems)
                ordered.read = found[0] if len(found) == 1 else None
                wrong += _misread(ordered, found, asked, wording)
            orders[power] = tuple(entry.order for entry in sheet.entries)
        done = buildings.adjudicate(board, orders, options)
        wrong += [f"{board.phase} {line}" for line in _compare(step, done, options)]
        board = done.after
    return wrong


def _misread(ordered: Ordered, found: Sequence[Order], asked: bool, wording: Wording) -> Iterator[str]:
    """What is wrong with how a line was read: one order, the one that is meant, or a question."""
    wanted = _order(ordered)
    refused = "unreadable" in ordered.words or (wording.strict and "refused" in ordered.words)
    if not found and not (refused and asked):
        yield f"{ordered.text} was not read"
    elif found and (wanted is None or list(map(_alike, found)) != [_alike(wanted)]):
        yield f"{ordered.text} was read as {', '.join(map(str, found))}"


def _alike(order: Order) -> Order:
    """A support of a unit that stays is one order, whether or not it says that it holds."""
    return replace(order, named=False) if isinstance(order, SupportHold) else order


def _compare(step: Step, done: Adjudication, options: object) -> Iterator[str]:
    left = list(done.results)
    for ordered in step.orders:
        order = ordered.read
        result = next((r for r in left if r.written and (r.power, r.order) == (ordered.power, order)), None)
        if result is not None:
            left.remove(result)
            yield from _compare_order(ordered, result, done)
        elif order is not None:
            yield f"no result for {ordered.power} {ordered.text}"
    for keyword, text in step.expected:
        got, wanted = _SHOWN[keyword](done, options, text), _normal(text)
        if got != wanted:
            yield f"{keyword}: {got}, not {wanted}"


def _compare_order(ordered: Ordered, result: Result, done: Adjudication) -> Iterator[str]:
    got = _words(result, done)
    for word in ordered.words:
        if word not in got:
            yield f"{ordered.power} {ordered.text}: {', '.join(sorted(got))}; not {word}"
    for row in ROWS:
        said = any(word.startswith(row) for word in ordered.words)
        if isinstance(result.order, Movement) and not said and any(word.startswith(row) for word in got):
            yield f"{ordered.power} {ordered.text}: {', '.join(sorted(got))}; no row was expected"
    if "dislodged" in got and "dislodged" not in ordered.words:
        yield f"{ordered.power} {ordered.text}: dislodged"


def _words(result: Result, done: Adjudication) -> set[str]:
    words = {f"({result.reason.value})", _outcome(result)}
    if result.dislodged_by:
        words.add("dislodged")
    accounts = done.accounts
    assert accounts is not None
    words |= {str(-e.amount) for e in accounts.ledger if (e.power, e.order) == (result.power, result.order)}
    unit = unit_of(result.order)
    for one in accounts.engagements:
        if unit is not None and isinstance(one.what, Unit) and spot(one.at) == spot(unit.location):
            words.add(f"{one.row.value} {one.amount}")
    return words


def _outcome(result: Result) -> str:
    match result.outcome:
        case Outcome.SUCCEEDS:
            return "given" if " S " in str(result.order) else "succeeds"
        case Outcome.VOID | Outcome.IGNORED:
            return "refused"
        case Outcome.CUT:
            return "cut"
        case _:
            return "fails"


def _normal(text: str) -> str:
    groups = (part.strip().upper() for part in text.split(";"))
    return "; ".join(sorted(_sorted_list(group) for group in groups if group))


def _sorted_list(group: str) -> str:
    head, colon, rest = group.partition(":")
    if colon:
        return f"{head}: {' '.join(sorted(rest.split()))}".strip()
    power, _, items = group.partition(" ")
    return f"{power} {', '.join(sorted(item.strip() for item in items.split(',')))}".strip()


def _show(pairs: list[tuple[str, str]]) -> str:
    powers = sorted({power for power, _ in pairs})
    return _normal("; ".join(f"{p} " + ", ".join(what for q, what in pairs if q == p) for p in powers))


def _economy(done: Adjudication) -> Economy:
    assert done.after.economy is not None
    return done.after.economy


def _show_board(done: Adjudication, _options: object, _text: str) -> str:
    return _show([(power, str(unit)) for power, unit in done.after.pieces()])


def _show_retreats(done: Adjudication, _options: object, _text: str) -> str:
    found = [(d.power, d.unit, d.retreats) for d in done.after.dislodged]
    found += [(power, unit, ()) for power, unit in done.disbanded]
    return _normal("; ".join(f"{p} {u}: {' '.join(map(str, to))}" for p, u, to in found))


def _show_disbanded(done: Adjudication, _options: object, _text: str) -> str:
    return _show([(power, str(unit)) for power, unit in done.disbanded])


def _show_engaged(done: Adjudication, _options: object, _text: str) -> str:
    assert done.accounts is not None
    found = [one for one in done.accounts.engagements if not isinstance(one.what, Unit)]
    return _show([(one.power, _engaged(one)) for one in found])


def _engaged(one: Engagement) -> str:
    return f"{one.what} {one.row.value} {one.amount}"


def _only(text: str) -> set[str]:
    return {power for power, _ in _groups(text)}


def _show_books(done: Adjudication, _options: object, text: str) -> str:
    return _show([(p, str(n)) for p, n in _economy(done).treasury.items() if p in _only(text)])


def _show_points(done: Adjudication, _options: object, text: str) -> str:
    return _show([(p, str(n)) for p, n in _economy(done).action_points.items() if p in _only(text)])


def _show_standing(done: Adjudication, _options: object, _text: str) -> str:
    economy = _economy(done)
    return _show([(economy.control[b.province], str(b)) for b in economy.buildings])


def _show_debts(done: Adjudication, _options: object, _text: str) -> str:
    economy = _economy(done)
    standing = {(p, spot(u.location)): u for p, u in done.after.pieces()}
    standing |= {(d.power, spot(d.unit.location)): d.unit for d in done.after.dislodged}
    found = [
        (power, f"{_named(standing, power, place)} {b.amount}") for (power, place), b in economy.bills.items()
    ]
    found += [(economy.control[b.province], f"{b} {b.bill.amount}") for b in economy.buildings if b.bill]
    return _show(found)


def _named(standing: dict[tuple[Power, Location], Unit], power: Power, place: Location) -> str:
    return str(standing[power, place])


def _show_destroyed(done: Adjudication, _options: object, _text: str) -> str:
    assert done.accounts is not None
    gone = (Fate.UNPAID, Fate.LOST, Fate.DELETED)
    return _show([(str(c.power), str(c.building)) for c in done.accounts.changes if c.fate in gone])


_SHOWN = {
    "board": _show_board,
    "retreats": _show_retreats,
    "disbanded": _show_disbanded,
    "engaged": _show_engaged,
    "books": _show_books,
    "points": _show_points,
    "standing": _show_standing,
    "debts": _show_debts,
    "destroyed": _show_destroyed,
    "next": lambda done, _options, _text: str(done.after.phase),
    "winner": lambda done, _options, _text: " ".join(done.winner) or "NOBODY",
    "gained": lambda done, _options, _text: _show([(p, c) for p, cs in done.gained.items() for c in cs]),
}

__all__ = ["WORDINGS", "BadCase", "Case", "Wording", "board_of", "load", "load_folder", "options_of", "play"]
