"""Migrations: the steps that bring the schema of a store up to date, in order. A step never changes once released."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from plyground.server.migrations import events_0002, tables_0001

STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (tables_0001.upgrade, events_0002.upgrade)
"""The first makes version 1 out of an empty file, the second makes version 2 out of version 1, and so on."""
