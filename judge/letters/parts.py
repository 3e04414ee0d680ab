"""The MIME tree of a letter as a flat list of text and attachments, within bounds.

compat32 is on purpose: email's modern policies can be made to recurse without end or to run for minutes.
"""

import re
from dataclasses import dataclass, field
from email import message_from_string
from email.message import Message
from email.policy import compat32

from judge.letters.charsets import decode, from_transfer
from judge.letters.headers import Fields, decoded, fields
from judge.letters.page import to_text
from judge.letters.plain import is_encrypted, unflow, unwrap_armour

MAX_BYTES = 12_000_000
MAX_DEPTH = 20
MAX_PARTS = 500
MAX_TEXT = 400_000

_CONTENT_TYPE = re.compile(rb"(?im)^content-type[ \t]*:[ \t]*(multipart/|message/)?")
_PARAMETER = re.compile(r";\s*([\w-]{1,30})\*?\s*=\s*(\"[^\"]{0,500}\"|[^;\s]{0,500})")
_FIRST_BOUNDARY = re.compile(rb"(?m)^--([^\r\n]{1,200}?)[ \t]*\r?\n(?=content-)", re.IGNORECASE)


@dataclass(slots=True)
class Body:
    """What the parts came to: `plain` and `html` are the readings of the same text, where there are two."""

    top: Fields
    kind: str = ""
    """The content type of the whole letter."""
    plain: str = ""
    html: str = ""
    attachments: list[str] = field(default_factory=list)
    """Content types of what was not read."""
    reports: list[str] = field(default_factory=list)
    """The raw text of message/delivery-status and disposition parts."""
    returned: str = ""
    """The header of the letter that a report returns."""
    calendar: bool = False
    encrypted: bool = False
    trouble: str = ""
    """'too-deep' or 'too-many-parts': the letter was not read."""
    warnings: list[str] = field(default_factory=list)
    parts: int = 0


@dataclass(frozen=True, slots=True)
class _Reading:
    plain: str = ""
    html: str = ""


def open_letter(raw: bytes) -> Body:
    """The header fields, and the text as far as the bounds allow."""
    cut = len(raw) > MAX_BYTES
    raw = raw[:MAX_BYTES]
    trouble = _beyond_bounds(raw)
    if trouble:
        return Body(head_of(raw), trouble=trouble)
    message = _parse(raw)
    body = Body(fields(message), _kind(message))
    reading = _read(_mended(message, raw), body, 0)
    body.plain, body.html = reading.plain, reading.html
    if cut:
        body.warnings.append("letter-cut")
    return body


def head_of(raw: bytes) -> Fields:
    """The header fields alone."""
    return fields(_parse(re.split(rb"\r?\n\r?\n", raw[:MAX_BYTES], maxsplit=1)[0]))


def _parse(raw: bytes) -> Message:
    """Every byte a character (Latin-1), so that nothing is decoded before we say how."""
    return message_from_string(raw.decode("latin-1"), policy=compat32)


def _beyond_bounds(raw: bytes) -> str:
    """Counted on the bytes, before a parser that recurses sees them."""
    nested = 0
    for parts, match in enumerate(_CONTENT_TYPE.finditer(raw), start=1):
        nested += match[1] is not None
        if parts > MAX_PARTS or nested > MAX_PARTS // 4:
            return "too-many-parts" if nested < parts // 2 else "too-deep"
    return ""


def _kind(message: Message) -> str:
    raw = _field(message, "content-type").split(";")[0].strip().lower()
    return raw if raw.count("/") == 1 else "text/plain"


def _field(message: Message, name: str) -> str:
    """The first value of a header field of a part."""
    return next((str(value)[:2000] for key, value in message.raw_items() if key.lower() == name), "")


def _parameters(value: str) -> dict[str, str]:
    return {name.lower(): content.strip('"') for name, content in _PARAMETER.findall(value)}


def _mended(message: Message, raw: bytes) -> Message:
    """A multipart whose boundary is written wrongly is parsed again with the boundary its parts really
    use."""
    kind = _kind(message)
    if not kind.startswith("multipart/") or isinstance(message.get_payload(), list):
        return message
    found = _FIRST_BOUNDARY.search(raw)
    declared = _parameters(_field(message, "content-type")).get("boundary", "")
    if not found or declared not in ("", found[1].decode("latin-1")):
        return message
    head = b'Content-Type: %s; boundary="%s"\r\n\r\n' % (
        kind.encode("latin-1", "replace"),
        found[1].replace(b'"', b""),
    )
    return _parse(head + raw[found.start() :])


def _read(part: Message, body: Body, depth: int) -> _Reading:
    """The text of a part and all below it."""
    body.parts += 1
    if depth > MAX_DEPTH or body.parts > MAX_PARTS:
        body.trouble = body.trouble or ("too-deep" if depth > MAX_DEPTH else "too-many-parts")
        return _Reading()
    kind = _kind(part)
    payload = part.get_payload()
    if isinstance(payload, list) and kind.startswith("multipart/"):
        return _read_multipart(kind, [p for p in payload if isinstance(p, Message)], body, depth)
    if kind.startswith("message/") or kind == "text/rfc822-headers":
        return _read_enclosed(kind, part, body, depth)
    if kind.startswith("multipart/"):
        return _Reading()
    return _read_leaf(kind, part, body, depth)


def _read_multipart(kind: str, parts: list[Message], body: Body, depth: int) -> _Reading:
    if kind == "multipart/encrypted":
        body.encrypted = True
        return _Reading()
    if kind == "multipart/signed":
        parts = parts[:1]
    readings = []
    for part in parts:
        readings.append(_read(part, body, depth + 1))
        if body.trouble:
            return _Reading()
    if kind == "multipart/alternative":
        return _Reading(
            next((r.plain for r in readings if r.plain.strip()), ""),
            next((r.html for r in reversed(readings) if r.html.strip()), ""),
        )
    return _joined(readings)


def _joined(readings: list[_Reading]) -> _Reading:
    """Texts that stand one after the other (Apple Mail around a picture): each in its plain form, if it has
    one."""
    used = [r for r in readings if r.plain.strip() or r.html.strip()]
    if len(used) <= 1:
        return used[0] if used else _Reading()
    plain = "\n".join((r.plain if r.plain.strip() else r.html).strip("\n") for r in used)
    html = "\n".join((r.html if r.html.strip() else r.plain).strip("\n") for r in used)
    return _Reading(plain, html if any(r.html.strip() for r in used) else "")


def _read_enclosed(kind: str, part: Message, body: Body, depth: int) -> _Reading:
    """Another letter inside, or a report about one: never searched for orders, but its depth counts."""
    payload = part.get_payload()
    inner = [p for p in payload if isinstance(p, Message)] if isinstance(payload, list) else []
    if kind in ("message/delivery-status", "message/disposition-notification", "message/feedback-report"):
        lines = "\n\n".join(_flat(p) for p in inner) if inner else _decoded(part)
        body.reports.append(lines[:50_000])
        return _Reading()
    if not body.returned:
        body.returned = "\n".join(_flat(p) for p in inner)[:20_000] if inner else _decoded(part)[:20_000]
    body.attachments.append(kind)
    _measure(inner, body, depth + 1)
    return _Reading()


def _measure(parts: list[Message], body: Body, depth: int) -> None:
    """Only the depth of what lies inside an enclosed letter."""
    while parts and not body.trouble:
        if depth > MAX_DEPTH:
            body.trouble = "too-deep"
        below: list[Message] = []
        for part in parts:
            body.parts += 1
            payload = part.get_payload()
            below += [p for p in payload if isinstance(p, Message)] if isinstance(payload, list) else []
        if body.parts > MAX_PARTS:
            body.trouble = "too-many-parts"
        parts, depth = below, depth + 1


def _flat(part: Message) -> str:
    """The header fields of an enclosed letter or a group of a report."""
    return "\n".join(f"{name}: {' '.join(str(value).split())}" for name, value in part.raw_items())[:20_000]


def _read_leaf(kind: str, part: Message, body: Body, depth: int) -> _Reading:
    typed = _field(part, "content-type")
    disposition = _field(part, "content-disposition")
    named = bool({"name", "filename"} & (_parameters(typed).keys() | _parameters(disposition).keys()))
    attached = disposition.strip().lower().startswith("attachment") or (named and depth > 0)
    if kind == "text/calendar":
        method = _parameters(typed).get("method", "").lower()
        body.calendar = body.calendar or method in ("reply", "counter", "declinecounter")
    if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        body.encrypted = True
    if attached or kind not in ("text/plain", "text/html", "text/enriched"):
        body.attachments.append(kind)
        return _Reading()
    text = _decoded(part, body)
    if len(text) > MAX_TEXT:
        text = text[: MAX_TEXT * 3 // 4] + "\n" + text[-MAX_TEXT // 4 :]
        body.warnings.append("text-cut")
    if kind == "text/html":
        return _Reading("", to_text(text))
    body.encrypted = body.encrypted or is_encrypted(text)
    return _Reading(_plain(text, _parameters(typed)), "")


def _plain(text: str, parameters: dict[str, str]) -> str:
    text = unwrap_armour(text)
    if parameters.get("format", "").lower() == "flowed":
        return unflow(text, parameters.get("delsp", "").lower() == "yes")
    return text


def _decoded(part: Message, body: Body | None = None) -> str:
    """The text of a leaf, its line ends made \\n."""
    payload = part.get_payload()
    data = payload.encode("latin-1", "replace") if isinstance(payload, str) else b""
    data = from_transfer(data, _field(part, "content-transfer-encoding"))
    text, warning = decode(data, _parameters(_field(part, "content-type")).get("charset", ""))
    if warning and body is not None:
        body.warnings.append(warning)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def subject_of(body: Body) -> str:
    """The decoded subject line."""
    return decoded(body.top.first("subject"))
