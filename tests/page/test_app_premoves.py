"""Premoves: entered in the opponent's turn in every way, played once, dropped or cancelled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, expect
from tests.page.app import ME, OPEN, App
from tests.page.conftest import PHONE, OpenContext, RunningServer
from tests.page.test_app_looks import AXE, VIOLATIONS
from tests.page.test_app_table import SCREENS
from tests.waiting import PATIENCE_MS


def two_players(anna: App, ben: App, **request: Any) -> str:
    """Opens a table with Anna as White and Ben as Black."""
    anna.open()
    table = anna.table(white=ME, black=OPEN, **request)
    anna.open(table)
    ben.open(table)
    anna.expect_status("Your move")
    return table


def test_a_premove_is_entered_cancelled_replaced_played_and_dropped(open_context: OpenContext) -> None:
    anna, ben, eve = App(open_context(), premoves=False), App(open_context()), App(open_context())
    table = two_players(anna, ben, game="chess")
    ben.board.premove("e7", "e5")
    ben.board.expect_premove("e7", "e5")
    for cancel in (
        lambda: ben.board.point("d4").click(button="right"),
        lambda: ben.page.keyboard.press("Escape"),
        lambda: ben.board.point("d4").click(),
    ):
        cancel()
        ben.board.expect_premove()
        ben.board.premove("e7", "e5")
        ben.board.expect_premove("e7", "e5")
    # Another one replaces it, dragged this time.
    ben.board.drag("c7", "c5")
    ben.board.expect_premove("c7", "c5")
    anna.board.click("e2", "e4")
    anna.expect_moves("e4", "c5")
    ben.board.expect_premove()
    # By keyboard, and onto a piece of its own side: a recapture that becomes impossible.
    ben.board.premove("b8")
    ben.page.keyboard.press("Escape")
    ben.board.svg.locator('[tabindex="0"]').focus()
    ben.page.keyboard.press("Tab")
    ben.page.keyboard.press("Shift+Tab")
    for point in ("d8", "d7"):
        ben.board.focus_by_arrows(point)
        ben.page.keyboard.press("Enter")
    ben.board.expect_premove("d8", "d7")
    anna.board.click("g1", "f3")
    expect(ben.page.get_by_text("Your premove is no longer possible").first).to_be_visible()
    anna.expect_moves("e4", "c5", "Nf3")
    # Spectators, and players who do not want premoves, cannot enter any.
    ben.board.click("d7", "d6")
    eve.open(table + "?side=watch")
    for app in (anna, eve):
        app.expect_moves("e4", "c5", "Nf3", "d6")
    anna.board.click("d2", "d4")
    for app in (anna, eve):
        app.expect_moves("e4", "c5", "Nf3", "d6", "d4")
        expect(app.page.locator(".board.premove")).to_have_count(0)


def test_in_mill_a_premove_places_and_removes_by_touch(open_context: OpenContext) -> None:
    anna, ben = App(open_context()), App(open_context(**PHONE))
    two_players(anna, ben, game="mill:nine", moves=["d6", "d2", "f4", "b2"])
    ben.page.locator(".board.premove").wait_for()
    ben.board.point("f2").tap()
    expect(ben.board.svg.locator(".removal")).to_have_count(2)
    ben.board.point("d6").tap()
    ben.board.expect_premove("f2", "d6")
    expect(ben.board.svg.locator('[data-ghost="f2"]')).to_be_visible()
    anna.board.click("b6")
    anna.expect_moves("d6", "d2", "f4", "b2", "b6", "f2xd6")


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that can be killed without disturbing other tests."""
    running = RunningServer(tmp_path_factory.mktemp("own"))
    running.start()
    yield running
    running.stop()


def test_a_premove_is_played_once_over_a_lost_connection(own_server: RunningServer, browser: Browser) -> None:
    contexts = [browser.new_context(base_url=own_server.address, reduced_motion="reduce") for _ in "ab"]
    for context in contexts:
        context.set_default_timeout(PATIENCE_MS)
    anna, ben = (App(context) for context in contexts)
    two_players(anna, ben, game="draughts:russian")
    ben.board.premove("f6", "g5")
    own_server.kill()
    expect(ben.page.get_by_text("Connection lost")).to_be_visible()
    expect(anna.page.get_by_text("Connection lost")).to_be_visible()
    # The move is on its way, and the next one can be entered already.
    anna.board.click("c3", "d4")
    anna.board.premove("b2", "c3")
    own_server.start()
    for app in (anna, ben):
        app.expect_moves("c3-d4", "f6-g5", "b2-c3")
    ben.expect_status("Your move")
    for context in contexts:
        context.close()


@pytest.mark.bench
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_premoves_and_confirmation_on_every_screen(
    open_context: OpenContext, screen: dict[str, Any], theme: Literal["light", "dark"]
) -> None:
    anna = App(open_context(**screen, color_scheme=theme), confirmMoves=True)
    ben = App(open_context(**screen, color_scheme=theme))
    two_players(anna, ben, game="mill:nine", moves=["d6", "d2", "f4", "b2"])

    def press(app: App, *points: str) -> None:
        for point in points:
            expect(app.board.point(point)).to_be_in_viewport(ratio=1)
            app.board.point(point).tap() if screen.get("has_touch") else app.board.point(point).click()

    ben.page.locator(".board.premove").wait_for()
    press(ben, "f2", "d6")
    ben.board.expect_premove("f2", "d6")
    anna.board.wait_for_turn()
    press(anna, "b6")
    play = anna.page.get_by_role("button", name="Play", exact=True)
    expect(play).to_be_in_viewport(ratio=1)
    for app in (anna, ben):
        app.page.evaluate(AXE.read_text(encoding="utf-8"))
        assert app.page.evaluate(VIOLATIONS, {}) == []
    play.click()
    anna.expect_moves("d6", "d2", "f4", "b2", "b6", "f2xd6")
