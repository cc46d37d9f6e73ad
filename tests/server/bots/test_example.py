"""The bot in the guide, run unchanged as a separate program, plays a game on a real server."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.live import live_server
from tests.waiting import PATIENCE_S

GUIDE = Path(__file__).parents[3] / "docs/bots.md"


def example() -> str:
    blocks: list[str] = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (found,) = (block for block in blocks if "__main__" in block)
    return found


def test_the_example_is_short() -> None:
    function = example().partition("def play")[2].partition("if __name__")[0]
    assert len([line for line in function.splitlines() if line.strip()]) <= 30


@pytest.mark.parametrize(("game", "opponent"), [("connect-four", "random"), ("mill:three", "negascout:depth=6")])
def test_the_example_plays_a_game_to_its_end(tmp_path: Path, game: str, opponent: str) -> None:
    program = tmp_path / "my_bot.py"
    program.write_text(example(), encoding="utf-8")
    with live_server(tmp_path) as server:
        created = server.create(game=game, white={"kind": "bot", "bot": opponent}, black={"kind": "open"})
        address = f"ws://127.0.0.1:{server.port}/socket"
        with subprocess.Popen(
            [sys.executable, str(program), created["table"], address], stdout=subprocess.PIPE, text=True
        ) as running:
            output, _ = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 0
    assert "termination" in output
