"""Our own books: what is written is read back, by binary search and for the right game only."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import plyground
from plyground.database.book import BookMove, choose
from plyground.database.books import built_book, merge_books, merge_entries, open_book
from plyground.database.files import book_path, data_folder
from plyground.database.own_book import MAX_WEIGHT, BookEntry, OwnBook, move_number, write_book
from plyground.errors import InvalidBook
from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.games.simple import SimpleGame
from plyground.protocol import Position, Result, Side

CHESS = plyground.game("chess")
MILL = plyground.game("mill")
GAMES = ["chess", "chess:960", "draughts", "draughts:international", "mill", "mill:morabaraba", "connect-four"]


def start_row(token: str, weight: int = 1, score: int | None = None, game: str = "chess") -> BookEntry:
    return BookEntry(plyground.game(game).start().key, move_number(token), weight, score)


def moves_of(path: Path, position) -> list[tuple[str, int, int | None]]:
    return [(str(each.move), each.weight, each.score) for each in open_book(path).moves(position)]


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_book_is_found_in_every_game(name, tmp_path):
    dice, game = random.Random(name), plyground.game(name)
    position: Position = game.start()
    known: dict[int, tuple[Position, dict[str, tuple[int, int]]]] = {}
    for _ in range(200):
        tokens = [str(move) for move in position.legal_moves]
        if not tokens:
            position = game.start()
            continue
        chosen = dice.sample(tokens, min(3, len(tokens)))
        weights = sorted((dice.randrange(1, 1000) for _ in chosen), reverse=True)
        scores = [dice.randrange(-500, 500) for _ in chosen]
        known[position.key] = (position, dict(zip(chosen, zip(weights, scores, strict=True), strict=True)))
        position = position.after(chosen[0])
    rows = [
        BookEntry(key, move_number(token), weight, score)
        for key, (_, moves) in sorted(known.items())
        for token, (weight, score) in moves.items()
    ]
    assert write_book(tmp_path / "a.book", game, rows) == len(rows) == len(OwnBook(tmp_path / "a.book"))
    for seen, moves in known.values():
        expected = [(token, weight, score) for token, (weight, score) in moves.items()]
        assert moves_of(tmp_path / "a.book", seen) == expected


def test_score_may_be_unknown(tmp_path):
    write_book(tmp_path / "a.book", CHESS, [start_row("e2e4")])
    assert moves_of(tmp_path / "a.book", CHESS.start()) == [("e2e4", 1, None)]


def test_move_that_cannot_be_played_is_left_out(tmp_path):
    write_book(tmp_path / "a.book", CHESS, [start_row("e2e4"), start_row("e2e5")])
    assert moves_of(tmp_path / "a.book", CHESS.start()) == [("e2e4", 1, None)]


class Twins(SimpleGame[str]):
    """A game with two moves of one number: `plumless` and `buckeroo` have the same CRC-32."""

    name = "twins"

    def start_board(self):
        return ""

    def side_to_move(self, board):
        return Side.BLACK if board else Side.WHITE

    def moves(self, board):
        return [] if board else ["plumless", "buckeroo", "other"]

    def after(self, board, move):
        return move

    def result(self, board):
        return Result(None, "stalemate") if board else None


def test_moves_that_cannot_be_told_apart_are_left_out(tmp_path):
    game = Twins()
    assert move_number("plumless") == move_number("buckeroo")
    rows = [BookEntry(game.start().key, move_number(move), 1, 0) for move in ("plumless", "other")]
    write_book(tmp_path / "a.book", game, rows)
    assert moves_of(tmp_path / "a.book", game.start()) == [("other", 1, 0)]


def test_book_of_another_game_is_refused_and_knows_nothing(tmp_path):
    write_book(tmp_path / "a.book", CHESS, [start_row("e2e4")])
    book = OwnBook(tmp_path / "a.book")
    assert book.moves(MILL.start()) == []
    with pytest.raises(InvalidBook, match=r"a.book is for chess, not for mill:nine"):
        book.check(MILL)
    book.check(CHESS)


def test_book_by_other_rules_of_the_same_name_is_refused(tmp_path):
    seven, eight = Mill(rules=MillRules(men=7)), Mill(rules=MillRules(men=8))
    assert seven.name == eight.name
    write_book(tmp_path / "a.book", seven, [BookEntry(seven.start().key, move_number("d6"), 1, 0)])
    book = OwnBook(tmp_path / "a.book")
    book.check(Mill(rules=MillRules(men=7)))
    assert book.moves(seven.start())
    assert book.moves(eight.start()) == []
    with pytest.raises(InvalidBook, match=r"other rules of mill:custom"):
        book.check(eight)


def test_book_of_another_version_is_refused(tmp_path):
    path = tmp_path / "a.book"
    write_book(path, CHESS, [start_row("e2e4")])
    content = bytearray(path.read_bytes())
    content[9] = 2
    path.write_bytes(content)
    with pytest.raises(InvalidBook, match=r"has version 2\. This program reads version 1"):
        OwnBook(path)


def test_damage_anywhere_is_noticed(tmp_path):
    path = tmp_path / "a.book"
    write_book(path, CHESS, [start_row(token) for token in ("d2d4", "e2e4", "g1f3")])
    content = path.read_bytes()
    for cut in range(len(content)):
        path.write_bytes(content[:cut])
        with pytest.raises(InvalidBook):
            OwnBook(path)
    for at in range(len(content)):
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        with pytest.raises(InvalidBook):
            OwnBook(path).check(CHESS)


def test_book_whose_file_goes_away_knows_nothing_any_more(tmp_path):
    write_book(tmp_path / "a.book", CHESS, [start_row("e2e4")])
    book = OwnBook(tmp_path / "a.book")
    (tmp_path / "a.book").unlink()
    assert book.moves(CHESS.start()) == []


def test_failed_writing_leaves_the_old_book(tmp_path):
    write_book(tmp_path / "a.book", CHESS, [start_row("e2e4")])

    def rows():
        yield start_row("d2d4")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_book(tmp_path / "a.book", CHESS, rows())
    assert moves_of(tmp_path / "a.book", CHESS.start()) == [("e2e4", 1, None)]
    assert [file.name for file in tmp_path.iterdir()] == ["a.book"]


def test_merged_books_know_what_each_knew(tmp_path):
    after = CHESS.start().after("e2e4")
    write_book(tmp_path / "a.book", CHESS, [start_row("e2e4", 3, 20), start_row("d2d4", 2, 10)])
    reply = BookEntry(after.key, move_number("e7e5"), 5, -20)
    write_book(tmp_path / "b.book", CHESS, sorted([start_row("e2e4", 1, 40), start_row("g1f3", 9), reply]))
    assert merge_books(CHESS, [tmp_path / "a.book", tmp_path / "b.book"], tmp_path / "c.book") == 4
    assert moves_of(tmp_path / "c.book", CHESS.start()) == [("g1f3", 9, None), ("e2e4", 4, 25), ("d2d4", 2, 10)]
    assert moves_of(tmp_path / "c.book", after) == [("e7e5", 5, -20)]


def test_merging_into_one_of_the_books_is_no_mishap(tmp_path):
    write_book(tmp_path / "a.book", CHESS, [start_row("e2e4", 3)])
    assert merge_books(CHESS, [tmp_path / "a.book"] * 2, tmp_path / "a.book") == 1
    assert moves_of(tmp_path / "a.book", CHESS.start()) == [("e2e4", 6, None)]


def test_weights_beyond_the_format_keep_their_proportion():
    rows = list(
        merge_entries(
            [[BookEntry(1, 1, MAX_WEIGHT, None), BookEntry(1, 2, 1, None)], [BookEntry(1, 1, MAX_WEIGHT, None)]]
        )
    )
    assert [(row.move, row.weight) for row in rows] == [(1, MAX_WEIGHT), (2, 1)]


def test_foreign_books_are_not_merged(tmp_path):
    write_book(tmp_path / "a.book", MILL, [start_row("d6", game="mill")])
    with pytest.raises(InvalidBook, match="is for mill:nine"):
        merge_books(CHESS, [tmp_path / "a.book"], tmp_path / "b.book")
    assert not (tmp_path / "b.book").exists()


def test_choice_follows_the_weights():
    moves = [BookMove("a", 1), BookMove("b", 0), BookMove("c", 3)]
    chosen = [choose(moves, seed) for seed in range(4000)]
    counts = {move: sum(each is not None and each.move == move for each in chosen) for move in "abc"}
    assert counts["b"] == 0
    assert abs(counts["a"] - 1000) < 120
    assert chosen == [choose(moves, seed) for seed in range(4000)]


def test_moves_without_weight_are_not_chosen():
    assert choose([BookMove("a", 0)], 1) is None
    assert choose([], 1) is None


def test_book_is_used_by_itself_only_where_one_was_built(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    assert built_book(CHESS) is None
    write_book(book_path(CHESS), CHESS, [start_row("e2e4")])
    built = built_book(CHESS)
    assert built is not None
    assert [str(each.move) for each in built.moves(CHESS.start())] == ["e2e4"]
    assert built_book(MILL) is None


def test_games_and_rules_have_files_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    games = [*map(plyground.game, GAMES), Mill(rules=MillRules(men=7)), Mill(rules=MillRules(men=8))]
    assert len({book_path(game) for game in games}) == len(games)
    assert all(book_path(game).parent == tmp_path / "books" for game in games)


def test_data_folder_is_the_one_of_the_system(monkeypatch, tmp_path):
    monkeypatch.delenv("PLYGROUND_DATA", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "plyground"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_folder() == Path.home() / ".local" / "share" / "plyground"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder() == Path.home() / "Library" / "Application Support" / "plyground"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert data_folder() == tmp_path / "plyground"
