"""Addresses whose letters have come with proof; the latest letters to an address, found quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("address", sa.Column("proven", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("ix_outbox_recipient", "outbox", ["recipient", "id"])


def downgrade() -> None:
    op.drop_index("ix_outbox_recipient", "outbox")
    op.drop_column("address", "proven")
