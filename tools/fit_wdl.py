"""Fits the curves of `plyground.search.score` to games of the engine with itself: `fit_wdl.py GAME [GAMES] [NODES]`.

Every game begins with a few random moves. Each score that the engine gives on its way is paired with how the game
ended for that side, and the two numbers of the curve are those under which the results are most likely.
"""

from __future__ import annotations

import sys
from itertools import product
from math import log
from random import Random

import plyground
from plyground.abilities import Odds
from plyground.protocol import Game, Side
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.score import is_decisive
from plyground.search.searcher import Searcher

RANDOM_PLIES = 8
LONGEST = 300
Sample = tuple[int, float]
"""A score, and what its side got: 1, 0.5 or 0."""


def play(game: Game, searcher: Searcher, nodes: int, seed: int) -> list[Sample]:
    """The samples of one game; an unfinished game has none."""
    dice, record = Random(seed), Record(game.start())
    scores: list[tuple[int, Side]] = []
    searcher.clear()
    while not (result := record.outcome() or record.standing_draw()):
        if len(record) >= LONGEST:
            return []
        if len(record) < RANDOM_PLIES:
            record.push(dice.choice(list(record.position.legal_moves)))
            continue
        found = searcher.play(record, Limits(nodes=nodes))
        if not is_decisive(found.value):
            scores.append((found.value, record.position.side_to_move))
        assert found.move is not None
        record.push(found.move)
    return [(score, 0.5 if result.winner is None else float(result.winner is side)) for score, side in scores]


def misfit(odds: Odds, samples: list[Sample]) -> float:
    """How unlikely the results are by a curve: the mean of minus the logarithms of their chances."""
    total = 0.0
    for score, got in samples:
        win, loss = odds.win(score), odds.win(-score)
        chance = win if got == 1 else loss if got == 0 else 1 - win - loss
        total -= log(max(chance, 1e-6))
    return total / len(samples)


def fit(samples: list[Sample]) -> Odds:
    """The curve that fits best, on a grid of steps of five hundredths of a man."""
    grid = product(range(5, 500, 5), range(10, 400, 5))
    return min((Odds(float(even), float(scale)) for even, scale in grid), key=lambda odds: misfit(odds, samples))


def main(name: str, games: int = 100, nodes: int = 2_000) -> None:
    """Plays and prints the curve."""
    game = plyground.game(name)
    searcher = Searcher(game, hash_mb=16)
    samples: list[Sample] = []
    for seed in range(games):
        samples += play(game, searcher, nodes, seed)
    # Neighbouring scores are nearly equal, so a part of them is as informative as all.
    chosen = Random(0).sample(samples, min(len(samples), 1_500))
    odds = fit(chosen)
    shares = [sum(got == value for _, got in samples) / len(samples) for value in (1.0, 0.5, 0.0)]
    print(f"{game.name}: {odds}, misfit {misfit(odds, samples):.4f}")
    print(f"{games} games, {len(samples)} scores; won {shares[0]:.0%}, drawn {shares[1]:.0%}, lost {shares[2]:.0%}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
