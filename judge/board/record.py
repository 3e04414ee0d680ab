"""Boards and results as JSON documents and back: what the database keeps and other programs read.

A board comes back equal to the one that was written.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from judge.board import notation
from judge.board.bookkeeping import read_economy, write_accounts, write_economy
from judge.board.economy import Economy
from judge.board.geography import Geography, Power, Unit, as_power, as_province
from judge.board.orders import unit_of
from judge.board.phases import Kind, Phase
from judge.board.results import Adjudication, Culprit, Parried, Result
from judge.board.state import Board, Dislodged

Document = dict[str, Any]


def write_board(board: Board) -> Document:
    """The position as a document; units and centers by power, dislodged units with their retreats."""
    return {
        "phase": str(board.phase),
        "units": _units(board.units),
        "centers": {power: list(owned) for power, owned in board.centers.items()},
        "dislodged": {_key(gone.power, gone.unit): _write_dislodged(gone) for gone in board.dislodged},
        "contested": list(board.contested),
        **write_economy(board),
    }


def read_board(document: Document, geography: Geography) -> Board:
    """The board of a document that `write_board` made; ValueError or KeyError when it is another thing."""
    board = Board(
        geography=geography,
        phase=Phase.read(document["phase"]),
        units={as_power(p): tuple(map(notation.read_unit, us)) for p, us in document["units"].items()},
        centers={as_power(p): tuple(map(as_province, cs)) for p, cs in document["centers"].items()},
        dislodged=tuple(_read_dislodged(key, value) for key, value in document["dislodged"].items()),
        contested=tuple(map(as_province, document["contested"])),
    )
    if "treasury" not in document:
        return board
    return replace(board, economy=read_economy(document, board, Economy()))


def write_result(result: Result) -> Document:
    """One order's result, in stable words."""
    document: Document = {
        "power": result.power,
        "unit": str(unit_of(result.order) or ""),
        "order": str(result.order),
        "outcome": result.fate.value,
        "reason": result.reason.value,
        "because": [_culprit(culprit) for culprit in result.because],
    }
    if result.dislodged_by is not None:
        document |= {"order_outcome": result.outcome.value, "dislodged_by": _culprit(result.dislodged_by)}
    if result.strength is not None:
        document |= {"strength": result.strength, "against": result.against}
    if not result.written:
        document["written"] = False
    if result.parried:
        document["parried"] = [_parried(parried) for parried in result.parried]
    return document


def write_adjudication(done: Adjudication) -> Document:
    """The end of a phase as other programs read it."""
    after = done.after
    driven_out = done.disbanded if done.before.phase.kind is Kind.MOVEMENT else ()
    dislodged: dict[str, list[str]] = {_key(power, unit): [] for power, unit in driven_out}
    dislodged |= {_key(one.power, one.unit): [str(to) for to in one.retreats] for one in after.dislodged}
    document: Document = {
        "phase": str(done.before.phase),
        "results": [write_result(result) for result in done.results],
        "units_after": _units(after.units),
        "dislodged": dict(sorted(dislodged.items())),
        "contested": list(after.contested),
        "disbanded": [_key(power, unit) for power, unit in done.disbanded],
        "removed": [_key(power, unit) for power, unit in done.removed],
        "built": [_key(power, unit) for power, unit in done.built],
        "centers_after": {power: list(owned) for power, owned in after.centers.items()},
        "winner": list(done.winner),
        "eliminated": list(done.eliminated),
        "next_phase": str(after.phase),
    }
    document |= write_economy(after)
    if done.accounts is not None:
        document |= write_accounts(done.accounts)
    if done.rings:
        document["rings"] = [[_culprit(culprit) for culprit in ring] for ring in done.rings]
    return document


def _units(units: Mapping[Power, Iterable[Unit]]) -> dict[str, list[str]]:
    return {power: [str(unit) for unit in standing] for power, standing in units.items()}


def _key(power: Power, unit: Unit) -> str:
    return f"{power}: {unit}"


def read_key(text: str) -> tuple[Power, Unit]:
    """`FRANCE: A PAR` -> the power and its unit; ValueError when it is none."""
    power, found, unit = text.partition(":")
    if not found:
        raise ValueError(f"{text!r} names no power; write it as FRANCE: A PAR")
    return as_power(power.strip().upper()), notation.read_unit(unit)


def _write_dislodged(gone: Dislodged) -> Document:
    document: Document = {
        "attacker_from": gone.attacker_from,
        "by_convoy": gone.by_convoy,
        "retreats": [str(to) for to in gone.retreats],
    }
    return document | ({"also_from": list(gone.also_from)} if gone.also_from else {})


def _read_dislodged(key: str, value: Document) -> Dislodged:
    power, unit = read_key(key)
    attacker = value["attacker_from"]
    return Dislodged(
        power=power,
        unit=unit,
        attacker_from=None if attacker is None else as_province(attacker),
        by_convoy=value["by_convoy"],
        retreats=tuple(map(notation.read_location, value["retreats"])),
        also_from=tuple(map(as_province, value.get("also_from", ()))),
    )


def _culprit(culprit: Culprit) -> str:
    return f"{culprit.power}: {culprit.order}"


def _parried(parried: Parried) -> Document:
    return {"move": _culprit(parried.move), "by": [_culprit(culprit) for culprit in parried.by]}
