"""Chess positions as games reach them, from openings to endings, the same each time."""

from __future__ import annotations

from itertools import islice

import plyground
from plyground.arena.openings import random_openings
from plyground.protocol import Position
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher

OPENING_PLIES = 6
LONGEST = 80
NODES = 2_000


def middle_games(count: int, *, seed: int = 7) -> list[Position]:
    """Positions of games that a short search plays against itself, each from a different game and a little later."""
    game = plyground.game("chess")
    searcher = Searcher(game, hash_mb=1)
    positions: list[Position] = []
    for number, opening in enumerate(islice(random_openings(game, OPENING_PLIES, seed), 2 * count)):
        record = opening.record()
        for _ in range((number * 7) % LONGEST):
            if record.outcome(claim_draw=True) is None:
                record.push(str(searcher.play(record, Limits(nodes=NODES)).move))
        if record.outcome(claim_draw=True) is None and len(positions) < count:
            positions.append(record.position)
    return positions
