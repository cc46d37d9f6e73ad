"""The books that ship with the package: small, sound, for the right rules, and used unless somebody built another."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground
from plyground.database.books import built_book, default_book
from plyground.database.files import book_path, shipped_book_path
from plyground.database.own_book import BookEntry, OwnBook, move_number, write_book
from plyground.games.mill import Mill, MillRules
from plyground.play.spec import player
from plyground.record import Record

SHIPPED = ("chess", "mill:nine", "mill:twelve", "draughts:russian", "draughts:international")
MAX_BYTES = 2_000_000


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))


def test_books_are_small_and_complete() -> None:
    paths = [shipped_book_path(plyground.game(name)) for name in SHIPPED]
    assert sum(path.stat().st_size for path in paths) < MAX_BYTES
    assert sorted(paths[0].parent.glob("*.book")) == sorted(paths)


@pytest.mark.parametrize("name", SHIPPED)
def test_book_knows_its_game(name: str) -> None:
    game = plyground.game(name)
    book = OwnBook(shipped_book_path(game))
    book.check(game)
    assert len(book) > 50
    assert all(entry.weight > 0 for entry in book.entries())
    record = Record(game.start())
    while moves := book.moves(record.position):
        record.push(moves[0].move)
    assert len(record) >= 4


@pytest.mark.parametrize("name", SHIPPED)
def test_moves_are_about_as_good_as_the_best(name: str) -> None:
    """Nobody is far ahead after one ply; in twelve men's morris the turn alone is worth much."""
    game = plyground.game(name)
    for move in OwnBook(shipped_book_path(game)).moves(game.start()):
        assert move.score is not None
        assert abs(move.score) <= 250


def test_book_that_was_built_comes_first() -> None:
    chess = plyground.game("chess")
    assert built_book(chess) is None
    assert default_book(chess) is not None
    write_book(book_path(chess), chess, [BookEntry(chess.start().key, move_number("a2a3"), 1, 0)])
    own = default_book(chess)
    assert own is not None
    assert [str(each.move) for each in own.moves(chess.start())] == ["a2a3"]


def test_games_without_a_book_and_custom_rules_have_none() -> None:
    assert default_book(plyground.game("connect-four")) is None
    assert default_book(Mill(rules=MillRules(men=7))) is None


def test_player_can_ask_for_the_book() -> None:
    chess = plyground.game("chess")
    book = default_book(chess)
    assert book is not None
    known = {str(each.move) for each in book.moves(chess.start())}
    result = player("engine:book=default,seed=3").move(Record(chess.start()))
    assert (str(result.move) in known, result.nodes) == (True, 0)
    assert player("engine:seconds=0.01,seed=3").move(Record(chess.start())).nodes > 0
