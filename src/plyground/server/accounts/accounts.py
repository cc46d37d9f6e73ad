"""Accounts: signing up, logging in and out, and who a secret belongs to."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import blake2b

from plyground.errors import ServiceRefused
from plyground.server.accounts.account_store import Account, AccountStore, Code, Login
from plyground.server.accounts.passwords import Passwords, check_new
from plyground.server.guests import Guests, guest_of, new_token
from plyground.server.limits import ServerLimits
from plyground.server.names import fold
from plyground.server.timing import IsExempt, TimeSource, TokenBuckets, nobody

SECRET_BYTES = 32
TOKEN_PREFIX = "ply_"
"""By it people, and programs that look for leaks, recognize a token."""
SCOPES = ("read", "play")
"""What a token may be allowed to do: to see what only its owner may see, and to play."""
MAX_LOGINS = 50
"""Browsers and tokens of one account; beyond that the browser that was used least recently is logged out."""
MAX_LABEL_LENGTH = 200
FORGOTTEN_AFTER_S = 90 * 86_400.0
"""A browser that was not used for this long is logged out."""
NOTED_AFTER_S = 3_600.0
"""How often it is noted that a login is used."""
HOUR_S = 3_600.0
SHARED_ADDRESSES = 10
"""An account may be tried with this many times more passwords than an address may try."""


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """An account, and by which login."""

    account: Account
    login: Login

    def needs(self, scope: str) -> None:
        """Raises `ServiceRefused` if the login may not do something; "" is what only a browser may do."""
        if self.login.scopes is not None and scope not in self.login.scopes:
            raise ServiceRefused("scope_missing", scope=scope) if scope else ServiceRefused("browser_only")


class Accounts:
    """The accounts of a server."""

    def __init__(
        self,
        store: AccountStore,
        guests: Guests,
        limits: ServerLimits,
        time: TimeSource,
        is_exempt: IsExempt = nobody,
    ) -> None:
        self.store = store
        self.on_logged_out: Callable[[str], None] = lambda key: None
        """Gets the key of a login that is not valid any more."""
        self.on_changed: Callable[[str], None] = lambda id: None
        """Gets the id of an account that was made or deleted here."""
        self.on_ended: Callable[[list[str]], None] = lambda keys: None
        """Gets the keys of logins that were ended here."""
        self._guests = guests
        self._time = time
        self._passwords = Passwords()
        passwords = limits.passwords_per_hour
        self._sign_ups = TokenBuckets(limits.sign_ups_per_hour / HOUR_S, limits.sign_ups_per_hour, is_exempt)
        self._by_address = TokenBuckets(passwords / HOUR_S, passwords, is_exempt)
        """Passwords that may be tried from a network address."""
        self._by_name = TokenBuckets(SHARED_ADDRESSES * passwords / HOUR_S, SHARED_ADDRESSES * passwords)
        """Passwords that may be tried for an account."""

    async def start(self) -> None:
        """Reserves the names of all accounts, and forgets browsers that are not used any more."""
        for id, name in await self.store.names():
            self._guests.add_account(id, name)
        await self.store.delete_old_logins(self._time.time_of_day() - FORGOTTEN_AFTER_S)

    def close(self) -> None:
        """Ends what runs in the background."""
        self._passwords.close()

    # --- signing up, in and out ---

    async def sign_up(self, name: str, password: str, token: str, address: str, browser: str) -> tuple[Account, str]:
        """Makes an account of the guest with a token and logs in; returns the browser's secret as well."""
        # Somebody who has an account, or none of ours, becomes a new person.
        id = guest_of(token) if token else ""
        if not id or self._guests.has_account(id):
            id = guest_of(new_token())
        name = self._guests.check_name(id, name)
        check_new(password, name)
        self._take(self._sign_ups, address)
        account = Account(id, name, await self._passwords.hash(password), self._time.time_of_day())
        if not await self.store.add_account(account):
            raise ServiceRefused("name_taken", name=name)
        self._guests.add_account(id, name)
        self.on_changed(id)
        return account, await self.add_login(account, browser)

    async def log_in(self, name: str, password: str, address: str, browser: str) -> tuple[Account, str]:
        """Logs a browser in; returns its secret as well."""
        account = await self.store.account_named(name)
        await self._check_password(account, password, name, address)
        assert account is not None
        return account, await self.add_login(account, browser)

    async def log_out(self, logged_in: LoggedIn) -> None:
        """Ends a login."""
        await self._end([logged_in.login.key])

    async def log_out_others(self, logged_in: LoggedIn) -> None:
        """Ends every other login of an account, tokens included."""
        logins = await self.store.logins(logged_in.account.id)
        await self._end([login.key for login in logins if login.key != logged_in.login.key])

    async def revoke(self, logged_in: LoggedIn, key: str) -> None:
        """Ends one login of the account."""
        if key not in {login.key for login in await self.store.logins(logged_in.account.id)}:
            raise ServiceRefused("login_unknown")
        await self._end([key])

    async def change_password(self, logged_in: LoggedIn, old: str, new: str, address: str) -> None:
        """Replaces the password and logs everyone else out."""
        await self.check_password(logged_in, old, address)
        await self.set_password(logged_in.account, new)
        await self.log_out_others(logged_in)

    async def set_password(self, account: Account, password: str) -> None:
        """Replaces the password of an account."""
        check_new(password, account.name)
        await self.store.set_password(account.id, await self._passwords.hash(password))

    async def delete(self, logged_in: LoggedIn, password: str, address: str) -> None:
        """Deletes an account; the games stay with those who played them."""
        account = logged_in.account
        await self.check_password(logged_in, password, address)
        logins = await self.store.logins(account.id)
        await self.store.delete_account(account.id)
        self._guests.remove_account(account.id)
        self.on_changed(account.id)
        self._say_ended([login.key for login in logins])

    async def learn(self, id: str) -> None:
        """Another process has made or deleted an account."""
        account = await self.store.account(id)
        if account is None:
            self._guests.remove_account(id)
        else:
            self._guests.add_account(id, account.name)

    async def learn_all(self, keys: Iterable[str]) -> None:
        """Makes up for what other processes may have told in vain; the keys are of logins that are in use here."""
        names = dict(await self.store.names())
        for id in self._guests.accounts - names.keys():
            self._guests.remove_account(id)
        for id, name in names.items():
            self._guests.add_account(id, name)
        for key in keys:
            if await self.store.login(key) is None:
                self.on_logged_out(key)

    async def log_out_everywhere(self, account: Account) -> None:
        """Ends every login of an account, tokens included."""
        await self._end([login.key for login in await self.store.logins(account.id)])

    async def check_password(self, logged_in: LoggedIn, password: str, address: str) -> None:
        """Raises `ServiceRefused` if it is not the password of the account."""
        await self._check_password(logged_in.account, password, logged_in.account.name, address)

    async def add_token(self, logged_in: LoggedIn, label: str, scopes: tuple[str, ...]) -> str:
        """A new token for a program; only its hash is kept, so it can be shown this once."""
        return TOKEN_PREFIX + await self.add_login(logged_in.account, label, scopes)

    # --- who is it? ---

    async def by_browser(self, secret: str) -> LoggedIn | None:
        """Whose browser has a secret."""
        found = await self._by_key(key_of(secret))
        return found if found is not None and found.login.scopes is None else None

    async def by_token(self, token: str) -> LoggedIn | None:
        """Whose program has a token."""
        found = await self._by_key(key_of(token.removeprefix(TOKEN_PREFIX)))
        return found if found is not None and found.login.scopes is not None else None

    def is_outdated(self, token: str) -> bool:
        """Whether a guest's token is that of somebody who has an account by now, and so opens nothing any more."""
        try:
            return self._guests.has_account(guest_of(token))
        except ServiceRefused:
            return False

    async def _by_key(self, key: str) -> LoggedIn | None:
        login = await self.store.login(key)
        now = self._time.time_of_day()
        if login is None or (login.scopes is None and login.seen < now - FORGOTTEN_AFTER_S):
            return None
        account = await self.store.account(login.account)
        if account is None:
            return None
        if login.seen < now - NOTED_AFTER_S:
            await self.store.set_seen(key, now)
        return LoggedIn(account, login)

    # --- codes ---

    async def add_code(self, purpose: str, account: str, value: str, lasts_s: float, code: str = "") -> str:
        """A code that works once, for a while; a new one unless it is given."""
        code, now = code or secrets.token_urlsafe(SECRET_BYTES), self._time.time_of_day()
        await self.store.delete_old_codes(now)
        await self.store.add_code(Code(key_of(code), purpose, account, value, now + lasts_s))
        return code

    async def take_code(self, purpose: str, code: str) -> Code:
        """What was noted with a code, which does not work again; raises `ServiceRefused` if it is not valid."""
        found = await self.store.take_code(key_of(code))
        if found is None or found.purpose != purpose or found.expires < self._time.time_of_day():
            raise ServiceRefused("code_invalid")
        return found

    # --- parts of them ---

    async def _check_password(self, account: Account | None, password: str, name: str, address: str) -> None:
        self._take(self._by_address, address)
        self._take(self._by_name, fold(name))
        if not await self._passwords.is_right(password, None if account is None else account.password):
            raise ServiceRefused("password_wrong")

    async def add_login(self, account: Account, label: str, scopes: tuple[str, ...] | None = None) -> str:
        secret, now = secrets.token_urlsafe(SECRET_BYTES), self._time.time_of_day()
        logins = await self.store.logins(account.id)
        if scopes is not None and sum(login.scopes is not None for login in logins) >= MAX_LOGINS:
            raise ServiceRefused("tokens_full", most=MAX_LOGINS)
        browsers = [login.key for login in logins if login.scopes is None]
        if scopes is None and len(browsers) >= MAX_LOGINS:
            await self._end(browsers[MAX_LOGINS - 1 :])
        await self.store.add_login(Login(key_of(secret), account.id, now, now, label[:MAX_LABEL_LENGTH], scopes))
        return secret

    async def _end(self, keys: list[str]) -> None:
        await self.store.delete_logins(keys)
        self._say_ended(keys)

    def _say_ended(self, keys: list[str]) -> None:
        for key in keys:
            self.on_logged_out(key)
        self.on_ended(keys)

    def _take(self, attempts: TokenBuckets, key: str) -> None:
        if not attempts.take(key, self._time.now_ms()):
            raise ServiceRefused("too_many_attempts")


def key_of(secret: str) -> str:
    """What the store keeps of a secret; the secret cannot be derived from it."""
    return blake2b(secret.encode(), digest_size=24, person=b"login").hexdigest()
