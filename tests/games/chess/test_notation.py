"""Chess moves and positions as people and programs write them."""

from __future__ import annotations

from random import Random

import chess
import pytest

from plyground.errors import InvalidPosition, UnknownGame
from plyground.games.chess import Chess

CHESS, CHESS960 = Chess(), Chess("960")

SAN = [
    # Disambiguation, by file where that is enough, then by rank, then by both (FIDE C.10).
    ("4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1", "b1d2", "Nbd2"),
    ("4k3/8/8/1N6/8/8/4K3/1N6 w - - 0 1", "b1c3", "N1c3"),
    ("4k3/8/8/8/1N3N2/8/4K3/1N6 w - - 0 1", "b4d3", "Nbd3"),
    ("8/6k1/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
    ("8/6k1/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"),
    ("8/6k1/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"),
    ("3k4/8/8/8/8/3p4/8/R3K2R w - - 0 1", "a1d1", "Rd1"),
    ("4k3/8/8/8/4K3/8/8/R6R w - - 0 1", "a1d1", "Rad1"),
    # Only pieces that could really go there count.
    ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
    ("4k3/8/8/8/8/8/4K3/3NqN2 w - - 0 1", "e2e1", "Kxe1"),
    # Captures, promotions, castling, check and mate.
    ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
    ("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", "e8=N"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b kq - 0 1", "e8g8", "O-O"),
    ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", "Qh4#"),
]


@pytest.mark.parametrize(("fen", "token", "san"), SAN)
def test_move_is_written_as_the_laws_ask(fen, token, san):
    position, board = CHESS.from_fen(fen), chess.Board(fen)
    assert position.notation(position.parse(token)) == san
    assert board.san(board.parse_uci(token)) == san
    assert str(position.parse(san)) == token


TOLERATED = [
    (chess.STARTING_FEN, "g1f3", ["Nf3", "Nf3!?", "Nf3??", "Nf3+", "Ng1-f3", "Ng1f3", "Ngf3", "N1f3", "Nxf3", "g1f3"]),
    (chess.STARTING_FEN, "e2e4", ["e4", "Pe4", "e2-e4", "e2e4", "Pe2-e4", "e4!", "e4?!"]),
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", ["e8=Q", "e8Q", "e8(Q)", "e8=q", "e8q", "e7e8q", "e7e8Q", "e7-e8=Q"]),
    ("8/4P2k/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", ["e8=N", "e8N", "e8(N)", "e7e8n"]),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", ["exd6", "exd6e.p.", "ed6", "e5xd6", "e5d6", "exd6!", "exd6e.p.+"]),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", ["O-O", "0-0", "o-o", "O-O+", "0-0!", "e1g1", "e1h1"]),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", ["O-O-O", "0-0-0", "o-o-o", "e1c1", "e1a1"]),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", ["O-O-O", "e8c8", "e8a8"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fen", "token", "text"), [(fen, token, text) for fen, token, texts in TOLERATED for text in texts]
)
def test_usual_ways_to_write_a_move_are_understood(fen, token, text):
    assert str(CHESS.from_fen(fen).parse(text)) == token


@pytest.mark.parametrize(
    ("fen", "token", "text"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/RK5R w AH - 0 1", "b1h1", "b1g1"),
        ("4k3/8/8/8/8/8/8/RK5R w AH - 0 1", "b1c1", "b1c1"),
        ("4k3/8/8/8/8/8/8/RK5R w AH - 0 1", "b1a1", "O-O-O"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "O-O"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1g1"),
    ],
)
def test_chess960_castling_is_king_takes_rook_and_a_king_step_stays_a_step(fen, token, text):
    assert str(CHESS960.from_fen(fen).parse(text)) == token


def test_castling_is_never_written_as_a_king_move():
    position = CHESS960.from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1")
    assert position.notation(position.parse("f1g1")) == "Kg1"
    assert position.notation(position.parse("f1h1")) == "O-O"
    assert str(position.parse("Kg1")) == "f1g1"


def test_start_positions_have_the_numbers_of_scharnagl():
    for number in range(960):
        assert CHESS960.start(number).fen == chess.Board.from_chess960_pos(number).fen()
    assert len({CHESS960.start(number).key for number in range(960)}) == 960


def test_usual_start_is_518():
    assert CHESS960.start().fen == CHESS960.start(518).fen == CHESS.start().fen == chess.STARTING_FEN


@pytest.mark.parametrize("number", [-1, 960])
def test_other_numbers_are_refused(number):
    with pytest.raises(UnknownGame) as caught:
        CHESS960.start(number)
    assert str(caught.value) == f"chess:960 has no start position {number}. Choose one from 0 to 959."


def test_chess_has_one_start():
    assert CHESS.starts == 1
    assert CHESS.start(0) == CHESS.start()
    with pytest.raises(UnknownGame, match=r"chess has no start position 1\. Choose one from 0 to 0\."):
        CHESS.start(1)


INNER_ROOKS = [
    "1rr1k1rr/8/8/8/8/8/8/RR2K1RR w BGcg - 0 1",
    "1rr1k1rr/8/8/8/8/8/8/RR2K1RR w AHbh - 0 1",
    "1rr1k1rr/8/8/8/8/8/8/RR2K1RR b AGbg - 3 7",
    "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1",
    "4k3/8/8/8/8/8/8/1K3R1R w H - 0 1",
    "4k3/8/8/8/8/8/8/1K3R1R w - - 0 1",
    "rkr5/8/8/8/8/8/8/5RKR b ac - 0 1",
]


@pytest.mark.parametrize("fen", [*INNER_ROOKS, *(chess.Board.from_chess960_pos(n).fen() for n in (0, 1, 518, 959))])
def test_both_fen_styles_are_those_of_python_chess_and_are_read_back(fen):
    board, position = chess.Board(fen, chess960=True), CHESS960.from_fen(fen)
    x_fen, shredder = position.format_fen("x-fen"), position.format_fen("shredder")
    assert x_fen == position.fen == board.fen()
    assert shredder == board.shredder_fen()
    assert x_fen.split()[2] == board.castling_xfen()
    assert shredder.split()[2] == board.castling_shredder_fen()
    assert CHESS960.from_fen(x_fen) == CHESS960.from_fen(shredder) == position


def test_ordinary_chess_reads_shredder_fen():
    assert CHESS.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").fen == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert CHESS.start().format_fen("shredder").split()[2] == "HAha"


@pytest.mark.parametrize("fen", ["r3k2r/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", "1r2k1rr/8/8/8/8/8/8/R3K2R b KQk - 0 1"])
def test_ordinary_chess_means_the_corner_rooks(fen):
    assert CHESS.from_fen(fen).fen == chess.Board(fen).fen() == fen


def test_castling_letters_may_come_in_any_order():
    assert CHESS.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1").fen.split()[2] == "KQkq"


def test_unknown_fen_style_is_refused():
    with pytest.raises(InvalidPosition) as caught:
        CHESS.start().format_fen("forsyth")
    assert str(caught.value) == "chess has no FEN style 'forsyth'. Its styles are x-fen, shredder."


def test_notation_and_tokens_of_random_positions_name_one_move_each():
    random = Random(0)
    for _ in range(20):
        position = CHESS960.start(random.randrange(960))
        for _ in range(60):
            moves = list(position.legal_moves)
            if not moves:
                break
            assert len({position.notation(move) for move in moves}) == len({str(move) for move in moves}) == len(moves)
            position = position.after(random.choice(moves))
