"""Polyglot books, beside the reader of python-chess."""

from __future__ import annotations

import struct
from pathlib import Path

import chess
import chess.polyglot
import pytest

import plyground
from plyground.database.book_files import open_book
from plyground.errors import InvalidOption

CHESS = plyground.game("chess")
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
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
    with pytest.raises(InvalidOption, match=reason):
        open_book(file)


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(InvalidOption, match=r"none.bin cannot be read: No such file"):
        open_book(tmp_path / "none.bin")
