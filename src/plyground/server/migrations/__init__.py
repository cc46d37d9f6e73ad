"""The schema of the store and its history, for Alembic."""
