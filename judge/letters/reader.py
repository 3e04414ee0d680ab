"""Bytes to Incoming: the one place that decides what a letter is.

`read` never raises and takes time in proportion to the letter; where a letter could still do harm, run it in
a child process (judge.mail.careful).
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.letters import bounces, robots
from judge.letters.glance import any_orders, looks_like_order
from judge.letters.headers import Fields, addresses, clean, mailbox, message_id, message_ids, visible
from judge.letters.identity import authentication, has_bounce_form, has_token_form, is_ours, refused
from judge.letters.incoming import Action, Authentication, Bounced, Envelope, Incoming
from judge.letters.parts import Body, open_letter, subject_of
from judge.letters.plain import is_blank
from judge.letters.strip import Stripped, new_text
from judge.letters.words import phrases

MAX_LINES = 400
MAX_CHARS = 64_000
MAX_LINE = 4_000

_STUB = phrases(
    r"""
    (?:does not|doesn't|cannot|can't) (?:support|display|read|show) html
    html[ -](?:mail )?(?:reader|viewer|client|version|format)
    view this (?:e-?mail|message) in
    html-?(?:weergave|bericht|versie)
    (?:ondersteunt )?geen html
    in html bekijken
    """
)
_POINTS_ELSEWHERE = phrases(
    r"""
    attach
    bijlage
    bijgevoegd
    bijgaand
    hierbij
    enclosed
    see below
    zie (?:hier)?onder
    zie bestand
    in the file
    """
)
_FORWARDS = re.compile(r"\s*(?:fwd?|doorst|doorgest|wg|tr)\s?:", re.IGNORECASE)
_CONTROLS = dict.fromkeys([*range(9), *range(11, 32), *range(127, 160)]) | dict.fromkeys(
    [0x85, 0x2028, 0x2029], "\n"
)
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the header says, gathered once."""

    sender: str | None
    doubt: str
    recipients: tuple[str, ...]
    null_sender: bool
    subject: str
    authentication: Authentication


def read(
    raw: bytes,
    envelope: Envelope | None = None,
    *,
    sent: Sequence[str] = (),
    domain: str = "",
    trusted: Sequence[str] = (),
) -> Incoming:
    """What a letter is, who says to have written it, and its new text.

    `sent` are texts of ours it may answer (they are known again when quoted without marks), `domain` is our
    own mail domain, `trusted` names the servers whose Authentication-Results count. Without `envelope` the
    Return-Path stands in for it.
    """
    try:
        return _read(raw, envelope, sent, domain.lower(), trusted)
    except Exception as error:  # noqa: BLE001  a bug of ours must not cost the letters behind this one: it is held and told
        return Incoming(Action.HOLD, "reader-failed", warnings=(f"reader-failed:{type(error).__name__}",))


def _read(
    raw: bytes, envelope: Envelope | None, sent: Sequence[str], domain: str, trusted: Sequence[str]
) -> Incoming:
    body = open_letter(raw)
    facts = _facts(body.top, envelope, subject_of(body), trusted)
    for judge in (_robot, _distrusted):
        if (found := judge(raw, body, facts, domain)) is not None:
            return found
    return _person(body, facts, sent)


def _facts(top: Fields, envelope: Envelope | None, subject: str, trusted: Sequence[str]) -> _Facts:
    froms = top.all("from")
    sender, doubt = mailbox(froms[0]) if len(froms) == 1 else (None, "two-senders" if froms else "no-sender")
    named = [
        *(envelope.recipients if envelope else ()),
        *(
            value
            for name in ("delivered-to", "x-original-to", "envelope-to", "to", "cc")
            for value in top.all(name)
        ),
    ]
    return _Facts(
        sender,
        doubt,
        addresses(named),
        _is_null(top, envelope),
        subject,
        authentication(top, sender, trusted),
    )


def _is_null(top: Fields, envelope: Envelope | None) -> bool:
    if envelope is not None:
        return envelope.sender in ("", "<>")
    path = clean(top.first("return-path") or top.first("x-envelope-from"))
    return path == "<>" or robots.is_daemon(path.strip("<>"))


def _incoming(action: Action, why: str, body: Body, facts: _Facts, **more: object) -> Incoming:
    top = body.top
    values: dict[str, object] = {
        "sender": facts.sender,
        "recipients": facts.recipients,
        "message_id": message_id(top.all("message-id")),
        "references": message_ids([*top.all("in-reply-to"), *top.all("references")]),
        "subject": facts.subject,
        "list_id": robots.list_id(top),
        "authentication": facts.authentication,
        "warnings": tuple(dict.fromkeys(body.warnings)),
    }
    return Incoming(action, why, **(values | more))  # type: ignore[arg-type]


def _robot(raw: bytes, body: Body, facts: _Facts, domain: str) -> Incoming | None:
    """A letter no person wrote, or None."""
    top = body.top
    if robots.is_loop(top) or is_ours(message_id(top.all("message-id")), domain):
        return _incoming(Action.IGNORE, "loop", body, facts, automatic=True)
    reports = "\n".join(body.reports).lower()
    if "disposition-notification" in clean(top.first("content-type")).lower() or "disposition:" in reports:
        return _incoming(Action.IGNORE, "receipt", body, facts, automatic=True)
    if "feedback-type:" in reports:
        return _incoming(Action.NOTIFY_ADMIN, "complaint", body, facts, automatic=True)
    if bounces.is_report(body) or _is_text_bounce(body, facts):
        return _bounce(raw, body, facts)
    if body.calendar:
        return _incoming(Action.IGNORE, "calendar", body, facts, automatic=True)
    if robots.says_automatic(top):
        return _incoming(Action.IGNORE, "automatic", body, facts, automatic=True)
    if facts.null_sender or robots.is_daemon(facts.sender):
        return _incoming(Action.IGNORE, "null-sender", body, facts, automatic=True)
    if robots.is_list_traffic(top, facts.recipients):
        return _incoming(Action.IGNORE, "list", body, facts, automatic=True)
    if body.kind in ("multipart/digest",) or (
        body.kind == "message/rfc822" and "multipart/digest" in body.returned
    ):
        return _incoming(Action.IGNORE, "digest", body, facts, automatic=True)
    return None


def _is_text_bounce(body: Body, facts: _Facts) -> bool:
    """Sent by a mail system, and about a failure: the envelope or the sender says the first, the words the
    second."""
    if not (facts.null_sender or robots.is_daemon(facts.sender)):
        return False
    if robots.says_automatic(body.top) and not facts.null_sender:
        return bounces.sounds_like_bounce(facts.subject)
    return (
        body.kind == "multipart/report"
        or body.top.has("x-failed-recipients")
        or bounces.sounds_like_bounce(facts.subject)
        or (
            robots.is_daemon(facts.sender) and not robots.hints_automatic(body.top, facts.subject, body.plain)
        )
    )


def _bounce(raw: bytes, body: Body, facts: _Facts) -> Incoming:
    found = bounces.from_report(body) or bounces.from_text(
        raw, body, facts.subject, frozenset(facts.recipients)
    )
    if _is_backscatter(body, facts, found):
        return _incoming(Action.IGNORE, "backscatter", body, facts, automatic=True)
    return _incoming(Action.BOUNCE, "bounce", body, facts, bounced=found, automatic=True)


def _is_backscatter(body: Body, facts: _Facts, found: tuple[Bounced, ...]) -> bool:
    """A report about a letter that only pretends to be ours: all of ours leave with a bounce address as
    their sender."""
    if has_bounce_form(facts.recipients) or not has_token_form(facts.recipients):
        return False
    receivers = {address.lower() for address in bounces.returned_to(body)}
    return not any(entry.address.lower() in receivers for entry in found)


def _distrusted(_raw: bytes, body: Body, facts: _Facts, _domain: str) -> Incoming | None:
    """A letter that is refused whatever it says, or None."""
    if body.trouble or body.top.has("x-judge-too-big"):  # a door that did not fetch the letter says so
        return _incoming(Action.REJECT, body.trouble or "too-big", body, facts)
    if facts.sender is None:
        text = _bounded(new_text(_text_of(body)).text)[0]
        return _incoming(Action.REJECT, facts.doubt, body, facts, text=text)
    if not facts.authentication.proven and refused(body.top, facts.sender):
        text = _bounded(new_text(_text_of(body)).text)[0]
        return _incoming(Action.REJECT, "dmarc", body, facts, text=text)
    return None


def _text_of(body: Body) -> str:
    return _clean_text(body.plain if body.plain.strip() else body.html)


def _clean_text(text: str) -> str:
    """NUL, zero-width and other control characters away; line ends are \\n; lone surrogates become U+FFFD."""
    text = visible(text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)).replace("\xa0", " ")
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


def _person(body: Body, facts: _Facts, sent: Sequence[str]) -> Incoming:
    """A letter from someone: what it says, and whether that is anything."""
    found = _choose(body, sent)
    text, cut = _bounded(found.text)
    body.warnings += cut
    if found.orders_in_signature:
        body.warnings.append("orders-in-signature")
    if _BIDI.search(text):
        body.warnings.append("bidi-controls")
    if "message/rfc822" in body.attachments or any(
        not kind.startswith("image/") for kind in body.attachments
    ):
        body.warnings.append("attachments-not-read")
    action, why = _verdict(body, facts, found, text)
    automatic = robots.precedence(body.top) in ("bulk", "list") or action is Action.IGNORE
    if action is not Action.HOLD:
        return _incoming(action, why, body, facts, text=text, automatic=automatic)
    author = robots.list_author(body.top, facts.sender or "") or None
    return _incoming(action, why, body, facts, text=text, sender=author, automatic=False)


def _choose(body: Body, sent: Sequence[str]) -> Stripped:
    """The plain text, unless it is empty or a stub and the HTML has what it lacks."""
    plain = new_text(_clean_text(body.plain), sent)
    if not body.html.strip() or any_orders(plain.text):
        return plain
    if is_blank(body.plain) or _STUB.search(plain.text[:500]):
        return new_text(_clean_text(body.html), sent)
    return plain


def _bounded(text: str) -> tuple[str, list[str]]:
    """The first 400 lines; of what follows only lines that look like orders, so that a long piece of press
    costs none."""
    lines = text.split("\n")
    warnings = ["long-line"] if any(len(line) > MAX_LINE for line in lines) else []
    lines = [line[:MAX_LINE] for line in lines]
    kept: list[str] = []
    size = full = 0
    for index, line in enumerate(lines):
        full += bool(line.strip())
        size += len(line) + 1
        if full > MAX_LINES or size > MAX_CHARS:
            warnings.append("too-many-lines")
            tail = [entry for entry in lines[index:] if looks_like_order(entry) or _ends_press(entry)]
            return "\n".join(kept + tail[:MAX_LINES]), warnings
        kept.append(line)
    return "\n".join(kept), warnings


def _ends_press(line: str) -> bool:
    words = line.split()
    return 0 < len(words) <= 4 and any(
        word.lower().startswith(("press", "endpress", "einde", "pers", "end")) for word in words
    )


def _verdict(body: Body, facts: _Facts, found: Stripped, text: str) -> tuple[Action, str]:
    """A person's letter is read, unless there is nothing in it to read or too much."""
    ordered = any_orders(text)
    if sum(looks_like_order(line) for line in found.text.split("\n")) > MAX_LINES:
        return Action.REJECT, "too-many-orders"
    if not ordered and robots.hints_automatic(body.top, facts.subject, text):
        return Action.IGNORE, "vacation"
    if robots.list_author(body.top, facts.sender or "") is not None:
        return Action.HOLD, "list-hides-sender"
    if has_bounce_form(facts.recipients) and not has_token_form(facts.recipients):
        return Action.REPLY_HELP, "bounce-address"
    if is_blank(text):
        return Action.REPLY_HELP, _why_empty(body)
    forwarded = found.forwarded or _FORWARDS.match(facts.subject)
    if not ordered and forwarded and found.orders_cut:
        return Action.REPLY_HELP, "forwarded"
    if not ordered and "attachments-not-read" in body.warnings and _POINTS_ELSEWHERE.search(text[:500]):
        return Action.REPLY_HELP, "attachment"
    return Action.PARSE, "orders" if ordered else "text"


def _why_empty(body: Body) -> str:
    if body.encrypted or "application/pgp-encrypted" in body.attachments:
        return "encrypted"
    if "unsupported-charset" in body.warnings:
        return "unsupported-charset"
    return "attachment" if body.attachments else "empty"


_HASHED = ("from", "to", "cc", "subject", "date", "in-reply-to", "references")


def content_hash(raw: bytes) -> str:
    """The same for every copy of a letter, whatever way it came: Received, List-Id and the like are left out.

    Our own letters know each other by it when a program sends none, or a used, Message-ID.
    """
    head, _, rest = raw[:20_000_000].replace(b"\r\n", b"\n").replace(b"\r", b"\n").partition(b"\n\n")
    digest = hashlib.sha256()
    for name, value in sorted(_head_fields(head)):
        digest.update(name + b":" + b" ".join(value.split()) + b"\n")
    digest.update(b"\n".join(line.rstrip() for line in rest.rstrip().split(b"\n")))
    return digest.hexdigest()


def _head_fields(head: bytes) -> list[tuple[bytes, bytes]]:
    unfolded = re.sub(rb"\n[ \t]+", b" ", head[:200_000])
    wanted = {name.encode() for name in _HASHED}
    pairs = (line.partition(b":") for line in unfolded.split(b"\n"))
    return [(name.strip().lower(), value) for name, _, value in pairs if name.strip().lower() in wanted]


def message_hash(raw: bytes) -> str:
    """A hash of the Message-ID, of any length and form; of the content where there is none."""
    head = raw[:400_000].replace(b"\r\n", b"\n").replace(b"\r", b"\n").partition(b"\n\n")[0]
    match = re.search(rb"(?im)^message-id[ \t]*:[ \t]*((?:.|\n[ \t])*)", head)
    given = b" ".join(match[1].split()) if match else b""
    return hashlib.sha256(given).hexdigest() if given else content_hash(raw)
