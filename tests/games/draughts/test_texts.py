"""Texts of draughts: FEN in every form, tokens and short forms of moves, and the errors for wrong ones."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.draughts.boards import game, random_positions

import plyground
from plyground.errors import IllegalMove, InvalidMove, InvalidPosition, PlygroundError
from plyground.games.draughts import PRESETS, Draughts, DraughtsRules
from plyground.locale import messages
from plyground.protocol import Side


@pytest.mark.parametrize("variant", PRESETS)
def test_texts_of_random_games_read_back_in_both_styles(variant):
    for position in random_positions(variant, games=4, plies=120, seed=2):
        for style in ("algebraic", "numeric"):
            assert game(variant).from_fen(position.format_fen(style)) == position
        assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize(
    "text",
    [
        "W:Wa3,Kc3:Bb8",
        "W:W21,K22:B1",
        "W:Bb8:WKc3,a3",
        "w:Wa3,Kc3:Bb8.",
        " W : W a3 , Kc3 : B b8 ",
        "W:Wa3,Kc3:Bb8:H0:F1",
        "W:W21,K22:B1:H0:F1",
        "W:Wa3,K22-K22:B1-1",
        "W:Wa3,Kc3:Bb8:X7:+0+0",
    ],
)
def test_position_may_be_written_in_many_ways(text):
    assert game("russian").from_fen(text).fen == "W:Wa3,Kc3:Bb8"


def test_ranges_and_empty_sides_are_read():
    assert game("international").from_fen("W:W31-50:B1-20") == game("international").start()
    assert game("russian").from_fen("B:W:BK1-K4").pieces == dict.fromkeys(("b8", "d8", "f8", "h8"), "black king")
    assert game("russian").from_fen("B:W:B1").side_to_move is Side.BLACK


def test_numbers_run_from_each_games_own_corner():
    assert game("russian").from_fen("W:WK1,K29,K32:B5").pieces.keys() == {"b8", "a1", "g1", "a7"}
    assert game("italian").from_fen("W:WK1,K32:B5").pieces.keys() == {"a8", "h1", "b7"}
    assert game("spanish").from_fen("W:WK1,K32:B5").pieces.keys() == {"h1", "a8", "g2"}
    assert game("international").from_fen("W:WK1,K46:B6").pieces.keys() == {"b10", "a1", "a9"}
    assert game("turkish").from_fen("W:WK1,K64:B9").pieces.keys() == {"a8", "h1", "a7"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "fen_empty"),
        (":", "fen_empty"),
        ("X:Wa3:Bb8", "draughts_fen_side"),
        ("W:Wa3", "draughts_fen_missing"),
        ("W:Wa3:Bb8:Bd8", "draughts_fen_twice"),
        ("W:Wa3:Bb8:?", "draughts_fen_section"),
        ("W:Wa2:Bb8", "draughts_fen_square"),
        ("W:Wa3:B33", "draughts_fen_square"),
        ("W:W0:B1", "draughts_fen_square"),
        ("W:Wa3,:Bb8", "draughts_fen_square"),
        ("W:W12-10:B1", "draughts_fen_range"),
        ("W:Wa3:BKa3", "draughts_fen_occupied"),
        ("W:Wb8:Ba3", "draughts_fen_man_on_last_row"),
        ("W:Wa3:Ba1", "draughts_fen_man_on_last_row"),
        ("W:W20-32:B1", "draughts_fen_too_many"),
        ("W:Wa3:Bb8:Hx", "draughts_fen_counter"),
        ("W:Wa3:Bb8:H70000", "draughts_fen_counter"),
    ],
)
def test_wrong_position_is_refused_with_its_reason(text, code):
    with pytest.raises(InvalidPosition) as caught:
        game("russian").from_fen(text)
    assert caught.value.code == code
    assert str(caught.value)


@given(st.text(alphabet="WBKHFURM:,-.abcdefgh0123456789+ ", max_size=60))
def test_any_text_is_a_position_or_refused(text):
    for variant in ("russian", "frisian", "turkish"):
        try:
            position = game(variant).from_fen(text)
        except InvalidPosition:
            continue
        assert game(variant).from_fen(position.fen) == position


@given(st.text(alphabet="abcdefgh0123456789-:x*!? ", max_size=12))
def test_any_text_is_a_move_or_refused(text):
    position = game("russian").from_fen("W:Wa3,c3,Kh8:Bd4,f6,b8")
    try:
        move = position.parse(text)
    except PlygroundError:
        return
    assert move in position.legal_moves


def test_moves_are_read_in_every_form_that_is_clear():
    position = game("russian").from_fen("W:Wc3:Bd4,f6")
    (move,) = position.legal_moves
    for text in (
        "c3:e5:g7",
        "c3xe5xg7",
        "c3:g7",
        "c3xg7",
        "c3e5g7",
        "c3g7",
        "22x8",
        "22:15:8",
        "22x8x18x11",
        "c3:g7!",
        "c3xg7*",
    ):
        assert position.parse(text) == move, text
    english = game("english").start()
    assert english.notation(english.parse("11-15")) == "11-15"
    assert str(english.parse("11-15")) == "f6-e5"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("c3-d4", "capture_obligatory"),
        ("c3:e5", "capture_unfinished"),
        ("a1-b2", "no_piece"),
        ("d4-c3", "not_your_piece"),
    ],
)
def test_refusal_says_why(text, code):
    with pytest.raises(IllegalMove) as caught:
        game("russian").from_fen("W:Wc3:Bd4,f6").parse(text)
    assert caught.value.code == code


def test_refusal_of_a_step_says_why():
    start = game("russian").start()
    with pytest.raises(IllegalMove) as caught:
        start.parse("a3-c5")
    assert str(caught.value) == "'a3-c5' is not legal. The man on a3 cannot move to c5."
    with pytest.raises(IllegalMove) as caught:
        game("russian").from_fen("W:Wa1:BKb2,Kc3").parse("a1-b2")
    assert caught.value.code == "game_over"
    with pytest.raises(InvalidMove):
        start.parse("e4")


def test_every_preset_has_a_title_and_rules_that_read_back():
    for name, preset in PRESETS.items():
        rules = DraughtsRules(name)
        assert rules == preset.rules
        assert DraughtsRules.from_toml(rules.to_toml()) == rules
        assert Draughts(name).title == preset.title
        assert Draughts(rules=rules).start().fen == game(name).start().fen


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"kings": "yes"}, "rules_option"),
        ({"flying_kings": "maybe"}, "rules_value"),
        ({"men_rows": "9"}, "rules_value"),
        ({"men_rows": "4"}, "rules_value"),
        ({"size": "9"}, "rules_value"),
        ({"priorities": "most-pieces,none"}, "rules_value"),
        ({"draws": "always"}, "rules_value"),
        ({"size": "10", "mirrored": "yes"}, "rules_value"),
        ({"lines": "diagonal-captures-all"}, "rules_value"),
    ],
)
def test_rules_that_cannot_be_played_are_refused(options, code):
    with pytest.raises(PlygroundError) as caught:
        Draughts(rules=DraughtsRules(**options))
    assert caught.value.code == code
    assert caught.value.code in messages("errors")


def test_own_rules_are_a_game_of_their_own():
    mine = Draughts(rules=DraughtsRules("english", flying_kings="yes"))
    assert mine.name == "draughts:custom"
    copy = pickle.loads(pickle.dumps(mine))
    assert copy.rules == mine.rules
    assert "flying_kings='yes'" not in repr(mine.rules)
    assert "promotion='ends-move'" in repr(mine.rules)


def test_a_king_in_a_crowd_has_too_many_captures():
    options = {
        "size": 10,
        "men_rows": 4,
        "lines": "diagonal-captures-all",
        "removal": "at-once",
        "landing": "anywhere",
        "priorities": [],
    }
    crowd = "W:WKf8:BKb4,Kf6,Kh8,Kd8,Kb8,Kf2,Ki9,Kh2,Ki5,Kg5,Ki7,Kc7,Kc5,Kg3,Kd2,Kd6,Kc3,Kg7,Ke5,Kg9"
    with pytest.raises(InvalidPosition) as caught:
        plyground.game("draughts", options).from_fen(crowd)
    assert caught.value.code == "draughts_fen_too_many_captures"


def test_the_quick_form_refuses_what_takes_long_and_is_the_same_game_otherwise():
    crowd = "W:WKa1,Kb2,Kj4:BKa7,b4,Kb6,b8,c5,d6,d10,Ke1,e7,f2,f4,Kf8,Kg3,Kg7,Kg9,h2,h4,h10,Ki7,j6"
    frisian = game("frisian")
    assert len(frisian.from_fen(crowd).legal_moves) == 13
    assert (frisian.quick, frisian.quick.name, frisian.quick.title) == (frisian, frisian.name, frisian.title)
    assert frisian.quick.start() == frisian.start()
    with pytest.raises(InvalidPosition) as caught:
        frisian.quick.from_fen(crowd)
    assert caught.value.code == "draughts_fen_too_many_captures"
