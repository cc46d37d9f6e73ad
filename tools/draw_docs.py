"""Draws every picture of the documents into docs/images: `.venv/bin/python tools/draw_docs.py`.

Boards are what `plyground show --svg` writes; terminals are real games of the terminal player, recorded; trees are
traces of real searches. The game of the guide is taken from the guide itself, so its pictures show what the reader has
typed.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import plyground
from plyground.lab.textbook_search import textbook_search
from plyground.lab.trace import trace
from plyground.lab.tree_picture import draw_tree
from plyground.play.terminal import Setting, TerminalGame
from plyground.play.terminal_input import COMMANDS
from plyground.protocol import Position
from plyground.search.deepening import search

DOCS = Path(__file__).resolve().parents[1] / "docs"
IMAGES = DOCS / "images"

OPERA_MATE = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"
CONNECT_FOUR = "OXXXO.." + ".XOO..." + ".OXX..." + "..OO..." + "...X..." + "......."
THREE_COLUMNS = "XXOOXO.XOXOXO.XO.OX..OX.XO..XO.XX..OX.OO.."
GUARDED_PAWN = "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1"
OPERA_GAME = """[Event "Paris Opera"]
[Date "1858.??.??"]
[White "Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5
11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
"""
SCHOLAR = ("e4", "e5", "Bc4", "Nc6", "Qh5")
BOARDS = {
    "chess": ("chess", "--fen", OPERA_MATE),
    "draughts": ("draughts", "--fen", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8"),
    "connect-four": ("connect-four", "--fen", CONNECT_FOUR),
    "search-position": ("connect-four", "--fen", THREE_COLUMNS),
    "search-guarded": ("chess", "--fen", GUARDED_PAWN),
    "hexapawn": ("hexapawn.py:Hexapawn",),
    "hexapawn-four": ("hexapawn.py:Hexapawn:four",),
    "hexapawn-middle": ("hexapawn.py:Hexapawn", "--fen", "('P.P.p..pp',white)"),
}
"""File name -> the arguments of `plyground show`."""

TREES = {
    "minimax": ("Minimax, depth 3", "connect-four", THREE_COLUMNS, "minimax", 3),
    "alphabeta": ("Alpha-beta, depth 3", "connect-four", THREE_COLUMNS, "alphabeta", 3),
    "hard": ("Alpha-beta, fail-hard, depth 3", "connect-four", THREE_COLUMNS, "alphabeta-hard", 3),
    "deepening": (
        "Alpha-beta with a hash table, one ply deeper each time",
        "connect-four",
        THREE_COLUMNS,
        "alphabeta+tt+iterated",
        3,
    ),
    "negascout": ("NegaScout, depth 3", "connect-four", THREE_COLUMNS, "negascout", 3),
    "mtdf": ("MTD(f) with a hash table, depth 3", "connect-four", THREE_COLUMNS, "mtdf+tt-cutoffs", 3),
    "sss": ("SSS* with a hash table, depth 3", "connect-four", THREE_COLUMNS, "sss+tt-cutoffs", 3),
    "bns": ("Best-node search with a hash table, depth 3", "connect-four", THREE_COLUMNS, "bns+tt-cutoffs", 3),
    "quiescence": ("Alpha-beta with quiescence, depth 1", "chess", GUARDED_PAWN, "alphabeta+quiescence", 1),
}
"""Name of a searched tree -> its title, the position, what searches it and how deep."""

_ANSI = [
    (60, 56, 52),
    (224, 108, 96),
    (140, 190, 120),
    (222, 184, 90),
    (110, 160, 220),
    (190, 140, 200),
    (110, 200, 205),
]
COLOURS = TerminalTheme((30, 27, 25), (222, 214, 204), [*_ANSI, (222, 214, 204)])
LOOK = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>A game in the terminal</title>
<style>
.{unique_id}-matrix {{ font: 21px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
<rect fill="#1e1b19" width="{width}" height="{height}" rx="14"/>
<g transform="translate(20, 20)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""The template that rich fills in: the same on every machine, without external fonts and without a window frame."""


class Screen(Console):
    """A terminal that records its current screen; it claims to be dumb so that the spinner leaves no traces."""

    def __init__(self) -> None:
        super().__init__(
            record=True,
            width=76,
            height=24,
            force_terminal=True,
            color_system="truecolor",
            highlight=False,
            file=StringIO(),
            _environ={"TERM": "dumb"},
        )

    def clear(self, home: bool = True) -> None:
        """Clears the screen."""
        self.export_text(clear=True)


class Typist:
    """Types lines at the prompt, then saves the screen and leaves."""

    def __init__(self, screen: Screen, lines: Sequence[str], picture: Path) -> None:
        self._screen = screen
        self._lines = list(lines)
        self._picture = picture

    def read(self, prompt: str, position: Position | None) -> str:
        """The next line, shown as if it were typed."""
        if not self._lines:
            self._screen.print(Text(f"{prompt} ▏"))
            self._picture.write_text(self._photograph(), encoding="utf-8")
            raise EOFError
        line = self._lines.pop(0)
        if position is not None and line not in COMMANDS and not _can_be_played(line, position):
            # The opponent plays another move than when the picture was planned; the game continues anyway.
            line = position.notation(search(position, 3).line[0])
        self._screen.print(Text(f"{prompt} {line}"))
        return line

    def _photograph(self) -> str:
        return self._screen.export_svg(theme=COLOURS, code_format=LOOK, unique_id=self._picture.stem)


def _can_be_played(text: str, position: Position) -> bool:
    try:
        position.parse(text)
    except plyground.PlygroundError:
        return False
    return True


def photograph(name: str, start: Position, lines: Sequence[str], *, depth: int) -> None:
    """Plays in the terminal and keeps its last screen."""
    screen = Screen()
    typist = Typist(screen, lines, IMAGES / f"{name}.svg")
    TerminalGame(start, Setting(depth=depth), console=screen, reader=typist).run()


def photograph_analysis() -> None:
    """What `plyground analyse` prints, and the plot of the game that it reviews."""
    analyse = [sys.executable, "-m", "plyground", "analyse"]
    words = ["--moves", " ".join(SCHOLAR), "--depth", "8"]
    printed = subprocess.run([*analyse, *words], capture_output=True, text=True, check=True).stdout
    screen = Screen()
    screen.print(Text(f"$ plyground analyse --moves '{' '.join(SCHOLAR)}'", style="bold"))
    screen.print(Text(printed.rstrip()))
    photo = screen.export_svg(theme=COLOURS, code_format=LOOK, unique_id="analysis")
    (IMAGES / "analysis.svg").write_text(photo, encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "opera.pgn"
        game.write_text(OPERA_GAME, encoding="utf-8")
        course = ["--file", str(game), "--nodes", "200000", "--svg", str(IMAGES / "analysis-course.svg")]
        subprocess.run([*analyse, *course], capture_output=True, check=True)


def draw_searches() -> None:
    """The trees of the guide to search."""
    for name, (title, game_name, fen, search_name, depth) in TREES.items():
        game = plyground.game(game_name)
        searcher = textbook_search(search_name, game)
        tree = trace(game.from_fen(fen), searcher.algorithm, depth, searcher.features, iterated=searcher.iterated)
        (IMAGES / f"search-{name}.svg").write_text(draw_tree(tree, title), encoding="utf-8")


def write_game_of_the_guide(folder: Path) -> Path:
    """The parts of the guide's game, which are its Python without prompts, as one file."""
    guide = (DOCS / "write-your-own-game.md").read_text(encoding="utf-8")
    parts = re.findall(r"^```python\n((?!>>>).+?)^```", guide, re.MULTILINE | re.DOTALL)
    file = folder / "hexapawn.py"
    file.write_text("".join(parts), encoding="utf-8")
    return file


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        hexapawn = plyground.game(f"{write_game_of_the_guide(folder)}:Hexapawn")
        for picture, arguments in BOARDS.items():
            command = [sys.executable, "-m", "plyground", "show", *arguments, "--svg", str(IMAGES / f"{picture}.svg")]
            subprocess.run(command, cwd=folder, check=True)
        photograph("terminal-hexapawn", hexapawn.start(), ["b1b2", "hint"], depth=8)
    draw_searches()
    photograph("terminal", plyground.game("chess").start(), ["d4", "Nf3", "c4", "hint"], depth=4)
    photograph_analysis()
    photograph("terminal-connect-four", plyground.game("connect-four").start(), ["d", "d", "c", "e"], depth=5)


if __name__ == "__main__":
    main()
