"""Where Plyground keeps what it made for its user: books and lessons, each game in files of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from plyground.database.identity import file_stem
from plyground.protocol import Game

VARIABLE = "PLYGROUND_DATA"
"""The environment variable that names another folder."""


def data_folder() -> Path:
    """The folder for everything, which need not exist: where the system keeps what programs make for their user."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "plyground"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "plyground"
    # An XDG path that is not absolute counts for nothing (XDG Base Directory Specification).
    shared = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (shared if shared.is_absolute() else Path.home() / ".local" / "share") / "plyground"


def book_path(game: Game) -> Path:
    """Where the book of a game is, if one was built."""
    return data_folder() / "books" / f"{file_stem(game)}.book"


def lessons_path(game: Game) -> Path:
    """Where the lessons from lost games of a game are, if there are any."""
    return data_folder() / "lessons" / f"{file_stem(game)}.jsonl"
