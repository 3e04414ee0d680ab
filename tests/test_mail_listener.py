"""The listener over real sockets: when 250 is said, when not, and what the limits answer."""

import smtplib
import socket
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from servers.mailservers import OpenListener, certificate, listening, until

from judge.mail.listener import Limits

LETTER = b"From: anna@players.test\r\nTo: judge@judge.test\r\nSubject: S1901\r\n\r\nA Par - Bur\r\n"


@pytest.fixture
def smtp_in() -> Iterator[OpenListener]:
    with listening() as opened:
        yield opened


@pytest.fixture
def lmtp_in() -> Iterator[OpenListener]:
    with listening(lmtp=True) as opened:
        yield opened


def _send(
    port: int, letter: bytes = LETTER, to: list[str] | None = None, sender: str = "anna@players.test"
) -> None:
    with smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail(sender, to or ["judge@judge.test"], letter)


def test_a_letter_is_handed_on_with_its_envelope_and_time(smtp_in: OpenListener) -> None:
    before = datetime.now(UTC)
    _send(smtp_in.port, to=["judge+g1.abcdefghij@Judge.TEST", "judge@judge.test"])
    ((raw, envelope, received),) = smtp_in.post.taken
    assert raw.endswith(LETTER)
    assert raw.startswith(b"Received: from ")
    assert envelope.sender == "anna@players.test"
    assert envelope.recipients == ("judge+g1.abcdefghij@judge.test", "judge@judge.test")
    assert before <= received <= datetime.now(UTC)


def test_the_null_sender_is_an_empty_string(smtp_in: OpenListener) -> None:
    _send(smtp_in.port, sender="")
    assert smtp_in.post.taken[0][1].sender == ""


def test_trouble_of_ours_is_for_now_and_shows_nothing(smtp_in: OpenListener) -> None:
    smtp_in.post.trouble = RuntimeError("database /var/lib/judge.db is locked")
    with pytest.raises(smtplib.SMTPDataError) as refusal:
        _send(smtp_in.port)
    assert refusal.value.smtp_code == 451
    assert b"judge.db" not in refusal.value.smtp_error
    smtp_in.post.trouble = None
    _send(smtp_in.port)
    assert len(smtp_in.post.taken) == 1


def test_250_is_said_only_after_the_letter_is_stored(smtp_in: OpenListener) -> None:
    gate = threading.Event()
    smtp_in.post.before = gate.wait
    done: list[float] = []
    sender = threading.Thread(target=lambda: (_send(smtp_in.port), done.append(time.monotonic())))
    sender.start()
    until(lambda: smtp_in.listener.busy_since())
    time.sleep(0.2)
    assert not done
    gate.set()
    sender.join(5)
    assert done
    until(lambda: smtp_in.listener.busy_since() is None)


def test_one_slow_store_does_not_hold_up_other_letters(smtp_in: OpenListener) -> None:
    gate, first = threading.Event(), iter([True])
    smtp_in.post.before = lambda: next(first, False) and gate.wait()
    slow = threading.Thread(target=_send, args=(smtp_in.port,))
    slow.start()
    until(lambda: smtp_in.listener.busy_since())
    _send(smtp_in.port)
    assert len(smtp_in.post.taken) == 1
    gate.set()
    slow.join(5)
    assert len(smtp_in.post.taken) == 2


def test_letters_that_wait_can_share_one_commit(smtp_in: OpenListener) -> None:
    together = threading.Barrier(8)
    smtp_in.post.before = lambda: together.wait(5)
    senders = [threading.Thread(target=_send, args=(smtp_in.port,)) for _ in range(8)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join(10)
    assert len(smtp_in.post.taken) == 8


def test_a_session_in_data_shows_since_when(smtp_in: OpenListener) -> None:
    with smtplib.SMTP("127.0.0.1", smtp_in.port) as client:
        client.ehlo()
        client.mail("anna@players.test")
        client.rcpt("judge@judge.test")
        assert smtp_in.listener.busy_since() is None
        before = datetime.now(UTC)
        client.docmd("DATA")
        since = until(lambda: smtp_in.listener.busy_since())
        assert before <= since <= datetime.now(UTC)
        client.sock.close()  # type: ignore[union-attr]
        client.close()
    until(lambda: smtp_in.listener.busy_since() is None)
    assert not smtp_in.post.taken


def test_a_letter_whose_sender_hangs_up_is_under_way_until_it_is_stored(smtp_in: OpenListener) -> None:
    gate = threading.Event()
    smtp_in.post.before = gate.wait
    client = smtplib.SMTP("127.0.0.1", smtp_in.port)
    client.ehlo()
    client.mail("anna@players.test")
    client.rcpt("judge@judge.test")
    client.docmd("DATA")
    client.send(LETTER + b".\r\n")
    until(lambda: smtp_in.listener.busy_since())
    client.close()
    until(lambda: not smtp_in.listener.open)
    assert smtp_in.listener.busy_since() is not None
    gate.set()
    until(lambda: smtp_in.listener.busy_since() is None)
    assert len(smtp_in.post.taken) == 1


def test_an_address_that_is_not_ours_is_refused(smtp_in: OpenListener) -> None:
    smtp_in.post.strangers.add("nobody@judge.test")
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        _send(smtp_in.port, to=["nobody@judge.test"])
    assert refusal.value.recipients["nobody@judge.test"][0] == 550


@pytest.mark.parametrize("announced", [True, False], ids=["announced", "found out"])
def test_a_letter_that_is_too_big_gets_552(announced: bool) -> None:
    with listening(limits=Limits(size=20_000)) as opened, smtplib.SMTP("127.0.0.1", opened.port) as client:
        client.ehlo()
        letter = LETTER + b"x" * 70 + (b"\r\n" + b"y" * 70) * 1000
        if announced:
            assert client.mail("a@players.test", [f"SIZE={len(letter)}"])[0] == 552
        else:
            client.mail("a@players.test")
            client.rcpt("judge@judge.test")
            code, words = client.data(letter)
            assert (code, words[:5]) == (552, b"5.3.4")
        assert not opened.post.taken
        assert client.noop()[0] == 250


def test_a_line_longer_than_the_standard_allows_is_taken(smtp_in: OpenListener) -> None:
    _send(smtp_in.port, LETTER + b"x" * 9000 + b"\r\n")
    assert len(smtp_in.post.taken) == 1


def test_a_line_of_200_kb_is_refused_and_the_session_goes_on(smtp_in: OpenListener) -> None:
    with smtplib.SMTP("127.0.0.1", smtp_in.port) as client:
        client.ehlo()
        client.mail("a@players.test")
        client.rcpt("judge@judge.test")
        assert client.data(LETTER + b"x" * 200_000 + b"\r\n")[0] == 500
        client.sendmail("a@players.test", ["judge@judge.test"], LETTER)
    assert len(smtp_in.post.taken) == 1


def test_too_many_recipients_are_put_off(smtp_in: OpenListener) -> None:
    with smtplib.SMTP("127.0.0.1", smtp_in.port) as client:
        client.ehlo()
        client.mail("a@players.test")
        answers = [client.rcpt(f"judge+{number}@judge.test")[0] for number in range(60)]
    assert answers == [250] * 50 + [452] * 10


def test_one_sender_may_not_flood(smtp_in: OpenListener) -> None:
    with listening(limits=Limits(per_sender=3)) as opened, smtplib.SMTP("127.0.0.1", opened.port) as client:
        for _ in range(3):
            client.sendmail("flood@x.test", ["judge@judge.test"], LETTER)
        with pytest.raises(smtplib.SMTPSenderRefused) as refusal:
            client.sendmail("flood@x.test", ["judge@judge.test"], LETTER)
        assert refusal.value.smtp_code == 450
        client.sendmail("other@x.test", ["judge@judge.test"], LETTER)


def test_too_many_connections_are_put_off() -> None:
    with listening(limits=Limits(connections=3)) as opened:
        clients = [smtplib.SMTP("127.0.0.1", opened.port) for _ in range(3)]
        for client in clients:
            client.noop()
        with pytest.raises(smtplib.SMTPConnectError) as refusal:
            smtplib.SMTP("127.0.0.1", opened.port)
        assert refusal.value.smtp_code == 421
        clients.pop().quit()
        until(lambda: sum(opened.listener.open.values()) == 2)
        with smtplib.SMTP("127.0.0.1", opened.port) as client:
            assert client.noop()[0] == 250
        for client in clients:
            client.close()


def test_a_silent_session_is_ended() -> None:
    with (
        listening(limits=Limits(timeout=0.3)) as opened,
        socket.create_connection(("127.0.0.1", opened.port)) as line,
    ):
        line.settimeout(5)
        assert line.recv(100).startswith(b"220 ")
        assert line.recv(100) == b""


@pytest.mark.parametrize("end", [b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\r.\r"])
def test_no_line_end_but_the_right_one_ends_a_letter(smtp_in: OpenListener, end: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", smtp_in.port) as client:
        client.ehlo()
        client.mail("a@players.test")
        client.rcpt("judge@judge.test")
        client.docmd("DATA")
        client.send(
            LETTER + end + b"MAIL FROM:<x@x.test>\r\nRCPT TO:<judge@judge.test>\r\nDATA\r\nhi\r\n.\r\n"
        )
        assert client.getreply()[0] == 250
        assert client.noop()[0] == 250
    assert len(smtp_in.post.taken) == 1


def test_a_letter_to_an_address_that_is_not_ascii_is_taken(smtp_in: OpenListener) -> None:
    with smtplib.SMTP("127.0.0.1", smtp_in.port) as client:
        client.ehlo()
        client.command_encoding = "utf-8"
        client.mail("josé@spélers.test", ["SMTPUTF8"])
        client.rcpt("judge@judge.test")
        client.data("From: José <josé@spélers.test>\r\n\r\nA Bel H\r\n".encode())
    assert smtp_in.post.taken[0][1].sender == "josé@spélers.test"


def test_starttls_is_offered_with_a_certificate(tmp_path) -> None:
    import ssl

    cert, key = certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    with listening(tls=context, require_tls=True) as opened, smtplib.SMTP("localhost", opened.port) as client:
        client.ehlo()
        assert client.mail("a@players.test")[0] == 530
        client.starttls(context=ssl.create_default_context(cafile=str(cert)))
        client.sendmail("a@players.test", ["judge@judge.test"], LETTER)
        assert len(opened.post.taken) == 1


def test_lmtp_answers_for_every_recipient(lmtp_in: OpenListener) -> None:
    replies = _lmtp_replies(lmtp_in)
    assert [code for code, _ in replies] == [250, 250]
    assert len(lmtp_in.post.taken) == 1


def test_lmtp_puts_every_recipient_off_in_trouble(lmtp_in: OpenListener) -> None:
    lmtp_in.post.trouble = OSError("no space left on device")
    replies = _lmtp_replies(lmtp_in)
    assert [code for code, _ in replies] == [451, 451]
    assert not any(b"space" in words for _, words in replies)


def test_lmtp_refuses_a_big_letter_for_every_recipient() -> None:
    with listening(lmtp=True, limits=Limits(size=5_000)) as opened:
        assert [code for code, _ in _lmtp_replies(opened, b"x" * 70 + b"\r\n" + b"y\r\n" * 5_000)] == [
            552,
            552,
        ]


def _lmtp_replies(opened: OpenListener, more: bytes = b"") -> list[tuple[int, bytes]]:
    with smtplib.LMTP("127.0.0.1", opened.port) as client:
        client.ehlo("client.test")
        client.docmd("MAIL", "FROM:<a@x.test>")
        client.docmd("RCPT", "TO:<a@judge.test>")
        client.docmd("RCPT", "TO:<b@judge.test>")
        client.docmd("DATA")
        client.send(LETTER + more + b".\r\n")
        replies = [client.getreply(), client.getreply()]
        assert client.noop()[0] == 250
        return replies


def test_stopping_waits_for_a_letter_that_is_being_stored(smtp_in: OpenListener) -> None:
    gate = threading.Event()
    smtp_in.post.before = gate.wait
    answers: list[str] = []
    sender = threading.Thread(target=lambda: (_send(smtp_in.port), answers.append("sent")))
    sender.start()
    until(lambda: smtp_in.listener.busy_since())
    threading.Timer(0.3, gate.set).start()
    smtp_in.listener.stop()
    sender.join(5)
    assert answers == ["sent"]
    assert len(smtp_in.post.taken) == 1


def test_a_port_that_is_taken_is_said_at_once(smtp_in: OpenListener) -> None:
    from judge.mail.listener import Listener

    second = Listener(
        "127.0.0.1", smtp_in.port, smtp_in.post.accept, domain="judge.test", addresses=smtp_in.post.is_ours
    )
    with pytest.raises(OSError, match="address already in use"):
        second.start()


def test_four_hundred_idle_connections_do_no_harm() -> None:
    with listening(limits=Limits(connections=500)) as opened:
        lines = [socket.create_connection(("127.0.0.1", opened.port)) for _ in range(400)]
        _send(opened.port)
        for line in lines:
            line.close()
        assert len(opened.post.taken) == 1
