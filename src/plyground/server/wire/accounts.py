"""Accounts: the bodies of requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from plyground.server.wire import Incoming, Outgoing, parts
from plyground.server.wire.ratings import RatingEntry, RatingPoint

MAX_PASSWORD_LENGTH = 1_000
"""Longer ones are not even read; see `plyground.server.accounts.passwords` for those that are accepted."""
Password = Annotated[str, Meta(max_length=MAX_PASSWORD_LENGTH)]
Scope = Literal["read", "play"]
"""What a token may do: see what only its owner may see, and play."""


_EMAIL_PART = r"[^@\s\x00-\x1f<>,;:\"\\()\[\]]+"
Email = Annotated[str, Meta(max_length=254, pattern=f"^({_EMAIL_PART}@{_EMAIL_PART})?$")]
OneTimeCode = Annotated[str, Meta(max_length=100)]
Language = Annotated[str, Meta(max_length=10)]
"""In which a mail is written."""


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


class LoginWays(Outgoing):
    """`GET /api/account/ways`: what this server offers besides passwords."""

    passkeys: bool
    mail: bool
    """Whether a forgotten password can be replaced by mail."""


class SetEmail(Incoming):
    """`POST /api/account/email`: sends a code to a new address."""

    email: Email
    """"" removes the address."""
    password: Password
    language: Language = "en"


class ConfirmEmail(Incoming):
    """`POST /api/account/email/confirm`: says that the mail has arrived."""

    code: OneTimeCode


class ForgotPassword(Incoming):
    """`POST /api/account/forgot`: sends a code to the owner's address; the answer does not say whether there is one."""

    name: parts.Name
    language: Language = "en"


class ResetPassword(Incoming):
    """`POST /api/account/reset`: a new password, by the code from the mail."""

    code: OneTimeCode
    password: Password


class PasskeyOptions(Outgoing):
    """`POST /api/account/passkeys/options` and `/login/options`: what the browser is asked."""

    options: dict[str, Any]
    """For `navigator.credentials`, as JSON."""


class AddPasskey(Incoming):
    """`POST /api/account/passkeys`: what the browser has made."""

    credential: dict[str, Any]


class PasskeyLogIn(Incoming):
    """`POST /api/account/passkeys/login`: what the browser has signed."""

    credential: dict[str, Any]


class RemovePasskey(Incoming):
    """`POST /api/account/passkeys/remove`."""

    id: Annotated[str, Meta(max_length=2_000, pattern="^[A-Za-z0-9_-]*$")]


class NoOptions(Incoming):
    """A body without anything in it."""


class PasskeyEntry(Outgoing):
    """A device that can log in."""

    id: str
    label: str
    """What the browser that made it says it is."""
    created: float
    seen: float


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
    email: str
    """"" if there is none."""
    passkeys: list[PasskeyEntry]


class PersonalData(Outgoing):
    """`GET /api/account/export`: everything that is kept about a person."""

    account: AccountView
    tables: list[parts.TableSummary]
    """The tables where they have a seat; `GET /api/export` has the moves."""
    games: int
    """How many games they have finished."""
    ratings: list[RatingEntry]
    rating_history: list[RatingPoint]
    """Newest first."""


class Done(Outgoing):
    """The answer to what has no other."""
