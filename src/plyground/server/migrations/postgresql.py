"""The same steps for PostgreSQL, with the same numbers, so that a version means one thing."""

from __future__ import annotations

from plyground.server.migrations import accounts_0003, ratings_0005, recovery_0004

TABLES = (
    "CREATE TABLE tables (id TEXT PRIMARY KEY, settings BYTEA NOT NULL, public BOOLEAN NOT NULL, phase TEXT NOT NULL,"
    " white TEXT NOT NULL, black TEXT NOT NULL, updated FLOAT NOT NULL, summary BYTEA NOT NULL)",
    "CREATE INDEX tables_by_white ON tables (white, updated)",
    "CREATE INDEX tables_by_black ON tables (black, updated)",
    "CREATE INDEX tables_by_phase ON tables (phase, updated)",
    # A client may put any character into the id of a message, and PostgreSQL's texts cannot hold all of them.
    "CREATE TABLE events (table_id TEXT, version INTEGER, event BYTEA NOT NULL, hash TEXT NOT NULL,"
    " guest TEXT NOT NULL, message_id BYTEA NOT NULL, at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),"
    " PRIMARY KEY (table_id, version))",
    "CREATE TABLE games (table_id TEXT, round INTEGER, white TEXT NOT NULL, black TEXT NOT NULL, ended FLOAT NOT NULL,"
    " game BYTEA NOT NULL, PRIMARY KEY (table_id, round))",
    "CREATE INDEX games_by_white ON games (white, ended)",
    "CREATE INDEX games_by_black ON games (black, ended)",
    "CREATE TABLE reports (name TEXT PRIMARY KEY, at FLOAT NOT NULL, body TEXT NOT NULL)",
)

STEPS: tuple[tuple[str, ...], ...] = (
    TABLES,
    # What 0.1 called facts was never kept in PostgreSQL.
    (),
    accounts_0003.STATEMENTS,
    # A passkey may count up to 2**32.
    tuple(statement.replace("uses INTEGER", "uses BIGINT") for statement in recovery_0004.STATEMENTS),
    ratings_0005.STATEMENTS,
)
