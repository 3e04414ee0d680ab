"""A real Postfix before the listener and behind the sender: LMTP, bounces, greylisting, forged senders."""

import smtplib
import time
from email.message import EmailMessage

import pytest
from servers.mailservers import Dovecot, OpenListener, Postfix, until
from test_letters_compose import MOMENT

from judge.letters import Action, Outgoing, bounce_address, compose, find_bounced, read
from judge.mail.imap import Account, Mailbox
from judge.mail.sender import Deferred, Delivered, Refused, Relay, Sender
from judge.mail.source import Fate

pytestmark = [pytest.mark.servers, pytest.mark.xdist_group("postfix")]

KEY, BASE = b"k" * 32, "judge@judge.test"


def order(text: str = "A Par - Bur", to: str = BASE, sender: str = "anna@players.test") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, "Re: [g42] Voorjaar 1901"
    message["Message-ID"] = f"<{time.time_ns()}@players.test>"
    message.set_content(text)
    return message


@pytest.fixture
def clean(judge_lmtp: OpenListener) -> OpenListener:
    judge_lmtp.post.clear()
    return judge_lmtp


def post(postfix: Postfix, message: EmailMessage, to: list[str], sender: str = "anna@players.test") -> None:
    with smtplib.SMTP("127.0.0.1", postfix.smtp_port) as client:
        client.sendmail(sender, to, message.as_bytes())


def test_a_letter_through_postfix_is_read(postfix: Postfix, clean: OpenListener) -> None:
    post(postfix, order("F Sev - Bla\nL Luik staat"), ["judge+g42.k7q2m2xw4d@judge.test"])
    raw, envelope, _ = until(lambda: clean.post.taken)[0]
    found = read(raw, envelope)
    assert found.action is Action.PARSE
    assert found.text == "F Sev - Bla\nL Luik staat"
    assert found.sender == "anna@players.test"
    assert found.recipients[0] == "judge+g42.k7q2m2xw4d@judge.test"


def test_postfix_hears_an_answer_for_every_recipient(postfix: Postfix, clean: OpenListener) -> None:
    post(postfix, order(), ["judge+a@judge.test", "judge+b@judge.test"])
    until(lambda: clean.post.taken)
    until(lambda: all(f"to=<judge+{x}@judge.test>" in postfix.log() for x in "ab"))
    time.sleep(2.5)  # Postfix would try again within two seconds
    assert [sorted(envelope.recipients) for _, envelope, _ in clean.post.taken] == [
        ["judge+a@judge.test", "judge+b@judge.test"]
    ]


def test_a_letter_that_could_not_be_stored_comes_again(postfix: Postfix, clean: OpenListener) -> None:
    clean.post.trouble = OSError("database is locked")
    post(postfix, order("A Mar H"), [BASE])
    until(lambda: "451 4.3.0" in postfix.log())
    assert "database" not in postfix.log()
    clean.post.trouble = None
    raw, _, _ = until(lambda: clean.post.taken)[0]
    assert read(raw).text == "A Mar H"


def test_a_judge_that_is_down_loses_nothing(postfix: Postfix, clean: OpenListener) -> None:
    port = clean.listener.port
    clean.listener.stop()
    try:
        post(postfix, order("A Gas - Spa"), [BASE])
        until(lambda: "Connection refused" in postfix.log())
    finally:
        clean.listener._asked_port = port
        clean.listener.start()
    raw, _, _ = until(lambda: clean.post.taken)[0]
    assert read(raw).text == "A Gas - Spa"


def test_a_permanent_refusal_comes_back_to_the_bounce_address(postfix: Postfix, clean: OpenListener) -> None:
    clean.post.strangers.add("nobody@far.test")
    verp = bounce_address(BASE, 17, KEY)
    letter = Outgoing("nobody@far.test", "Uitslag", "tekst", "<g42.1@judge.test>", BASE)
    with Sender(Relay("127.0.0.1", postfix.smtp_port)) as sender:
        assert sender.send(verp, "nobody@far.test", compose(letter, MOMENT)) == Delivered()
    raw, envelope, _ = until(lambda: clean.post.taken)[0]
    found = read(raw, envelope)
    assert (envelope.sender, found.action) == ("", Action.BOUNCE)
    assert [(entry.address, entry.permanent) for entry in found.bounced] == [("nobody@far.test", True)]
    assert found.bounced[0].status.startswith("5.")
    assert find_bounced(found.recipients, BASE, KEY) == 17


def test_greylisting_over_there_only_takes_longer(postfix: Postfix, clean: OpenListener) -> None:
    clean.post.trouble = OSError("greylisted")
    letter = Outgoing("slow@far.test", "Uitslag", "tekst", "<g42.2@judge.test>", BASE)
    with Sender(Relay("127.0.0.1", postfix.smtp_port)) as sender:
        assert sender.send("", "slow@far.test", compose(letter, MOMENT)) == Delivered()
    until(lambda: "slow@far.test" in postfix.log() and "451" in postfix.log())
    clean.post.trouble = None
    _, envelope, _ = until(lambda: clean.post.taken)[0]
    assert envelope.recipients == ("slow@far.test",)


def test_an_unknown_domain_is_refused_at_once(postfix: Postfix) -> None:
    with Sender(Relay("127.0.0.1", postfix.smtp_port)) as sender:
        outcome = sender.send(BASE, "x@elsewhere.test", b"Subject: x\r\n\r\nx\r\n")
        assert isinstance(outcome, Refused)
        assert outcome.code in (550, 554)


def test_a_relay_says_what_is_too_big(postfix: Postfix) -> None:
    with Sender(Relay("127.0.0.1", postfix.smtp_port)) as sender:
        outcome = sender.send(
            BASE, "anna@players.test", b"Subject: x\r\n\r\n" + b"y" * 70 + b"\r\nz" * 700_000
        )
    assert isinstance(outcome, Refused)
    assert outcome.code == 552


def test_results_reach_a_players_mailbox_and_the_answer_comes_back(
    postfix: Postfix, dovecot: Dovecot, clean: OpenListener
) -> None:
    letter = Outgoing("bram@players.test", "[g42] België", "L Luik – Bourgondië", "<g42.3@judge.test>", BASE)
    with Sender(Relay("127.0.0.1", postfix.smtp_port)) as sender:
        assert (
            sender.send(bounce_address(BASE, 2, KEY), "bram@players.test", compose(letter, MOMENT))
            == Delivered()
        )
    letters: list[bytes] = []
    account = Account(
        "localhost", "bram", lambda: "secret", dovecot.imaps_port, context=dovecot.ssl_context(), timeout=5.0
    )
    mailbox = Mailbox(account, lambda raw, _e, _r: letters.append(raw) or Fate.DONE)
    until(mailbox.look)
    assert "Return-Path: <judge+b.2." in letters[0].decode()
    assert read(letters[0]).why == "loop"
    post(postfix, order("A Par - Bur", sender="bram@players.test"), [BASE], "bram@players.test")
    assert read(until(lambda: clean.post.taken)[0][0]).sender == "bram@players.test"


def test_a_forged_sender_is_not_proven_by_a_header_of_his_own(postfix: Postfix, clean: OpenListener) -> None:
    message = order()
    message["Authentication-Results"] = "mx.judge.test; dmarc=pass header.from=players.test"
    post(postfix, message, [BASE], "thief@evil.test")
    raw, envelope, _ = until(lambda: clean.post.taken)[0]
    assert envelope.sender == "thief@evil.test"
    assert not read(raw, envelope).authentication.proven


def test_a_relay_that_stops_is_trouble_for_now() -> None:
    assert isinstance(Sender(Relay("127.0.0.1", 1)).send("", "anna@players.test", b"x"), Deferred)
