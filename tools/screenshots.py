"""Takes the pictures of the page for the README and the guides: `python tools/screenshots.py [FOLDER]`.

It starts a server with an empty folder, plays a little so that there is something to see, and shows the main pages in
Debian's Chromium, on a desktop and on a phone, light and dark. The page must have been built (`make page`).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parents[1] / "docs/images/page"
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
class Picture:
    """A picture: its name, the page it shows, and what to do there first."""

    name: str
    route: str
    phone: bool = False
    dark: bool = False
    language: str = "en"
    game: str = "mill:nine"
    prepare: Callable[[Page], None] | None = None


def with_engine(page: Page) -> None:
    """Lets the engine think until it has lines to show."""
    page.get_by_role("button", name="Engine").click()
    page.locator(".engine li").nth(2).wait_for()
    page.wait_for_timeout(2500)


def reviewed(page: Page) -> None:
    """Waits for the review, and goes to the move that lost the game."""
    page.get_by_text("accurate").first.wait_for()
    page.locator("[data-move='6']").click()
    page.wait_for_timeout(500)


def pictures(tables: dict[str, str]) -> list[Picture]:
    """Everything that is shown."""
    return [
        Picture("start", "#/"),
        Picture("start-dark", "#/", dark=True),
        Picture("play", "#/play"),
        Picture("play-dark", "#/play", dark=True, game="chess"),
        Picture("mill", tables["mill"]),
        Picture("draughts-dark", tables["draughts"], dark=True),
        Picture("analysis", f"#/analysis?game=chess&moves={RUY_LOPEZ}", prepare=with_engine),
        Picture("review-dark", f"#/analysis?game=chess&review=1&moves={BLUNDERS}", dark=True, prepare=reviewed),
        Picture("lobby", "#/lobby"),
        Picture("rules", "#/rules/mill:morabaraba"),
        Picture("settings-dark", "#/settings", dark=True),
        Picture("statistics", "#/statistics"),
        Picture("phone-start", "#/", phone=True),
        Picture("phone-play", "#/play", phone=True),
        Picture("phone-mill-dark", tables["mill"], phone=True, dark=True),
        Picture("phone-draughts-russian", tables["draughts"], phone=True, language="ru"),
        Picture("phone-rules-chinese-dark", "#/rules/mill:zhi-qi", phone=True, dark=True, language="zh"),
        Picture("phone-lobby-hungarian", "#/lobby", phone=True, language="hu"),
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
        "mill": create(token, game="mill:nine", white=BOT, black=ME, moves=MILL),
        "draughts": create(token, game="draughts:international", white=BOT, black=ME, moves=DRAUGHTS, clock=clock),
    }


def play_some(page: Page, address: str, token: str) -> None:
    """A few short games, so that there are statistics."""
    for game, moves in (("chess", ["f2f3", "e7e5", "g2g4"]), ("chess:960", []), ("mill:three", [])):
        wish = {"game": game, "white": BOT, "black": ME, "moves": moves, "token": token}
        table = page.request.post(f"{address}/api/tables", data=wish).json()["table"]
        page.goto(f"{address}/#/table/{table}")
        page.get_by_role("application").wait_for()
        if game == "chess":
            page.locator('[data-point="d8"]').click()
            page.locator('[data-point="h4"]').click()
        else:
            page.wait_for_timeout(1500)
            page.get_by_role("button", name=re.compile("Resign|Abort")).click()
            page.get_by_role("button", name="Yes").click()
        page.get_by_role("button", name="Rematch").wait_for()


def take(browser: Browser, address: str, token: str, picture: Picture, folder: Path) -> None:
    """One picture."""
    context = browser.new_context(
        base_url=address, color_scheme="dark" if picture.dark else "light", **(PHONE if picture.phone else DESKTOP)
    )
    kept = {"settings": {"language": picture.language, "game": picture.game, "name": "Anna"}, "token": token}
    for name, value in kept.items():
        context.add_init_script(f"localStorage.setItem('plyground.{name}', {json.dumps(json.dumps(value))})")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"/{picture.route}")
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_timeout(1200)
    if picture.prepare:
        picture.prepare(page)
    page.screenshot(path=folder / f"{picture.name}.png")
    context.close()
    print(f"{picture.name}.png")


def main() -> None:
    """Takes all pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("the program chromium is not installed")
    with tempfile.TemporaryDirectory() as data, running_server(Path(data)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(**DESKTOP)
        page.set_default_timeout(PATIENCE_MS)
        page.goto(address)
        page.get_by_role("application").wait_for()
        token = json.loads(page.evaluate("localStorage.getItem('plyground.token')"))
        play_some(page, address, token)
        tables = set_tables(page, address, token)
        page.close()
        for picture in pictures(tables):
            take(browser, address, token, picture, folder)
        browser.close()


if __name__ == "__main__":
    main()
