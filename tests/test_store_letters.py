"""The inbox, the thread that takes letters for all doors, and the outbox, on both databases."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from judge.store import (
    Arrival,
    Draft,
    GroupTaker,
    LetterState,
    Mailmark,
    OutboxState,
    Store,
    Transaction,
    Unavailable,
)

NOON = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def arrival(
    name: str, received_at: datetime = NOON, raw: bytes = b"Subject: x\r\n\r\nA PAR - BUR\r\n"
) -> Arrival:
    return Arrival("smtp", raw, received_at, "jan@example.org", ("judge@example.org",), name, name)


def draft(name: str, **changes: object) -> Draft:
    one = Draft(
        f"<{name}@judge>", "jan@example.org", "bounce@judge", b"raw " + name.encode(), "results", NOON
    )
    return replace(one, **changes)  # type: ignore[arg-type]


def names(tx: Transaction, now: datetime, limit: int = 50) -> list[str]:
    return [row.message_id.strip("<>").partition("@")[0] for row in tx.claim(now, limit, 600)]


def test_a_letter_is_kept_byte_for_byte_with_its_envelope(store: Store) -> None:
    every_byte = bytes(range(256)) * 100
    coming = Arrival("imap:INBOX", every_byte, NOON, "", ("a\0@x", "\udcffb@x"), "m", "c", 7, 42)
    with store.write() as tx:
        number = tx.take(coming)
    assert number is not None
    with store.read() as tx:
        row = tx.letter(number)
    assert row is not None
    assert (row.raw, row.received_at, row.envelope_from) == (every_byte, NOON, "")
    assert row.envelope_to == coming.envelope_to
    assert (row.uidvalidity, row.uid, row.state, row.tries) == (7, 42, LetterState.NEW, 0)


def test_the_same_letter_by_another_way_is_taken_once_and_counted(store: Store) -> None:
    with store.write() as tx:
        number = tx.take(arrival("a"))
        assert tx.take(replace(arrival("a"), source="imap:INBOX", uidvalidity=1, uid=1)) is None
        assert tx.take(arrival("a", NOON + MINUTE)) is None
        assert number is not None
        row = tx.letter(number)
        assert row is not None
        assert (row.copies, row.received_at) == (2, NOON)


def test_a_letter_without_message_id_is_known_by_what_it_says(store: Store) -> None:
    with store.write() as tx:
        assert tx.take(replace(arrival("a"), message_hash="")) is not None
        assert tx.take(replace(arrival("b"), message_hash="")) is not None
        assert tx.take(replace(arrival("b"), message_hash="")) is None


def test_no_letter_is_lost_to_a_mailbox_that_gives_a_number_twice(store: Store) -> None:
    with store.write() as tx:
        assert tx.take(replace(arrival("a"), source="imap:INBOX", uidvalidity=1, uid=5)) is not None
        other = tx.take(replace(arrival("b"), source="imap:INBOX", uidvalidity=1, uid=5))
        assert other is not None
        row = tx.letter(other)
        assert row is not None
        assert (row.uidvalidity, row.uid) == (None, None)


def test_unread_letters_come_by_the_time_they_were_received(store: Store) -> None:
    with store.write() as tx:
        for name, minutes in [("c", 3), ("a", 1), ("b", 2)]:
            tx.take(arrival(name, NOON + minutes * MINUTE))
    with store.read() as tx:
        assert [row.message_hash for row in tx.new_letters(10)] == ["a", "b", "c"]
        assert [row.message_hash for row in tx.new_letters(2)] == ["a", "b"]
        assert tx.oldest_unread() == NOON + MINUTE


def test_a_deadline_waits_for_unread_letters_that_were_in_time(store: Store) -> None:
    with store.write() as tx:
        number = tx.take(arrival("a", NOON))
        assert number is not None
        assert tx.unread_before(NOON)
        assert not tx.unread_before(NOON - timedelta(microseconds=1))
        assert tx.settle(number, LetterState.DONE)
        assert not tx.unread_before(NOON)
        assert tx.oldest_unread() is None


def test_a_letter_is_settled_once_unless_it_was_held(store: Store) -> None:
    with store.write() as tx:
        first, second = tx.take(arrival("a")), tx.take(arrival("b"))
        assert first is not None
        assert second is not None
        assert tx.settle(first, LetterState.HELD, "wacht op bevestiging \0")
        assert [row.why for row in tx.letters(LetterState.HELD)] == ["wacht op bevestiging \ufffd"]
        assert tx.settle(first, LetterState.DONE)
        assert not tx.settle(first, LetterState.IGNORED)
        assert [tx.count_try(second), tx.count_try(second)] == [1, 2]
        assert tx.settle(second, LetterState.POISON, "cannot be read")
        assert tx.new_letters(10) == ()
        row = tx.letter(first)
        assert row is not None
        assert row.state is LetterState.DONE


def test_how_far_a_mailbox_was_read_is_remembered(store: Store) -> None:
    with store.write() as tx:
        assert tx.mailmark("imap:INBOX") is None
        tx.set_mailmark("imap:INBOX", 7, 41)
        tx.set_mailmark("imap:INBOX", 8, 2)
        tx.set_mailmark("imap:Other", 1, 1)
    with store.read() as tx:
        assert tx.mailmark("imap:INBOX") == Mailmark("imap:INBOX", 8, 2)


def test_answers_are_counted_by_address_and_time(store: Store) -> None:
    with store.write() as tx:
        for minutes in (0, 10, 20):
            tx.note_answer("Jan@example.org", NOON + minutes * MINUTE)
        tx.note_answer("piet@example.org", NOON)
        assert tx.recent_answers("jan@EXAMPLE.org", NOON - MINUTE) == 3
        assert tx.recent_answers("jan@example.org", NOON) == 2
        tx.forget_answers(NOON + 15 * MINUTE)
        assert tx.recent_answers("jan@example.org", NOON - MINUTE) == 1


def test_letters_taken_at_once_share_commits_and_each_caller_hears_of_its_own(store: Store) -> None:
    taker = GroupTaker(store)
    with ThreadPoolExecutor(16) as doors:
        numbers = list(doors.map(lambda n: taker.take(arrival(f"letter {n % 60}")), range(80)))
    taker.close()
    taken = [number for number in numbers if number is not None]
    assert len(taken) == len(set(taken)) == 60
    with store.read() as tx:
        assert {row.message_hash for row in tx.new_letters(100)} == {f"letter {n}" for n in range(60)}


def test_a_letter_is_durable_before_its_sender_hears_of_it(store: Store) -> None:
    taker = GroupTaker(store)
    for n in range(5):
        number = taker.take(arrival(f"letter {n}"))
        assert number is not None
        with store.read() as tx:
            assert tx.letter(number) is not None
    taker.close()


def test_one_letter_that_cannot_be_stored_does_not_cost_the_others(store: Store) -> None:
    taker = GroupTaker(store)
    naive = arrival("naive", datetime(2027, 3, 1))  # noqa: DTZ001
    with store.write():  # holds the taker up on SQLite, so that all three wait together
        answers = [taker.submit(one) for one in (arrival("a"), naive, arrival("b"))]
    assert answers[0].result(30) is not None
    with pytest.raises(ValueError, match="no time zone"):
        answers[1].result(30)
    assert answers[2].result(30) is not None
    taker.close()


def test_the_taker_stores_what_waits_before_it_closes_and_then_takes_no_more(store: Store) -> None:
    taker = GroupTaker(store)
    answers = [taker.submit(arrival(f"letter {n}")) for n in range(50)]
    taker.close()
    assert all(answer.done() and answer.result() is not None for answer in answers)
    with pytest.raises(RuntimeError):
        taker.take(arrival("late"))
    taker.close()


def test_a_taker_whose_database_is_gone_says_so_and_recovers(store: Store) -> None:
    taker = GroupTaker(store)
    honest_write = store.write

    def gone() -> None:
        raise Unavailable("the disk is full")

    store.write = gone  # type: ignore[method-assign,assignment]
    with pytest.raises(Unavailable):
        taker.take(arrival("a"))
    store.write = honest_write  # type: ignore[method-assign]
    assert taker.take(arrival("a")) is not None
    taker.close()


def test_a_sender_that_hung_up_does_not_stop_the_taker(store: Store) -> None:
    taker = GroupTaker(store)
    answers = []
    for n in range(100):
        answers.append(taker.submit(arrival(f"letter {n}")))
        answers[-1].cancel()
    assert taker.take(arrival("after")) is not None
    taker.close()
    with store.read() as tx:
        kept = {row.message_hash for row in tx.new_letters(200)}
    # One that could not be taken back in time is stored, and its sender will hear so.
    assert kept == {"after"} | {f"letter {n}" for n in range(100) if not answers[n].cancelled()}


def test_a_letter_is_posted_once_under_its_message_id(store: Store) -> None:
    with store.write() as tx:
        tx.post([draft("a"), draft("b")])
        tx.post([draft("a", raw=b"other"), draft("c")])
        tx.post([])
    with store.read() as tx:
        assert tx.waiting()[OutboxState.NEW] == 3
        row = tx.letter_out("<a@judge>")
        assert row is not None
        assert (row.raw, row.state, row.created, row.next_try_at) == (b"raw a", OutboxState.NEW, NOON, NOON)


def test_letters_are_claimed_by_priority_then_by_age_and_by_one_sender(store: Store) -> None:
    with store.write() as tx:
        tx.post([draft("ack"), draft("later", created=NOON + 2 * MINUTE), draft("result", priority=1)])
        tx.post([draft("ack2")])
    with store.write() as tx:
        assert names(tx, NOON, limit=2) == ["result", "ack"]
        assert names(tx, NOON) == ["ack2"]
        assert names(tx, NOON) == []
        assert tx.earliest_try() == NOON + 2 * MINUTE
        assert tx.waiting()[OutboxState.SENDING] == 3


def test_a_lease_that_ended_gives_the_letter_back_and_others_not(store: Store) -> None:
    with store.write() as tx:
        tx.post([draft("a"), draft("b")])
        first = tx.claim(NOON, 1, 60)
        tx.claim(NOON, 1, 600)
        assert first[0].lease_until == NOON + MINUTE
        assert tx.release_leases(NOON + MINUTE - timedelta(seconds=1)) == 0
        assert tx.release_leases(NOON + MINUTE) == 1
        again = tx.claim(NOON + MINUTE, 10, 60)
    assert [row.message_id for row in again] == ["<a@judge>"]
    assert again[0].tries == 0


def test_a_letter_is_deferred_sent_or_given_up(store: Store) -> None:
    with store.write() as tx:
        tx.post([draft("a"), draft("b"), draft("c")])
        a, b, c = tx.claim(NOON, 10, 600)
        tx.mark_sent(a.id, NOON)
        tx.defer(b.id, NOON + 5 * MINUTE, "451 later")
        tx.fail(c.id, "550 no such user \0")
        assert names(tx, NOON + MINUTE) == []
        (b,) = tx.claim(NOON + 5 * MINUTE, 10, 600)
        assert (b.tries, b.last_error) == (1, "451 later")
        tx.defer(b.id, NOON, "server down", counts=False)
    with store.read() as tx:
        rows = {name: tx.letter_out(f"<{name}@judge>") for name in "abc"}
        seen = {name: (row.state, row.tries, row.sent_at) for name, row in rows.items() if row}
        assert seen == {
            "a": (OutboxState.SENT, 0, NOON),
            "b": (OutboxState.NEW, 1, None),
            "c": (OutboxState.FAILED, 1, None),
        }
        assert tx.waiting() == {
            OutboxState.NEW: 1,
            OutboxState.SENDING: 0,
            OutboxState.FAILED: 1,
            OutboxState.EXPIRED: 0,
        }


def test_what_was_sent_is_never_deferred_or_failed_by_a_late_sender(store: Store) -> None:
    with store.write() as tx:
        tx.post([draft("a")])
        (a,) = tx.claim(NOON, 1, 60)
        tx.mark_sent(a.id, NOON)
        tx.defer(a.id, NOON, "late")
        tx.fail(a.id, "late")
        row = tx.letter_out("<a@judge>")
        assert row is not None
        assert (row.state, row.tries) == (OutboxState.SENT, 0)


def test_a_reminder_expires_and_a_result_does_not(store: Store) -> None:
    with store.write() as tx:
        tx.post([draft("reminder", expires_at=NOON + MINUTE), draft("result")])
        assert names(tx, NOON + MINUTE) == ["result"]
        row = tx.letter_out("<reminder@judge>")
        assert row is not None
        assert row.state is OutboxState.EXPIRED


def test_the_letters_of_a_game_are_found_by_phase_and_kind(store: Store) -> None:
    with store.write() as tx:
        game_id = tx.add_game(
            name="g", rules="standard", map="standard", options={}, zone="UTC", schedule={}, language="en",
            seed="s", created=NOON, min_players=7,
        )  # fmt: skip
        for no in (1, 2):
            for kind in ("results", "reminder"):
                tx.post([draft(f"{kind}{no}", game_id=game_id, phase_no=no, kind=kind)])
        assert len(tx.letters_to(game_id)) == 4
        assert [row.message_id for row in tx.letters_to(game_id, 2)] == [
            "<results2@judge>",
            "<reminder2@judge>",
        ]
        assert [row.phase_no for row in tx.letters_to(game_id, kind="results")] == [1, 2]


def test_many_threads_write_without_losing_anything(store: Store) -> None:
    barrier = threading.Barrier(8)

    def write(door: int) -> None:
        barrier.wait()
        for n in range(10):
            with store.write() as tx:
                tx.take(arrival(f"{door}/{n}"))
                tx.post([draft(f"{door}.{n}")])

    with ThreadPoolExecutor(8) as doors:
        list(doors.map(write, range(8)))
    with store.read() as tx:
        assert len(tx.new_letters(1000)) == tx.waiting()[OutboxState.NEW] == 80
