"""Engines that misbehave lose that game, with the reason and the log kept, and are restarted for the next."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import PATIENCE_MS

import plyground
from plyground.arena import game_task
from plyground.arena.game_task import MARGIN_MS, Conditions
from plyground.arena.played import PlayedGame
from plyground.arena.tournament import OpeningChoice, Plan, Tournament
from plyground.arena.worker_setup import player_specs
from plyground.play import program_player
from plyground.play.clock import TimeControl
from plyground.play.player import Player
from plyground.search.result import SearchResult

MOCK = Path(__file__).parent.parent / "engines" / "mock_engine.py"


def play(
    behaviour: str, folder: Path, control: str = "depth=1", games: int = 2, margin_ms: int = MARGIN_MS
) -> list[PlayedGame]:
    """A mock engine against our own bot, in this process."""
    mock = f"uci:{sys.executable} {MOCK} {behaviour} game=connect-four name=Mock"
    plan = Plan(
        player_specs([mock, "random"]),
        Conditions(plyground.game("connect-four"), TimeControl.parse(control), margin_ms=margin_ms),
        games,
        opening=OpeningChoice(random_plies=2, seed=3),
    )
    tournament = Tournament(plan, folder=folder, concurrency=0)
    try:
        return list(tournament.run())
    finally:
        tournament.close()


def test_an_engine_that_behaves_has_no_faults(tmp_path: Path):
    games = play("well", tmp_path)
    assert [game.fault for game in games] == [None, None]
    assert not list((tmp_path / "logs").iterdir())


@pytest.mark.parametrize(
    ("behaviour", "termination"),
    [
        ("crashes:2", "crash"),
        ("aborts:1", "crash"),
        ("hangs:1", "hang"),
        ("ignores-stop:1", "hang"),
        ("floods:1", "hang"),
        ("illegal:2", "illegal_move"),
        ("garbage:2", "illegal_move"),
        ("no-move:2", "player_fault"),
    ],
)
def test_the_game_is_lost_with_the_reason_and_the_log(behaviour: str, termination: str, tmp_path: Path):
    # Only what never answers meets a clock: anything else could be late on a slow machine. Our bot never is.
    control = "movetime=0.5" if termination == "hang" else "depth=1"
    games = play(behaviour, tmp_path, control, margin_ms=PATIENCE_MS)
    for game in games:
        assert game.fault is not None
        culprit = game.white if game.fault.side == "white" else game.black
        assert culprit == "Mock"
        assert game.points("Mock") == 0
        assert game.result.termination == termination
        assert game.fault.words
        assert game.fault.log is not None
        assert "go " in (tmp_path / "logs" / game.fault.log).read_text(errors="replace")


def test_an_engine_that_is_late_loses_on_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    # However late the engine is, it does not hang; and our bot, whose time the arena measures, needs none.
    monkeypatch.setattr(program_player, "OVERTIME_MS", PATIENCE_MS)
    monkeypatch.setattr(game_task, "perf_counter", lambda: 0.0)
    games = play("well delay=0.6", tmp_path, control="movetime=0.3")
    assert {game.result.termination for game in games} == {"time_forfeit"}
    assert all(game.points("Mock") == 0 and "exceeded" in str(game.fault) for game in games)


def test_an_engine_that_does_not_start_loses_and_the_other_games_go_on(tmp_path: Path):
    plan = Plan(
        player_specs(["uci:/nowhere/engine", "random", "random"]),
        Conditions(plyground.game("connect-four"), TimeControl(depth=1)),
        2,
    )
    games = list(Tournament(plan, concurrency=0).run())
    assert len(games) == 6
    assert sum(game.result.termination == "crash" for game in games) == 4


class Raising(Player):
    """A player that has a mistake in it."""

    def move(self, record, clock=None, on_progress=None, stop=None):
        raise ZeroDivisionError("never divide by zero")


def test_a_python_player_that_raises_loses_with_its_exception_named(tmp_path: Path):
    plan = Plan(
        player_specs([Raising(), "random"]), Conditions(plyground.game("connect-four"), TimeControl(depth=1)), 2
    )
    games = list(Tournament(plan, concurrency=0).run())
    assert [game.points("Raising") for game in games] == [0, 0]
    assert all("ZeroDivisionError: never divide by zero" in str(game.fault) for game in games)


class Returning(Player):
    """A player that returns something else than a result with a move."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def move(self, record, clock=None, on_progress=None, stop=None):
        return self.answer


@pytest.mark.parametrize("answer", [None, 7, "z9", b"d", ["d"], SearchResult(line=()), SearchResult(line=("z9",))])
def test_a_python_player_that_returns_no_move_loses(answer: object):
    plan = Plan(
        player_specs([Returning(answer), "random"]),
        Conditions(plyground.game("connect-four"), TimeControl(depth=1)),
        2,
    )
    games = list(Tournament(plan, concurrency=0).run())
    assert [(game.points("Returning"), game.result.termination) for game in games] == [(0, "illegal_move")] * 2


def test_an_option_that_an_engine_does_not_have_is_no_illegal_move(tmp_path: Path):
    games = play("well option.Nonsense=1", tmp_path)
    assert {game.result.termination for game in games} == {"player_fault"}
