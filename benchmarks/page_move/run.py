"""What a move costs in the browser: scripting, style and layout, for each game; the median of 50 moves.

A game is played on one screen by real clicks in Debian's Chromium against a real server. Chromium's own counters say
how long the page's scripts, styles and layout took from the first click until the server's answer is on the board.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from results import ROOT, find_peer, table, write

sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, CDPSession, sync_playwright
from tests.page.board import BoardPage
from tests.page.conftest import CHROMIUM_OPTIONS, RunningServer

import plyground
from plyground import Record

MOVES = 50
SEED = 5
"""Of games that last for more than 50 moves each."""
SETTLED_S = 0.3
"""Long enough for the server's answer to be on the board."""
GAMES = ("mill", "chess", "draughts:russian", "draughts:international")
COUNTERS = {"ScriptDuration": "script", "RecalcStyleDuration": "style", "LayoutDuration": "layout"}


def click_path(entry: dict, token: str) -> list[str] | None:
    """The clicks that enter a move."""
    for click, below in entry.items():
        if below == token:
            return [click]
        if isinstance(below, dict) and (rest := click_path(below, token)):
            return [click, *rest]
    return None


def counters(session: CDPSession) -> dict[str, float]:
    """What Chromium has counted so far, in milliseconds."""
    found = {entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]}
    return {ours: found[theirs] * 1000 for theirs, ours in COUNTERS.items()}


def play(browser: Browser, server: RunningServer, name: str) -> tuple[dict[str, list[float]], int]:
    """Plays a game by clicks; what each move took, and how many nodes the page has."""
    game = plyground.game(name)
    created = server.create(game=name, white={"kind": "me"}, black={"kind": "me"})
    context = browser.new_context(base_url=server.address, viewport={"width": 1280, "height": 800})
    keep = f"localStorage.setItem('plyground.token', '\"{created['token']}\"')"
    context.add_init_script(f"if (location.protocol !== 'about:') {keep}")
    page = context.new_page()
    page.goto(f"/#/table/{created['table']}")
    board = BoardPage(page)
    board.wait()
    session = context.new_cdp_session(page)
    # The processor time of the page's own thread, so other work on the machine does not count.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    # Found beforehand, because a query to the page during the measurement would count as well.
    places = {point.name: board.centre(point.name) for point in game.geometry.points}
    chance = random.Random(SEED)
    record = Record(game.start())
    took: dict[str, list[float]] = {counter: [] for counter in COUNTERS.values()}
    for _ in range(MOVES):
        moves = sorted(map(str, record.position.legal_moves))
        if record.view.result is not None or not moves:
            break
        path = click_path(record.view.entry, chance.choice(moves))
        assert path is not None
        record.push(token_of(record, path))
        before = counters(session)
        for click in path:
            if click.startswith("="):
                page.get_by_role("menuitem").first.click()
            else:
                page.mouse.click(*places[click])
        time.sleep(SETTLED_S)
        after = counters(session)
        for counter in took:
            took[counter].append(after[counter] - before[counter])
    nodes = page.evaluate("document.querySelectorAll('*').length")
    context.close()
    return took, nodes


def token_of(record: Record, path: list[str]) -> str:
    """The move that the clicks enter; of several choices the first, which is the one clicked."""
    below = record.view.entry
    for click in path:
        below = next(iter(below.values())) if click.startswith("=") else below[click]
    return str(below)


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = RunningServer(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_peer("chromium"), args=CHROMIUM_OPTIONS)
        try:
            for name in GAMES:
                took, nodes = play(browser, server, name)
                medians = [f"{statistics.median(took[counter]):.1f}" for counter in COUNTERS.values()]
                rows.append([name, str(len(took["script"])), *medians, f"{max(took['script']):.1f}", str(nodes)])
        finally:
            browser.close()
            server.stop()
    header = ["game", "moves", "script ms", "style ms", "layout ms", "longest script ms", "nodes of the page"]
    note = "Processor time of the page's thread; medians of the moves of one game."
    write(Path(__file__).parent, "A move in the browser", f"{table(header, rows)}\n\n{note}")


if __name__ == "__main__":
    main()
