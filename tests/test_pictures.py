"""The pictures in the documents are up to date."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from plyground.drawing import pieces
from plyground.games.registry import game_names

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not IMAGES.exists(), reason="the documents are not here")
def test_committed_boards_and_trees_are_drawn_the_same_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Terminals and analyses are left out: what the engine thinks may change whenever it learns something."""
    draw_docs = tool("draw_docs")
    monkeypatch.setattr(draw_docs, "IMAGES", tmp_path)
    monkeypatch.setattr(draw_docs, "photograph", lambda *arguments, **settings: None)
    monkeypatch.setattr(draw_docs, "photograph_analysis", lambda: None)
    draw_docs.main()
    drawn = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert len(drawn) == len(draw_docs.BOARDS) + len(draw_docs.TREES)
    changed = [name for name, text in drawn.items() if (IMAGES / name).read_text(encoding="utf-8") != text]
    assert not changed, "draw them again with tools/draw_docs.py"


def test_boards_that_the_page_shows_by_itself_follow_our_rules() -> None:
    showcase = tool("showcase")
    committed = json.loads(showcase.FILE.read_text(encoding="utf-8"))
    assert committed == showcase.showcase(), "write them again with tools/showcase.py"
    assert set(committed["pictures"]) == set(game_names())


def test_page_draws_the_same_pieces() -> None:
    art = ROOT / "web/src/lib/board/art.ts"
    imported = re.findall(r"from '(\S+pieces\.json)'", art.read_text(encoding="utf-8"))
    assert [(art.parent / path).resolve() for path in imported] == [Path(pieces.__file__).with_name("pieces.json")]
