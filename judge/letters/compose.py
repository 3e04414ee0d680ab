"""Outgoing to bytes: the headers every letter of ours carries, and a body that survives any mail server.

Written by hand rather than by email.message: a storm of results is thousands of letters, and that costs 4 ms
each.
"""

import base64
import binascii
import quopri
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime
from enum import Enum

from judge.letters.headers import clean, normal

_ATOM_WORDS = re.compile(r"[\w !#$%&'*+/=?^`{|}~-]+", re.ASCII)
_ID = re.compile(r"<[!-;=?A-~]{1,250}@[!-;=?A-~]{1,250}>")
LINE = 76


class Kind(Enum):
    """Why a letter is sent (RFC 3834): on its own, or as the answer to one."""

    GENERATED = "auto-generated"
    REPLIED = "auto-replied"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A picture or calendar entry that goes with a letter."""

    name: str
    kind: str
    """A MIME type, such as image/png."""
    content: bytes
    inline: str = ""
    """The Content-ID by which the HTML shows it, without brackets."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A letter to one recipient. Values may come from anyone: compose makes them harmless."""

    recipient: str
    subject: str
    text: str
    message_id: str
    """With its angle brackets; the same for every attempt to send this letter."""
    sender: str
    recipient_name: str = ""
    sender_name: str = ""
    reply_to: str = ""
    html: str | None = None
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    """The oldest first, as the header wants it."""
    kind: Kind = Kind.GENERATED
    list_id: str = ""
    """For instance `g42.judge.club.example`; empty for none."""
    list_name: str = ""
    unsubscribe: tuple[str, ...] = ()
    """mailto: and https: addresses; an https one makes the one-click header (RFC 8058)."""
    attachments: tuple[Attachment, ...] = ()


class Unsendable(ValueError):
    """An address or Message-ID that cannot stand in a header: a mistake in our own data, not in a player's
    letter."""


def compose(outgoing: Outgoing, now: datetime) -> bytes:
    """The letter as it goes over the wire (CRLF, lines of at most 78). `now` is its Date, an aware instant.

    Same arguments, same bytes: the boundaries are drawn from the Message-ID.
    """
    body_head, body = _body(outgoing)
    fields = [*_fields(outgoing, now), *body_head]
    head = "\r\n".join(_fold(name, value) for name, value in fields if value)
    return head.encode("utf-8") + b"\r\n\r\n" + body


def _fields(outgoing: Outgoing, now: datetime) -> list[tuple[str, str]]:
    return [
        ("Date", format_datetime(now.astimezone(UTC))),
        ("From", _named(outgoing.sender_name, outgoing.sender)),
        ("To", _named(outgoing.recipient_name, outgoing.recipient)),
        ("Reply-To", _address(outgoing.reply_to) if outgoing.reply_to else ""),
        ("Subject", _words(clean(outgoing.subject, 200))),
        ("Message-ID", _identified(outgoing.message_id)),
        ("In-Reply-To", outgoing.in_reply_to if _ID.fullmatch(outgoing.in_reply_to) else ""),
        ("References", " ".join(one for one in outgoing.references[-20:] if _ID.fullmatch(one))),
        ("Auto-Submitted", outgoing.kind.value),
        ("X-Auto-Response-Suppress", "OOF, AutoReply, RN, NRN"),
        ("X-Judge-Loop", _address(outgoing.sender)),
        ("List-Id", _list_id(outgoing)),
        ("List-Unsubscribe", ", ".join(f"<{clean(url, 500)}>" for url in outgoing.unsubscribe)),
        ("List-Unsubscribe-Post", _one_click(outgoing)),
        ("MIME-Version", "1.0"),
    ]


def _list_id(outgoing: Outgoing) -> str:
    name = re.sub(r"[^a-z0-9.-]", "-", outgoing.list_id.lower())[:200]
    return f"{_words(_quoted(outgoing.list_name))} <{name}>".strip() if name else ""


def _one_click(outgoing: Outgoing) -> str:
    return (
        "List-Unsubscribe=One-Click" if any(url.startswith("https:") for url in outgoing.unsubscribe) else ""
    )


def _identified(message_id: str) -> str:
    if not _ID.fullmatch(message_id):
        raise Unsendable(f"not a Message-ID: {message_id[:100]!r}")
    return message_id


def _address(address: str) -> str:
    if (known := normal(address)) is None:
        raise Unsendable(f"not an address: {address[:100]!r}")
    return known


def _named(name: str, address: str) -> str:
    name = _quoted(clean(name, 60).replace("@", " "))
    return f"{_words(name)} <{_address(address)}>" if name else _address(address)


def _quoted(name: str) -> str:
    name = clean(name, 60)
    if not name.isascii() or not name or _ATOM_WORDS.fullmatch(name):
        return name
    return '"' + name.replace("\\", "").replace('"', "'") + '"'


def _words(text: str) -> str:
    """ASCII as it is, all else in RFC 2047 words; text that only looks like such a word is encoded too."""
    if text.isascii() and "=?" not in text:
        return text
    return Header(text, "utf-8", maxlinelen=70).encode(linesep="\n").replace("\n", "")


def _fold(name: str, value: str) -> str:
    """Fold at blanks so that no line passes 78, if it can be helped."""
    lines, line = [], f"{name}:"
    for word in value.split(" "):
        if len(line) + 1 + len(word) > 78 and line != f"{name}:":
            lines.append(line)
            line = ""
        line += " " + word
    return "\r\n".join([*lines, line])


def _body(outgoing: Outgoing) -> tuple[list[tuple[str, str]], bytes]:
    """The content headers and the content: plain text, or an alternative, or a mixture, as the letter
    needs."""
    part = _text(outgoing.text, "plain")
    if outgoing.html is not None:
        shown = [_text(outgoing.html, "html"), *(_attached(a) for a in outgoing.attachments if a.inline)]
        page = shown[0] if len(shown) == 1 else _multipart("related", shown, outgoing.message_id)
        part = _multipart("alternative", [part, page], outgoing.message_id)
    loose = [_attached(a) for a in outgoing.attachments if not (a.inline and outgoing.html is not None)]
    return part if not loose else _multipart("mixed", [part, *loose], outgoing.message_id)


_Part = tuple[list[tuple[str, str]], bytes]


def _text(text: str, subtype: str) -> _Part:
    head = [
        ("Content-Type", f"text/{subtype}; charset=utf-8"),
        ("Content-Transfer-Encoding", "quoted-printable"),
    ]
    return head, quoted_printable(text)


def quoted_printable(text: str) -> bytes:
    """UTF-8 in lines of at most 76 characters; `From ` and a lone dot at the start of a line are
    protected."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"
    data = binascii.b2a_qp(text.encode("utf-8", "replace"), istext=True)
    data = re.sub(rb"(?m)^(?:From |\.$)", lambda m: b"=%02X" % m[0][0] + m[0][1:], data)
    return data.replace(b"\n", b"\r\n")


def text_of(raw: bytes) -> str:
    """The text of a letter that `compose` made: what an answer to it may quote."""
    head, _, body = raw.partition(b"\r\n\r\n")
    if b"multipart/" in head.lower():
        body = body.partition(b"\r\n\r\n")[2].partition(b"\r\n--=_")[0]
    return quopri.decodestring(body).decode("utf-8", "replace").replace("\r\n", "\n")


def _attached(attachment: Attachment) -> _Part:
    name = re.sub(r"[^A-Za-z0-9._-]", "_", attachment.name)[:60]
    disposition = "inline" if attachment.inline else "attachment"
    head = [
        ("Content-Type", f'{clean(attachment.kind, 100)}; name="{name}"'),
        ("Content-Transfer-Encoding", "base64"),
        ("Content-Disposition", f'{disposition}; filename="{name}"'),
        ("Content-ID", f"<{clean(attachment.inline, 100)}>" if attachment.inline else ""),
    ]
    return head, base64.encodebytes(attachment.content).replace(b"\n", b"\r\n")


def _multipart(subtype: str, parts: list[_Part], seed: str) -> _Part:
    """The boundary holds '=_', which neither quoted-printable nor base64 can."""
    boundary = f"=_{subtype[:3]}_{binascii.crc32(seed.encode()):08x}"
    out = bytearray()
    for head, content in parts:
        lines = "\r\n".join(_fold(name, value) for name, value in head if value)
        out += b"--" + boundary.encode() + b"\r\n" + lines.encode() + b"\r\n\r\n" + content
        out += b"" if content.endswith(b"\r\n") else b"\r\n"
    out += b"--" + boundary.encode() + b"--\r\n"
    return [("Content-Type", f'multipart/{subtype}; boundary="{boundary}"')], bytes(out)
