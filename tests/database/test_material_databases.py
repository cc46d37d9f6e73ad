"""Endgames of draughts and chess, solved into files: published counts, Syzygy's tables, and the legal moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.syzygy
import pytest
from tests.games.chess.oracles import is_ordinary

from plyground.abilities import HasDatabases
from plyground.database.endgame_building import BuildPlan, build_databases, verify_databases
from plyground.database.endgames import Databases, open_database, rules_folder
from plyground.errors import InvalidRules
from plyground.games.chess import Chess
from plyground.games.draughts import Draughts

GB = 10**9
SYZYGY = Path(__file__).parents[1] / "data" / "syzygy"


def build(game: HasDatabases, folder: Path, pieces: int, *, distances: bool = True) -> BuildPlan:
    plan = BuildPlan.of(game, folder, pieces, distances=distances)
    build_databases(plan, threads=2, memory_bytes=GB)
    return plan


def totals(plan: BuildPlan, pieces: int) -> tuple[int, int, int, int]:
    """Wins, draws, losses and the longest of them, over all tables with so many pieces."""
    found = [
        open_database(plan.game, path)
        for step in plan.plans
        for path in plan.files(step)
        if path.suffix == ".dtw" and len(path.stem) == pieces + 1
    ]
    longest = max(max(each.longest_win or 0, each.longest_loss or 0) for each in found)
    return sum(each.wins for each in found), sum(each.draws for each in found), sum(e.losses for e in found), longest


@pytest.fixture(scope="module")
def russian(tmp_path_factory: pytest.TempPathFactory) -> BuildPlan:
    return build(Draughts(), tmp_path_factory.mktemp("russian"), 3)


@pytest.fixture(scope="module")
def three_men(tmp_path_factory: pytest.TempPathFactory) -> BuildPlan:
    return build(Chess(), tmp_path_factory.mktemp("chess"), 3)


def test_russian_endgames_are_as_published(russian: BuildPlan) -> None:
    assert totals(russian, 2) == (1291, 1507, 690, 13)
    assert totals(russian, 3) == (67475, 95144, 33413, 25)


def test_english_endgames_are_as_published(tmp_path: Path) -> None:
    plan = build(Draughts("english"), tmp_path, 3)
    assert totals(plan, 2)[:3] == (716, 2370, 402)
    assert totals(plan, 3) == (100250, 8477, 87305, 62)


def test_every_value_follows_from_the_legal_moves(russian: BuildPlan, three_men: BuildPlan) -> None:
    for plan in (russian, three_men):
        wrong = verify_databases(plan, threads=2)
        assert set(wrong.values()) == {0}
        assert set(wrong) == {step.tables for step in plan.plans}


def test_verification_finds_wrong_values(tmp_path: Path) -> None:
    """With the values of English draughts, Russian draughts cannot be right."""
    plan = build(Draughts("english"), tmp_path, 2, distances=False)
    russian = Draughts()
    assert sum(russian.verify_databases(step, plan.folder, threads=1, on_progress=int) for step in plan.plans) > 500


def test_two_bit_files_agree_with_distances(three_men: BuildPlan, tmp_path: Path) -> None:
    build(Chess(), tmp_path, 3, distances=False)
    for path in sorted(rules_folder(Chess(), tmp_path).glob("*.wdl")):
        ours, theirs = open_database(Chess(), path), open_database(Chess(), three_men.folder / path.name)
        assert ours.read(0, len(ours)) == theirs.read(0, len(theirs))


def three_man_boards() -> Iterator[chess.Board]:
    """Random legal positions with three men, either side to move."""
    rng = random.Random(19)
    while True:
        board = chess.Board(None)
        men = [chess.Piece(chess.KING, True), chess.Piece(chess.KING, False)]
        men.append(chess.Piece(rng.randint(chess.PAWN, chess.QUEEN), rng.random() < 0.5))
        for piece, square in zip(men, rng.sample(range(64), 3), strict=True):
            board.set_piece_at(square, piece)
        board.turn = rng.random() < 0.5
        if is_ordinary(board):
            yield board


def test_three_men_agree_with_syzygy(three_men: BuildPlan) -> None:
    databases = Databases.open(three_men.folder.parents[1])
    boards = three_man_boards()
    outcomes = {"win": 0, "draw": 0, "loss": 0}
    with chess.syzygy.open_tablebase(str(SYZYGY)) as syzygy:
        for _ in range(3000):
            board = next(boards)
            verdict = databases.verdict(Chess().from_fen(board.fen()))
            wdl = syzygy.probe_wdl(board)
            assert verdict is not None
            assert verdict.outcome == ("win" if wdl > 0 else "loss" if wdl < 0 else "draw"), board.fen()
            outcomes[verdict.outcome] += 1
    assert min(outcomes.values()) > 100


def test_longest_mates_are_known(three_men: BuildPlan) -> None:
    """In moves: queen 10, rook 16, pawn 28."""
    for table, moves in (("KQvK", 10), ("KRvK", 16), ("KPvK", 28)):
        assert open_database(Chess(), three_men.folder / f"{table}.dtw").longest_win == 2 * moves - 1


def test_positions_that_no_table_has(three_men: BuildPlan) -> None:
    databases = Databases.open(three_men.folder.parents[1])
    assert databases.verdict(Chess().from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1")) is not None
    assert databases.verdict(Chess().from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) is None
    assert databases.verdict(Chess().start()) is None
    assert Draughts("frisian").database_place(Draughts("frisian").start()) is None


def test_games_with_the_same_moves_share_databases() -> None:
    assert Chess("960").database_rules == Chess().database_rules == ""
    assert Draughts("russian-200").database_rules == Draughts().database_rules
    assert Draughts("spanish").database_rules == Draughts("portuguese").database_rules
    names = ("russian", "brazilian", "pool", "english", "italian", "spanish", "czech", "thai", "turkish")
    assert len({Draughts(name).database_rules for name in names}) == len(names)


def test_rules_that_count_king_moves_cannot_be_solved() -> None:
    with pytest.raises(InvalidRules, match="king_steps"):
        Draughts("frisian").database_plans(2)
