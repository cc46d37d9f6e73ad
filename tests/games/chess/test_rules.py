"""The rules of chess as sentences: what may be played, how games end, and why a move is refused."""

from __future__ import annotations

import pytest

from plyground.errors import AmbiguousMove, IllegalMove, InvalidMove, InvalidRecord, PlygroundError
from plyground.games.chess import Chess
from plyground.games.native import NativePosition
from plyground.protocol import Result, Side
from plyground.record import Record

CHESS, CHESS960 = Chess(), Chess("960")
WHITE, BLACK = Side.WHITE, Side.BLACK


def tokens(position: NativePosition) -> set[str]:
    return {str(move) for move in position.legal_moves}


def drawn(picture: str, *, turn: str = "w", castling: str = "-", half_moves: int = 0) -> NativePosition:
    """A position drawn as eight rows with dots for empty squares."""
    ranks = ["".join(row.split()) for row in picture.strip().splitlines()]
    for run in range(8, 0, -1):
        ranks = [rank.replace("." * run, str(run)) for rank in ranks]
    return CHESS.from_fen(f"{'/'.join(ranks)} {turn} {castling} - {half_moves} 1")


def refusal(position: NativePosition, text: str) -> PlygroundError:
    with pytest.raises(PlygroundError) as caught:
        position.parse(text)
    with pytest.raises(type(caught.value)):
        position.after(text)
    return caught.value


# Castling.

OPEN = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_king_castles_both_ways_when_nothing_forbids_it():
    assert {"e1g1", "e1c1"} <= tokens(CHESS.from_fen(OPEN))
    assert CHESS.from_fen(OPEN).after("e1g1").fen == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert CHESS.from_fen(OPEN).after("e1c1").fen == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"


def test_king_that_has_moved_cannot_castle():
    record = Record(CHESS.from_fen(OPEN), ["Ke2", "Ke7", "Ke1", "Ke8"])
    assert not {"e1g1", "e1c1"} & tokens(CHESS.from_fen(record.position.fen))
    assert record.position.fen.split()[2] == "-"


def test_rook_that_has_moved_cannot_castle_but_the_other_can():
    record = Record(CHESS.from_fen(OPEN), ["Rg1", "Kd7", "Rh1", "Ke8"])
    assert {"e1g1", "e1c1"} & tokens(CHESS.from_fen(record.position.fen)) == {"e1c1"}


def test_rook_that_was_taken_leaves_no_right_to_a_new_one():
    record = Record(CHESS.from_fen("4k3/8/8/8/3b4/8/8/R3K2R b KQ - 0 1"), ["Bxa1"])
    assert record.position.fen.split()[2] == "K"


def test_king_in_check_cannot_castle():
    assert not {"e1g1", "e1c1"} & tokens(CHESS.from_fen("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1"))


def test_king_cannot_castle_across_an_attacked_square():
    assert {"e1g1", "e1c1"} & tokens(CHESS.from_fen("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1")) == {"e1c1"}


def test_king_cannot_castle_onto_an_attacked_square():
    assert {"e1g1", "e1c1"} & tokens(CHESS.from_fen("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1")) == {"e1c1"}


@pytest.mark.parametrize("square", ["b1", "c1", "d1"])
def test_king_cannot_castle_long_past_a_piece(square):
    row = "R" + "".join("N" if name == square else "." for name in ("b1", "c1", "d1")) + "K..R"
    position = drawn("....k...\n" + "........\n" * 6 + row, castling="KQ")
    assert {"e1g1", "e1c1"} & tokens(position) == {"e1g1"}


def test_attacked_rook_may_castle():
    assert "e1g1" in tokens(CHESS.from_fen("4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"))


def test_rook_may_cross_an_attacked_square():
    assert "e1c1" in tokens(CHESS.from_fen("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"))


def test_chess960_rook_that_shields_its_king_cannot_leave_it():
    assert "d1b1" not in tokens(CHESS960.from_fen("4k3/8/8/8/8/8/8/qR1K3R w BH - 0 1"))


# Pawns.


def test_pawn_promotes_to_four_pieces_and_must():
    position = CHESS.from_fen("8/4P2k/8/8/8/8/8/4K3 w - - 0 1")
    assert {token for token in tokens(position) if token.startswith("e7")} == {"e7e8q", "e7e8r", "e7e8b", "e7e8n"}
    pieces = {position.after(f"e7e8{letter}").pieces["e8"] for letter in "qrbn"}
    assert pieces == {"white queen", "white rook", "white bishop", "white knight"}


def test_pawn_takes_en_passant_only_at_once():
    record = Record(CHESS.start(), ["e4", "a6", "e5", "d5"])
    assert "e5d6" in record.position.legal_moves
    assert "d5" not in record.position.after("e5d6").pieces
    for move in ("h3", "h6"):
        record.push(move)
    assert "e5d6" not in record.position.legal_moves


def test_single_step_gives_no_en_passant():
    record = Record(CHESS.from_fen("4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1"), ["d5"])
    assert "e5d6" not in record.position.legal_moves


def test_en_passant_that_uncovers_the_king_is_illegal():
    position = CHESS.from_fen("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1")
    assert "e5d6" not in position.legal_moves


def test_en_passant_may_be_the_only_move():
    position = CHESS.from_fen("r6k/3b4/1p6/2pPn3/1K6/7r/8/8 w - c6 0 1")
    assert tokens(position) == {"d5c6"}


# Endings by the position.


def test_mate_ends_the_game():
    record = Record(CHESS.start(), ["f3", "e5", "g4", "Qh4#"])
    assert record.outcome() == Result(BLACK, "checkmate")
    assert record.position.result == Result(BLACK, "checkmate")
    assert list(record.position.legal_moves) == []


def test_stalemate_is_a_draw():
    position = drawn(
        """
        . . . . . . . k
        . . . . . Q . .
        . . . . . . K .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        """,
        turn="b",
    )
    assert position.result == Result(None, "stalemate")


def test_mate_counts_even_when_the_fifty_moves_are_over():
    record = Record(CHESS.from_fen("7k/8/6K1/8/8/8/8/5Q2 w - - 149 100"), ["Qf8#"])
    assert record.outcome(claim_draw=True) == Result(WHITE, "checkmate")


INSUFFICIENT = [
    ("K", "k"),
    ("KN", "k"),
    ("KB", "k"),
    ("K", "kn"),
    ("K", "kb"),
]
SUFFICIENT = [
    ("KNN", "k"),
    ("KN", "kn"),
    ("KB", "kn"),
    ("KN", "kb"),
    ("KNB", "k"),
    ("KP", "k"),
    ("KR", "k"),
    ("KQ", "k"),
    ("K", "kp"),
]


def with_men(white: str, black: str) -> NativePosition:
    """Kings at home, white's other men on c3 and d3, black's on c6 and d6, where nobody gives check."""
    ranks = ["....k...", "........", f"..{black[1:]:.<6}", "........", "........", f"..{white[1:]:.<6}", "........"]
    return drawn("\n".join([*ranks, "....K..."]))


@pytest.mark.parametrize(("white", "black"), INSUFFICIENT)
def test_too_little_material_is_a_draw(white, black):
    assert with_men(white, black).result == Result(None, "insufficient_material")


@pytest.mark.parametrize(("white", "black"), SUFFICIENT)
def test_material_that_could_mate_goes_on(white, black):
    assert with_men(white, black).result is None


def test_bishops_of_one_colour_draw_and_of_two_colours_go_on():
    same = "4k3/8/2b5/8/8/3B4/8/4K3 w - - 0 1"
    opposite = "4k3/8/2b5/8/8/2B5/8/4K3 w - - 0 1"
    assert CHESS.from_fen(same).result == Result(None, "insufficient_material")
    assert CHESS.from_fen(opposite).result is None


def test_many_bishops_of_one_colour_are_still_too_little():
    promoted = "4k3/8/8/8/3B1B1B/8/3B1B2/4K3 w - - 0 1"
    assert CHESS.from_fen(promoted).result == Result(None, "insufficient_material")


@pytest.mark.parametrize(
    ("white", "black", "white_can", "black_can"),
    [
        ("K", "k", False, False),
        ("KN", "k", False, False),
        ("KNN", "k", True, False),
        ("KN", "kp", True, True),
        ("KN", "kq", False, True),
        ("KN", "kr", True, True),
        ("KB", "kr", False, True),
        ("KB", "kp", True, True),
        ("KB", "kn", True, True),
        ("KP", "k", True, False),
        ("KR", "k", True, False),
    ],
)
def test_who_could_still_win(white, black, white_can, black_can):
    position = with_men(white, black)
    assert (position.can_win(WHITE), position.can_win(BLACK)) == (white_can, black_can)


# Endings by counters and repetition.

SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]


def test_fifty_moves_may_be_claimed_but_do_not_end_the_game():
    record = Record(CHESS.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"))
    assert record.outcome() is None
    assert record.position.claim == "fifty_moves"
    assert record.claims() == ("fifty_moves",)
    assert record.outcome(claim_draw=True) == Result(None, "fifty_moves")


def test_fifty_moves_may_be_claimed_with_the_move_that_completes_them():
    assert Record(CHESS.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 99 90")).claims() == ("fifty_moves",)
    assert Record(CHESS.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 98 90")).claims() == ()


def test_fifty_moves_cannot_be_claimed_with_a_move_that_starts_the_count_again():
    position = CHESS.from_fen("1r5k/8/8/8/8/8/r7/K7 w - - 99 90")
    assert tokens(position) == {"a1a2"}
    assert Record(position).claims() == ()


def test_seventy_five_moves_end_the_game():
    record = Record(CHESS.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 149 120"))
    assert record.outcome() is None
    record.push("Ra2")
    assert record.outcome() == Result(None, "seventyfive_moves")


def test_captures_and_pawn_moves_start_the_count_again():
    position = CHESS.from_fen("4k3/7p/8/8/8/8/7R/4K3 w - - 60 90")
    assert position.after("h2h7").fen.split()[4] == "0"
    assert position.after("h2h3").after("h7h6").fen.split()[4] == "0"
    assert position.after("h2h3").fen.split()[4] == "61"


def test_third_occurrence_may_be_claimed():
    record = Record(CHESS.start(), SHUFFLE * 2)
    assert record.repetitions() == 3
    assert record.outcome() is None
    assert record.claims() == ("threefold_repetition",)
    assert record.claim_draw() == Result(None, "threefold_repetition")
    assert record.outcome() == Result(None, "threefold_repetition")


def test_third_occurrence_may_be_claimed_with_the_intended_move():
    record = Record(CHESS.start(), (SHUFFLE * 2)[:-1])
    assert record.repetitions() == 2
    assert record.claims() == ("threefold_repetition",)
    record.pop()
    assert record.claims() == ()


def test_fifth_occurrence_ends_the_game():
    record = Record(CHESS.start(), (SHUFFLE * 4)[:-1])
    assert record.outcome() is None
    record.push("Ng8")
    assert record.outcome() == Result(None, "fivefold_repetition")


def test_lost_castling_right_makes_another_position():
    shuffle = ["Rg1", "Rg8", "Rh1", "Rh8"]
    record = Record(CHESS.from_fen("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1"), shuffle * 2)
    assert record.repetitions() == 2
    for move in shuffle:
        record.push(move)
    assert record.repetitions() == 3


def test_en_passant_makes_another_position_only_where_it_can_be_played():
    shuffle = ["Kd1", "Kd8", "Ke1", "Ke8"]
    usable = Record(CHESS.from_fen("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"), ["d5", *shuffle])
    useless = Record(CHESS.from_fen("4k3/3p4/4P3/8/8/8/8/4K3 b - - 0 1"), ["d5", *shuffle])
    assert (usable.repetitions(), useless.repetitions()) == (1, 2)


# Endings by the players.


def test_players_may_agree_to_a_draw():
    assert Record(CHESS.start(), ["e4"]).agree_draw() == Result(None, "agreement")


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_resignation_wins_for_the_other_side(side):
    assert Record(CHESS.start()).resign(side) == Result(side.other, "resignation")


def test_flag_loses_when_the_other_side_could_mate():
    assert Record(CHESS.start()).flag(WHITE) == Result(BLACK, "time_forfeit")


def test_flag_draws_when_the_other_side_has_only_its_king():
    record = Record(CHESS.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"))
    assert record.copy().flag(WHITE) == Result(None, "time_forfeit_insufficient_material")
    assert record.copy().flag(BLACK) == Result(WHITE, "time_forfeit")


def test_taking_back_after_the_end_resumes_play():
    record = Record(CHESS.start(), ["e4"])
    record.resign(BLACK)
    record.pop()
    assert record.outcome() is None
    record.push("d4")
    assert record.position.pieces["d4"] == "white pawn"


def test_unfounded_claim_is_refused():
    with pytest.raises(InvalidRecord, match=r"^There is no draw to claim now\.$"):
        Record(CHESS.start()).claim_draw()


# Refused moves.

REFUSED = [
    (None, "e3e4", "no_piece", "'e3e4' is not legal. There is no piece on e3."),
    (None, "e7e5", "not_your_piece", "'e7e5' is not legal. The piece on e7 belongs to Black, and it is White's turn."),
    (None, "d1d2", "own_piece_there", "'d1d2' is not legal. White's own piece is on d2."),
    (None, "a1a5", "piece_cannot_go", "'a1a5' is not legal. The rook on a1 cannot move to a5."),
    (None, "e2e5", "piece_cannot_go", "'e2e5' is not legal. The pawn on e2 cannot move to e5."),
    (None, "e2d3", "piece_cannot_go", "'e2d3' is not legal. The pawn on e2 cannot move to d3."),
    (None, "g1g3", "piece_cannot_go", "'g1g3' is not legal. The knight on g1 cannot move to g3."),
    (
        "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
        "e2d3",
        "leaves_king_in_check",
        "'e2d3' is not legal. White's king on e1 would be in check.",
    ),
    (
        "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
        "Bd3",
        "leaves_king_in_check",
        "'Bd3' is not legal. White's king on e1 would be in check.",
    ),
    (
        "4k3/8/8/8/3r4/8/8/4K3 w - - 0 1",
        "Kd1",
        "leaves_king_in_check",
        "'Kd1' is not legal. White's king on e1 would be in check.",
    ),
    (
        "8/4P2k/8/8/8/8/8/4K3 w - - 0 1",
        "e7e8",
        "promotion_missing",
        "'e7e8' does not say which piece to promote to. Write one of e7e8q, e7e8r, e7e8b, e7e8n.",
    ),
    (
        "8/4P2k/8/8/8/8/8/4K3 w - - 0 1",
        "e8",
        "promotion_missing",
        "'e8' does not say which piece to promote to. Write one of e8=Q, e8=R, e8=B, e8=N.",
    ),
    (None, "e2e4q", "no_promotion", "'e2e4q' is not legal. There is no promotion in this move."),
    (None, "e4=Q", "no_promotion", "'e4=Q' is not legal. There is no promotion in this move."),
    (None, "Nf4", "no_such_piece", "'Nf4' is not legal. No white knight can move to f4."),
    (None, "exd3", "no_such_piece", "'exd3' is not legal. No white pawn can move to d3."),
    (None, "Qd2", "no_such_piece", "'Qd2' is not legal. No white queen can move to d2."),
    (None, "O-O", "castling_not_possible", "'O-O' is not legal. White cannot castle that way now."),
    (None, "0-0-0", "castling_not_possible", "'0-0-0' is not legal. White cannot castle that way now."),
    (None, "e1g1", "castling_not_possible", "'e1g1' is not legal. White cannot castle that way now."),
    (None, "e1h1", "castling_not_possible", "'e1h1' is not legal. White cannot castle that way now."),
    (
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "a2a3",
        "game_over",
        "'a2a3' cannot be played because the game is over.",
    ),
    (
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "O-O",
        "game_over",
        "'O-O' cannot be played because the game is over.",
    ),
]


@pytest.mark.parametrize(("fen", "text", "code", "sentence"), REFUSED)
def test_illegal_move_is_refused_with_its_reason(fen, text, code, sentence):
    error = refusal(CHESS.from_fen(fen) if fen else CHESS.start(), text)
    assert isinstance(error, IllegalMove)
    assert (error.code, str(error)) == (code, sentence)


@pytest.mark.parametrize(
    "text", ["", " ", "hello", "e9", "i4", "e2-", "Ze4", "e2e4k", "--", "0000", "O-O-O-O", "\0", "♘f3"]
)
def test_text_that_is_no_move_is_refused(text):
    error = refusal(CHESS.start(), text)
    assert isinstance(error, InvalidMove)
    assert str(error) == f"'{text}' is not a move of chess. Write something like e2e4, Nf3, exd5, e8=Q or O-O."


def test_long_nonsense_is_not_repeated_whole_nor_cut_inside_a_character():
    sentence = str(refusal(CHESS.start(), "a" + "é" * 10_000))
    assert len(sentence) < 200
    assert "\N{REPLACEMENT CHARACTER}" not in sentence


@pytest.mark.parametrize(
    ("fen", "text", "sentence"),
    [
        ("4k3/8/8/8/4K3/8/8/R6R w - - 0 1", "Rd1", "'Rd1' is ambiguous. It could be any of Rad1, Rhd1."),
        ("R7/4k3/8/8/8/8/4K3/R7 w - - 0 1", "Ra4", "'Ra4' is ambiguous. It could be any of R1a4, R8a4."),
    ],
)
def test_ambiguous_move_names_its_candidates(fen, text, sentence):
    error = refusal(CHESS.from_fen(fen), text)
    assert isinstance(error, AmbiguousMove)
    assert error.code == "move_ambiguous"
    assert str(error) == sentence


def test_en_passant_and_capture_need_no_more_than_the_file():
    position = CHESS.from_fen("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1")
    assert {str(position.parse("cxd6")), str(position.parse("exd6"))} == {"c5d6", "e5d6"}


def test_move_of_another_position_is_refused():
    move = CHESS.start().parse("e4")
    with pytest.raises(IllegalMove, match=r"^'e2e4' is not legal in this position\.$") as caught:
        CHESS.start().after("d4").after(move)
    assert caught.value.code == "move_not_here"
    with pytest.raises(IllegalMove, match=r"^'e2e4' is not legal in this position\.$"):
        CHESS.start().after("d4").notation(move)


class OtherMove:
    """A move of some other game."""

    def __str__(self) -> str:
        return "d6"


def test_move_of_another_game_is_refused():
    for refused in (CHESS.start().after, CHESS.start().notation):
        with pytest.raises(IllegalMove) as caught:
            refused(OtherMove())
        assert caught.value.code == "record_foreign"
        assert str(caught.value) == "This belongs to another game, not to chess."


def test_castling_of_chess_is_no_move_of_chess960():
    castling = CHESS.from_fen(OPEN).parse("O-O")
    with pytest.raises(IllegalMove, match=r"^'e1g1' is not legal in this position\.$"):
        CHESS960.from_fen(OPEN).after(castling)
