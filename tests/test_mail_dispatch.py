"""The outbox on its way out: with patience, in order, and every retry with an end."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from judge.mail.dispatch import Dispatch
from judge.mail.rates import Rate
from judge.mail.sender import Deferred, Delivered, Outcome, Refused
from judge.store import Draft, OutboxRow, OutboxState, Store

START = datetime(2027, 1, 4, 12, 0, tzinfo=UTC)


@dataclass
class World:
    """A clock that the test sets, and a server that says what the test wants."""

    store: Store
    at: datetime = START
    answers: list[Outcome] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    rate: Rate = field(default_factory=lambda: Rate(0, 60))

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> Outcome:
        answer = self.answers.pop(0) if self.answers else Delivered()
        if isinstance(answer, Delivered):
            self.sent.append(recipient)
        return answer

    def close(self) -> None:
        """Nothing is open."""

    def post(self, recipient: str, priority: int = 5, expires_at: datetime | None = None) -> None:
        name = f"<{recipient}.{priority}@judge.example>"
        draft = Draft(name, recipient, "", b"x", "results", self.at, priority=priority, expires_at=expires_at)
        with self.store.write() as tx:
            tx.post([draft])

    def run(self) -> int:
        def gave_up(row: OutboxRow, reason: str) -> None:
            self.given_up.append(f"{row.recipient}: {reason}")

        return Dispatch(self.store, self, lambda: self.at, timedelta(days=2), gave_up, self.rate).run()

    def states(self) -> dict[OutboxState, int]:
        with self.store.read() as tx:
            return {state: count for state, count in tx.waiting().items() if count}


def test_what_is_urgent_goes_first(store: Store) -> None:
    world = World(store)
    for recipient, priority in (("c@x.example", 5), ("a@x.example", 0), ("b@x.example", 3)):
        world.post(recipient, priority)
    assert world.run() == 3
    assert world.sent == ["a@x.example", "b@x.example", "c@x.example"]
    assert world.run() == 0


def test_a_letter_that_is_put_off_is_tried_again_ever_more_slowly_and_given_up_in_the_end(
    store: Store,
) -> None:
    world = World(store)
    world.post("a@x.example")
    tries: list[float] = []
    while not world.given_up:
        world.answers = [Deferred("450 greylisted")]
        world.run()
        if not world.answers:
            tries.append((world.at - START).total_seconds() / 60)
        world.at += timedelta(minutes=1)
        assert world.at < START + timedelta(days=4)
    gaps = [later - earlier for earlier, later in pairwise(tries)]
    assert gaps[:5] == [1, 5, 15, 30, 60]
    assert tries[-1] > 2 * 24 * 60
    assert world.given_up == ["a@x.example: 450 greylisted"]
    assert world.states() == {OutboxState.FAILED: 1}


def test_one_that_is_refused_for_good_costs_the_others_nothing(store: Store) -> None:
    world = World(store, answers=[Refused(550, "550 no such user")])
    world.post("a@x.example")
    world.post("b@x.example")
    assert world.run() == 1
    assert world.sent == ["b@x.example"]
    assert world.given_up == ["a@x.example: 550 no such user"]


def test_while_the_server_is_down_no_letter_loses_a_try_and_none_is_given_up(store: Store) -> None:
    world = World(store)
    world.post("a@x.example")
    world.post("b@x.example")
    for _ in range(800):  # almost three days
        world.answers = [Deferred("connection refused", whole_server=True)]
        world.run()
        world.at += timedelta(minutes=5)
    assert world.given_up == []
    world.answers = []
    world.at += timedelta(minutes=5)
    assert world.run() == 2


def test_a_reminder_that_comes_too_late_is_not_sent(store: Store) -> None:
    world = World(store)
    world.post("a@x.example", expires_at=START + timedelta(hours=1))
    world.at += timedelta(hours=2)
    assert world.run() == 0
    assert world.states() == {OutboxState.EXPIRED: 1}


def test_one_domain_is_written_to_slowly_and_the_others_do_not_wait(store: Store) -> None:
    world = World(store, rate=Rate(2, 60))
    for number in range(4):
        world.post(f"{number}@slow.example")
    world.post("z@other.example")
    world.run()
    assert world.sent == ["0@slow.example", "1@slow.example", "z@other.example"]
    world.at += timedelta(seconds=61)
    world.run()
    assert len(world.sent) == 5


def test_what_was_claimed_before_a_crash_is_sent_after_it(store: Store) -> None:
    world = World(store)
    world.post("a@x.example")
    with store.write() as tx:
        assert len(tx.claim(world.at, 10, 600)) == 1
    assert world.run() == 0  # it belongs to the one that crashed, for all we know
    Dispatch(store, world, lambda: world.at, timedelta(days=2), lambda *_: None).recover()
    assert world.run() == 1
