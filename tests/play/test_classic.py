"""The classic bots by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

import plyground
from plyground.errors import UnknownGame
from plyground.play.classic import BOTS, TextbookPlayer, evaluation_in
from plyground.play.clock import Clock, TimeControl
from plyground.play.spec import CLASSIC, player
from plyground.record import Record
from plyground.search.limits import StopFlag
from plyground.search.textbook import solve


@pytest.mark.parametrize("name", CLASSIC)
@pytest.mark.parametrize("game", ["draughts", "chess", "mill", "connect-four"])
def test_every_bot_plays_every_game(name: str, game: str) -> None:
    record = Record(plyground.game(game).start())
    bot = player(name if name == "random" else f"{name}:depth=2")
    for _ in range(12):
        if record.outcome() is None:
            record.push(bot.move(record).line[0])
    assert len(record) == 12


def test_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    def moves(seed: int) -> list[str]:
        record = Record(plyground.game("draughts").start())
        bot = player(f"alphabeta:depth=3,seed={seed}")
        for _ in range(16):
            record.push(bot.move(record).line[0])
        return [str(move) for move in record.moves]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(6)}) > 1


def test_the_bots_differ_in_algorithm_and_evaluation() -> None:
    draughts = plyground.game("draughts")
    weak, strong = player("minimax-weak"), player("negascout-tt")
    assert isinstance(weak, TextbookPlayer)
    assert isinstance(strong, TextbookPlayer)
    assert evaluation_in(draughts, weak.kind) == "piece-count+noise"
    assert evaluation_in(draughts, strong.kind) == "piece-row+noise"
    assert evaluation_in(plyground.game("chess"), strong.kind) == "+noise"
    assert strong.kind.features.tt


def test_minimax_alphabeta_and_negascout_choose_moves_of_the_same_value() -> None:
    record = Record(plyground.game("draughts").start())
    values = set()
    for name in ("minimax", "alphabeta", "negascout"):
        features = replace(BOTS[name].features, evaluation=evaluation_in(record.game, BOTS[name]))
        values.add(solve(record.position, BOTS[name].algorithm, 4, features).value)
    assert len(values) == 1


def test_score_is_given_only_in_hundredths_of_a_man() -> None:
    draughts, chess = (Record(plyground.game(name).start()) for name in ("draughts", "chess"))
    assert player("alphabeta:depth=3").move(draughts).score is None
    assert abs(player("alphabeta:depth=3").move(chess).value) < 200


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "negascout", "negascout-tt", "mtdf"])
def test_a_depth_finds_the_same_move_with_and_without_time(name: str) -> None:
    record = Record(plyground.game("draughts").start(), ["c3-d4", "d6-c5"])
    clock = Clock(TimeControl(move_ms=600_000))
    bot = player(f"{name}:depth=4,seed=3")
    assert str(bot.move(record, clock).move) == str(bot.move(record).move)


def test_a_bot_without_a_depth_uses_its_time_and_can_be_stopped() -> None:
    record, stop = Record(plyground.game("chess").start()), StopFlag()
    result = player("alphabeta").move(record, Clock(TimeControl(base_ms=10**9)), lambda _: stop.request(), stop)
    assert (result.depth, result.move in record.position.legal_moves) == (1, True)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("alphabeta:dept=3", "The bot alphabeta cannot take 'dept=3'. Expected depth=N, seed=N."),
        ("alphabeta:depth=x", "The bot alphabeta cannot take 'depth=x'. Expected depth=N, seed=N."),
        ("random:depth=3", "The bot random cannot take 'depth=3'. Expected seed=N."),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(UnknownGame, match=sentence):
        player(spec)
