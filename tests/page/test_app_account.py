"""Accounts on the page: signing up keeps the guest's games, and another browser finds them there."""

from __future__ import annotations

import json
import re
import socketserver
import threading
from contextlib import ExitStack
from email import message_from_bytes
from email.policy import default
from pathlib import Path

from playwright.sync_api import expect
from tests.page.app import ME, OPEN, App
from tests.page.conftest import OpenContext, RunningServer
from tests.page.test_app_looks import AXE, OVERFLOWING, VIOLATIONS
from tests.server.test_recovery import Smtp
from tests.waiting import PATIENCE_S

PASSWORD = "nine men on a board"


def fill(app: App, **fields: str) -> None:
    for label, text in fields.items():
        app.page.get_by_label(label.replace("_", " ").capitalize(), exact=True).fill(text)


def expect_name(app: App, name: str) -> None:
    """Waits until the header shows who is logged in."""
    expect(app.page.locator("nav .person")).to_have_text(name)


def sign_up(app: App, name: str) -> None:
    app.open("#/account")
    fill(app, name=name, password=PASSWORD)
    app.press("Sign up")
    expect_name(app, name)


def test_signing_up_keeps_the_games_for_every_browser(open_context: OpenContext) -> None:
    first, second = App(open_context()), App(open_context(refused=401))
    first.open()
    table = first.table(game="mill:nine", white=ME, black=OPEN)
    sign_up(first, "Zsofia")
    first.open(table)
    expect(first.page.get_by_text("Zsofia").last).to_be_visible()

    second.open("#/account")
    second.page.get_by_role("radio", name="Log in").check(force=True)
    fill(second, name="zsofia", password="not the password")
    second.press("Log in")
    expect(second.page.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    fill(second, password=PASSWORD)
    second.press("Log in")
    expect_name(second, "Zsofia")
    second.open("#/lobby")
    expect(second.page.get_by_role("link", name="Resume")).to_be_visible()
    expect(second.page.get_by_label("Your name")).to_have_count(0)


def test_the_owner_of_an_account_has_everything_in_one_place(open_context: OpenContext) -> None:
    app, other = App(open_context(viewport={"width": 360, "height": 740})), App(open_context())
    sign_up(app, "Katalin")
    app.open("#/account")
    expect(app.page.get_by_role("heading", name="Katalin")).to_be_visible()
    assert app.page.evaluate(OVERFLOWING) == []
    app.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert app.page.evaluate(VIOLATIONS, {}) == []

    fill(app, **{"What is it for?": "My bot"})
    app.press("Create token")
    token = app.page.locator("code").inner_text()
    answer = app.page.request.get("/api/account", headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["name"] == "Katalin"
    app.page.get_by_role("button", name="Delete: My bot").click()
    expect(app.page.get_by_role("button", name="Delete: My bot")).to_have_count(0)

    with app.page.expect_download() as download:
        app.press("Download my data")
    assert json.loads(download.value.path().read_text(encoding="utf-8"))["account"]["name"] == "Katalin"

    fill(app, current_password=PASSWORD, new_password="a different secret")
    app.page.locator("form").get_by_role("button", name="Change password").click()
    expect(app.page.get_by_text("Your password has been changed")).to_be_visible()
    other.open("#/account")
    other.page.get_by_role("radio", name="Log in").check(force=True)
    fill(other, name="Katalin", password="a different secret")
    other.press("Log in")
    expect_name(other, "Katalin")

    other.open("#/account")
    other.press("Log out everywhere else")
    # Offered until the others are logged out: a reload before that could lose the login halfway, which browsers log.
    expect(other.page.get_by_role("button", name="Log out everywhere else")).to_have_count(0)
    app.page.reload()
    expect_name(app, "Log in")

    other.press("Delete account")
    fill(other, password="a different secret")
    other.press("Delete for good")
    expect_name(other, "Log in")


def test_a_passkey_logs_in_without_a_password(server: RunningServer, open_context: OpenContext) -> None:
    # A passkey belongs to the name of a site, and a number has none.
    site = server.address.replace("127.0.0.1", "localhost")
    context = open_context(base_url=site, viewport={"width": 360, "height": 740})
    app = App(context)
    device = context.new_cdp_session(app.page)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, "isUserVerified": True}})
    sign_up(app, "Margit")
    app.open("#/account")
    app.press("Add a passkey")
    expect(app.page.get_by_role("button", name="Remove: Chrome, Linux")).to_be_visible()
    assert app.page.evaluate(OVERFLOWING) == []
    app.press("Log out")
    expect_name(app, "Log in")
    app.open("#/account")
    app.page.get_by_role("radio", name="Log in").check(force=True)
    app.press("Log in with a passkey")
    expect_name(app, "Margit")
    app.open("#/account")
    app.page.get_by_role("button", name="Remove: Chrome, Linux").click()
    expect(app.page.get_by_role("button", name="Remove: Chrome, Linux")).to_have_count(0)


def test_a_mail_brings_a_new_password(tmp_path: Path, open_context: OpenContext) -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Smtp) as smtp, ExitStack() as ends:
        threading.Thread(target=smtp.serve_forever, daemon=True).start()
        ends.callback(smtp.shutdown)
        running = RunningServer(
            tmp_path, PLYGROUND_SMTP=f"smtp://127.0.0.1:{smtp.server_address[1]}?from=chess@example.org"
        )
        running.start()
        ends.callback(running.stop)
        app = App(open_context(base_url=running.address, viewport={"width": 360, "height": 740}))
        ends.callback(app.page.close)

        def open_link() -> None:
            mail = message_from_bytes(Smtp.received.get(timeout=PATIENCE_S), policy=default)
            link = re.search(r"http\S+", mail.get_content())
            assert link
            app.page.goto(link[0])
            app.settle()

        sign_up(app, "Nelli")
        app.open("#/account")
        fill(app, mail_address="nelli@example.org")
        app.page.locator("#email-password").fill(PASSWORD)
        app.press("Save address")
        expect(app.page.get_by_text("A mail is on its way to nelli@example.org")).to_be_visible()
        open_link()
        expect(app.page.get_by_text("Your address is confirmed.")).to_be_visible()
        app.press("Log out")
        expect_name(app, "Log in")
        app.open("#/account")
        app.page.get_by_role("radio", name="Log in").check(force=True)
        fill(app, name="Nelli")
        app.press("Forgot your password?")
        expect(app.page.get_by_text("If this account has an address, a mail is on its way.")).to_be_visible()
        open_link()
        assert app.page.evaluate(OVERFLOWING) == []
        fill(app, new_password="a different secret")
        app.press("Change password")
        expect_name(app, "Nelli")


def test_finished_games_are_found_again_and_reviewed(open_context: OpenContext) -> None:
    app = App(open_context(viewport={"width": 360, "height": 740}))
    app.open()
    bot = {"kind": "bot", "bot": "level=1"}
    app.open(app.table(game="chess", white=bot, black=ME, moves=["f2f3", "e7e5", "g2g4"]))
    app.board.click("d8", "h4")
    app.expect_status("You won. White is checkmated.")
    app.open("#/statistics")
    games = app.page.get_by_role("region", name="Finished games").get_by_role("listitem")
    expect(games).to_have_text(re.compile(r"You won.*Level 1 · Beginner.*White is checkmated.*Chess"))
    # The last position is asked for when the row comes into view.
    games.scroll_into_view_if_needed()
    expect(games.locator("use").first).to_be_attached()
    assert app.page.evaluate(OVERFLOWING) == []
    app.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert app.page.evaluate(VIOLATIONS, {}) == []
    app.page.get_by_role("combobox", name="Results").select_option("loss")
    expect(app.page.get_by_text("No games found.")).to_be_visible()
    # Filters stick to the address, also through a reload.
    expect(app.page).to_have_url(re.compile("#/statistics.result=loss$"))
    app.page.reload()
    expect(app.page.get_by_text("No games found.")).to_be_visible()
    app.page.get_by_label("Since").fill("2001-02-03")
    expect(app.page).to_have_url(re.compile("result=loss&since=2001-02-03$"))
    app.page.get_by_role("combobox", name="Results").select_option("win")
    app.page.get_by_role("combobox", name="Game").select_option("chess")
    with app.page.expect_download() as download:
        app.press("Save as a file")
    assert "Qh4#" in download.value.path().read_text(encoding="utf-8")
    games.get_by_role("link", name="Review").click()
    expect(app.page.locator("[data-move]")).to_have_count(4)
