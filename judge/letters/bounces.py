"""Delivery reports: which addresses failed, for good or for now (RFC 3464), and the plain-text kinds of
older systems."""

import logging
import re
from email import message_from_bytes
from email.policy import compat32

from flufl.bounce import all_failures

from judge.letters.headers import addresses, normal
from judge.letters.incoming import Bounced
from judge.letters.parts import Body
from judge.letters.words import phrases

# It logs a traceback for each of its detectors that stumbles; that is no news to anyone.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL + 1)

_GROUP = re.compile(r"\n\s*\n")
_FIELD = re.compile(r"^([\w-]{1,40})\s*:\s*(.{0,1000})$", re.MULTILINE)
_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
_CODE = re.compile(r"\b([45])\d\d[ -]")
_DELAYED = phrases(
    r"""
    delayed
    will (?:be retried|continue|keep trying)
    still trying
    temporar
    vertraagd
    tijdelijk
    not yet been delivered
    warning: could not send
    """
)
_SUBJECT = phrases(
    r"""
    undeliver
    delivery (?:status|failure|failed|report)
    returned mail
    failure notice
    mail delivery
    non[- ]?deliver
    (?:niet|kan niet worden) (?:bezorgd|afgeleverd)
    onbestelbaar
    message delayed
    could not be delivered
    """
)
_ORIGINAL_BELOW = phrases(
    r"""
    original (?:message|headers)
    copy of the message
    message (?:header|follows)
    returned message
    oorspronkelijk bericht
    """
)


def is_report(body: Body) -> bool:
    """A delivery report by its form."""
    return bool(body.reports) and any(
        "final-recipient" in r.lower() or "original-recipient" in r.lower() for r in body.reports
    )


def sounds_like_bounce(subject: str) -> bool:
    """The Subject of a delivery report."""
    return bool(_SUBJECT.search(subject[:300]))


def from_report(body: Body) -> tuple[Bounced, ...]:
    """The addresses in the delivery-status parts; delivered and relayed ones are left out."""
    found: dict[str, Bounced] = {}
    for group in _GROUP.split("\n\n".join(body.reports)):
        named = {name.lower(): value.strip() for name, value in _FIELD.findall(group)}
        action = named.get("action", "failed").lower()
        who = named.get("original-recipient") or named.get("final-recipient") or ""
        address = normal(who.partition(";")[2].strip(" <>") or who.strip(" <>"))
        if address and action in ("failed", "delayed"):
            status = _STATUS.search(named.get("status", "") + " " + named.get("diagnostic-code", ""))
            code = status[1] if status else ""
            found[address] = Bounced(address, code, action == "failed" and not code.startswith("4"))
    return tuple(found.values())


def from_text(raw: bytes, body: Body, subject: str, ours: frozenset[str]) -> tuple[Bounced, ...]:
    """The addresses in a report without form. Call it only where the envelope or the sender proves a mail
    system wrote it."""
    text = body.plain or body.html
    head = text[: match.start()] if (match := _ORIGINAL_BELOW.search(text)) else text[:5000]
    delayed = bool(_DELAYED.search(subject) or _DELAYED.search(head[:3000]))
    failed = _failed_recipients(body) or _by_library(raw) or addresses([_before_diagnosis(head)])
    status = _STATUS.search(head)
    code = status[1] if status else ""
    soft = code.startswith("4") or (
        not code and bool(hard := _CODE.search(head)) and hard is not None and hard[1] == "4"
    )
    return tuple(Bounced(address, code, not (delayed or soft)) for address in failed if address not in ours)


def _before_diagnosis(text: str) -> str:
    return "\n".join(line for line in text.split("\n")[:200] if "from:" not in line.lower())


def _failed_recipients(body: Body) -> tuple[str, ...]:
    """Exim and Gmail say it in a header."""
    return addresses(body.top.all("x-failed-recipients"))


def _by_library(raw: bytes) -> tuple[str, ...]:
    """flufl.bounce knows some twenty systems; it raises on letters that are odd enough."""
    try:
        temporary, permanent = all_failures(message_from_bytes(raw[:100_000], policy=compat32))
    except Exception:  # noqa: BLE001  a detector that stumbles has found nothing
        return ()
    found = sorted(entry.decode("utf-8", "replace") for entry in permanent | temporary)
    return tuple(address for entry in found if (address := normal(entry)))


def returned_to(body: Body) -> tuple[str, ...]:
    """Whom the returned letter was addressed to."""
    named = [value for name, value in _FIELD.findall(body.returned) if name.lower() == "to"]
    return addresses(named)
