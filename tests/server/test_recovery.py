"""Forgotten passwords: an address is confirmed by mail, and a mail brings a new password, once."""

from __future__ import annotations

import re
import socketserver
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from queue import Queue

import pytest
from tests.server.live import FILE, LiveServer, live_server
from tests.server.test_accounts import LIMITS, PASSWORD, Browser, code
from tests.waiting import PATIENCE_S

from plyground.server.accounts.accounts import TOKEN_PREFIX
from plyground.server.accounts.mail import Mailer, MailSettings
from plyground.server.accounts.recovery import CODE_LASTS_S, MAILS_PER_HOUR

SETTINGS = MailSettings("localhost", 25, "chess@example.org", is_encrypted=False)
NEW = "a different secret"


@pytest.fixture(scope="module")
def mails() -> Queue[EmailMessage]:
    return Queue()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mail")


@pytest.fixture(scope="module")
def server(data: Path, mails: Queue[EmailMessage]) -> Iterator[LiveServer]:
    limits = replace(LIMITS, mails_per_hour=10_000)
    with live_server(data, limits=limits, mailer=Mailer(SETTINGS, send=mails.put)) as running:
        yield running


@pytest.fixture
def browser(server: LiveServer) -> Browser:
    return Browser(server)


def code_in(mail: EmailMessage) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+/#/account/(?:confirm|reset)/(\S+)", mail.get_content())
    assert found
    return found[1]


def confirm_address(browser: Browser, email: str, mails: Queue[EmailMessage]) -> None:
    assert browser.post("/email", email=email, password=PASSWORD).status_code == 200
    assert browser.post("/email/confirm", code=code_in(mails.get(timeout=PATIENCE_S))).status_code == 200


def reset_code(browser: Browser, name: str, mails: Queue[EmailMessage]) -> str:
    assert browser.post("/forgot", name=name).status_code == 200
    return code_in(mails.get(timeout=PATIENCE_S))


def test_an_address_counts_when_it_is_confirmed(browser, mails):
    browser.sign_up("Agnes")
    assert browser.post("/email", email="agnes@example.org", password=PASSWORD, language="ru").status_code == 200
    mail = mails.get(timeout=PATIENCE_S)
    assert (mail["From"], mail["To"]) == ("chess@example.org", "agnes@example.org")
    assert mail["Subject"] == "Plyground: Подтвердите свой адрес"
    assert browser.get("/api/account").json()["email"] == ""
    assert browser.post("/email/confirm", code=code_in(mail)).status_code == 200
    assert browser.get("/api/account").json()["email"] == "agnes@example.org"
    assert browser.get("/api/account/export").json()["account"]["email"] == "agnes@example.org"
    assert code(browser.post("/email/confirm", code=code_in(mail))) == "code_invalid", "a code works once"
    assert browser.post("/email", email="", password=PASSWORD).status_code == 200
    assert browser.get("/api/account").json()["email"] == ""


def test_only_the_owner_changes_the_address(browser, mails):
    browser.sign_up("Berta")
    assert code(browser.post("/email", email="thief@example.org", password="not the password")) == "password_wrong"
    for email in ("no address", "a@b\nBcc: c@d", "a@b, c@d", "<a@b>", "a@@b", "@b"):
        assert browser.post("/email", email=email, password=PASSWORD).status_code == 400, email
    assert mails.empty()


def test_a_mail_brings_a_new_password_once(server, browser, mails):
    browser.sign_up("Cili")
    token = browser.post("/tokens", label="Bot", scopes=["play"]).json()["token"]
    confirm_address(browser, "cili@example.org", mails)
    elsewhere = Browser(server)
    found = reset_code(elsewhere, "cili", mails)
    assert code(elsewhere.post("/reset", code=found, password="short")) == "password_weak"
    assert elsewhere.post("/reset", code=found, password=NEW).status_code == 200, "a weak password did not use it up"
    assert elsewhere.name() == "Cili"
    assert browser.name() is None, "everyone else is logged out"
    assert token.startswith(TOKEN_PREFIX)
    assert server.http.get("/api/account", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    assert code(elsewhere.post("/reset", code=found, password="yet another one")) == "code_invalid"
    assert Browser(server).log_in("Cili", NEW).status_code == 200
    assert code(Browser(server).log_in("Cili")) == "password_wrong"


def test_a_code_expires_and_serves_one_purpose(data, browser, mails):
    browser.sign_up("Dora")
    assert browser.post("/email", email="dora@example.org", password=PASSWORD).status_code == 200
    confirming = code_in(mails.get(timeout=PATIENCE_S))
    assert code(browser.post("/reset", code=confirming, password=NEW)) == "code_invalid"
    confirm_address(browser, "dora@example.org", mails)
    found = reset_code(browser, "Dora", mails)
    with closing(sqlite3.connect(data / FILE)) as file, file:
        file.execute("UPDATE codes SET expires=expires-?", (CODE_LASTS_S,))
    assert code(browser.post("/reset", code=found, password=NEW)) == "code_invalid"


def test_nobody_learns_who_has_an_account_or_is_flooded_with_mail(server, browser, mails):
    browser.sign_up("Edit")
    assert browser.post("/forgot", name="Edit").json() == browser.post("/forgot", name="Nobody here").json()
    confirm_address(browser, "edit@example.org", mails)
    answers = [browser.post("/forgot", name="Edit") for _ in range(2 * MAILS_PER_HOUR)]
    assert {answer.status_code for answer in answers} == {200}
    browser.post("/email", email="other@example.org", password=PASSWORD)
    waiting = [mails.get(timeout=PATIENCE_S) for _ in range(MAILS_PER_HOUR - 1)]
    assert {mail["To"] for mail in waiting} == {"edit@example.org"}
    assert mails.empty()


def test_an_address_can_ask_for_few_mails(tmp_path):
    with live_server(
        tmp_path, limits=replace(LIMITS, mails_per_hour=3), mailer=Mailer(SETTINGS, send=print)
    ) as running:
        asking = Browser(running)
        answers = [asking.post("/forgot", name=f"Somebody {number}").status_code for number in range(4)]
        assert answers == [200, 200, 200, 429]


def test_without_mail_the_server_says_so(tmp_path):
    with live_server(tmp_path, limits=LIMITS) as running:
        alone = Browser(running)
        alone.sign_up("Flora")
        assert alone.get("/api/account/ways").json()["mail"] is False
        assert code(alone.post("/forgot", name="Flora")) == "mail_missing"
        assert code(alone.post("/email", email="flora@example.org", password=PASSWORD)) == "mail_missing"


class Smtp(socketserver.StreamRequestHandler):
    """A mail server that accepts everything and keeps it."""

    received: Queue[bytes] = Queue()

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline().strip().upper():
            if line == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = iter(self.rfile.readline, b".\r\n")
                self.received.put(b"".join(lines))
            self.wfile.write(b"221 bye\r\n" if line == b"QUIT" else b"250 fine\r\n")


def test_mail_is_sent_by_smtp() -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Smtp) as smtp:
        threading.Thread(target=smtp.serve_forever, daemon=True).start()
        settings = MailSettings.parse(f"smtp://127.0.0.1:{smtp.server_address[1]}?from=a@example.org")
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = settings.sender, "b@example.org", "Hello"
        message.set_content("Zugzwang")
        settings.send(message)
        smtp.shutdown()
    assert b"Zugzwang" in Smtp.received.get(timeout=PATIENCE_S)


@pytest.mark.parametrize("url", ["mail.example.org", "http://example.org?from=a@b", "smtp://host", "smtp://?from=a@b"])
def test_an_unusable_server_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="expected smtp://"):
        MailSettings.parse(url)


def test_settings_are_read_from_an_address(tmp_path: Path) -> None:
    settings = MailSettings.parse("smtps://me%40example.org:p%2Fw@mail.example.org")
    assert (settings.sender, settings.password, settings.port) == ("me@example.org", "p/w", 465)
