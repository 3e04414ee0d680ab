"""The alarm clock: it rings at the instant and at every sweep, whatever happens."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from judge import clock as clock_module
from judge.clock import Clock

NEVER = 3600.0
"""A sweep this many seconds apart does not come in a test."""


class Rings:
    """Remembers when it was called."""

    def __init__(self, seconds: float = 0.0, fault: Exception | None = None) -> None:
        self.at: list[datetime] = []
        self.seconds = seconds
        self.fault = fault
        self.at_once = 0
        self.most_at_once = 0

    def __call__(self) -> None:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.at.append(Clock.now())
        time.sleep(self.seconds)
        self.at_once -= 1
        if self.fault is not None:
            raise self.fault


@contextmanager
def running(clock: Clock) -> Iterator[Clock]:
    clock.start()
    try:
        yield clock
    finally:
        clock.stop()


def wait_until(happened: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


def soon(seconds: float) -> datetime:
    return Clock.now() + timedelta(seconds=seconds)


def test_the_watch_shows_utc() -> None:
    assert Clock.now().tzinfo is UTC
    assert abs(Clock.now().timestamp() - time.time()) < 1


def test_it_rings_at_the_instant_and_not_before() -> None:
    rings = Rings()
    with running(Clock(rings, sweep=NEVER)) as clock:
        instant = soon(0.2)
        clock.arm(instant)
        assert clock.armed() == instant
        wait_until(lambda: bool(rings.at))
        assert timedelta(0) <= rings.at[0] - instant < timedelta(seconds=0.5)
        assert clock.armed() is None


def test_a_deadline_that_passed_long_ago_rings_at_once() -> None:
    rings = Rings()
    clock = Clock(rings, sweep=NEVER)
    clock.arm(soon(-7 * 24 * 3600))
    with running(clock):
        wait_until(lambda: bool(rings.at))


def test_arming_again_replaces_the_alarm_and_none_takes_it_away() -> None:
    rings = Rings()
    with running(Clock(rings, sweep=NEVER)) as clock:
        clock.arm(soon(0.1))
        clock.arm(soon(NEVER))
        time.sleep(0.3)
        assert rings.at == []
        clock.arm(soon(0.1))
        clock.arm(None)
        clock.arm(None)
        time.sleep(0.3)
        assert rings.at == []
        assert clock.armed() is None


def test_what_rings_may_arm_the_next_deadline_even_one_that_is_due() -> None:
    instants = [0.0, -1.0, 0.05]
    rings: list[datetime] = []

    def due() -> None:
        rings.append(Clock.now())
        if instants:
            clock.arm(soon(instants.pop()))
            time.sleep(0.05)

    clock = Clock(due, sweep=NEVER)
    clock.arm(soon(0))
    with running(clock):
        wait_until(lambda: len(rings) == 4)


def test_sweeps_come_by_themselves() -> None:
    rings = Rings()
    with running(Clock(rings, sweep=0.05)):
        wait_until(lambda: len(rings.at) >= 4)


def test_a_deadline_and_a_sweep_never_look_at_once_and_none_is_forgotten() -> None:
    rings = Rings(seconds=0.05)
    with running(Clock(rings, sweep=0.02)) as clock:
        for _ in range(10):
            clock.arm(soon(0.01))
            time.sleep(0.03)
        last = soon(0.0)
        clock.arm(last)
        wait_until(lambda: rings.at[-1] >= last)
    assert rings.most_at_once == 1


def test_a_fault_costs_one_ring_only() -> None:
    rings, other = Rings(fault=RuntimeError("database is locked")), Rings(fault=ValueError("x"))
    clock = Clock(rings, sweep=0.03)
    clock.every(0.03, other, "outbox")
    with running(clock):
        wait_until(lambda: len(rings.at) >= 3 and len(other.at) >= 3)
        clock.arm(soon(0))
        wait_until(lambda: len(rings.at) >= 6)


def test_other_work_is_done_now_and_then_by_its_own_name() -> None:
    rings, quick, first = Rings(), Rings(), Rings()
    clock = Clock(rings, sweep=NEVER)
    clock.every(0.05, quick, "outbox")
    with running(clock):
        clock.every(NEVER, first, "poll", at_once=True)
        wait_until(lambda: len(quick.at) >= 3 and len(first.at) == 1)
        clock.every(NEVER, quick, "outbox")
        time.sleep(0.15)
        count = len(quick.at)
        time.sleep(0.15)
        assert len(quick.at) == count
    assert rings.at == []


def test_slow_work_is_not_done_twice_at_once() -> None:
    slow = Rings(seconds=0.1)
    clock = Clock(Rings(), sweep=NEVER)
    clock.every(0.02, slow, "poll")
    with running(clock):
        wait_until(lambda: len(slow.at) >= 3)
    assert slow.most_at_once == 1


def test_stopping_waits_for_what_is_being_done() -> None:
    began, finished = threading.Event(), threading.Event()

    def due() -> None:
        began.set()
        time.sleep(0.3)
        clock.arm(soon(NEVER))  # as the real one does last; stopping must not stand in its way
        finished.set()

    clock = Clock(due, sweep=NEVER)
    clock.arm(soon(0))
    clock.start()
    assert began.wait(5)
    clock.stop()
    assert finished.is_set()


def test_after_stopping_nothing_rings_any_more() -> None:
    rings = Rings()
    clock = Clock(rings, sweep=0.02)
    clock.start()
    wait_until(lambda: bool(rings.at))
    clock.stop()
    count = len(rings.at)
    clock.arm(soon(0))
    clock.stop()
    time.sleep(0.1)
    assert len(rings.at) == count


def test_a_clock_that_never_started_can_be_stopped() -> None:
    Clock(Rings()).stop()


@pytest.mark.parametrize("by", [timedelta(days=-2), timedelta(hours=3)])
def test_sweeps_go_on_when_somebody_sets_the_watch(by: timedelta) -> None:
    rings, heard = Rings(), []
    with time_machine.travel(datetime.now(UTC)) as traveller, running(Clock(rings, 0.05, heard.append)):
        wait_until(lambda: len(rings.at) >= 2)
        before, count = Clock.now(), len(rings.at)
        traveller.shift(by)
        wait_until(lambda: len(rings.at) >= count + 3)
        assert abs(rings.at[-1] - before - by) < timedelta(seconds=10)
        wait_until(lambda: bool(heard))
        assert abs(heard[0] - by) < timedelta(seconds=1)


def test_a_deadline_that_a_jump_of_the_watch_went_past_rings() -> None:
    rings = Rings()
    with time_machine.travel(datetime.now(UTC)) as traveller, running(Clock(rings, sweep=0.1)) as clock:
        instant = soon(NEVER)
        clock.arm(instant)
        traveller.shift(timedelta(hours=3))
        wait_until(lambda: any(at >= instant for at in rings.at))
        wait_until(lambda: clock.armed() is None)


def test_the_library_is_asked_to_forget_nothing() -> None:
    clock = Clock(Rings(), sweep=NEVER)
    clock.arm(soon(NEVER))
    clock.start()
    jobs = clock._scheduler.get_jobs()
    clock.stop()
    assert {job.id for job in jobs} == {"deadline", "sweep"}
    assert [(job.misfire_grace_time, job.coalesce) for job in jobs] == [(None, True)] * 2
    assert clock_module.SWEEP_SECONDS <= 30
