"""The evaluations of Sanmill's white papers by name, counted again point by point."""

from __future__ import annotations

import random

import pytest

from plyground.games.mill import Mill
from plyground.games.native import NativePosition
from plyground.protocol import Side
from plyground.search import deepening
from plyground.search.features import Features
from plyground.search.textbook import solve


def material(position: NativePosition, side: Side) -> int:
    on_board = sum(piece == f"{side.value} man" for piece in position.pieces.values())
    return 5 * (on_board + position.hand[side])


def mobility(position: NativePosition, side: Side) -> int:
    neighbours: dict[str, set[str]] = {}
    for one, other in position.game.geometry.lines:
        neighbours.setdefault(one, set()).add(other)
        neighbours.setdefault(other, set()).add(one)
    men = [point for point, piece in position.pieces.items() if piece == f"{side.value} man"]
    return sum(near not in position.pieces for man in men for near in neighbours[man])


@pytest.mark.parametrize("name", ["mill:nine", "mill:twelve", "mill:lasker", "mill:morabaraba", "mill:three"])
def test_evaluations_agree_with_naive_ones_on_random_positions(name: str) -> None:
    game, seen = Mill(name.partition(":")[2]), set()
    assert game.evaluations == ("material", "material-mobility", "playing")
    for seed in range(10):
        rng, position = random.Random(seed), game.start()
        for _ in range(80):
            if position.result is not None:
                break
            us, them = position.side_to_move, position.side_to_move.other
            men = material(position, us) - material(position, them)
            assert position.evaluate("material") == men
            steps = mobility(position, us) - mobility(position, them)
            assert position.evaluate("material-mobility") == men + steps, position.fen
            seen.add(men + steps)
            position = position.after(rng.choice(list(position.legal_moves)))
    assert len(seen) > 10


@pytest.mark.parametrize("name", ["mill:nine", "mill:twelve"])
def test_searches_by_every_named_evaluation_agree_in_both_forms(name: str) -> None:
    game = Mill(name.partition(":")[2])
    position = game.start()
    for token in ("d6", "f4", "d2", "b4"):
        position = position.after(token)
    for evaluation in game.evaluations:
        features = Features(evaluation=evaluation, killers=True)
        assert solve(position, "alphabeta", 2, features) == deepening.solve(position, "alphabeta", 2, features)
