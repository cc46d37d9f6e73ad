"""What is kept of accounts, behind a protocol of its own, and how a database keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import astuple

from plyground.server.names import fold, skeleton
from plyground.server.store_sql import SqlDatabase, StoreConflict

INSERT_ACCOUNT = "INSERT INTO accounts (id, name, folded, skeleton, password, created) VALUES (?,?,?,?,?,?)"
SELECT_ACCOUNT = "SELECT id, name, password, created, email FROM accounts WHERE "
SELECT_NAMES = "SELECT id, name FROM accounts"
UPDATE_PASSWORD = "UPDATE accounts SET password=? WHERE id=?"
UPDATE_EMAIL = "UPDATE accounts SET email=? WHERE id=?"
DELETE_ACCOUNT = "DELETE FROM accounts WHERE id=?"
LOGIN_COLUMNS = "key, account, created, seen, label, scopes"
INSERT_LOGIN = f"INSERT INTO logins ({LOGIN_COLUMNS}) VALUES (?,?,?,?,?,?)"
SELECT_LOGIN = f"SELECT {LOGIN_COLUMNS} FROM logins WHERE key=?"
SELECT_LOGINS = f"SELECT {LOGIN_COLUMNS} FROM logins WHERE account=? ORDER BY seen DESC"
UPDATE_SEEN = "UPDATE logins SET seen=? WHERE key=?"
DELETE_LOGIN = "DELETE FROM logins WHERE key=?"
DELETE_LOGINS = "DELETE FROM logins WHERE account=?"
DELETE_OLD_LOGINS = "DELETE FROM logins WHERE scopes IS NULL AND seen<?"
CODE_COLUMNS = "key, purpose, account, value, expires"
INSERT_CODE = f"INSERT INTO codes ({CODE_COLUMNS}) VALUES (?,?,?,?,?)"
SELECT_CODE = f"SELECT {CODE_COLUMNS} FROM codes WHERE key=?"
DELETE_CODE = "DELETE FROM codes WHERE key=?"
DELETE_CODES = "DELETE FROM codes WHERE account=?"
DELETE_OLD_CODES = "DELETE FROM codes WHERE expires<?"
PASSKEY_COLUMNS = "id, account, public_key, uses, created, seen, label"
INSERT_PASSKEY = f"INSERT INTO passkeys ({PASSKEY_COLUMNS}) VALUES (?,?,?,?,?,?,?)"
SELECT_PASSKEY = f"SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE id=?"
SELECT_PASSKEYS = f"SELECT {PASSKEY_COLUMNS} FROM passkeys WHERE account=? ORDER BY created"
UPDATE_PASSKEY = "UPDATE passkeys SET uses=?, seen=? WHERE id=?"
DELETE_PASSKEY = "DELETE FROM passkeys WHERE account=? AND id=?"
DELETE_PASSKEYS = "DELETE FROM passkeys WHERE account=?"
DELETE_ALL_OF = (
    "DELETE FROM rating_history WHERE account=?",
    "DELETE FROM ratings WHERE account=?",
    DELETE_LOGINS,
    DELETE_CODES,
    DELETE_PASSKEYS,
    DELETE_ACCOUNT,
)


class Account(Struct, frozen=True):
    """A person with a name of their own."""

    id: str
    """That of the guest who signed up."""
    name: str
    password: str
    """Its hash, in PHC form."""
    created: float
    """Seconds since 1970."""
    email: str = ""
    """Where a new password can be asked for; its owner has confirmed it."""


class Login(Struct, frozen=True):
    """A browser that is logged in, or a token of a program."""

    key: str
    """A hash of the secret."""
    account: str
    created: float
    seen: float
    label: str
    """What the browser says it is, or what its owner calls the token."""
    scopes: tuple[str, ...] | None = None
    """What a token may do; None for a browser, which may do everything."""


class Code(Struct, frozen=True):
    """What works once, for a short time: a code in a mail, or the question that a passkey answers."""

    key: str
    """A hash of the code."""
    purpose: str
    account: str
    """Whose it is; "" if nobody has said."""
    value: str
    expires: float


class Passkey(Struct, frozen=True):
    """A device that can log in to an account."""

    id: str
    account: str
    public_key: str
    """In base64, as its id is."""
    uses: int
    """How often the device says it was used; 0 if it does not count."""
    created: float
    seen: float
    label: str


class AccountStore(Protocol):
    """Where accounts are kept. When a method returns, what it changed is on disk."""

    async def add_account(self, account: Account) -> bool:
        """Adds an account; False if its id, or a name that looks alike, has been taken."""

    async def account(self, id: str) -> Account | None:
        """The account with an id."""

    async def account_named(self, name: str) -> Account | None:
        """The account with a name, whatever its capitals."""

    async def names(self) -> list[tuple[str, str]]:
        """The id and the name of every account."""

    async def set_password(self, id: str, password: str) -> None:
        """Replaces the hash of a password."""

    async def set_email(self, id: str, email: str) -> None:
        """Replaces the address of an account."""

    async def delete_account(self, id: str) -> None:
        """Deletes an account with all that belongs to it."""

    async def add_login(self, login: Login) -> None:
        """Adds a login."""

    async def login(self, key: str) -> Login | None:
        """The login with a key."""

    async def logins(self, account: str) -> list[Login]:
        """The logins of an account, last used first."""

    async def set_seen(self, key: str, seen: float) -> None:
        """Notes when a login was used."""

    async def delete_logins(self, keys: Sequence[str]) -> None:
        """Deletes logins."""

    async def delete_old_logins(self, before: float) -> None:
        """Deletes the browsers that have not been used since then."""

    async def add_code(self, code: Code) -> None:
        """Adds a code."""

    async def take_code(self, key: str) -> Code | None:
        """The code with a key, which does not work any more from now on."""

    async def delete_old_codes(self, before: float) -> None:
        """Deletes the codes that have expired by then."""

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Adds a passkey; False if its id has been taken."""

    async def passkey(self, id: str) -> Passkey | None:
        """The passkey with an id."""

    async def passkeys(self, account: str) -> list[Passkey]:
        """The passkeys of an account, oldest first."""

    async def use_passkey(self, id: str, uses: int, seen: float) -> None:
        """Notes that a passkey was used."""

    async def delete_passkey(self, account: str, id: str) -> None:
        """Deletes a passkey of an account."""


class SqlAccounts:
    """Accounts in the database of a store."""

    def __init__(self, store: SqlDatabase) -> None:
        self._store = store

    async def add_account(self, account: Account) -> bool:
        """Adds an account; False if its id, or a name that looks alike, has been taken."""
        name = account.name
        values = (account.id, name, fold(name), skeleton(name), account.password, account.created)
        return await self._add(INSERT_ACCOUNT, values)

    async def _add(self, statement: str, values: Sequence[Any]) -> bool:
        """Adds a row; False if there is such a row already."""
        try:
            await self._store.write([(statement, values)])
        except StoreConflict:
            return False
        return True

    async def account(self, id: str) -> Account | None:
        """The account with an id."""
        return await self._find("id=?", id)

    async def account_named(self, name: str) -> Account | None:
        """The account with a name, whatever its capitals."""
        return await self._find("folded=?", fold(name))

    async def _find(self, where: str, value: str) -> Account | None:
        rows = await self._store.select(SELECT_ACCOUNT + where, value)
        return Account(*rows[0]) if rows else None

    async def names(self) -> list[tuple[str, str]]:
        """The id and the name of every account."""
        return [(id, name) for id, name in await self._store.select(SELECT_NAMES)]

    async def set_password(self, id: str, password: str) -> None:
        """Replaces the hash of a password."""
        await self._store.write([(UPDATE_PASSWORD, (password, id))])

    async def set_email(self, id: str, email: str) -> None:
        """Replaces the address of an account."""
        await self._store.write([(UPDATE_EMAIL, (email, id))])

    async def delete_account(self, id: str) -> None:
        """Deletes an account with all that belongs to it."""
        await self._store.write([(statement, (id,)) for statement in DELETE_ALL_OF])

    async def add_login(self, login: Login) -> None:
        """Adds a login."""
        scopes = None if login.scopes is None else " ".join(login.scopes)
        values = (login.key, login.account, login.created, login.seen, login.label, scopes)
        await self._store.write([(INSERT_LOGIN, values)])

    async def login(self, key: str) -> Login | None:
        """The login with a key."""
        rows = await self._store.select(SELECT_LOGIN, key)
        return _login(*rows[0]) if rows else None

    async def logins(self, account: str) -> list[Login]:
        """The logins of an account, last used first."""
        return [_login(*row) for row in await self._store.select(SELECT_LOGINS, account)]

    async def set_seen(self, key: str, seen: float) -> None:
        """Notes when a login was used."""
        await self._store.write([(UPDATE_SEEN, (seen, key))])

    async def delete_logins(self, keys: Sequence[str]) -> None:
        """Deletes logins."""
        await self._store.write([(DELETE_LOGIN, (key,)) for key in keys])

    async def delete_old_logins(self, before: float) -> None:
        """Deletes the browsers that have not been used since then."""
        await self._store.write([(DELETE_OLD_LOGINS, (before,))])

    async def add_code(self, code: Code) -> None:
        """Adds a code."""
        await self._store.write([(DELETE_CODE, (_taken(code.key),)), (INSERT_CODE, astuple(code))])

    async def take_code(self, key: str) -> Code | None:
        """The code with a key, which does not work any more from now on."""
        rows = await self._store.select(SELECT_CODE, key)
        if not rows:
            return None
        code = Code(*rows[0])
        # Of those who found the code at the same time, in whatever process, one can leave this mark.
        mark = Code(_taken(key), "", code.account, "", code.expires)
        try:
            await self._store.write([(INSERT_CODE, astuple(mark)), (DELETE_CODE, (key,))])
        except StoreConflict:
            return None
        return code

    async def delete_old_codes(self, before: float) -> None:
        """Deletes the codes that have expired by then."""
        await self._store.write([(DELETE_OLD_CODES, (before,))])

    async def add_passkey(self, passkey: Passkey) -> bool:
        """Adds a passkey; False if its id has been taken."""
        return await self._add(INSERT_PASSKEY, astuple(passkey))

    async def passkey(self, id: str) -> Passkey | None:
        """The passkey with an id."""
        rows = await self._store.select(SELECT_PASSKEY, id)
        return Passkey(*rows[0]) if rows else None

    async def passkeys(self, account: str) -> list[Passkey]:
        """The passkeys of an account, oldest first."""
        return [Passkey(*row) for row in await self._store.select(SELECT_PASSKEYS, account)]

    async def use_passkey(self, id: str, uses: int, seen: float) -> None:
        """Notes that a passkey was used."""
        await self._store.write([(UPDATE_PASSKEY, (uses, seen, id))])

    async def delete_passkey(self, account: str, id: str) -> None:
        """Deletes a passkey of an account."""
        await self._store.write([(DELETE_PASSKEY, (account, id))])


def _taken(key: str) -> str:
    """The key of the mark that a code has been taken; no hash looks like it."""
    return f"taken {key}"


def _login(key: str, account: str, created: float, seen: float, label: str, scopes: str | None) -> Login:
    return Login(key, account, created, seen, label, None if scopes is None else tuple(scopes.split()))
