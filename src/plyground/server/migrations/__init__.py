"""Migrations: the steps that bring the schema of a store up to date, in order. A step never changes once released."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from plyground.server.migrations.accounts_0003 import add_accounts
from plyground.server.migrations.events_0002 import turn_facts_into_events
from plyground.server.migrations.ratings_0005 import add_ratings
from plyground.server.migrations.recovery_0004 import add_recovery
from plyground.server.migrations.tables_0001 import create_tables

STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    create_tables,
    turn_facts_into_events,
    add_accounts,
    add_recovery,
    add_ratings,
)
"""The first makes version 1 out of an empty file, the second makes version 2 out of version 1, and so on."""
