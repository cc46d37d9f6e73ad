"""Rated games on the page: the setup, the seats, a person's page with its plot, and the leaderboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.page.app import App
from tests.page.conftest import OpenContext
from tests.page.test_app_account import sign_up
from tests.page.test_app_looks import AXE, OVERFLOWING, VIOLATIONS

PHONE = {"viewport": {"width": 390, "height": 844}}
ONLINE = {"game": "chess", "opponent": "online", "clock": "5+0", "side": "white"}


def join(app: App, address: str) -> None:
    app.page.goto(address)
    app.settle()


def test_two_people_play_a_rated_game_and_see_what_it_has_changed(open_context: OpenContext) -> None:
    rita, sam = App(open_context(**PHONE), **ONLINE), App(open_context())
    rita.open()
    expect(rita.page.get_by_text("Rated: no hints")).to_have_count(0)
    sign_up(rita, "Rita")
    sign_up(sam, "Sam")
    rita.open()
    rita.page.get_by_label("Rated: no hints, no takebacks").check()
    rita.press("Open a table")
    expect(rita.page.locator(".status h1")).to_contain_text("rated")
    join(sam, rita.page.url)
    for app in (rita, sam):
        expect(app.page.locator(".player .rating").first).to_contain_text("1500?")
        expect(app.page.get_by_role("button", name="Take back")).to_have_count(0)
    rita.board.click("e2", "e4")
    sam.board.click("e7", "e5")
    sam.press("Resign")
    sam.press("Yes")
    expect(rita.page.locator(".change.gain").first).to_have_text("+162")
    expect(rita.page.locator(".change:not(.gain)")).to_have_text("-162")

    rita.page.get_by_role("link", name="Rita").last.click()
    expect(rita.page.get_by_role("heading", name="Rita")).to_be_visible()
    expect(rita.page.locator("dd")).to_contain_text("1662?")
    expect(rita.page.locator("dd")).to_contain_text("1 won, 0 drawn, 0 lost")
    expect(rita.page.get_by_role("img", name="Rating over time")).to_be_visible()
    expect(rita.page.get_by_role("link", name="Finished games")).to_have_attribute("href", "#/statistics")
    assert rita.page.evaluate(OVERFLOWING) == []
    rita.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert rita.page.evaluate(VIOLATIONS, {}) == []

    sam.open("#/@/RITA")
    expect(sam.page.locator("dd")).to_contain_text("1662?")
    expect(sam.page.get_by_role("link", name="Finished games")).to_have_count(0)
    sam.press("Challenge")
    expect(sam.page.get_by_role("dialog", name="Challenge Rita")).to_be_visible()


def test_a_rated_game_against_a_level_offers_no_help(open_context: OpenContext) -> None:
    app = App(open_context(), game="mill:nine", opponent="engine", bot="level", level=3, clock="10+0", side="white")
    sign_up(app, "Tamas")
    app.open()
    app.page.get_by_label("Rated: no hints, no takebacks").check()
    app.press("Start")
    expect(app.page.locator(".status h1")).to_contain_text("rated")
    expect(app.page.locator(".player .rating")).to_have_count(2)
    for name in ("Take back", "Hint", "Swap sides"):
        expect(app.page.get_by_role("button", name=name)).to_have_count(0)
    # A level in another style, or a game without a clock, cannot be rated.
    app.open()
    app.page.get_by_label("Clock").select_option("")
    expect(app.page.get_by_text("Rated: no hints")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_leaderboard_shows_the_levels_of_each_game(open_context: OpenContext, theme: str) -> None:
    app = App(open_context(**PHONE), theme=theme, game="chess")
    app.open("#/leaderboard")
    expect(app.page.locator("tbody tr").first).to_contain_text("Level 20")
    expect(app.page.locator("tbody tr").first).to_contain_text("2860")
    expect(app.page.get_by_text("Nobody is listed here yet.")).to_be_visible()
    app.choose_game("connect-four")
    expect(app.page.locator("tbody tr")).to_have_count(0)
    assert app.page.evaluate(OVERFLOWING) == []
    app.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert app.page.evaluate(VIOLATIONS, {}) == []


def test_an_unknown_person_is_said_to_be_unknown(open_context: OpenContext) -> None:
    app = App(open_context(refused=404))
    app.open("#/@/Nobody at all")
    expect(app.page.get_by_role("alert")).to_have_text("Nobody has an account with the name Nobody at all.")
