"""Proven wins and losses of the playing search: the same distances as in a search without pruning."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground.protocol import Game, Position
from plyground.search.limits import Limits
from plyground.search.score import is_decisive
from plyground.search.searcher import Searcher
from plyground.search.textbook import solve

TOY = Path(__file__).parents[1] / "games" / "toy.py"


def decided(game: Game, plies: int, count: int) -> Iterator[tuple[Position, int]]:
    """Positions of random games that are decided within a number of plies, each with its value."""
    chance = random.Random(5)
    while count > 0:
        position = game.start()
        while position.result is None and count > 0:
            if chance.random() < 0.3:
                value = solve(position, "alphabeta", plies).value
                if is_decisive(value):
                    count -= 1
                    yield position, value
            position = position.after(chance.choice(list(position.legal_moves)))


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        ("mill:nine", 4),
        ("mill:twelve", 3),
        ("draughts:russian", 6),
        ("draughts:english", 6),
        ("chess", 3),
        ("connect-four", 4),
        (f"{TOY}:SmallMill", 4),
    ],
)
def test_what_is_proven_has_the_distance_of_a_plain_search(name, plies):
    game = plyground.game(name)
    found = 0
    for position, value in decided(game, plies, 20):
        for depth in (plies, plies + 1, plies + 3):
            score = Searcher(game, hash_mb=1).play(position, Limits(depth=depth)).require_score()
            assert not score.is_decisive or score.value == value, (position.fen, depth)
            found += score.is_decisive
    assert found > 20


@pytest.mark.parametrize("name", ["mill:nine", "draughts:russian", "connect-four"])
def test_win_with_the_next_move_is_seen_at_the_first_depth(name):
    game = plyground.game(name)
    for position, value in decided(game, 1, 10):
        assert Searcher(game, hash_mb=1).play(position, Limits(depth=1)).value == value
