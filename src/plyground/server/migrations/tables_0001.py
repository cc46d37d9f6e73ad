"""Tables, what happened at them, finished games, crash reports."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    "CREATE TABLE tables (id TEXT PRIMARY KEY NOT NULL, settings BLOB NOT NULL, public BOOLEAN NOT NULL,"
    " phase TEXT NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL, updated FLOAT NOT NULL, card BLOB NOT NULL)",
    "CREATE INDEX tables_by_white ON tables (white, updated)",
    "CREATE INDEX tables_by_black ON tables (black, updated)",
    "CREATE INDEX tables_by_phase ON tables (phase, updated)",
    "CREATE TABLE events (table_id TEXT NOT NULL, version INTEGER NOT NULL, fact BLOB NOT NULL, hash TEXT NOT NULL,"
    " guest TEXT NOT NULL, message_id TEXT NOT NULL, PRIMARY KEY (table_id, version)) WITHOUT ROWID",
    "CREATE TABLE games (table_id TEXT NOT NULL, round INTEGER NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL,"
    " ended FLOAT NOT NULL, game BLOB NOT NULL, PRIMARY KEY (table_id, round))",
    "CREATE INDEX games_by_white ON games (white, ended)",
    "CREATE INDEX games_by_black ON games (black, ended)",
    "CREATE TABLE reports (name TEXT PRIMARY KEY NOT NULL, at FLOAT NOT NULL, body TEXT NOT NULL)",
)


def create_tables(connection: sqlite3.Connection) -> None:
    """Creates everything."""
    for statement in STATEMENTS:
        connection.execute(statement)
