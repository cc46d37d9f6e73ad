"""How the page loads on a slow network and a slow processor, and whether its heap grows with the games played on it.

Fast 3G as Chromium's developer tools define it, a processor slowed down four times, and an empty cache. With
PLYGROUND_OTHER=FOLDER, a checkout of another version with its environment and its page built, that version is measured
in turn with this one.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

from results import ROOT, find_peer, table, write

sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page, sync_playwright

FAST_3G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8 * 0.9,
    "uploadThroughput": 750 * 1024 / 8 * 0.9,
}
SLOWDOWN = 4
REPEATS = 3
GAMES = 30
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
PATIENCE_MS = 120_000
SETTLED_MS = 1500
"""Long enough after the board for anything that still moves."""
WATCH = """
window.measured = { lcp: 0, shift: 0 }
new PerformanceObserver((list) => { for (const entry of list.getEntries()) measured.lcp = entry.startTime })
  .observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => { for (const entry of list.getEntries()) measured.shift += entry.value })
  .observe({ type: 'layout-shift', buffered: true })
"""
ME = {"kind": "me"}
ALMOST_MATE = ["f2f3", "e7e5", "g2g4"]


@dataclass(frozen=True)
class Measured:
    """A page, loaded once."""

    paint_ms: float
    board_ms: float
    shift: float
    requests: int
    bytes: float


@contextmanager
def running(python: str) -> Iterator[str]:
    """A server of a version, and its address."""
    command = [python, "-m", "plyground", "serve", "--host", "127.0.0.1", "--port", "0", "--log-level", "error"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with (
        tempfile.TemporaryDirectory() as data,
        subprocess.Popen([*command, "--data", data], stdout=subprocess.PIPE, text=True, env=environment) as process,
    ):
        assert process.stdout is not None
        found = next((found for line in process.stdout if (found := re.search(r"http://\S+?:(\d+)", line))), None)
        if found is None:
            sys.exit(f"the server of {python} did not start")
        try:
            yield f"http://127.0.0.1:{found[1]}"
        finally:
            process.terminate()


def load(browser: Browser, address: str, board: str) -> Measured:
    """Loads a page with an empty cache, until its board is there."""
    context = browser.new_context(**PHONE, locale="en", service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", FAST_3G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    requests: list[str] = []
    sizes: list[float] = []
    session.on("Network.requestWillBeSent", lambda event: requests.append(event["requestId"]))
    session.on("Network.webSocketCreated", lambda event: requests.append(event["requestId"]))
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="commit")
    page.locator(board).first.wait_for()
    board_ms = page.evaluate("performance.now()")
    counted = len(requests), sum(sizes)
    page.wait_for_timeout(SETTLED_MS)
    measured = page.evaluate("measured")
    context.close()
    return Measured(measured["lcp"], board_ms, measured["shift"], *counted)


def heaps(browser: Browser, address: str) -> list[float]:
    """The heap in MB after the first five games, and after each five more, on one page that is never reloaded."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en", service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    page.wait_for_function("localStorage['plyground.token'] !== undefined")
    session = context.new_cdp_session(page)
    token = json.loads(page.evaluate("localStorage['plyground.token']"))
    found = []
    for game in range(1, GAMES + 1):
        mate(page, address, token)
        if game % 5 == 0:
            session.send("HeapProfiler.collectGarbage")
            found.append(session.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
    context.close()
    return found


def mate(page: Page, address: str, token: str) -> None:
    """A game on one screen to its end."""
    wish = {"game": "chess", "white": ME, "black": ME, "moves": ALMOST_MATE, "token": token}
    with urlopen(
        Request(f"{address}/api/tables", json.dumps(wish).encode(), {"Content-Type": "application/json"})
    ) as answer:
        created = json.load(answer)["table"]
    page.evaluate(f"location.hash = '#/table/{created}'")
    page.locator('[data-point="d8"]').click()
    page.locator('[data-point="h4"]').click()
    page.get_by_role("button", name="Rematch").first.wait_for()


def main() -> None:
    other = os.environ.get("PLYGROUND_OTHER", "")
    with sync_playwright() as playwright, running(sys.executable) as own:
        browser = playwright.chromium.launch(executable_path=find_peer("chromium"), args=["--no-sandbox"])
        playable = '[role="application"]'
        pages = {
            "this version, setting a game up": (f"{own}/#/play", playable),
            "this version, start page": (own, "main svg"),
        }
        grown = {"this version": own}
        if other:
            with running(f"{other}/.venv/bin/python") as theirs:
                pages["the other version"] = (theirs, playable)
                grown["the other version"] = theirs
                report(browser, pages, grown)
        else:
            report(browser, pages, grown)
        browser.close()


def report(browser: Browser, pages: dict[str, tuple[str, str]], grown: dict[str, str]) -> None:
    """Measures the versions in turn and writes the results."""
    measured: dict[str, list[Measured]] = {name: [] for name in pages}
    for _ in range(REPEATS):
        for name, (address, board) in pages.items():
            measured[name].append(load(browser, address, board))
    rows = []
    for name, found in measured.items():
        paint, board = ([getattr(one, part) / 1000 for one in found] for part in ("paint_ms", "board_ms"))
        row = [f"{statistics.median(values):.2f} ({min(values):.2f}-{max(values):.2f})" for values in (paint, board)]
        shift = max(one.shift for one in found)
        requests = max(one.requests for one in found)
        rows.append([name, *row, f"{shift:.3f}", str(requests), f"{max(one.bytes for one in found) / 1000:.0f}"])
    header = ["page", "largest paint s", "first board s", "layout shift", "requests", "kB"]
    heap = [[name, *(f"{size:.1f}" for size in heaps(browser, address))] for name, address in grown.items()]
    columns = ["heap in MB after games", *(str(games) for games in range(5, GAMES + 1, 5))]
    note = (
        f"On Fast 3G (1.44 Mbit/s, 562 ms) with the processor slowed down {SLOWDOWN} times, an empty cache and a "
        f"screen of 390 x 844; medians and ranges of {REPEATS} loads, taken in turn. Shift, requests and kB are the "
        "largest of them, counted until the board was noticed, so with some of what follows it."
    )
    write(Path(__file__).parent, "Loading the page", f"{table(header, rows)}\n\n{note}\n\n{table(columns, heap)}")


if __name__ == "__main__":
    main()
