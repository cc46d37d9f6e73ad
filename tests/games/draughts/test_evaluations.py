"""The evaluations of the classic bots, by name."""

from __future__ import annotations

import pytest
from tests.games.draughts.boards import drawn, game, random_positions

from plyground.errors import InvalidRules
from plyground.games.chess import Chess

PICTURE = """
    . . . . . . . X
    . . . . . . . .
    . . . x . . . .
    . . . . . . . .
    . o . . . . . .
    . . . . . . . .
    . . . . . O . .
    o . O . . . . .
"""


def test_piece_count_is_one_for_a_man_and_two_for_a_king():
    assert drawn(PICTURE).evaluate("piece-count") == (1 + 1 + 2 + 2) - (1 + 2)
    assert drawn(PICTURE, "black").evaluate("piece-count") == -3


def test_piece_row_is_five_and_the_rows_advanced_for_a_man_and_fifteen_for_a_king():
    assert drawn(PICTURE).evaluate("piece-row") == (5 + 3) + (5 + 0) + 15 + 15 - ((5 + 2) + 15)


@pytest.mark.parametrize("name", ["piece-count", "piece-row"])
def test_noise_is_a_byte_that_depends_on_seed_and_position_alone(name):
    noises = set()
    for position in random_positions("russian", games=2, plies=60, seed=1):
        value, noisy = position.evaluate(name), position.evaluate(f"{name}+noise", seed=7)
        assert 0 <= noisy - 256 * value < 256
        assert game("russian").from_fen(position.fen).evaluate(f"{name}+noise", seed=7) == noisy
        noises.add(noisy - 256 * value)
        noises.add(position.evaluate(f"{name}+noise", seed=8) - 256 * value)
    assert len(noises) > 50


def test_unknown_evaluation_is_refused():
    assert game("russian").evaluations[:4] == ("piece-count", "piece-row", "piece-count+noise", "piece-row+noise")
    with pytest.raises(InvalidRules) as caught:
        game("russian").start().evaluate("material")
    assert "piece-count" in str(caught.value)
    assert "piece-count" not in Chess().evaluations
