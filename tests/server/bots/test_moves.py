"""Moves of bots: every kind of bot finds a legal move in every game, within its time, and can be stopped."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import pytest

from plyground.database.files import book_path, lessons_path
from plyground.database.lessons import Lesson, Lessons
from plyground.database.own_book import BookEntry, move_number, write_book
from plyground.games.registry import game, game_names
from plyground.server.bots import moves as bot_moves
from plyground.server.bots.moves import LostGame, MoveRequest, choose_move, learn, try_engine
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


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    return tmp_path


def test_a_bot_plays_from_the_book_that_was_built(own_data: Path) -> None:
    chess = game("chess")
    write_book(book_path(chess), chess, [BookEntry(chess.start().key, move_number("b2b4"), 1, 12)])
    found = choose_move(turn("best", "chess", seat="book"), JobContext(print))
    assert (found.move, found.score) == ("b2b4", 12)
    assert choose_move(turn("level=1", "chess", seat="no book"), JobContext(print)).move in chess.start().legal_moves


def test_a_bot_learns_from_a_lost_game_and_does_not_repeat_it(own_data: Path) -> None:
    chess = game("chess")
    played = PositionQuery(game="chess", moves=["f2f3", "e7e5", "g2g4", "d8h4"])
    lost = LostGame(
        spec="engine:level=5", position=played, loser="white", termination="checkmate", scores={0: 0, 2: -40}
    )
    assert learn(lost, JobContext(print)).ply == 2
    before = record_of(PositionQuery(game="chess", moves=["f2f3", "e7e5"])).position
    assert Lessons(chess, lessons_path(chess)).of(before) == [Lesson("g2g4", 5, 1)]
    for seed in range(8):
        request = turn("level=5", "chess", "f2f3", "e7e5", seat=f"lesson {seed}", seed=seed)
        assert choose_move(request, JobContext(print)).move != "g2g4"


@pytest.mark.parametrize(("spec", "termination"), [("engine:level=5", "time_forfeit"), ("random", "resignation")])
def test_a_bot_learns_nothing_from_its_clock_or_by_chance(own_data: Path, spec: str, termination: str) -> None:
    played = PositionQuery(game="chess", moves=["f2f3", "e7e5"])
    lost = LostGame(spec=spec, position=played, loser="white", termination=termination, scores={0: 0})
    assert learn(lost, JobContext(print)).ply is None
