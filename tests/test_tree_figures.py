"""`tools/tree_figures.py` counts what it says it counts."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[1]

PLAYER = '''"""A module."""

from plyground.record import Record

WORDS = {
    "yes": "Yes.",
    "no": "No.",
}
"""What they mean."""


class Player:
    """Chooses."""

    def choose(self, record: Record) -> int:  # a comment
        return 1
'''


def figures(*folders: Path) -> str:
    command: list[str | Path] = [sys.executable, PROJECT / "tools/tree_figures.py", *folders]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def plant(root: Path, name: str, text: str) -> None:
    file = root / "src/plyground" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_comments_docstrings_and_text_are_no_code(tmp_path):
    plant(tmp_path, "play/player.py", PLAYER)
    assert "| lines of code in src/plyground | 6 |" in figures(tmp_path)


def test_a_class_name_in_two_modules_is_found(tmp_path):
    plant(tmp_path, "play/player.py", PLAYER)
    plant(tmp_path, "arena/player.py", "class Player: ...\nclass Other: ...\n")
    shown = figures(tmp_path)
    assert "| class names in more than one module | 1 |" in shown
    assert "- `Player`: arena/player.py, play/player.py" in shown


def test_a_class_that_chooses_moves_is_found(tmp_path):
    plant(tmp_path, "play/player.py", PLAYER)
    assert "- `Player` in play/player.py: `choose(record) -> int`" in figures(tmp_path)


def test_two_trees_are_compared(tmp_path):
    plant(tmp_path / "old", "long.py", "one = 1\n" * 51)
    plant(tmp_path / "new", "short.py", "one = 1\n" * 50)
    shown = figures(tmp_path / "old", tmp_path / "new")
    assert "| lines of code in src/plyground | 51 | 50 | -1 |" in shown
    assert "| modules of at most 50 lines | 0 | 1 | +1 |" in shown


def test_this_checkout_can_be_measured_and_has_every_file_that_a_click_passes_through():
    shown = figures()
    assert "| all | " in shown
    assert "(missing)" not in shown
