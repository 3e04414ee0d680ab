"""What a letter is once it has been read: the values that every reader of mail hands on.

Nothing in an Incoming is proof of who wrote it: `sender` is what the letter says, `authentication` what our
own server says of it.
"""

from dataclasses import dataclass
from enum import Enum


class Action(Enum):
    """What is to become of a letter; the values are those `judge read --eml` prints."""

    PARSE = "parse"
    REPLY_HELP = "reply-help"
    """From a person, but without text to read; `text` may still hold a command."""
    IGNORE = "ignore"
    """From a robot, or a list's traffic: logged, never answered, never read for orders."""
    BOUNCE = "bounce"
    REJECT = "reject"
    """Not to be trusted or beyond the limits; `why` says which."""
    HOLD = "hold"
    """Readable, but its writer is not known for certain: wait for a confirmation."""
    NOTIFY_ADMIN = "notify-admin"


@dataclass(frozen=True, slots=True)
class Envelope:
    """What SMTP said: sender is '' for the null sender `<>`."""

    sender: str
    recipients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bounced:
    """An address that a delivery report is about."""

    address: str
    status: str = ""
    """RFC 3463, such as 5.1.1; empty where the report gives none."""
    permanent: bool = True


@dataclass(frozen=True, slots=True)
class Authentication:
    """The verdicts of a trusted Authentication-Results header ('pass', 'fail', 'none' ...; '' is unknown)."""

    dmarc: str = ""
    dkim: str = ""
    spf: str = ""
    aligned: bool = False
    """A DKIM or SPF pass is for the domain of the From address (or one under it)."""

    @property
    def proven(self) -> bool:
        """The From domain itself vouches for the letter."""
        return self.dmarc == "pass" or (self.aligned and self.dmarc != "fail")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A letter that was read; every field is bounded and free of control characters."""

    action: Action
    why: str
    """A stable code: 'orders', 'vacation', 'two-senders' ..."""
    sender: str | None = None
    recipients: tuple[str, ...] = ()
    message_id: str | None = None
    references: tuple[str, ...] = ()
    """In-Reply-To and References, newest first."""
    subject: str = ""
    text: str = ""
    """The writer's new text only."""
    bounced: tuple[Bounced, ...] = ()
    automatic: bool = False
    """No person wrote it: whatever the action, it gets no answer."""
    list_id: str | None = None
    warnings: tuple[str, ...] = ()
    authentication: Authentication = Authentication()
