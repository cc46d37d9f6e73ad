"""Whether perfect play is perfect: games against the engine from balanced positions, every move checked.

The databases of nine men's morris must have been built: `plyground db build mill`. `perfect_play/games` plays the
games, `perfect_play/page` measures how soon the page shows the verdicts on all moves. Games that are finished stay in a
journal in the folder for temporary files, so that the run can be interrupted.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from results import ROOT, find_peer, spread, table, write

sys.path.insert(0, str(ROOT))

import plyground
from plyground import Record, Side
from plyground.database.endgames import default_source
from plyground.journal import Journal
from plyground.lab.positions import make_positions

GAME = "mill"
GAMES = 500
SEED = 19
OPPONENTS = ("engine:seconds=0.1,hash=16,without=databases", "level=20")
"""Full strength on its own, which leaves the databases' path more often than with them, and the level below it."""
MAX_PLIES = 300
PAGE_MOVES = 30
SOURCE = default_source()
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def value(position: plyground.Position, side: Side) -> float | None:
    """The points that a side can keep; None if no database covers the position."""
    verdict = SOURCE.verdict(position)
    if verdict is None:
        return None
    return POINTS[verdict.outcome] if position.side_to_move is side else 1 - POINTS[verdict.outcome]


def play(start: plyground.Position, opponent: str, side: Side, seed: int) -> dict[str, Any]:
    """A game of the perfect player, and how many of its moves gave something away."""
    players = {side: plyground.player("perfect"), side.other: plyground.player(opponent)}
    for player in players.values():
        player.new_game(start.game, seed)
    record = Record(start)
    counts: Counter[str] = Counter()
    slowest_ms = 0
    while record.outcome() is None and len(record) < MAX_PLIES:
        turn = record.position.side_to_move
        before, began = value(record.position, side), time.monotonic()
        record.push(players[turn].move(record).line[0])
        took_ms = round((time.monotonic() - began) * 1000)
        after = value(record.position, side) if record.position.result is None else before
        if turn is side:
            counts["moves"] += 1
            counts["covered"] += before is not None
            counts["errors"] += before is not None and after is not None and after < before
            slowest_ms = max(slowest_ms, took_ms)
        else:
            counts["gifts"] += before is not None and after is not None and after > before
    for player in players.values():
        player.close()
    result = record.outcome()
    winner = None if result is None else result.winner
    points = 0.5 if winner is None else 1.0 if winner is side else 0.0
    fields = {name: counts[name] for name in ("moves", "covered", "errors", "gifts")}
    return {"opponent": opponent, "points": points, "plies": len(record), "slowest_ms": slowest_ms, **fields}


def games() -> str:
    """Plays what the journal does not have yet; the results by opponent."""
    game = plyground.game(GAME)
    positions = make_positions(game, GAMES // 2, SEED)
    path = Path(tempfile.gettempdir()) / "plyground-perfect-play.jsonl"
    with Journal(path, {"game": GAME, "positions": positions.digest}, resume=True) as journal:
        for number in range(GAMES):
            if str(number) not in journal.parts:
                start, opponent = positions.positions[number // 2 % len(positions)], OPPONENTS[number % 2]
                journal.add(str(number), play(start, opponent, list(Side)[number // 4 % 2], number))
                print(number + 1, flush=True)
        played = list(journal.parts.values())
    rows = []
    for opponent in OPPONENTS:
        own = [one for one in played if one["opponent"] == opponent]
        points = Counter(one["points"] for one in own)
        total = {name: sum(one[name] for one in own) for name in ("moves", "covered", "errors", "gifts")}
        score = f"+{points[1.0]} ={points[0.5]} -{points[0.0]}"
        slowest = max(one["slowest_ms"] for one in own)
        rows.append([opponent, str(len(own)), score, *(f"{count:,}" for count in total.values()), f"{slowest} ms"])
    header = ["opponent", "games", "score", "moves", "by databases", "errors", "gifts of the opponent", "slowest move"]
    return table(header, rows)


def page() -> str:
    """How soon after a move the page shows the verdicts on the next ones."""
    from playwright.sync_api import sync_playwright
    from tests.page.app import App
    from tests.page.conftest import CHROMIUM_OPTIONS, RunningServer

    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = RunningServer(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=find_peer("chromium"), args=CHROMIUM_OPTIONS)
        try:
            app = App(browser.new_context(base_url=server.address))
            app.open(f"#/analysis?game={plyground.game(GAME).name}")
            panel = app.page.locator(".verdicts[aria-busy=false] li button").first
            panel.wait_for()
            script = """async () => {
              const panel = document.querySelector('.verdicts'), before = panel.innerText, began = performance.now()
              panel.querySelector('li button').click()
              while (panel.ariaBusy === 'true' || panel.innerText === before)
                await new Promise((resolve) => requestAnimationFrame(resolve))
              return performance.now() - began
            }"""
            took = [app.page.evaluate(script) for _ in range(PAGE_MOVES)]
        finally:
            browser.close()
            server.stop()
    return f"The page shows the verdicts {spread(took)} ms after a move (median and range of {PAGE_MOVES} moves)."


def main() -> None:
    if not SOURCE.covers(plyground.game(GAME)):
        sys.exit(f"there are no databases; run: plyground db build {GAME}")
    parts = {"games": games, "page": page}
    chosen = sys.argv[1:] or list(parts)
    body = "\n\n".join(parts[part]() for part in chosen)
    if chosen == list(parts):
        write(Path(__file__).parent, "Perfect play", body)
    else:
        print(body)


if __name__ == "__main__":
    main()
