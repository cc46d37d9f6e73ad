"""Recovery: an address that its owner has confirmed, and a new password by mail."""

from __future__ import annotations

import asyncio

from plyground.errors import ServiceRefused
from plyground.locale import in_language
from plyground.server.accounts.accounts import HOUR_S, Accounts, LoggedIn
from plyground.server.accounts.mail import Mailer
from plyground.server.limits import ServerLimits
from plyground.server.timing import TimeSource, TokenBuckets

CONFIRMED, RESET = "confirm", "reset"
"""The purposes of codes in mails."""
CODE_LASTS_S = HOUR_S
MAILS_PER_HOUR = 5
"""To one account, so that nobody is flooded with mail."""


class Recovery:
    """What accounts do by mail."""

    def __init__(self, accounts: Accounts, mailer: Mailer | None, limits: ServerLimits, time: TimeSource) -> None:
        self._accounts = accounts
        self._mailer = mailer
        self._time = time
        self._to_account = TokenBuckets(MAILS_PER_HOUR / HOUR_S, MAILS_PER_HOUR)
        self._from_address = TokenBuckets(limits.mails_per_hour / HOUR_S, limits.mails_per_hour)
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_available(self) -> bool:
        """Whether mail can be sent."""
        return self._mailer is not None

    async def set_email(
        self, logged_in: LoggedIn, email: str, password: str, address: str, site: str, language: str
    ) -> None:
        """Sends a code to an address, which is used when it is confirmed; "" forgets the address at once."""
        await self._accounts.check_password(logged_in, password, address)
        account = logged_in.account
        if not email:
            await self._accounts.store.set_email(account.id, "")
            return
        self._take(self._from_address, address)
        self._take(self._to_account, account.id)
        code = await self._accounts.add_code(CONFIRMED, account.id, email, CODE_LASTS_S)
        await self._send(CONFIRMED, email, account.name, f"{site}/#/account/confirm/{code}", language)

    async def confirm(self, code: str) -> None:
        """Notes the address that a code was sent to."""
        found = await self._accounts.take_code(CONFIRMED, code)
        await self._accounts.store.set_email(found.account, found.value)

    def forgot(self, name: str, address: str, site: str, language: str) -> None:
        """Sends a code to the owner of an account, if they have an address.

        The answer does not wait for it, so nobody finds out by asking who has an account or an address.
        """
        if self._mailer is None:
            raise ServiceRefused("mail_missing")
        self._take(self._from_address, address)
        task = asyncio.get_running_loop().create_task(self._send_reset(name, site, language))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_reset(self, name: str, site: str, language: str) -> None:
        account = await self._accounts.store.account_named(name)
        if account is None or not account.email or not self._to_account.take(account.id, self._time.now_ms()):
            return
        code = await self._accounts.add_code(RESET, account.id, "", CODE_LASTS_S)
        try:
            await self._send(RESET, account.email, account.name, f"{site}/#/account/reset/{code}", language)
        except ServiceRefused:
            # It is in the log; the person can only try again.
            return

    async def reset(self, code: str, password: str, browser: str) -> str:
        """Replaces the password, logs everyone out and this browser in; returns its secret."""
        found = await self._accounts.take_code(RESET, code)
        account = await self._accounts.store.account(found.account)
        if account is None:
            raise ServiceRefused("code_invalid")
        try:
            await self._accounts.set_password(account, password)
        except ServiceRefused:
            # A password that was not accepted must not cost the code.
            lasts_s = found.expires - self._time.time_of_day()
            await self._accounts.add_code(RESET, account.id, "", lasts_s, code)
            raise
        await self._accounts.log_out_everywhere(account)
        return await self._accounts.add_login(account, browser)

    async def _send(self, purpose: str, email: str, name: str, link: str, language: str) -> None:
        if self._mailer is None:
            raise ServiceRefused("mail_missing")
        arguments = {"name": name, "link": link}
        await self._mailer.send(
            email,
            in_language("mail", f"{purpose}.subject", arguments, language),
            in_language("mail", f"{purpose}.text", arguments, language),
        )

    def _take(self, mails: TokenBuckets, key: str) -> None:
        if not mails.take(key, self._time.now_ms()):
            raise ServiceRefused("too_many_attempts")
