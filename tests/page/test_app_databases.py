"""The operator builds databases on the page; from then on everyone sees verdicts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect
from tests.page.app import App
from tests.page.conftest import PHONE, OpenContext, RunningServer


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server without databases."""
    databases = tmp_path_factory.mktemp("databases")
    running = RunningServer(tmp_path_factory.mktemp("server"), PLYGROUND_DATABASES=str(databases))
    running.start()
    yield running
    running.stop()


def offer(app: App, game: str) -> Locator:
    return app.page.locator("li.panel").filter(has=app.page.get_by_role("heading", name=game, exact=True))


@pytest.mark.parametrize("window", [PHONE, {"color_scheme": "dark"}], ids=["phone", "dark desktop"])
def test_one_click_builds_databases_and_everyone_sees_verdicts(
    server: RunningServer, open_context: OpenContext, window: dict[str, object]
) -> None:
    visitor = App(open_context())
    visitor.open("#/analysis?game=mill:three")
    expect(visitor.page.locator(".verdicts")).to_have_count(0)
    visitor.open("#/databases")
    expect(visitor.page.get_by_role("alert")).to_contain_text("Only the operator of this server may do that.")
    visitor.open("#/settings")
    expect(visitor.page.get_by_role("link", name="Databases")).to_have_count(0)

    link = server.printed(r"http://[^/]+/(#/databases\S+)")
    app = App(open_context(**window))
    app.open(link)
    assert app.page.url.endswith("#/databases"), "the key is in the browser's storage only"
    expect(offer(app, "Nine men's morris").get_by_role("button")).to_have_count(2)
    three = offer(app, "Three men's morris")
    three.get_by_role("button").click()
    expect(three.get_by_text("Built", exact=True)).to_be_visible()
    expect(three.get_by_role("button")).to_have_count(0)
    assert app.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    visitor.open("#/analysis?game=mill:three")
    expect(visitor.page.get_by_role("button", name="b2. Wins")).to_be_visible()
    app.open("#/settings")
    expect(app.page.get_by_role("link", name="Databases")).to_be_visible()


def test_a_build_shows_its_progress_survives_a_restart_and_can_be_cancelled(
    server: RunningServer, open_context: OpenContext
) -> None:
    app = App(open_context())
    app.open(server.printed(r"http://[^/]+/(#/databases\S+)"))
    chess = offer(app, "Chess").get_by_role("button").first
    chess.click()
    building = app.page.get_by_role("region", name="Building: Chess")
    expect(building.get_by_role("progressbar")).to_be_visible()
    expect(chess).to_be_disabled()
    app.page.goto("about:blank")
    server.stop()
    server.start()
    app.open("#/databases")
    expect(building).to_be_visible()
    building.get_by_role("button", name="Cancel").click()
    expect(building).to_have_count(0)
    expect(chess).to_be_enabled()
