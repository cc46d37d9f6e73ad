"""Two people in two browsers: the game survives a reload and a killed server."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize, expect
from tests.page.app import App
from tests.page.conftest import RunningServer
from tests.waiting import PATIENCE_MS


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that can be killed without disturbing other tests."""
    running = RunningServer(tmp_path_factory.mktemp("own"))
    running.start()
    yield running
    running.stop()


def test_two_browsers_a_reload_and_a_killed_server(own_server: RunningServer, browser: Browser) -> None:
    complaints: list[str] = []

    def window() -> BrowserContext:
        context = browser.new_context(base_url=own_server.address, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        # The browser itself logs that the server is gone.
        context.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if message.type in ("error", "warning") and "ERR_CONNECTION" not in message.text
                else None
            ),
        )
        return context

    anna, ben = App(window(), game="draughts:russian", opponent="online", side="white"), App(window())
    anna.open()
    anna.press("Open a table")
    anna.expect_status("Waiting for an opponent")
    route = re.search("#/table/.+", anna.page.url)
    assert route is not None
    ben.open(route[0])
    ben.expect_status("White to move")
    anna.expect_status("Your move")

    anna.board.click("c3", "d4")
    ben.expect_status("Your move")
    ben.board.click("f6", "g5")
    anna.expect_moves("c3-d4", "f6-g5")

    anna.page.reload()
    anna.board.wait()
    anna.expect_moves("c3-d4", "f6-g5")
    anna.expect_status("Your move")
    anna.board.click("b2", "c3")
    ben.expect_moves("c3-d4", "f6-g5", "b2-c3")

    board = ben.board.svg.bounding_box()
    own_server.kill()
    expect(ben.page.get_by_text("Connection lost")).to_be_visible()
    # The notice moves nothing.
    assert ben.board.svg.bounding_box() == board
    # A move made offline is sent when the server is back.
    ben.board.click("g7", "f6")
    own_server.start()
    for app in (anna, ben):
        app.expect_moves("c3-d4", "f6-g5", "b2-c3", "g7-f6")
        expect(app.page.get_by_text("Connection lost")).to_have_count(0)
    anna.board.click("g3", "h4")
    ben.expect_status("Your move")

    ben.page.get_by_label("Write a message").fill("<b>hello</b>")
    ben.press("Send")
    expect(anna.page.get_by_role("log")).to_contain_text("<b>hello</b>")

    anna.press("Offer draw")
    ben.press("Accept")
    for app in (anna, ben):
        app.expect_status("Draw. The players agreed to a draw.")
    for app in (anna, ben):
        app.page.context.close()
    assert complaints == []


def test_analysis_is_refused_to_players_of_a_game_against_a_person(own_server: RunningServer, browser: Browser) -> None:
    contexts = [browser.new_context(base_url=own_server.address) for _ in "ab"]
    anna, ben = (App(context) for context in contexts)
    anna.open()
    table = anna.table(game="chess", white={"kind": "me"}, black={"kind": "open"})
    anna.open(table)
    ben.open(table)
    anna.expect_status("Your move")
    anna.open("#/analysis?game=chess")
    anna.page.get_by_role("switch", name="Engine").click()
    expect(anna.page.get_by_role("alert")).to_contain_text("Engine help is off")
    for context in contexts:
        context.close()


def test_a_chat_is_moderated_by_its_players(own_server: RunningServer, browser: Browser) -> None:
    def window(width: int) -> BrowserContext:
        context = browser.new_context(base_url=own_server.address, reduced_motion="reduce", viewport=size(width))
        context.set_default_timeout(PATIENCE_MS)
        return context

    def size(width: int) -> ViewportSize:
        return {"width": width, "height": 740}

    anna, ben = App(window(1280), game="chess", opponent="online", side="white"), App(window(360))
    eve = App(window(360))
    anna.open()
    anna.press("Open a table")
    anna.expect_status("Waiting for an opponent")
    route = re.search("#/table/.+", anna.page.url)
    assert route is not None
    ben.open(route[0])
    ben.expect_status("White to move")
    eve.open(route[0])
    expect(eve.page.get_by_text("Spectators cannot chat here")).to_be_visible()

    anna.page.get_by_label("Spectators may chat").check()
    eve.page.get_by_label("Write a message").fill("buy my book")
    eve.press("Send")
    ben.page.get_by_label("Write a message").fill("good luck")
    ben.press("Send")
    expect(anna.page.get_by_role("log")).to_contain_text("good luck")

    options = anna.page.get_by_role("button", name=re.compile("^Message from "))
    options.first.click()
    anna.press("Report")
    expect(anna.page.get_by_text("Thank you.")).to_be_visible()
    options.first.click()
    anna.press("Mute for everyone")
    expect(ben.page.get_by_role("log")).not_to_contain_text("buy my book")
    expect(eve.page.get_by_text("Spectators cannot chat here")).to_be_visible()

    options.first.click()
    anna.press("Hide for me")
    expect(anna.page.get_by_role("log")).not_to_contain_text("good luck")
    expect(ben.page.get_by_role("log")).to_contain_text("good luck")
    anna.page.reload()
    anna.board.wait()
    expect(anna.page.get_by_role("log")).not_to_contain_text("good luck")
    anna.page.get_by_role("button", name=re.compile("^Show messages from ")).last.click()
    expect(anna.page.get_by_role("log")).to_contain_text("good luck")
    assert ben.page.evaluate("document.documentElement.scrollWidth") == 360
