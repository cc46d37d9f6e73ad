"""Accounts on a real server: signing up, in and out, what each may do, and attacks on them."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.live import FILE, LiveServer, live_server
from tests.waiting import PATIENCE_S
from websockets.exceptions import ConnectionClosed, InvalidStatus

from plyground.errors import ServiceRefused
from plyground.server.accounts import passwords
from plyground.server.accounts.accounts import FORGOTTEN_AFTER_S, TOKEN_PREFIX, key_of
from plyground.server.accounts.identity import COOKIE
from plyground.server.accounts.passwords import Passwords, check_new
from plyground.server.guests import guest_of, new_token
from plyground.server.limits import ServerLimits

PASSWORD = "correct horse battery"
LIMITS = ServerLimits(sign_ups_per_hour=10_000, passwords_per_hour=10_000)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("accounts")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[LiveServer]:
    with live_server(data, limits=LIMITS) as running:
        yield running


class Browser:
    """A browser: it keeps cookies, and says which page its requests come from."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.origin = f"http://127.0.0.1:{server.port}"
        self.cookies = httpx.Cookies()

    def request(self, method: str, path: str, body: Any = None) -> httpx.Response:
        options: dict[str, Any] = {"base_url": self.origin, "timeout": PATIENCE_S, "trust_env": False}
        with httpx.Client(headers={"Origin": self.origin}, cookies=self.cookies, **options) as client:
            answer = client.request(method, path, json=body)
            self.cookies = client.cookies
        return answer

    def get(self, path: str) -> httpx.Response:
        return self.request("GET", path)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.request("POST", f"/api/account{path}", body)

    def create_table(self) -> dict[str, Any]:
        answer = self.request("POST", "/api/tables", {"game": "mill"})
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()
        return created

    def sign_up(self, name: str, password: str = PASSWORD, token: str = "") -> dict[str, Any]:
        answer = self.post("", name=name, password=password, token=token)
        assert answer.status_code == 201, answer.text
        signed_up: dict[str, Any] = answer.json()
        return signed_up

    def log_in(self, name: str, password: str = PASSWORD) -> httpx.Response:
        return self.post("/login", name=name, password=password)

    def name(self) -> str | None:
        """The name of the account; None if nobody is logged in."""
        answer = self.get("/api/account")
        if answer.status_code == 401:
            return None
        found: str = answer.json()["name"]
        return found

    @property
    def cookie(self) -> str:
        return f"{COOKIE}={self.cookies[COOKIE]}"

    def socket(self, **hello: Any) -> Any:
        return self.server.client(Cookie=self.cookie, Origin=self.origin, **hello)


@pytest.fixture
def browser(server: LiveServer) -> Browser:
    return Browser(server)


def code(answer: httpx.Response) -> str:
    found: str = answer.json()["problem"]["code"]
    return found


# --- signing up, in and out ---


def test_a_guest_who_signs_up_keeps_their_games(server, browser):
    token = new_token()
    table = server.create(token=token)["table"]
    account = browser.sign_up("Alma", token=token)
    assert account["guest"] == guest_of(token)
    mine = browser.get("/api/tables/mine").json()["tables"]
    assert [one["table"] for one in mine] == [table]
    with browser.socket() as client:
        assert client.welcome["guest"] == account["guest"]
        assert client.welcome["name"] == "Alma"
        assert client.welcome["is_account"]
        assert client.welcome["token"] == "", "the cookie is all it needs"
        assert client.ask("join", table=table, side=None)["side"] == "white"
        assert client.ask("rename", name="Somebody")["problem"]["code"] == "name_of_account"


def test_the_guests_token_no_longer_opens_the_account(server, browser):
    token = new_token()
    browser.sign_up("Beata", token=token)
    bearer = {"Authorization": f"Bearer {token}"}
    assert code(server.http.get("/api/tables/mine", headers=bearer)) == "token_invalid"
    assert code(server.http.get("/api/statistics", headers=bearer)) == "token_invalid"
    assert code(server.http.post("/api/tables", json={"game": "mill", "token": token})) == "token_invalid"
    with server.client(token=token) as client:
        assert client.welcome["guest"] != guest_of(token)
        assert client.welcome["token"] not in ("", token)
        assert not client.welcome["is_account"]


def test_another_browser_logs_in_and_out(server, browser):
    browser.sign_up("Cecil")
    other = Browser(server)
    assert other.name() is None
    assert other.log_in("CECIL").status_code == 200, "capitals do not matter"
    assert other.name() == "Cecil"
    created = other.create_table()
    assert created["token"] == ""
    assert other.post("/logout").status_code == 200
    assert other.name() is None
    assert browser.name() == "Cecil", "only the other one is logged out"


def test_logging_out_everywhere_else_ends_sockets_and_tokens(server, browser):
    browser.sign_up("Dora")
    other = Browser(server)
    other.log_in("Dora")
    token = browser.post("/tokens", label="Bot", scopes=["read"]).json()["token"]
    with other.socket() as client, browser.socket() as own:
        assert browser.post("/logout", others=True).status_code == 200
        with pytest.raises(ConnectionClosed):
            client.wait("nothing")
        assert own.ask("rename", name="X")["type"] == "refused", "this browser stays"
    assert other.name() is None
    assert code(server.http.get("/api/account", headers={"Authorization": f"Bearer {token}"})) == "api_token_invalid"


def test_a_new_password_replaces_the_old_one_and_logs_others_out(server, browser):
    browser.sign_up("Emil")
    other = Browser(server)
    other.log_in("Emil")
    assert code(browser.post("/password", old="wrong password", new="another good one")) == "password_wrong"
    assert browser.post("/password", old=PASSWORD, new="another good one").status_code == 200
    assert browser.name() == "Emil"
    assert other.name() is None
    assert code(other.log_in("Emil")) == "password_wrong"
    assert other.log_in("Emil", "another good one").status_code == 200


def test_a_deleted_account_is_gone_and_its_name_is_free(server, browser, data):
    account = browser.sign_up("Ferenc")
    table = browser.create_table()["table"]
    exported = browser.get("/api/account/export").json()
    assert exported["account"]["name"] == "Ferenc"
    assert [one["table"] for one in exported["tables"]] == [table]
    assert code(browser.post("/delete", password="wrong password")) == "password_wrong"
    assert browser.post("/delete", password=PASSWORD).status_code == 200
    assert browser.name() is None
    with closing(sqlite3.connect(data / FILE)) as connection:
        for statement in ("SELECT 1 FROM accounts WHERE id=?", "SELECT 1 FROM logins WHERE account=?"):
            assert connection.execute(statement, (account["guest"],)).fetchall() == []
    assert Browser(server).sign_up("Ferenc")["guest"] != account["guest"]


def test_an_account_can_be_deleted_twice_at_once(server, browser):
    browser.sign_up("Gerda")
    accounts, secret = server.app.accounts, browser.cookies[COOKIE]

    async def delete_twice() -> None:
        found = [await accounts.by_browser(secret) for _ in range(2)]
        await asyncio.gather(*(accounts.delete(one, PASSWORD, "192.0.2.1") for one in found))

    server.on_loop(delete_twice())
    assert browser.name() is None


def test_accounts_survive_a_restart(tmp_path):
    with live_server(tmp_path, limits=LIMITS) as first:
        browser = Browser(first)
        account, cookies = browser.sign_up("Gabor"), dict(browser.cookies)
    with live_server(tmp_path, limits=LIMITS) as second:
        browser = Browser(second)
        browser.cookies.update(cookies)
        assert browser.get("/api/account").json()["guest"] == account["guest"]
        with second.client() as client:
            assert client.ask("rename", name="gabor")["problem"]["code"] == "name_taken"


# --- names and passwords ---


def test_nobody_else_gets_the_name_of_an_account_or_one_that_looks_like_it(server, browser):
    browser.sign_up("Hanna")
    for name in ("Hanna", "HANNA", "Наnna"):
        assert code(Browser(server).post("", name=name, password=PASSWORD)) == "name_taken"
        with server.client() as client:
            assert client.ask("rename", name=name)["problem"]["code"] == "name_taken"
    assert code(Browser(server).post("", name="Administrator", password=PASSWORD)) == "name_reserved"


def test_a_name_that_a_guest_is_using_cannot_be_taken(server, browser):
    with server.client("Ildiko") as guest:
        assert code(browser.post("", name="Ildiko", password=PASSWORD)) == "name_taken"
        browser.sign_up("Ildiko", token=guest.welcome["token"])


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("short", "password_weak"),
        ("x" * 201, "password_weak"),
        ("aaaaaaaaaaaa", "password_weak"),
        ("janosjanos1", "password_is_name"),
    ],
)
def test_passwords_that_are_easy_to_guess_are_refused(password, why):
    with pytest.raises(ServiceRefused) as refused:
        check_new(password, "Janos")
    assert refused.value.code == why


def test_the_file_holds_neither_passwords_nor_secrets(server, browser, data):
    browser.sign_up("Kinga")
    secret = browser.cookies[COOKIE]
    token = browser.post("/tokens", label="Bot", scopes=["play"]).json()["token"]
    with closing(sqlite3.connect(data / FILE)) as connection:
        kept = "\n".join(connection.iterdump())
    assert key_of(secret) in kept
    for hidden in (PASSWORD, secret, token, token.removeprefix(TOKEN_PREFIX)):
        assert hidden not in kept
    assert "$argon2id$" in kept


# --- attacks ---


def test_a_login_never_takes_over_the_secret_that_a_browser_brings(server, browser):
    browser.sign_up("Laura")
    victim = Browser(server)
    victim.cookies.set(COOKIE, "chosen-by-the-attacker")
    assert victim.log_in("Laura").cookies[COOKIE] != "chosen-by-the-attacker"
    assert server.http.get("/api/account", headers={"Cookie": f"{COOKIE}=chosen-by-the-attacker"}).status_code == 401


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server):
    answer = Browser(server).post("", name="Marta", password=PASSWORD)
    attributes = {part.strip().lower().partition("=")[0] for part in answer.headers["set-cookie"].split(";")}
    assert {"httponly", "samesite", "max-age", "path"} <= attributes
    assert "samesite=lax" in answer.headers["set-cookie"].lower()


def test_other_sites_cannot_use_the_cookie(server, browser):
    browser.sign_up("Nora")
    cookie = {"Cookie": browser.cookie}
    foreign = cookie | {"Origin": "https://evil.example"}
    body = {"password": PASSWORD}
    assert code(server.http.post("/api/account/delete", json=body, headers=foreign)) == "origin_foreign"
    # A form of another site always says where it is from; without that the cookie counts for nothing.
    assert code(server.http.post("/api/account/delete", json=body, headers=cookie)) == "account_needed"
    with pytest.raises(InvalidStatus), server.client(**foreign):
        pass
    with server.client(**cookie) as client:
        assert not client.welcome["is_account"]
    assert browser.name() == "Nora"


def test_tokens_do_what_their_scopes_allow(server, browser):
    browser.sign_up("Otto")
    tokens = {
        scope: {"Authorization": f"Bearer {browser.post('/tokens', label=scope, scopes=[scope]).json()['token']}"}
        for scope in ("read", "play")
    }
    assert server.http.get("/api/account", headers=tokens["read"]).json()["name"] == "Otto"
    assert code(server.http.get("/api/account", headers=tokens["play"])) == "scope_missing"
    wish = {"game": "mill"}
    assert server.http.post("/api/tables", json=wish, headers=tokens["play"]).status_code == 201
    assert code(server.http.post("/api/tables", json=wish, headers=tokens["read"])) == "scope_missing"
    with server.client(**tokens["play"]) as client:
        assert client.welcome["name"] == "Otto"
    with pytest.raises(InvalidStatus), server.client(**tokens["read"]):
        pass
    for path, body in (
        ("/password", {"old": PASSWORD, "new": "another good one"}),
        ("/delete", {"password": PASSWORD}),
        ("/tokens", {"label": "more", "scopes": ["play"]}),
        ("/logout", {}),
        ("/revoke", {"key": "x"}),
    ):
        answer = server.http.post(f"/api/account{path}", json=body, headers=tokens["read"])
        assert code(answer) == "browser_only", path


def test_nobody_ends_the_logins_of_others(server, browser):
    browser.sign_up("Piroska")
    key = browser.get("/api/account").json()["logins"][0]["key"]
    other = Browser(server)
    other.sign_up("Quirin")
    assert code(other.post("/revoke", key=key)) == "login_unknown"
    assert browser.name() == "Piroska"
    assert browser.post("/revoke", key=key).status_code == 200
    assert browser.name() is None


@pytest.mark.parametrize("text", ["' OR 1=1 --", '"; DROP TABLE accounts; --', "a\r\nSet-Cookie: x=y"])
def test_text_from_outside_is_never_a_statement_or_a_header(server, browser, text):
    assert browser.log_in(text[:30]).status_code in (400, 401)
    browser.cookies.clear()
    answer = server.http.get("/api/account", headers={"Cookie": f"{COOKIE}={text.splitlines()[0]}"})
    assert answer.status_code == 401
    assert "x=y" not in str(answer.headers)


def test_unknown_names_take_as_long_as_wrong_passwords(monkeypatch):
    compared: list[str] = []
    is_same = passwords._is_same

    def counted(password: bytes, stored: str) -> bool:
        compared.append(stored)
        return is_same(password, stored)

    monkeypatch.setattr(passwords, "_is_same", counted)

    async def test() -> None:
        checked = Passwords()
        stored = await checked.hash(PASSWORD)
        assert await checked.is_right(PASSWORD, stored)
        assert not await checked.is_right("wrong", stored)
        assert not await checked.is_right(PASSWORD, None)
        checked.close()

    asyncio.run(test())
    assert len(compared) == 3
    assert len({stored.rpartition("$")[0].rpartition("$")[0] for stored in compared}) == 1, "the same parameters"


def test_guessing_is_slowed_down_for_an_address_and_for_an_account(tmp_path):
    limits = ServerLimits(passwords_per_hour=3, sign_ups_per_hour=2)
    with live_server(tmp_path, limits=limits) as server:
        browser = Browser(server)
        browser.sign_up("Rita")
        browser.sign_up("Sara")
        assert code(browser.post("", name="Tamas", password=PASSWORD)) == "too_many_attempts"
        codes = [code(Browser(server).log_in("Rita", "wrong password")) for _ in range(5)]
        assert codes == ["password_wrong"] * 3 + ["too_many_attempts"] * 2
        accounts = server.app.accounts

        async def guess_from_many_addresses() -> list[str]:
            found = []
            for number in range(40):
                try:
                    await accounts.log_in("Sara", "wrong password", f"192.0.2.{number}", "")
                except ServiceRefused as refused:
                    found.append(refused.code)
            return found

        guessed = server.on_loop(guess_from_many_addresses())
        assert guessed.count("password_wrong") == 30
        assert guessed[30:] == ["too_many_attempts"] * 10


def test_hashing_does_not_hold_up_the_event_loop():
    async def test() -> int:
        checked = Passwords()
        hashing = asyncio.gather(*(checked.hash(PASSWORD) for _ in range(8)))
        turns = 0
        while not hashing.done():
            turns += 1
            await asyncio.sleep(0)
        checked.close()
        return turns

    assert asyncio.run(test()) > 50, "the loop went on while passwords were hashed"


def test_too_many_passwords_at_once_are_refused(monkeypatch):
    monkeypatch.setattr(passwords, "MAX_WAITING", 2)

    async def test() -> list[object]:
        checked = Passwords()
        found = await asyncio.gather(*(checked.hash(PASSWORD) for _ in range(3)), return_exceptions=True)
        checked.close()
        return list(found)

    *done, refused = asyncio.run(test())
    assert all(isinstance(one, str) for one in done)
    assert isinstance(refused, ServiceRefused)
    assert refused.code == "service_busy"


def test_a_browser_that_is_not_used_any_more_is_forgotten(server, browser):
    browser.sign_up("Ursula")
    key = key_of(browser.cookies[COOKIE])

    async def age() -> None:
        await server.app.accounts.store.set_seen(key, time.time() - FORGOTTEN_AFTER_S - 1)

    server.on_loop(age())
    assert browser.name() is None
