"""The tables. A change here needs a migration in `migrations/versions`, and HEAD must name the last one."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    UniqueConstraint,
    false,
    text,
)

from judge.store.columns import Choice, Document, Instant, Several, Words
from judge.store.rows import AddressState, GameState, LetterState, OutboxState, PhaseStatus, Role

HEAD = "0004"

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite numbers rows by itself only in a column of exactly the type INTEGER.
Id = BigInteger().with_variant(Integer, "sqlite")

meta = Table(
    "meta",
    metadata,
    Column("key", Words, primary_key=True),
    Column("value", Words, nullable=False),
)

player = Table(
    "player",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", Words, nullable=False),
    Column("language", Words, nullable=False),
)

address = Table(
    "address",
    metadata,
    Column("id", Id, primary_key=True),
    Column("address", Words, nullable=False, unique=True),
    Column("player_id", Id, ForeignKey("player.id"), nullable=False, index=True),
    Column("written", Words, nullable=False),
    Column("state", Choice(AddressState), nullable=False),
    Column("proven", Boolean, nullable=False, server_default=false()),
)

game = Table(
    "game",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", Words, nullable=False, unique=True),
    Column("rules", Words, nullable=False),
    Column("map", Words, nullable=False),
    Column("options", Document, nullable=False),
    Column("manner", Document, nullable=False, server_default="{}"),
    Column("zone", Words, nullable=False),
    Column("schedule", Document, nullable=False),
    Column("state", Choice(GameState), nullable=False),
    Column("language", Words, nullable=False),
    Column("seed", Words, nullable=False),
    Column("master_id", Id, ForeignKey("player.id")),
    Column("created", Instant, nullable=False),
    Column("min_players", Integer, nullable=False),
)

seat = Table(
    "seat",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game_id", Id, ForeignKey("game.id"), nullable=False),
    Column("player_id", Id, ForeignKey("player.id"), nullable=False, index=True),
    Column("role", Choice(Role), nullable=False),
    Column("power", Words),
    Column("preferences", Several, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("joined", Instant, nullable=False),
    UniqueConstraint("game_id", "player_id", "role"),
    UniqueConstraint("game_id", "power"),
)

_OPEN = text("status = 'open'")

phase = Table(
    "phase",
    metadata,
    Column("game_id", Id, ForeignKey("game.id"), primary_key=True),
    Column("no", Integer, primary_key=True, autoincrement=False),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("code", Words, nullable=False),
    Column("board", Document, nullable=False),
    Column("options", Document, nullable=False, server_default="{}"),
    Column("deadline", Instant),
    Column("opened", Instant, nullable=False),
    Column("status", Choice(PhaseStatus), nullable=False),
    Column("orders_version", Integer, nullable=False),
    Column("reminded", Boolean, nullable=False),
    # A game has one open phase at most, whatever goes wrong.
    Index("uq_phase_open", "game_id", unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN),
    Index("ix_phase_deadline", "deadline", sqlite_where=_OPEN, postgresql_where=_OPEN),
)

sheet = Table(
    "order_sheet",
    metadata,
    Column("id", Id, primary_key=True),
    Column("inbox_id", Id, ForeignKey("inbox.id")),
    Column("game_id", Id, ForeignKey("game.id"), nullable=False),
    Column("power", Words, nullable=False),
    Column("phase_no", Integer, nullable=False),
    Column("received_at", Instant, nullable=False),
    Column("doc", Document, nullable=False),
    UniqueConstraint("inbox_id", "game_id", "power", "phase_no"),
    Index("ix_order_sheet_phase", "game_id", "phase_no", "received_at"),
)

result = Table(
    "result",
    metadata,
    Column("game_id", Id, primary_key=True),
    Column("no", Integer, primary_key=True, autoincrement=False),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("input_hash", Words, nullable=False),
    Column("doc", Document, nullable=False),
    ForeignKeyConstraint(["game_id", "no", "revision"], ["phase.game_id", "phase.no", "phase.revision"]),
)

_UNREAD = text("state = 'new'")

inbox = Table(
    "inbox",
    metadata,
    Column("id", Id, primary_key=True),
    Column("source", Words, nullable=False),
    Column("received_at", Instant, nullable=False),
    Column("envelope_from", Words, nullable=False),
    Column("envelope_to", Several, nullable=False),
    Column("message_hash", Words, nullable=False),
    Column("content_hash", Words, nullable=False),
    Column("uidvalidity", BigInteger),
    Column("uid", BigInteger),
    Column("state", Choice(LetterState), nullable=False),
    Column("why", Words, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("copies", Integer, nullable=False),
    # Last, so that SQLite finds the others without reading through it.
    Column("raw", LargeBinary, nullable=False),
    UniqueConstraint("source", "uidvalidity", "uid"),
    UniqueConstraint("message_hash", "content_hash"),
    Index("ix_inbox_unread", "received_at", "id", sqlite_where=_UNREAD, postgresql_where=_UNREAD),
)

mailbox = Table(
    "mailbox",
    metadata,
    Column("source", Words, primary_key=True),
    Column("uidvalidity", BigInteger, nullable=False),
    Column("uid", BigInteger, nullable=False),
)

answer = Table(
    "answer",
    metadata,
    Column("id", Id, primary_key=True),
    Column("address", Words, nullable=False),
    Column("at", Instant, nullable=False),
    Index("ix_answer_address_at", "address", "at"),
)

_UNSENT = text("state <> 'sent'")
_MAY_EXPIRE = text("state = 'new' AND expires_at IS NOT NULL")

outbox = Table(
    "outbox",
    metadata,
    Column("id", Id, primary_key=True),
    Column("message_id", Words, nullable=False, unique=True),
    Column("recipient", Words, nullable=False),
    Column("envelope_from", Words, nullable=False),
    Column("kind", Words, nullable=False),
    Column("game_id", Id, ForeignKey("game.id")),
    Column("phase_no", Integer),
    Column("state", Choice(OutboxState), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("next_try_at", Instant, nullable=False),
    Column("lease_until", Instant),
    Column("expires_at", Instant),
    Column("last_error", Words, nullable=False),
    Column("created", Instant, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("sent_at", Instant),
    Column("raw", LargeBinary, nullable=False),
    Index("ix_outbox_game", "game_id", "phase_no"),
    Index("ix_outbox_recipient", "recipient", "id"),
    # In the order in which they are claimed: sorting a backlog at every claim is what made sending slow.
    Index(
        "ix_outbox_queue",
        "priority",
        "next_try_at",
        "id",
        sqlite_where=_UNREAD,
        postgresql_where=_UNREAD,
    ),
    Index("ix_outbox_unsent", "state", "next_try_at", sqlite_where=_UNSENT, postgresql_where=_UNSENT),
    Index("ix_outbox_expiry", "expires_at", sqlite_where=_MAY_EXPIRE, postgresql_where=_MAY_EXPIRE),
)

event = Table(
    "event",
    metadata,
    Column("id", Id, primary_key=True),
    Column("at", Instant, nullable=False),
    Column("game_id", Id, ForeignKey("game.id"), index=True),
    Column("inbox_id", Id, ForeignKey("inbox.id"), index=True),
    Column("what", Words, nullable=False),
    Column("doc", Document, nullable=False),
)
