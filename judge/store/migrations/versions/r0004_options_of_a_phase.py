"""The options each phase is played by: those its game had when it was opened."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("phase", sa.Column("options", sa.Text(), nullable=False, server_default="{}"))
    op.execute("UPDATE phase SET options = (SELECT game.options FROM game WHERE game.id = phase.game_id)")


def downgrade() -> None:
    op.drop_column("phase", "options")
