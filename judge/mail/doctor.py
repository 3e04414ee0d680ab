"""Looks at our own domain as other mail servers do, and says what to put right so that our letters arrive.

The DNS is an argument: `Dns` asks the real one, tests answer themselves.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import dkim
import dns.exception
import dns.resolver
import dns.reversename

from judge.mail.signing import Signer

Ask = Callable[[str, str], tuple[str, ...]]
"""Name and type (TXT, MX, A, AAAA, PTR) to the records. OSError when the DNS does not answer."""


class Grade(Enum):
    """How a thing stands."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at, and what to do about it."""

    topic: str
    grade: Grade
    words: str


@dataclass(frozen=True, slots=True)
class Patient:
    """What there is to look at; an empty value is not looked at."""

    domain: str
    selector: str = ""
    signer: Signer | None = None
    greeting: str = ""
    """The name our relay (or we) greet other servers with."""
    takes_mail: bool = True
    """Letters come to a listener of ours, so other servers must find it."""


def examine(patient: Patient, ask: Ask) -> tuple[Finding, ...]:
    """Every finding, the good ones too; a DNS that does not answer is one."""
    looks: list[Callable[[], Finding]] = [
        lambda: _spf(patient, ask),
        lambda: _dkim(patient, ask),
        lambda: _dmarc(patient, ask),
    ]
    if patient.takes_mail:
        looks.append(lambda: _mx(patient, ask))
    if patient.greeting:
        looks.append(lambda: _ptr(patient, ask))
    return tuple(_safely(look) for look in looks)


def _safely(look: Callable[[], Finding]) -> Finding:
    try:
        return look()
    except OSError as error:
        return Finding("DNS", Grade.DOUBTFUL, f"the DNS does not answer: {error}")


def _spf(patient: Patient, ask: Ask) -> Finding:
    """RFC 7208: exactly one record, with an end that says no."""
    found = [text for text in ask(patient.domain, "TXT") if text.lower().startswith("v=spf1")]
    if not found:
        words = f'{patient.domain} has no SPF record: add a TXT record like "v=spf1 mx -all", with your relay'
        return Finding("SPF", Grade.BAD, words)
    if len(found) > 1:
        return Finding(
            "SPF", Grade.BAD, f"{patient.domain} has {len(found)} SPF records: that counts as none"
        )
    last = found[0].lower().split()[-1]
    if last in ("+all", "all"):
        return Finding("SPF", Grade.BAD, "the SPF record ends in +all: it lets everybody write in your name")
    if not (last in ("-all", "~all") or last.startswith("redirect=")):
        return Finding("SPF", Grade.DOUBTFUL, "the SPF record should end in -all or ~all")
    return Finding("SPF", Grade.GOOD, found[0])


def _dkim(patient: Patient, ask: Ask) -> Finding:
    """RFC 6376: a public key that fits our private one."""
    if not patient.selector:
        return Finding("DKIM", Grade.DOUBTFUL, "no DKIM key is set: your relay must sign, or set [dkim]")
    name = f"{patient.selector}._domainkey.{patient.domain}"
    found = [text for text in ask(name, "TXT") if "p=" in text]
    if not found:
        return Finding("DKIM", Grade.BAD, f"{name} has no TXT record with the public key")
    if re.search(r"p=\s*(;|$)", found[0]):
        return Finding("DKIM", Grade.BAD, f"the key in {name} is withdrawn (p= is empty)")
    if patient.signer is not None and not _fits(patient.signer, found[0]):
        return Finding("DKIM", Grade.BAD, f"the key in {name} is not that of your key file")
    return Finding("DKIM", Grade.GOOD, f"{name} has a key" + (" that fits" if patient.signer else ""))


def _fits(signer: Signer, record: str) -> bool:
    letter = signer.sign(f"From: a@{signer.domain}\r\nSubject: x\r\n\r\nx\r\n".encode())
    try:
        return bool(dkim.verify(letter, dnsfunc=lambda _name, timeout=5: record.encode()))  # noqa: ARG005
    except (dkim.DKIMException, ValueError):
        return False


def _dmarc(patient: Patient, ask: Ask) -> Finding:
    """RFC 7489; a subdomain may live under its parent's record."""
    labels = patient.domain.split(".")
    places = [".".join(labels[start:]) for start in range(max(1, len(labels) - 1))][:4]
    for place in places:
        found = [text for text in ask(f"_dmarc.{place}", "TXT") if text.lower().startswith("v=dmarc1")]
        if len(found) > 1:
            return Finding(
                "DMARC", Grade.BAD, f"_dmarc.{place} has {len(found)} records: that counts as none"
            )
        if found:
            policy = re.search(r"\bp\s*=\s*(none|quarantine|reject)", found[0], re.IGNORECASE)
            grade = Grade.GOOD if policy else Grade.BAD
            return Finding(
                "DMARC", grade, found[0] if policy else f"the record of _dmarc.{place} has no policy p="
            )
    words = f'_dmarc.{patient.domain} has no TXT record: add "v=DMARC1; p=none" at least'
    return Finding("DMARC", Grade.BAD, words)


def _mx(patient: Patient, ask: Ask) -> Finding:
    """Where other servers bring letters to us."""
    hosts = [record.split()[-1].rstrip(".") for record in ask(patient.domain, "MX") if record.split()]
    hosts = hosts or ([patient.domain] if _addresses(patient.domain, ask) else [])
    if not hosts:
        return Finding("MX", Grade.BAD, f"{patient.domain} has no MX record: nobody can write to the judge")
    lost = [host for host in hosts if not _addresses(host, ask)]
    if lost:
        return Finding("MX", Grade.BAD, f"the mail server {lost[0]} has no address")
    return Finding("MX", Grade.GOOD, f"letters come to {', '.join(hosts)}")


def _ptr(patient: Patient, ask: Ask) -> Finding:
    """Gmail and its like refuse a server whose address has no name that leads back to it."""
    addresses = _addresses(patient.greeting, ask)
    if not addresses:
        return Finding("PTR", Grade.BAD, f"{patient.greeting}, the name we greet with, has no address")
    for address in addresses:
        names = [name.rstrip(".") for name in ask(address, "PTR")]
        if not names:
            return Finding(
                "PTR", Grade.BAD, f"{address} has no name (PTR): ask your provider for {patient.greeting}"
            )
        if not any(address in _addresses(name, ask) for name in names):
            return Finding(
                "PTR", Grade.DOUBTFUL, f"{address} is called {names[0]}, but that name leads elsewhere"
            )
    return Finding("PTR", Grade.GOOD, f"{patient.greeting} and its address know each other")


def _addresses(name: str, ask: Ask) -> tuple[str, ...]:
    return (*ask(name, "A"), *ask(name, "AAAA"))


class Dns:
    """The real DNS, a few seconds a question."""

    def __call__(self, name: str, kind: str) -> tuple[str, ...]:
        asked = dns.reversename.from_address(name) if kind == "PTR" else name
        try:
            answer = dns.resolver.resolve(asked, kind, lifetime=6)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return ()
        except dns.exception.DNSException as error:
            raise OSError(f"{name} {kind}: {type(error).__name__}") from error
        if kind == "TXT":
            return tuple(b"".join(entry.strings).decode("utf-8", "replace") for entry in answer)
        return tuple(entry.to_text() for entry in answer)
