"""A corpus of random games of every variant: written, read back and written again without a difference."""

from __future__ import annotations

from random import Random

import pytest

import plyground
from plyground.games.draughts import PRESETS
from plyground.games.draughts.notation import PDN
from plyground.notation.annotated import AnnotatedGame
from plyground.record import Record

read_games, write_game = PDN.read_games, PDN.write_game

# This preset differs in when a game is drawn, which PDN cannot say.
VARIANTS = [variant for variant in PRESETS if variant != "russian-200"]


def random_game(variant: str, random: Random) -> AnnotatedGame:
    """A game to its end, or a part of one, with comments and variations here and there."""
    game = plyground.game(f"draughts:{variant}")
    record = Record(game.start())
    for _ in range(random.choice((20, 60, 200))):
        if record.outcome() is not None:
            break
        record.push(random.choice(list(record.position.legal_moves)))
    annotated = AnnotatedGame.from_record(record, {"Event": f"Corpus {random.random()}", "White": 'A "white" \\ name'})
    nodes = list(annotated.walk())
    for node in random.sample(nodes, min(4, len(nodes))):
        node.comment = random.choice(("good", "a comment of several words (and signs) 1-0", "[%clk 0:05:00]"))
        if node.parent is not None:
            node.parent.add(random.choice(list(node.parent.position.legal_moves)))
            node.nags.append(random.randint(1, 6))
    return annotated


def shape(game: AnnotatedGame) -> list[object]:
    return [(node.ply, str(node.move), node.comment, node.nags, node.position.fen) for node in game.walk()]


def check_corpus(variant: str, count: int) -> None:
    random = Random(f"{variant} {count}")
    games = [random_game(variant, random) for _ in range(count)]
    text = "\n".join(write_game(game) for game in games)
    again = list(read_games(text))
    assert "\n".join(write_game(game) for game in again) == text
    for game, read in zip(games, again, strict=True):
        assert read.game is game.game
        assert read.result == game.result
        assert shape(read) == shape(game)


@pytest.mark.parametrize("variant", VARIANTS)
def test_fifty_games_round_trip(variant):
    check_corpus(variant, 50)


@pytest.mark.bench
@pytest.mark.parametrize("variant", VARIANTS)
def test_five_hundred_games_round_trip(variant):
    check_corpus(variant, 500)
