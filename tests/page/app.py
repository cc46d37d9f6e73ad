"""The page as a user sees it: its addresses, and tables made for a test."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect
from tests.page.board import BoardPage

ME = {"kind": "me"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "level=1"}

PAGES = [
    "#/",
    "#/play",
    "#/lobby",
    "#/top/chess",
    "#/analysis?game=chess&moves=e2e4 e7e5 g1f3",
    "#/editor/chess:960",
    '#/rules/edit/mill:nine?rules={"men":7}',
    "#/rules/mill:nine",
    "#/rules/draughts:international",
    "#/rules/chess",
    "#/statistics",
    "#/account",
    "#/leaderboard",
    "#/databases",
    "#/settings",
    "#/help",
    "#/about",
    "#/nowhere",
]
"""Every page that does not show a table."""

TABLES: list[dict[str, Any]] = [
    {"game": "chess", "white": ME, "black": BOT, "clock": {"initial_ms": 300_000}},
    {"game": "mill:nine", "white": ME, "black": OPEN, "public": True},
    {"game": "draughts:international", "white": ME, "black": ME},
]
"""Every kind of table: against the engine, waiting for an opponent, and on one screen."""


class App:
    """A browser window with its own guest."""

    def __init__(self, context: BrowserContext, **settings: object) -> None:
        stored = json.dumps(json.dumps({"language": "en", "muted": True, **settings}))
        # The empty page that a window starts with has no storage.
        store = f"localStorage['plyground.settings'] ??= {stored}"
        context.add_init_script(f"if (location.protocol.startsWith('http')) {store}")
        self.page: Page = context.new_page()
        self.board = BoardPage(self.page)

    def open(self, route: str = "#/play") -> None:
        """Opens a page and waits until it has loaded."""
        self.page.goto(f"/{route}")
        self.settle()

    def settle(self) -> None:
        """Waits until the page has its heading and nothing is loading."""
        expect(self.page.get_by_role("heading", level=1).first).to_be_visible()
        expect(self.page.locator("[aria-busy='true']")).to_have_count(0)

    @property
    def token(self) -> str:
        """The guest's token."""
        self.page.wait_for_function("localStorage['plyground.token'] !== undefined")
        token: str = json.loads(self.page.evaluate("localStorage['plyground.token']"))
        return token

    def table(self, **request: Any) -> str:
        """Creates a table as this guest and returns its address."""
        answer = self.page.request.post("/api/tables", data={**request, "token": self.token})
        assert answer.ok, answer.text()
        return f"#/table/{answer.json()['table']}"

    def press(self, name: str) -> None:
        """Presses a button by its name."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def choose_game(self, name: str) -> None:
        """Chooses a game in the chooser of games."""
        self.page.locator("button.picker").click()
        self.page.locator(f"[data-game='{name}']").click()

    def choose(self, name: str) -> None:
        """Chooses from the menu of a table by name."""
        self.page.locator("[aria-haspopup='menu']").click()
        self.page.get_by_role("menu").get_by_text(name, exact=True).click()

    @property
    def menu(self) -> list[str]:
        """What the menu of a table offers."""
        self.page.locator("[aria-haspopup='menu']").click()
        names = self.page.get_by_role("menu").locator("[role^='menuitem']").all_inner_texts()
        self.page.keyboard.press("Escape")
        return names

    @property
    def moves(self) -> list[str]:
        """The moves in the list."""
        return self.page.locator("[data-move]").all_inner_texts()

    def expect_moves(self, *moves: str) -> None:
        """Waits until exactly these moves are in the list."""
        expect(self.page.locator("[data-move]")).to_have_text(list(moves))

    def expect_status(self, text: str) -> None:
        """Waits until the table's status contains this text."""
        expect(self.page.locator(".status .state")).to_contain_text(text)
