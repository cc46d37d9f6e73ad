"""Monte Carlo tree search: both forms play the same games, and enough of them find the move."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground
from plyground.record import Record
from plyground.search import mcts, textbook
from plyground.search.limits import SearchStopped, StopFlag

TOY = plyground.game(f"{Path(__file__).parents[1] / 'games' / 'toy.py'}:SmallMill")


@pytest.mark.parametrize("name", ["chess", "mill:nine", "mill:three", "draughts:russian", "connect-four", "toy"])
@pytest.mark.parametrize("seed", [0, 5])
def test_native_and_python_play_the_same_games(name: str, seed: int) -> None:
    start = (TOY if name == "toy" else plyground.game(name)).start()
    ours, native = mcts.mcts(start, 60, seed), textbook.mcts(start, 60, seed)
    assert str(native.move) == str(ours.move)
    assert (native.sampling, native.nodes) == (ours.sampling, ours.nodes)


def test_enough_games_find_the_winning_move() -> None:
    position = Record(plyground.game("connect-four").start(), "dadbdc").position
    assert str(textbook.mcts(position, 2_000).move) == "d"


def test_finished_game_has_no_move() -> None:
    mated = Record(plyground.game("chess").start(), ["f3", "e5", "g4", "Qh4"]).position
    assert textbook.mcts(mated, 10).move is None
    assert mcts.mcts(mated, 10).move is None


def test_stop_ends_it() -> None:
    stop = StopFlag()
    stop.request()
    with pytest.raises(SearchStopped):
        textbook.mcts(plyground.game("chess").start(), 10**9, stop=stop)
