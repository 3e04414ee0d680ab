"""Which orders are in force: the sheets of a power, laid over each other by the time they came.

Sheets are never changed. A later letter changes only the units it names; what was sent ahead waits for
its own kind of phase. For builds and removals the newest letter comes first, since only so many count.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from judge.board import notation
from judge.board.orders import slot_of
from judge.board.phases import Kind
from judge.language.sheet import Entry, OrderSheet

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Filed:
    """The orders of one stored sheet."""

    entries: tuple[Entry, ...]
    clear: bool = False


def write(sheet: OrderSheet) -> Document:
    """A sheet for the database: its orders, and its problems as they were told."""
    return {
        "clear": sheet.clear,
        "entries": [_write_entry(entry) for entry in sheet.entries],
        "problems": [{"line": p.line, "text": p.text, "code": p.trouble.value} for p in sheet.problems],
    }


def read(document: Document) -> Filed:
    """The orders of a stored sheet."""
    return Filed(tuple(map(_read_entry, document["entries"])), bool(document["clear"]))


def _write_entry(entry: Entry) -> Document:
    return {
        "line": entry.line,
        "text": entry.text,
        "kind": entry.kind.value,
        "order": str(entry.order),
        "alternatives": [str(order) for order in entry.alternatives],
    }


def _read_entry(document: Document) -> Entry:
    return Entry(
        line=document["line"],
        text=document["text"],
        order=notation.read(document["order"]),
        alternatives=tuple(map(notation.read, document["alternatives"])),
        kind=Kind(document["kind"]),
    )


def in_force(filed: Iterable[Filed], kind: Kind) -> tuple[Entry, ...]:
    """The orders that count for this kind of phase, of sheets sorted by the time they came."""
    sheets = list(filed)
    if kind is not Kind.MOVEMENT:
        return _newest_first(sheets, kind)
    stored: dict[object, Entry] = {}
    for sheet in sheets:
        if sheet.clear:
            stored.clear()
        for entry in sheet.entries:
            if entry.kind is kind:
                stored[slot_of(entry.order)] = entry
    return tuple(stored.values())


def _newest_first(sheets: Sequence[Filed], kind: Kind) -> tuple[Entry, ...]:
    """Builds, removals and payments: within a letter in its own order, the newest letter in front."""
    stored: list[Entry] = []
    for sheet in sheets:
        fresh = [entry for entry in sheet.entries if entry.kind is kind]
        named = {slot_of(entry.order) for entry in fresh}
        kept = [] if sheet.clear else [entry for entry in stored if slot_of(entry.order) not in named]
        stored = fresh + kept
    return tuple(stored)
