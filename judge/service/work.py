"""The judge's round: letters and deadlines as they came, so that each letter counts where it should.

A deadline is kept once every letter that arrived before it has been read: the doors say how far they are, and
the inbox holds nothing unread from before.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog

from judge.reports.notices import Notice
from judge.service.deadlines import close_phase, remind
from judge.service.office import Office
from judge.service.players import tell_masters
from judge.service.receive import ReadLetter, handle, tell_operator
from judge.store import InboxRow, LetterId, PhaseRow

_log = structlog.get_logger(__name__)

_BATCH = 200


@dataclass(frozen=True, slots=True)
class Ahead:
    """When the judge must look again."""

    deadline: datetime | None
    """The next one."""
    waits: bool
    """A deadline that has passed waits for a door: look again soon."""


@dataclass
class Round:
    """Does what is to be done now. One thread runs it; `waiting` remembers what we have complained of."""

    office: Office
    read: ReadLetter
    now: Callable[[], datetime]
    drained: Callable[[datetime], bool]
    """Whether every door has handed over all that had arrived by an instant."""
    wanted: Callable[[], bool] = lambda: True
    stuck: set[tuple[int, int]] = field(default_factory=set)
    skip: set[LetterId] = field(default_factory=set)
    _waits: bool = False

    def run(self) -> Ahead:
        """Do everything that is due; what is ahead."""
        self.skip.clear()
        self._waits = False
        while self.wanted():
            handled = self._letters()
            closed = self._deadlines()
            if not handled and not closed:
                break
        remind(self.office, self.now())
        with self.office.store.read() as tx:
            return Ahead(tx.next_deadline(after=self.now()), self._waits)

    def _letters(self) -> int:
        """Handle the letters that wait; those whose phase is about to be closed come later."""
        with self.office.store.read() as tx:
            rows = [row for row in tx.new_letters(_BATCH + len(self.skip)) if row.id not in self.skip]
        for row in rows:
            if not self.wanted():
                return 0
            self._letter(row)
        return len(rows)

    def _letter(self, row: InboxRow) -> None:
        log = _log.bind(letter=row.id, source=row.source)
        try:
            settled = handle(self.office, row, self.read, self.now())
        except Exception:
            log.exception("a letter could not be handled")
            return
        if settled is None:
            self.skip.add(row.id)
            log.info("letter waits for a deadline")
        else:
            log.info("letter handled", state=settled.state.value, why=settled.why)

    def _deadlines(self) -> int:
        now = self.now()
        with self.office.store.read() as tx:
            due = tx.due_phases(now)
        return sum(self._deadline(row, now) for row in due)

    def _deadline(self, row: PhaseRow, now: datetime) -> bool:
        log = _log.bind(game=row.game_id, phase=row.code)
        if row.deadline is None or not self._is_clear(row, row.deadline, now):
            return False
        try:
            closed = close_phase(self.office, row, now)
        except Exception:
            log.exception("a phase could not be adjudicated")
            self._complain(row, Notice.PHASE_SET_ASIDE, now)
            return False
        if closed is None:
            return True
        self.skip.clear()
        log.info("phase closed", next=str(closed.done.after.phase), deadline=str(closed.next_deadline))
        return True

    def _is_clear(self, row: PhaseRow, deadline: datetime, now: datetime) -> bool:
        """Every letter from before the deadline has been read, or we have waited long enough for a door."""
        with self.office.store.read() as tx:
            unread = tx.unread_before(deadline)
        if not unread and self.drained(deadline):
            return True
        patience = timedelta(seconds=self.office.settings.timing.barrier)
        if now - deadline < patience:
            self._waits = True
            return False
        self._complain(row, Notice.PHASE_SET_ASIDE, now)
        return not unread

    def _complain(self, row: PhaseRow, notice: Notice, now: datetime) -> None:
        """Tell the masters and whoever runs the judge, once a phase."""
        if (row.game_id, row.no) in self.stuck:
            return
        self.stuck.add((row.game_id, row.no))
        key = f"{row.game_id}.{row.no}.{row.revision}"
        with self.office.store.write() as tx:
            game = tx.game(row.game_id)
            if game is not None:
                tell_masters(self.office, tx, game, notice, f"{game.name} {row.code}", key, now)
                tell_operator(self.office, tx, notice, f"{game.name} {row.code}", key, now)
