"""Polyglot books, compared with the reader of python-chess."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import chess
import chess.polyglot
import pytest

import plyground
from plyground.database.books import open_book
from plyground.errors import InvalidBook

CHESS = plyground.game("chess")
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
PUBLISHED_KEYS = {
    "": 0x463B96181691FC9C,
    "e2e4": 0x823C9B50FD114196,
    "e2e4 d7d5": 0x0756B94461C50FB0,
    "e2e4 d7d5 e4e5": 0x662FAFB965DB29D4,
    "e2e4 d7d5 e4e5 f7f5": 0x22A48B5A8E47FF78,
    "e2e4 d7d5 e4e5 f7f5 e1e2": 0x652A607CA3F242C1,
    "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7": 0x00FDD303C946BDD9,
    "a2a4 b7b5 h2h4 b5b4 c2c4": 0x3C8123EA7B067637,
    "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3": 0x5C3F9B829B279560,
}
"""The test positions of the description of the format (hgm.nubati.net/book_format.html)."""
EN_PASSANT = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"


def packed(uci: str) -> int:
    """A move as the format has it, from the square numbers and the promotion piece."""
    move = chess.Move.from_uci(uci)
    return (move.promotion - 1 if move.promotion else 0) << 12 | move.from_square << 6 | move.to_square


def write_book(path: Path, entries: dict[str, dict[str, int]]) -> Path:
    rows = [
        struct.pack(">QHHI", chess.polyglot.zobrist_hash(chess.Board(fen)), packed(uci), weight, 0)
        for fen, moves in entries.items()
        for uci, weight in moves.items()
    ]
    path.write_bytes(b"".join(sorted(rows)))
    return path


@pytest.fixture
def book_file(tmp_path):
    return write_book(
        tmp_path / "book.bin",
        {
            chess.STARTING_FEN: {"e2e4": 60, "d2d4": 40, "e2e5": 7},
            CASTLING: {"e1h1": 3, "e1a1": 2, "a1b1": 1},
            PROMOTION: {"a7a8q": 5, "a7a8n": 1},
            EN_PASSANT: {"d4e3": 9},
        },
    )


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, CASTLING, PROMOTION, EN_PASSANT])
def test_moves_are_those_that_python_chess_reads(book_file, fen):
    with chess.polyglot.open_reader(book_file) as reader:
        expected = [(entry.move.uci(), entry.weight) for entry in reader.find_all(chess.Board(fen))]
    found = [(str(entry.move), entry.weight) for entry in open_book(book_file).moves(CHESS.from_fen(fen))]
    assert found == expected
    assert found


@pytest.mark.parametrize("line", PUBLISHED_KEYS)
def test_positions_have_their_published_keys(tmp_path, line):
    position = CHESS.start()
    for token in line.split():
        position = position.after(token)
    move = next(iter(position.legal_moves))
    rows = [struct.pack(">QHHI", key, packed(str(move)), 1, 0) for key in PUBLISHED_KEYS.values()]
    (tmp_path / "all.bin").write_bytes(b"".join(sorted(rows)))
    assert [str(entry.move) for entry in open_book(tmp_path / "all.bin").moves(position)] == [str(move)]
    rows.remove(struct.pack(">QHHI", PUBLISHED_KEYS[line], packed(str(move)), 1, 0))
    (tmp_path / "others.bin").write_bytes(b"".join(sorted(rows)))
    assert open_book(tmp_path / "others.bin").moves(position) == []


@pytest.mark.parametrize("number", [0, 518, 959])
def test_games_of_chess960_are_read_as_python_chess_reads_them(tmp_path, number):
    dice = random.Random(number)
    board, boards, rows = chess.Board.from_chess960_pos(number), [], []
    board.set_castling_fen("KQkq")
    while not board.is_game_over() and board.ply() < 80:
        castling = [move for move in board.legal_moves if board.is_castling(move)]
        move = castling[0] if castling else dice.choice(sorted(board.legal_moves, key=str))
        rows.append(struct.pack(">QHHI", chess.polyglot.zobrist_hash(board), packed(board.uci(move)), 1, 0))
        boards.append((board.fen(), board.uci(move)))
        board.push(move)
    (tmp_path / "960.bin").write_bytes(b"".join(sorted(rows)))
    book, game = open_book(tmp_path / "960.bin"), plyground.game("chess:960")
    for fen, token in boards:
        assert token in [str(entry.move) for entry in book.moves(game.from_fen(fen))]


def test_other_games_are_refused(book_file):
    book = open_book(book_file)
    book.check(CHESS)
    book.check(plyground.game("chess:960"))
    with pytest.raises(InvalidBook, match=r"book.bin is for chess, not for mill:nine"):
        book.check(plyground.game("mill"))


def test_castling_is_king_takes_rook_in_chess960(book_file):
    moves = open_book(book_file).moves(plyground.game("chess:960").from_fen(CASTLING))
    assert {str(entry.move) for entry in moves} == {"e1h1", "e1a1", "a1b1"}


def test_position_that_is_not_in_the_book_has_no_moves(book_file):
    book = open_book(book_file)
    assert book.moves(CHESS.start().after("a2a3")) == []
    assert book.moves(plyground.game("mill").start()) == []


def test_every_position_of_a_large_book_is_found(tmp_path):
    board, games = chess.Board(), {}
    for ply in range(60):
        moves = sorted(move.uci() for move in board.legal_moves)
        move = moves[(7 * ply) % len(moves)]
        games[board.fen()] = {move: ply + 1}
        board.push_uci(move)
    book = open_book(write_book(tmp_path / "book.bin", games))
    for fen, moves_of in games.items():
        ((move, weight),) = moves_of.items()
        assert [(str(entry.move), entry.weight) for entry in book.moves(CHESS.from_fen(fen))] == [(move, weight)]


@pytest.mark.parametrize(("content", "reason"), [(b"", "its 0 bytes are no"), (b"x" * 17, "its 17 bytes are no")])
def test_file_that_is_no_book_is_refused(tmp_path, content, reason):
    file = tmp_path / "no.bin"
    file.write_bytes(content)
    with pytest.raises(InvalidBook, match=reason):
        open_book(file)


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(InvalidBook, match=r"none.bin could not be read: No such file"):
        open_book(tmp_path / "none.bin")
