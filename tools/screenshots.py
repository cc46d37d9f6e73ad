"""Takes pictures of every page and state, in two sizes and two themes, and those of the README and the guides.

`python tools/screenshots.py [STATE ...]` takes all, or those of some. Those of the README go to docs/images/page,
all others to build/pictures, to be looked at. It starts a server with an empty folder and a few tables, and shows them
in Debian's Chromium. The page must have been built (`make page`).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs/images/page"
ALL = ROOT / "build/pictures"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}

PATIENCE_MS = 120_000
"""Generous, because the machine may be busy."""

RUY_LOPEZ = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8"
MILL = ["d6", "f4", "d2", "b4", "f6", "b6", "f2", "b2xd6", "d6"]
DRAUGHTS = ["32-28", "18-23", "38-32", "12-18", "31-27"]
BLUNDERS = "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7"

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "level=1"}


@dataclass(frozen=True)
class State:
    """A page in a state: its address, and what to do there first."""

    route: str
    prepare: Callable[[Page], None] | None = None
    game: str = "mill:nine"


@dataclass(frozen=True)
class Picture:
    """A picture of a state: its file, and the screen and the language it is taken with."""

    state: str
    path: Path
    phone: bool = False
    dark: bool = False
    language: str = "en"


def with_engine(page: Page) -> None:
    """Lets the engine think until it has lines to show."""
    switch = page.get_by_role("switch", name="Engine")
    switch.wait_for()
    if switch.get_attribute("aria-checked") != "true":
        switch.click()
    page.get_by_role("region", name="Engine").get_by_role("listitem").first.wait_for(state="attached")
    page.wait_for_timeout(2500)


def mated(page: Page) -> None:
    """Ends the game, if that was not done before."""
    page.get_by_role("application").wait_for()
    if page.get_by_role("button", name="Rematch").count() == 0:
        page.locator('[data-point="d8"]').click()
        page.locator('[data-point="h4"]').click()
    page.get_by_role("button", name="Rematch").first.wait_for()


def reviewed(page: Page) -> None:
    """Waits for the review, and goes to the move that lost the game."""
    page.locator(".accuracy").first.wait_for(state="attached")
    page.locator("[data-move='6']").first.click()
    page.wait_for_timeout(500)


def states(tables: dict[str, str]) -> dict[str, State]:
    """Every page, and what it can show."""
    return {
        "start": State("#/"),
        "play": State("#/play"),
        "play-chess": State("#/play", game="chess"),
        "mill": State(tables["mill"]),
        "draughts": State(tables["draughts"]),
        "waiting": State(tables["waiting"]),
        "result": State(tables["result"], mated),
        "analysis": State(f"#/analysis?game=chess&moves={RUY_LOPEZ}", with_engine),
        "review": State(f"#/analysis?game=chess&review=1&moves={BLUNDERS}", reviewed),
        "editor": State("#/editor/chess:960"),
        "rules": State("#/rules/mill:morabaraba"),
        "rules-chinese": State("#/rules/mill:zhi-qi"),
        "rules-editor": State('#/rules/edit/mill:nine?rules={"men":7}'),
        "lobby": State("#/lobby"),
        "top": State("#/top/chess"),
        "statistics": State("#/statistics"),
        "account": State("#/account"),
        "leaderboard": State("#/leaderboard"),
        "databases": State("#/databases"),
        "settings": State("#/settings"),
        "help": State("#/help"),
        "about": State("#/about"),
        "missing": State("#/nowhere"),
    }


def committed() -> list[Picture]:
    """The pictures of the README and the guides."""
    return [
        Picture("start", FOLDER / "start.png"),
        Picture("start", FOLDER / "start-dark.png", dark=True),
        Picture("play", FOLDER / "play.png"),
        Picture("play-chess", FOLDER / "play-dark.png", dark=True),
        Picture("mill", FOLDER / "mill.png"),
        Picture("draughts", FOLDER / "draughts-dark.png", dark=True),
        Picture("analysis", FOLDER / "analysis.png"),
        Picture("review", FOLDER / "review-dark.png", dark=True),
        Picture("lobby", FOLDER / "lobby.png"),
        Picture("rules", FOLDER / "rules.png"),
        Picture("settings", FOLDER / "settings-dark.png", dark=True),
        Picture("statistics", FOLDER / "statistics.png"),
        Picture("start", FOLDER / "phone-start.png", phone=True),
        Picture("play", FOLDER / "phone-play.png", phone=True),
        Picture("mill", FOLDER / "phone-mill-dark.png", phone=True, dark=True),
        Picture("draughts", FOLDER / "phone-draughts-russian.png", phone=True, language="ru"),
        Picture("rules-chinese", FOLDER / "phone-rules-chinese-dark.png", phone=True, dark=True, language="zh"),
        Picture("lobby", FOLDER / "phone-lobby-hungarian.png", phone=True, language="hu"),
    ]


def every(names: Iterable[str]) -> list[Picture]:
    """Each state on a desktop and on a phone, light and dark."""
    return [
        Picture(name, ALL / f"{name}-{'phone' if phone else 'desktop'}-{'dark' if dark else 'light'}.png", phone, dark)
        for name in names
        for phone in (False, True)
        for dark in (False, True)
    ]


@contextmanager
def running_server(data: Path) -> Iterator[str]:
    """A separate server, and its address."""
    command = [sys.executable, "-u", "-m", "plyground", "serve", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen([*command, "--data", str(data)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = next((found for line in process.stdout if (found := re.search(r"http://\S+?:(\d+)", line))), None)
        if found is None:
            raise SystemExit("the server did not start")
        try:
            yield f"http://127.0.0.1:{found[1]}"
        finally:
            process.terminate()


def set_tables(page: Page, address: str, token: str) -> dict[str, str]:
    """Games to look at, of the guest with this token, and another guest's table."""

    def create(token: str, **wish: Any) -> str:
        answer = page.request.post(f"{address}/api/tables", data={**wish, "token": token})
        assert answer.ok, answer.text()
        return f"#/table/{answer.json()['table']}"

    clock = {"initial_ms": 600_000, "increment_ms": 5_000}
    create("", game="mill:lasker", white=ME, black={"kind": "open"}, public=True, clock=clock)
    create("", game="draughts:frisian", white={"kind": "open"}, black=ME, public=True)
    create("", game="chess", white=BOT, black=BOT, public=True, pace_ms=1500)
    return {
        "waiting": create(token, game="mill:lasker", white=ME, black={"kind": "open"}),
        "result": create(token, game="chess", white=BOT, black=ME, moves=["f2f3", "e7e5", "g2g4"]),
        "mill": create(token, game="mill:nine", white=BOT, black=ME, moves=MILL),
        "draughts": create(token, game="draughts:international", white=BOT, black=ME, moves=DRAUGHTS, clock=clock),
    }


def take(browser: Browser, address: str, token: str, picture: Picture, state: State) -> None:
    """One picture."""
    context = browser.new_context(
        base_url=address, color_scheme="dark" if picture.dark else "light", **(PHONE if picture.phone else DESKTOP)
    )
    kept = {"settings": {"language": picture.language, "game": state.game, "name": "Anna"}, "token": token}
    for name, value in kept.items():
        context.add_init_script(f"localStorage.setItem('plyground.{name}', {json.dumps(json.dumps(value))})")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"/{state.route}")
    page.get_by_role("heading", level=1).first.wait_for(state="attached")
    page.wait_for_timeout(1200)
    if state.prepare:
        state.prepare(page)
    page.screenshot(path=picture.path)
    context.close()
    print(picture.path.relative_to(ROOT), flush=True)


def main() -> None:
    """Takes all pictures, or those of the states that are named."""
    for folder in (FOLDER, ALL):
        folder.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("the program chromium is not installed")
    with tempfile.TemporaryDirectory() as data, running_server(Path(data)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(**DESKTOP)
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{address}/#/play")
        page.wait_for_function("localStorage.getItem('plyground.token') !== null")
        token = json.loads(page.evaluate("localStorage.getItem('plyground.token')"))
        known = states(set_tables(page, address, token))
        page.close()
        # The game with a result is finished first, so that there are statistics.
        wanted = sys.argv[1:] or ["result", *(name for name in known if name != "result")]
        for picture in every(wanted) + [picture for picture in committed() if picture.state in wanted]:
            take(browser, address, token, picture, known[picture.state])
        browser.close()


if __name__ == "__main__":
    main()
