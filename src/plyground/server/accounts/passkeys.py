"""Passkeys: logging in with a device instead of a password (WebAuthn), if the extra `passkeys` is installed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar
from urllib.parse import urlsplit

from plyground.errors import ServiceRefused
from plyground.server.accounts.account_store import Passkey
from plyground.server.accounts.accounts import HOUR_S, Accounts, LoggedIn
from plyground.server.limits import ServerLimits
from plyground.server.timing import TimeSource, TokenBuckets

REGISTERING, LOGGING_IN = "passkey", "passkey login"
"""The purposes of the questions that a device signs."""
QUESTION_LASTS_S = 300.0
QUESTION_BYTES = 32
MAX_PASSKEYS = 20
"""Of one account."""
SITE_NAME = "Plyground"

Answer = TypeVar("Answer")


class Passkeys:
    """The passkeys of all accounts. A site is what the browser says it is on, which has been checked before."""

    def __init__(self, accounts: Accounts, limits: ServerLimits, time: TimeSource) -> None:
        self._accounts = accounts
        self._time = time
        self._attempts = TokenBuckets(limits.passwords_per_hour / HOUR_S, limits.passwords_per_hour)
        """Questions that may be asked from a network address."""
        self.is_available = find_spec("webauthn") is not None

    async def registration_options(self, logged_in: LoggedIn, site: str, address: str) -> dict[str, Any]:
        """What a browser needs to make a passkey."""
        await self._need()
        from webauthn import generate_registration_options
        from webauthn.helpers import base64url_to_bytes, options_to_json_dict
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
        )

        account = logged_in.account
        known = await self._accounts.store.passkeys(account.id)
        options = generate_registration_options(
            rp_id=_host(site),
            rp_name=SITE_NAME,
            user_name=account.name,
            user_id=account.id.encode(),
            challenge=await self._question(REGISTERING, account.id, address),
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(each.id)) for each in known],
        )
        return options_to_json_dict(options)

    async def add(self, logged_in: LoggedIn, credential: dict[str, Any], label: str, site: str) -> None:
        """Adds the passkey that a browser has made."""
        await self._need()
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url

        account, question = logged_in.account, await self._answered(REGISTERING, credential, logged_in.account.id)
        if len(await self._accounts.store.passkeys(account.id)) >= MAX_PASSKEYS:
            raise ServiceRefused("passkeys_full", most=MAX_PASSKEYS)
        verified = await _verify(
            lambda: verify_registration_response(
                credential=credential,
                expected_challenge=question,
                expected_rp_id=_host(site),
                expected_origin=site,
            )
        )
        now = self._time.time_of_day()
        id, key = map(bytes_to_base64url, (verified.credential_id, verified.credential_public_key))
        passkey = Passkey(id, account.id, key, verified.sign_count, now, now, label)
        if not await self._accounts.store.add_passkey(passkey):
            raise ServiceRefused("passkey_invalid")

    async def login_options(self, site: str, address: str) -> dict[str, Any]:
        """What a browser needs to log in with any of its passkeys."""
        await self._need()
        from webauthn import generate_authentication_options
        from webauthn.helpers import options_to_json_dict

        question = await self._question(LOGGING_IN, "", address)
        return options_to_json_dict(generate_authentication_options(rp_id=_host(site), challenge=question))

    async def log_in(self, credential: dict[str, Any], site: str, browser: str) -> str:
        """Logs a browser in; returns its secret."""
        await self._need()
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

        question = await self._answered(LOGGING_IN, credential, "")
        id = await _verify(lambda: bytes_to_base64url(base64url_to_bytes(credential["id"])))
        passkey = await self._accounts.store.passkey(id)
        account = None if passkey is None else await self._accounts.store.account(passkey.account)
        if passkey is None or account is None:
            raise ServiceRefused("passkey_invalid")
        verified = await _verify(
            lambda: verify_authentication_response(
                credential=credential,
                expected_challenge=question,
                expected_rp_id=_host(site),
                expected_origin=site,
                credential_public_key=base64url_to_bytes(passkey.public_key),
                credential_current_sign_count=passkey.uses,
            )
        )
        await self._accounts.store.use_passkey(passkey.id, verified.new_sign_count, self._time.time_of_day())
        return await self._accounts.add_login(account, browser)

    async def remove(self, logged_in: LoggedIn, id: str) -> None:
        """Removes a passkey of an account."""
        await self._accounts.store.delete_passkey(logged_in.account.id, id)

    async def _question(self, purpose: str, account: str, address: str) -> bytes:
        if not self._attempts.take(address, self._time.now_ms()):
            raise ServiceRefused("too_many_attempts")
        question = secrets.token_bytes(QUESTION_BYTES)
        await self._accounts.add_code(purpose, account, "", QUESTION_LASTS_S, question.hex())
        return question

    async def _answered(self, purpose: str, credential: dict[str, Any], account: str) -> bytes:
        """The question that a browser has answered; raises `ServiceRefused` if it was never asked."""
        from webauthn.helpers import base64url_to_bytes, parse_client_data_json

        def read() -> bytes:
            data: bytes = parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge
            return data

        question = await _verify(read)
        found = await self._accounts.take_code(purpose, question.hex())
        if found.account != account:
            raise ServiceRefused("code_invalid")
        return question

    async def _need(self) -> None:
        """Loads the library, off the event loop; raises `ServiceRefused` if it is not installed."""
        if not self.is_available:
            raise ServiceRefused("passkeys_missing")
        await asyncio.to_thread(import_module, "webauthn")


async def _verify(work: Callable[[], Answer]) -> Answer:
    """Lets the library read what a visitor has sent, off the event loop; raises `ServiceRefused` for what is wrong."""
    try:
        return await asyncio.to_thread(work)
    except Exception as error:
        # Each of the parsers that it uses has exceptions of its own.
        raise ServiceRefused("passkey_invalid") from error


def _host(site: str) -> str:
    return urlsplit(site).hostname or ""
