"""Results as sentences."""

import pytest

from plyground.protocol import Result, Side
from plyground.terminations import TERMINATIONS, sentence


def test_a_win_names_the_winner_and_the_way():
    assert sentence(Result(Side.BLACK, "resignation")) == "Black wins by resignation"


def test_a_draw_names_the_rule():
    assert sentence(Result(None, "seventyfive_moves")) == "Draw by the seventy-five-move rule"


def test_an_unknown_code_is_read_as_words():
    assert sentence(Result(None, "tea_time")) == "Draw by tea time"


@pytest.mark.parametrize("code", TERMINATIONS)
def test_every_sentence_is_free_of_underscores(code):
    assert "_" not in sentence(Result(Side.WHITE, code))
