"""How the page loads: little at first, in spite of lost files, and after a deployment."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Route, WebSocketRoute, expect
from tests.page.app import App
from tests.page.board import BoardPage
from tests.page.conftest import OpenContext

MAX_REQUESTS = 12
MAX_BYTES = 90_000


BOARD = """
window.boardAt = 0
new MutationObserver(() => {
  const board = document.querySelector('[role="application"] [data-point]')
  if (board && window.boardAt === 0) window.boardAt = Date.now() / 1000
}).observe(document, { childList: true, subtree: true })
"""
"""Remembers when the first board was there, in seconds since 1970."""


class Traffic:
    """What a page loads, by Chromium's own count, beginning with an empty cache."""

    def __init__(self, session: CDPSession) -> None:
        self._sent: list[tuple[float, str]] = []
        self._received: list[tuple[float, float]] = []
        self._epoch = 0.0
        session.send("Network.enable")
        session.send("Network.clearBrowserCache")
        session.on("Network.requestWillBeSent", self._request)
        session.on("Network.webSocketCreated", lambda event: self._sent.append((0.0, event["url"])))
        session.on("Network.loadingFinished", self._finished)

    def _request(self, event: dict[str, Any]) -> None:
        self._epoch = event["wallTime"] - event["timestamp"]
        self._sent.append((event["wallTime"], event["request"]["url"]))

    def _finished(self, event: dict[str, Any]) -> None:
        self._received.append((event["timestamp"], event["encodedDataLength"]))

    def requests(self, until: float) -> list[str]:
        """The requests up to a time."""
        return [url for at, url in self._sent if at <= until]

    def bytes(self, until: float) -> float:
        """The bytes over the wire up to a time."""
        return sum(size for at, size in self._received if at + self._epoch <= until)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_first_board_takes_few_requests_and_bytes(open_context: OpenContext, language: str) -> None:
    context = open_context(locale=language)
    page = context.new_page()
    page.add_init_script(BOARD)
    traffic = Traffic(context.new_cdp_session(page))
    page.goto("/#/play")
    BoardPage(page).wait()
    board_at = page.evaluate("boardAt")
    assert len(traffic.requests(board_at)) <= MAX_REQUESTS
    assert MAX_BYTES / 2 < traffic.bytes(board_at) <= MAX_BYTES


def test_nothing_waits_for_the_code_of_the_page(open_context: OpenContext) -> None:
    page = open_context().new_page()
    held: list[Route] = []
    page.route("**/assets/index-*.js", lambda route: held.append(route))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/#/play", wait_until="commit")
    for part in ("/assets/language-en-", "/assets/Play-", "/assets/board-", "/api/catalogue", "/api/games/mill%3Anine"):
        page.wait_for_function(
            "part => performance.getEntriesByType('resource').some(e => e.name.includes(part))", arg=part
        )
        assert sum(part in url for url in asked) == 1
    held[0].continue_()
    BoardPage(page).wait()
    assert sum("/api/" in url for url in asked) == 2


def test_a_page_that_does_not_arrive_is_explained_in_its_place(open_context: OpenContext) -> None:
    context = open_context(refused=404)
    app = App(context)
    app.open()
    files = "**/assets/Settings-*.js"
    context.route(files, lambda route: route.fulfill(status=404))
    app.page.goto("/#/settings")
    expect(app.page.get_by_role("alert")).to_contain_text("This page could not be loaded.")
    expect(app.page.get_by_role("dialog")).to_have_count(0)
    context.unroute(files)
    app.press("Try again")
    expect(app.page.get_by_role("heading", name="Settings", level=1)).to_be_visible()


def test_a_lost_file_is_requested_again(open_context: OpenContext) -> None:
    context = open_context(refused=404)
    app = App(context)
    app.open()
    context.route("**/assets/Settings-*.js", lambda route: route.fulfill(status=404), times=1)
    app.page.goto("/#/settings")
    expect(app.page.get_by_role("heading", name="Settings", level=1)).to_be_visible()


def test_after_a_deployment_the_page_goes_on_and_offers_to_reload(open_context: OpenContext) -> None:
    context = open_context()
    app = App(context)
    builds = iter(["newer"])

    def deploy(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "welcome":
                message["page"] = next(builds, message["page"])
            socket.send(json.dumps(message))

        server.on_message(pass_on)

    context.route_web_socket("**/socket", deploy)
    app.open()
    expect(app.page.get_by_text("A new version is available.")).to_be_visible()
    app.page.goto("/#/lobby")
    app.settle()
    with app.page.expect_navigation():
        app.press("Reload")
    app.settle()
    expect(app.page.get_by_text("A new version is available.")).to_have_count(0)


def test_being_offline_is_shown_at_once(open_context: OpenContext) -> None:
    context = open_context()
    app = App(context)
    app.open()
    shown = app.page.get_by_text("You are offline.")
    context.set_offline(True)
    expect(shown).to_be_visible()
    context.set_offline(False)
    expect(shown).to_have_count(0)
