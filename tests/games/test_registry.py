"""The registry: built-in games, games of other packages, games in files, and unknown names."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from plyground.errors import PlygroundError, UnknownGame
from plyground.games import registry
from plyground.games.connect_four import ConnectFour

TOY = Path(__file__).with_name("toy.py")


@pytest.fixture
def installed(monkeypatch):
    """Pretends that other packages announce these games: name -> `module:attribute`."""
    registry.registered.cache_clear()

    def announce(**values: str) -> None:
        points = tuple(EntryPoint(name.replace("_", "-"), value, registry.GROUP) for name, value in values.items())
        monkeypatch.setattr(registry, "_entry_points", lambda: points)

    yield announce
    registry.registered.cache_clear()


@pytest.fixture
def built_in(installed):
    installed()
    return registry.game_names()


def test_built_in_game_is_found_and_always_the_same():
    assert registry.game("chess") is registry.game("chess")
    assert registry.game("chess:960").name == "chess:960"


def test_built_in_games_need_no_look_at_other_packages():
    program = "import sys, plyground; plyground.game('chess'); print('importlib.metadata' in sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "False"


def test_installed_game_is_found(installed, built_in):
    installed(connect_four="plyground.games.connect_four:ConnectFour")
    assert isinstance(registry.game("connect-four"), ConnectFour)
    assert registry.game_names() == (*built_in, "connect-four")


def test_presets_are_listed_after_their_game(built_in):
    assert built_in[:2] == ("chess", "chess:960")


def test_example_game_is_announced_by_this_package():
    assert "connect-four" in registry.game_names()


def test_installed_game_cannot_replace_a_built_in_one(installed, built_in):
    installed(chess="plyground.games.connect_four:ConnectFour")
    assert registry.game("chess").title == "Chess"
    assert registry.game_names() == built_in


def test_broken_game_is_reported_only_when_asked_for(installed, built_in):
    installed(broken="no_such_module:Game", connect_four="plyground.games.connect_four:ConnectFour")
    assert registry.game_names() == (*built_in, "connect-four")
    assert registry.game("connect-four")
    with pytest.raises(UnknownGame, match="'broken' could not be loaded: ModuleNotFoundError") as caught:
        registry.game("broken")
    assert caught.value.code == "broken_game"


def test_factory_that_fails_is_a_broken_game(installed):
    installed(odd="builtins:int")
    with pytest.raises(UnknownGame, match="'odd' could not be loaded: ValueError"):
        registry.game("odd")


@pytest.mark.parametrize(("name", "close"), [("ches", "chess"), ("Chess", "chess"), ("ches:960", "chess:960")])
def test_misspelt_name_brings_a_suggestion(name, close):
    with pytest.raises(UnknownGame, match=f"Did you mean '{close}'") as caught:
        registry.game(name)
    assert caught.value.arguments["close"] == close


def test_unknown_name_lists_the_known_ones():
    with pytest.raises(UnknownGame, match=r"no game named 'zzz'\. The games are chess, draughts, mill, connect-four"):
        registry.game("zzz")


def test_unknown_preset_lists_the_known_ones():
    with pytest.raises(UnknownGame, match=r"chess has no preset '961'\. Its presets are 960\."):
        registry.game("chess:961")


def test_game_in_a_file_is_found_by_its_class():
    game = registry.game(f"{TOY}:SmallMill")
    assert game is registry.game(f"{TOY}:SmallMill")
    assert registry.game(f"{TOY}:SmallMill:five").name == "small-mill:five"


def test_relative_path_starts_at_the_current_directory(monkeypatch):
    monkeypatch.chdir(TOY.parent)
    assert registry.game("toy.py:SmallMill").name == "small-mill"


def test_edited_file_is_read_again(tmp_path):
    file = tmp_path / "mine.py"
    source = TOY.read_text(encoding="utf-8")
    file.write_text(source, encoding="utf-8")
    assert registry.game(f"{file}:SmallMill").name == "small-mill"
    file.write_text(source.replace('"small-mill"', '"smaller-mill"'), encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert registry.game(f"{file}:SmallMill").name == "smaller-mill"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "AttributeError"),
        ("def", "SyntaxError"),
        ("import no_such_module", "ModuleNotFoundError"),
        (None, "FileNotFoundError"),
        ("Game = 3", "TypeError"),
        ("import sys; sys.exit(3)", "SystemExit"),
    ],
)
def test_file_that_cannot_be_used_is_a_broken_game(tmp_path, content, reason):
    file = tmp_path / "mine.py"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(UnknownGame, match=f"'mine.py:Game' could not be loaded: {reason}"):
        registry.game(f"{file}:Game")


def test_unknown_preset_of_a_file_is_refused():
    with pytest.raises(UnknownGame, match=r"has no preset 'six'\. Its presets are five"):
        registry.game(f"{TOY}:SmallMill:six")


def test_names_from_elsewhere_never_run_a_file():
    with pytest.raises(UnknownGame) as caught:
        registry.registered(f"{TOY}:SmallMill")
    assert caught.value.code == "unknown_game"


def test_factory_that_makes_no_game_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "odd.py").write_text("def five(preset):\n    return 5\n")
    with pytest.raises(UnknownGame, match="could not be loaded: TypeError: it made 5; expected a game"):
        registry.game(f"{tmp_path / 'odd.py'}:five")


def test_name_that_no_file_can_have_is_refused():
    with pytest.raises(UnknownGame, match="could not be loaded"):
        registry.game("\0.py:X")


def test_files_that_are_gone_are_not_sent_to_other_processes(tmp_path):
    file = tmp_path / "soon_gone.py"
    file.write_text(TOY.read_text(encoding="utf-8"), encoding="utf-8")
    registry.load_file(file)
    assert file in registry.loaded_files()
    file.unlink()
    assert file not in registry.loaded_files()


def test_game_with_custom_rules_is_made_from_a_value_or_from_options():
    from plyground.games.mill import MillRules

    by_value, by_options = registry.game("mill", MillRules(men=7)), registry.game("mill:lasker", {"men": 7})
    assert (by_value.name, by_value.start().fen) == (by_options.name, by_options.start().fen)
    assert by_value.start().fen != registry.game("mill").start().fen
    with pytest.raises(PlygroundError):
        registry.game("chess", {"men": 7})


@pytest.mark.parametrize("line", ["raise SystemExit", "1 / 0"])
def test_a_file_that_cannot_be_run_is_not_run_by_other_processes(tmp_path, line):
    file = tmp_path / "broken.py"
    file.write_text(line)
    with pytest.raises((SystemExit, ZeroDivisionError)):
        registry.load_file(file)
    assert file not in registry.loaded_files()
