"""Case files: positions, orders with what becomes of them, and the board afterwards, in the hobby's words.

A file holds cases, parted by empty lines; `#` begins a remark. The first line of a case is its number and
title. Then come, each on its line:

    map colonial                            the board, when not the standard one
    phase F1904M                            when not S1901M
    options paradox=1982 brannan=yes        when not the defaults
    start Russia F con; Turkey A ank        all units, when not simply those that are ordered
    centers Russia mos stp; Turkey con      who owns what; without this line nobody owns anything
    dislodged Russia A vie from tri         who must retreat (`from tri by convoy`)
    contested boh                           where nobody may retreat to
    Russia: F con S F bla - ank ; given     an order, and what became of it; more of the power's below it
    with paradox=1982                       the same position again, under other options
    then                                    the next phase, with its orders

and what is to come of it: `board` (all units left, without dislodged ones) is required of every phase;
`retreats Russia A vie: boh tyr`, `bounced`, `disbanded`, `removed`, `owners`, `next`, `winner` and
`eliminated` where they matter.

What became of an order is in the words of DATC v3.2: succeeds, fails, given, cut, available, disrupted,
stands, invalid (it fits nothing), illegal (it never could be carried out); then `dislodged` or `destroyed`
for the unit; then, if the case is about it, the reason in brackets: `illegal (not_home)`. Every order needs
it, or the file is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from judge.board import atlas
from judge.board.geography import Geography, Power, Province, Unit, UnitType
from judge.board.notation import read, read_unit
from judge.board.orders import Build, Convoy, Disband, Hold, Move, Order, SupportHold, SupportMove, Waive
from judge.board.phases import Phase
from judge.board.results import Adjudication, Outcome, Reason, Result
from judge.board.state import Board, Dislodged
from judge.rules import standard
from judge.rules.retreats import barred, places

WORDS = ["succeeds", "fails", "given", "cut", "available", "disrupted", "stands", "invalid", "illegal"]
FATES = ("dislodged", "destroyed")
EXPECTED = ["board", "retreats", "bounced", "disbanded", "removed", "owners", "next", "winner", "eliminated"]
SETUP = ["map", "phase", "options", "start", "centers", "dislodged", "contested"]


class BadCase(Exception):
    """A case file that does not say all it must; the message has the file and the line."""


@dataclass
class Ordered:
    """An order of a case, and what is to become of it."""

    power: Power
    order: Order
    word: str
    fate: str = ""
    reason: str = ""


@dataclass
class Step:
    """One phase of a case: its orders and what is to come of them."""

    orders: list[Ordered] = field(default_factory=list)
    expected: dict[str, str] = field(default_factory=dict)


@dataclass
class Case:
    """One case; `steps` are the phases played one after the other."""

    number: str
    title: str
    file: str
    setup: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=lambda: [Step()])

    def __str__(self) -> str:
        chosen = self.setup.get("options", "")
        return f"{self.number} {self.title}" + (f" [{chosen}]" if chosen else "")


def load(path: Path) -> list[Case]:
    """The cases of a file; BadCase where an order has no outcome, or a phase no board."""
    cases: list[Case] = []
    for first, block in _blocks(path):
        cases += _read_case(path.name, first, block)
    return cases


def load_folder(folder: Path) -> list[Case]:
    """The cases of every file in a folder, sorted by file."""
    return [case for path in sorted(folder.glob("*.txt")) for case in load(path)]


def _blocks(path: Path) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    block: list[tuple[int, str]] = []
    for number, line in enumerate([*path.read_text(encoding="utf-8").splitlines(), ""], 1):
        text = line.partition("#")[0].rstrip()
        if text:
            block.append((number, text))
        elif block and not line.strip():
            yield block[0][0], block
            block = []


def _read_case(file: str, first: int, block: list[tuple[int, str]]) -> list[Case]:
    number, _, title = block[0][1].partition(" ")
    case = Case(number, title.strip(), f"{file}:{first}")
    cases = [case]
    power = ""
    for line, text in block[1:]:
        try:
            power, case = _read_line(case, cases, power, text)
        except ValueError as fault:
            raise BadCase(f"{file}:{line}: {fault}") from fault
    for case in cases:
        _check_whole(case)
    return cases


def _read_line(case: Case, cases: list[Case], power: str, text: str) -> tuple[str, Case]:
    keyword, _, rest = text.partition(" ")
    if keyword == "with":
        case = Case(case.number, case.title, case.file, {**cases[0].setup, "options": rest.strip()})
        cases.append(case)
    elif text == "then":
        case.steps.append(Step())
    elif keyword in SETUP and len(case.steps) == 1 and not case.steps[0].orders:
        case.setup[keyword] = rest.strip()
    elif keyword in EXPECTED:
        case.steps[-1].expected[keyword] = rest.strip()
    else:
        if not text[0].isspace():
            power, colon, text = text.partition(":")
            if not colon:
                raise ValueError(f"{text!r} is neither an order nor a word of case files")
        case.steps[-1].orders.append(_read_order(power, text))
    return power, case


_OUTCOME = re.compile(r"(\w+)(?:, (\w+))?(?: \((\w+)\))?")


def _read_order(power: str, text: str) -> Ordered:
    order, mark, outcome = text.partition(";")
    found = _OUTCOME.fullmatch(outcome.strip())
    if not mark or found is None or found[1] not in WORDS or (found[2] or FATES[0]) not in FATES:
        raise ValueError(f"{text.strip()!r} does not say what became of the order")
    return Ordered(Power(power.upper()), read(order), found[1], found[2] or "", found[3] or "")


def _check_whole(case: Case) -> None:
    if any("board" not in step.expected for step in case.steps):
        raise BadCase(f"{case.file}: {case} has a phase without a board afterwards")


# From words to values


def _groups(text: str) -> Iterator[tuple[Power, str]]:
    for group in filter(None, (part.strip() for part in text.split(";"))):
        power, _, rest = group.partition(" ")
        yield Power(power.upper()), rest.strip()


def _units(text: str) -> dict[Power, tuple[Unit, ...]]:
    return {
        power: tuple(sorted(read_unit(unit) for unit in units.split(",")))
        for power, units in _groups(text)
        if units
    }


def _provinces(text: str) -> tuple[Province, ...]:
    return tuple(sorted(Province(word.upper()) for word in text.split()))


def options_of(case: Case) -> object:
    """The options a case is played under."""
    chosen = dict(pair.split("=") for pair in case.setup.get("options", "").split())
    return standard.options(chosen)


def board_of(case: Case) -> Board:
    """The position a case begins in."""
    geography = atlas.load(case.setup.get("map", "standard"))
    phase = Phase.read(case.setup.get("phase", "S1901M"))
    units = _units(case.setup["start"]) if "start" in case.setup else _ordered_units(case, geography)
    centers = {power: _provinces(owned) for power, owned in _groups(case.setup.get("centers", ""))}
    contested = _provinces(case.setup.get("contested", ""))
    board = Board(geography, phase, units, centers, contested=contested)
    gone = [
        _read_dislodged(board, case, power, text) for power, text in _groups(case.setup.get("dislodged", ""))
    ]
    return replace(board, dislodged=tuple(sorted(gone, key=lambda found: (found.power, found.unit))))


def _ordered_units(case: Case, geography: Geography) -> dict[Power, tuple[Unit, ...]]:
    units: dict[Power, set[Unit]] = {}
    for ordered in case.steps[0].orders:
        if not isinstance(ordered.order, Build | Waive):
            units.setdefault(ordered.power, set()).add(ordered.order.unit)
    return {power: tuple(sorted(there)) for power, there in units.items()}


def _read_dislodged(board: Board, case: Case, power: Power, text: str) -> Dislodged:
    unit, _, rest = text.partition(" from ")
    origin, _, how = rest.partition(" ")
    options = options_of(case)
    assert isinstance(options, standard.Options)
    attacker = Province(origin.upper())
    shut = barred(attacker, how == "by convoy", options)
    found = read_unit(unit)
    return Dislodged(power, found, attacker, how == "by convoy", places(board, found, shut))


# From values to words


def word(result: Result) -> str:
    """What became of an order, in the words of DATC v3.2."""
    match result.order:
        case Move():
            return _word_of_move(result)
        case SupportHold() | SupportMove():
            good, bad = "given", "cut"
        case Convoy():
            good, bad = "available", "disrupted"
        case Hold():
            good, bad = "stands", "stands"
        case _:
            return _word_of_other(result)
    if result.outcome is Outcome.VOID:
        return "invalid" if result.reason is Reason.NO_MATCH else "illegal"
    return good if result.outcome is Outcome.SUCCEEDS else bad


def _word_of_move(result: Result) -> str:
    match result.outcome:
        case Outcome.SUCCEEDS:
            return "succeeds"
        case Outcome.NO_CONVOY:
            return "invalid"
        case Outcome.VOID:
            # A coast that decides nothing makes an order fail, not illegal (6.B.12 and choice 4.B.6).
            return "fails" if result.reason is Reason.WRONG_COAST and _is_army(result) else "illegal"
        case _:
            return "fails"


def _is_army(result: Result) -> bool:
    return isinstance(result.order, Move) and result.order.unit.type is UnitType.ARMY


def _word_of_other(result: Result) -> str:
    if result.outcome is Outcome.SUCCEEDS:
        return "succeeds"
    if isinstance(result.order, Build) and result.reason is Reason.COAST_UNCLEAR:
        return "fails"
    return "fails" if result.outcome is Outcome.DISBANDED else "illegal"


def fate(result: Result, done: Adjudication) -> str:
    """What became of the unit: nothing, `dislodged`, or `destroyed` where it had no place to go."""
    if result.dislodged_by is None:
        return ""
    lost = {(power, unit.province) for power, unit in done.disbanded}
    assert not isinstance(result.order, Waive)
    return "destroyed" if (result.power, result.order.unit.province) in lost else "dislodged"


def play(case: Case) -> list[str]:
    """Play a case; what differs from it, one line each."""
    options, board = options_of(case), board_of(case)
    wrong: list[str] = []
    for step in case.steps:
        orders: dict[Power, tuple[Order, ...]] = {}
        for ordered in step.orders:
            orders[ordered.power] = (*orders.get(ordered.power, ()), ordered.order)
        done = standard.adjudicate(board, orders, options)
        wrong += [f"{board.phase} {line}" for line in _compare(step, done)]
        board = done.after
    return wrong


def _compare(step: Step, done: Adjudication) -> Iterator[str]:
    told = list(done.results)
    for ordered in step.orders:
        result = next(
            (r for r in told if r.written and (r.power, r.order) == (ordered.power, ordered.order)), None
        )
        if result is None:
            yield f"no result for {ordered.power} {ordered.order}"
            continue
        told.remove(result)
        yield from _compare_order(ordered, result, done)
    for name, text in step.expected.items():
        got, wanted = _SHOWN[name](done), _normal(name, text)
        if got != wanted:
            yield f"{name}: {got}, not {wanted}"


def _compare_order(ordered: Ordered, result: Result, done: Adjudication) -> Iterator[str]:
    got = word(result)
    if got == "illegal" and _misnamed(ordered, done.before):
        got = "fails"
    unit = fate(result, done)
    if (got, unit) != (ordered.word, ordered.fate):
        yield f"{ordered.power} {ordered.order}: {got} {unit}, not {ordered.word} {ordered.fate}"
    if ordered.reason and ordered.reason != result.reason.value:
        yield f"{ordered.power} {ordered.order}: {result.reason.value}, not {ordered.reason}"


def _misnamed(ordered: Ordered, board: Board) -> bool:
    """Whether the order gives its unit a coast that it does not stand on (6.B.11)."""
    order = ordered.order
    if isinstance(order, Waive | Build | Disband) or not order.unit.location.coast:
        return False
    there = board.at(order.unit.province)
    return there is not None and there[0] == ordered.power and there[1].location != order.unit.location


def _show_units(pairs: list[tuple[Power, Unit]]) -> str:
    powers = sorted({power for power, _ in pairs})
    return "; ".join(f"{p} " + ", ".join(sorted(str(u) for q, u in pairs if q == p)) for p in powers)


def _show_retreats(done: Adjudication) -> str:
    found = [(d.power, d.unit, d.retreats) for d in done.after.dislodged]
    found += [(power, unit, ()) for power, unit in done.disbanded]
    return "; ".join(sorted(f"{p} {u}: {' '.join(map(str, sorted(to)))}".strip() for p, u, to in found))


def _show_owners(done: Adjudication) -> str:
    owned = sorted(done.after.centers.items())
    return "; ".join(f"{power} {' '.join(sorted(centers))}" for power, centers in owned if centers)


_SHOWN = {
    "board": lambda done: _show_units(list(done.after.pieces())),
    "retreats": _show_retreats,
    "bounced": lambda done: " ".join(done.contested),
    "disbanded": lambda done: _show_units(list(done.disbanded)),
    "removed": lambda done: _show_units(list(done.removed)),
    "owners": _show_owners,
    "next": lambda done: str(done.after.phase),
    "winner": lambda done: " ".join(done.winner) or "NOBODY",
    "eliminated": lambda done: " ".join(done.eliminated) or "NOBODY",
}


def _normal(name: str, text: str) -> str:
    """The words of a case file in the order in which `_SHOWN` puts them."""
    text = text.upper()
    if name in ("board", "disbanded", "removed"):
        return _show_units([(p, u) for p, units in _units(text).items() for u in units])
    if name == "retreats":
        parts = (part.strip().partition(":") for part in text.split(";"))
        return "; ".join(
            sorted(f"{head}: {' '.join(sorted(to.split()))}".strip() for head, _, to in parts if head)
        )
    if name == "owners":
        return "; ".join(f"{power} {' '.join(sorted(rest.split()))}" for power, rest in sorted(_groups(text)))
    return " ".join(sorted(text.split()))


__all__ = ["BadCase", "Case", "board_of", "load", "load_folder", "options_of", "play", "word"]
