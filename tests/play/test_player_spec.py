"""Player specs: what each text means, what is refused, and rehearsals before the first game."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

import plyground
from plyground.arena.ratings import known_anchors
from plyground.arena.worker_setup import player_specs, rehearse
from plyground.errors import EngineFault, InvalidOption, InvalidRules, UnknownGame
from plyground.play.spec import PlayerSpec, player

MOCK = f"uci:{sys.executable} {Path(__file__).parent.parent / 'engines' / 'mock_engine.py'}"


def test_no_two_players_have_the_same_name():
    specs = ["uci:x name='A #2'", "uci:x name=A", "uci:x name=A", "uci:x name='A #2'"]
    assert [one.name for one in player_specs(specs)] == ["A #2", "A", "A #3", "A #2 #2"]


def test_a_name_is_one_line():
    assert PlayerSpec.parse("uci:x name='two\nlines'").name == "two lines"


@pytest.mark.parametrize("depth", ["0", "201", "1" * 5000, "-1", "1.5", ""])
def test_a_depth_that_cannot_be_searched_is_refused(depth: str):
    with pytest.raises(UnknownGame, match="depth"):
        PlayerSpec.parse(f"minimax:depth={depth}")


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
        rehearse(player_specs(["random", spec]), plyground.game("chess"))


def test_a_rehearsal_of_players_that_can_says_nothing():
    rehearse(player_specs(["random", "alphabeta:depth=2", f"{MOCK} well"]), plyground.game("chess"))


def test_an_anchor_is_known_wherever_its_program_stands_in_the_command():
    players = {"Gnu": "uci:option.OwnBook=false /usr/games/gnuchess -u", "Fish": "uci:stockfish"}
    assert known_anchors(plyground.game("chess"), players) == {"Gnu": 2650.0}


def test_our_engine_can_play_without_some_of_its_features():
    rehearse([PlayerSpec.parse("engine:without=null_move+pruning,hash=1")], plyground.game("chess"))
    with pytest.raises(InvalidRules, match="without= some of deepening"):
        PlayerSpec.parse("engine:without=luck")


@pytest.mark.parametrize(
    "text", ["level=7 style=solid", "engine:level=7,style=solid", "level=7:style=solid", "engine level=7 style=solid"]
)
def test_options_are_read_the_same_however_they_are_separated(text: str):
    spec = PlayerSpec.parse(text)
    assert (spec.kind, spec.options) == ("engine", {"level": "7", "style": "solid"})


@pytest.mark.parametrize(
    "text", ["", "alphabet", "Level=3", "engine:level=21", "level=x", "style=wild", "depth=3", "level=3 level=4"]
)
def test_what_is_no_player_is_refused_with_a_sentence(text: str):
    with pytest.raises((InvalidRules, UnknownGame), match=r"Expected|expected|are|Choose"):
        player(text)


def test_a_spec_can_be_sent_to_another_process():
    spec = PlayerSpec.parse("uci:gnuchess -u option.Hash=64 name=Gnu")
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert (spec.name, spec.command, spec.options) == ("Gnu", ("gnuchess", "-u"), {"Hash": "64"})
