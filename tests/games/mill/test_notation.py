"""Mill turns as text: tokens, lenient input, and why a turn is refused."""

from __future__ import annotations

import pytest

from plyground.errors import AmbiguousMove, IllegalMove, InvalidMove
from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.locale import messages

NINE = MillRules()
PER_MILL = MillRules(board="two-ring", men=6, removals_per_move="per-mill")

MOVING = """
        7 O-----O-----.
        6 | .---@---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-O
        3 | | @-.-O | |
        2 | .---@---. |
        1 @-----.-----.
          a b c d e f g
        """
TWO_MILLS = """
        5 O---O---.
        4 | @-.-. |
        3 .-.   .-O
        2 | @-@-. |
        1 .---.---O
          a b c d e
        """


def refused(position, text):
    with pytest.raises(IllegalMove) as caught:
        position.after(text)
    return caught.value.code, str(caught.value)


# Tokens


def test_placement_step_removal_and_pass_have_their_tokens(draw):
    assert {"d6", "a1"} <= {str(move) for move in Mill().start().legal_moves}
    moving = draw(NINE, MOVING)
    assert {"a7-a4", "g4-g7xa1"} <= {str(move) for move in moving.legal_moves}
    owing = draw(NINE, MOVING, due=(1, 0))
    assert [str(move) for move in owing.legal_moves] == ["xc3", "xd6", "xd2", "xa1"]
    waiting = draw(NINE, MOVING, extra="t:b")
    assert [str(move) for move in waiting.legal_moves] == ["pass"]


def test_notation_is_the_token(draw):
    position = draw(NINE, MOVING)
    assert all(position.notation(move) == str(move) for move in position.legal_moves)


def test_several_removals_stand_in_board_order(draw):
    position = draw(PER_MILL, TWO_MILLS, hand=(2, 3))
    assert {str(move) for move in position.legal_moves if str(move).startswith("e5")} == {
        "e5xc2xb2", "e5xc2xb4", "e5xb2xb4",
    }  # fmt: skip


# Input


@pytest.mark.parametrize("text", ["g4-g7xa1", "G4-G7XA1", "g4-g7 xa1", " g4-g7  x a1 ", "G4 - g7 XA1"])
def test_capitals_and_blanks_do_not_matter(draw, text):
    assert str(draw(NINE, MOVING).parse(text)) == "g4-g7xa1"


@pytest.mark.parametrize("text", ["e5xc2xb4", "e5xb4xc2", "E5 xB4 xC2"])
def test_several_removals_may_come_in_any_order(draw, text):
    assert str(draw(PER_MILL, TWO_MILLS, hand=(2, 3)).parse(text)) == "e5xc2xb4"


@pytest.mark.parametrize("text", ["pass", "PASS", " Pass "])
def test_pass_is_read_in_any_case(draw, text):
    assert str(draw(NINE, MOVING, extra="t:b").parse(text)) == "pass"


@pytest.mark.parametrize("text", ["xc3", "XC3", " x c3"])
def test_removal_alone_is_read(draw, text):
    assert str(draw(NINE, MOVING, due=(1, 0)).parse(text)) == "xc3"


def test_step_is_enough_where_it_is_the_only_turn(draw):
    assert str(draw(NINE, MOVING).parse("a7-a4")) == "a7-a4"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "d",
        "d4",
        "h1",
        "a8",
        "d6-",
        "-d6",
        "d6-d5-d4",
        "d6xb4xb4",
        "d6x",
        "x",
        "xd4",
        "d6d5",
        "passs",
        "d6+",
        "é",
        "0",
    ],
)
def test_text_that_is_no_turn_is_refused(text):
    with pytest.raises(InvalidMove) as caught:
        Mill().start().parse(text)
    assert caught.value.code == "move_unreadable"
    assert str(caught.value) == (
        f"'{text}' is not a move of mill:nine. Write something like d6, d6-d5, d6-d5xb4 or xb4."
    )


def test_long_text_is_quoted_in_part():
    with pytest.raises(InvalidMove) as caught:
        Mill().start().parse("d6" * 1000)
    assert len(str(caught.value)) < 200


# Incomplete turns


def test_closing_move_without_its_removal_is_ambiguous_and_names_the_candidates(draw):
    with pytest.raises(AmbiguousMove) as caught:
        draw(NINE, MOVING).after("g4-g7")
    assert caught.value.code == "move_ambiguous"
    assert str(caught.value) == ("'g4-g7' is ambiguous. It could be any of g4-g7xc3, g4-g7xd6, g4-g7xd2, g4-g7xa1.")


def test_closing_placement_without_its_removals_is_ambiguous(draw):
    with pytest.raises(AmbiguousMove) as caught:
        draw(PER_MILL, TWO_MILLS, hand=(2, 3)).after("e5")
    assert str(caught.value) == "'e5' is ambiguous. It could be any of e5xc2xb2, e5xc2xb4, e5xb2xb4."


def test_incomplete_turn_is_ambiguous_even_with_one_candidate(draw):
    position = draw(NINE, """
        7 O-----O-----.
        6 | .---.---. |
        5 | | .-.-. | |
        4 .-.-.   .-.-O
        3 | | @-.-O | |
        2 | .---.---. |
        1 @-----@-----@
          a b c d e f g
        """)  # fmt: skip
    with pytest.raises(AmbiguousMove) as caught:
        position.after("g4-g7")
    assert str(caught.value) == "'g4-g7' is ambiguous. It could be any of g4-g7xc3."


# Refusals


def test_turn_in_a_finished_game(draw):
    position = draw(NINE, MOVING.replace("O-----O-----.", ".-----.-----."))
    assert refused(position, "g4-g7") == ("game_over", "'g4-g7' cannot be played because the game is over.")


def test_turn_of_a_side_that_must_pass(draw):
    position = draw(NINE, MOVING, extra="t:b")
    sentence = "'a7-a4' is not legal. White must pass. Play 'pass'."
    assert refused(position, "a7-a4") == ("mill_must_pass", sentence)


def test_turn_of_a_side_that_must_remove(draw):
    position = draw(NINE, MOVING, due=(1, 0))
    sentence = "'a7-a4' is not legal. You must remove a man now. Try one of xc3, xd6, xd2, xa1."
    assert refused(position, "a7-a4") == ("mill_must_remove", sentence)


@pytest.mark.parametrize("text", ["d6", "g4-d6", "d7-d6xa1"])
def test_landing_on_an_occupied_point(draw, text):
    assert refused(draw(NINE, MOVING, hand=(1, 1)), text) == (
        "mill_occupied",
        f"'{text}' is not legal. There is already a man on d6.",
    )


def test_placement_without_men_in_hand(draw):
    sentence = "'d5' is not legal. White has no men left to place. Write a move such as d6-d5."
    assert refused(draw(NINE, MOVING), "d5") == ("mill_no_hand", sentence)


def test_move_while_there_are_men_to_place(draw):
    sentence = "'a7-a4' is not legal. White must first place 3 more men."
    assert refused(draw(NINE, MOVING, hand=(3, 2)), "a7-a4") == ("mill_must_place", sentence)


@pytest.mark.parametrize("point", ["d2", "b2"])
def test_move_of_a_man_that_is_not_there_or_the_enemys(draw, point):
    text = f"{point}-f2"
    sentence = f"'{text}' is not legal. White has no man on {point}."
    assert refused(draw(NINE, MOVING), text) == ("mill_not_yours", sentence)


def test_move_to_a_point_that_is_no_neighbour(draw):
    sentence = "'a7-g7' is not legal. The points a7 and g7 are not neighbours."
    assert refused(draw(NINE, MOVING), "a7-g7") == ("mill_not_neighbours", sentence)


REPEATED = """
        7 O-----O-----O
        6 | .---.---. |
        5 | | .-.-. | |
        4 @-.-.   O-O-.
        3 | | .-@-. | |
        2 | @---@---@ |
        1 @-----.-----@
          a b c d e f g
        """


def test_move_straight_back_into_the_mill(draw):
    position = draw(MillRules(no_repeated_mill=True), REPEATED).after("g7-g4xa4").after("d3-c3")
    sentence = "'g4-g7' is not legal. The man that left g7 may not go straight back and close a mill."
    assert refused(position, "g4-g7") == ("mill_repeated", sentence)


def test_flight_straight_back_into_the_mill(draw):
    position = draw(MillRules(no_repeated_mill=True, fly_at=4), """
        7 O-----O-----O
        6 | .---.---. |
        5 | | .-.-. | |
        4 O-.-.   .-.-@
        3 | | .-@-. | |
        2 | @---.---@ |
        1 .-----@-----@
          a b c d e f g
        """)  # fmt: skip
    position = position.after("g7-a1xg4").after("d3-c3")
    sentence = "'a1-g7' is not legal. The man that left g7 may not go straight back and close a mill."
    assert refused(position, "a1-g7") == ("mill_repeated", sentence)


@pytest.mark.parametrize("point", ["a7", "b6"])
def test_removal_where_no_enemy_stands(draw, point):
    text = f"g4-g7x{point}"
    sentence = f"'{text}' is not legal. There is no enemy man on {point} to remove."
    assert refused(draw(NINE, MOVING), text) == ("mill_not_enemy", sentence)


def test_removal_out_of_a_mill(draw):
    position = draw(NINE, MOVING.replace("1 @-----.-----.", "1 @-----@-----@"))
    sentence = "'g4-g7xd1' is not legal. The man on d1 is protected by its mill."
    assert refused(position, "g4-g7xd1") == ("mill_protected", sentence)


def test_removal_without_a_mill(draw):
    sentence = "'a7-a4xd6' is not legal. No mill is closed, so the man on d6 cannot be removed."
    assert refused(draw(NINE, MOVING), "a7-a4xd6") == ("mill_nothing_closed", sentence)


@pytest.mark.parametrize("text", ["pass", "xd6"])
def test_pass_or_removal_where_a_turn_is_due(draw, text):
    legal = "e3-e4, e3-d3, d7-g7, g4-g7xc3, g4-g7xd6, g4-g7xd2, g4-g7xa1, g4-f4"
    assert refused(draw(NINE, MOVING), text) == ("move_illegal", f"'{text}' is not legal here. Try one of {legal}.")


def test_too_many_or_too_few_removals(draw):
    assert refused(draw(NINE, MOVING), "g4-g7xa1xd2")[0] == "move_illegal"
    assert refused(draw(PER_MILL, TWO_MILLS, hand=(2, 3)), "e5xc2")[0] == "move_illegal"


def test_every_refusal_of_mill_is_met_here():
    met = {"mill_must_pass", "mill_must_remove", "mill_occupied", "mill_no_hand", "mill_must_place", "mill_not_yours"}
    met |= {"mill_not_neighbours", "mill_repeated", "mill_not_enemy", "mill_protected", "mill_nothing_closed"}
    assert {code for code in messages("errors") if code.startswith("mill_") and not code.startswith("mill_fen")} == met
