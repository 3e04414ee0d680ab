"""The header lines of a letter, decoded and made harmless: one clean line each, addresses only where they
are beyond doubt.

All patterns here are linear, and every value is cut before it is looked at.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from email.message import Message

from judge.letters.charsets import decode, from_base64

MAX_FIELDS = 2000
MAX_VALUE = 10_000
MAX_LINE = 300
MAX_ADDRESSES = 200

_ENCODED = re.compile(r"=\?([A-Za-z0-9_.:+-]{1,40})(?:\*[A-Za-z-]{0,10})?\?([bBqQ])\?([^?\s]{0,2000})\?=")
_INVISIBLE = dict.fromkeys([*range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF, 0xAD, 0x180E])
_BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_SPACES = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")

_ADDRESS = re.compile(r"[^\s<>(),;:\"@\\\[\]]{1,64}@[^\s<>(),;:\"@\\\[\]]{1,253}")
_LOCAL = re.compile(r"[\w!#$%&'*+/=?^`{|}~.-]{1,64}")
_DOMAIN = re.compile(r"(?:[\w-]{1,63}\.){0,20}[\w-]{1,63}")
_MESSAGE_ID = re.compile(r"<[!-;=?A-~]{1,250}@[!-;=?A-~]{1,250}>")


@dataclass(frozen=True, slots=True)
class Fields:
    """The header fields by lower-case name, in their order, values raw."""

    values: dict[str, list[str]]

    def all(self, name: str) -> Sequence[str]:
        return self.values.get(name, ())

    def first(self, name: str) -> str:
        return self.values.get(name, [""])[0]

    def has(self, name: str) -> bool:
        return name in self.values


def fields(message: Message) -> Fields:
    """At most MAX_FIELDS of them, each cut to MAX_VALUE characters."""
    values: dict[str, list[str]] = {}
    for count, (name, value) in enumerate(message.raw_items()):
        if count >= MAX_FIELDS:
            break
        values.setdefault(name.lower()[:100], []).append(_readable(str(value)[:MAX_VALUE]))
    return Fields(values)


def _readable(value: str) -> str:
    """Raw 8-bit bytes, which the parser leaves one a character, as UTF-8 or windows-1252."""
    return value if value.isascii() else decode(value.encode("latin-1", "replace"), "")[0]


def visible(text: str) -> str:
    """Without zero-width characters and NULs; the bidi controls stay, for the reader of orders to refuse."""
    return text.translate(_INVISIBLE)


def clean(text: str, limit: int = MAX_LINE) -> str:
    """One line that may stand in a header, a log or a terminal: no controls, no bidi, no line ends."""
    text = _SPACES.sub(" ", text.translate(_INVISIBLE).translate(_BIDI))
    return text.encode("utf-8", "replace").decode("utf-8").strip()[:limit].rstrip()


def decoded(value: str, limit: int = MAX_LINE) -> str:
    """A header value with its RFC 2047 words decoded, as one clean line."""
    value = value[: 4 * limit + 1000]
    parts: list[str] = []
    end, pending, charset = 0, b"", ""
    for word in _ENCODED.finditer(value):
        between = value[end : word.start()]
        if between.strip() or not (pending and word[1].lower() == charset):
            parts += [decode(pending, charset)[0]] if pending else []
            parts += [between] if between.strip() or not pending else []
            pending, charset = b"", word[1].lower()
        pending += _word_bytes(word[2], word[3])
        end = word.end()
    parts += [decode(pending, charset)[0]] if pending else []
    return clean("".join([*parts, value[end:]]), limit)


def _word_bytes(kind: str, content: str) -> bytes:
    data = content.encode("utf-8", "replace")
    if kind in "bB":
        return from_base64(data)
    return re.sub(rb"=([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), data.replace(b"_", b" "))


def normal(address: str) -> str | None:
    """The address in its one form (NFC, domain in lower case), or None when it is not plainly an address."""
    address = unicodedata.normalize("NFC", address.strip())
    local, at, domain = address.rpartition("@")
    if not (at and _LOCAL.fullmatch(local) and _DOMAIN.fullmatch(domain)):
        return None
    if ".." in local or local[0] == "." or local[-1] == "." or len(address) > 254:
        return None
    return f"{local}@{domain.lower()}"


def without_comments(value: str) -> tuple[str, bool]:
    """The value with comments and quoted strings blanked out; False when quotes or brackets do not close."""
    out: list[str] = []
    depth, quoted, skip = 0, False, False
    for char in value:
        if skip:
            skip = False
        elif char == "\\" and (quoted or depth):
            skip = True
        elif quoted:
            quoted = char != '"'
        elif char == '"' and not depth:
            quoted = True
            out.append(" ")
        elif char == "(":
            depth += 1
        elif char == ")" and depth:
            depth -= 1
        elif not depth:
            out.append(char)
    return "".join(out), not quoted and not depth


def mailbox(value: str) -> tuple[str | None, str]:
    """The one address of a From value, or None and why not.

    Stricter than email.utils: `jan@club <thief@evil>` (CVE-2023-27043) is no address at all, nor are two
    mailboxes. An address inside a quoted or encoded display name is never looked at.
    """
    if len(value) > 2000:
        return None, "long-sender"
    bare, closed = without_comments(value)
    if not closed:
        return None, "bad-sender"
    name, open_, rest = bare.partition("<")
    if not open_:
        address = normal(bare)
        return address, "" if address else ("two-senders" if bare.count("@") > 1 else "bad-sender")
    inside, close, after = rest.partition(">")
    address = normal(inside)
    if not close or address is None or after.strip():
        return None, "two-senders" if "@" in after else "bad-sender"
    if "@" in name and normal(name) != address:
        return None, "address-in-name"
    return address, ""


def addresses(values: Iterable[str]) -> tuple[str, ...]:
    """Every address in these header values, in order, without repetition, at most MAX_ADDRESSES."""
    found: dict[str, None] = {}
    for value in values:
        for match in _ADDRESS.finditer(value[:MAX_VALUE]):
            if len(found) >= MAX_ADDRESSES:
                return tuple(found)
            if address := normal(match[0]):
                found[address] = None
    return tuple(found)


def message_id(values: Sequence[str]) -> str | None:
    """The first Message-ID, when it is exactly one well-formed id."""
    value = values[0].strip() if values else ""
    return value if len(value) < 500 and _MESSAGE_ID.fullmatch(value) else None


def message_ids(values: Iterable[str], limit: int = 50) -> tuple[str, ...]:
    """The well-formed ids in References or In-Reply-To, newest first: safe to copy into a header of ours."""
    found: list[str] = []
    for value in values:
        found += reversed([match[0] for match in _MESSAGE_ID.finditer(value[-MAX_VALUE:])])
    return tuple(dict.fromkeys(found))[:limit]
