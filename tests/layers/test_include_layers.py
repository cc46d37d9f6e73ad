"""The C++ include check accepts our tree and refuses planted violations."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def check(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROJECT / "tools/check_includes.py"), str(root)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of our C++ tree that tests may change."""
    return shutil.copytree(PROJECT / "cpp", tmp_path / "cpp")


def plant(tree: Path, path: str, *includes: str) -> None:
    file = tree / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("#pragma once\n" + "".join(f'#include "{name}"\n' for name in includes), encoding="utf-8")


def test_our_tree_is_clean():
    outcome = check(PROJECT / "cpp")
    assert (outcome.returncode, outcome.stdout, outcome.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("path", "included", "verdict"),
    [
        ("plyground/games/chess/planted.hpp", "plyground/search/limits.hpp", "games/chess may not see search"),
        ("plyground/games/mill/planted.hpp", "plyground/games/chess/move.hpp", "games/mill may not see games/chess"),
        ("plyground/games/mill/planted.hpp", "../chess/planted_target.hpp", "games/mill may not see games/chess"),
        ("plyground/core/planted.hpp", "plyground/games/chess/move.hpp", "core may not see games/chess"),
        ("plyground/core/planted.hpp", "plyground/search/limits.hpp", "core may not see search"),
        ("plyground/search/planted.hpp", "plyground/games/chess/move.hpp", "search may not see games/chess"),
        ("plyground/solve/planted.hpp", "plyground/games/chess/move.hpp", "solve may not see games/chess"),
        ("plyground/nn/planted.hpp", "plyground/search/limits.hpp", "nn may not see search"),
        ("plyground/search/planted.hpp", "bindings/planted_target.hpp", "search may not see bindings"),
        ("plyground/games/planted.hpp", "plyground/core/key.hpp", "belongs to no layer"),
    ],
)
def test_include_against_the_layers_is_refused(tree, path, included, verdict):
    plant(tree, "plyground/games/chess/planted_target.hpp")
    plant(tree, "bindings/planted_target.hpp")
    plant(tree, path, included)
    outcome = check(tree)
    assert outcome.returncode == 1
    [line] = outcome.stdout.splitlines()
    assert line.startswith(f"{path}: ")
    assert line.endswith(verdict)


def test_files_that_include_each_other_are_refused(tree):
    plant(tree, "plyground/core/first.hpp", "plyground/core/second.hpp")
    plant(tree, "plyground/core/second.hpp", "third.hpp")
    plant(tree, "plyground/core/third.hpp", "plyground/core/first.hpp")
    outcome = check(tree)
    assert outcome.returncode == 1
    assert "first.hpp -> plyground/core/second.hpp -> plyground/core/third.hpp -> plyground" in outcome.stdout


def test_bindings_and_tests_may_include_everything(tree):
    everything = ["plyground/core/a.hpp", "plyground/search/a.hpp", "plyground/games/chess/a.hpp"]
    for name in everything:
        plant(tree, name)
    plant(tree, "bindings/planted.cpp", *everything)
    plant(tree, "tests/planted.cpp", *everything)
    assert check(tree).returncode == 0
