"""Position texts: any text is either a valid position or an error that says what is wrong."""

from __future__ import annotations

import chess
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from plyground.errors import InvalidPosition
from plyground.games.chess import Chess
from plyground.games.native import NativePosition
from plyground.locale import messages

CHESS, CHESS960 = Chess(), Chess("960")

POOL = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/pp1ppppp/8/8/2pPP3/8/PPP2PPP/RNBQKBNR b KQkq d3 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 120",
    "8/8/8/8/8/8/8/K1k5 w - -",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rr1k1rr/8/8/8/8/8/8/RR2K1RR w BGcg - 0 1",
    "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1",
]

UNSOUND = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_TOO_MANY_WHITE_PAWNS
    | chess.STATUS_TOO_MANY_BLACK_PAWNS
    | chess.STATUS_TOO_MANY_WHITE_PIECES
    | chess.STATUS_TOO_MANY_BLACK_PIECES
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_OPPOSITE_CHECK
    | chess.STATUS_BAD_CASTLING_RIGHTS
    | chess.STATUS_INVALID_EP_SQUARE
    | chess.STATUS_EMPTY
)

TYPED = "KQRBNPkqrbnp12345678/ -wbabcdefghABCDEFGH09"
ODD = ["\0", "\t", "\n", "é", "棋", "♔", "\u200b", "－", "９", "-1", "65535", "65536", "9" * 40, "+1", "0x1", "//"]


@st.composite
def mutated_fens(draw: st.DrawFn) -> str:
    """A real position text after a few slips of the pen."""
    text = draw(st.sampled_from(POOL))
    for _ in range(draw(st.integers(0, 4))):
        text = draw(st.sampled_from([insert, delete, replace, swap_fields, repeat_field, drop_field]))(draw, text)
    return text


def piece_of_text(draw: st.DrawFn) -> str:
    return draw(st.one_of(st.sampled_from(TYPED), st.sampled_from(ODD), st.characters(exclude_categories=["Cs"])))


def insert(draw: st.DrawFn, text: str) -> str:
    at = draw(st.integers(0, len(text)))
    return text[:at] + piece_of_text(draw) + text[at:]


def delete(draw: st.DrawFn, text: str) -> str:
    at = draw(st.integers(0, len(text)))
    return text[:at] + text[at + draw(st.integers(1, 3)) :]


def replace(draw: st.DrawFn, text: str) -> str:
    at = draw(st.integers(0, len(text)))
    return text[:at] + piece_of_text(draw) + text[at + 1 :]


def swap_fields(draw: st.DrawFn, text: str) -> str:
    fields = text.split(" ")
    i, j = (draw(st.integers(0, len(fields) - 1)) for _ in range(2))
    fields[i], fields[j] = fields[j], fields[i]
    return " ".join(fields)


def repeat_field(draw: st.DrawFn, text: str) -> str:
    fields = text.split(" ")
    at = draw(st.integers(0, len(fields) - 1))
    return " ".join([*fields[: at + 1], fields[at], *fields[at + 1 :]])


def drop_field(draw: st.DrawFn, text: str) -> str:
    fields = text.split(" ")
    at = draw(st.integers(0, len(fields) - 1))
    return " ".join(fields[:at] + fields[at + 1 :])


def parsed(game: Chess, text: str) -> NativePosition | InvalidPosition:
    try:
        return game.from_fen(text)
    except InvalidPosition as error:
        return error


def check_text(game: Chess, text: str) -> None:
    position = parsed(game, text)
    if isinstance(position, InvalidPosition):
        assert str(position)
        return
    again = game.from_fen(position.fen)
    assert again.fen == position.fen
    assert again == position
    assert again.key == position.key
    board = chess.Board(position.fen, chess960=game is CHESS960)
    assert not board.status() & UNSOUND, board.status()
    assert {str(move) for move in position.legal_moves} == {board.uci(move) for move in board.legal_moves}
    assert board.fen() == position.fen
    for move in position.legal_moves:
        assert game.from_fen(position.after(move).fen) == position.after(move)


@settings(max_examples=1_000)
@given(st.sampled_from([CHESS, CHESS960]), mutated_fens())
@example(CHESS, "")
@example(CHESS, "\0")
@example(CHESS960, "4k3/8/8/8/8/8/8/1K3R1R w FH - 0 1")
def test_mutated_fen_is_a_sound_position_or_a_readable_error(game, text):
    check_text(game, text)


@settings(max_examples=200)
@given(st.sampled_from([CHESS, CHESS960]), st.text())
def test_any_text_is_a_sound_position_or_a_readable_error(game, text):
    check_text(game, text)


@settings(max_examples=300)
@given(
    st.sampled_from([CHESS, CHESS960]),
    st.lists(
        st.sampled_from(["8", "k7", "7K", "PPPPPPPP", "qqqqqqqq", "R3K2R", "r3k2r", "RK5R", "4p3", "3pP3"]),
        min_size=8,
        max_size=8,
    ),
    st.sampled_from("wb"),
    st.sampled_from(["-", "KQkq", "KQ", "k", "AHah", "HA"]),
    st.sampled_from(["-", "e3", "d6", "e6", "a3"]),
)
def test_plausible_board_is_a_sound_position_or_a_readable_error(game, ranks, side, castling, en_passant):
    check_text(game, f"{'/'.join(ranks)} {side} {castling} {en_passant} 0 1")


EXPECTED = "4 to 6 fields: board, side to move, castling, en passant and the two move counters"

FAULTS = {
    "fen_empty": ("", f"The position is empty. Expected {EXPECTED}."),
    "fen_field_count": ("8/8/8/8/8/8/8/8 w -", f"The position has 3 fields. Expected {EXPECTED}."),
    "fen_side": ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "Field 2 (side to move) is 'W'. It must be 'w' or 'b'."),
    "fen_number": (
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "Field 5 (half-moves since the last capture or pawn move) is '-1'. It must be a number from 0 to 65535.",
    ),
    "fen_rank_count": ("4k3/8/8/8/8/8/4K3 w - - 0 1", "The board has 7 ranks. It must have 8, separated by '/'."),
    "fen_rank_width": ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "Rank 1 has 9 squares. It must have 8."),
    "fen_piece": (
        "4k3/8/8/8/8/8/x7/4K3 w - - 0 1",
        "Rank 2 contains 'x'. Use only the letters PNBRQKpnbrqk and the digits 1 to 8.",
    ),
    "fen_digits": (
        "4k3/44/8/8/8/8/8/4K3 w - - 0 1",
        "Rank 7 has two digits in a row. Write a run of empty squares as a single digit.",
    ),
    "king_count": ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings. There must be exactly one."),
    "pawn_on_last_rank": (
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "There is a pawn on h8. Pawns cannot stand on the first or last rank.",
    ),
    "too_many_pawns": ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns. At most 8 are possible."),
    "too_many_pieces": (
        "4k3/pppppppp/8/8/8/8/8/nnn1K3 w - - 0 1",
        "Black has 9 pawns and promoted pieces. At most 8 are possible.",
    ),
    "opponent_in_check": (
        "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
        "Black's king on e8 is in check, but it is not Black's turn.",
    ),
    "castling_text": (
        "r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1",
        "Field 3 (castling) is 'KX'. It must be '-' or letters from KQkq, A-H and a-h.",
    ),
    "castling_king": (
        "r3k2r/8/8/8/8/8/8/R2K3R w K - 0 1",
        "The castling right 'K' is impossible. White's king cannot castle from d1.",
    ),
    "castling_rook": (
        "r3k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "The castling right 'k' is impossible. Black has no rook there to castle with.",
    ),
    "castling_twice": (
        "r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1",
        "The castling right 'H' is impossible. White already has a right on that side of the king.",
    ),
    "en_passant_text": (
        "4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1",
        "Field 4 (en passant) is 'd9'. It must be '-' or a square such as e3.",
    ),
    "en_passant_rank": (
        "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1",
        "En passant on d3 is impossible. With White to move, it must be on rank 6.",
    ),
    "en_passant_pawn": (
        "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
        "En passant on d6 is impossible. There is no black pawn on d5.",
    ),
    "en_passant_blocked": (
        "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "En passant on d6 is impossible. The pawn could not have moved from d7 to d5.",
    ),
    "en_passant_check": (
        "7k/b7/8/2pP4/8/4K3/8/8 w - c6 0 1",
        "En passant on c6 is impossible. White would have been in check before the pawn moved.",
    ),
    "check_impossible": (
        "4k3/8/3N1N2/8/8/8/8/K7 b - - 0 1",
        "Black's king on e8 is in check, but no move can have given it.",
    ),
}


@pytest.mark.parametrize("code", FAULTS)
def test_fault_is_named_in_one_sentence(code):
    fen, sentence = FAULTS[code]
    with pytest.raises(InvalidPosition) as caught:
        CHESS.from_fen(fen)
    assert caught.value.code == code
    assert str(caught.value) == sentence


def test_every_fault_of_a_chess_position_has_an_example():
    named = {code for code in messages("errors") if code.startswith(("fen_", "castling_", "en_passant_"))}
    assert named - set(FAULTS) == {"fen_unreadable", "castling_not_possible", "castling_dropped"}


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings. There must be exactly one."),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", "Field 6 (move number) is '65536'. It must be a number from 0 to 65535."),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 +1", "Field 6 (move number) is '+1'. It must be a number from 0 to 65535."),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - ٣ 1",
            "Field 5 (half-moves since the last capture or pawn move) is '٣'. It must be a number from 0 to 65535.",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
            "The castling right 'K' is impossible. White already has a right on that side of the king.",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w -K - 0 1",
            "Field 3 (castling) is '-K'. It must be '-' or letters from KQkq, A-H and a-h.",
        ),
        (
            "4k3/8/8/3Pp3/8/8/8/4K3 b - d6 0 1",
            "En passant on d6 is impossible. With Black to move, it must be on rank 3.",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", f"The position has 7 fields. Expected {EXPECTED}."),
        ("/////// w - - 0 1", "Rank 8 has 0 squares. It must have 8."),
        (
            "4k3/8/8/9/8/8/8/4K3 w - - 0 1",
            "Rank 5 contains '9'. Use only the letters PNBRQKpnbrqk and the digits 1 to 8.",
        ),
        (
            "4k3/8/8/0/8/8/8/4K3 w - - 0 1",
            "Rank 5 contains '0'. Use only the letters PNBRQKpnbrqk and the digits 1 to 8.",
        ),
        (
            "4k3/8/8/♔7/8/8/8/4K3 w - - 0 1",
            "Rank 5 contains '♔'. Use only the letters PNBRQKpnbrqk and the digits 1 to 8.",
        ),
    ],
)
def test_faults_are_told_apart(fen, sentence):
    with pytest.raises(InvalidPosition) as caught:
        CHESS.from_fen(fen)
    assert str(caught.value) == sentence


def test_inner_rook_castles_only_in_chess960():
    fen = "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1"
    with pytest.raises(InvalidPosition, match=r"castling right 'B' is impossible\. White has no rook there"):
        CHESS.from_fen(fen)
    assert CHESS960.from_fen(fen).fen == "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"


def test_four_and_five_fields_are_enough():
    assert CHESS.from_fen("4k3/8/8/8/8/8/8/4K3 b - -").fen == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    assert CHESS.from_fen("4k3/8/8/8/8/8/8/4K3 b - - 7").fen == "4k3/8/8/8/8/8/8/4K3 b - - 7 1"


def test_blanks_around_and_between_fields_do_not_matter():
    assert CHESS.from_fen("  4k3/8/8/8/8/8/8/4K3\tb  - -\n").fen == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"


def test_en_passant_that_no_pawn_can_use_is_dropped():
    assert CHESS.from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").fen.split()[3] == "-"
    assert CHESS.from_fen("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1").fen.split()[3] == "-"


def test_move_number_zero_is_read_as_one():
    assert CHESS.from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 0").fen.endswith(" 0 1")


def test_long_nonsense_is_not_repeated_whole():
    with pytest.raises(InvalidPosition) as caught:
        CHESS.from_fen(f"4k3/8/8/8/8/8/8/4K3 {'w' * 10_000} - - 0 1")
    assert len(str(caught.value)) < 200


def test_long_nonsense_is_not_cut_inside_a_character():
    with pytest.raises(InvalidPosition) as caught:
        CHESS.from_fen(f"4k3/8/8/8/8/8/8/4K3 w{'é' * 60} - - 0 1")
    assert "\N{REPLACEMENT CHARACTER}" not in str(caught.value)


def test_counters_stop_at_their_greatest_value():
    position = CHESS.from_fen("4k3/8/8/8/8/8/8/R3K3 b - - 65535 65535").after("e8e7")
    assert position.fen.endswith(" 65535 65535")
