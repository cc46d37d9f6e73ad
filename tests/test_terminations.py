"""Results as sentences."""

from __future__ import annotations

import re

import pytest

from plyground.locale import messages
from plyground.protocol import UNDECIDED, Result, Side

CODES = [code for code in messages("terminations") if not code.startswith("headline.")]


def test_a_win_names_the_winner_and_what_happened_to_the_loser():
    assert Result(Side.BLACK, "resignation").sentence == "Black wins. White resigned."
    assert Result(Side.WHITE, "few_men").sentence == "White wins. Black has too few men left."
    assert Result(Side.WHITE, "no_men").sentence == "White wins. Black has no men left."
    assert Result(Side.WHITE, "hang").sentence == "White wins. Black's engine stopped responding."


def test_a_draw_says_why():
    draw = Result(None, "seventyfive_moves").sentence
    assert draw == "Draw. There have been 75 moves without a capture or pawn move."


def test_a_blockade_is_worded_for_wins_and_draws():
    assert Result(Side.WHITE, "no_moves").sentence == "White wins. Black has no legal move."
    assert Result(None, "no_moves").sentence == "Draw. The side to move has no legal move."


def test_a_game_without_a_result_is_no_draw():
    assert Result(None, "aborted").sentence == "The game was aborted."
    assert Result(None, "expired").sentence == "The game expired because nobody came back."
    assert {f"headline.{code}" for code in UNDECIDED} <= messages("terminations").keys()


def test_an_unknown_code_is_read_as_words():
    assert Result(None, "tea_time").sentence == "Draw. Reason: tea time."


@pytest.mark.parametrize("winner", [Side.WHITE, None])
@pytest.mark.parametrize("code", CODES)
def test_every_result_is_made_of_whole_sentences(code, winner):
    said = Result(winner, code).sentence
    assert re.fullmatch(r"[A-Z][^_.]*\. [A-Z0-9{][^_.]*\.", said)
