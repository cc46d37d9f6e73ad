"""How often the best move has an explanation, in positions as games reach them.

A move counts as explained if one of its reasons says what it does on the board or in the engine's line. How many moves
it leaves or gives, and the bare score, do not count.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from results import table, write

import plyground
from plyground import Limits, Record
from plyground.play.hints import hint_of
from plyground.reasons import VAGUE
from plyground.search.searcher import Searcher

GAMES = ("chess", "mill", "mill:twelve", "draughts:russian", "draughts:international", "connect-four")
POSITIONS = 60
NODES, PLAYING_NODES = 20_000, 500
RANDOM_PLIES = 6
LONGEST = {"chess": 90, "connect-four": 30}
SEED = 22


def positions(game: plyground.Game, count: int, seed: int = SEED) -> Iterator[Record]:
    """Records of games that begin at random and are continued by a short search, each stopped a little later."""
    chance, searcher, number = random.Random(seed), Searcher(game, hash_mb=1), 0
    longest = LONGEST.get(game.name, 70)
    while count:
        number += 1
        record = Record(game.start())
        plies = (number * 7) % longest
        for ply in range(plies):
            if record.outcome(claim_draw=True) is not None:
                break
            if ply < RANDOM_PLIES:
                record.push(chance.choice(sorted(record.position.legal_moves, key=str)))
            else:
                move = searcher.play(record, Limits(nodes=PLAYING_NODES)).move
                assert move is not None
                record.push(move)
        if record.outcome(claim_draw=True) is None:
            count -= 1
            yield record


def measure(name: str) -> list[str]:
    """The row of a game: how many best moves are explained, and by what."""
    game = plyground.game(name)
    searcher = Searcher(game, hash_mb=16)
    explained, codes, same = 0, Counter[str](), 0
    for record in positions(game, POSITIONS):
        result = searcher.analyse(record, Limits(nodes=NODES), lines=3)
        best = hint_of(record, result, searcher, lines=1).moves[0]
        said = [reason.code for reason in best.reasons if reason.code not in VAGUE]
        explained += bool(said)
        same += best.move == str(result.move)
        codes.update(said[:1] or ["-"])
        if "-v" in sys.argv and not said:
            print(
                name, record.position.fen, best.notation, [reason.code for reason in best.reasons], best.line_notation
            )
    first = ", ".join(f"{code} {count}" for code, count in codes.most_common(6))
    return [name, str(POSITIONS), f"{100 * explained / POSITIONS:.0f} %", str(same), first]


def main() -> None:
    rows = [measure(name) for name in [one for one in sys.argv[1:] if one != "-v"] or GAMES]
    header = ["game", "positions", "best moves explained", "hint is the first line", "most frequent first reasons"]
    write(Path(__file__).parent, "Best moves with an explanation", table(header, rows))


if __name__ == "__main__":
    main()
