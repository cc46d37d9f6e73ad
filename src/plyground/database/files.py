"""Files of a user's own data: where they are, and which game they belong to."""

from __future__ import annotations

import os
import re
import sys
from hashlib import blake2b
from pathlib import Path

from plyground.games.native import NativeGame
from plyground.protocol import Game

DATA_VARIABLE = "PLYGROUND_DATA"
"""The environment variable that chooses another data folder."""
DIGEST_BYTES = 16


def data_folder() -> Path:
    """The folder for all user data, which may not exist yet; by default where the system keeps it."""
    named = os.environ.get(DATA_VARIABLE)
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "plyground"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "plyground"
    # The XDG Base Directory Specification says to ignore a path that is not absolute.
    shared = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (shared if shared.is_absolute() else Path.home() / ".local" / "share") / "plyground"


def book_path(game: Game) -> Path:
    """The file of the opening book that was built for a game; it may not exist."""
    return data_folder() / "books" / f"{file_stem(game)}.book"


def shipped_book_path(game: Game) -> Path:
    """The file of the opening book that ships with the package; most games have none."""
    return Path(__file__).parents[1] / "books" / f"{game.name.replace(':', '-')}.book"


def lessons_path(game: Game) -> Path:
    """The file of the lessons from lost games; it may not exist."""
    return data_folder() / "lessons" / f"{file_stem(game)}.jsonl"


def rules_digest(game: Game) -> bytes:
    """Sixteen bytes that are the same only for the same rules and the same position keys.

    Files find positions by their keys. If keys were ever computed differently, an old file would have to be refused
    rather than misread, so the keys are part of the digest.

    >>> import plyground
    >>> chess, mill = plyground.game("chess"), plyground.game("mill")
    >>> rules_digest(chess) == rules_digest(plyground.game("chess")), rules_digest(chess) == rules_digest(mill)
    (True, False)
    """
    rules = repr(game) if isinstance(game, NativeGame) else game.name
    start = game.start()
    keys = [start.key, *(start.after(move).key for move in start.legal_moves)]
    text = " ".join((rules, *(f"{key:016x}" for key in keys)))
    return blake2b(text.encode(), digest_size=DIGEST_BYTES).digest()


def file_stem(game: Game) -> str:
    """The name of a game's files, without the extension.

    >>> import plyground
    >>> file_stem(plyground.game("mill:lasker")).rpartition("-")[0]
    'mill-lasker'
    """
    readable = re.sub(r"[^A-Za-z0-9]+", "-", game.name).strip("-")[:60]
    return f"{readable}-{rules_digest(game).hex()[:8]}"
