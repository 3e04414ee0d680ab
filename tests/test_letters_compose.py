"""Outgoing to bytes: the headers each letter carries, and nothing that a value could smuggle in."""

import email
import email.policy
import re
from datetime import UTC, datetime, timedelta, timezone
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.letters import MARKER, Action, Attachment, Outgoing, compose, read
from judge.letters.compose import Kind, Unsendable

MOMENT = datetime(2026, 11, 1, 20, 0, tzinfo=timezone(timedelta(hours=1)))
TEXT = f"Voorjaar 1901, beweging\n{MARKER}\n\nL Luik – Bourgondië: geslaagd\n.\nFrom hier\n" + "x" * 300


def outgoing(**changes: object) -> Outgoing:
    values: dict[str, object] = {
        "recipient": "anna@players.example",
        "recipient_name": "Anna de Vries",
        "sender": "judge@club.example",
        "sender_name": "Judge g42",
        "subject": "[g42] Voorjaar 1901: België",
        "text": TEXT,
        "message_id": "<g42.k7q2m2xw4d.17@club.example>",
        "reply_to": "judge+g42.k7q2m2xw4d@club.example",
        "in_reply_to": "<m1@players.example>",
        "references": ("<root@club.example>", "<m1@players.example>"),
        "list_id": "g42.judge.club.example",
        "list_name": "Game 42",
        "unsubscribe": ("mailto:judge+g42.k7q2m2xw4d@club.example?subject=stop",),
    }
    return Outgoing(**(values | changes))  # type: ignore[arg-type]


def opened(letter: Outgoing, moment: datetime = MOMENT) -> EmailMessage:
    message = email.message_from_bytes(compose(letter, moment), policy=email.policy.SMTP)
    assert isinstance(message, EmailMessage)
    return message


def test_the_headers_are_those_that_every_letter_needs() -> None:
    message = opened(outgoing(kind=Kind.REPLIED))
    assert message["From"] == "Judge g42 <judge@club.example>"
    assert message["To"] == "Anna de Vries <anna@players.example>"
    assert message["Reply-To"] == "judge+g42.k7q2m2xw4d@club.example"
    assert message["Subject"] == "[g42] Voorjaar 1901: België"
    assert message["Message-ID"] == "<g42.k7q2m2xw4d.17@club.example>"
    assert message["In-Reply-To"] == "<m1@players.example>"
    assert message["References"] == "<root@club.example> <m1@players.example>"
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply, RN, NRN"
    assert message["X-Judge-Loop"] == "judge@club.example"
    assert message["List-Id"] == "Game 42 <g42.judge.club.example>"
    assert message["List-Unsubscribe"] == "<mailto:judge+g42.k7q2m2xw4d@club.example?subject=stop>"
    assert message["List-Unsubscribe-Post"] is None
    assert message["Date"].datetime == MOMENT
    assert not message.defects


def test_a_page_to_unsubscribe_makes_it_one_click() -> None:
    assert (
        opened(outgoing(unsubscribe=("https://club.example/u/1",)))["List-Unsubscribe-Post"]
        == "List-Unsubscribe=One-Click"
    )


def test_the_text_arrives_as_it_was_written_in_short_lines() -> None:
    raw = compose(outgoing(), MOMENT)
    head, _, body = raw.partition(b"\r\n\r\n")
    assert opened(outgoing()).get_content().replace("\r\n", "\n") == TEXT + "\n"
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert b"\r\n.\r\n" not in body
    assert b"\r\nFrom " not in body
    assert b"\r\n\r\n" not in head


def test_the_same_letter_is_the_same_bytes() -> None:
    with_all = outgoing(html="<p>x</p>", attachments=(Attachment("map.png", "image/png", b"123", "map"),))
    assert compose(with_all, MOMENT) == compose(with_all, MOMENT)


def test_html_and_pictures_and_calendars_go_along() -> None:
    picture = Attachment("kaart.png", "image/png", b"\x89PNG" * 100, "map1")
    calendar = Attachment("deadline.ics", "text/calendar; method=PUBLISH", b"BEGIN:VCALENDAR\r\n")
    message = opened(outgoing(html='<p>België <img src="cid:map1"></p>', attachments=(picture, calendar)))
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == [
        *("multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html"),
        *("image/png", "text/calendar"),
    ]
    parts = {part.get_content_type(): part for part in message.walk()}
    assert parts["image/png"].get_content() == b"\x89PNG" * 100
    assert parts["image/png"]["Content-ID"] == "<map1>"
    assert "België" in parts["text/html"].get_content()
    assert max(map(len, compose(outgoing(attachments=(calendar,)), MOMENT).split(b"\r\n"))) <= 78


def test_without_html_a_picture_is_an_attachment() -> None:
    message = opened(outgoing(attachments=(Attachment("a/../b.png", "image/png", b"1", "x"),)))
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/mixed",
        "text/plain",
        "image/png",
    ]
    assert message.get_payload()[1].get_filename() == "a_.._b.png"  # type: ignore[union-attr, index]


@pytest.mark.parametrize("field", ["subject", "recipient_name", "sender_name", "list_name", "in_reply_to"])
@pytest.mark.parametrize(
    "poison", ["x\r\nBcc: spy@evil.example", "x\nBcc: spy@evil.example", "x\u2028Bcc: y", "\x00\x1b[31m"]
)
def test_no_value_brings_in_a_header(field: str, poison: str) -> None:
    raw = compose(outgoing(**{field: poison}), MOMENT)
    names = re.findall(rb"(?m)^([A-Za-z-]+):", raw.partition(b"\r\n\r\n")[0])
    assert b"Bcc" not in names
    assert len(names) == len(set(names))
    assert not re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", raw)


@pytest.mark.parametrize(
    "name",
    ['Jan "de Beul"', "Jan, Piet", "jan@evil.example", "Мария", "=?utf-8?q?x?=", "a" * 500, "\u202egnaf"],
)
def test_any_name_leaves_the_address_alone(name: str) -> None:
    message = opened(outgoing(recipient_name=name))
    assert [address.addr_spec for address in message["To"].addresses] == ["anna@players.example"]


@pytest.mark.parametrize("address", ["", "anna", "a@b\r\nBcc: c@d", "a@b, c@d", "<a@b>", "a b@c.d"])
def test_an_address_that_is_none_is_not_sent_to(address: str) -> None:
    with pytest.raises(Unsendable):
        compose(outgoing(recipient=address), MOMENT)


@pytest.mark.parametrize("ident", ["", "a@b", "<a@b> <c@d>", "<a@b>\r\nX: y"])
def test_a_message_id_that_is_none_is_not_used(ident: str) -> None:
    with pytest.raises(Unsendable):
        compose(outgoing(message_id=ident), MOMENT)
    assert opened(outgoing(in_reply_to=ident, references=(ident,)))["In-Reply-To"] is None


def test_an_address_that_is_not_ascii_stands_in_utf8() -> None:
    raw = compose(outgoing(recipient="josé@spélers.example"), MOMENT)
    assert "To: Anna de Vries <josé@spélers.example>".encode() in raw


def test_our_own_letter_coming_back_is_known() -> None:
    found = read(compose(outgoing(), MOMENT))
    assert (found.action, found.why, found.automatic) == (Action.IGNORE, "loop", True)


def test_another_judge_does_not_answer_our_letter() -> None:
    raw = re.sub(rb"X-Judge-Loop:[^\r]*\r\n", b"", compose(outgoing(), MOMENT))
    assert read(raw).action is Action.IGNORE
    assert read(raw.replace(b"Auto-Submitted", b"X-A"), domain="club.example").why == "loop"


@given(st.text(max_size=300), st.text(max_size=100), st.text(max_size=40))
def test_any_text_goes_out_and_comes_in_again(text: str, subject: str, name: str) -> None:
    raw = compose(outgoing(text=text, subject=subject, recipient_name=name), MOMENT)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    back = email.message_from_bytes(raw, policy=email.policy.SMTP)
    wanted = text.encode("utf-8", "replace").decode().replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")
    assert back.get_content().replace("\r\n", "\n").rstrip("\n") == wanted  # type: ignore[attr-defined]


def test_the_date_is_in_utc() -> None:
    assert b"Date: Sun, 01 Nov 2026 19:00:00 +0000\r\n" in compose(outgoing(), MOMENT)
    assert compose(outgoing(), MOMENT) == compose(outgoing(), MOMENT.astimezone(UTC))
