"""The evaluations of other chess programs by name, compared with the same terms counted by python-chess."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest

import plyground
from plyground.games.chess import Chess
from plyground.lab.textbook_search import textbook_search
from plyground.play.spec import player
from plyground.search import deepening
from plyground.search.features import Features
from plyground.search.textbook import solve

CHESS = Chess()
VALUE = dict(zip(chess.PIECE_TYPES, (100, 320, 330, 500, 900, 0), strict=True))
MOBILITY = dict(zip(chess.PIECE_TYPES, (0, 4, 4, 2, 1, 0), strict=True))
CENTRE = dict(zip(chess.PIECE_TYPES, (5, 10, 5, 0, 2, -10), strict=True))
THESIS_VALUE = dict(zip(chess.PIECE_TYPES, (100, 355, 350, 500, 1000, 0), strict=True))

TABLES = {
    chess.PAWN: (
        "80 80 80 80 80 80 80 80  30 30 70 50 50 70 30 30  25 25 60 50 50 60 25 25  20 20 50 50 50 50 20 20"
        " 15 15 40 70 70 40 15 15  10 10 30 50 50 30 10 10  0 0 0 50 50 0 0 0  0 0 0 0 0 0 0 0",
    ),
    chess.KNIGHT: (
        "-50 -25 -25 -25 -25 -25 -25 -50  -50 25 40 30 30 40 25 -50  -50 20 25 40 40 25 20 -50"
        " -50 25 30 45 45 30 25 -50  20 10 30 25 25 30 10 20  -50 25 50 10 10 50 25 -50"
        " -50 10 20 25 25 20 10 -50  -70 0 -50 -50 -50 -50 0 -70",
    ),
    chess.BISHOP: (
        "-70 0 0 0 0 0 0 -70  0 0 0 0 0 0 0 0  0 0 0 35 35 0 0 0  0 40 50 45 45 50 40 0"
        " 0 40 50 45 45 50 40 0  0 0 0 35 35 0 0 0  0 0 0 0 0 0 0 0  -70 0 0 0 0 0 0 -70",
        "0 -20 -20 -20 -20 -20 -20 0  -20 30 10 10 10 10 30 -20  -20 20 30 0 0 30 20 -20  -20 0 0 0 0 0 0 -20"
        " -20 0 0 0 0 0 0 -20  -20 0 30 0 0 30 0 -20  -20 25 10 20 20 10 25 -20  0 -40 -40 -40 -40 -40 -40 0",
    ),
    chess.ROOK: (),
    chess.QUEEN: (
        "0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0  0 0 20 30 30 20 0 0  0 0 30 40 40 30 0 0"
        " 0 0 30 40 40 30 0 0  0 0 20 30 30 20 0 0  0 0 0 0 0 0 0 0  0 0 0 0 0 0 0 0",
    ),
    chess.KING: (
        "0 0 0 0 0 0 0 0  0 10 20 30 30 20 10 0  0 15 30 40 40 30 15 0  0 30 40 70 70 40 30 0"
        " 0 30 40 70 70 40 30 0  0 15 30 40 40 30 15 0  0 10 20 30 30 20 10 0  0 0 0 0 0 0 0 0",
    ),
}
"""The piece-square tables of the thesis, the eighth rank first."""


def material(board: chess.Board, side: chess.Color) -> int:
    return sum(VALUE[piece.piece_type] for piece in board.piece_map().values() if piece.color is side)


def placement(board: chess.Board, side: chess.Color) -> int:
    total = 0
    for square, piece in board.piece_map().items():
        if piece.color is not side:
            continue
        file, rank = chess.square_file(square), chess.square_rank(square)
        total += CENTRE[piece.piece_type] * min(file, 7 - file, rank, 7 - rank)
        if piece.piece_type == chess.PAWN:
            total += 4 * ((rank if side else 7 - rank) - 1)
    return total


def mobility(board: chess.Board, side: chess.Color) -> int:
    return sum(
        MOBILITY[piece.piece_type] * sum(board.color_at(target) is not side for target in board.attacks(square))
        for square, piece in board.piece_map().items()
        if piece.color is side
    )


class Thesis:
    """Its terms for one side, each by itself."""

    def __init__(self, board: chess.Board, side: chess.Color) -> None:
        self.board, self.side = board, side
        self.is_ending = not board.pieces(chess.QUEEN, True) and not board.pieces(chess.QUEEN, False)
        king = board.king(side)
        assert king is not None
        self.king = king

    def rank(self, square: chess.Square) -> int:
        return chess.square_rank(square) if self.side else 7 - chess.square_rank(square)

    def own(self, kind: chess.PieceType) -> list[chess.Square]:
        return list(self.board.pieces(kind, self.side))

    def in_front(self, square: chess.Square) -> list[chess.Square]:
        ahead = [chess.square(chess.square_file(square), rank) for rank in range(8)]
        return sorted((one for one in ahead if self.rank(one) > self.rank(square)), key=self.rank)

    def is_blocked(self, pawn: chess.Square) -> bool:
        return self.board.piece_at(self.in_front(pawn)[0]) is not None

    def material(self) -> int:
        return sum(value * len(self.own(kind)) for kind, value in THESIS_VALUE.items())

    def placement(self) -> int:
        total = 0
        for kind, tables in TABLES.items():
            for square in self.own(kind):
                index = (7 - self.rank(square)) * 8 + chess.square_file(square)
                value = sum(int(table.split()[index]) for table in tables)
                total += -value if kind == chess.KING and not self.is_ending else value
        return total

    def castling(self) -> int:
        short, long = (
            self.board.has_kingside_castling_rights(self.side),
            self.board.has_queenside_castling_rights(self.side),
        )
        if short or long:
            return 25 * (short + long) - (0 if short else 50) - (0 if long else 25)
        file = chess.square_file(self.king)
        rooks = [chess.square_file(rook) for rook in self.own(chess.ROOK) if self.rank(rook) == 0]
        if self.rank(self.king) == 0 and file >= 6 and not any(rook > file for rook in rooks):
            return 75
        if self.rank(self.king) == 0 and file <= 2 and not any(rook < file for rook in rooks):
            return 50
        return -70

    def pawns(self) -> int:
        pawns = self.own(chess.PAWN)
        total = -40 * sum(map(self.is_blocked, pawns))
        for file in range(8):
            here = [pawn for pawn in pawns if chess.square_file(pawn) == file]
            if len(here) == 2:
                total -= 70 if self.is_blocked(max(here, key=self.rank)) else 50
            elif len(here) > 2:
                total -= 99
        return total

    def open_files(self) -> int:
        def is_open(square: chess.Square) -> bool:
            return all(self.board.piece_type_at(ahead) != chess.PAWN for ahead in self.in_front(square))

        rooks, queens = self.own(chess.ROOK), self.own(chess.QUEEN)
        return 50 * sum(map(is_open, rooks)) + 25 * sum(map(is_open, queens))

    def blocked_pieces(self) -> int:
        pieces = [square for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN) for square in self.own(kind)]
        ours = self.board.occupied_co[self.side]
        return -40 * sum(not self.board.attacks_mask(square) & ~ours for square in pieces)

    def pairs(self) -> int:
        def is_connected(kind: chess.PieceType) -> bool:
            own = self.own(kind)
            return any(other in self.board.attacks(one) for one in own for other in own)

        colours = {(chess.square_file(one) + chess.square_rank(one)) % 2 for one in self.own(chess.BISHOP)}
        return 50 * ((len(colours) == 2) + is_connected(chess.ROOK) + is_connected(chess.KNIGHT))

    def king_safety(self) -> int:
        if self.is_ending:
            return 0
        files = [chess.square_file(pawn) for pawn in self.own(chess.PAWN)]
        near = [files.count(file) for file in range(8) if abs(file - chess.square_file(self.king)) <= 1]
        return -100 * (0 in near) - 150 * any(count > 1 for count in near)


TERMS = ("material", "placement", "castling", "pawns", "open_files", "blocked_pieces", "pairs", "king_safety")


def thesis(board: chess.Board, side: chess.Color) -> int:
    return sum(getattr(Thesis(board, side), term)() for term in TERMS)


def expected(name: str, board: chess.Board) -> int:
    def strength(side: chess.Color) -> int:
        if name == "thesis":
            return thesis(board, side)
        terms = {"material": material, "placement": placement, "mobility": mobility}
        return sum(terms[part](board, side) for part in name.split("-"))

    return strength(board.turn) - strength(not board.turn)


def random_boards(games: int) -> Iterator[chess.Board]:
    for seed in range(games):
        rng, board = random.Random(seed), chess.Board()
        while not board.is_game_over() and board.ply() < 160:
            yield board
            board.push(rng.choice(list(board.legal_moves)))


@pytest.mark.parametrize("name", ["material", "material-placement", "material-placement-mobility", "thesis"])
def test_evaluation_agrees_with_a_naive_one_on_random_positions(name: str) -> None:
    assert name in CHESS.evaluations
    seen = set()
    for board in random_boards(20):
        value = CHESS.from_fen(board.fen()).evaluate(name)
        assert value == expected(name, board), board.fen()
        seen.add(value)
    assert len(seen) > 50


@pytest.mark.parametrize("term", TERMS)
def test_random_positions_use_every_term_of_the_thesis(term: str) -> None:
    values = {getattr(Thesis(board, True), term)() for board in random_boards(20)}
    assert len(values) > 1


@pytest.mark.parametrize(
    ("term", "fen", "value"),
    [
        ("pawns", "4k3/8/8/8/P7/P7/P7/4K3 w - - 0 1", -99 - 2 * 40),  # tripled, and two stand behind another
        ("pawns", "4k3/8/8/p7/P7/8/P7/4K3 w - - 0 1", -70 - 40),  # doubled and blocked
        ("open_files", "4k3/8/8/8/8/P7/8/Q2RK3 w - - 0 1", 50),  # the rook's, but not the queen's
        ("open_files", "5k2/8/8/8/Q7/P7/8/4K3 w - - 0 1", 25),  # the pawn stands behind the queen
        ("pairs", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", 50),
        ("pairs", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 0),  # the king stands between the rooks
        ("pairs", "4k3/8/8/8/3N4/8/4N3/4K3 w - - 0 1", 50),
        ("pairs", "4k3/8/8/8/8/8/3BB3/4K3 w - - 0 1", 50),
        ("castling", "4k3/8/8/8/8/8/8/5RK1 w - - 0 1", 75),
        ("castling", "4k3/8/8/8/8/8/8/6KR w - - 0 1", -70),
        ("castling", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", 25 - 50),
        ("king_safety", "3qk3/8/8/8/8/7P/6PP/6K1 w - - 0 1", -100 - 150),
    ],
)
def test_terms_of_the_thesis_have_its_values(term: str, fen: str, value: int) -> None:
    board = chess.Board(fen)
    assert getattr(Thesis(board, True), term)() == value
    assert CHESS.from_fen(fen).evaluate("thesis") == expected("thesis", board)


def test_searches_by_every_named_evaluation_agree_in_both_forms() -> None:
    position = CHESS.from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
    for name in CHESS.evaluations:
        features = Features(evaluation=name, killers=True, history=True)
        assert solve(position, "negascout", 3, features) == deepening.solve(position, "negascout", 3, features)


def test_bots_and_the_lab_choose_evaluations_by_name() -> None:
    record = plyground.Record(CHESS.start())
    assert player("alphabeta:depth=2,evaluation=thesis").move(record).move in record.position.legal_moves
    assert textbook_search("alphabeta+thesis", CHESS).evaluation == "thesis"
    with pytest.raises(plyground.InvalidRules, match="thesis"):
        player("alphabeta:depth=2,evaluation=magic").new_game(CHESS)
