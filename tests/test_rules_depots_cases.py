"""Every worked example of the depots rules, from case files in the words of the hobby (tests/cases/depots).

Cases are parted by empty lines; `#` begins a remark; the first line is the number and what it shows. Then,
each on its line:

    map compact                             a board file beside the cases, when not the standard board
    phase F1901M                            when not S1901M
    options swap=no fleets=yes              when not the defaults
    start France A par; Germany A mun       all units, when not simply those that are ordered
    control France par bre; Germany mun     who controls which depots, when nobody does otherwise
    displaced France A bur from mun         who must retreat; `contested boh` where a stand-off was
    France: A par S A bur ; given           an order and what became of it; more of the power's below it
    then                                    the next phase, with its orders

What became of an order: succeeds, fails, given, cut, stands, void; `by` those who decided it, `despite` the
moves that did not cut the support, the reason in brackets, then `displaced` or `destroyed` for the unit.
After the orders of a phase: `board` (always; the units left without displaced ones), and where they matter
`retreats`, `disbanded`, `removed` (by the judge or its owner), `owners`, `next`, `winner`, `out`, `may build`
(in the next phase), and `outcomes` when more than one outcome fitted the rules.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from judge.board import atlas
from judge.board.geography import Power, Province, Unit
from judge.board.notation import read, read_unit
from judge.board.orders import Hold, Move, Order, SupportHold, SupportMove, Waive, unit_of
from judge.board.phases import Kind, Phase
from judge.board.results import Adjudication, Outcome, Result
from judge.board.state import Board, Dislodged
from judge.language import describe, read_orders
from judge.rules import speech_of, system

HERE = Path(__file__).parent / "cases" / "depots"
RULES = system("depots")
SETUP = ("map", "phase", "options", "start", "control", "displaced", "contested")
EXPECTED = ("board", "retreats", "disbanded", "removed", "owners", "next", "winner", "out", "outcomes")
ORDER = re.compile(
    r"(?P<word>succeeds|fails|given|cut|stands|void)(?: by (?P<by>[^,(]+?))?"
    r"(?: despite (?P<despite>[^,(]+?))?(?: \((?P<reason>\w+)\))?(?:, (?P<fate>displaced|destroyed))?"
)


@dataclass
class Ordered:
    """An order of a case, and what is to become of it."""

    power: Power
    order: Order
    wanted: dict[str, str]


@dataclass
class Step:
    """One phase of a case."""

    orders: list[Ordered] = field(default_factory=list)
    expected: dict[str, str] = field(default_factory=dict)


@dataclass
class Case:
    """One case; `steps` are the phases played one after the other."""

    title: str
    setup: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=lambda: [Step()])

    def __str__(self) -> str:
        return self.title


def load(path: Path) -> Iterator[Case]:
    """The cases of a file."""
    lines = [line.partition("#")[0].rstrip() for line in path.read_text(encoding="utf-8").splitlines()]
    for block in re.split(r"\n{2,}", "\n".join(lines).strip()):
        title, *rest = block.strip().split("\n")
        case, power = Case(title), ""
        for line in rest:
            power = _read_line(case, power, line)
        missing = [number for number, step in enumerate(case.steps, 1) if "board" not in step.expected]
        assert not missing, f"{path.name}: {title}: no board after phase {missing}"
        yield case


def _read_line(case: Case, power: str, line: str) -> str:
    step = case.steps[-1]
    keyword, _, rest = line.partition(" ")
    if line.startswith("may build"):
        step.expected["may build"] = line.removeprefix("may build").strip()
    elif line == "then":
        case.steps.append(Step())
    elif keyword in EXPECTED:
        step.expected[keyword] = rest.strip()
    elif keyword in SETUP and not step.orders:
        case.setup[keyword] = rest.strip()
    else:
        if not line.startswith(" "):
            power, colon, line = line.partition(":")
            assert colon, f"{case}: {line!r} is no line of a case file"
        order, _, outcome = line.partition(";")
        found = ORDER.fullmatch(outcome.strip())
        assert found, f"{case}: {line.strip()!r} does not say what became of the order"
        wanted = {name: value for name, value in found.groupdict().items() if value}
        step.orders.append(Ordered(Power(power.upper()), read(order), wanted))
    return power


# From words to values


def _groups(text: str) -> Iterator[tuple[Power, str]]:
    for group in filter(None, map(str.strip, text.split(";"))):
        power, _, rest = group.partition(" ")
        yield Power(power.upper()), rest.strip()


def _units(text: str) -> dict[Power, tuple[Unit, ...]]:
    return {power: tuple(sorted(map(read_unit, units.split(",")))) for power, units in _groups(text) if units}


def _provinces(text: str) -> tuple[Province, ...]:
    return tuple(sorted(map(Province, text.upper().split())))


def options_of(case: Case) -> object:
    """The options of a case."""
    return RULES.options(dict(pair.split("=") for pair in case.setup.get("options", "").split()))


def board_of(case: Case) -> Board:
    """The position a case begins in."""
    name = case.setup.get("map", "standard")
    beside = HERE / f"{name}.toml"
    geography = atlas.load_file(beside) if beside.is_file() else atlas.load(name)
    units = _units(case.setup["start"]) if "start" in case.setup else _ordered_units(case)
    centers = {power: _provinces(held) for power, held in _groups(case.setup.get("control", ""))}
    contested = _provinces(case.setup.get("contested", ""))
    phase = Phase.read(case.setup.get("phase", "S1901M"))
    board = Board(geography, phase, units, centers, contested=contested)
    gone = []
    for power, text in _groups(case.setup.get("displaced", "")):
        unit, _, origin = text.partition(" from ")
        gone.append(Dislodged(power, read_unit(unit), Province(origin.upper()), False, ()))
    return RULES.dislodge(board, tuple(gone), options_of(case))


def _ordered_units(case: Case) -> dict[Power, tuple[Unit, ...]]:
    units: dict[Power, set[Unit]] = {}
    for ordered in case.steps[0].orders:
        assert not isinstance(ordered.order, Waive)
        units.setdefault(ordered.power, set()).add(ordered.order.unit)
    return {power: tuple(sorted(there)) for power, there in units.items()}


# From values to words


def _word(result: Result) -> str:
    if result.outcome in (Outcome.VOID, Outcome.IGNORED):
        return "void"
    good = result.outcome is Outcome.SUCCEEDS
    match result.order:
        case Hold():
            return "stands"
        case SupportHold() | SupportMove():
            return "given" if good else "cut"
        case _:
            return "succeeds" if good else "fails"


def _told(result: Result, done: Adjudication) -> dict[str, str]:
    lost = {(power, unit) for power, unit in done.disbanded}
    unit = unit_of(result.order)
    fate = "" if result.dislodged_by is None else "displaced"
    if fate and unit is not None and (result.power, unit) in lost:
        fate = "destroyed"
    return {
        "word": _word(result),
        "by": _several(unit_of(culprit.order) for culprit in result.because),
        "despite": _several(unit_of(parried.move.order) for parried in result.parried),
        "reason": result.reason.value,
        "fate": fate,
    }


def _several(units: Iterator[Unit | None]) -> str:
    return " and ".join(sorted(str(unit) for unit in units))


def _fold(name: str, text: str) -> str:
    if name in ("by", "despite"):
        return " and ".join(sorted(text.upper().split(" AND ")))
    return text


def _show_units(pairs: list[tuple[Power, Unit]]) -> str:
    powers = sorted({power for power, _ in pairs})
    return "; ".join(f"{p} " + ", ".join(sorted(str(u) for q, u in pairs if q == p)) for p in powers)


def _show_retreats(done: Adjudication) -> str:
    found = [(one.power, one.unit, one.retreats) for one in done.after.dislodged]
    return "; ".join(sorted(f"{p} {u}: {' '.join(map(str, sorted(to)))}".strip() for p, u, to in found))


def _show_owners(done: Adjudication) -> str:
    owned = sorted(done.after.centers.items())
    return "; ".join(f"{power} {' '.join(sorted(held))}" for power, held in owned if held)


def _show_builds(done: Adjudication, options: object) -> str:
    powers = sorted(done.after.centers) if done.after.phase.kind is Kind.ADJUSTMENTS else []
    return _show_units([(p, unit) for p in powers for unit in RULES.buildable(done.after, p, options)])


def _shown(name: str, done: Adjudication, options: object) -> str:
    match name:
        case "board":
            return _show_units(list(done.after.pieces()))
        case "retreats":
            return _show_retreats(done)
        case "disbanded":
            return _show_units(list(done.disbanded))
        case "removed":
            return _show_units(list(done.removed))
        case "owners":
            return _show_owners(done)
        case "may build":
            return _show_builds(done, options)
        case "next":
            return str(done.after.phase)
        case "winner":
            return " ".join(done.winner) or "NOBODY"
        case "out":
            return " ".join(done.eliminated) or "NOBODY"
        case _:
            return str(2 ** len(done.rings))


def _normal(name: str, text: str) -> str:
    text = text.upper()
    if name in ("board", "disbanded", "removed", "may build"):
        return _show_units([(p, u) for p, units in _units(text).items() for u in units])
    if name == "retreats":
        parts = (part.strip().partition(":") for part in text.split(";"))
        return "; ".join(
            sorted(f"{head}: {' '.join(sorted(to.split()))}".strip() for head, _, to in parts if head)
        )
    if name == "owners":
        return "; ".join(f"{power} {' '.join(sorted(held.split()))}" for power, held in sorted(_groups(text)))
    return " ".join(sorted(text.split()))


def play(case: Case) -> list[str]:
    """Play a case; what differs from it, one line each."""
    options, board = options_of(case), board_of(case)
    wrong: list[str] = []
    for step in case.steps:
        orders: dict[Power, tuple[Order, ...]] = {}
        for ordered in step.orders:
            orders[ordered.power] = (*orders.get(ordered.power, ()), ordered.order)
        done = RULES.adjudicate(board, orders, options)
        wrong += [f"{board.phase} {line}" for line in _differences(step, done, options)]
        board = done.after
    return wrong


def _differences(step: Step, done: Adjudication, options: object) -> Iterator[str]:
    told = [result for result in done.results if result.written]
    for ordered in step.orders:
        result = next((r for r in told if (r.power, r.order) == (ordered.power, ordered.order)), None)
        if result is None:
            yield f"no result for {ordered.power} {ordered.order}"
            continue
        told.remove(result)
        got = _told(result, done)
        for name, text in ({"fate": "", "despite": ""} | ordered.wanted).items():
            wanted = _fold(name, text)
            if got[name] != wanted:
                yield f"{ordered.power} {ordered.order}: {name} {got[name] or 'none'}, not {wanted or 'none'}"
    for name, text in ({"outcomes": "1"} | step.expected).items():
        shown, wanted = _shown(name, done, options), _normal(name, text)
        if shown != wanted:
            yield f"{name}: {shown}, not {wanted}"


def _adjusts(case: Case) -> bool:
    """Builds and removals are taken in the order of the letter."""
    return case.setup.get("phase", "").endswith("A")


CASES = [case for path in sorted(HERE.glob("*.txt")) for case in load(path)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_example_comes_out_as_written(case: Case) -> None:
    assert play(case) == []


@pytest.mark.parametrize("case", [case for case in CASES if not _adjusts(case)], ids=str)
def test_the_order_of_the_orders_makes_no_difference(case: Case) -> None:
    options, board = options_of(case), board_of(case)
    orders: dict[Power, tuple[Order, ...]] = {}
    for ordered in case.steps[0].orders:
        orders[ordered.power] = (*orders.get(ordered.power, ()), ordered.order)
    backwards = {power: tuple(reversed(given)) for power, given in reversed(orders.items())}
    turned = replace(board, units={p: tuple(reversed(units)) for p, units in reversed(board.units.items())})
    there, back = RULES.adjudicate(board, orders, options), RULES.adjudicate(turned, backwards, options)
    assert replace(there, before=board) == replace(back, before=board)


def test_every_example_of_the_rules_is_there() -> None:
    numbers = [case.title.split()[0] for case in CASES]
    assert len(numbers) == len(set(numbers))
    assert sum(number.startswith("VD") for number in numbers) == 67
    assert any(isinstance(ordered.order, Move) for case in CASES for ordered in case.steps[0].orders)


@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_order_of_the_examples_is_read_from_words(case: Case, language: str) -> None:
    options = options_of(case)
    board = board_of(case)
    manner = speech_of(RULES, board.geography, options)
    for step in case.steps:
        orders: dict[Power, list[Order]] = {}
        for ordered in step.orders:
            orders.setdefault(ordered.power, []).append(ordered.order)
            words = describe(ordered.order, board.geography, language)
            sheet = read_orders(words, board, ordered.power, language, strict=False, speech=manner)
            if ordered.wanted["word"] != "void":
                assert [entry.order for entry in sheet.entries] == [ordered.order], (words, sheet)
        given = {power: tuple(found) for power, found in orders.items()}
        board = RULES.adjudicate(board, given, options).after
