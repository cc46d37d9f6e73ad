"""The plain values of the protocol."""

from __future__ import annotations

import json
import pickle

import pytest

from plyground.games.chess import Chess
from plyground.protocol import Move, Repetition, Result, Side, View


def test_each_side_has_the_other():
    assert Side.WHITE.other is Side.BLACK
    assert Side.BLACK.other is Side.WHITE


def test_side_is_its_name():
    assert f"{Side.WHITE}" == Side.WHITE.value == "white"
    assert Side("black") is Side.BLACK


@pytest.mark.parametrize(
    ("winner", "termination", "text"),
    [
        (Side.WHITE, "checkmate", "1-0 checkmate"),
        (Side.BLACK, "time_forfeit", "0-1 time forfeit"),
        (None, "threefold_repetition", "1/2-1/2 threefold repetition"),
    ],
)
def test_result_reads_as_score_and_reason(winner, termination, text):
    result = Result(winner, termination)
    assert str(result) == text
    assert text.startswith(result.score)


def test_results_are_values():
    assert Result(None, "stalemate") == Result(None, "stalemate")
    assert len({Result(None, "stalemate"), Result(None, "stalemate")}) == 1
    assert pickle.loads(pickle.dumps(Result(Side.WHITE, "checkmate"))) == Result(Side.WHITE, "checkmate")


def test_repetition_never_draws_unless_told():
    assert Repetition() == Repetition(claim_at=0, automatic_at=0)


def test_view_leaves_empty_extras_out():
    view = View(game="mine", turn=Side.WHITE, pieces={"a1": "white man"}, entry={"a1": {"a2": "a1-a2"}})
    assert view.as_dict() == {
        "game": "mine",
        "turn": "white",
        "pieces": {"a1": "white man"},
        "last": [],
        "result": None,
        "entry": {"a1": {"a2": "a1-a2"}},
    }


def test_view_with_every_extra_is_plain_json():
    view = View(
        game="mine",
        turn=Side.BLACK,
        pieces={},
        entry={},
        result=Result(None, "agreement"),
        last=("a1", "a2"),
        hand={Side.WHITE: 3, Side.BLACK: 0},
        check="e8",
        forced="capture",
    )
    plain = view.as_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["result"] == {"winner": None, "termination": "agreement"}
    assert plain["hand"] == {"white": 3, "black": 0}
    assert (plain["last"], plain["check"], plain["forced"]) == (["a1", "a2"], "e8", "capture")


def test_moves_of_native_and_simple_games_are_moves():
    assert isinstance(Chess().start().parse("e4"), Move)
    assert isinstance("d", Move)
