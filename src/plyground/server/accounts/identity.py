"""Identity: who a request or a socket comes from. A browser shows its cookie, a program its token."""

from __future__ import annotations

from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import Response

from plyground.errors import ServiceRefused
from plyground.server.accounts.accounts import FORGOTTEN_AFTER_S, TOKEN_PREFIX, Accounts, LoggedIn

LOGGED_IN = "plyground.logged_in"
"""Where the scope of a connection has its `LoggedIn`."""
COOKIE, SECURE_COOKIE = "plyground", "__Host-plyground"
"""Browsers accept the second from the very host that set it, by HTTPS only."""


def bearer(connection: HTTPConnection) -> str:
    """The secret in `Authorization: Bearer SECRET`; "" if there is none."""
    return connection.headers.get("authorization", "").removeprefix("Bearer ").strip()


class Identity:
    """Recognizes people with accounts."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def __call__(self, scope: Any) -> None:
        """Notes in the scope who is logged in; raises `ServiceRefused` for a token that is not valid."""
        connection = HTTPConnection(scope)
        scope[LOGGED_IN] = await self._find(connection)

    async def _find(self, connection: HTTPConnection) -> LoggedIn | None:
        token = bearer(connection)
        if token.startswith(TOKEN_PREFIX):
            found = await self._accounts.by_token(token)
            if found is None:
                raise ServiceRefused("api_token_invalid")
            return found
        if self._accounts.is_outdated(token):
            raise ServiceRefused("token_invalid")
        cookie = connection.cookies.get(_cookie(connection))
        # Whatever changes something must come from our own page, which says so; `Access` has checked where it is from.
        # A page of another site could make the browser send a form with the cookie, but never without its origin.
        is_reading = connection.scope.get("method") in ("GET", "HEAD")
        if not cookie or not (is_reading or "origin" in connection.headers):
            return None
        return await self._accounts.by_browser(cookie)


def set_cookie(connection: HTTPConnection, response: Response, secret: str) -> None:
    """Lets a browser keep its secret, which no script can read and no other site can use; "" removes it."""
    name = _cookie(connection)
    response.set_cookie(
        name,
        secret,
        max_age=round(FORGOTTEN_AFTER_S) if secret else 0,
        secure=name == SECURE_COOKIE,
        httponly=True,
        samesite="lax",
    )


def _cookie(connection: HTTPConnection) -> str:
    return SECURE_COOKIE if connection.url.scheme in ("https", "wss") else COOKIE
