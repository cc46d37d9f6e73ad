"""The list of verdicts: every legal move with its exact value, in step with the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect
from tests.page.app import App
from tests.page.conftest import PHONE, OpenContext, RunningServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that knows three men's morris completely."""
    running = RunningServer(tmp_path_factory.mktemp("server"), "tests.page.solved_server")
    running.start()
    yield running
    running.stop()


def buttons(app: App, heading: str) -> Locator:
    """The moves below a heading of the list."""
    return app.page.locator(f".verdicts h3:has-text('{heading}') + ul button")


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_every_legal_move_has_a_verdict_that_plays_it(open_context: OpenContext, window: dict[str, object]) -> None:
    app = App(open_context(**window))
    app.open("#/analysis?game=mill:three")
    expect(buttons(app, "Winning moves")).to_have_text(["b2 in 9"])
    expect(buttons(app, "Drawing moves")).to_have_text(["c3", "c1", "a1", "a3"])
    expect(buttons(app, "Losing moves")).to_have_text(["b3 in 8", "c2 in 8", "b1 in 8", "a2 in 8"])
    expect(app.page.get_by_role("button", name="b2. Wins in 9 plies.")).to_be_visible()
    expect(app.page.get_by_text("They ignore draw counters and repetition.")).to_be_visible()

    app.page.get_by_role("button", name="b2. Wins in 9 plies.").click()
    app.expect_moves("b2")
    # Black is lost, and every reply says how long it lasts.
    expect(buttons(app, "Winning moves")).to_have_count(0)
    expect(buttons(app, "Drawing moves")).to_have_count(0)
    expect(buttons(app, "Losing moves")).to_have_count(8)
    expect(buttons(app, "Losing moves").first).to_contain_text("in 8")

    app.press("Previous move")
    expect(buttons(app, "Winning moves")).to_have_text(["b2 in 9"])
    app.board.click("a1")
    expect(buttons(app, "Winning moves")).to_have_count(0)
    expect(buttons(app, "Drawing moves")).not_to_have_count(0)


def test_pointing_at_a_verdict_shows_the_move_on_the_board(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=mill:three")
    marks = app.board.svg.locator(".yellow")
    expect(marks).to_have_count(0)
    buttons(app, "Winning moves").first.hover()
    expect(marks).not_to_have_count(0)
    app.page.mouse.move(0, 0)
    expect(marks).to_have_count(0)
    expect(buttons(app, "Winning moves")).to_have_count(1)


def test_a_review_shows_exact_values(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=mill:three&moves=a1 b2&review=1")
    review = app.page.get_by_role("region", name="Review")
    expect(review.get_by_text("accuracy").first).to_be_visible()
    about = app.page.get_by_role("region", name="The last move")
    expect(about.get_by_text("Perfect play: Draws.")).to_be_visible()
    expect(app.page.locator(".graph .exact")).to_have_count(2)


def test_games_without_databases_have_no_list_of_verdicts(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open("#/analysis?game=connect-four")
    app.page.get_by_role("switch", name="Engine").click()
    expect(app.page.locator(".engine .line").first).to_be_visible()
    expect(app.page.locator(".verdicts")).to_have_count(0)


def test_the_perfect_bot_plays_its_best_move(open_context: OpenContext) -> None:
    app = App(open_context())
    app.open()
    app.open(app.table(game="mill:three", white={"kind": "me"}, black={"kind": "bot", "bot": "perfect"}))
    app.board.click("a2")
    # The edge loses, and only the centre wins in seven plies.
    expect(app.page.locator("[data-move]")).to_have_count(2)
    assert app.moves == ["a2", "b2"]


def test_a_table_against_a_bot_shows_verdicts_on_request(open_context: OpenContext) -> None:
    app = App(open_context(**PHONE))
    app.open()
    app.open(app.table(game="mill:three", white={"kind": "me"}, black={"kind": "bot", "bot": "perfect"}))
    expect(app.page.locator(".verdicts")).to_have_count(0)
    app.choose("Perfect play")
    expect(buttons(app, "Winning moves")).to_have_text(["b2 in 9"])
    buttons(app, "Winning moves").first.click()
    expect(app.page.locator("[data-move]")).to_have_count(2)
    assert app.moves[0] == "b2"
    expect(buttons(app, "Winning moves").first).to_contain_text("in 7")

    # An earlier position shows its own verdicts, and they cannot be played.
    app.page.keyboard.press("Home")
    expect(buttons(app, "Winning moves")).to_have_text(["b2 in 9"])
    expect(buttons(app, "Winning moves").first).to_have_attribute("aria-disabled", "true")
    app.choose("Perfect play")
    expect(app.page.locator(".verdicts")).to_have_count(0)


def test_players_of_a_game_between_people_see_verdicts_only_afterwards(open_context: OpenContext) -> None:
    white, black, spectator = (App(open_context(), verdicts=True) for _ in range(3))
    white.open()
    route = white.table(game="mill:three", white={"kind": "me"}, black={"kind": "open"})
    for app in (white, black):
        app.open(route)
    spectator.open(f"{route}?side=watch")
    toggle = "Perfect play"
    expect(buttons(spectator, "Winning moves")).to_have_text(["b2 in 9"])
    assert toggle in spectator.menu
    for app in (white, black):
        expect(app.page.get_by_role("group", name="Actions")).to_be_visible()
        assert toggle not in app.menu
        expect(app.page.locator(".verdicts")).to_have_count(0)

    white.board.click("a1")
    black.board.click("b2")
    white.press("Resign")
    white.press("Yes")
    for app in (white, black):
        app.expect_status("White resigned")
        assert toggle in app.menu
        app.page.keyboard.press("Home")
        expect(buttons(app, "Winning moves")).to_have_text(["b2 in 9"])
