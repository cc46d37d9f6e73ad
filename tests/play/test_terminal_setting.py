"""The command that returns to a game: all its options, and a program name that the shell finds."""

import shlex
import sys

import pytest

from plyground.play.clock import Clock, TimeControl
from plyground.play.terminal_setting import Setting, program
from plyground.protocol import Side
from plyground.search.limits import Limits


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (Setting(), []),
        (Setting(move_ms=2_000), []),
        (Setting(people="black", move_ms=5_000), ["--side", "black", "--seconds", "5"]),
        (Setting(depth=3), ["--depth", "3"]),
        (Setting(depth=3, move_ms=2_000), ["--depth", "3", "--seconds", "2"]),
        (Setting(seed=7), ["--seed", "7"]),
        (Setting(threads=2, no_resigning=True), ["--threads", "2", "--no-resign"]),
        (Setting(rules="my rules.toml"), ["--rules", "my rules.toml"]),
    ],
)
def test_the_command_repeats_what_was_asked_for(setting, words):
    assert shlex.split(setting.command("chess", "8/8 w"))[1:] == ["play", "chess", "--fen", "8/8 w", *words]


def test_thinking_is_always_limited():
    assert Setting().computer_clock(None).limits(Side.WHITE) == Limits(time_ms=2_000)
    assert Setting(depth=3).computer_clock(None).limits(Side.WHITE) == Limits(depth=3)
    control = TimeControl.parse("60+1")
    limits = Setting(clock=control).computer_clock(Clock(control)).limits(Side.BLACK)
    assert limits == Limits(clock_ms=60_000, increment_ms=1_000)


def test_the_game_is_named_as_on_the_command_line():
    assert shlex.split(Setting(name="games/my.py:Mine").command("mine", "x"))[2] == "games/my.py:Mine"


def test_the_program_is_named_by_its_path_where_the_shell_does_not_find_it(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", [".venv/bin/plyground", "play"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program() == ".venv/bin/plyground"
    script = tmp_path / "plyground"
    script.touch(mode=0o755)
    assert program() == "plyground"
