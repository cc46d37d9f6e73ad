"""Moves of bots: every kind of bot finds a legal move in every game, within its time, and can be stopped."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from plyground.games.registry import game, game_names
from plyground.server.bots import moves as bot_moves
from plyground.server.bots.moves import MoveRequest, choose_move, try_engine
from plyground.server.bots.roster import Roster
from plyground.server.positions import record_of
from plyground.server.wire.parts import Clocks, PositionQuery
from plyground.server.workers.job import JobContext

MOCK = Path(__file__).parents[2] / "engines/mock_engine.py"
OURS = f"{sys.executable} -m plyground.uci.engine"


HOUR_MS = 3_600_000
"""A bot with this much time for a move answers in time for a test only if something else ends its thinking."""


def turn(
    choice: str,
    name: str,
    *moves: str,
    left_ms: int | None = None,
    move_ms: int | None = None,
    seat: str = "a",
    seed: int = 1,
    start: str = "",
) -> MoveRequest:
    bot = Roster({"ours": OURS}).find(choice)
    clocks = None if left_ms is None else Clocks(white_ms=left_ms, black_ms=left_ms, running="white", delay_ms=0)
    return MoveRequest(
        spec=bot.spec,
        seat=seat,
        seed=seed,
        position=PositionQuery(game=name, start=start, moves=list(moves)),
        clocks=clocks,
        move_ms=move_ms or bot.move_ms,
        max_ms=move_ms or bot.max_ms,
    )


@pytest.mark.parametrize("name", ["chess", "draughts", "mill:twelve", "connect-four", "draughts:frisian"])
@pytest.mark.parametrize("spec", ["level=1", "level=9:style=solid", "best:seconds=0.05", "random", "negascout-tt"])
def test_a_move_is_legal(spec: str, name: str) -> None:
    request = turn(spec, name, seat=f"{spec} {name}")
    assert choose_move(request, JobContext(print)).move in record_of(request.position).position.legal_moves


def test_all_games_are_played_by_a_level() -> None:
    for name in game_names():
        request = turn("level=4", name, seat=name)
        assert choose_move(request, JobContext(print)).move in game(name).start().legal_moves
    assert len(bot_moves._players) <= bot_moves.MAX_PLAYERS


def test_the_seed_decides_what_a_bot_plays() -> None:
    def first(seed: int) -> str:
        return choose_move(turn("random", "chess", seat=f"seed {seed}", seed=seed), JobContext(print)).move

    assert first(5) == first(5)
    assert len({first(seed) for seed in range(20)}) > 5


def test_a_clock_that_is_nearly_over_is_kept() -> None:
    for spec in ("best", "minimax:depth=20", "engine=ours"):
        for left_ms in (900, 300):
            request = turn(spec, "chess", left_ms=left_ms, move_ms=HOUR_MS, seat=spec)
            assert choose_move(request, JobContext(print)).move in record_of(request.position).position.legal_moves


def test_thinking_ends_when_it_is_stopped() -> None:
    for spec in ("best", "alphabeta:depth=20"):
        context = JobContext(print)
        threading.Timer(0.1, context.stop.request).start()
        assert choose_move(turn(spec, "chess", move_ms=HOUR_MS, seat=f"stopped {spec}"), context).move


def test_an_external_engine_plays_and_says_which_games_it_knows() -> None:
    assert try_engine(OURS, JobContext(print)) == ["chess", "draughts", "mill", "connect-four"]
    found = choose_move(turn("engine=ours:seconds=0.05", "mill", seat="x"), JobContext(print))
    assert found.move in game("mill").start().legal_moves
    bot_moves._players.pop("x").close()
