"""The naive model of draughts, held against published counts and positions worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.draughts.naive import VARIANTS, NaiveDraughts, Position, Side, opponent

RUSSIAN = [7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586, 22444032, 110917189]
ENGLISH = [*RUSSIAN[:4], 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128]
ITALIAN = [*ENGLISH[:5], 36473, 177532, 828783, 3860875, 17761384, 81647058]
COUNTS = {
    "russian": RUSSIAN,
    "brazilian": [*RUSSIAN[:4], 7473, 37628, 187302, 907830, 4431766, 21560022, 105491257],
    "pool": [*RUSSIAN[:7], 929896, 4570534, 22435955, 110833952],
    "english": ENGLISH,
    "italian": ITALIAN,
    "spanish": [*ITALIAN[:8], 3860866, 17743464, 81383200],
    "portuguese": [*ITALIAN[:8], 3860866, 17743464, 81383200],
    "czech": [*ENGLISH[:8], 3963671, 18368918, 84967210],
    "international": [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423],
    "frisian": [9, 81, 658, 3874, 21265, 102431, 540126, 2825779, 15605069],
    # Published with kish (docs.rs), which counts every landing path; up to here no two paths are one move.
    "turkish": [8, 64, 708, 7538, 85090, 931312],
}
"""From the start, depth 1 and on. Portuguese rules are the Spanish ones."""

FAST_LEAVES, SLOW_LEAVES = 60_000, 7_000_000

TRAPS = {
    "W:Wh6:Bg7,c5,d2": [1, 0],
    "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8": [3, 8, 58, 140, 1115, 2376, 14211],
    "B:Wh6,b4,f4,e3,b2,f2,a1:Bb8,f8,h8,e7,g7,d6,f6,Ka5,c5": [2, 9, 40, 121, 599, 1818, 8575],
    "B:Wd4,f4,a3,e3,b2,f2,h2,e1,g1:Bb8,d8,h8,g7,b6,d6,h6,a5,c5,h4": [10, 53, 255, 1072, 4669, 18993, 81440, 330829],
    "W:WKa1,Kc1,Ke1,Kg1:BKb8,Kd8,Kf8,Kh8": [27, 382, 4906, 59246, 703416, 8208461],
}

EIGHT_BY_EIGHT_DARK = ["russian", "brazilian", "pool", "english", "czech", "thai"]
MIRRORED = ["italian", "spanish", "portuguese"]


def counts_up_to(row: list[int], most: int) -> list[int]:
    return [count for count in row if count <= most]


def perfts(game: NaiveDraughts, position: Position, depths: int) -> list[int]:
    return [game.perft(position, depth) for depth in range(1, depths + 1)]


def path_perft(game: NaiveDraughts, position: Position, depth: int, known: dict[tuple[Position, int], int]) -> int:
    """Perft that counts each landing path of a capture as a separate move."""
    key = position, depth
    if key not in known:
        known[key] = sum(
            len(paths) * (1 if depth == 1 else path_perft(game, game.play(position, move), depth - 1, known))
            for move, paths in game.paths(position).items()
        )
    return known[key]


def moves(variant: str, fen: str) -> set[str]:
    """Every legal move: "c3-d4", or with what it captures "c3:e5 (d4)", and K where a king stands after it."""
    game = NaiveDraughts(variant)
    texts = set()
    for move in game.moves(game.parse_fen(fen)):
        captured = f" ({' '.join(sorted(move.captured))})" if move.captured else ""
        king = " K" if move.kind == "king" else ""
        texts.add(f"{move.start}{':' if captured else '-'}{move.end}{captured}{king}")
    return texts


def paths(variant: str, fen: str) -> list[set[str]]:
    """For every move all its paths, written "c3:e5:g7"."""
    game = NaiveDraughts(variant)
    return [{":".join(path) for path in ways} for ways in game.paths(game.parse_fen(fen)).values()]


def men(variant: str, side: Side) -> str:
    squares = (square for square, owner, _ in NaiveDraughts(variant).start().pieces if owner == side)
    return " ".join(sorted(squares, key=lambda square: (int(square[1:]), square[0])))


# Published counts


def test_every_variant_has_counts_but_thai():
    assert set(VARIANTS) == {*COUNTS, "thai"}


@pytest.mark.parametrize("variant", COUNTS)
def test_perft_from_the_start(variant):
    game = NaiveDraughts(variant)
    expected = counts_up_to(COUNTS[variant], FAST_LEAVES)
    assert perfts(game, game.start(), len(expected)) == expected


@pytest.mark.bench
@pytest.mark.parametrize("variant", COUNTS)
def test_deep_perft_from_the_start(variant):
    game = NaiveDraughts(variant)
    expected = counts_up_to(COUNTS[variant], SLOW_LEAVES)
    assert perfts(game, game.start(), len(expected)) == expected


@pytest.mark.parametrize("fen", TRAPS)
def test_russian_traps(fen):
    game = NaiveDraughts("russian")
    expected = counts_up_to(TRAPS[fen], FAST_LEAVES)
    assert perfts(game, game.parse_fen(fen), len(expected)) == expected


@pytest.mark.bench
@pytest.mark.parametrize("fen", TRAPS)
def test_russian_traps_deep(fen):
    game = NaiveDraughts("russian")
    expected = counts_up_to(TRAPS[fen], SLOW_LEAVES)
    assert perfts(game, game.parse_fen(fen), len(expected)) == expected


@pytest.mark.bench
@pytest.mark.parametrize(("variant", "depth", "count"), [("russian", 9, 4570667), ("turkish", 7, 10782382)])
def test_perft_of_paths(variant, depth, count):
    game = NaiveDraughts(variant)
    assert path_perft(game, game.start(), depth, {}) == count


@pytest.mark.bench
def test_russian_with_pieces_removed_at_once_has_the_known_wrong_count():
    game = NaiveDraughts(replace(VARIANTS["russian"], removed="at once"))
    assert game.perft(game.start(), 8) == 929976


# The start


@pytest.mark.parametrize("variant", ["russian", "brazilian", "pool", "english", "czech"])
def test_three_rows_of_four_men(variant):
    assert men(variant, "white") == "a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3"
    assert men(variant, "black") == "b6 d6 f6 h6 a7 c7 e7 g7 b8 d8 f8 h8"


@pytest.mark.parametrize("variant", MIRRORED)
def test_mirrored_boards_have_a_playing_square_on_the_right(variant):
    assert men(variant, "white") == "b1 d1 f1 h1 a2 c2 e2 g2 b3 d3 f3 h3"
    assert men(variant, "black") == "a6 c6 e6 g6 b7 d7 f7 h7 a8 c8 e8 g8"


@pytest.mark.parametrize("variant", ["international", "frisian"])
def test_four_rows_of_five_men(variant):
    assert men(variant, "white") == "a1 c1 e1 g1 i1 b2 d2 f2 h2 j2 a3 c3 e3 g3 i3 b4 d4 f4 h4 j4"
    assert men(variant, "black") == "a7 c7 e7 g7 i7 b8 d8 f8 h8 j8 a9 c9 e9 g9 i9 b10 d10 f10 h10 j10"


def test_thai_has_two_rows_of_four_men():
    assert men("thai", "white") == "a1 c1 e1 g1 b2 d2 f2 h2"
    assert men("thai", "black") == "a7 c7 e7 g7 b8 d8 f8 h8"


def test_turkish_has_two_full_rows_with_an_empty_row_behind():
    assert men("turkish", "white") == "a2 b2 c2 d2 e2 f2 g2 h2 a3 b3 c3 d3 e3 f3 g3 h3"
    assert men("turkish", "black") == "a6 b6 c6 d6 e6 f6 g6 h6 a7 b7 c7 d7 e7 f7 g7 h7"


def test_who_starts():
    black = {variant for variant in VARIANTS if NaiveDraughts(variant).start().side == "black"}
    assert black == {"pool", "english", "thai"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_both_sides_play_by_the_same_rules(variant):
    game = NaiveDraughts(variant)
    start = game.start()
    assert len(game.moves(start)) == len(game.moves(Position(start.pieces, opponent(start.side))))


# Positions


def test_fen_gives_sides_kinds_and_the_turn():
    position = NaiveDraughts("russian").parse_fen("B:Wa3,Kc3:Bb8:H0:F1")
    assert position.side == "black"
    assert position.pieces == {("a3", "white", "man"), ("c3", "white", "king"), ("b8", "black", "man")}


@pytest.mark.parametrize("fen", ["W:W:Bb8", "W:Bb8", "W:Bb8:W"])
def test_fen_with_an_empty_side(fen):
    assert NaiveDraughts("russian").parse_fen(fen).pieces == {("b8", "black", "man")}


def test_fen_with_two_digit_rows():
    assert NaiveDraughts("international").parse_fen("W:WKb10:Bj10").pieces == {
        ("b10", "white", "king"),
        ("j10", "black", "man"),
    }


@pytest.mark.parametrize("fen", ["", "X:Wa1:Bb8", "W:Wa2:Bb8", "W:Wa9:Bb8", "W:Wa1:Ba1", "W:Wb8:Bc7", "W:Qa1:Bb8"])
def test_bad_fen_is_refused(fen):
    with pytest.raises(ValueError, match=f"^{fen!r}: "):
        NaiveDraughts("russian").parse_fen(fen)


@pytest.mark.parametrize(
    ("variant", "fen"),
    [("russian", "W:Wa3:Bb4,c5"), ("english", "W:W:Bb8"), ("turkish", "W:Wa2:Ba3,a4,b2,c2"), ("thai", "B:Wa1:B")],
)
def test_without_a_legal_move(variant, fen):
    assert moves(variant, fen) == set()


# Moves without a capture


@pytest.mark.parametrize("variant", EIGHT_BY_EIGHT_DARK)
def test_men_step_diagonally_forward(variant):
    assert moves(variant, "W:Wc3,h2:Bg3,f4,h8") == {"c3-b4", "c3-d4"}
    assert moves(variant, "B:Wa1:Bc3,h8") == {"c3-b2", "c3-d2", "h8-g7"}


@pytest.mark.parametrize("variant", EIGHT_BY_EIGHT_DARK)
def test_a_step_to_the_last_row_makes_a_king(variant):
    assert moves(variant, "W:Wc7:Bh8") == {"c7-b8 K", "c7-d8 K"}


@pytest.mark.parametrize("variant", ["russian", "brazilian", "pool", "czech", "thai"])
def test_kings_fly(variant):
    assert moves(variant, "W:WKc3,e5,g1:Bh8") == {
        *("c3-b2 K", "c3-a1 K", "c3-b4 K", "c3-a5 K", "c3-d2 K", "c3-e1 K", "c3-d4 K"),
        *("e5-d6", "e5-f6", "g1-f2", "g1-h2"),
    }


def test_english_kings_step():
    assert moves("english", "W:WKc3:Bh8") == {"c3-b2 K", "c3-d2 K", "c3-b4 K", "c3-d4 K"}


def test_italian_kings_step():
    assert moves("italian", "W:WKd3:Ba8") == {"d3-c2 K", "d3-e2 K", "d3-c4 K", "d3-e4 K"}


@pytest.mark.parametrize("variant", ["spanish", "portuguese"])
def test_spanish_kings_fly(variant):
    assert moves(variant, "W:WKb1:Ba8") == {f"b1-{to} K" for to in ["a2", "c2", "d3", "e4", "f5", "g6", "h7"]}


def test_turkish_men_step_forward_and_sideways():
    assert moves("turkish", "W:Wd4:Bh8") == {"d4-c4", "d4-e4", "d4-d5"}
    assert moves("turkish", "B:Wa1:Bd4") == {"d4-c4", "d4-e4", "d4-d3"}


def test_turkish_kings_fly_along_rows_and_columns():
    targets = ["a4", "b4", "c4", "e4", "f4", "g4", "h4", "d1", "d2", "d3", "d5", "d6"]
    assert moves("turkish", "W:WKd4:Bd7,d8") == {f"d4-{to} K" for to in targets}


def test_frisian_pieces_move_only_diagonally():
    assert moves("frisian", "W:We5:Bj10") == {"e5-d6", "e5-f6"}
    targets = ["d6", "c7", "b8", "a9", "f6", "g7", "h8", "i9", "d4", "c3", "b2", "a1", "f4", "g3", "h2", "i1"]
    assert moves("frisian", "W:WKe5:Bj10") == {f"e5-{to} K" for to in targets}


# Captures: obligation and directions


@pytest.mark.parametrize("variant", EIGHT_BY_EIGHT_DARK)
def test_capturing_is_compulsory(variant):
    assert moves(variant, "W:Wc3,a1:Bd4") == {"c3:e5 (d4)"}


@pytest.mark.parametrize("variant", EIGHT_BY_EIGHT_DARK)
def test_a_piece_with_no_free_square_behind_it_is_safe(variant):
    assert moves(variant, "W:Wa3,c3:Bd4,e5,h4") == {"a3-b4", "c3-b4"}


@pytest.mark.parametrize("variant", EIGHT_BY_EIGHT_DARK)
def test_men_capturing_backward(variant):
    backward = variant in ("russian", "brazilian", "pool")
    assert moves(variant, "W:Wc5:Bd4") == ({"c5:e3 (d4)"} if backward else {"c5-b6", "c5-d6"})


@pytest.mark.parametrize("variant", EIGHT_BY_EIGHT_DARK)
def test_a_capture_must_be_finished(variant):
    assert moves(variant, "W:Wa1:Bb2,d4,d6") == {"a1:c7 (b2 d4 d6)"}


@pytest.mark.parametrize("variant", EIGHT_BY_EIGHT_DARK)
def test_men_capture_kings(variant):
    assert moves(variant, "W:Wc3:BKd4") == {"c3:e5 (d4)"}


@pytest.mark.parametrize("variant", EIGHT_BY_EIGHT_DARK)
def test_any_capture_or_the_longest(variant):
    short, long = "c3:a5 (b4)", "c3:c7 (d4 d6)"
    assert moves(variant, "W:Wc3:Bb4,d4,d6") == ({long} if variant == "brazilian" else {short, long})


@pytest.mark.parametrize("variant", ["brazilian", "international"])
def test_where_most_pieces_count_kings_are_pieces_like_others(variant):
    assert moves(variant, "W:Wc3:BKb4,d4,d6") == {"c3:c7 (d4 d6)"}
    assert moves(variant, "W:Wc3:BKb4,d4") == {"c3:a5 (b4)", "c3:e5 (d4)"}


def test_english_kings_capture_only_what_is_next_to_them():
    assert moves("english", "W:WKc3:Be5") == {"c3-b2 K", "c3-d2 K", "c3-b4 K", "c3-d4 K"}
    assert moves("english", "W:WKc5:Bd4,f4") == {"c5:g5 (d4 f4) K"}


# Flying kings


@pytest.mark.parametrize("variant", ["russian", "brazilian", "pool", "czech"])
def test_behind_the_last_victim_a_king_lands_anywhere(variant):
    assert moves(variant, "W:WKa1:Bd4") == {f"a1:{to} (d4) K" for to in ("e5", "f6", "g7", "h8")}


@pytest.mark.parametrize("variant", ["russian", "brazilian", "pool", "czech"])
def test_a_king_must_land_where_it_can_go_on(variant):
    assert moves(variant, "W:WKa1:Bc3,f4") == {"a1:g3 (c3 f4) K", "a1:h2 (c3 f4) K"}


@pytest.mark.parametrize("variant", ["russian", "pool", "czech"])
def test_a_king_chooses_freely_among_squares_where_it_can_go_on(variant):
    assert moves(variant, "W:WKa1:Bb2,d6,e3") == {
        *("a1:f2 (b2 e3) K", "a1:g1 (b2 e3) K"),
        *("a1:c7 (b2 d6) K", "a1:b8 (b2 d6) K"),
    }


@pytest.mark.parametrize("variant", ["russian", "brazilian", "pool", "czech"])
def test_a_king_does_not_jump_two_pieces_in_a_row(variant):
    assert moves(variant, "W:WKa1:Bc3,d4") == {"a1-b2 K"}


@pytest.mark.parametrize("variant", ["russian", "pool", "czech"])
def test_captured_pieces_block_until_the_end(variant):
    # After e3 and d6 the king stands behind d6; the way back to b4 is open only if d6 is off the board.
    assert moves(variant, "W:WKg1:Bb2,b4,d6,e3") == {
        *("g1:a1 (b2 e3) K", "g1:c1 (b2 b4 e3) K"),
        *("g1:e7 (d6 e3) K", "g1:f8 (d6 e3) K"),
    }


@pytest.mark.parametrize("variant", ["russian", "pool", "czech"])
def test_a_king_does_not_turn_back_over_its_victim(variant):
    assert moves(variant, "W:WKd4:Bc3,e5") == {
        *("d4:a1 (c3) K", "d4:b2 (c3) K"),
        *("d4:f6 (e5) K", "d4:g7 (e5) K", "d4:h8 (e5) K"),
    }


@pytest.mark.parametrize("variant", ["russian", "brazilian", "pool"])
def test_the_square_of_departure_counts_as_empty(variant):
    assert moves(variant, "W:Wc3:Bb4,b6,d4,d6") == {"c3:c3 (b4 b6 d4 d6)"}


@pytest.mark.parametrize("variant", ["russian", "brazilian", "pool", "czech"])
def test_a_king_may_pass_over_its_square_of_departure(variant):
    assert moves(variant, "W:WKb4:Bc3,c5,e3,e5") == {f"b4:{to} (c3 c5 e3 e5) K" for to in ("a3", "a5", "b4")}


def test_an_english_king_may_end_on_its_square_of_departure():
    assert moves("english", "W:WKb4:Bc3,c5,e3,e5") == {"b4:b4 (c3 c5 e3 e5) K"}


# One move, many paths


def test_both_ways_round_are_one_move():
    assert paths("russian", "W:Wc3:Bb4,b6,d4,d6") == [{"c3:e5:c7:a5:c3", "c3:a5:c7:e5:c3"}]


def test_landing_squares_between_two_victims_are_paths_of_one_move():
    assert paths("russian", "W:WKa1:Bb2,g7") == [{"a1:c3:h8", "a1:d4:h8", "a1:e5:h8", "a1:f6:h8"}]


def test_start_and_end_do_not_name_a_move():
    found = moves("russian", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8")
    assert len({text for text in found if text.startswith("f8:b4 ")}) == 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_paths_and_moves_agree(variant):
    game = NaiveDraughts(variant)
    position = game.start()
    for _ in range(12):
        found = game.moves(position)
        ways = game.paths(position)
        assert set(found) == set(ways)
        assert all(path[0] == move.start and path[-1] == move.end for move in ways for path in ways[move])
        position = found[min(found, key=lambda move: (move.start, move.end, sorted(move.captured)))]


# Promotion in the middle of a capture


def test_a_russian_man_goes_on_as_a_king():
    assert moves("russian", "W:Wh6:Bg7,c5,d2") == {"h6:e1 (c5 d2 g7) K"}
    assert paths("russian", "W:Wh6:Bg7,c5,d2") == [{"h6:f8:b4:e1"}]
    assert moves("russian", "W:Wb6:Bc7,e7") == {f"b6:{to} (c7 e7) K" for to in ("f6", "g5", "h4")}


@pytest.mark.parametrize("variant", ["brazilian", "pool"])
def test_a_man_that_passes_the_last_row_stays_a_man(variant):
    assert moves(variant, "W:Wb6:Bc7,e7") == {"b6:f6 (c7 e7)"}
    assert moves(variant, "W:Wh6:Bg7,c5,d2") == {"h6:f8 (g7) K"}


@pytest.mark.parametrize("variant", ["international", "frisian"])
def test_a_man_that_passes_the_last_row_of_the_large_board_stays_a_man(variant):
    assert moves(variant, "W:Wb8:Bc9,e9") == {"b8:f8 (c9 e9)"}
    assert moves(variant, "W:Wb8:Bc9") == {"b8:d10 (c9) K"}


@pytest.mark.parametrize("variant", ["english", "czech", "thai"])
def test_promotion_ends_the_move(variant):
    assert moves(variant, "W:Wb6:Bc7,e7") == {"b6:d8 (c7) K"}


@pytest.mark.parametrize("variant", MIRRORED)
def test_promotion_ends_the_move_on_mirrored_boards(variant):
    assert moves(variant, "W:Wc6:Bd7,f7") == {"c6:e8 (d7) K"}


# Czech


def test_a_czech_king_captures_before_a_man():
    fen = "W:Wa3,Kf8:Bb4,b6,g7"
    assert moves("czech", fen) == {"f8:h6 (g7) K"}
    assert moves("brazilian", fen) == {"a3:a7 (b4 b6)"}
    assert moves("russian", fen) == {"f8:h6 (g7) K", "a3:a7 (b4 b6)"}


def test_a_czech_king_need_not_capture_most():
    assert moves("czech", "W:WKd2:Bc3,e3,g5") == {"d2:b4 (c3) K", "d2:a5 (c3) K", "d2:h6 (e3 g5) K"}


# Italian, Spanish and Portuguese


@pytest.mark.parametrize("variant", MIRRORED)
def test_southern_men_capture_forward_only(variant):
    assert moves(variant, "W:Wd5:Be4,h7") == {"d5-c6", "d5-e6"}
    assert moves(variant, "W:Wd3:Be4,h7") == {"d3:f5 (e4)"}


@pytest.mark.parametrize("variant", MIRRORED)
def test_southern_captures_take_most_pieces(variant):
    assert moves(variant, "W:Wd3:Bc4,e4,e6") == {"d3:d7 (e4 e6)"}


@pytest.mark.parametrize("variant", ["spanish", "portuguese"])
def test_number_comes_before_kings(variant):
    assert moves(variant, "W:Wd3:BKc4,e4,e6") == {"d3:d7 (e4 e6)"}
    assert moves(variant, "W:Wd3:BKc4,e4,h7") == {"d3:b5 (c4)"}


@pytest.mark.parametrize("variant", ["spanish", "portuguese"])
def test_in_spain_a_king_has_no_precedence(variant):
    landings = ("f3", "e4", "d5", "c6", "b7", "a8")
    assert moves(variant, "W:Wa2,Kh1:Bb3,g2") == {"a2:c4 (b3)", *(f"h1:{to} (g2) K" for to in landings)}


@pytest.mark.parametrize("variant", ["spanish", "portuguese"])
def test_spanish_captured_pieces_block_until_the_end(variant):
    # The mirror image of the Russian position, without the captures of two.
    assert moves(variant, "W:WKb1:Bg2,g4,e6,d3") == {"b1:f1 (d3 g2 g4) K"}


@pytest.mark.parametrize("variant", ["spanish", "portuguese"])
def test_spanish_king_lands_anywhere_behind_the_last_victim(variant):
    assert moves(variant, "W:WKh1:Be4") == {f"h1:{to} (e4) K" for to in ("d5", "c6", "b7", "a8")}


def test_an_italian_man_does_not_take_a_king():
    assert moves("italian", "W:Wc2:BKd3") == {"c2-b3"}
    assert moves("spanish", "W:Wc2:BKd3") == {"c2:e4 (d3)"}


def test_an_italian_man_stops_before_a_king():
    assert moves("italian", "W:Wc2:Bd3,Kf5") == {"c2:e4 (d3)"}


def test_an_italian_king_takes_kings_and_men():
    assert moves("italian", "W:WKc2:Bd3,Kf5") == {"c2:g6 (d3 f5) K"}


def test_italian_number_comes_before_capturing_with_a_king():
    assert moves("italian", "W:Wa2,Kh1:Bb3,d5,g2") == {"a2:e6 (b3 d5)"}


def test_an_italian_king_captures_before_a_man():
    assert moves("italian", "W:Wa2,Kh1:Bb3,g2") == {"h1:f3 (g2) K"}


def test_an_italian_king_takes_most_kings():
    assert moves("italian", "W:WKd3:Bc4,Ke4") == {"d3:f5 (e4) K"}


def test_italian_capturing_with_a_king_comes_before_the_kings_taken():
    # The man cannot take kings at all, so the two are never in conflict; the king's one man is enough.
    assert moves("italian", "W:Wa2,Kd3:Bb3,e4") == {"d3:f5 (e4) K"}


def test_an_italian_capture_begins_with_the_king():
    assert moves("italian", "W:WKd3:BKe4,g6,c4,Kc6") == {"d3:h7 (e4 g6) K"}
    assert moves("italian", "W:WKd3:Be4,Kg6,c4,Kc6") == {"d3:h7 (e4 g6) K", "d3:d7 (c4 c6) K"}


def test_of_two_italian_ways_round_only_the_one_that_meets_the_king_first():
    assert paths("italian", "W:WKd3:BKe4,e6,c6,c4") == [{"d3:f5:d7:b5:d3"}]
    assert paths("italian", "W:WKd3:Be4,Ke6,c6,c4") == [{"d3:f5:d7:b5:d3"}]


# Thai


def test_a_thai_king_lands_right_behind_its_victim():
    assert moves("thai", "W:WKa1:Bd4") == {"a1:e5 (d4) K"}
    assert moves("thai", "W:WKa1:Bc3,f4") == {"a1:d4 (c3) K"}
    assert moves("thai", "W:WKa1:Bc3,f6") == {"a1:g7 (c3 f6) K"}


def test_a_thai_king_may_turn_back_because_its_victim_is_gone():
    assert moves("thai", "W:WKd4:Bc3,e5") == {"d4:b2 (c3 e5) K", "d4:f6 (c3 e5) K"}
    assert sorted(map(sorted, paths("thai", "W:WKd4:Bc3,e5"))) == [["d4:b2:f6"], ["d4:f6:b2"]]


def test_any_thai_capture_will_do():
    assert moves("thai", "W:Wc3,Kh2:Bb4,d4,d6,g3") == {"c3:a5 (b4)", "c3:c7 (d4 d6)", "h2:c7 (d6 g3) K"}


# Turkish


def test_turkish_men_capture_forward_and_sideways():
    assert moves("turkish", "W:Wd4:Bd3,d5,c4,e4") == {"d4:d6 (d5)", "d4:b4 (c4)", "d4:f4 (e4)"}
    assert moves("turkish", "B:Wd3,d5,c4,e4:Bd4") == {"d4:d2 (d3)", "d4:b4 (c4)", "d4:f4 (e4)"}


def test_turkish_captures_take_most_pieces():
    assert moves("turkish", "W:Wd4:Bd5,e6,Kc4") == {"d4:f6 (d5 e6)"}
    assert moves("turkish", "W:Wd4,Kh1:Bd5,h5") == {"d4:d6 (d5)", "h1:h6 (h5) K", "h1:h7 (h5) K", "h1:h8 (h5) K"}


def test_a_turkish_king_lands_anywhere_behind_the_last_victim():
    assert moves("turkish", "W:WKa1:Ba5") == {"a1:a6 (a5) K", "a1:a7 (a5) K", "a1:a8 (a5) K"}


def test_turkish_victims_are_gone_at_once():
    # c3, g5 and e8 fall; then the king passes the square where c3 has stood and takes c2.
    fen = "W:WKa3:Bc2,c3,e8,g5"
    assert paths("turkish", fen) == [{"a3:g3:g8:c8:c1"}]
    assert moves("turkish", fen) == {"a3:c1 (c2 c3 e8 g5) K"}


def test_a_turkish_king_may_not_turn_straight_back():
    assert moves("turkish", "W:WKd4:Bd6,d2") == {"d4:d7 (d6) K", "d4:d8 (d6) K", "d4:d1 (d2) K"}


def test_a_turkish_man_goes_on_as_a_man_and_is_crowned_in_the_end():
    assert moves("turkish", "W:Wd6:Bd7,e8") == {"d6:f8 (d7 e8) K"}
    assert moves("turkish", "W:Wd6:Bd7,g8") == {"d6:d8 (d7) K"}
    assert moves("turkish", "W:Wd6:Bd7,e8,f6") == {"d6:f8 (d7 e8) K"}


# Frisian


@pytest.mark.parametrize(
    ("victim", "landing"),
    [("e7", "e9"), ("f6", "g7"), ("g5", "i5"), ("f4", "g3"), ("e3", "e1"), ("d4", "c3"), ("c5", "a5"), ("d6", "c7")],
)
def test_frisian_men_capture_in_eight_directions(victim, landing):
    assert moves("frisian", f"W:We5:B{victim}") == {f"e5:{landing} ({victim})"}


def test_frisian_kings_fly_along_all_eight_lines():
    assert moves("frisian", "W:WKe1:Be5") == {"e1:e7 (e5) K", "e1:e9 (e5) K"}
    assert moves("frisian", "W:WKa5:Be5") == {"a5:g5 (e5) K", "a5:i5 (e5) K"}
    assert moves("frisian", "W:WKa1:Bc3") == {f"a1:{to} (c3) K" for to in ["d4", "e5", "f6", "g7", "h8", "i9", "j10"]}


def test_frisian_captured_pieces_block_until_the_end():
    assert moves("frisian", "W:WKe5:Be3,e7,j10") == {"e5:e1 (e3) K", "e5:e9 (e7) K"}


def test_frisian_kings_are_worth_more_than_a_man():
    assert moves("frisian", "W:Wb2,h2:BKc3,i3") == {"b2:d4 (c3)"}


def test_two_frisian_men_are_worth_more_than_a_king():
    assert moves("frisian", "W:Wb2,h2:BKc3,i3,j6") == {"h2:j8 (i3 j6)"}


def test_two_frisian_kings_are_worth_more_than_three_men():
    assert moves("frisian", "W:Wb2,h2:BKc3,Ke5,i3,j6,i9") == {"b2:f6 (c3 e5)"}


def test_three_frisian_men_are_worth_more_than_a_king_and_a_man():
    assert moves("frisian", "W:Wb2,h2:BKc3,e5,i3,j6,i9") == {"h2:h10 (i3 i9 j6) K"}


def test_of_equal_frisian_captures_the_king_makes_one():
    assert moves("frisian", "W:Wb2,Kh2:Bc3,i3") == {"h2:j4 (i3) K"}
    assert moves("frisian", "W:Wb2,Kh2:BKc3,i3") == {"b2:d4 (c3)"}
