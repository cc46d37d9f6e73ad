"""Passkeys: a device in software registers and logs in, and is refused with anything forged or repeated."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from tests.server.live import LiveServer, live_server
from tests.server.test_accounts import LIMITS, Browser, code

cbor2 = pytest.importorskip("cbor2")
pytest.importorskip("webauthn")


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """An authenticator: it has a key pair and counts its uses."""

    def __init__(self, origin: str) -> None:
        self.id = os.urandom(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.origin = origin
        self.uses = 0

    def _data(self, flags: int) -> bytes:
        self.uses += 1
        return sha256(b"localhost").digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, question: str) -> bytes:
        return json.dumps({"type": kind, "challenge": question, "origin": self.origin}).encode()

    def _credential(self, **response: bytes) -> dict[str, Any]:
        id = encoded(self.id)
        return {
            "id": id,
            "rawId": id,
            "type": "public-key",
            "response": {name: encoded(data) for name, data in response.items()},
            "clientExtensionResults": {},
        }

    def register(self, question: str) -> dict[str, Any]:
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        data = self._data(0x45) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        return self._credential(
            clientDataJSON=self._client("webauthn.create", question),
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        )

    def log_in(self, question: str) -> dict[str, Any]:
        data, client = self._data(0x05), self._client("webauthn.get", question)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._credential(clientDataJSON=client, authenticatorData=data, signature=signature)


class LocalBrowser(Browser):
    """A browser that knows the server by a name, as passkeys need one."""

    def __init__(self, server: LiveServer) -> None:
        super().__init__(server)
        self.origin = f"http://localhost:{server.port}"

    def question(self, path: str) -> str:
        options: dict[str, Any] = self.post(f"/passkeys{path}/options").json()["options"]
        assert options.get("rpId", options.get("rp", {}).get("id")) == "localhost"
        found: str = options["challenge"]
        return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("passkeys"), limits=LIMITS) as running:
        yield running


@pytest.fixture
def browser(server: LiveServer) -> LocalBrowser:
    return LocalBrowser(server)


def register(browser: LocalBrowser) -> Device:
    device = Device(browser.origin)
    answer = browser.post("/passkeys", credential=device.register(browser.question("")))
    assert answer.status_code == 201, answer.text
    return device


def test_a_device_registers_and_logs_in(server, browser):
    assert browser.get("/api/account/ways").json()["passkeys"] is True
    browser.sign_up("Gerda")
    device, other = register(browser), LocalBrowser(server)
    [passkey] = browser.get("/api/account").json()["passkeys"]
    assert passkey["id"] == encoded(device.id)
    assert other.post("/passkeys/login", credential=device.log_in(other.question("/login"))).status_code == 200
    assert other.name() == "Gerda"
    other.post("/passkeys/remove", id=passkey["id"])
    assert browser.get("/api/account").json()["passkeys"] == []
    answer = other.post("/passkeys/login", credential=device.log_in(other.question("/login")))
    assert code(answer) == "passkey_invalid", "it was removed"


def test_an_answer_works_once_and_only_for_its_question(server, browser):
    browser.sign_up("Hanna")
    device, thief = register(browser), LocalBrowser(server)
    signed = device.log_in(thief.question("/login"))
    assert thief.post("/passkeys/login", credential=signed).status_code == 200
    assert code(thief.post("/passkeys/login", credential=signed)) == "code_invalid"
    assert code(thief.post("/passkeys/login", credential=device.log_in(encoded(os.urandom(32))))) == "code_invalid"
    asked_to_register = browser.question("")
    assert code(thief.post("/passkeys/login", credential=device.log_in(asked_to_register))) == "code_invalid"


def test_forgeries_are_refused(server, browser):
    browser.sign_up("Ilka")
    device, thief = register(browser), LocalBrowser(server)

    def attempt(credential: dict[str, Any]) -> str:
        return code(thief.post("/passkeys/login", credential=credential))

    foreign = Device("https://evil.example")
    foreign.id, foreign.key, foreign.uses = device.id, device.key, device.uses
    assert attempt(foreign.log_in(thief.question("/login"))) == "passkey_invalid", "signed for another site"
    forged = Device(device.origin)
    forged.id, forged.uses = device.id, device.uses
    assert attempt(forged.log_in(thief.question("/login"))) == "passkey_invalid", "signed with another key"
    device.uses = 40
    assert thief.post("/passkeys/login", credential=device.log_in(thief.question("/login"))).status_code == 200
    device.uses = 3
    assert attempt(device.log_in(thief.question("/login"))) == "passkey_invalid", "a copy that counts on its own"
    unknown = Device(device.origin)
    assert attempt(unknown.log_in(thief.question("/login"))) == "passkey_invalid"
    for broken in (
        {},
        {"response": 3},
        {"response": {"clientDataJSON": "%%%"}},
        {"response": {"clientDataJSON": "W10"}},
    ):
        assert attempt(broken) == "passkey_invalid"


def test_nobody_adds_a_passkey_to_another_account(server, browser):
    browser.sign_up("Judit")
    other = LocalBrowser(server)
    other.sign_up("Kata")
    device = Device(browser.origin)
    answer = other.post("/passkeys", credential=device.register(browser.question("")))
    assert code(answer) == "code_invalid", "the question was another person's"
    mine = register(browser)
    same = Device(browser.origin)
    same.id = mine.id
    assert code(other.post("/passkeys", credential=same.register(other.question("")))) == "passkey_invalid"
    assert urlsafe_b64decode(encoded(mine.id) + "==") == mine.id
