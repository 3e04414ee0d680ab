"""DKIM, SPF and DMARC of letters that reach our own listener without a mail server of ours in front.

The verdict becomes an Authentication-Results header in our name, so that a letter is judged the same way
whatever door it came by. One in our name that is there already is a forgery and is taken out (RFC 8601
section 5).
"""

import ipaddress
import logging
import re
from collections.abc import Callable

import authheaders
import dns.exception
import dns.resolver

from judge.letters.headers import clean, mailbox
from judge.letters.incoming import Envelope
from judge.letters.parts import head_of

log = logging.getLogger(__name__)

Lookup = Callable[[str], str | None]
"""The TXT record of a name, or None where there is none; raises where that cannot be said."""

_HEADER = re.compile(rb"(?i)authentication-results[ \t]*:")


class Authenticator:
    """Adds our verdict to a letter. `name` signs our headers (the authserv-id), usually our host's name."""

    def __init__(self, name: str, lookup: Lookup | None = None) -> None:
        """`lookup` stands in for the DNS in tests."""
        self._name = name
        self._lookup = lookup or text_record

    def __call__(self, raw: bytes, envelope: Envelope, peer: str, greeting: str) -> bytes:
        """The letter with our verdict on top; where none can be had the letter is unproven, and no more."""
        letter = without_results(raw, self._name)
        top = head_of(letter)
        if len(top.all("from")) != 1 or mailbox(top.first("from"))[0] is None:
            return letter
        inquiry = _Inquiry(self._lookup)
        try:
            verdict = self._verdict(letter, envelope, peer, greeting, inquiry)
        except Exception:
            log.exception("a letter could not be authenticated")
            return letter
        if inquiry.failed:
            return letter  # a resolver that is away must not make a letter look forged
        line = f"Authentication-Results: {clean(verdict, 900)}\r\n"
        return line.encode("utf-8", "replace") + letter

    def _verdict(
        self, letter: bytes, envelope: Envelope, peer: str, greeting: str, inquiry: "_Inquiry"
    ) -> str:
        header: str = authheaders.authenticate_message(
            letter,
            self._name,
            spf=_is_public(peer),
            ip=peer,
            mail_from=envelope.sender or f"postmaster@{greeting}",
            helo=greeting,
            dnsfunc=inquiry,
        )
        return header.partition(":")[2].strip()


class _Inquiry:
    """The questions about one letter. DKIM asks and is answered in bytes, DMARC in text."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self.failed = False

    def __call__(self, name: str | bytes, timeout: float = 5) -> str | bytes | None:  # noqa: ARG002
        text = name if isinstance(name, str) else name.decode("ascii", "replace")
        try:
            found = self._lookup(text.rstrip("."))
        except (OSError, dns.exception.DNSException):
            self.failed = True
            return None
        return found if isinstance(name, str) or found is None else found.encode()


def without_results(raw: bytes, name: str) -> bytes:
    """Without the Authentication-Results headers that claim to be of this server."""
    end = raw.find(b"\r\n\r\n")
    head, rest = (raw[:end], raw[end:]) if end >= 0 else (raw, b"")
    if not _HEADER.search(head):
        return raw
    fields = re.split(rb"\r\n(?![ \t])", head)
    ours = name.lower().encode()
    kept = [field for field in fields if not (_HEADER.match(field) and _is_of(field, ours))]
    return b"\r\n".join(kept) + rest


def _is_of(field: bytes, name: bytes) -> bool:
    """Whether the header's authserv-id is this name; comments before it do not hide it."""
    bare = re.sub(rb"\([^()]{0,200}\)", b" ", field.partition(b":")[2][:1000])
    words = bare.partition(b";")[0].split()
    return bool(words) and words[0].strip(b'"').lower() == name


def text_record(name: str) -> str | None:
    """The TXT record of a name that DKIM or DMARC put there. DNSException when the DNS does not answer."""
    try:
        answer = dns.resolver.resolve(name, "TXT", lifetime=5)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    texts = [b"".join(entry.strings).decode("utf-8", "replace") for entry in answer]
    known = [text for text in texts if text.lower().startswith(("v=dmarc1", "v=dkim1", "k=", "p="))]
    return known[0] if len(known) == 1 else None


def _is_public(peer: str) -> bool:
    try:
        return ipaddress.ip_address(peer).is_global
    except ValueError:
        return False
