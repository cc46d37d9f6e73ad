"""Results as sentences."""

from __future__ import annotations

import re

import pytest

from plyground.locale import messages
from plyground.protocol import Result, Side
from plyground.terminations import UNDECIDED, sentence

CODES = [code for code in messages("terminations") if not code.startswith("headline.")]


def test_a_win_names_the_winner_and_what_happened_to_the_loser():
    assert sentence(Result(Side.BLACK, "resignation")) == "Black wins. White resigned."
    assert sentence(Result(Side.WHITE, "few_men")) == "White wins. Black has too few men left."
    assert sentence(Result(Side.WHITE, "no_men")) == "White wins. Black has no men left."
    assert sentence(Result(Side.WHITE, "hang")) == "White wins. Black's engine stopped responding."


def test_a_draw_says_why():
    draw = sentence(Result(None, "seventyfive_moves"))
    assert draw == "Draw. There have been 75 moves without a capture or pawn move."


def test_a_blockade_is_worded_for_wins_and_draws():
    assert sentence(Result(Side.WHITE, "no_moves")) == "White wins. Black has no legal move."
    assert sentence(Result(None, "no_moves")) == "Draw. The side to move has no legal move."


def test_a_game_without_a_result_is_no_draw():
    assert sentence(Result(None, "aborted")) == "The game was aborted."
    assert sentence(Result(None, "expired")) == "The game expired because nobody came back."
    assert {f"headline.{code}" for code in UNDECIDED} <= messages("terminations").keys()


def test_an_unknown_code_is_read_as_words():
    assert sentence(Result(None, "tea_time")) == "Draw. Reason: tea time."


@pytest.mark.parametrize("winner", [Side.WHITE, None])
@pytest.mark.parametrize("code", CODES)
def test_every_result_is_made_of_whole_sentences(code, winner):
    said = sentence(Result(winner, code))
    assert re.fullmatch(r"[A-Z][^_.]*\. [A-Z0-9{][^_.]*\.", said)
