"""What comes out of the database: frozen rows. A field is the column of the same name."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NewType

PlayerId = NewType("PlayerId", int)
GameId = NewType("GameId", int)
SeatId = NewType("SeatId", int)
LetterId = NewType("LetterId", int)
"""A letter that came in."""
SheetId = NewType("SheetId", int)
OutboxId = NewType("OutboxId", int)
EventId = NewType("EventId", int)


class AddressState(StrEnum):
    """Whether letters to an address arrive."""

    OK = "ok"
    BOUNCING = "bouncing"


class GameState(StrEnum):
    """How far a game is. Deadlines pass in running games only."""

    SIGNUP = "signup"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"


class Role(StrEnum):
    """What somebody does in a game."""

    PLAYER = "player"
    OBSERVER = "observer"
    MASTER = "master"


class PhaseStatus(StrEnum):
    """Open until it is adjudicated; superseded when a later revision took its place."""

    OPEN = "open"
    DONE = "done"
    SUPERSEDED = "superseded"


class LetterState(StrEnum):
    """What became of a letter that came in."""

    NEW = "new"
    DONE = "done"
    IGNORED = "ignored"
    HELD = "held"
    """Waits for a confirmation, or for the master."""
    POISON = "poison"
    """Could not be read without a fault of ours, twice; kept for a human."""


class OutboxState(StrEnum):
    """What became of a letter that goes out."""

    NEW = "new"
    SENDING = "sending"
    """Claimed by a sender until its lease ends."""
    SENT = "sent"
    FAILED = "failed"
    EXPIRED = "expired"
    """Too late to be of use (a reminder after its deadline)."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person who writes to the judge, whatever the games."""

    id: PlayerId
    name: str
    language: str
    """`en` or `nl`: the language of the letters to this player."""


@dataclass(frozen=True, slots=True)
class Address:
    """A mail address of a player."""

    address: str
    """Folded: what letters are compared with (see `fold_address`)."""
    player_id: PlayerId
    written: str
    """As its owner wrote it: what letters are sent to."""
    state: AddressState
    proven: bool
    """Whether a letter from it has come with proof of its sender (DMARC, or DKIM or SPF in line with it)."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its rules and how it is run. The position is in its phases."""

    id: GameId
    name: str
    rules: str
    map: str
    options: Mapping[str, Any]
    """What phases are played by that open from now on."""
    zone: str
    """The time zone its deadlines are meant in (`Europe/Amsterdam`)."""
    schedule: Mapping[str, Any]
    state: GameState
    language: str
    """The language of its master's and public letters."""
    seed: str
    """What powers are drawn from: the same seed draws the same powers."""
    master_id: PlayerId | None
    created: datetime
    min_players: int
    manner: Mapping[str, Any]
    """How it is run beside its rules: anonymity, press, mailing lists."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody's place in a game."""

    id: SeatId
    game_id: GameId
    player_id: PlayerId
    role: Role
    power: str | None
    """None before powers are drawn, and for those who play none."""
    preferences: tuple[str, ...]
    generation: int
    """Counts up when the token of the seat must change."""
    joined: datetime


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """A phase of a game, under a number that counts from 1."""

    game_id: GameId
    no: int
    revision: int
    """1, and more when the phase was rolled back and is played again."""
    code: str
    """`S1901M`."""
    board: Mapping[str, Any]
    """The position before the phase."""
    options: Mapping[str, Any]
    """What the phase is played by: the options its game had when it was opened."""
    deadline: datetime | None
    """None: until the master says so."""
    opened: datetime
    status: PhaseStatus
    orders_version: int
    """Counts order sheets and moves of the deadline: an adjudication of an older version is not stored."""
    reminded: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    """An order sheet as it was stored. Never changed, never deleted."""

    id: SheetId
    inbox_id: LetterId | None
    game_id: GameId
    power: str
    phase_no: int
    received_at: datetime
    doc: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The outcome of a phase."""

    game_id: GameId
    no: int
    revision: int
    input_hash: str
    """Of the board, orders and options that it came from."""
    doc: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A letter that just came, on its way into the inbox."""

    source: str
    """Which door it came by: `smtp`, `lmtp`, `imap:<mailbox>`, `maildir:<folder>`."""
    raw: bytes
    received_at: datetime
    """When it reached our server; never its Date header."""
    envelope_from: str
    """Empty for the null sender."""
    envelope_to: tuple[str, ...]
    message_hash: str
    """Of its Message-ID; empty where it has none."""
    content_hash: str
    """Of the headers and text that stay the same by whatever way it comes."""
    uidvalidity: int | None = None
    uid: int | None = None


@dataclass(frozen=True, slots=True)
class InboxRow:
    """A letter that came in, as it came. Its raw bytes are kept for good."""

    id: LetterId
    source: str
    raw: bytes
    received_at: datetime
    envelope_from: str
    envelope_to: tuple[str, ...]
    message_hash: str
    content_hash: str
    uidvalidity: int | None
    uid: int | None
    state: LetterState
    why: str
    tries: int
    """How often we began to read it."""
    copies: int
    """How often it came again."""


@dataclass(frozen=True, slots=True)
class Mailmark:
    """How far a mailbox has been read."""

    source: str
    uidvalidity: int
    uid: int
    """The highest UID that is stored, or known to be a copy."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A letter to post: one recipient, complete bytes."""

    message_id: str
    """Stays the same whenever the letter is made again; a second one of the same name is not posted."""
    recipient: str
    envelope_from: str
    raw: bytes
    kind: str
    created: datetime
    game_id: GameId | None = None
    phase_no: int | None = None
    expires_at: datetime | None = None
    """None: it never grows too old to be sent."""
    priority: int = 5
    """0 goes first, 9 last."""


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """A letter that goes out, and what became of it."""

    id: OutboxId
    message_id: str
    recipient: str
    envelope_from: str
    raw: bytes
    kind: str
    game_id: GameId | None
    phase_no: int | None
    state: OutboxState
    tries: int
    """How often it was tried in vain."""
    next_try_at: datetime
    lease_until: datetime | None
    expires_at: datetime | None
    last_error: str
    created: datetime
    priority: int
    sent_at: datetime | None


@dataclass(frozen=True, slots=True)
class EventRow:
    """Something that happened, for the record."""

    id: EventId
    at: datetime
    game_id: GameId | None
    inbox_id: LetterId | None
    what: str
    doc: Mapping[str, Any]
