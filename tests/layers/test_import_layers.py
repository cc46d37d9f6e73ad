"""The Python import check accepts our tree and refuses planted violations."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def check(source: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROJECT / "tools/check_imports.py"), str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of our Python tree that tests may change."""
    return shutil.copytree(PROJECT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))


def plant(tree: Path, module: str, line: str) -> None:
    """Adds a line to the end of a module, which is created if necessary."""
    file = tree / "plyground" / module
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    file.write_text(f"{before}\n{line}\n", encoding="utf-8")


def test_our_tree_is_clean():
    outcome = check(PROJECT / "src")
    assert outcome.returncode == 0, outcome.stderr


@pytest.mark.parametrize(
    ("module", "line", "verdict"),
    [
        ("protocol.py", "import plyground.cli", "plyground.protocol is not allowed to import plyground.cli"),
        ("errors.py", "from plyground import record", "plyground.errors is not allowed to import plyground.record"),
        (
            "protocol.py",
            "def late():\n    import plyground.games",
            "plyground.protocol is not allowed to import plyground.games",
        ),
        ("notation/planted.py", "from plyground._core import History", "plyground.notation.planted -> plyground._core"),
        ("notation/planted.py", "from plyground import _core", "plyground.notation.planted -> plyground._core"),
        ("planted.py", "", "planted"),
    ],
)
def test_import_against_the_layers_is_refused(tree, module, line, verdict):
    plant(tree, "cli.py", "")
    plant(tree, module, line)
    outcome = check(tree)
    assert outcome.returncode == 1
    assert verdict in outcome.stderr


def test_import_cycle_inside_a_layer_is_refused(tree):
    plant(tree, "games/planted_first.py", "import plyground.games.planted_second")
    plant(tree, "games/planted_second.py", "import plyground.games.planted_first")
    outcome = check(tree)
    assert outcome.returncode == 1
    assert "No import cycles BROKEN" in outcome.stderr
