"""Who takes part: names, programs, and what is told before the first game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import plyground
from plyground.arena.anchors import known_anchors
from plyground.arena.entrants import entrant, entrants, rehearse
from plyground.errors import EngineFault, InvalidOption, InvalidRules, UnknownGame

MOCK = f"uci:{sys.executable} {Path(__file__).parent.parent / 'engines' / 'mock_engine.py'}"


def test_no_two_players_have_the_same_name():
    specs = ["uci:x name='A #2'", "uci:x name=A", "uci:x name=A", "uci:x name='A #2'"]
    assert [one.name for one in entrants(specs)] == ["A #2", "A", "A #3", "A #2 #2"]


def test_a_name_is_one_line():
    assert entrant("uci:x name='two\nlines'").name == "two lines"


@pytest.mark.parametrize("depth", ["0", "201", "1" * 5000, "-1", "1.5", ""])
def test_a_depth_that_cannot_be_searched_is_refused(depth: str):
    with pytest.raises(UnknownGame, match="depth"):
        entrant(f"minimax:depth={depth}")


@pytest.mark.parametrize(
    ("spec", "error", "words"),
    [
        ("uci:/nowhere/engine", EngineFault, "no program"),
        (f"{MOCK} well option.Nonsense=1", InvalidOption, "Nonsense"),
        ("cecp:/nowhere/engine", EngineFault, "no program"),
    ],
)
def test_a_rehearsal_tells_who_cannot_play(spec: str, error: type[Exception], words: str):
    with pytest.raises(error, match=words):
        rehearse(entrants(["random", spec]), plyground.game("chess"))


def test_a_rehearsal_of_players_that_can_says_nothing():
    rehearse(entrants(["random", "alphabeta:depth=2", f"{MOCK} well"]), plyground.game("chess"))


def test_an_anchor_is_known_wherever_its_program_stands_in_the_command():
    players = {"Gnu": "uci:option.OwnBook=false /usr/games/gnuchess -u", "Fish": "uci:stockfish"}
    assert known_anchors(plyground.game("chess"), players) == {"Gnu": 2650.0}


def test_our_engine_can_play_without_some_of_its_techniques():
    rehearse([entrant("engine:without=null_move+pruning,hash=1")], plyground.game("chess"))
    with pytest.raises(InvalidRules, match="without= some of deepening"):
        entrant("engine:without=luck")
