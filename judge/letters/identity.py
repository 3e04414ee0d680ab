"""Who may a letter be from: tokens in addresses, and what a trusted server says about the sender.

A token is 50 bits of HMAC in letters that survive any change of case; it names a game, a seat and a
generation, so that a leaked one can be replaced. It is compared in constant time and never proves anything
alone.
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Sequence

from judge.letters.headers import Fields, clean, without_comments
from judge.letters.incoming import Authentication

TOKEN_LENGTH = 10

_TOKEN_FORM = re.compile(r"[+-]g\d{1,9}\.[a-z0-9]{6,16}@", re.IGNORECASE)
_OUR_ID = re.compile(r"<g\d{1,9}\.[a-z2-7]{10}\.[^<>@]{1,200}@", re.IGNORECASE)
_BOUNCE_FORM = re.compile(r"[+-]b\.\w{1,20}\.[a-z0-9]{1,16}@", re.IGNORECASE)


def _mac(key: bytes, text: str) -> str:
    digest = hmac.new(key, text.encode(), hashlib.sha256).digest()
    return base64.b32encode(digest)[:TOKEN_LENGTH].decode().lower()


def token(key: bytes, game: int, seat: int, generation: int) -> str:
    """The ten letters that a player's reply address carries in one game."""
    return _mac(key, f"reply|{game}|{seat}|{generation}")


def is_token(given: str, key: bytes, game: int, seat: int, generation: int) -> bool:
    """Compare without letting the time tell how much was right."""
    return hmac.compare_digest(given.lower().encode(), token(key, game, seat, generation).encode())


def reply_address(base: str, game: int, token: str, separator: str = "+") -> str:
    """`judge@club.example` becomes `judge+g42.k7q2m9xw4d@club.example`."""
    local, _, domain = base.partition("@")
    return f"{local}{separator}g{game}.{token}@{domain}"


def letter_id(domain: str, game: int, token: str, row: str) -> str:
    """A Message-ID by which an answer is recognised when its address has lost the token; `row` makes it
    unique and stable."""
    return f"<g{game}.{token}.{row}@{domain}>"


def find_token(names: Iterable[str], base: str, separator: str = "+") -> tuple[int, str] | None:
    """The game and token in the first address of ours that carries them, or else in a Message-ID of ours."""
    local, _, domain = base.partition("@")
    in_address = re.compile(
        rf"{re.escape(local)}{re.escape(separator)}g(\d{{1,9}})\.([a-z2-7]{{{TOKEN_LENGTH}}})@{re.escape(domain)}",
        re.IGNORECASE,
    )
    in_id = re.compile(
        rf"<g(\d{{1,9}})\.([a-z2-7]{{{TOKEN_LENGTH}}})\.[^<>@]{{1,200}}@{re.escape(domain)}>", re.IGNORECASE
    )
    found = [match for name in names if (match := in_address.fullmatch(name) or in_id.fullmatch(name))]
    found.sort(key=lambda match: match.re is in_id)
    return (int(found[0][1]), found[0][2].lower()) if found else None


def bounce_address(base: str, player: int, key: bytes, separator: str = "+") -> str:
    """The envelope sender (VERP) of letters to one player: `judge+b.7.<mac>@`; a report to it names the
    player for certain."""
    local, _, domain = base.partition("@")
    return f"{local}{separator}b.{player}.{_mac(key, f'bounce|{player}')}@{domain}"


def find_bounced(names: Iterable[str], base: str, key: bytes, separator: str = "+") -> int | None:
    """The player whose bounce address is among these, if its code is right."""
    local, _, domain = base.partition("@")
    pattern = re.compile(
        rf"{re.escape(local)}{re.escape(separator)}b\.(\d{{1,9}})\.([a-z2-7]{{{TOKEN_LENGTH}}})@{re.escape(domain)}",
        re.IGNORECASE,
    )
    for name in names:
        match = pattern.fullmatch(name)
        if match and hmac.compare_digest(match[2].lower(), _mac(key, f"bounce|{int(match[1])}")):
            return int(match[1])
    return None


def confirm_address(base: str, letter: int, key: bytes, separator: str = "+") -> str:
    """Where an answer confirms a letter that waits for it: `judge+c.17.<mac>@`, by the number it is stored
    under."""
    local, _, domain = base.partition("@")
    return f"{local}{separator}c.{letter}.{_mac(key, f'confirm|{letter}')}@{domain}"


def find_confirmed(names: Iterable[str], base: str, key: bytes, separator: str = "+") -> int | None:
    """The number of the letter that is confirmed by writing to one of these addresses, if its code is
    right."""
    local, _, domain = base.partition("@")
    pattern = re.compile(
        rf"{re.escape(local)}{re.escape(separator)}c\.(\d{{1,12}})\.([a-z2-7]{{{TOKEN_LENGTH}}})@{re.escape(domain)}",
        re.IGNORECASE,
    )
    for name in names:
        match = pattern.fullmatch(name)
        if match and hmac.compare_digest(match[2].lower(), _mac(key, f"confirm|{int(match[1])}")):
            return int(match[1])
    return None


def is_ours(message_id: str | None, domain: str) -> bool:
    """Whether a Message-ID has the form that `letter_id` gives, in our domain."""
    return bool(message_id and domain and _OUR_ID.fullmatch(message_id.removesuffix(f"@{domain}>") + "@"))


def has_token_form(names: Iterable[str]) -> bool:
    """Whether one of them looks like a reply address, right or wrong."""
    return any(_TOKEN_FORM.search(name) for name in names)


def has_bounce_form(names: Iterable[str]) -> bool:
    """Whether one of them looks like a bounce address, right or wrong."""
    return any(_BOUNCE_FORM.search(name) for name in names)


def authentication(top: Fields, sender: str | None, trusted: Sequence[str]) -> Authentication:
    """The verdicts of the topmost Authentication-Results, if one of our own servers wrote it (RFC 8601
    section 5).

    Only the topmost counts: whoever sends the letter can write more of them below, under any server's name.
    """
    name, results = _topmost(top)
    if not name or name not in {server.lower() for server in trusted}:
        return Authentication()
    return _verdicts(results, sender)


def refused(top: Fields, sender: str | None) -> bool:
    """The topmost Authentication-Results, whoever wrote it, says that the From domain disowns the letter.

    Bad news may be believed from anyone: a forger can but spoil his own letter.
    """
    return _verdicts(_topmost(top)[1], sender).dmarc == "fail"


def _topmost(top: Fields) -> tuple[str, list[str]]:
    """The authserv-id (it may be missing in Microsoft's form) and the results."""
    bare, _ = without_comments(clean(top.first("authentication-results"), 4000))
    first, *rest = bare.split(";")
    if "=" in first:
        return "", [first, *rest]
    return (first.split() or [""])[0].lower(), rest


def _verdicts(results: Sequence[str], sender: str | None) -> Authentication:
    verdicts: dict[str, str] = {}
    aligned = False
    for result in results[:50]:
        words = [word for word in result.lower().split() if "=" in word]
        if not words:
            continue
        method, _, verdict = words[0].partition("=")
        method = method.partition("/")[0]
        named = dict(word.split("=", 1) for word in words[1:])
        if method in ("dmarc", "dkim", "spf") and verdicts.get(method) != "pass":
            verdicts[method] = verdict[:20]
        if verdict == "pass" and method in ("dkim", "spf"):
            domains = (named.get(key, "") for key in ("header.d", "header.i", "smtp.mailfrom", "smtp.mail"))
            aligned = aligned or any(_aligned(domain, sender) for domain in domains)
    return Authentication(
        verdicts.get("dmarc", ""), verdicts.get("dkim", ""), verdicts.get("spf", ""), aligned
    )


def _aligned(domain: str, sender: str | None) -> bool:
    """The verified domain is the From domain, or one of the two lies directly under the other."""
    verified, author = domain.rpartition("@")[2].strip('"'), (sender or "").rpartition("@")[2]
    if not verified or not author or "." not in verified:
        return False
    return verified == author or author.endswith("." + verified) or verified.endswith("." + author)
