"""How a game is run beside its rules: who may know whom, when press goes round, which lists get the results."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("manner", sa.Text(), nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("game", "manner")
