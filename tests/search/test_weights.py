"""Weights in files: written and read, partly or wholly, refused with one sentence, and used everywhere."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground.errors import InvalidRules
from plyground.games.native import NativeGame, NativePosition
from plyground.lab.textbook_search import textbook_search
from plyground.play.spec import player
from plyground.search import deepening
from plyground.search.features import Features
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher
from plyground.search.textbook import solve
from plyground.search.weights import Weights

FAMILIES = ("chess", "mill:nine", "mill:twelve", "draughts:russian", "draughts:international")


def native(name: str) -> NativeGame:
    game = plyground.game(name)
    assert isinstance(game, NativeGame)
    return game


def random_positions(name: str, games: int = 6, plies: int = 60) -> Iterator[NativePosition]:
    game = native(name)
    for seed in range(games):
        rng, position = random.Random(seed), game.start()
        for _ in range(plies):
            if position.result is not None:
                break
            yield position
            position = position.after(rng.choice(list(position.legal_moves)))


@pytest.mark.parametrize("name", FAMILIES)
def test_file_gives_the_same_weights_back(name: str, tmp_path: Path) -> None:
    game, path = native(name), tmp_path / "weights.toml"
    rng = random.Random(1)
    weights = Weights(game, tuple(rng.randrange(-300, 300) for _ in game.weights))
    weights.write(path)
    assert Weights.read(path, game) == weights
    assert tomllib.loads(path.read_text())["game"] == name
    assert max(map(len, path.read_text().splitlines())) <= 120


def test_weights_that_a_file_leaves_out_stay_as_shipped(tmp_path: Path) -> None:
    path = tmp_path / "mill.toml"
    path.write_text('game = "mill:nine"\n[moving]\nmills = 61\n')
    game = plyground.game("mill")
    shipped, read = Weights.shipped(game), Weights.read(path, game)
    assert (shipped["moving.mills"], read["moving.mills"]) == (60, 61)
    assert sum(one != two for one, two in zip(shipped.values, read.values, strict=True)) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('game = "chess"\n', "weights_game"),
        ("[moving]\nmagic = 1\n", "weights_name"),
        ("[moving]\nmills = 99999\n", "weights_value"),
        ("[moving]\nmills = true\n", "weights_value"),
        ("[moving]\nmills = [1]\n", "weights_value"),
        ("moving = 3\n", "weights_name"),
        ("not toml", "weights_file"),
    ],
)
def test_unusable_file_is_refused(text: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(InvalidRules) as caught:
        Weights.read(path, plyground.game("mill"))
    assert caught.value.code == code
    assert len(str(caught.value).splitlines()) == 1


def test_lists_need_their_shape() -> None:
    chess = Weights.shipped(plyground.game("chess"))
    with pytest.raises(InvalidRules, match=r"placement\.piece .* list of 6"):
        chess.updated({"placement": {"piece": [[1, 2]]}})
    assert chess.updated({"structure": {"doubled": [-7, -9]}})["structure.doubled"] == [-7, -9]


def test_games_without_weights_say_so() -> None:
    with pytest.raises(InvalidRules, match="no weights"):
        Weights.shipped(plyground.game("connect-four"))
    with pytest.raises(InvalidRules, match="for"):
        Searcher(plyground.game("chess"), hash_mb=1, weights=Weights.shipped(plyground.game("mill")))


@pytest.mark.parametrize("name", FAMILIES)
def test_shipped_weights_by_name_change_nothing(name: str) -> None:
    game = plyground.game(name)
    given = Searcher(game, hash_mb=1, weights=Weights.shipped(game))
    default = Searcher(game, hash_mb=1)
    for position in list(random_positions(name, games=2))[::7]:
        first, second = (one.analyse(position, Limits(nodes=2_000)) for one in (default, given))
        assert (first.score, first.line, first.nodes) == (second.score, second.line, second.nodes)


@pytest.mark.parametrize("name", FAMILIES)
def test_value_follows_the_weights_linearly_where_only_material_counts(name: str) -> None:
    """Twice the plain weights are twice the value; by halves, because shares are rounded."""
    game = plyground.game(name)
    plain = Weights.plain(game).values
    seen = set()
    for position in random_positions(name, games=3):
        once = position.evaluate("playing", 0, list(plain))
        twice = position.evaluate("playing", 0, [2 * value for value in plain])
        if name != "chess":  # danger to kings is squared
            assert abs(twice - 2 * once) <= 2
        seen.add(once)
    assert len(seen) > 2


@pytest.mark.parametrize("name", ["chess", "mill:nine", "draughts:russian"])
def test_searches_by_the_evaluation_that_plays_agree_in_both_forms(name: str) -> None:
    game = plyground.game(name)
    position = list(random_positions(name, games=1, plies=12))[-1]
    for weights in ((), Weights.plain(game).values):
        features = Features(evaluation="playing", weights=weights, killers=True)
        assert solve(position, "alphabeta", 2, features) == deepening.solve(position, "alphabeta", 2, features)


def test_lab_and_players_use_the_weights_of_a_file(tmp_path: Path) -> None:
    """An extra queen is no advantage if it is worth nothing."""
    path, chess = tmp_path / "some folder" / "no queens.toml", plyground.game("chess")
    pieces = Weights.shipped(chess)["placement.piece"]
    pieces[4] = [0, 0]
    Weights.shipped(chess).updated({"placement": {"piece": pieces}}).write(path)
    record = plyground.Record(chess.from_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))
    spec = f"engine:seconds=0.05,weights={str(path).replace(' ', '%20')}"
    usual, changed = player("engine:seconds=0.05"), player(spec)
    for one in (usual, changed):
        one.new_game(chess)
    assert changed.move(record).value < 400 < usual.move(record).value
    search = textbook_search("alphabeta", chess, weights=Weights.read(path, chess))
    assert search.evaluation == "playing"
    assert search.search(record.position, 1).value < 400


def test_saved_table_of_other_weights_is_refused(tmp_path: Path) -> None:
    game, path = plyground.game("mill"), tmp_path / "mill.tt"
    Searcher(game, hash_mb=1).save_tt(path)
    with pytest.raises(plyground.InvalidTT):
        Searcher(game, hash_mb=1, weights=Weights.plain(game)).merge_tt(path)
