"""Letters of the outbox to the sender, again and again with patience, until each is sent or given up.

At least once: a letter is marked sent after the server took it, so a crash in between sends it a second time,
under the same Message-ID.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import assert_never

import structlog

from judge.mail.rates import Rate
from judge.mail.sender import Deferred, Delivered, Delivery, Outcome, Refused
from judge.store import OutboxRow, Store

_log = structlog.get_logger(__name__)

AT_ONCE = 50
LEASE = 600.0
"""Seconds a claimed letter stays ours; after a crash it is free again when they are over."""
_MINUTES = (1, 5, 15, 30, 60, 120, 240)
_SERVER_DOWN = timedelta(minutes=5)
_SLOWLY = "enough letters to this domain for now"
_PAUSE = timedelta(seconds=20)


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Empties the outbox. `gave_up` hears of letters that will never arrive."""

    store: Store
    delivery: Delivery
    now: Callable[[], datetime]
    give_up: timedelta
    gave_up: Callable[[OutboxRow, str], None]
    rate: Rate = field(default_factory=lambda: Rate(0, 60))
    """Letters a minute to one domain."""

    def run(self, wanted: Callable[[], bool] = lambda: True) -> int:
        """Send all that is due, as long as we are `wanted`; how many were delivered."""
        sent = 0
        while wanted():
            with self.store.write() as tx:
                rows = tx.claim(self.now(), AT_ONCE, LEASE)
            if not rows:
                break
            for at, row in enumerate(rows):
                outcome = self._try(row)
                self._note(row, outcome)
                sent += isinstance(outcome, Delivered)
                if (isinstance(outcome, Deferred) and outcome.whole_server) or not wanted():
                    self._leave(rows[at + 1 :], outcome)
                    return sent
        return sent

    def _try(self, row: OutboxRow) -> Outcome:
        """Hand one letter over, unless its domain has had enough of us for now."""
        domain = row.recipient.rpartition("@")[2].lower()
        if not self.rate.allows(domain, self.now().timestamp()):
            return Deferred(_SLOWLY)
        return self.delivery.send(row.envelope_from, row.recipient, row.raw)

    def recover(self) -> None:
        """After a crash: what another run had claimed is ours to send again. Only while nobody else sends."""
        with self.store.write() as tx:
            freed = tx.release_leases(self.now() + timedelta(seconds=LEASE))
        if freed:
            _log.info("letters claimed before a stop are sent again", letters=freed)

    def _leave(self, rows: tuple[OutboxRow, ...], outcome: Outcome) -> None:
        """Put back what was claimed and not tried; where the server is down, for a while."""
        down = isinstance(outcome, Deferred) and outcome.whole_server
        at = self.now() + (_SERVER_DOWN if down else timedelta())
        error = outcome.reason if isinstance(outcome, Deferred) else ""
        with self.store.write() as tx:
            for row in rows:
                tx.defer(row.id, at, error, counts=False)

    def _note(self, row: OutboxRow, outcome: Outcome) -> None:
        match outcome:
            case Delivered():
                with self.store.write() as tx:
                    tx.mark_sent(row.id, self.now())
                _log.info("letter sent", kind=row.kind, letter=row.id)
            case Deferred(reason, whole_server):
                self._defer(row, reason, whole_server)
            case Refused(_, reason):
                self._fail(row, reason)
            case _:
                assert_never(outcome)

    def _defer(self, row: OutboxRow, reason: str, whole_server: bool) -> None:
        if not whole_server and self.now() - row.created > self.give_up:
            self._fail(row, reason)
            return
        if reason == _SLOWLY:
            with self.store.write() as tx:
                tx.defer(row.id, self.now() + _PAUSE, reason, counts=False)
            return
        minutes = _MINUTES[min(row.tries, len(_MINUTES) - 1)]
        wait = _SERVER_DOWN if whole_server else timedelta(minutes=minutes)
        with self.store.write() as tx:
            tx.defer(row.id, self.now() + wait, reason, counts=not whole_server)
        _log.warning("letter not sent yet", kind=row.kind, letter=row.id, why=reason)

    def _fail(self, row: OutboxRow, reason: str) -> None:
        with self.store.write() as tx:
            tx.fail(row.id, reason)
        _log.error("letter given up", kind=row.kind, letter=row.id, why=reason)
        self.gave_up(row, reason)
