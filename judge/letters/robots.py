"""Letters that no person wrote: vacation answers, reports, list traffic, letters of our own that came back.

These are the signs, each with its source; what follows from them is decided in reader.py.
"""

import re
from collections.abc import Sequence

from judge.letters.headers import Fields, addresses, clean
from judge.letters.words import any_of, phrases

MAX_HOPS = 50

_AWAY_SUBJECT = re.compile(
    r"\s*(?:(?:re|aw|antw|fw|fwd)\s*:\s*)?"
    + any_of(
        r"""
        automatische? (?:antwoord|beantwoording|reactie|e-?mail)
        afwezig(?:heid\w*)?\b
        niet (?:op kantoor|aanwezig)
        (?:met )?vakantie\b
        out[ -]of[ -](?:the[ -])?office
        auto(?:matic|mated)?[ -]?(?:reply|response|respons|answer)
        autorepl
        vacation
        on (?:holiday|leave|vacation)\b
        away from
        i am away
        abwesenheit
        automatische antwort
        réponse automatique
        absence
        """
    ),
    re.IGNORECASE,
)
_AWAY_TEXT = phrases(
    r"""
    automatisch (?:gegenereerd\w* )?(?:antwoord|bericht|e-?mail)
    this is an auto(?:matic|mated)
    (?:i am|i'm|i will be) (?:currently )?(?:out of (?:the )?office|away|on (?:holiday|vacation|leave))
    ik ben .{0,60}(?:afwezig|niet bereikbaar|met vakantie|op vakantie)
    mijn e-?mail wordt niet gelezen
    """
)
_DAEMON = re.compile(r"^(?:mailer[-_.]?daemon|mail-?daemon|postmaster|mdaemon)$", re.IGNORECASE)


def is_daemon(address: str | None) -> bool:
    """An address that only mail systems write from."""
    return bool(address and _DAEMON.match(address.partition("@")[0]))


def is_loop(top: Fields) -> bool:
    """A letter of the judge itself, or one that has been going round (RFC 5321 section 6.3)."""
    return top.has("x-judge-loop") or len(top.all("received")) > MAX_HOPS


def says_automatic(top: Fields) -> bool:
    """A header says so beyond doubt (RFC 3834 section 5 and the older customs)."""
    submitted = clean(top.first("auto-submitted")).lower().partition(";")[0].partition("(")[0].strip()
    if submitted and submitted != "no":
        return True
    if any(
        top.has(name) for name in ("x-autoreply", "x-autorespond", "x-autoreply-from", "x-mail-autoreply")
    ):
        return True
    if clean(top.first("x-apple-action")).upper() == "VACATION" or top.has("x-ms-exchange-inbox-rules-loop"):
        return True
    return precedence(top) in ("auto_reply", "junk") or (precedence(top) == "bulk" and not _is_relayed(top))


def precedence(top: Fields) -> str:
    """The old Precedence header, in lower case."""
    return clean(top.first("precedence")).lower()


def _is_relayed(top: Fields) -> bool:
    """An old list manager passed it on: Sender is someone else than From, or it names its list."""
    sender, author = addresses(top.all("sender")), addresses(top.all("from"))
    return bool(sender and author and sender[0] != author[0]) or top.has("list-id") or top.has("list-post")


def hints_automatic(top: Fields, subject: str, text: str) -> bool:
    """Signs that count only where no order stands in the letter."""
    if _AWAY_SUBJECT.match(subject[:200]) or _AWAY_TEXT.search(text[:600]):
        return True
    suppress = clean(top.first("x-auto-response-suppress")).lower()
    return "all" in suppress or ("oof" in suppress and "autoreply" in suppress)


def list_id(top: Fields) -> str | None:
    """The List-Id (RFC 2919), or the List-Post address where an old list has none."""
    if top.has("list-id"):
        value = clean(top.first("list-id"))
        inside = value.rpartition("<")[2].partition(">")[0].strip()
        return (inside or value)[:200] or None
    post = addresses(top.all("list-post"))
    return post[0] if post else None


def _list_addresses(top: Fields) -> tuple[str, ...]:
    return addresses(value.replace("mailto:", " ").replace("?", " ") for value in top.all("list-post"))


def is_list_traffic(top: Fields, recipients: Sequence[str]) -> bool:
    """A list sent it to its subscribers: nobody but the list stands among the receivers."""
    if not list_id(top):
        return False
    lists = {address.lower() for address in _list_addresses(top)}
    if lists:
        return all(address.lower() in lists for address in recipients)
    name = (list_id(top) or "").lower()
    return all(address.lower().replace("@", ".") == name for address in recipients)


def list_author(top: Fields, sender: str) -> str | None:
    """The writer whose From a list replaced by its own address (DMARC munging): Reply-To says who, and
    proves nothing."""
    if sender.lower() not in {address.lower() for address in _list_addresses(top)}:
        return None
    others = [address for address in addresses(top.all("reply-to")) if address.lower() != sender.lower()]
    return others[0] if len(others) == 1 else ""
