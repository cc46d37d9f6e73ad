"""Addresses and passkeys of accounts, and the codes that confirm them."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    "ALTER TABLE accounts ADD COLUMN email TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE codes (key TEXT PRIMARY KEY NOT NULL, purpose TEXT NOT NULL, account TEXT NOT NULL,"
    " value TEXT NOT NULL, expires FLOAT NOT NULL)",
    "CREATE INDEX codes_by_expiry ON codes (expires)",
    "CREATE TABLE passkeys (id TEXT PRIMARY KEY NOT NULL, account TEXT NOT NULL, public_key TEXT NOT NULL,"
    " uses INTEGER NOT NULL, created FLOAT NOT NULL, seen FLOAT NOT NULL, label TEXT NOT NULL)",
    "CREATE INDEX passkeys_by_account ON passkeys (account)",
)


def add_recovery(connection: sqlite3.Connection) -> None:
    """Creates the tables."""
    for statement in STATEMENTS:
        connection.execute(statement)
