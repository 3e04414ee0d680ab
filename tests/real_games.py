"""Real games replayed phase by phase against their record.

The corpus is not part of the project. Its files are gzipped lines, one game each: `{"id", "phases": [{"n":
"S1901M", "u": {power: [unit]}, "x": dislodged units, "sc": centers when changed, "o": {power: [order]},
"alt": 1 where the record follows other rules than DATC v3.2}]}`.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from judge.board import atlas
from judge.board.geography import Power, Unit, as_power, as_province
from judge.board.notation import read, read_unit
from judge.board.orders import Build, Disband, Order, Orders
from judge.board.phases import Phase
from judge.board.results import Adjudication
from judge.board.state import Board
from judge.rules import standard

ERRATA = {
    # The recording program let a unit retreat to where two others had bounced.
    ("searchbot-selfplay/game_RUS.1167", "S1906R"),
    ("searchbot-selfplay/game_RUS.1465", "F1925R"),
    # The record has no retreat phase, though the dislodged units had places to go; they are gone.
    ("droidippy/1229", "F1905M"),
    ("droidippy/1255", "F1903M"),
    # Two fleets at the same distance: the recording program took the first code, not the first name.
    ("droidippy/518", "W1902A"),
}

Record = dict[str, Any]
Units = dict[str, list[str]]


def games(path: Path) -> Iterator[Record]:
    """The games of a file of the corpus."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def read_order(text: str) -> Order:
    """An order as the corpus writes it: `B A PAR` and `D A PAR` beside the common notation."""
    words = text.split()
    if words[0] == "B":
        return Build(read_unit(" ".join(words[1:])))
    if words[0] == "D":
        return Disband(read_unit(" ".join(words[1:])))
    if words[-1] == "B":
        return Build(read_unit(" ".join(words[:2])))
    return read(text)


def orders_of(phase: Record) -> Orders:
    """The orders of a recorded phase.

    Builds and removals are recorded by name, not as they were written; where there were too many, those that
    the record says were carried out are taken.
    """
    orders: Units = phase.get("o", {})
    if phase["n"].endswith("A") and "r" in phase:
        done = {p: zip(texts, phase["r"][p], strict=True) for p, texts in orders.items()}
        orders = {p: [text for text, code in pairs if code == "S"] for p, pairs in done.items()}
    return {as_power(p): tuple(map(read_order, texts)) for p, texts in orders.items()}


def board_of(phase: Record, centers: Units) -> Board:
    """The position a recorded phase begins in."""
    units = {as_power(p): tuple(sorted(map(read_unit, there))) for p, there in phase["u"].items()}
    owned = {as_power(p): tuple(sorted(map(as_province, held))) for p, held in centers.items()}
    return Board(atlas.load("standard"), Phase.read(phase["n"]), units, owned)


class Replay:
    """Plays a game along its record and counts what agrees; `wrong` tells what does not."""

    def __init__(self, options: object) -> None:
        self.options = options
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def play(self, game: Record) -> None:
        """Replay one game."""
        centers: Units = {}
        before: Adjudication | None = None
        phases = game["phases"]
        for here, there in pairwise(phases):
            centers = here.get("sc", centers)
            board = board_of(here, centers)
            if here["n"].endswith("R"):
                if before is None:
                    self.counts["R not comparable"] += 1
                    continue
                board = replace(board, dislodged=before.after.dislodged, contested=before.contested)
            done = standard.adjudicate(board, orders_of(here), self.options)
            agrees = self._compare(game, here, there, done, there.get("sc", centers))
            before = done if agrees and here["n"].endswith("M") else None

    def _compare(self, game: Record, here: Record, there: Record, done: Adjudication, centers: Units) -> bool:
        kind = here["n"][-1]
        got, record = _units(_units_at(there["n"], done)), _sorted(there["u"])
        if there["n"].endswith("R"):
            # Centers are counted after the retreats, and some records have these where nobody can retreat.
            owned = record_owned = {}
        else:
            owned = {p: sorted(map(str, held)) for p, held in done.after.centers.items() if held}
            record_owned = _sorted(centers)
        agrees = got == record and owned == record_owned and _same_dislodged(there, done)
        known = here.get("alt") or (game["id"], here["n"]) in ERRATA
        self.counts[kind if agrees else f"{kind} other rules" if known else f"{kind} wrong"] += 1
        if not agrees and not known:
            what = f"{_differences(got, record)} {_differences(owned, record_owned)}"
            self.wrong.append(f"{game['id']} {here['n']}: {what}")
        return agrees


def _units_at(phase: str, done: Adjudication) -> dict[Power, tuple[Unit, ...]]:
    """The units at a recorded phase; one that we pass over may have removed units that had no center left."""
    units = dict(done.after.units)
    if phase in done.skipped:
        for power, unit in done.removed:
            units[power] = (*units.get(power, ()), unit)
    return units


def _same_dislodged(there: Record, done: Adjudication) -> bool:
    """Some records list units that have no place to go among the dislodged, some do not."""
    if not there["n"].endswith("R"):
        return True
    left = {(str(f.power), str(f.unit)) for f in done.after.dislodged}
    gone = {(str(power), str(unit)) for power, unit in done.disbanded}
    recorded = {(power, unit) for power, units in there.get("x", {}).items() for unit in units}
    return left <= recorded <= left | gone


def _units(units: dict[Power, tuple[Unit, ...]]) -> Units:
    return {str(p): sorted(map(str, there)) for p, there in units.items() if there}


def _sorted(units: Units) -> Units:
    return {p: sorted(there) for p, there in units.items() if there}


def _differences(ours: Units, record: Units) -> str:
    return "; ".join(
        f"{p} {sorted(set(ours.get(p, [])) ^ set(record.get(p, [])))}"
        for p in sorted({*ours, *record})
        if ours.get(p) != record.get(p)
    )
