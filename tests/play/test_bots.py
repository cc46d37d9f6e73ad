"""The course work's bots by name."""

from __future__ import annotations

import pytest

import plyground
from plyground.errors import UnknownGame
from plyground.play.bots import NAMES, TextbookBot, bot, evaluation_in
from plyground.play.referee import Player
from plyground.record import Record


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ["draughts", "chess", "mill", "connect-four"])
def test_every_bot_plays_every_game(name: str, game: str) -> None:
    record = Record(plyground.game(game).start())
    player: Player = bot(name if name == "random" else f"{name}:depth=2")
    for _ in range(12):
        if record.outcome() is None:
            record.push(player.choose(record))
    assert len(record) == 12


def test_same_seed_plays_the_same_game_and_another_seed_another() -> None:
    def moves(seed: int) -> list[str]:
        record = Record(plyground.game("draughts").start())
        player = bot(f"alphabeta:depth=3,seed={seed}")
        for _ in range(16):
            record.push(player.choose(record))
        return [str(move) for move in record.moves]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(6)}) > 1


def test_the_bots_differ_as_in_the_course_work() -> None:
    draughts = plyground.game("draughts")
    weak, strong = bot("minimax-weak"), bot("negascout-tt")
    assert isinstance(weak, TextbookBot)
    assert isinstance(strong, TextbookBot)
    assert evaluation_in(draughts, weak.kind) == "piece-count+noise"
    assert evaluation_in(draughts, strong.kind) == "piece-row+noise"
    assert evaluation_in(plyground.game("chess"), strong.kind) == "+noise"
    assert strong.kind.features.tt


def test_minimax_alphabeta_and_negascout_choose_moves_of_the_same_value() -> None:
    record = Record(plyground.game("draughts").start())
    values = {name: bot(f"{name}:depth=4").think(record).value for name in ("minimax", "alphabeta", "negascout")}  # type: ignore[attr-defined]
    assert len(set(values.values())) == 1


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("alphabeta:dept=3", "the bot alphabeta has no option 'dept=3'; expected depth=N, seed=N"),
        ("alphabeta:depth=x", "the bot alphabeta has no option 'depth=x'; expected depth=N, seed=N"),
        ("random:depth=3", "the bot random has no option 'depth=3'; expected seed=N"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(UnknownGame, match=sentence):
        bot(spec)
