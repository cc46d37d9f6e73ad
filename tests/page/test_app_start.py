"""The start page: boards that play by themselves, a game with one click, and the chooser of games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.page.app import App
from tests.page.conftest import OpenContext


def test_boards_play_without_asking_the_server_until_they_are_stopped(open_context: OpenContext) -> None:
    app = App(open_context(reduced_motion="no-preference"))
    asked: list[str] = []
    app.page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    app.open("#/")
    chess = app.page.locator("svg[role=img]").first
    expect(chess.locator("[data-at=e4]")).to_have_attribute("data-piece", "white pawn")
    assert not [url for url in asked if "view" in url or "games/" in url]
    app.press("Stop the boards")
    expect(app.page.get_by_role("button", name="Let the boards play")).to_be_visible()


def test_boards_stand_still_for_those_who_want_less_motion(open_context: OpenContext) -> None:
    app = App(open_context(reduced_motion="reduce"))
    app.open("#/")
    expect(app.page.get_by_role("button", name="Let the boards play")).to_be_visible()
    # A position in the middle of the game, not the first.
    expect(app.page.locator("svg[role=img]").first.locator("[data-at=e2]")).to_have_count(0)


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (390, 844),
        *(pytest.param(*size, marks=pytest.mark.bench) for size in ((360, 740), (844, 390), (1280, 720), (1440, 900))),
    ],
)
def test_all_games_can_be_started_from_the_first_screen(open_context: OpenContext, width: int, height: int) -> None:
    app = App(open_context(viewport={"width": width, "height": height}))
    app.open("#/")
    for game in ("Chess", "Mill", "Draughts", "Connect Four"):
        expect(app.page.get_by_role("button", name=f"Play: {game}")).to_be_in_viewport(ratio=1)


def test_one_click_starts_a_game_which_is_resumed_later(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/")
    app.press("Play: Mill")
    expect(app.page).to_have_url(re.compile("#/table/"))
    table = app.page.url
    app.board.click("d6")
    expect(app.page.locator("[data-move]")).to_have_count(2)
    app.open("#/")
    resume = app.page.get_by_role("region", name="Resume").get_by_role("link")
    expect(resume).to_contain_text("Nine men's morris against Level 4")
    resume.click()
    expect(app.page).to_have_url(table)


def test_a_game_is_found_by_its_country_and_chosen_with_enter(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/")
    app.press("All 36 games Find one by name, country or board")
    dialogue = app.page.get_by_role("dialog", name="Choose a game")
    dialogue.get_by_role("searchbox").fill("south afr")
    expect(dialogue.get_by_role("listitem")).to_have_count(1)
    expect(dialogue.get_by_role("link", name="Rules of Morabaraba")).to_be_visible()
    dialogue.get_by_role("searchbox").press("Enter")
    expect(app.page).to_have_url(re.compile("#/play$"))
    expect(app.page.get_by_role("button", name="Game: Morabaraba")).to_be_visible()
    app.choose_game("draughts:turkish")
    expect(app.page.get_by_role("button", name="Game: Turkish draughts")).to_be_visible()
    expect(app.page.get_by_role("heading", name="New game")).to_be_visible()
