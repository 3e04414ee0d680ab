"""The judge's watch and alarm clock. APScheduler lives here, in memory only; the database says what is due.

A deadline rings twice: at its instant, and at the next sweep, so that none can be slept over or lost.
"""

import logging
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from time import monotonic

import structlog
from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.date import DateTrigger
from apscheduler.triggers.interval import IntervalTrigger

SWEEP_SECONDS = 30.0
JUMP = timedelta(seconds=2)
"""What the watch may differ from the time that really went by before we say that somebody set it."""

_log = structlog.get_logger(__name__)
_DEADLINE = "deadline"

# It warns whenever a sweep is still busy when the next is due, which is as it should be.
logging.getLogger("apscheduler").setLevel(logging.ERROR)


class Clock:
    """Calls `due` when a deadline may have come: at the armed instant and at every sweep, one at a time."""

    def __init__(
        self,
        due: Callable[[], None],
        sweep: float = SWEEP_SECONDS,
        jumped: Callable[[timedelta], None] | None = None,
        threads: int = 10,
    ) -> None:
        """`sweep` in seconds. `jumped` hears how far somebody set the watch forward (back: negative)."""
        self._due = due
        self._sweep = sweep
        self._jumped = jumped
        self._looking = threading.Lock()
        self._next_in_line = threading.Lock()
        self._quiet = threading.Condition()
        self._busy = 0
        self._stopping = threading.Event()
        self._scheduler = BackgroundScheduler(
            timezone=UTC,
            jobstores={"default": MemoryJobStore()},
            executors={"default": ThreadPoolExecutor(threads)},
            # The defaults drop what rang a second too late, after a pause or under load.
            job_defaults={"misfire_grace_time": None, "coalesce": True, "max_instances": 1},
        )
        self._watching = threading.Thread(target=self._watch, name="clock-watch", daemon=True)
        self.every(sweep, self._look, "sweep")

    @staticmethod
    def now() -> datetime:
        """The time, in UTC. The only watch there is."""
        return datetime.now(UTC)

    def start(self) -> None:
        """Begin to ring."""
        self._scheduler.start()
        self._watching.start()

    def arm(self, instant: datetime | None) -> None:
        """Ring at an instant, in place of the one armed before; at once if it passed. None: at none."""
        if self._stopping.is_set():
            return
        if instant is None:
            if self._scheduler.get_job(_DEADLINE) is not None:
                self._scheduler.remove_job(_DEADLINE)
            return
        # More than one instance: `due` arms the next deadline while it still runs itself.
        self._scheduler.add_job(
            self._guarded(self._look, _DEADLINE),
            DateTrigger(instant, UTC),
            id=_DEADLINE,
            replace_existing=True,
            max_instances=1000,
        )

    def armed(self) -> datetime | None:
        """The instant it rings at next, sweeps aside."""
        job = self._scheduler.get_job(_DEADLINE)
        if job is None:
            return None
        instant: datetime = job.trigger.run_date
        return instant.astimezone(UTC)

    def every(self, seconds: float, work: Callable[[], None], name: str, at_once: bool = False) -> None:
        """Do something again and again, never twice at once. A failure is logged, and the next time comes."""
        first = self.now() if at_once else self.now() + timedelta(seconds=seconds)
        self._scheduler.add_job(
            self._guarded(work, name),
            IntervalTrigger(seconds=seconds, timezone=UTC),
            id=name,
            replace_existing=True,
            next_run_time=first,
        )

    def stop(self) -> None:
        """Ring no more, and wait for what is being done. Not to be called from what the clock calls."""
        if self._stopping.is_set():
            return
        self._stopping.set()
        # Not APScheduler's own waiting: it holds a lock that a job needs to arm the next deadline.
        with self._quiet:
            self._quiet.wait_for(lambda: self._busy == 0)
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
            self._watching.join()

    def _look(self) -> None:
        """One looks, one at most waits to look after it; any other would see nothing new."""
        if not self._next_in_line.acquire(blocking=False):
            return
        try:
            self._looking.acquire()
        finally:
            self._next_in_line.release()
        try:
            self._due()
        finally:
            self._looking.release()

    def _guarded(self, work: Callable[[], None], name: str) -> Callable[[], None]:
        def run() -> None:
            with self._quiet:
                if self._stopping.is_set():
                    return
                self._busy += 1
            try:
                work()
            except Exception:  # noqa: BLE001 - logged; the next ring must come whatever happened at this one
                _log.exception("a job of the clock failed", job=name)
            finally:
                with self._quiet:
                    self._busy -= 1
                    self._quiet.notify_all()

        return run

    def _watch(self) -> None:
        """APScheduler waits for a time of day: with the watch set back, its sweeps would stop till then."""
        slice_seconds = min(self._sweep, SWEEP_SECONDS)
        base = self.now() - timedelta(seconds=monotonic())
        while not self._stopping.wait(slice_seconds):
            moved = self.now() - timedelta(seconds=monotonic()) - base
            if abs(moved) > JUMP:
                base += moved
                self._guarded(partial(self._reset, moved), "watch")()

    def _reset(self, moved: timedelta) -> None:
        _log.warning("somebody set the watch", seconds=moved.total_seconds())
        for job in self._scheduler.get_jobs():
            if job.id != _DEADLINE:
                job.modify(next_run_time=self.now())
        # An unchanged date job is looked at again too, once the scheduler is awake.
        self._scheduler.wakeup()
        if self._jumped is not None:
            self._jumped(moved)
