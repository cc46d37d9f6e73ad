"""The wheel, installed where nothing of this checkout can be seen: `make test-all` builds it first."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_S

import plyground

pytestmark = pytest.mark.wheel
ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel() -> Path:
    """The newest wheel in `dist/`."""
    found = sorted((ROOT / "dist").glob("plyground-*.whl"), key=lambda path: path.stat().st_mtime)
    if not found:
        pytest.fail("there is no wheel; run `make wheel`")
    return found[-1]


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the programs of an environment that has the wheel and what it depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True, timeout=PATIENCE_S)
    pip: list[str | Path] = [folder / "bin/python", "-m", "pip", "--disable-pip-version-check", "install", "-qq", wheel]
    subprocess.run(pip, check=True, timeout=PATIENCE_S)
    return folder / "bin"


def run(program: Path, *words: str, folder: Path, stdin: str = "") -> str:
    """What a program prints in an empty folder."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ended = subprocess.run(
        [program, *words], cwd=folder, input=stdin, capture_output=True, text=True, timeout=PATIENCE_S, check=True,
        env=clean | {"PLYGROUND_DATA": str(folder)},
    )  # fmt: skip
    return ended.stdout


def test_it_has_the_page_the_words_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "plyground/server/page/index.html" in names
    for kind in ("page/assets/", "locale/hu/ui.json", "py.typed", "_core.pyi"):
        assert any(kind in name for name in names), kind
    assert not [name for name in names if "test" in name.split("/")[0] or name.endswith((".cpp", ".hpp"))]


def test_every_game_can_be_played_without_a_compiler(environment: Path, tmp_path: Path) -> None:
    assert f" {plyground.__version__}" in run(environment / "plyground", "--version", folder=tmp_path)
    perft = run(environment / "plyground", "perft", "chess", "--depth", "4", folder=tmp_path)
    assert perft.split()[-1] == "197281"
    program = """
import plyground
for name in plyground.game_names():
    game = plyground.game(name)
    assert plyground.Searcher(game).play(game.start(), plyground.Limits(depth=2)).move is not None, name
print("done")
"""
    assert run(environment / "python", "-c", program, folder=tmp_path) == "done\n"


def test_other_programs_can_drive_the_engine(environment: Path, tmp_path: Path) -> None:
    said = run(environment / "plyground-uci", folder=tmp_path, stdin="uci\nposition startpos\ngo depth 4\nquit\n")
    assert "uciok" in said
    assert "bestmove" in said


def test_the_server_says_what_it_needs(environment: Path, tmp_path: Path) -> None:
    ended = subprocess.run(
        [environment / "plyground", "serve"], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S,
        check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    assert "pip install 'plyground[server]'" in ended.stderr
    assert ended.stderr.count("\n") == 1
