"""Letters that break mail programs: none raises, none takes long, and each comes to what it should."""

import io
import resource
import time
import zipfile
from datetime import UTC, datetime

import pytest
from bad_letters import BAD, ORDER, letter, nested

from judge.letters import Action, Envelope, compose, content_hash, message_hash, read
from judge.letters.compose import Outgoing

MOMENT = datetime(2026, 11, 2, 19, 0, tzinfo=UTC)

SECONDS = 2.0
"""Of computing, which is the promise; on a quiet machine the worst takes half a second."""


def test_there_are_ninety_four() -> None:
    assert len(BAD) == 94


@pytest.mark.parametrize("name", sorted(BAD))
def test_no_letter_raises_takes_long_or_brings_anything_that_cannot_be_stored(name: str) -> None:
    raw = BAD[name]()
    began = time.process_time()
    found = read(raw)
    spent = time.process_time() - began
    assert spent < SECONDS
    assert found.why != "reader-failed", found.warnings
    for value in (
        found.text,
        found.subject,
        found.sender or "",
        *found.recipients,
        *found.references,
        found.message_id or "",
    ):
        value.encode("utf-8")
        assert "\x00" not in value
        assert "\x1b" not in value
    assert "\n" not in found.subject
    assert len(found.text) <= 100_000
    assert len(found.message_id or "") < 500
    assert len(content_hash(raw)) == len(message_hash(raw)) == 64


READ_AS_ORDERED = [
    *(
        "boundary-never-closed",
        "boundary-same-as-inner",
        "boundary-missing",
        "charset-unknown",
        "cte-unknown",
    ),
    *("html-only", "html-hidden-text", "alternative-differs", "smime-signed", "zip-bomb", "big-50mb"),
    *(
        "header-100k",
        "header-encoded-bomb",
        "headers-50k-lines",
        "subject-crlf-encoded",
        "in-reply-to-injection",
    ),
    *(
        "no-message-id",
        "two-message-ids",
        "message-id-2k",
        "date-year-99999",
        "date-tz-99999999",
        "date-missing",
    ),
    *("from-display-spoof", "nul-bytes", "nul-in-header", "charset-utf16-nul", "b64-broken", "qp-broken"),
    *(
        "replay-same-mail",
        "zero-width",
        "nbsp",
        "password-in-quote",
        "orders-in-signature",
        "top-posted-quote",
    ),
    *("emoji-4byte", "template-injection", "ansi-escape", "surrogate-escape", "press-oversize"),
]


@pytest.mark.parametrize("name", READ_AS_ORDERED)
def test_the_order_is_read_all_the_same(name: str) -> None:
    found = read(BAD[name]())
    assert found.action is Action.PARSE, found.why
    assert ORDER in found.text.replace("\u001b", "")


@pytest.mark.parametrize(
    ("name", "action", "why"),
    [
        ("nested-mime-1000", Action.REJECT, "too-deep"),
        ("nested-mime-90", Action.REJECT, "too-deep"),
        ("nested-rfc822-500", Action.REJECT, "too-deep"),
        ("parts-20000", Action.REJECT, "too-many-parts"),
        ("charset-utf7", Action.REPLY_HELP, "unsupported-charset"),
        ("cte-uuencode", Action.REPLY_HELP, "empty"),
        ("html-bomb", Action.REPLY_HELP, "empty"),
        ("attachment-orders", Action.REPLY_HELP, "attachment"),
        ("winmail-dat", Action.REPLY_HELP, "attachment"),
        ("header-parens-bomb", Action.REJECT, "long-sender"),
        ("header-no-colon", Action.REJECT, "no-sender"),
        ("no-headers", Action.REJECT, "no-sender"),
        ("empty", Action.REJECT, "no-sender"),
        ("from-two-addresses", Action.REJECT, "two-senders"),
        ("from-two-headers", Action.REJECT, "two-senders"),
        ("from-parseaddr-cve", Action.REJECT, "address-in-name"),
        ("from-folded-injection", Action.REJECT, "two-senders"),
        ("auto-submitted", Action.IGNORE, "automatic"),
        ("precedence-bulk", Action.IGNORE, "automatic"),
        ("dsn-bounce", Action.BOUNCE, "bounce"),
        ("vacation-no-header", Action.IGNORE, "vacation"),
        ("two-judges-loop", Action.IGNORE, "loop"),
        ("own-result-returned", Action.REPLY_HELP, "empty"),
        ("forged-from", Action.REJECT, "dmarc"),
        ("lines-100k", Action.REJECT, "too-many-orders"),
    ],
)
def test_what_must_not_be_read_comes_to_a_reason(name: str, action: Action, why: str) -> None:
    found = read(BAD[name]())
    assert (found.action, found.why) == (action, why)


def test_a_display_name_is_never_an_address() -> None:
    assert read(BAD["from-display-spoof"]()).sender == "evil@example.com"


def test_nothing_hidden_is_read() -> None:
    assert "Mun" not in read(BAD["html-hidden-text"]()).text
    assert "script" not in read(BAD["html-only"]()).text
    assert "geheim" not in read(BAD["password-in-quote"]()).text
    assert "Pic" not in read(BAD["orders-in-signature"]()).text
    assert "orders-in-signature" in read(BAD["orders-in-signature"]()).warnings


def test_a_flowed_line_is_one_line() -> None:
    assert read(BAD["format-flowed"]()).text == "A Mar S A Par - Bur"


def test_a_wrong_label_is_seen_through() -> None:
    found = read(BAD["charset-lies"]())
    assert found.text == "L Parijs - Bourgondië"
    assert "wrong-charset" in found.warnings


def test_hidden_directions_stay_for_the_reader_of_orders_and_are_told() -> None:
    found = read(BAD["rtl-override"]())
    assert "\u202e" in found.text
    assert "bidi-controls" in found.warnings


def test_a_long_piece_of_press_does_not_cost_the_order_below_it() -> None:
    found = read(BAD["press-oversize"]())
    assert "too-many-lines" in found.warnings
    assert found.text.split("\n")[-2:] == ["ENDPRESS", ORDER]


@pytest.mark.parametrize(
    "name", ["subject-crlf-encoded", "in-reply-to-injection", "nul-in-header", "from-folded-injection"]
)
def test_an_answer_carries_nothing_that_was_smuggled_in(name: str) -> None:
    found = read(BAD[name]())
    answer = compose(
        Outgoing(
            recipient="een@example.org",
            sender="judge@club.example",
            subject=f"Re: {found.subject}",
            text="ok",
            message_id="<a@club.example>",
            in_reply_to=found.message_id or "",
            references=found.references,
        ),
        MOMENT,
    )
    head = answer.partition(b"\r\n\r\n")[0]
    names = [line.partition(b":")[0] for line in head.split(b"\r\n") if not line.startswith(b" ")]
    assert b"Bcc" not in names
    assert b"X" not in names
    assert b"\x00" not in head


REPORT = "--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; a@b.c\r\n\r\n"
HOSTILE = {
    "mime 1,000 deep": lambda: nested(1000),
    "html attributes": lambda: letter("<p " + " a=1" * 20_000 + ">A Par H</p>", kind="text/html"),
    "html comments": lambda: letter("<!--" * 50_000 + "A Par H", kind="text/html"),
    "html quotes": lambda: letter('<a "' * 50_000, kind="text/html"),
    "html entities": lambda: letter("&amp" * 100_000, kind="text/html"),
    "html scripts": lambda: letter("<script>" * 40_000 + "A Par H", kind="text/html"),
    "html closes": lambda: letter("<div>" * 240 + "</p></b></x>" * 30_000, kind="text/html"),
    "html open p": lambda: letter("<p><b><i>" * 40_000 + "A Par H", kind="text/html"),
    "from quotes": lambda: letter(sender='"' * 20_000),
    "from commas": lambda: letter(sender="a@b.c," * 20_000),
    "to 3,000": lambda: letter(extra="Cc: " + ", ".join(f"u{n}@h{n}.example" for n in range(3000)) + "\r\n"),
    "message-id": lambda: letter(ident="Message-ID: <" + "@" * 50_000 + ">\r\n"),
    "references": lambda: letter(extra="References: " + "<a@b> " * 50_000 + "\r\n"),
    "parameters": lambda: letter(kind="text/plain" + "; a=b" * 50_000),
    "quotes": lambda: letter("A Par H\r\n" + ">" * 60_000 + "\r\n" + "> " * 30_000),
    "newlines": lambda: letter("\r\n" * 100_000 + "A Par H"),
    "on on on": lambda: letter("On " * 5_000 + "\r\n" + "On " * 5_000 + "wrote"),
    "on lines": lambda: letter("On wrote schreef\r\n" * 20_000),
    "op lines": lambda: letter("Op 3 nov schreef x\r\n" * 20_000),
    "op lines and a quote": lambda: letter("Op 3 nov 2025 schreef x:\r\n\r\n" * 15_000 + "> x"),
    "from lines": lambda: letter("From: a\r\n" * 40_000),
    "van and date": lambda: letter("Van: a\r\nDatum: b\r\n" * 20_000),
    "dashes": lambda: letter("-" * 100_000 + " wrote " + "-" * 100_000),
    "underscores": lambda: letter(("_" * 40 + "\r\n") * 5_000),
    "signatures": lambda: letter("-- x\r\n" * 50_000),
    "disclaimers": lambda: letter("disclaimer\r\nA Par - Bur\r\n" * 20_000),
    "colons": lambda: letter(":" * 100_000 + "\r\n" + "@:\r\n" * 20_000),
    "spaces": lambda: letter(" " * 300_000 + "x"),
    "encoded words": lambda: letter(subject="=?utf-8?b?" + "QUJD" * 20_000 + "?="),
    "comments": lambda: letter(sender="a@b.c " + "(" * 900 + ")" * 900),
    "results": lambda: letter(extra="Authentication-Results: x; " + "dkim=pass (" * 5_000 + "\r\n"),
    "flowed": lambda: letter("x \r\n" * 100_000, kind="text/plain; format=flowed"),
    "armour": lambda: letter("-----BEGIN PGP SIGNED MESSAGE-----\r\n" * 20_000),
    "bounce text": lambda: b"Return-Path: <>\r\n" + letter("<a@b.c>\r\n" * 30_000, subject="failure notice"),
    "reports": lambda: b"Return-Path: <>\r\n" + letter(REPORT * 9_000, kind="multipart/report; boundary=b"),
    "lone carriage returns": lambda: letter(b"A Par - Bur\r" * 30_000),
    "nuls": lambda: b"\x00" * 1_000_000,
    "high bytes": lambda: letter(b"\xff" * 500_000),
    "base64 noise": lambda: letter("=" * 300_000, encoding="base64"),
    "one boundary line": lambda: letter("--b\r\n" * 100_000, kind="multipart/mixed; boundary=b"),
}  # fmt: skip


@pytest.mark.parametrize("name", list(HOSTILE))
def test_no_hostile_letter_costs_more_than_two_seconds(name: str) -> None:
    raw = HOSTILE[name]()
    began = time.process_time()
    found = read(raw)
    assert time.process_time() - began < SECONDS
    assert found.why != "reader-failed", found.warnings


def test_twenty_megabytes_in_an_archive_are_not_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a", b"\x00" * 20_000_000)
    parts = b"--b\r\n\r\nA Par H\r\n--b\r\nContent-Type: application/zip\r\n\r\n" + packed.getvalue()
    raw = letter(parts, kind="multipart/mixed; boundary=b")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    assert read(raw).text == "A Par H"
    assert time.process_time() - began < 2.0
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < 8 * len(raw)


def test_the_hash_is_the_same_by_list_and_direct_and_differs_by_text() -> None:
    direct = BAD["replay-same-mail"]()
    by_list = b"Received: from list\r\nList-Id: <x.y>\r\n" + direct.replace(b"\r\n", b"\n")
    assert content_hash(direct) == content_hash(by_list)
    assert message_hash(direct) == message_hash(by_list)
    other = direct.replace(b"Bur", b"Pic")
    assert content_hash(direct) != content_hash(other)
    assert message_hash(direct) == message_hash(other)
    assert message_hash(direct) != message_hash(BAD["replay-old-changed-id"]())
    assert message_hash(BAD["no-message-id"]()) == content_hash(BAD["no-message-id"]())


def test_a_letter_that_was_too_big_to_fetch_is_refused_by_its_header_alone() -> None:
    found = read(b"X-Judge-Too-Big: 30000000\r\n" + BAD["replay-same-mail"]().partition(b"\r\n\r\n")[0])
    assert (found.action, found.why, found.sender) == (Action.REJECT, "too-big", "een@example.org")


def test_an_envelope_beats_the_header() -> None:
    raw = BAD["replay-same-mail"]()
    assert read(raw, Envelope("", ("judge@club.example",))).action is Action.IGNORE
    found = read(b"Return-Path: <>\r\n" + raw, Envelope("een@example.org", ("judge+g1.x@club.example",)))
    assert found.action is Action.PARSE
    assert found.recipients[0] == "judge+g1.x@club.example"
