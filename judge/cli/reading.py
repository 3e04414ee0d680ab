"""What `judge read` prints for a text, a line of JSON, or a raw letter."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from judge.board.atlas import BoardFault
from judge.board.geography import Power
from judge.board.problems import Problem
from judge.board.state import Board
from judge.language import read_orders
from judge.language.sheet import OrderSheet
from judge.letters import Action, Incoming, content_hash, message_hash
from judge.letters import read as read_letter
from judge.reports.sentences import answer
from judge.reports.words import spoken
from judge.rules import RuleFault, Speech, speech_of, system
from judge.service import master
from judge.service.documents import DocumentFault, read_position, write_sheet

Document = dict[str, Any]


def position(file: Path) -> Document:
    """The JSON document of a position file. DocumentFault when it is none."""
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise DocumentFault(f"{file}: no JSON: {fault}") from fault
    if not isinstance(document, dict):
        raise DocumentFault(f"{file}: must be a JSON object")
    return document


def options(pairs: Sequence[str]) -> Document:
    """`--option swap=no` and the like. DocumentFault when one is none."""
    try:
        return master.read_options("", pairs)
    except master.MasterFault as fault:
        raise DocumentFault(str(fault)) from fault


def _board(table: Document) -> tuple[Board, Speech]:
    try:
        rules = system(str(table.get("rules", "standard")))
        options = rules.options(table.get("options", {}))
        board = read_position(table, rules, options)
        return board, speech_of(rules, board.geography, options)
    except (ValueError, RuleFault, BoardFault) as fault:
        raise DocumentFault(str(fault)) from fault


class Read(NamedTuple):
    """What was read, and for which position."""

    sheet: OrderSheet
    board: Board
    speech: Speech


def _sheet(words: str, table: Document) -> Read:
    board, speech = _board(table)
    power = Power(str(table.get("power", "")).upper())
    if power not in board.geography.powers:
        raise DocumentFault(f"--power must be one of: {', '.join(board.geography.powers)}")
    language = str(table.get("language", "en"))
    return Read(read_orders(words, board, power, language, speech=speech), board, speech)


def text(words: str, table: Document, *, explain: bool) -> str:
    """The orders and problems of a text, as JSON or as a table."""
    sheet, board, speech = _sheet(words, table)
    if explain:
        language = str(table.get("language", "en"))
        return _table(sheet, board, spoken(language, speech.words))
    return json.dumps(write_sheet(sheet, board.phase.kind), ensure_ascii=False)


def line(document: object, table: Document) -> Document:
    """The same for one JSON line, whose own fields win over those of the command line."""
    if not isinstance(document, dict):
        raise DocumentFault("a line must be a JSON object")
    sheet, board, _ = _sheet(str(document.get("text", "")), table | document)
    return write_sheet(sheet, board.phase.kind)


class Letters:
    """Reads raw letters one after another; one that came before is known again."""

    def __init__(self, table: Document) -> None:
        self._table = table
        self._seen: set[tuple[str, str]] = set()

    def read(self, raw: bytes) -> Document:
        """What a raw letter is, whose it says it is, the new text of its writer, and the orders in it."""
        hashes = message_hash(raw), content_hash(raw)
        if hashes in self._seen:
            return _describe(replace(read_letter(raw), action=Action.IGNORE, why="duplicate"))
        self._seen.add(hashes)
        incoming = read_letter(raw)
        document = _describe(incoming)
        if self._table.get("power"):
            sheet, board, _ = _sheet(incoming.text, self._table)
            document |= write_sheet(sheet, board.phase.kind)
        return document


def _describe(incoming: Incoming) -> Document:
    return {
        "action": incoming.action.value,
        "sender": incoming.sender,
        "text": incoming.text,
        "bounced": [bounce.address for bounce in incoming.bounced],
        "why": incoming.why,
    }


_HEADINGS = {"nl": ("regel", "tekst", "gelezen als", "waarom"), "en": ("line", "text", "reading", "why")}
_TALK = {"nl": "geen order", "en": "talk"}


def _table(sheet: OrderSheet, board: Board, language: str) -> str:
    """Each line with what was made of it: the order taken, or a dash and why not."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    base = language.partition("/")[0]
    table = Table(*_HEADINGS[base])
    rows = [(e.line, e.text, " / ".join(map(str, (e.order, *e.alternatives))), "") for e in sheet.entries]
    rows += [(p.line, p.text, _taken(p), _why(p, board, language)) for p in sheet.problems]
    for number, words, reading, why in sorted(rows):
        table.add_row(str(number), escape(words), reading, escape(why))
    for words in sheet.ignored:
        table.add_row("", escape(words), "", _TALK[base])
    console = Console()
    with console.capture() as capture:
        console.print(table)
    return capture.get().rstrip("\n")


def _taken(problem: Problem) -> str:
    return (problem.order or "") if problem.is_remark else "-"


def _why(problem: Problem, board: Board, language: str) -> str:
    guess = f" → {problem.guess}" if problem.guess else ""
    return answer(problem, board.geography, language) + guess
