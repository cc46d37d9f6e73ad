"""Accounts, the browsers that are logged in to them, and the tokens of their programs."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    "CREATE TABLE accounts (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE,"
    " skeleton TEXT NOT NULL UNIQUE, password TEXT NOT NULL, created FLOAT NOT NULL)",
    "CREATE TABLE logins (key TEXT PRIMARY KEY NOT NULL, account TEXT NOT NULL, created FLOAT NOT NULL,"
    " seen FLOAT NOT NULL, label TEXT NOT NULL, scopes TEXT)",
    "CREATE INDEX logins_by_account ON logins (account, seen)",
)


def add_accounts(connection: sqlite3.Connection) -> None:
    """Creates the tables."""
    for statement in STATEMENTS:
        connection.execute(statement)
