"""The mailbox door against a real Dovecot: IDLE, a killed connection, a rebuilt mailbox, a server away."""

import contextlib
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

import imapclient
import pytest
from servers.mailservers import Dovecot, folder_for, until

from judge.letters import Envelope
from judge.mail.imap import Account, Login, Mailbox
from judge.mail.sender import Security
from judge.mail.source import Fate

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("dovecot")]


def letter(text: str = "A Par - Bur", number: int = 0) -> bytes:
    head = (
        f"From: anna@players.test\r\nTo: judge@judge.test\r\nMessage-ID: <{number or time.time_ns()}@a.test>"
    )
    return f"{head}\r\n\r\n{text}\r\n".encode()


@dataclass
class Taken:
    letters: list[tuple[bytes, Envelope, datetime]] = field(default_factory=list)
    trouble: Exception | None = None
    fate: Fate | None = None
    big: list[int] = field(default_factory=list)

    def accept(self, raw: bytes, envelope: Envelope, received: datetime) -> Fate | None:
        if self.trouble:
            raise self.trouble
        self.letters.append((raw, envelope, received))
        return self.fate

    def too_big(self, _head: bytes, _envelope: Envelope, _received: datetime, size: int) -> None:
        self.big.append(size)

    def texts(self) -> list[str]:
        return [raw.decode().rpartition("\r\n\r\n")[2].strip() for raw, _, _ in self.letters]


def account(server: Dovecot, **changes: object) -> Account:
    values: dict[str, object] = {
        "host": "localhost",
        "port": server.imaps_port,
        "user": "judge",
        "secret": lambda: "secret",
        "context": server.ssl_context(),
        "timeout": 5.0,
    }
    return Account(**(values | changes))  # type: ignore[arg-type]


@pytest.fixture
def fresh(dovecot: Dovecot) -> Dovecot:
    """The server, with an empty mailbox."""
    with session(dovecot) as client:
        for folder in ("Judge/Done", "Judge/Held"):
            if client.folder_exists(folder):
                client.delete_folder(folder)
        client.select_folder("INBOX")
        client.delete_messages(client.search("ALL"))
        client.expunge()
    return dovecot


@contextmanager
def session(server: Dovecot) -> Iterator[imapclient.IMAPClient]:
    with imapclient.IMAPClient(
        "localhost", server.imaps_port, ssl=True, ssl_context=server.ssl_context()
    ) as client:
        client.login("judge", "secret")
        yield client


def count(server: Dovecot, folder: str) -> int:
    with session(server) as client:
        return int(client.select_folder(folder)[b"EXISTS"])


@contextmanager
def running(mailbox: Mailbox) -> Iterator[Mailbox]:
    stop = threading.Event()
    thread = threading.Thread(target=mailbox.run, args=(stop,))
    thread.start()
    try:
        yield mailbox
    finally:
        mailbox.stop(stop)
        thread.join(10)
        assert not thread.is_alive()


def test_letters_that_lie_there_are_taken_and_moved(fresh: Dovecot) -> None:
    for number in range(1, 4):
        fresh.deliver("judge", letter(f"A Par - Bur {number}", number))
    taken = Taken()
    before = datetime.now(UTC)
    mailbox = Mailbox(account(fresh), taken.accept)
    assert mailbox.look() == 3
    assert taken.texts() == ["A Par - Bur 1", "A Par - Bur 2", "A Par - Bur 3"]
    assert taken.letters[0][1].sender == "anna@players.test"
    assert taken.letters[0][1].recipients == ("judge@judge.test",)
    assert (count(fresh, "INBOX"), count(fresh, "Judge/Done")) == (0, 3)
    assert mailbox.drained_since() is not None
    assert mailbox.drained_since() >= before  # type: ignore[operator]


def test_a_folder_that_somebody_else_makes_at_the_same_moment_is_used(
    fresh: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with session(fresh) as client:
        client.create_folder("Judge/Done")
    exists, looks = imapclient.IMAPClient.folder_exists, list[str]()

    def late(client: imapclient.IMAPClient, folder: str) -> bool:
        looks.append(folder)
        return len(looks) > 1 and bool(exists(client, folder))

    monkeypatch.setattr(imapclient.IMAPClient, "folder_exists", late)
    fresh.deliver("judge", letter())
    taken = Taken()
    assert Mailbox(account(fresh), taken.accept).look() == 1
    assert taken.texts() == ["A Par - Bur"]


def test_the_time_is_when_the_letter_reached_the_mailbox(fresh: Dovecot) -> None:
    with session(fresh) as client:
        client.append("INBOX", letter(), msg_time=datetime(2026, 10, 25, 19, 0, tzinfo=UTC))
    taken = Taken()
    Mailbox(account(fresh), taken.accept).look()
    assert taken.letters[0][2] == datetime(2026, 10, 25, 19, 0, tzinfo=UTC)


def test_a_letter_that_somebody_has_read_already_is_taken_too(fresh: Dovecot) -> None:
    with session(fresh) as client:
        client.append("INBOX", letter(), flags=[b"\\Seen"])
    taken = Taken()
    assert Mailbox(account(fresh), taken.accept).look() == 1


def test_idle_wakes_for_a_new_letter(fresh: Dovecot) -> None:
    taken = Taken()
    with running(Mailbox(account(fresh, poll=300.0), taken.accept)) as mailbox:
        until(mailbox.drained_since)
        time.sleep(0.3)
        fresh.deliver("judge", letter("F Lon - Nth"))
        until(lambda: taken.letters, 5)
    assert taken.texts() == ["F Lon - Nth"]


def test_without_idle_the_mailbox_is_polled(fresh: Dovecot) -> None:
    taken = Taken()
    with running(Mailbox(account(fresh, idle=False, poll=0.3), taken.accept)) as mailbox:
        until(mailbox.drained_since)
        fresh.deliver("judge", letter("F Lon - Nth"))
        until(lambda: taken.letters, 5)


def test_poll_now_looks_at_once_and_moves_the_mark(fresh: Dovecot) -> None:
    with running(Mailbox(account(fresh, poll=300.0), Taken().accept)) as mailbox:
        first = until(mailbox.drained_since)
        time.sleep(0.2)
        instant = datetime.now(UTC)
        assert first < instant
        mailbox.poll_now()
        until(lambda: (mailbox.drained_since() or first) >= instant, 5)


def test_a_killed_connection_is_replaced_and_does_not_spin(fresh: Dovecot) -> None:
    taken = Taken()
    with running(Mailbox(account(fresh, poll=300.0), taken.accept)) as mailbox:
        until(mailbox.drained_since)
        time.sleep(0.3)
        fresh.kick()
        began = time.process_time()
        time.sleep(1.0)
        assert time.process_time() - began < 0.6
        fresh.deliver("judge", letter("after the kill"))
        until(lambda: taken.letters, 10)
    assert taken.texts() == ["after the kill"]


def test_a_rebuilt_mailbox_gives_every_letter_again_and_loses_none(fresh: Dovecot) -> None:
    taken = Taken()
    fresh.deliver("judge", letter("first", 1))
    with running(Mailbox(account(fresh, idle=False, poll=0.2), taken.accept)) as mailbox:
        until(lambda: taken.letters)
        until(lambda: count(fresh, "Judge/Done") == 1)
        fresh.rebuild("judge")
        fresh.kick()
        fresh.deliver("judge", letter("second", 2))
        until(lambda: "second" in taken.texts(), 90)
        until(mailbox.drained_since)
    assert taken.texts()[0] == "first"


def test_a_server_that_is_away_is_waited_for(dovecot: Dovecot) -> None:
    taken = Taken()
    with folder_for("dovecot") as folder, contextlib.ExitStack() as stack:
        server = Dovecot(folder).prepare()
        mailbox = stack.enter_context(running(Mailbox(account(server, poll=300.0), taken.accept)))
        until(lambda: mailbox.trouble)
        assert "refused" in mailbox.trouble
        assert mailbox.drained_since() is None
        server.start()
        try:
            until(mailbox.drained_since)
            assert mailbox.trouble == ""
            server.deliver("judge", letter("at last"))
            until(lambda: taken.letters)
            server.stop()
            until(lambda: mailbox.trouble)
            mark = mailbox.drained_since()
            time.sleep(0.5)
            assert mailbox.drained_since() == mark
            server.start()
            server.deliver("judge", letter("again"))
            until(lambda: len(taken.letters) == 2)
        finally:
            server.stop()


def test_what_cannot_be_stored_stays_and_holds_the_mark_back(fresh: Dovecot) -> None:
    fresh.deliver("judge", letter())
    taken = Taken(trouble=OSError("database is locked"))
    mailbox = Mailbox(account(fresh), taken.accept)
    assert mailbox.look() == 0
    assert mailbox.drained_since() is None
    assert count(fresh, "INBOX") == 1
    taken.trouble = None
    assert mailbox.look() == 1
    assert mailbox.drained_since() is not None


def test_a_letter_that_fails_every_time_is_set_aside(fresh: Dovecot) -> None:
    fresh.deliver("judge", letter())
    mailbox = Mailbox(account(fresh), Taken(trouble=RuntimeError("no")).accept)
    for _ in range(5):
        mailbox.look()
    assert (count(fresh, "INBOX"), count(fresh, "Judge/Held")) == (0, 1)


def test_a_letter_may_be_held(fresh: Dovecot) -> None:
    fresh.deliver("judge", letter())
    Mailbox(account(fresh), Taken(fate=Fate.HELD).accept).look()
    assert (count(fresh, "INBOX"), count(fresh, "Judge/Held"), count(fresh, "Judge/Done")) == (0, 1, 0)


def test_a_letter_that_is_too_big_is_not_fetched(fresh: Dovecot) -> None:
    fresh.deliver("judge", letter("x" * 60 + ("\r\n" + "y" * 60) * 1000))
    fresh.deliver("judge", letter("small"))
    taken = Taken()
    assert Mailbox(account(fresh, max_size=20_000), taken.accept, too_big=taken.too_big).look() == 2
    assert taken.texts() == ["small"]
    assert taken.big[0] > 60_000
    assert (count(fresh, "Judge/Held"), count(fresh, "Judge/Done")) == (1, 1)


def test_starttls_on_the_plain_port(fresh: Dovecot) -> None:
    fresh.deliver("judge", letter())
    plain = account(fresh, port=fresh.imap_port, security=Security.STARTTLS)
    assert Mailbox(plain, Taken().accept).look() == 1


def test_a_certificate_that_is_not_trusted_is_said_in_plain_words(fresh: Dovecot) -> None:
    with running(Mailbox(account(fresh, context=None), Taken().accept)) as mailbox:
        until(lambda: "certificate is not trusted" in mailbox.trouble)


@pytest.mark.parametrize("login", list(Login))
def test_a_wrong_secret_is_said_in_plain_words(fresh: Dovecot, login: Login) -> None:
    wrong = account(fresh, secret=lambda: "wrong", login=login)
    with running(Mailbox(wrong, Taken().accept)) as mailbox:
        until(lambda: mailbox.trouble)
        assert mailbox.drained_since() is None


def test_many_letters_come_in_portions(fresh: Dovecot) -> None:
    with session(fresh) as client:
        for number in range(120):
            client.append("INBOX", letter(str(number), number + 1))
    taken = Taken()
    assert Mailbox(account(fresh), taken.accept).look() == 120
    assert taken.texts() == [str(number) for number in range(120)]
