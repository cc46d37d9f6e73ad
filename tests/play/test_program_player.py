"""Other programs as players, driven by a mock engine."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

import plyground
from plyground.errors import EngineFault
from plyground.play.classic import RandomPlayer
from plyground.play.clock import Clock, TimeControl
from plyground.play.player import Referee
from plyground.play.spec import PlayerSpec

MOCK = Path(__file__).parent.parent / "engines" / "mock_engine.py"


def program(*words: str, log: Path | None = None):
    command = shlex.join([sys.executable, str(MOCK), "well", *words])
    return PlayerSpec.parse(f"uci:{command}").create(log=log)


def said(log: Path, word: str) -> list[str]:
    return [line for line in log.read_text().splitlines() if f"> {word}" in line]


def test_a_program_plays_a_game_for_the_referee():
    four = plyground.game("connect-four")
    record = plyground.Record(four.start())
    player = program("game=connect-four")
    try:
        result = Referee(record, player, RandomPlayer(3)).play()
    finally:
        player.close()
    assert result == record.outcome()
    assert len(record) > 6


def test_a_program_starts_with_its_first_game_and_again_after_it_was_closed(tmp_path: Path):
    log = tmp_path / "mock.log"
    player, chess = program("moves=e2e4,,g1f3", log=log), plyground.game("chess")
    for _ in range(2):
        player.new_game(chess, 1)
        assert str(player.move(plyground.Record(chess.start())).move) == "e2e4"
        player.close()
    assert len(said(log, "ucinewgame")) >= 1


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        ("10+0.1", "go wtime 10000 btime 8000 winc 100 binc 100"),
        ("movetime=0.5", "go movetime 500"),
        ("depth=3,nodes=1000", "go depth 3 nodes 1000"),
    ],
)
def test_a_program_is_told_of_the_clock(control: str, expected: str, tmp_path: Path):
    log = tmp_path / "mock.log"
    player, clock = program("moves=e2e4", log=log), Clock(TimeControl.parse(control), black_ms=8_000)
    player.move(plyground.Record(plyground.game("chess").start()), clock)
    player.close()
    assert said(log, "go ")[0].endswith(expected)


def test_a_program_that_does_not_exist_is_a_fault():
    player = PlayerSpec.parse("uci:/nowhere/engine").create()
    with pytest.raises(EngineFault):
        player.new_game(plyground.game("chess"))
