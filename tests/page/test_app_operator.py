"""The operator's page: the store, reports, and whom they have silenced or banned."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from tests.page.app import App
from tests.page.conftest import PHONE, OpenContext, RunningServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("operator"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def link(server: RunningServer) -> str:
    """What the server prints for the operator."""
    return server.printed(r"http://[^/]+/(#/operator\S+)")


@pytest.mark.parametrize("window", [PHONE, {"color_scheme": "dark"}], ids=["phone", "dark desktop"])
def test_the_operator_dismisses_reports_and_silences_people(
    link: str, open_context: OpenContext, window: dict[str, object]
) -> None:
    visitor = App(open_context())
    visitor.open("#/operator")
    expect(visitor.page.get_by_role("alert")).to_contain_text("Only the operator of this server may do that.")
    visitor.page.evaluate(
        """() => fetch('/api/reports', {method: 'POST', headers: {'Content-Type': 'application/json'},
             body: JSON.stringify({message: 'it broke', comment: ''})})"""
    )
    app = App(open_context(**window))
    app.open(link)
    assert app.page.url.endswith("#/operator"), "the key is in the browser's storage only"
    expect(app.page.get_by_text("Nothing is damaged")).to_be_visible()
    report = app.page.get_by_role("listitem").filter(has_text="it broke")
    expect(report).to_have_count(1)
    report.get_by_role("button", name="Dismiss").click()
    expect(app.page.get_by_text("There are no reports.")).to_be_visible()
    app.page.get_by_label("Name, public id or network address").fill("192.0.2.7")
    app.page.get_by_role("button", name="Ban").click()
    banned = app.page.get_by_role("listitem").filter(has_text="192.0.2.7")
    expect(banned).to_contain_text("banned until")
    assert app.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    banned.get_by_role("button", name="Lift").click()
    expect(banned).to_have_count(0)
    app.page.get_by_label("Name, public id or network address").fill("192.0.2.8")
    app.page.get_by_role("button", name="Exempt from limits").click()
    exempt = app.page.get_by_role("listitem").filter(has_text="192.0.2.8")
    expect(exempt).to_contain_text("exempt from limits until")
    exempt.get_by_role("button", name="Lift").click()
    expect(exempt).to_have_count(0)
    app.open("#/settings")
    expect(app.page.get_by_role("link", name="Operator")).to_be_visible()
