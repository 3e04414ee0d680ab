"""`judge adjudicate` and `judge read` without their printing: one JSON document in, one out.

The shapes are an interface that other programs use; change them only by adding.
"""

from collections.abc import Mapping
from typing import Any

from judge.board import atlas
from judge.board.economy import spot
from judge.board.geography import PORT, Geography, Power, Province, Unit, UnitType
from judge.board.notation import read_unit
from judge.board.orders import Order, Spending, unit_of
from judge.board.phases import Kind, Phase
from judge.board.problems import Problem
from judge.board.record import read_key, write_adjudication
from judge.board.results import Adjudication
from judge.board.state import Board, Dislodged
from judge.language import read_orders
from judge.language.sheet import OrderSheet
from judge.rules import RuleFault, Speech, System, economic, speech_of, system
from judge.rules.preferences import choose

Document = dict[str, Any]


class DocumentFault(Exception):
    """A document that cannot be used; the message says what to put right."""


def adjudicate(document: object) -> tuple[Document, Adjudication]:
    """The end of the phase of a document, as a document and as a value. DocumentFault says what is wrong."""
    try:
        return _adjudicate(_table(document, "the document"))
    except (RuleFault, atlas.BoardFault, ValueError) as fault:
        raise DocumentFault(str(fault)) from fault


def _adjudicate(document: Document) -> tuple[Document, Adjudication]:
    rules = system(str(document.get("rules", "standard")))
    options = rules.options(_table(document.get("options", {}), "options"))
    board = read_position(document, rules, options)
    sheets = _sheets(document, board, speech_of(rules, board.geography, options))
    wishes = {power: _wishes(sheet, board.phase.kind) for power, sheet in sheets.items()}
    done = rules.adjudicate(board, choose(rules, board, wishes, options), options)
    problems = [
        {"power": power, **write_problem(p)} for power, sheet in sheets.items() for p in sheet.problems
    ]
    return {**write_adjudication(done), "problems": problems}, done


def _wishes(sheet: OrderSheet, kind: Kind) -> list[tuple[Order, ...]]:
    """The orders for this phase, each with its second choices."""
    return [(entry.order, *entry.alternatives) for entry in sheet.entries if entry.kind is kind]


def _sheets(document: Document, board: Board, speech: Speech) -> dict[Power, OrderSheet]:
    language = str(document.get("language", "en"))
    sheets = {}
    for name, lines in _table(document.get("orders", {}), "orders").items():
        power = _power(name, board.geography)
        text = lines if isinstance(lines, str) else "\n".join(_strings(lines, f"orders of {name}"))
        sheets[power] = read_orders(text, board, power, language, strict=False, speech=speech)
    return sheets


def speech(document: object) -> Speech:
    """How the rules of a document that was read have orders written, and sentences about them."""
    fields = _table(document, "the document")
    rules = system(str(fields.get("rules", "standard")))
    options = rules.options(_table(fields.get("options", {}), "options"))
    return speech_of(rules, atlas.load(str(fields.get("map", "standard"))), options)


def read_position(document: Document, rules: System, options: object) -> Board:
    """The position of a document; what it leaves out is as at the start of its map."""
    geography = atlas.load(str(document.get("map", "standard")))
    start = rules.start(geography, options)
    phase = Phase.read(str(document.get("phase", start.phase)))
    board = Board(
        geography=geography,
        phase=phase,
        units=_units(document, geography) if "units" in document else start.units,
        centers=_centers(document, geography) if "centers" in document else start.centers,
        contested=_contested(document, geography),
    )
    return _furnished(rules, board, document, options)


def _furnished(rules: System, board: Board, document: Document, options: object) -> Board:
    """The board with its dislodged units, and where the rules have an economy with that of the document."""
    gone = _dislodged(document, board.geography)
    books = economic(rules)
    if books is None:
        return rules.dislodge(board, gone, options)
    # Whether there is a port decides where a dislodged unit can go; and it may have a bill itself.
    standing = {name: fields for name, fields in document.items() if name not in _BILLS}
    board = rules.dislodge(books.furnish(board, standing, options), gone, options)
    return books.furnish(board, document, options)


_BILLS = ("replenishment", "replenishment_rows")


def _units(document: Document, geography: Geography) -> dict[Power, tuple[Unit, ...]]:
    standing: dict[Power, tuple[Unit, ...]] = dict.fromkeys(geography.powers, ())
    for name, units in _table(document["units"], "units").items():
        read = [read_unit(text) for text in _strings(units, f"units of {name}")]
        for unit in read:
            if not geography.can_stand(unit) and not _is_berth(unit, geography):
                raise DocumentFault(f"{unit} cannot stand there on the board {geography.id!r}")
        standing |= {_power(name, geography): tuple(sorted(read))}
    places = [spot(unit.location) for units in standing.values() for unit in units]
    if twice := sorted({place for place in places if places.count(place) > 1}):
        raise DocumentFault(f"two units stand in {', '.join(map(str, twice))}")
    return standing


def _is_berth(unit: Unit, geography: Geography) -> bool:
    """A fleet in port; whether there is one, the rules say."""
    return unit.type is UnitType.FLEET and unit.location.coast == PORT and unit.province in geography.terrain


def _centers(document: Document, geography: Geography) -> dict[Power, tuple[Province, ...]]:
    owned: dict[Power, tuple[Province, ...]] = dict.fromkeys(geography.powers, ())
    for name, centers in _table(document["centers"], "centers").items():
        provinces = [_province(text, geography) for text in _strings(centers, f"centers of {name}")]
        if no_center := [p for p in provinces if p not in geography.centers]:
            raise DocumentFault(f"{', '.join(no_center)}: no supply center of the board {geography.id!r}")
        owned[_power(name, geography)] = tuple(sorted(provinces))
    return owned


def _contested(document: Document, geography: Geography) -> tuple[Province, ...]:
    named = _strings(document.get("contested", []), "contested")
    return tuple(sorted(_province(text, geography) for text in named))


def _dislodged(document: Document, geography: Geography) -> tuple[Dislodged, ...]:
    gone = []
    for key, how in _table(document.get("dislodged", {}), "dislodged").items():
        name, unit = read_key(key)
        table = _table(how, f"dislodged {key}")
        attacker = table.get("attacker_from")
        origin = None if attacker is None else _province(str(attacker), geography)
        convoyed = bool(table.get("by_convoy", False))
        gone.append(Dislodged(_power(name, geography), unit, origin, convoyed, ()))
    return tuple(gone)


def _power(name: str, geography: Geography) -> Power:
    power = Power(name.upper())
    if power not in geography.powers:
        raise DocumentFault(f"there is no power {name!r}; the powers are: {', '.join(geography.powers)}")
    return power


def _province(name: str, geography: Geography) -> Province:
    province = Province(name.upper().partition("/")[0])
    if province not in geography.terrain:
        raise DocumentFault(f"there is no province {name!r} on the board {geography.id!r}")
    return province


def _table(value: object, name: str) -> Document:
    if not isinstance(value, Mapping):
        raise DocumentFault(f"{name} must be a JSON object")
    return dict(value)


def _strings(value: object, name: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise DocumentFault(f"{name} must be a list of texts")
    return value


def write_problem(problem: Problem) -> Document:
    """A problem in stable words."""
    document: Document = {
        "line": problem.line,
        "text": problem.text,
        "code": problem.trouble.value,
        "at": problem.at,
        "candidates": list(problem.candidates),
    }
    return document | ({"guess": problem.guess} if problem.guess else {})


def write_sheet(sheet: OrderSheet, kind: Kind) -> Document:
    """A sheet as `judge read` prints it: orders by unit, those for later phases apart."""
    document: Document = {
        "orders": _by_unit(entry.order for entry in sheet.entries if entry.kind is kind),
        "problems": [write_problem(problem) for problem in sheet.problems],
        "ignored": list(sheet.ignored),
    }
    later = [entry for entry in sheet.entries if entry.kind is not kind]
    if later:
        document["later"] = [{"phase": entry.kind.value, "order": str(entry.order)} for entry in later]
    preferences = {
        str(unit_of(entry.order)): [str(order) for order in (entry.order, *entry.alternatives)]
        for entry in sheet.entries
        if entry.alternatives
    }
    if preferences:
        document["preferences"] = preferences
    if sheet.clear:
        document["clear"] = True
    return document


def _by_unit(orders: Any) -> dict[str, str]:
    """Orders by unit; builds by unit too, and waived builds as WAIVE, WAIVE 2 ..."""
    named: dict[str, str] = {}
    for order in orders:
        unit = unit_of(order)
        key = str(order) if isinstance(order, Spending) else str(unit or "WAIVE")
        count = 2
        while key in named:
            key, count = f"{key.removesuffix(f' {count - 1}')} {count}", count + 1
        named[key] = str(order)
    return named
