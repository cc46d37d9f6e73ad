"""Accounts: the bodies of requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from plyground.server.wire import Incoming, Outgoing, parts

MAX_PASSWORD_LENGTH = 1_000
"""Longer ones are not even read; see `plyground.server.accounts.passwords` for those that are accepted."""
Password = Annotated[str, Meta(max_length=MAX_PASSWORD_LENGTH)]
Scope = Literal["read", "play"]
"""What a token may do: see what only its owner may see, and play."""


class SignUp(Incoming):
    """`POST /api/account`."""

    name: parts.Name
    password: Password
    token: Annotated[str, Meta(max_length=100)] = ""
    """The guest's secret, whose games become those of the account."""


class LogIn(Incoming):
    """`POST /api/account/login`."""

    name: parts.Name
    password: Password


class LogOut(Incoming):
    """`POST /api/account/logout`: this browser, or everything except this browser."""

    others: bool = False


class ChangePassword(Incoming):
    """`POST /api/account/password`; all other browsers and all tokens are logged out."""

    old: Password
    new: Password


class DeleteAccount(Incoming):
    """`POST /api/account/delete`."""

    password: Password


class CreateToken(Incoming):
    """`POST /api/account/tokens`."""

    label: Annotated[str, Meta(min_length=1, max_length=80)]
    """What its owner calls it."""
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=2)]


class CreatedToken(Outgoing):
    """The answer, the only time that the token is shown."""

    token: str
    """To be sent as `Authorization: Bearer TOKEN`."""


class RevokeLogin(Incoming):
    """`POST /api/account/revoke`: logs a browser out, or ends a token."""

    key: Annotated[str, Meta(max_length=64)]


class LoginEntry(Outgoing):
    """A browser that is logged in, or a token."""

    key: str
    """Names it in `revoke`; nobody can log in with it."""
    kind: Literal["browser", "token"]
    label: str
    """What the browser says it is, or what its owner calls the token."""
    scopes: list[str]
    """Of a token."""
    created: float
    """Seconds since 1970."""
    seen: float
    """When it was used, to the hour."""
    is_current: bool
    """Whether it is the one that asks."""


class AccountView(Outgoing):
    """`GET /api/account`. Clients of lichess's API expect some of it under other names."""

    id: str
    """The name in lower case."""
    guest: str
    """The public id, as seats show it."""
    name: str
    username: str
    """The name again."""
    title: str
    """`BOT` for a token, because a program asks; "" otherwise."""
    created: float
    """Seconds since 1970."""
    createdAt: int
    """Milliseconds since 1970."""
    logins: list[LoginEntry]
    """Those used last come first."""


class PersonalData(Outgoing):
    """`GET /api/account/export`: everything that is kept about a person."""

    account: AccountView
    tables: list[parts.TableSummary]
    """The tables where they have a seat; `GET /api/export` has the moves."""
    games: int
    """How many games they have finished."""


class Done(Outgoing):
    """The answer to what has no other."""
