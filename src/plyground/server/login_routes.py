"""HTTP routes of other ways to log in: by mail, for those who forgot their password, and with a passkey."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from plyground.errors import ServiceRefused
from plyground.server.account_routes import browser_of, owner_from, welcome
from plyground.server.accounts.accounts import Accounts
from plyground.server.accounts.passkeys import Passkeys
from plyground.server.accounts.recovery import Recovery
from plyground.server.api import ApiRoute, address_of, get, post
from plyground.server.wire import accounts as wire


def login_routes(accounts: Accounts, recovery: Recovery, passkeys: Passkeys) -> list[ApiRoute]:
    """The routes, bound to the accounts of a server."""

    async def ways(request: Request) -> wire.LoginWays:
        return wire.LoginWays(passkeys=passkeys.is_available, mail=recovery.is_available)

    async def set_email(request: Request, body: wire.SetEmail) -> wire.Done:
        owner, address, site = owner_from(request), address_of(request), _site(request)
        await recovery.set_email(owner, body.email, body.password, address, site, body.language)
        return wire.Done()

    async def confirm(request: Request, body: wire.ConfirmEmail) -> wire.Done:
        await recovery.confirm(body.code)
        return wire.Done()

    async def forgot(request: Request, body: wire.ForgotPassword) -> wire.Done:
        recovery.forgot(body.name, address_of(request), _site(request), body.language)
        return wire.Done()

    async def reset(request: Request, body: wire.ResetPassword) -> Response:
        return await welcome(accounts, request, await recovery.reset(body.code, body.password, browser_of(request)))

    async def registration_options(request: Request, body: wire.NoOptions) -> wire.PasskeyOptions:
        owner, site = owner_from(request), _site(request)
        return wire.PasskeyOptions(options=await passkeys.registration_options(owner, site, address_of(request)))

    async def add(request: Request, body: wire.AddPasskey) -> wire.Done:
        await passkeys.add(owner_from(request), body.credential, browser_of(request), _site(request))
        return wire.Done()

    async def remove(request: Request, body: wire.RemovePasskey) -> wire.Done:
        await passkeys.remove(owner_from(request), body.id)
        return wire.Done()

    async def login_options(request: Request, body: wire.NoOptions) -> wire.PasskeyOptions:
        return wire.PasskeyOptions(options=await passkeys.login_options(_site(request), address_of(request)))

    async def log_in(request: Request, body: wire.PasskeyLogIn) -> Response:
        secret = await passkeys.log_in(body.credential, _site(request), browser_of(request))
        return await welcome(accounts, request, secret)

    path = "/api/account"
    return [
        get(f"{path}/ways", "What this server offers besides passwords", wire.LoginWays, ways),
        post(f"{path}/email", "Set the address", wire.SetEmail, wire.Done, set_email),
        post(f"{path}/email/confirm", "Confirm the address", wire.ConfirmEmail, wire.Done, confirm),
        post(f"{path}/forgot", "Ask for a mail with a code", wire.ForgotPassword, wire.Done, forgot),
        post(f"{path}/reset", "Set a new password by a code", wire.ResetPassword, wire.AccountView, reset),
        post(
            f"{path}/passkeys/options",
            "Begin to add a passkey",
            wire.NoOptions,
            wire.PasskeyOptions,
            registration_options,
        ),
        post(f"{path}/passkeys", "Add a passkey", wire.AddPasskey, wire.Done, add, status=201),
        post(f"{path}/passkeys/remove", "Remove a passkey", wire.RemovePasskey, wire.Done, remove),
        post(
            f"{path}/passkeys/login/options",
            "Begin to log in with a passkey",
            wire.NoOptions,
            wire.PasskeyOptions,
            login_options,
        ),
        post(f"{path}/passkeys/login", "Log in with a passkey", wire.PasskeyLogIn, wire.AccountView, log_in),
    ]


def _site(request: Request) -> str:
    """The site whose page asks; `Access` has checked that it is ours. Programs have none."""
    site: str | None = request.headers.get("origin")
    if site is None:
        raise ServiceRefused("browser_only")
    return site
