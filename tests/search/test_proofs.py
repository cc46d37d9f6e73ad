"""A win or loss that a search reports is true, wherever the search was cut off and whatever its table remembers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import plyground
from plyground.abilities import HasDatabases
from plyground.database.endgame_building import BuildPlan, build_databases
from plyground.database.endgames import Databases
from plyground.protocol import Game, Position
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.result import SearchResult
from plyground.search.searcher import Searcher

GAMES = (
    "chess",
    "chess:960",
    "mill:nine",
    "mill:twelve",
    "mill:three",
    "mill:lasker",
    "mill:morabaraba",
    "draughts:russian",
    "draughts:russian-200",
    "draughts:english",
    "draughts:international",
    "draughts:frisian",
    "draughts:turkish",
    "connect-four",
)
CHECKS = (10, 100, 1_000)
"""A search with this many times the nodes decides; the longer ones only if the shorter ones have proven nothing."""


def cut_nodes(chance: random.Random, most: int = 10_000) -> int:
    """Where a search is cut off: anywhere, small numbers as often as large ones."""
    return round(100 * (most / 100) ** chance.random())


def cut_searches(game: Game, count: int, seed: int) -> Iterator[tuple[Record, int, SearchResult]]:
    """Searches of positions of games with blunders, all with one table that is never cleared."""
    chance, opening = random.Random(seed), 8 if game.name == "connect-four" else 24
    searcher = Searcher(game, hash_mb=4)
    record = Record(game.start())
    while count > 0:
        if record.outcome(claim_draw=True) is not None:
            record = Record(game.start())
        nodes = cut_nodes(chance, 1_000 if game.name == "connect-four" else 10_000)
        if len(record) < opening or chance.random() < 0.3:
            record.push(chance.choice(list(record.position.legal_moves)))
            continue
        result = searcher.play(record, Limits(nodes=nodes))
        count -= 1
        yield record.copy(), nodes, result
        assert result.move is not None
        record.push(result.move)


def is_contradicted(record: Record, nodes: int, claim: SearchResult) -> bool:
    """Whether longer searches reach the claimed distance and prove the opposite, or nothing."""
    score = claim.require_score()
    for factor in CHECKS:
        found = Searcher(record.game, hash_mb=16).play(record, Limits(nodes=factor * nodes))
        if found.require_score().is_decisive:
            return (found.value > 0) != (score.value > 0)
    return found.depth > (score.plies or 0)


def contradicted(game: Game, count: int, seed: int) -> tuple[int, list[str]]:
    """How many wins and losses were reported, and those that are wrong."""
    claims, wrong = 0, []
    for record, nodes, result in cut_searches(game, count, seed):
        if result.require_score().is_decisive:
            claims += 1
            if is_contradicted(record, nodes, result):
                wrong.append(f"{record.position.fen}, {nodes} nodes: {result.move}, {result.score}")
    return claims, wrong


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("count", [200, pytest.param(720, marks=pytest.mark.bench)])
def test_no_longer_search_contradicts_a_proof(name: str, count: int) -> None:
    claims, wrong = contradicted(plyground.game(name), count, seed=1)
    assert not wrong
    assert claims > 0


@pytest.mark.parametrize(
    ("fen", "nodes", "move"),
    [
        ("r1bqkbnr/pp2p3/3p3p/n1p2pp1/1P3B2/3P2PN/P1P1PP1P/R1QNKB1R b KQkq - 1 9", 3143, "c5b4"),
        ("rnb1kb1r/p2ppp2/2p2n2/1p5p/3qP1pP/PP6/2PPBPPR/RNBQK1N1 b Qkq - 5 10", 1557, "f6e4"),
        ("r1b1q2r/ppppkpp1/n4n1p/4p1N1/4P2P/P2B2PR/2PP1P2/RNBQK3 b Q - 0 12", 3730, "h6g5"),
    ],
)
def test_an_aborted_depth_plays_the_better_move_that_it_was_about_to_confirm(fen: str, nodes: int, move: str) -> None:
    position = plyground.game("chess").from_fen(fen)
    result = Searcher(position.game, hash_mb=4).play(position, Limits(nodes=nodes))
    deeper = Searcher(position.game, hash_mb=16).play(position, Limits(nodes=40 * nodes))
    assert str(result.move) == str(deeper.move) == move


def test_mate_that_the_table_has_seen_may_come_too_late() -> None:
    """FIDE 9.3: in the second position a draw can be claimed before it. Stockfish finds no mate there either."""
    game = plyground.game("chess")
    searcher = Searcher(game, hash_mb=1)
    early, late = (game.from_fen(f"8/4pk2/8/8/4Q3/7K/8/5R2 b - - {counter} 90") for counter in (92, 98))
    assert str(searcher.play(early, Limits(depth=10)).score) == "loss in 6 plies"
    assert not searcher.play(late, Limits(depth=10)).require_score().is_decisive


def lone_kings(count: int, seed: int) -> Iterator[Position]:
    """One king to move against three, often on the main road, where it cannot be caught."""
    game, chance = plyground.game("draughts:russian"), random.Random(seed)
    road = [f"{file}{rank}" for rank, file in enumerate("abcdefgh", 1)]
    dark = [f"{file}{rank}" for rank in range(1, 9) for file in ("aceg" if rank % 2 else "bdfh")]
    while count > 0:
        kings, lone = chance.sample(dark, 3), chance.choice(road if chance.random() < 0.7 else dark)
        if lone not in kings:
            position = game.from_fen(f"B:W{','.join('K' + king for king in kings)}:BK{lone}")
            if position.result is None:
                count -= 1
                yield position


@pytest.mark.parametrize("count", [250, pytest.param(3_000, marks=pytest.mark.bench)])
def test_lone_king_does_not_give_up_before_every_move_is_refuted(count: int) -> None:
    """An aborted depth has often refuted only the move it tried first."""
    chance, searcher, claims = random.Random(1), Searcher(plyground.game("draughts:russian"), hash_mb=4), 0
    for position in lone_kings(count, seed=1):
        nodes = cut_nodes(chance)
        result = searcher.play(position, Limits(nodes=nodes))
        if result.require_score().is_decisive:
            claims += 1
            assert not is_contradicted(Record(position), nodes, result), (position.fen, nodes, str(result.score))
    assert claims > 0


def endings(game: Game, databases: Databases, pieces: int, seed: int) -> Iterator[Position]:
    """Positions of random games and their successors in which the databases know the value."""
    chance = random.Random(seed)
    while True:
        position = game.start()
        while position.result is None:
            if len(position.pieces) <= pieces and databases.verdict(position) is not None:
                yield position
            position = position.after(chance.choice(list(position.legal_moves)))


@pytest.fixture(scope="module", params=[("draughts:russian", 3), ("draughts:english", 3), ("chess", 3)])
def solved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Databases, int]:
    """A game, its databases and the number of pieces they cover."""
    name, pieces = request.param
    game = plyground.game(name)
    assert isinstance(game, HasDatabases)
    folder: Path = tmp_path_factory.mktemp("databases")
    build_databases(BuildPlan.of(game, folder, pieces, distances=False), threads=2, memory_bytes=10**9)
    return game, Databases.open(folder), pieces


@pytest.mark.parametrize("count", [100, pytest.param(3_000, marks=pytest.mark.bench)])
def test_no_database_contradicts_a_proof(solved: tuple[Game, Databases, int], count: int) -> None:
    game, databases, pieces = solved
    chance, searcher, claims = random.Random(2), Searcher(game, hash_mb=4), 0
    for _, position in zip(range(count), endings(game, databases, pieces, seed=3), strict=False):
        score = searcher.play(position, Limits(nodes=cut_nodes(chance))).require_score()
        verdict = databases.verdict(position)
        assert verdict is not None
        if score.is_decisive:
            claims += 1
            assert verdict.outcome == ("win" if score.value > 0 else "loss"), (position.fen, str(score))
    assert claims > 0
