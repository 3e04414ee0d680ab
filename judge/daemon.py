"""Puts the parts together: doors, the worker that handles letters and deadlines, the sender, the clock.

One thread does all the judging, so that letters and deadlines have one order; a second hands letters out.
Stopping lets each finish what it is doing.
"""

import signal
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256

import structlog

from judge.clock import Clock
from judge.letters import Envelope, content_hash, message_hash
from judge.mail.dispatch import Dispatch
from judge.mail.doors import Door, Reader, delivery, doors
from judge.mail.rates import Rate
from judge.reports.notices import Notice
from judge.service.office import Office, open_office
from judge.service.players import tell_masters
from judge.service.receive import tell_operator
from judge.service.work import Ahead, Round
from judge.settings import Settings
from judge.store import Arrival, GroupTaker, OutboxRow

_log = structlog.get_logger(__name__)

_SLICE = 1.0
"""Seconds a signal may wait to be noticed."""
_IMPATIENT = 0.3
"""Seconds between two looks while a deadline waits for a door."""


class Daemon:
    """A judge at work, from `start` to `stop`."""

    def __init__(self, settings: Settings) -> None:
        """Opens the database; StoreFault when it cannot be used or another daemon has it."""
        self.settings = settings
        self.office: Office = open_office(settings)
        try:
            self.office.store.claim()
        except BaseException:
            self.office.store.close()
            raise
        self._stopping = threading.Event()
        self._work, self._mail = threading.Event(), threading.Event()
        self._taker = GroupTaker(self.office.store)
        self._verdicts = f"{sha256(self.office.key).hexdigest()[:16]}.{settings.domain}"
        self._reader = Reader(settings, self._verdicts)
        self._delivery = delivery(settings)
        self._clock = Clock(self._work.set, settings.timing.sweep)
        self.doors: tuple[Door, ...] = ()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Open the doors and begin to work. OSError when a port cannot be had; then nothing was begun."""
        self._dispatch().recover()
        try:
            for door in doors(self.settings, self._accept, self._is_ours, self._verdicts):
                self._open(door)
                _log.info("door open", door=door.name)
        except BaseException:
            self.stop()
            raise
        self._clock.every(self.settings.timing.outbox, self._mail.set, "outbox")
        self._clock.start()
        for name, loop in (("worker", self._judge), ("sender", self._send)):
            thread = threading.Thread(target=loop, name=name)
            thread.start()
            self._threads.append(thread)
        self._work.set()
        self._mail.set()

    def _open(self, door: Door) -> None:
        try:
            door.start()
        except OSError as fault:
            raise OSError(f"{door.where} cannot be opened: {fault.strerror or fault}") from fault
        self.doors = (*self.doors, door)

    def stop(self) -> None:
        """Close the doors, finish what was begun, and let go of the database."""
        self._stopping.set()
        for door in self.doors:
            door.stop()
        self._clock.stop()
        self._work.set()
        self._mail.set()
        for thread in self._threads:
            thread.join()
        self._taker.close()
        self._reader.close()
        self._delivery.close()
        self.office.store.close()
        _log.info("stopped")

    def run(self) -> None:
        """Work until SIGTERM or SIGINT."""
        over = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: over.set())
        self.start()
        # In slices: a signal that the kernel hands to another thread wakes nobody who waits without end.
        while not over.wait(_SLICE):
            continue
        _log.info("stopping")
        self.stop()

    def _is_ours(self, recipient: str) -> bool:
        """Our address, with any tag."""
        local, _, domain = recipient.lower().partition("@")
        own, _, home = self.settings.address.partition("@")
        return domain == home and (local == own or local.startswith(own + self.settings.separator))

    def _accept(self, source: str, raw: bytes, envelope: Envelope, received: datetime) -> None:
        """Store a letter; returns when it is durable."""
        letter = Arrival(
            source=source,
            raw=raw,
            received_at=received,
            envelope_from=envelope.sender,
            envelope_to=envelope.recipients,
            message_hash=message_hash(raw),
            content_hash=content_hash(raw),
        )
        number = self._taker.take(letter)
        _log.info("letter stored" if number else "letter stored before", letter=number, source=source)
        self._work.set()

    def _drained(self, instant: datetime) -> bool:
        """Whether each door has handed over what had arrived by an instant."""
        waiting = [door for door in self.doors if not door.drained(instant)]
        for door in waiting:
            door.look()
        return not waiting

    def _wanted(self) -> bool:
        return not self._stopping.is_set()

    def _judge(self) -> None:
        work = Round(self.office, self._reader.read, self._clock.now, self._drained, self._wanted)
        while self._wanted():
            self._work.clear()
            ahead = self._guarded(work.run)
            self._mail.set()
            self._clock.arm(ahead.deadline)
            self._work.wait(_IMPATIENT if ahead.waits else None)

    def _guarded(self, run: Callable[[], Ahead]) -> Ahead:
        """Trouble with the database must not end the worker: it is looked at again at the next sweep."""
        try:
            return run()
        except Exception:  # noqa: BLE001 - logged; whatever it was, the next round must come
            _log.exception("the round was broken off")
            return Ahead(None, waits=False)

    def _send(self) -> None:
        dispatch = self._dispatch()
        while self._wanted():
            self._mail.clear()
            try:
                dispatch.run(self._wanted)
            except Exception:  # noqa: BLE001 - logged; whatever it was, the next letters must go out
                _log.exception("sending was broken off")
            self._mail.wait()

    def _dispatch(self) -> Dispatch:
        patience = timedelta(seconds=self.settings.timing.give_up)
        rate = Rate(self.settings.relay.per_minute, 60)
        return Dispatch(self.office.store, self._delivery, self._clock.now, patience, self._gave_up, rate)

    def _gave_up(self, row: OutboxRow, reason: str) -> None:
        """A letter will never arrive: its game's masters hear of it, and whoever runs the judge."""
        if row.kind in {notice.value for notice in Notice}:
            return
        now, detail = self._clock.now(), f"{row.recipient}: {reason}"
        with self.office.store.write() as tx:
            game = tx.game(row.game_id) if row.game_id else None
            if game is not None:
                tell_masters(self.office, tx, game, Notice.SENDING_GIVEN_UP, detail, str(row.id), now)
            tell_operator(self.office, tx, Notice.SENDING_GIVEN_UP, detail, str(row.id), now)
