"""Phases, the order sheets for them, and their results. One phase of a game is open at a time."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, func, insert, select, update

from judge.store.door import Door, UnlessThere, columns, is_in
from judge.store.rows import (
    GameId,
    GameState,
    LetterId,
    PhaseRow,
    PhaseStatus,
    ResultRow,
    SheetId,
    SheetRow,
)
from judge.store.schema import game, phase, result, sheet

_THIS_GAME = phase.c.game_id == bindparam("of")
_THIS = and_(_THIS_GAME, phase.c.no == bindparam("nr"), phase.c.revision == bindparam("rev"))
_IS_OPEN = is_in(phase.c.status, PhaseStatus.OPEN)
_IS_DUE_SOMETIME = and_(_IS_OPEN, phase.c.deadline.is_not(None), is_in(game.c.state, GameState.RUNNING))

_PHASES = select(*columns(PhaseRow, phase))
_OF_GAME = _PHASES.where(_THIS_GAME).order_by(phase.c.no, phase.c.revision)
_CURRENT = _PHASES.where(_THIS_GAME, _IS_OPEN)
_LATEST = _PHASES.where(_THIS_GAME, phase.c.no == bindparam("nr")).order_by(phase.c.revision.desc()).limit(1)
_RUNNING = _PHASES.join(game, game.c.id == phase.c.game_id).where(_IS_DUE_SOMETIME)
_DUE = _RUNNING.where(phase.c.deadline <= bindparam("now")).order_by(phase.c.deadline, phase.c.game_id)
_TO_REMIND = _RUNNING.where(
    phase.c.reminded.is_(False),
    phase.c.deadline > bindparam("now"),
    phase.c.deadline <= bindparam("until"),
).order_by(phase.c.deadline, phase.c.game_id)
_NEXT_DEADLINE = (
    select(func.min(phase.c.deadline)).join(game, game.c.id == phase.c.game_id).where(_IS_DUE_SOMETIME)
)

_OPTIONS = select(game.c.options).where(game.c.id == bindparam("game_id")).scalar_subquery()
_OPEN = insert(phase).values({c.name: bindparam(c.name) for c in phase.c} | {"options": _OPTIONS})
_NEWER = {"orders_version": phase.c.orders_version + 1}
_MOVE = update(phase).where(_THIS, _IS_OPEN).values(deadline=bindparam("to"), reminded=False, **_NEWER)
_CLOSE = (
    update(phase)
    .where(_THIS, _IS_OPEN, phase.c.orders_version == bindparam("version"))
    .values(status=PhaseStatus.DONE)
)
_SUPERSEDE = (
    update(phase)
    .where(_THIS_GAME, phase.c.no >= bindparam("nr"), phase.c.status != PhaseStatus.SUPERSEDED)
    .values(status=PhaseStatus.SUPERSEDED)
)
_REMINDED = update(phase).where(_THIS, _IS_OPEN).values(reminded=True)
_NEW_ORDERS = update(phase).where(_THIS_GAME, phase.c.no == bindparam("nr"), _IS_OPEN).values(**_NEWER)

_NEW_SHEET = UnlessThere(sheet, "id")
_SHEETS = (
    select(*columns(SheetRow, sheet))
    .where(sheet.c.game_id == bindparam("of"), sheet.c.phase_no == bindparam("nr"))
    # A sheet without a letter has no number to sort by, and the two databases put NULL at different ends.
    .order_by(sheet.c.received_at, func.coalesce(sheet.c.inbox_id, 0), sheet.c.id)
)
_SHEETS_UNTIL = _SHEETS.where(sheet.c.received_at <= bindparam("until"))

_NEW_RESULT = insert(result)
_RESULTS = (
    select(*columns(ResultRow, result))
    .join(
        phase,
        and_(
            phase.c.game_id == result.c.game_id,
            phase.c.no == result.c.no,
            phase.c.revision == result.c.revision,
        ),
    )
    .where(result.c.game_id == bindparam("of"), phase.c.status != PhaseStatus.SUPERSEDED)
    .order_by(result.c.no, result.c.revision)
)
_RESULT = _RESULTS.where(result.c.no == bindparam("nr"))


class Phases(Door):
    """Phases, order sheets and results."""

    def open_phase(
        self,
        game_id: GameId,
        no: int,
        revision: int,
        code: str,
        board: Mapping[str, Any],
        deadline: datetime | None,
        opened: datetime,
    ) -> None:
        """Begin a phase, to be played by the options that the game has at this instant.

        Clash where one of the game is open, or this one was there before.
        """
        row = {"game_id": game_id, "no": no, "revision": revision, "code": code, "board": board}
        times = {"deadline": deadline, "opened": opened}
        self._run(_OPEN, **row, **times, status=PhaseStatus.OPEN, orders_version=0, reminded=False)

    def current_phase(self, game_id: GameId) -> PhaseRow | None:
        """The open phase of a game."""
        return self._one(PhaseRow, _CURRENT, of=game_id)

    def phase(self, game_id: GameId, no: int) -> PhaseRow | None:
        """The latest revision of a phase."""
        return self._one(PhaseRow, _LATEST, of=game_id, nr=no)

    def phases(self, game_id: GameId) -> tuple[PhaseRow, ...]:
        """All phases of a game from the first, superseded ones too."""
        return self._all(PhaseRow, _OF_GAME, of=game_id)

    def due_phases(self, now: datetime) -> tuple[PhaseRow, ...]:
        """Open phases of running games whose deadline has come, the oldest first."""
        return self._all(PhaseRow, _DUE, now=now)

    def next_deadline(self, after: datetime | None = None) -> datetime | None:
        """The first deadline of all running games: passed or not, or only one after an instant."""
        statement = _NEXT_DEADLINE if after is None else _NEXT_DEADLINE.where(phase.c.deadline > after)
        deadline: datetime | None = self._value(statement)
        return deadline

    def move_deadline(self, game_id: GameId, no: int, revision: int, deadline: datetime | None) -> bool:
        """Another deadline for an open phase; False where it is no longer open. A reminder is due again."""
        return self._change(_MOVE, of=game_id, nr=no, rev=revision, to=deadline) == 1

    def close_phase(self, game_id: GameId, no: int, revision: int, expected_orders_version: int) -> bool:
        """The fence around adjudication: True for exactly one caller, and only when it saw all orders.

        False: another closed the phase, or an order sheet came or the deadline moved since that version
        was read. Then store nothing, and look again.
        """
        these = {"of": game_id, "nr": no, "rev": revision}
        return self._change(_CLOSE, **these, version=expected_orders_version) == 1

    def supersede(self, game_id: GameId, from_no: int) -> int:
        """For a rollback: set aside this phase, all later ones and their results; how many phases."""
        return self._change(_SUPERSEDE, of=game_id, nr=from_no)

    def phases_to_remind(self, now: datetime, until: datetime) -> tuple[PhaseRow, ...]:
        """Open phases of running games, not reminded of, whose deadline is after `now`, at most `until`."""
        return self._all(PhaseRow, _TO_REMIND, now=now, until=until)

    def mark_reminded(self, game_id: GameId, no: int, revision: int) -> bool:
        """The reminders of a phase are posted; False where it is no longer open."""
        return self._change(_REMINDED, of=game_id, nr=no, rev=revision) == 1

    def add_sheet(
        self,
        game_id: GameId,
        power: str,
        phase_no: int,
        received_at: datetime,
        doc: Mapping[str, Any],
        inbox_id: LetterId | None = None,
    ) -> SheetId | None:
        """Store an order sheet, for the open phase or one to come; None where this letter gave it before."""
        # The phase first: an adjudication under way waits for us here, or we for it.
        self._change(_NEW_ORDERS, of=game_id, nr=phase_no)
        row = {"inbox_id": inbox_id, "game_id": game_id, "power": power, "phase_no": phase_no}
        number = self._add(_NEW_SHEET, **row, received_at=received_at, doc=doc)
        return None if number is None else SheetId(number)

    def sheets(self, game_id: GameId, phase_no: int, until: datetime | None = None) -> tuple[SheetRow, ...]:
        """The sheets for a phase that were received by an instant, in the order in which they count."""
        if until is None:
            return self._all(SheetRow, _SHEETS, of=game_id, nr=phase_no)
        return self._all(SheetRow, _SHEETS_UNTIL, of=game_id, nr=phase_no, until=until)

    def add_result(
        self, game_id: GameId, no: int, revision: int, input_hash: str, doc: Mapping[str, Any]
    ) -> None:
        """Store the outcome of a phase; Clash where it has one."""
        self._run(_NEW_RESULT, game_id=game_id, no=no, revision=revision, input_hash=input_hash, doc=doc)

    def result(self, game_id: GameId, no: int) -> ResultRow | None:
        """The outcome of a phase as it counts; None before its end, or after a rollback."""
        return self._one(ResultRow, _RESULT, of=game_id, nr=no)

    def results(self, game_id: GameId) -> tuple[ResultRow, ...]:
        """The outcomes that count, from the first phase."""
        return self._all(ResultRow, _RESULTS, of=game_id)
