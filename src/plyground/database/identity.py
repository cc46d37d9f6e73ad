"""Which game a file belongs to: its name, and a digest of its rules and of the keys it gives to positions."""

from __future__ import annotations

import re
from hashlib import blake2b

from plyground.games.native import NativeGame
from plyground.protocol import Game

DIGEST_BYTES = 16


def rules_digest(game: Game) -> bytes:
    """Sixteen bytes that are the same only for the same rules and the same keys of positions.

    Keys are part of it because files find positions by them: were they ever made differently, old files would be
    about nothing, and must be refused rather than misread.

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
    """How the files of a game are named, without what says their kind.

    >>> import plyground
    >>> file_stem(plyground.game("mill:lasker")).rpartition("-")[0]
    'mill-lasker'
    """
    readable = re.sub(r"[^A-Za-z0-9]+", "-", game.name).strip("-")[:60]
    return f"{readable}-{rules_digest(game).hex()[:8]}"
