"""Levels of the engine: weaker ones search less and make plausible mistakes; the same seed plays the same game."""

from __future__ import annotations

import pytest

import plyground
from plyground.errors import InvalidRules
from plyground.play.clock import Clock, TimeControl
from plyground.play.decisions import ScoreHistory, is_early
from plyground.play.engine_player import EnginePlayer
from plyground.play.levels import HIGHEST, LOWEST, Level
from plyground.protocol import Side
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.result import RankedLine
from plyground.search.score import WIN, Score

GAMES = ["chess", "draughts", "draughts:international", "mill", "mill:morabaraba", "connect-four"]


def ranked(*values: int) -> list[RankedLine]:
    return [RankedLine(Score(value, Side.WHITE), "exact", 1, 1, ()) for value in values]


def test_each_level_looks_at_more_and_errs_less_than_the_one_below():
    levels = [Level.of(number) for number in range(LOWEST, HIGHEST + 1)]
    assert [level.nodes for level in levels] == sorted({level.nodes for level in levels})
    assert [level.softness_cp for level in levels] == sorted((level.softness_cp for level in levels), reverse=True)
    assert levels[-1].softness_cp == 0


@pytest.mark.parametrize("number", [0, 21, -3])
def test_there_is_no_other_level(number: int):
    with pytest.raises(InvalidRules, match="Choose one from 1 to 20"):
        Level.of(number)


def test_a_soft_level_prefers_better_moves_and_never_an_implausible_one():
    lines = ranked(50, 0, -200, -900)
    chosen = [Level.of(1).choose(lines, seed).score.value for seed in range(2_000)]
    counts = [chosen.count(line.score.value) for line in lines]
    assert counts[0] > counts[1] > counts[2] > 0
    assert counts[3] == 0


def test_a_firm_level_always_plays_the_best_move():
    assert all(Level.of(20).choose(ranked(5, 4, 3), seed).score.value == 5 for seed in range(100))


def test_even_the_lowest_level_takes_a_win_at_hand():
    assert all(Level.of(1).choose(ranked(WIN - 1, 900), seed).score.value == WIN - 1 for seed in range(100))


def test_moves_that_were_not_looked_at_are_not_chosen():
    lost, unseen = ranked(4 - WIN, 0), RankedLine(Score(0, Side.WHITE), "exact", 0, 0, ())
    assert all(Level.of(1).choose(lost, seed).score.value == 4 - WIN for seed in range(100))
    assert all(Level.of(1).choose([*ranked(10), unseen], seed).score.value == 10 for seed in range(100))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [1, 8, 20])
def test_every_level_plays_every_game(name: str, level: int):
    record = Record(plyground.game(name).start())
    player = EnginePlayer(level=level, seed=3, hash_mb=1)
    for _ in range(4):
        record.push(player.move(record).line[0])
    assert len(record) == 4


def test_the_same_seed_plays_the_same_game_and_another_one_another():
    def moves(seed: int) -> list[str]:
        record = Record(plyground.game("chess").start())
        player = EnginePlayer(level=3, seed=seed, hash_mb=1)
        for _ in range(12):
            record.push(player.move(record).line[0])
        return [str(move) for move in record.moves]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(5)}) > 1


def test_a_level_is_bound_by_tighter_limits():
    record = Record(plyground.game("chess").start())
    assert EnginePlayer(level=20, hash_mb=1).search(record, Limits(nodes=500)).nodes <= 500
    assert EnginePlayer(level=20, hash_mb=1).move(record, Clock(TimeControl(nodes=500))).nodes <= 500


def test_it_resigns_only_after_several_hopeless_moves():
    lost = plyground.game("chess").from_fen("7k/8/8/8/8/8/QR6/K7 b - - 0 1")
    record = Record(lost)
    player, history = EnginePlayer(level=10, hash_mb=1), ScoreHistory()
    seen = []
    for white in ("Kb1", "Ka1") * 3:
        result = player.move(record)
        history.note(len(record), result)
        record.push(result.line[0])
        seen.append(history.should_resign)
        record.push(white)
    assert seen == [False] * 5 + [True]
    history.forget_from(0)
    assert not history.should_resign, "what was taken back does not count"


def test_it_takes_a_draw_late_and_when_not_better():
    even = plyground.game("chess").from_fen("7k/7p/8/8/8/8/7P/7K w - - 0 1")
    record = Record(even)
    player, history = EnginePlayer(level=10, hash_mb=1), ScoreHistory()
    history.note(0, player.move(record))
    assert not history.accepts_draw(0)
    for move in ("h1g1", "h8g8", "g1h1", "g8h8") * 8:
        record.push(move)
    history.note(len(record), player.move(record))
    assert history.accepts_draw(len(record))


def test_it_takes_a_draw_at_once_when_it_is_worse_but_not_in_the_opening():
    assert ScoreHistory({0: -300}).accepts_draw(1)
    assert is_early(Record(plyground.game("chess").start(), ["e4", "e5"]))
    assert not is_early(Record(plyground.game("chess").from_fen("7k/7p/8/8/8/8/7P/7K w - - 0 1")))
