"""Tables, what happened at them, finished games, crash reports."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Creates everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("white", sa.Text, nullable=False),
        sa.Column("black", sa.Text, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("card", sa.LargeBinary, nullable=False),
    )
    op.create_index("tables_by_white", "tables", ["white", "updated"])
    op.create_index("tables_by_black", "tables", ["black", "updated"])
    op.create_index("tables_by_phase", "tables", ["phase", "updated"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("fact", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("message_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "version"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("white", sa.Text, nullable=False),
        sa.Column("black", sa.Text, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("game", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "round"),
    )
    op.create_index("games_by_white", "games", ["white", "ended"])
    op.create_index("games_by_black", "games", ["black", "ended"])
    op.create_table(
        "reports",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
