"""The Maildir door: letters of a mail server on this machine."""

import os
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

from servers.mailservers import until

from judge.letters import Envelope
from judge.mail.maildir import Maildir
from judge.mail.sender import deliver
from judge.mail.source import Fate, NotNow

LETTER = (
    b"Return-Path: <anna@players.test>\r\nDelivered-To: judge+g1.x@judge.test\r\n"
    b"From: x@y.test\r\n\r\nA Par - Bur\r\n"
)


class Taken:
    def __init__(self, trouble: Exception | None = None) -> None:
        self.letters: list[tuple[bytes, Envelope, datetime]] = []
        self.trouble = trouble
        self.big: list[bytes] = []

    def accept(self, raw: bytes, envelope: Envelope, received: datetime) -> Fate | None:
        if self.trouble:
            raise self.trouble
        self.letters.append((raw, envelope, received))
        return None

    def too_big(self, head: bytes, _envelope: Envelope, _received: datetime, _size: int) -> None:
        self.big.append(head)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_letter_is_accepted_and_then_filed(tmp_path: Path) -> None:
    taken = Taken()
    door = Maildir(tmp_path, taken.accept)
    path = deliver(tmp_path, LETTER)
    os.utime(path, (1_790_000_000, 1_790_000_000))
    assert door.look() == 1
    raw, envelope, received = taken.letters[0]
    assert raw == LETTER
    assert envelope == Envelope("anna@players.test", ("judge+g1.x@judge.test",))
    assert received == datetime.fromtimestamp(1_790_000_000, UTC)
    assert names(tmp_path / "new") == []
    assert names(tmp_path / "cur") == [path.name + ":2,S"]


def test_the_oldest_comes_first(tmp_path: Path) -> None:
    taken = Taken()
    door = Maildir(tmp_path, taken.accept)
    for age in (1, 3, 2):
        path = deliver(tmp_path, LETTER + str(age).encode())
        os.utime(path, (1_790_000_000 - age, 1_790_000_000 - age))
    door.look()
    assert [raw[-1:] for raw, _, _ in taken.letters] == [b"3", b"2", b"1"]


def test_what_cannot_be_stored_stays_and_holds_the_mark_back(tmp_path: Path) -> None:
    taken = Taken(OSError("locked"))
    door = Maildir(tmp_path, taken.accept)
    deliver(tmp_path, LETTER)
    assert door.look() == 0
    assert door.drained_since() is None
    taken.trouble = None
    before = datetime.now(UTC)
    assert door.look() == 1
    assert (door.drained_since() or before) >= before


def test_a_letter_that_fails_every_time_is_set_aside(tmp_path: Path) -> None:
    door = Maildir(tmp_path, Taken(RuntimeError("no")).accept)
    path = deliver(tmp_path, LETTER)
    for _ in range(5):
        door.look()
    assert names(tmp_path / ".Held" / "new") == [path.name]
    assert names(tmp_path / "new") == []


def test_of_a_letter_that_is_too_big_only_the_header_is_read(tmp_path: Path) -> None:
    taken = Taken()
    door = Maildir(tmp_path, taken.accept, max_size=10_000, too_big=taken.too_big)
    deliver(tmp_path, LETTER + b"x" * 20_000)
    door.look()
    assert not taken.letters
    assert taken.big[0].startswith(b"Return-Path: <anna@players.test>")
    assert len(taken.big[0]) < 200
    assert len(names(tmp_path / ".Held" / "new")) == 1


def test_a_running_door_takes_letters_and_stops_at_once(tmp_path: Path) -> None:
    taken, stop = Taken(), threading.Event()
    door = Maildir(tmp_path, taken.accept, poll=60.0)
    thread = threading.Thread(target=door.run, args=(stop,))
    thread.start()
    until(door.drained_since)
    deliver(tmp_path, LETTER)
    door.poll_now()
    until(lambda: taken.letters)
    began = time.monotonic()
    door.stop(stop)
    thread.join(5)
    assert time.monotonic() - began < 2


def test_a_letter_without_return_path_does_not_pass_for_a_report(tmp_path: Path) -> None:
    taken = Taken()
    door = Maildir(tmp_path, taken.accept)
    deliver(tmp_path, b"From: Anna <anna@players.test>\n\nA Par - Bur\n")
    deliver(tmp_path, b"\n\nnothing\n")
    door.look()
    assert {envelope.sender for _, envelope, _ in taken.letters} == {"anna@players.test", "unknown@invalid"}


def test_while_the_database_is_away_a_letter_waits_however_often_it_is_tried(tmp_path: Path) -> None:
    taken = Taken(NotNow("the database is locked"))
    door = Maildir(tmp_path, taken.accept)
    path = deliver(tmp_path, LETTER)
    for _ in range(20):
        assert door.look() == 0
    assert names(tmp_path / "new") == [path.name]
    assert door.drained_since() is None
    taken.trouble = None
    assert door.look() == 1
