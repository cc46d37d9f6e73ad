"""Nine men's morris compared with OpenSpiel: equal legal moves and results along random games.

OpenSpiel numbers the points row by row from a7, makes a removal a separate action, draws after 200 turns and knows
no repetition. Its points and actions are read from its own texts.
"""

from __future__ import annotations

import importlib
import os
import random
from typing import Any

import pytest

from plyground.games.mill import Mill
from plyground.protocol import Side

NINE = Mill()
TURN_CAP = 200


def need_module(name: str) -> Any:
    """A module that the tests compare with; without it they are skipped, but on CI they fail."""
    try:
        return importlib.import_module(name)
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the module {name} is not installed", allow_module_level=True)


pyspiel: Any = need_module("pyspiel")
POINTS = [point.name for point in sorted(NINE.geometry.points, key=lambda point: (-point.y, point.x))]


def token(state: Any, action: int) -> str:
    """An action of OpenSpiel without its removals: 'Point 3' or 'Move 4 -> 7'."""
    words = state.action_to_string(action).split()
    return "-".join(POINTS[int(word)] for word in words if word.isdigit())


def turns(state: Any) -> dict[str, Any]:
    """Every whole turn of a state: its token and the state after it."""
    found = {}
    for action in state.legal_actions():
        after = state.child(action)
        if not after.is_terminal() and after.current_player() == state.current_player():
            for removal in after.legal_actions():
                found[f"{token(state, action)}x{token(after, removal)}"] = after.child(removal)
        else:
            found[token(state, action)] = after
    return found


def winner(state: Any) -> Side | None:
    return {1.0: Side.WHITE, -1.0: Side.BLACK, 0.0: None}[state.returns()[0]]


def compare_game(seed: int) -> str:
    """One random game, captures preferred so that it ends; returns how it ended."""
    rng = random.Random(seed)
    state, position = pyspiel.load_game("nine_mens_morris").new_initial_state(), NINE.start()
    for _ in range(TURN_CAP):
        if position.result is not None and position.result.termination != "no_removal":
            assert state.is_terminal(), position.fen
            assert winner(state) is position.result.winner, position.fen
            return position.result.termination
        assert not state.is_terminal(), position.fen
        theirs = turns(state)
        ours = {str(move) for move in position.legal_moves}
        assert ours == set(theirs), position.fen
        taking = sorted(turn for turn in ours if "x" in turn)
        turn = rng.choice(taking if taking and rng.random() < 0.7 else sorted(ours))
        state, position = theirs[turn], position.after(turn)
    return "unfinished"


def test_points_are_numbered_row_by_row():
    state = pyspiel.load_game("nine_mens_morris").new_initial_state()
    for point in ("a7", "g1", "d3"):
        after = state.child(POINTS.index(point))
        rows = [row for row in str(after).splitlines()[:13] if "." in row or "W" in row]
        marks = [character for row in rows for character in row if character in ".W"]
        assert marks.index("W") == POINTS.index(point)


def test_random_games_have_equal_moves_and_results():
    endings = {compare_game(seed) for seed in range(40)}
    assert {"few_men"} <= endings


@pytest.mark.bench
def test_many_random_games_have_equal_moves_and_results():
    endings = {compare_game(seed) for seed in range(2_000)}
    assert {"few_men", "no_moves"} <= endings
