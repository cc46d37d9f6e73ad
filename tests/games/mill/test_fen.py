"""Sanmill's FEN: positions of every rule set as text, and invalid texts."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from plyground.errors import InvalidPosition
from plyground.games.mill import Mill
from plyground.games.mill.rules import PRESETS, MillRules
from plyground.games.native import NativePosition
from plyground.locale import messages
from plyground.protocol import Result, Side

NINE = Mill()
START = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"


def turns(position):
    return {str(move) for move in position.legal_moves}


# Good texts


def test_start_is_that_of_sanmill():
    assert NINE.start().fen == START
    assert NINE.from_fen(START) == NINE.start()


@pytest.mark.parametrize("preset", PRESETS)
def test_start_reads_back(preset):
    game = Mill(preset)
    assert game.from_fen(game.start().fen) == game.start()


def test_each_letter_and_number_stands_where_sanmill_puts_it():
    position = NINE.from_fen("O*******/*@******/**O***** b p p 2 7 1 8 0 0 0 0 0 0 0 0 2")
    assert position.pieces == {"d5": "white man", "f6": "black man", "g4": "white man"}
    assert position.hand == {Side.WHITE: 7, Side.BLACK: 8}
    assert position.side_to_move is Side.BLACK


def test_position_in_mid_turn_owes_a_removal():
    position = NINE.from_fen("@*******/*@******/OO*****O w p r 3 6 2 7 1 0 0 0 0 0 0 0 3")
    assert position.forced == "removal"
    assert turns(position) == {"xd5", "xf6"}
    after = position.after("xd5")
    assert after.side_to_move is Side.BLACK
    assert after.fen == "********/*@******/OO*****O b p p 3 6 1 7 0 0 0 0 0 0 0 0 3"


def test_position_in_mid_turn_spares_mills():
    position = NINE.from_fen("@@*****@/*@******/OO*****O w m r 3 0 4 0 1 0 0 0 0 0 0 0 20")
    assert turns(position) == {"xf6"}
    assert position.after("xf6").fen == "@@*****@/********/OO*****O b m s 3 0 3 0 0 0 0 0 0 0 0 0 20"


def test_two_removals_due_are_two_turns_with_a_pass_between():
    position = Mill("da-san-qi").from_fen("@@******/*@******/OO*****O w p r 3 9 3 9 2 0 0 0 0 0 0 0 6")
    position = position.after("xd5")
    assert position.pieces["d5"] == "marked man"
    assert turns(position) == {"pass"}
    position = position.after("pass")
    assert turns(position) == {"xe5", "xf6"}
    assert position.after("xe5").side_to_move is Side.BLACK
    assert len(turns(position.after("xe5"))) == 18


def test_negative_removals_are_of_own_men():
    rules = MillRules(men=12, mill_action_while_placing="count")
    position = Mill(rules=rules).from_fen("OO**@@**/********/O******@ w m r 3 0 3 0 -1 -1 0 0 0 0 0 0 13 f:w")
    assert turns(position) == {"xd5", "xe5", "xd7"}


@pytest.mark.parametrize(("field", "first"), [("f:w", {"xd3", "xc3", "xa7"}), ("f:b", {"pass"})])
def test_optional_field_f_says_who_removes_first(field, first):
    position = NINE.from_fen(f"OO**@@**/********/O******@ w m r 3 0 3 0 1 1 0 0 0 0 0 0 13 {field}")
    assert turns(position) == first
    assert position.fen.endswith(field)


def test_optional_field_t_says_whose_ordinary_turn_is_next():
    position = NINE.from_fen("OO**@@**/********/O******@ w m s 3 0 3 0 0 0 0 0 0 0 0 0 13 t:b")
    assert turns(position) == {"pass"}
    assert position.fen.endswith(" t:b")
    assert "pass" not in turns(position.after("pass"))


def test_optional_field_s_marks_removals_of_a_blocked_side():
    position = NINE.from_fen("OO**@@**/********/O******@ b m r 3 0 3 0 0 1 0 0 0 0 0 0 13 s:1")
    assert turns(position) == {"xd7"}, "only d7 stands next to a black man, on a7"
    assert position.fen.endswith(" 13 s:1")


@pytest.mark.parametrize("field", ["c:5", "i:3-4", "l:1", "p:12", "ids:1,2,3", "zzz", "x", "f:w", "s:1", "s:0", "s:"])
def test_unknown_optional_field_or_one_without_meaning_is_passed_over(field):
    assert NINE.from_fen(f"{START} {field}") == NINE.start()
    assert NINE.from_fen(f"{START} {field} ids:7 {field}").fen == START


@pytest.mark.parametrize("none", ["0 0 0 0", "-1 -1 -1 -1", "0 -1 -1 0", "-1 5 7 0"])
def test_no_last_mill_is_zero_or_minus_one(none):
    text = f"********/********/******** w p p 0 12 0 12 0 0 {none} 0 0 1"
    assert Mill("morabaraba").from_fen(text) == Mill("morabaraba").start()


def test_last_mill_is_numbered_from_eight():
    text = "********/********/@OO***@@ w m s 2 0 3 0 0 0 24 26 0 0 0 3 9"
    position = Mill(rules=MillRules(no_repeated_mill=True)).from_fen(text.replace("24 26", "24 25"))
    assert position.fen == text.replace("24 26", "24 25")
    assert Mill().from_fen(text).fen == text.replace("24 26", "0 0"), "it means nothing under other rules"


ONE_TIME = Mill("one-time")
USED = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 {} 0 1"


def point_bits(*points: str) -> int:
    """Sanmill's set of points: bits 8 to 31 in the order of the text."""
    order = [
        "d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5", "d6", "f6", "f4", "f2",
        "d2", "b2", "b4", "b6", "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7",
    ]  # fmt: skip
    return sum(1 << 8 + order.index(point) for point in points)


def test_used_points_are_those_of_sanmill():
    text = "******@*/O*O***@*/*O***@*O b m s 4 0 3 0 0 0 0 0 0 0 1077952512 0 30"
    assert point_bits("a4", "b4", "c4") == 1077952512
    position = ONE_TIME.from_fen(text)
    assert position.fen == text
    white = text.replace("1077952512", str(1077952512 << 32))
    assert ONE_TIME.from_fen(white).fen == white
    assert ONE_TIME.from_fen(white) != position


def test_used_line_earns_nothing_for_its_side_alone():
    text = "*******@/O**O**@*/*O****@* b m s 3 0 3 0 0 0 0 0 0 0 {} 0 30"
    used = point_bits("a4", "b4", "c4")
    assert "c5-c4" in turns(ONE_TIME.from_fen(text.format(used)))
    assert "c5-c4xd6" in turns(ONE_TIME.from_fen(text.format(used << 32)))


def test_used_points_are_an_unsigned_number_of_64_bits():
    everything = 0xFFFF_FF00
    assert ONE_TIME.from_fen(USED.format(2**64 - 1)).fen == USED.format(everything << 32 | everything)
    for number in (2**64, -1):
        with pytest.raises(InvalidPosition, match=r"points used in mills.*18446744073709551615"):
            ONE_TIME.from_fen(USED.format(number))


def test_used_points_count_only_with_one_time_mills():
    assert NINE.from_fen(USED.format(point_bits("a4", "b4", "c4"))).fen == START


def test_lines_that_only_other_lines_cover_are_told_apart():
    """The top and bottom sides and the middle row cover the left and right sides too."""
    points = point_bits("a7", "d7", "g7", "a1", "d1", "g1", "a4", "b4", "c4", "e4", "f4", "g4")
    covered = ONE_TIME.from_fen(USED.format(points))
    assert covered.fen == USED.format(points)
    four = [sum(1 << line for line in lines) for lines in combinations(range(16), 4)]
    exact = [ONE_TIME.from_fen(f"{covered.fen} u:0,{lines}") for lines in four]
    (rows,) = [position for position in exact if position.fen.split()[14] == str(points)]
    assert rows != covered
    assert ONE_TIME.from_fen(rows.fen) == rows


@pytest.mark.parametrize("field", ["u:", "u:1", "u:x,y", "u:1,2,3", "u:1,"])
def test_unreadable_exact_lines_are_passed_over(field):
    text = USED.format(point_bits("a4", "b4", "c4"))
    assert ONE_TIME.from_fen(f"{text} {field}").fen == text


def test_phase_that_contradicts_the_hands_is_passed_over():
    text = "**OO@@@*/O*O@@@OO/*O@@O@*@ b m s 8 1 10 0 0 0 0 0 0 0 0 0 12"
    position = Mill("lasker").from_fen(text)
    assert position.fen == text.replace("b m s", "b p s")
    assert position.hand == {Side.WHITE: 1, Side.BLACK: 0}


MARKED = "@O@OO@@O/OO@O@O@O/X@@O@OXX b p r 11 0 10 0 0 1 0 0 0 0 0 0 12"


@pytest.mark.parametrize(("preset", "mover"), [("cham-gonu", Side.WHITE), ("da-san-qi", Side.BLACK)])
def test_marked_men_leave_after_the_last_removal_of_placing(preset, mover):
    position = Mill(preset).from_fen(MARKED)
    assert len(turns(position)) == 11
    assert all(turn.startswith("x") for turn in turns(position))
    assert Mill(preset).from_fen(position.fen) == position
    after = position.after("xe5")
    assert "marked man" not in after.pieces.values()
    assert {"d7", "a4", "a7", "e5"}.isdisjoint(after.pieces)
    assert (turns(after) == {"pass"}) is (mover is Side.BLACK)


def test_marked_men_without_a_removal_due_are_refused_once_placing_is_over():
    with pytest.raises(InvalidPosition, match="marked"):
        Mill("cham-gonu").from_fen(MARKED.replace("b p r 11 0 10 0 0 1", "b m s 11 0 10 0 0 0"))


@pytest.mark.parametrize("phase", ["r", "p", "o"])
def test_phase_before_and_after_the_game_is_read(phase):
    assert NINE.from_fen(START.replace("w p p", f"w {phase} p")) == NINE.start()


def test_finished_game_reads_back_as_finished():
    position = NINE.from_fen("OO******/********/O******@ b o ? 3 0 1 0 0 0 0 0 0 0 0 0 30")
    assert position.result == Result(Side.WHITE, "few_men")


def test_blanks_and_move_number_zero_do_not_matter():
    assert NINE.from_fen("  " + START.replace(" ", "\t  ")[:-1] + "0\n").fen == START


# Round trips

OPTIONAL: dict[str, Any] = {
    "count": MillRules(men=12, mill_action_while_placing="count", fly_at=0),
    "again": MillRules(mill_action_while_placing="hand-then-again", second_player_moves_first=True),
    "own": MillRules(mill_action_while_placing="opponent-removes", removals_per_move="per-mill"),
    "blocked": MillRules(board="three", men=4, fly_at=0, blocked="both-remove", take_from_mills="always"),
    "filled": MillRules(board="two-ring", men=8, full_board="second-and-first-remove", fly_at=0),
    "memory": MillRules(men=12, no_repeated_mill=True, one_time_mill=True),
}
ALL = {**{name: preset.rules for name, preset in PRESETS.items()}, **OPTIONAL}


def check_round_trip(position: NativePosition) -> None:
    again = position.game.from_fen(position.fen)
    assert again.fen == position.fen
    assert again == position
    assert again.key == position.key
    assert turns(again) == turns(position)
    assert again.result == position.result
    assert again.reversible_plies == position.reversible_plies


@pytest.mark.parametrize("name", ALL)
def test_written_position_reads_back_equal_along_random_games(name):
    for seed in range(8):
        rng = random.Random(seed)
        position = Mill(rules=ALL[name]).start()
        while position.result is None:
            check_round_trip(position)
            moves = list(position.legal_moves)
            taking = [move for move in moves if "x" in str(move)]
            position = position.after(rng.choice(taking if taking and rng.random() < 0.5 else moves))
        check_round_trip(position)


def test_optional_fields_are_met_along_random_games():
    fields = set()
    for name in OPTIONAL:
        for seed in range(30):
            rng = random.Random(seed)
            position = Mill(rules=ALL[name]).start()
            while position.result is None:
                fields |= set(position.fen.split()[17:])
                position = position.after(rng.choice(list(position.legal_moves)))
    assert {"f:w", "t:w", "t:b", "s:1"} <= fields


def test_last_mill_of_a_removed_man_is_forgotten(draw):
    rules = MillRules(no_repeated_mill=True, take_from_mills="always")
    position = draw(rules, """
        7 O-----O-----O
        6 | .---.---. |
        5 | | .-.-. | |
        4 @-.-.   O-O-.
        3 | | .-@-. | |
        2 | @---.---@ |
        1 @-----@-----@
          a b c d e f g
        """)  # fmt: skip
    check_round_trip(position.after("g7-g4xa4").after("d3-d2xg4"))


# Bad texts

EXPECTED = "17 fields: the board, side, phase, action and 13 numbers"
FAULTS = {
    "fen_empty": ("", f"The position is empty. Expected {EXPECTED}."),
    "fen_field_count": (START[:-2], f"The position has 16 fields. Expected {EXPECTED}."),
    "fen_side": (START.replace(" w ", " O "), "Field 2 (side to move) is 'O'. It must be 'w' or 'b'."),
    "fen_number": (
        START.replace("0 9 0 9", "0 9 0 10"),
        "Field 8 (men in hand) is '10'. It must be a number from 0 to 9.",
    ),
    "mill_fen_rings": (START[9:], "The board has 2 groups of points. It must have 3, separated by '/'."),
    "mill_fen_ring": (START.replace("/*", "/**", 1), "Group 2 of the board has 9 points. It must have 8."),
    "mill_fen_point": ("o" + START[1:], "Point d5 is 'o'. It must be O, @, * or X."),
    "mill_fen_phase": (START.replace("w p p", "w q p"), "Field 3 (phase) is 'q'. It must be r, p, m or o."),
    "mill_fen_action": (START.replace("w p p", "w p x"), "Field 4 (action) is 'x'. It must be p, s or r."),
    "mill_fen_count": ("O" + START[1:], "The text gives White 0 men on the board, but the board shows 1."),
    "mill_fen_men": (
        "@*******/********/******** w p p 0 9 1 9 0 0 0 0 0 0 0 0 1",
        "Black has 10 men on the board and in hand. These rules allow 9.",
    ),
    "mill_fen_marked": (
        "X" + START[1:],
        "There are marked men, but these rules have them only while placing with 'mark'.",
    ),
    "mill_fen_due": (
        START.replace("9 0 0 0", "9 1 -1 0", 1),
        "One side has to remove its own men and the other enemy men. Both must remove the same kind.",
    ),
    "mill_fen_optional": (
        f"{START} t:white",
        "The optional field 't:white' is invalid. It must have w or b after the colon.",
    ),
}


@pytest.mark.parametrize("code", FAULTS)
def test_fault_is_named_in_one_sentence(code):
    fen, sentence = FAULTS[code]
    with pytest.raises(InvalidPosition) as caught:
        NINE.from_fen(fen)
    assert (caught.value.code, str(caught.value)) == (code, sentence)


def test_every_fault_of_a_mill_position_has_an_example():
    assert {code for code in messages("errors") if code.startswith("mill_fen")} - set(FAULTS) == {"mill_fen_marked_men"}


@pytest.mark.parametrize(
    ("preset", "fen", "sentence"),
    [
        (
            "cheng-san-qi",
            "X*******/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1",
            "There are 19 men, including marked ones. These rules allow 18.",
        ),
        (
            "cheng-san-qi",
            "X*******/********/******** w m s 0 0 0 0 0 0 0 0 0 0 0 0 1",
            "There are marked men, but these rules have them only while placing with 'mark'.",
        ),
        ("three", START, "The board has 3 groups of points. It must have 2, separated by '/'."),
        ("three", "********/* w p p 0 3 0 3 0 0 0 0 0 0 0 0 1", "Group 1 of the board has 8 points. It must have 1."),
        ("seven", "*/********/*******? w p p 0 7 0 7 0 0 0 0 0 0 0 0 1", "Point a5 is '?'. It must be O, @, * or X."),
        (
            "nine",
            START.replace("0 0 0 0 1", "32 0 0 0 1"),
            "Field 13 (last mill) is '32'. It must be a number from -1 to 31.",
        ),
        (
            "nine",
            START.replace("0 9 0 9 0 0", "0 9 0 9 13 0"),
            "Field 9 (white's removals due) is '13'. It must be a number from -12 to 12.",
        ),
        (
            "nine",
            START[:-3] + "256 1",
            "Field 16 (turns since the last placement or removal) is '256'. It must be a number from 0 to 255.",
        ),
        ("nine", START[:-1] + "65536", "Field 17 (move number) is '65536'. It must be a number from 0 to 65535."),
        ("nine", START[:-1] + "+1", "Field 17 (move number) is '+1'. It must be a number from 0 to 65535."),
        ("nine", START[:-1] + "9" * 40, None),
        ("nine", "♔" + START[1:], None),
    ],
)
def test_faults_are_told_apart(preset, fen, sentence):
    with pytest.raises(InvalidPosition) as caught:
        Mill(preset).from_fen(fen)
    assert sentence is None or str(caught.value) == sentence
    assert str(caught.value)


# Fuzzing

POOL = [
    START,
    "@*******/*@******/OO*****O w p r 3 6 2 7 1 0 0 0 0 0 0 0 3",
    "OO**@@**/********/O******@ w m r 3 0 3 0 1 1 0 0 0 0 0 0 13 f:b t:w",
    "OO**@@**/********/O******@ b m r 3 0 3 0 0 1 0 0 0 0 0 0 13 s:1",
    "OO**@@**/********/O******@ w m r 3 0 3 0 -1 -1 0 0 0 0 0 0 13 f:w",
    "X*******/*@*O****/O***X**@ w p p 2 5 2 6 0 0 24 25 0 0 12884901893 7 13",
    "@@*****@/*@******/OO*****O w m s 3 0 4 0 0 0 24 25 26 31 5 99 20 t:b c:1 ids:3",
    "*/******** w p p 0 3 0 3 0 0 0 0 0 0 0 0 1",
    "O/@O*@O*@* b m s 3 0 3 0 0 0 0 0 0 0 0 4 9",
    "*/**O*****/****@*** b p p 1 6 1 6 0 0 0 0 0 0 0 0 2",
]
RULE_SETS: dict[str, MillRules] = {
    **{name: PRESETS[name].rules for name in ("nine", "three", "seven", "morabaraba", "one-time", "cheng-san-qi")},
    "el-filja": PRESETS["el-filja"].rules,
    "odd": replace(PRESETS["mul-mulan"].rules, no_repeated_mill=True, one_time_mill=True, blocked="both-remove"),
}
TYPED = "O@*X/ wbpmrsoft:0123456789-"
ODD = ["\0", "\t", "é", "棋", "-1", "-12", "255", "256", "9" * 30, "+1", "//", " t:w", " t:b", " s:1", " f:b", " f:x"]


@st.composite
def mutated_fens(draw: st.DrawFn) -> str:
    """A real position text after a few slips of the pen."""
    text = draw(st.sampled_from(POOL))
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        new = draw(st.sampled_from(TYPED) | st.sampled_from(ODD) | st.just(""))
        text = text[:at] + new + text[at + draw(st.integers(0, 2)) :]
    return text


def parsed(game: Mill, text: str) -> NativePosition | InvalidPosition:
    try:
        return game.from_fen(text)
    except InvalidPosition as error:
        return error


def check_text(name: str, text: str) -> None:
    """The text is a position that reads back, or an error that says something; never anything else."""
    game = Mill(rules=RULE_SETS[name])
    position = parsed(game, text)
    if isinstance(position, InvalidPosition):
        assert str(position)
        return
    check_round_trip(position)
    assert position.view.as_dict()
    for move in position.legal_moves:
        after = position.after(move)
        assert after.side_to_move is not position.side_to_move
        assert game.from_fen(after.fen).fen == after.fen


@settings(max_examples=400)
@given(st.sampled_from(list(RULE_SETS)), mutated_fens())
@example("nine", "")
@example("nine", "\0")
def test_mutated_fen_is_a_position_or_a_readable_error(name, text):
    check_text(name, text)


@settings(max_examples=200)
@given(st.sampled_from(list(RULE_SETS)), st.text())
def test_any_text_is_a_readable_error(name, text):
    check_text(name, text)


@st.composite
def plausible_fens(draw: st.DrawFn) -> str:
    """Right counts, anything else as it comes."""
    rings = draw(st.lists(st.text("O@**", min_size=8, max_size=8), min_size=3, max_size=3))
    board = "/".join(rings)
    hands = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    due = draw(st.tuples(st.integers(-2, 3), st.integers(-2, 3)))
    last = " ".join(str(draw(st.integers(-1, 31))) for _ in range(4))
    used = draw(st.integers(0, 2**64 - 1))
    optional = " ".join(
        draw(st.lists(st.sampled_from(["t:w", "t:b", "f:w", "f:b", "s:1", "c:3", "u:7,5"]), max_size=3))
    )
    counts = f"{board.count('O')} {hands[0]} {board.count('@')} {hands[1]} {due[0]} {due[1]}"
    side = draw(st.sampled_from("wb"))
    return f"{board} {side} o r {counts} {last} {used} {draw(st.integers(0, 255))} 5 {optional}"


@settings(max_examples=400)
@given(st.sampled_from([name for name in RULE_SETS if name not in ("three", "seven")]), plausible_fens())
def test_plausible_text_is_a_position_or_a_readable_error(name, text):
    check_text(name, text)


@pytest.mark.parametrize("due", ["0 1 0 0 0 0 0 0 13 s:1 t:b", "0 -1 0 0 0 0 0 0 13 s:1"])
def test_removals_of_a_blocked_side_read_back_whoever_moves_next(due):
    check_round_trip(NINE.from_fen(f"OO**@@**/********/O******@ b m r 3 0 3 0 {due}"))
