"""A new game is one package and one registration line, and every tool finds all that the package brings.

The package is `takeaway/`, laid out like those in `plyground/games`. Compiling a native game takes too long for a
test, so its rules are in Python: everything above the positions is the same. `cpp/tests/new_game_test.cpp` does the
C++ half, a tiny game that perft and the playing search take without a line anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground import abilities
from plyground.games import files, registry
from plyground.play.hints import hints
from plyground.play.levels import Level, ratings_of
from plyground.play.reasoning.material import passed
from plyground.protocol import Side
from plyground.record import Record
from plyground.search.features import evaluator
from plyground.search.limits import Limits
from plyground.search.score import Score, wdl
from plyground.search.searcher import bench
from plyground.testing import check_game

REGISTRATION = {"takeaway": "tests.games.takeaway:Takeaway"}
"""The one line, as in `BUILT_IN`."""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "BUILT_IN", {**registry.BUILT_IN, **REGISTRATION})
    files.notations.cache_clear()
    ratings_of.cache_clear()
    yield
    files.notations.cache_clear()
    ratings_of.cache_clear()


@pytest.fixture
def game() -> Any:
    return plyground.game("takeaway")


def test_game_is_listed_with_its_presets_and_keeps_the_contract(game: Any) -> None:
    assert {"takeaway:plain", "takeaway:misere"} < set(plyground.game_names())
    assert plyground.game("takeaway:plain") is game
    assert check_game(game).positions > 10


def test_game_has_every_ability(game: Any) -> None:
    protocols = [value for name, value in vars(abilities).items() if name.startswith("Has")]
    assert len(protocols) >= 10
    # Stones are no game of the package chess, never move, have no phases, openings and weights, and are never solved.
    missing = {each for each in protocols if not isinstance(game, each)}
    assert missing == {
        abilities.HasChessBoard,
        abilities.HasPhases,
        abilities.HasDatabases,
        abilities.HasDatabaseSearch,
        abilities.HasProber,
        abilities.HasOpenings,
        abilities.HasReach,
        abilities.HasWeights,
    }


def test_custom_rules_are_found_by_the_family(game: Any) -> None:
    assert "takeaway" in registry.families_with_rules()
    rules = registry.rules_type("takeaway").from_options({"stones": 4})
    assert len(registry.game_with_rules("takeaway", rules).start().pieces) == 4
    assert game.start() != registry.game_with_rules("takeaway", rules).start()


def test_files_are_written_and_read_in_its_own_notation(game: Any, tmp_path: Path) -> None:
    record = Record(
        game.with_rules(registry.rules_type("takeaway").from_options({"stones": 5})).start(), ["take2", "take1"]
    )
    text = plyground.write_game(record)
    assert '[Takeaway "stones=5"]' in text
    path = tmp_path / "game.take"
    path.write_text(text, encoding="utf-8")
    for source in (text, path):
        (read,) = plyground.read_games(source)
        assert read.game.rules == record.game.rules  # type: ignore[attr-defined]
        assert read.record().moves == record.moves


def test_hints_give_the_facts_of_the_game(game: Any) -> None:
    best = hints(Record(game.start()), Limits(depth=8)).moves[0]
    assert str(best.move) == "take1"
    reason = next(reason for reason in best.reasons if reason.code == "leaves_multiple_of_three")
    assert reason.text == "leaves multiple of three"
    assert passed(game.start()).side_to_move is Side.BLACK  # type: ignore[union-attr]


def test_search_uses_its_odds_evaluations_and_bench(game: Any) -> None:
    assert wdl(game, Score(50, Side.WHITE)) == (500, 381, 119)
    assert evaluator("stones", 0)(game.start()) == 7
    assert [position.fen for position, _ in bench(game)] == ["(white,7)", "(white,4)"]
    assert abilities.bench_of(game).perft_depth == 4


def test_levels_have_its_ratings(game: Any) -> None:
    assert str(Level.of(1).rating(game)) == "120 ± 40"
    assert ratings_of(1)["takeaway:plain"] == 120
