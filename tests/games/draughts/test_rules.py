"""The rules clause by clause, each on a drawn position."""

from __future__ import annotations

import pytest
from tests.games.draughts.boards import drawn, game, plain_moves, tokens

from plyground.errors import AmbiguousMove, IllegalMove
from plyground.protocol import Result, Side

# Russian draughts.


def test_white_opens_and_men_step_forward_one_square():
    start = game("russian").start()
    assert start.side_to_move is Side.WHITE
    assert tokens(start) == {"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"}


@pytest.mark.parametrize("variant", ["russian", "international", "english", "turkish"])
@pytest.mark.parametrize(
    ("fen", "winner"), [("W:WK{}:B", Side.WHITE), ("B:WK{}:B", Side.WHITE), ("B:W:BK{}", Side.BLACK)]
)
def test_side_without_men_has_lost_whoever_is_to_move(variant: str, fen: str, winner: Side):
    board = game(variant)
    square = next(iter(board.start().pieces))
    assert board.from_fen(fen.format(square)).result == Result(winner, "no_men")


def test_man_captures_backward_as_well_as_forward():
    position = drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . x . .
        . . . . o . . .
        . . . x . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert tokens(position) == {"e5:c3", "e5:g7"}


def test_king_flies_any_distance_until_something_stands_in_its_way():
    position = drawn("""
        . . . . . . . x
        . . . . . . . .
        . . . . . . . .
        . . . . o . . .
        . . . . . . . .
        . . O . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    of_the_king = {token for token in tokens(position) if token.startswith("c3")}
    assert of_the_king == {"c3-d4", "c3-b2", "c3-a1", "c3-b4", "c3-a5", "c3-d2", "c3-e1"}


def test_capture_is_obligatory_and_the_refusal_names_the_captures():
    position = drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . x . . . . .
        . . . o . . . .
        . . . . . . o .
        . . . . . . . .
        . . . . . . . .
    """)
    assert tokens(position) == {"d4:b6"}
    assert position.forced == "capture"
    with pytest.raises(IllegalMove) as caught:
        position.after("g3-h4")
    assert caught.value.code == "capture_obligatory"
    assert str(caught.value) == "'g3-h4' is not legal. White must capture. The captures are d4:b6."


def test_any_capture_may_be_chosen_not_only_the_largest():
    position = drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . x . .
        . . . . . . . .
        . x . x . . . .
        . . o . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    assert tokens(position) == {"c3:a5", "c3:e5:g7"}


def test_capture_once_begun_must_be_finished():
    position = drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . x . .
        . . . . . . . .
        . . . x . . . .
        . . o . . . . .
        . . . . . . . .
        . . . . . . . .
    """)
    with pytest.raises(IllegalMove) as caught:
        position.parse("c3:e5")
    assert caught.value.code == "capture_unfinished"
    assert caught.value.arguments["captures"] == "c3:g7"


def test_king_must_land_where_it_can_capture_more():
    # Behind b2 there are six points to land on, but only from e5 does the king see f4.
    position = drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . x . .
        . . . . . . . .
        . x . . . . . .
        O . . . . . . .
    """)
    assert tokens(position) == {"a1:e5:g3", "a1:e5:h2"}


def test_king_lands_freely_behind_the_last_piece():
    position = drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . x . . . . . .
        O . . . . . . .
    """)
    assert tokens(position) == {"a1:c3", "a1:d4", "a1:e5", "a1:f6", "a1:g7", "a1:h8"}


def test_turkish_strike_captured_pieces_stay_until_the_end_and_block():
    # After c7 the king takes d2 or g5; each, though captured, still stands in the way to the other.
    position = drawn("""
        . O . . . . . .
        . . x . . . . .
        . . . . . . . .
        . . . . . . x .
        . . . . . . . .
        . . . . . . . .
        . . . x . . . .
        . . . . . . . .
    """)
    assert tokens(position) == {"b8:f4:c1", "b8:f4:h6"}


def test_no_piece_is_jumped_twice_and_the_start_square_counts_as_empty():
    # The man goes round four pieces to where it began; both ways round are one move, entered by either.
    position = drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . x . x . .
        . . o . . . . .
        . . . x . x . .
        . . . . . . . .
    """)
    (move,) = position.legal_moves
    assert plain_moves(position) == {("c3", "c3", frozenset({"d4", "f4", "f2", "d2"}), "man")}
    assert str(move) == "c3:e1:g3:e5:c3"
    assert position.parse("c3:e5:g3:e1:c3") == move
    assert position.view.entry == {
        "c3": {"e1": {"g3": {"e5": {"c3": str(move)}}}, "e5": {"g3": {"e1": {"c3": str(move)}}}}
    }


def test_man_promoting_mid_capture_continues_as_king():
    position = drawn("""
        . . . . . . . .
        . . . . . . x .
        . . . . . . . o
        . . x . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . x . . . .
        . . . . . . . .
    """)
    assert tokens(position) == {"h6:f8:b4:e1"}
    (move,) = plain_moves(position)
    assert move.kind == "king"
    assert move.captured == {"g7", "c5", "d2"}


def test_man_stepping_onto_the_last_row_becomes_a_king():
    position = drawn("""
        . . . . . . . .
        o . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . X .
    """)
    assert position.after("a7-b8").pieces["b8"] == "white king"


def test_side_without_moves_has_lost():
    blocked = drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . x . . . . .
        . x . . . . . .
        o . . . . . . .
    """)
    assert blocked.result == Result(Side.BLACK, "no_moves")


def test_side_without_pieces_has_lost():
    assert game("russian").from_fen("W:W:Bb8").result == Result(Side.BLACK, "no_men")
    assert game("russian").from_fen("W:Wa5:Bb6").after("a5:c7").result == Result(Side.WHITE, "no_men")


def test_same_ends_with_other_captured_pieces_are_two_moves():
    position = game("russian").from_fen("W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8")
    both = [move for move in plain_moves(position) if (move.start, move.end) == ("f8", "b4")]
    assert {len(move.captured) for move in both} == {1, 4}


# Other variants.


def test_brazilian_takes_the_most_pieces():
    picture = """
        . . . . . . . .
        . . . . . . . .
        . . . . . x . .
        . . . . . . . .
        . x . x . . . .
        . . o . . . . .
        . . . . . . . .
        . . . . . . . .
    """
    assert tokens(drawn(picture, variant="brazilian")) == {"c3:e5:g7"}
    with pytest.raises(IllegalMove) as caught:
        drawn(picture, variant="brazilian").parse("c3:a5")
    assert caught.value.code == "capture_priority"


def test_brazilian_and_pool_men_passing_the_last_row_stay_men():
    picture = """
        . . . . . . . .
        . . . . x . x .
        . . . . . . . o
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """
    for variant in ("brazilian", "pool"):
        (move,) = plain_moves(drawn(picture, variant=variant))
        assert (move.end, move.kind) == ("d6", "man")
    assert {move.kind for move in plain_moves(drawn(picture))} == {"king"}


def test_pool_and_english_and_thai_are_opened_by_black():
    for variant in ("pool", "english", "thai"):
        assert game(variant).start().side_to_move is Side.BLACK


def test_english_men_do_not_capture_backward_and_kings_step_one_square():
    position = drawn(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . o . . .
        . . . x . . . .
        . . . . . . . .
        . . . . . O . .
        . . . . . . . .
    """,
        variant="english",
    )
    assert tokens(position) == {"e5-d6", "e5-f6", "f2-e1", "f2-g1", "f2-e3", "f2-g3"}


def test_english_move_ends_where_a_man_is_crowned():
    position = drawn(
        """
        . . . . . . . .
        . . . . x . x .
        . . . . . . . o
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """,
        variant="english",
    )
    (move,) = plain_moves(position)
    assert (move.end, move.kind, move.captured) == ("f8", "king", frozenset({"g7"}))


def test_italian_man_cannot_take_a_king():
    position = drawn(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . X . . . .
        . . o . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """,
        variant="italian",
    )
    assert tokens(position) == {"c4-b5"}


def test_italian_takes_with_the_king_then_most_kings_then_kings_early():
    with_king = game("italian").from_fen("W:Wa2,Kg2:Bb3,f3")
    assert {move.start for move in plain_moves(with_king)} == {"g2"}
    most_kings = game("italian").from_fen("W:WKd3:Bc4,Ke4")
    assert {move.captured for move in plain_moves(most_kings)} == {frozenset({"e4"})}
    early = game("italian").from_fen("W:WKd5:BKe2,Ke6,e4,g6")
    assert tokens(early) == {"d5:f7:h5"}  # king, man; the other way takes man, king


def test_italian_king_going_round_must_take_the_kings_early():
    position = game("italian").from_fen("W:WKe6:BKf3,d5,Kf5,d3")
    (move,) = position.legal_moves
    assert str(move) == "e6:g4:e2:c4:e6"
    assert [list(path) for path in position.entry_paths(move)] == [["e6", "g4", "e2", "c4", "e6"]]
    with pytest.raises(IllegalMove) as caught:
        position.parse("e6:c4:e2:g4:e6")
    assert caught.value.code == "capture_priority"


def test_spanish_takes_most_pieces_then_most_kings():
    position = game("spanish").from_fen("W:Wd3:Bc4,Ke4")
    assert {move.captured for move in plain_moves(position)} == {frozenset({"e4"})}
    more = game("spanish").from_fen("W:Wd3:Bc4,Ke4,c6")
    assert {move.captured for move in plain_moves(more)} == {frozenset({"c4", "c6"})}


def test_czech_takes_with_the_king_first():
    position = game("czech").from_fen("W:Wa3,Kg1:Bb4,d6,f2")
    assert {move.start for move in plain_moves(position)} == {"g1"}


def test_thai_king_lands_right_behind_and_pieces_leave_at_once():
    position = drawn(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . x . . . .
        . . . . . . . .
        . . . . . . . .
        O . . . . . . .
    """,
        variant="thai",
    )
    assert tokens(position) == {"a1:e5"}
    assert len(game("thai").start().pieces) == 16


def test_turkish_men_go_forward_and_sideways_and_never_turn_straight_back():
    start = game("turkish").start()
    assert tokens(start) == {f"{file}3-{file}4" for file in "abcdefgh"}
    free = drawn(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . o . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . X
    """,
        variant="turkish",
    )
    assert tokens(free) == {"d4-c4", "d4-e4", "d4-d5"}
    between = game("turkish").from_fen("W:WKd4:Bf4,b4")
    assert tokens(between) == {"d4:a4", "d4:g4", "d4:h4"}


def test_international_is_the_brazilian_game_on_ten_by_ten():
    start = game("international").start()
    assert len(start.pieces) == 40
    assert start.notation(start.parse("d4-e5")) == "32-28"
    assert start.parse("32-28") == start.parse("d4-e5")


def test_frisian_captures_in_eight_directions():
    position = game("frisian").from_fen("W:We5:Be7,g5,c5,e3,d6")
    assert {move.start for move in plain_moves(position)} == {"e5"}
    straight = game("frisian").from_fen("W:We5:Be7")
    assert tokens(straight) == {"e5:e9"}
    sideways = game("frisian").from_fen("W:We5:Bg5")
    assert tokens(sideways) == {"e5:i5"}


def test_frisian_counts_a_king_as_almost_two_men():
    two_men_before_a_king = game("frisian").from_fen("W:We5:BKd6,f6,h8")
    assert {move.captured for move in plain_moves(two_men_before_a_king)} == {frozenset({"f6", "h8"})}
    king_before_a_man = game("frisian").from_fen("W:We5:BKd6,f6")
    assert {move.captured for move in plain_moves(king_before_a_man)} == {frozenset({"d6"})}


def test_frisian_king_may_not_walk_more_than_three_times_while_there_are_men():
    position = game("frisian").from_fen("W:WKa5,i1:BKj6,b10")
    for white, black in (("a5-b6", "j6-i5"), ("b6-a5", "i5-j6"), ("a5-b6", "j6-i5")):
        assert any(token.startswith(white[:2]) for token in tokens(position))
        position = position.after(white).after(black)
    assert tokens(position) == {"i1-h2", "i1-j2"}
    rested = position.after("i1-h2").after("b10-c9")
    assert any(token.startswith("b6") for token in tokens(rested))


def test_two_moves_of_the_same_ends_are_ambiguous_unless_a_path_is_given():
    position = drawn("""
        . . . O . . . .
        . . x . . . . .
        . . . . . . . .
        . . x . . . . .
        . x . . . . . .
        . . . . . . . .
        . x . . . . . .
        . . . . . . . .
    """)
    assert tokens(position) == {"d8:a5:c3:a1", "d8:b6:d4:a1"}
    with pytest.raises(AmbiguousMove) as caught:
        position.parse("d8:a1")
    assert caught.value.arguments["candidates"] == "d8:a5:c3:a1, d8:b6:d4:a1"
    assert str(position.parse("d8:b6:a1")) == "d8:b6:d4:a1"
    assert str(position.parse("d8xa1xc7xb4xb2")) == "d8:a5:c3:a1"
    assert [position.notation(move) for move in position.legal_moves] == ["d8:a5:c3:a1", "d8:b6:d4:a1"]
