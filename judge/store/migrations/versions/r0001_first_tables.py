"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "answer",
        sa.Column("id", number, nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answer")),
    )
    op.create_index("ix_answer_address_at", "answer", ["address", "at"], unique=False)
    op.create_table(
        "inbox",
        sa.Column("id", number, nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("envelope_from", sa.Text(), nullable=False),
        sa.Column("envelope_to", sa.Text(), nullable=False),
        sa.Column("message_hash", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=True),
        sa.Column("uid", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("copies", sa.Integer(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint("message_hash", "content_hash", name=op.f("uq_inbox_message_hash_content_hash")),
        sa.UniqueConstraint("source", "uidvalidity", "uid", name=op.f("uq_inbox_source_uidvalidity_uid")),
    )
    op.create_index(
        "ix_inbox_unread",
        "inbox",
        ["received_at", "id"],
        unique=False,
        sqlite_where=sa.text("state = 'new'"),
        postgresql_where=sa.text("state = 'new'"),
    )
    op.create_table(
        "mailbox",
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("source", name=op.f("pk_mailbox")),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "player",
        sa.Column("id", number, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
    )
    op.create_table(
        "address",
        sa.Column("id", number, nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("player_id", number, nullable=False),
        sa.Column("written", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_address_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
        sa.UniqueConstraint("address", name=op.f("uq_address_address")),
    )
    op.create_index(op.f("ix_address_player_id"), "address", ["player_id"], unique=False)
    op.create_table(
        "game",
        sa.Column("id", number, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("map", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("schedule", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("master_id", number, nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("min_players", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["master_id"], ["player.id"], name=op.f("fk_game_master_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("name", name=op.f("uq_game_name")),
    )
    op.create_table(
        "event",
        sa.Column("id", number, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game_id", number, nullable=True),
        sa.Column("inbox_id", number, nullable=True),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("doc", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_event_game_id")),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_event_inbox_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_index(op.f("ix_event_game_id"), "event", ["game_id"], unique=False)
    op.create_index(op.f("ix_event_inbox_id"), "event", ["inbox_id"], unique=False)
    op.create_table(
        "order_sheet",
        sa.Column("id", number, nullable=False),
        sa.Column("inbox_id", number, nullable=True),
        sa.Column("game_id", number, nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("phase_no", sa.Integer(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("doc", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_order_sheet_game_id")),
        sa.ForeignKeyConstraint(["inbox_id"], ["inbox.id"], name=op.f("fk_order_sheet_inbox_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_sheet")),
        sa.UniqueConstraint(
            "inbox_id",
            "game_id",
            "power",
            "phase_no",
            name=op.f("uq_order_sheet_inbox_id_game_id_power_phase_no"),
        ),
    )
    op.create_index(
        "ix_order_sheet_phase", "order_sheet", ["game_id", "phase_no", "received_at"], unique=False
    )
    op.create_table(
        "outbox",
        sa.Column("id", number, nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("envelope_from", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("game_id", number, nullable=True),
        sa.Column("phase_no", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_try_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_outbox_game_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("message_id", name=op.f("uq_outbox_message_id")),
    )
    op.create_index(
        "ix_outbox_expiry",
        "outbox",
        ["expires_at"],
        unique=False,
        sqlite_where=sa.text("state = 'new' AND expires_at IS NOT NULL"),
        postgresql_where=sa.text("state = 'new' AND expires_at IS NOT NULL"),
    )
    op.create_index("ix_outbox_game", "outbox", ["game_id", "phase_no"], unique=False)
    op.create_index(
        "ix_outbox_queue",
        "outbox",
        ["priority", "next_try_at", "id"],
        unique=False,
        sqlite_where=sa.text("state = 'new'"),
        postgresql_where=sa.text("state = 'new'"),
    )
    op.create_index(
        "ix_outbox_unsent",
        "outbox",
        ["state", "next_try_at"],
        unique=False,
        sqlite_where=sa.text("state <> 'sent'"),
        postgresql_where=sa.text("state <> 'sent'"),
    )
    op.create_table(
        "phase",
        sa.Column("game_id", number, nullable=False),
        sa.Column("no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("orders_version", sa.Integer(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_phase_game_id")),
        sa.PrimaryKeyConstraint("game_id", "no", "revision", name=op.f("pk_phase")),
    )
    op.create_index(
        "ix_phase_deadline",
        "phase",
        ["deadline"],
        unique=False,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_index(
        "uq_phase_open",
        "phase",
        ["game_id"],
        unique=True,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )
    op.create_table(
        "seat",
        sa.Column("id", number, nullable=False),
        sa.Column("game_id", number, nullable=False),
        sa.Column("player_id", number, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("power", sa.Text(), nullable=True),
        sa.Column("preferences", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("game_id", "player_id", "role", name=op.f("uq_seat_game_id_player_id_role")),
        sa.UniqueConstraint("game_id", "power", name=op.f("uq_seat_game_id_power")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"], unique=False)
    op.create_table(
        "result",
        sa.Column("game_id", number, nullable=False),
        sa.Column("no", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("input_hash", sa.Text(), nullable=False),
        sa.Column("doc", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "no", "revision"],
            ["phase.game_id", "phase.no", "phase.revision"],
            name=op.f("fk_result_game_id_no_revision"),
        ),
        sa.PrimaryKeyConstraint("game_id", "no", "revision", name=op.f("pk_result")),
    )


def downgrade() -> None:
    raise NotImplementedError("the way back is the backup made before")
