"""What the doors that fetch letters (IMAP, Maildir) have in common: how they hand one over, and when they
are drained."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from threading import Lock

from judge.letters.headers import addresses, mailbox, normal
from judge.letters.incoming import Envelope
from judge.letters.parts import head_of


class Fate(Enum):
    """What is to become of the copy in the mailbox once the letter is accepted."""

    DONE = "done"
    HELD = "held"


Accept = Callable[[bytes, Envelope, datetime], Fate | None]
"""Stores a letter durably, or raises and is asked again: letter, envelope, and the instant it reached the
mailbox."""

TooBig = Callable[[bytes, Envelope, datetime, int], None]
"""Hears of a letter that is not fetched, for its size in bytes; gets its header alone."""


class NotNow(Exception):
    """The letter could not be stored, through no fault of its own: it stays where it is, however often."""


class Drained:
    """The beginning of the last look that took everything: whatever arrived before it has been accepted."""

    def __init__(self) -> None:
        self._since: datetime | None = None
        self._lock = Lock()

    def set(self, began: datetime) -> None:
        with self._lock:
            self._since = began

    def get(self) -> datetime | None:
        with self._lock:
            return self._since


def envelope_of(raw: bytes) -> Envelope:
    """The envelope as the delivering server wrote it into the header.

    A letter without Return-Path gets its From for a sender: it must not pass for a report, which has none.
    """
    top = head_of(raw)
    path = top.first("return-path").strip()
    author = mailbox(top.first("from"))[0] or "unknown@invalid"
    sender = (normal(path.strip("<>")) or "") if path else author
    names = ("delivered-to", "x-original-to", "envelope-to")
    return Envelope(sender, addresses(value for name in names for value in top.all(name)))
