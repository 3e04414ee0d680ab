"""The sender against real sockets: what became of a letter is a value, whatever the relay does."""

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from servers.mailservers import OpenListener, certificate, listening

from judge.mail.listener import Limits
from judge.mail.sender import (
    Deferred,
    Delivered,
    MaildirSender,
    Outcome,
    Refused,
    Relay,
    Security,
    Sender,
    deliver,
    folder_name,
)

LETTER = b"From: judge@judge.test\r\nTo: anna@players.test\r\nSubject: S1901\r\n\r\n.a line with a dot\r\n"


@pytest.fixture
def post() -> Iterator[OpenListener]:
    with listening() as opened:
        yield opened


@contextlib.contextmanager
def scripted(*answers: bytes) -> Iterator[int]:
    """A server that gives these answers, one to each line (to DATA's end too), and then hangs up."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                line, _ = server.accept()
                _recite(line, answers)

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield server.getsockname()[1]
    finally:
        server.close()


def _recite(line: socket.socket, answers: tuple[bytes, ...]) -> None:
    with line, line.makefile("rb") as reader:
        line.sendall(b"220 here\r\n")
        for answer in answers:
            asked = reader.readline()
            if answer.startswith(b"@"):  # the answer to the end of the data
                while asked not in (b".\r\n", b""):
                    asked = reader.readline()
            if not asked:
                return
            line.sendall(answer.lstrip(b"@") + b"\r\n")


def relay(port: int, **more: object) -> Relay:
    return Relay("127.0.0.1", port, **({"timeout": 5.0, "local_name": "judge.test"} | more))  # type: ignore[arg-type]


def test_a_letter_is_delivered_byte_for_byte(post: OpenListener) -> None:
    with Sender(relay(post.port)) as sender:
        assert sender.send("judge+b.1.x@judge.test", "anna@players.test", LETTER) == Delivered()
    raw, envelope, _ = post.post.taken[0]
    assert raw.endswith(LETTER)
    assert envelope.sender == "judge+b.1.x@judge.test"
    assert envelope.recipients == ("anna@players.test",)


def test_one_connection_carries_many_letters(post: OpenListener) -> None:
    with Sender(relay(post.port)) as sender:
        outcomes = {sender.send("", f"p{number}@players.test", LETTER) for number in range(20)}
    assert outcomes == {Delivered()}
    assert len({raw.split(b"\r\n")[0] for raw, _, _ in post.post.taken}) == 1


def test_a_stranger_is_refused_and_the_next_letter_goes(post: OpenListener) -> None:
    post.post.strangers.add("gone@players.test")
    with Sender(relay(post.port)) as sender:
        refused = sender.send("", "gone@players.test", LETTER)
        assert isinstance(refused, Refused)
        assert refused.code == 550
        assert sender.send("", "anna@players.test", LETTER) == Delivered()


def test_trouble_there_is_for_now(post: OpenListener) -> None:
    post.post.trouble = OSError("disk full")
    with Sender(relay(post.port)) as sender:
        outcome = sender.send("", "anna@players.test", LETTER)
        assert isinstance(outcome, Deferred)
        assert not outcome.whole_server
        post.post.trouble = None
        assert sender.send("", "anna@players.test", LETTER) == Delivered()


def test_a_relay_that_is_away_is_trouble_for_all() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    outcome = Sender(relay(port)).send("", "anna@players.test", LETTER)
    assert isinstance(outcome, Deferred)
    assert outcome.whole_server


def test_a_relay_that_says_nothing_is_given_up_after_the_timeout() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        outcome = Sender(relay(mute.getsockname()[1], timeout=0.3)).send("", "anna@players.test", LETTER)
    assert isinstance(outcome, Deferred)
    assert outcome.whole_server


GREETED = (b"250 hi", b"250 ok")
IN_DATA = (*GREETED, b"250 ok", b"354 go")


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((*GREETED, b"450 4.2.0 greylisted"), Deferred("450 4.2.0 greylisted")),
        ((*GREETED, b"421 4.7.0 too many"), Deferred("421 4.7.0 too many", whole_server=True)),
        ((*GREETED, b"550 5.1.1 no such user"), Refused(550, "550 5.1.1 no such user")),
        ((b"250 hi", b"553 5.1.8 sender refused"), Refused(553, "553 5.1.8 sender refused")),
        ((b"250 hi", b"530 5.7.0 log in first"), Deferred("530 5.7.0 log in first", whole_server=True)),
        ((*GREETED, b"250 ok", b"554 no data"), Refused(554, "554 no data")),
        ((*IN_DATA, b"@552 5.3.4 too big"), Refused(552, "552 5.3.4 too big")),
        ((*IN_DATA, b"@451 4.3.0 later"), Deferred("451 4.3.0 later")),
    ],
)
def test_every_answer_becomes_a_value(answers: tuple[bytes, ...], expected: Outcome) -> None:
    with scripted(*answers) as port:
        assert Sender(relay(port)).send("judge@judge.test", "anna@players.test", LETTER) == expected


@pytest.mark.parametrize("answers", [(), (b"250 hi",), GREETED, IN_DATA, (b"250 hi", b"garbage")])
def test_a_server_that_breaks_off_or_talks_nonsense_is_tried_again(answers: tuple[bytes, ...]) -> None:
    with scripted(*answers) as port:
        outcome = Sender(relay(port)).send("judge@judge.test", "anna@players.test", LETTER)
    assert isinstance(outcome, Deferred)


def test_a_connection_that_died_while_idle_is_replaced() -> None:
    with listening(limits=Limits(timeout=0.2)) as opened, Sender(relay(opened.port)) as sender:
        assert sender.send("", "anna@players.test", LETTER) == Delivered()
        threading.Event().wait(0.5)
        assert sender.send("", "anna@players.test", LETTER) == Delivered()
    assert len(opened.post.taken) == 2


def test_an_old_connection_is_not_used_again(post: OpenListener) -> None:
    with Sender(relay(post.port), idle=0.0) as sender:
        assert sender.send("", "anna@players.test", LETTER) == Delivered()
        assert sender.send("", "anna@players.test", LETTER) == Delivered()


def test_smtputf8_is_used_only_when_an_address_needs_it(post: OpenListener) -> None:
    letter = "From: judge@judge.test\r\nTo: josé@spélers.test\r\n\r\nhi\r\n".encode()
    with Sender(relay(post.port)) as sender:
        assert sender.send("", "josé@spélers.test", letter) == Delivered()
        assert sender.send("", "anna@players.test", LETTER) == Delivered()
    assert post.post.taken[0][1].recipients == ("josé@spélers.test",)


def test_a_relay_without_smtputf8_refuses_such_an_address() -> None:
    letter = "From: judge@judge.test\r\nTo: josé@spélers.test\r\n\r\nhi\r\n".encode()
    with scripted(b"250 hi", b"250 ok") as port:
        outcome = Sender(relay(port)).send("", "josé@spélers.test", letter)
    assert outcome == Refused(553, "the relay does not take addresses that are not ASCII")


def test_starttls_and_the_certificate_are_checked(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    with listening(tls=context, require_tls=True) as opened:
        trusted = ssl.create_default_context(cafile=str(cert))
        with Sender(relay(opened.port, security=Security.STARTTLS, context=trusted)) as sender:
            assert sender.send("", "anna@players.test", LETTER) == Delivered()
        outcome = Sender(relay(opened.port, security=Security.STARTTLS)).send("", "anna@players.test", LETTER)
        assert isinstance(outcome, Deferred)
        assert "certificate" in outcome.reason


def test_a_login_is_asked_for_and_a_refused_one_is_said(post: OpenListener) -> None:
    with_login = relay(post.port, user="judge", password=lambda: "x")
    outcome = Sender(with_login).send("", "anna@players.test", LETTER)
    assert isinstance(outcome, Deferred)
    assert outcome.whole_server


def test_a_probe_tells_what_is_wrong_and_sends_nothing(post: OpenListener) -> None:
    assert Sender(relay(post.port)).probe() is None
    assert "could not be reached" in (Sender(relay(1)).probe() or "")
    assert not post.post.taken


def test_into_maildirs_each_recipient_has_a_folder(tmp_path: Path) -> None:
    sender = MaildirSender(tmp_path)
    assert sender.send("judge@judge.test", "Anna@Players.test", LETTER) == Delivered()
    (path,) = (tmp_path / "anna@players.test" / "new").iterdir()
    assert path.read_bytes() == b"Return-Path: <judge@judge.test>\r\n" + LETTER
    assert not list((tmp_path / "anna@players.test" / "tmp").iterdir())


def test_a_folder_that_cannot_be_written_is_trouble_for_now(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    outcome = MaildirSender(tmp_path / "file").send("", "anna@players.test", LETTER)
    assert isinstance(outcome, Deferred)
    assert outcome.whole_server


@pytest.mark.parametrize(
    "address", ["../../etc/passwd@x.test", "a/b@x.test", "..@x.test", "a\x00b@x.test", "x" * 300]
)
def test_no_address_leads_out_of_the_folder(tmp_path: Path, address: str) -> None:
    name = folder_name(address)
    assert "/" not in name
    assert "\x00" not in name
    assert not name.startswith(".")
    assert deliver(tmp_path / name, LETTER).is_relative_to(tmp_path)
