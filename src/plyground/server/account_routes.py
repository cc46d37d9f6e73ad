"""HTTP routes of accounts."""

from __future__ import annotations

from time import time

from starlette.requests import Request
from starlette.responses import Response

from plyground.errors import ServiceRefused
from plyground.server.accounts.accounts import Accounts, LoggedIn
from plyground.server.accounts.identity import set_cookie
from plyground.server.api import ApiRoute, address_of, get, json_response, logged_in_from, post
from plyground.server.names import fold
from plyground.server.rating_routes import rating_entry, rating_point
from plyground.server.ratings.rating_store import RatingStore
from plyground.server.store import Store
from plyground.server.wire import accounts as wire

MAX_EXPORTED = 1_000_000
"""The most tables that an export lists: all of them."""


def account_routes(accounts: Accounts, store: Store, ratings: RatingStore) -> list[ApiRoute]:
    """The routes, bound to the accounts of a server."""

    async def sign_up(request: Request, body: wire.SignUp) -> Response:
        address, browser = address_of(request), browser_of(request)
        _, secret = await accounts.sign_up(body.name, body.password, body.token, address, browser)
        return await welcome(accounts, request, secret, 201)

    async def log_in(request: Request, body: wire.LogIn) -> Response:
        _, secret = await accounts.log_in(body.name, body.password, address_of(request), browser_of(request))
        return await welcome(accounts, request, secret)

    async def log_out(request: Request, body: wire.LogOut) -> Response:
        logged_in = owner_from(request)
        response = json_response(wire.Done())
        if body.others:
            await accounts.log_out_others(logged_in)
        else:
            await accounts.log_out(logged_in)
            set_cookie(request, response, "")
        return response

    async def change_password(request: Request, body: wire.ChangePassword) -> wire.Done:
        await accounts.change_password(owner_from(request), body.old, body.new, address_of(request))
        return wire.Done()

    async def delete(request: Request, body: wire.DeleteAccount) -> Response:
        await accounts.delete(owner_from(request), body.password, address_of(request))
        response = json_response(wire.Done())
        set_cookie(request, response, "")
        return response

    async def create_token(request: Request, body: wire.CreateToken) -> wire.CreatedToken:
        scopes = tuple(dict.fromkeys(body.scopes))
        return wire.CreatedToken(token=await accounts.add_token(owner_from(request), body.label, scopes))

    async def revoke(request: Request, body: wire.RevokeLogin) -> wire.Done:
        await accounts.revoke(owner_from(request), body.key)
        return wire.Done()

    async def show(request: Request) -> wire.AccountView:
        return await _view(accounts, _reader(request))

    async def export(request: Request) -> wire.PersonalData:
        logged_in = _reader(request)
        id = logged_in.account.id
        return wire.PersonalData(
            account=await _view(accounts, logged_in),
            tables=await store.tables_of(id, MAX_EXPORTED),
            games=len(await store.games_of(id, MAX_EXPORTED)),
            ratings=[rating_entry(one, time()) for one in await ratings.ratings_of(id, MAX_EXPORTED)],
            rating_history=[rating_point(one) for one in await ratings.history_of(id, MAX_EXPORTED)],
        )

    return [
        post("/api/account", "Sign up", wire.SignUp, wire.AccountView, sign_up, status=201),
        get("/api/account", "The account of a browser or a token", wire.AccountView, show, is_personal=True),
        post("/api/account/login", "Log in", wire.LogIn, wire.AccountView, log_in),
        post("/api/account/logout", "Log out, here or everywhere else", wire.LogOut, wire.Done, log_out),
        post("/api/account/password", "Change the password", wire.ChangePassword, wire.Done, change_password),
        post("/api/account/delete", "Delete the account", wire.DeleteAccount, wire.Done, delete),
        post(
            "/api/account/tokens",
            "Create a token",
            wire.CreateToken,
            wire.CreatedToken,
            create_token,
            status=201,
        ),
        post("/api/account/revoke", "Log a browser out, or end a token", wire.RevokeLogin, wire.Done, revoke),
        get(
            "/api/account/export",
            "Everything that is kept about a person",
            wire.PersonalData,
            export,
            is_personal=True,
        ),
    ]


async def welcome(accounts: Accounts, request: Request, secret: str, status: int = 200) -> Response:
    """Shows a browser the account that it is now logged in to, and lets it keep its secret."""
    logged_in = await accounts.by_browser(secret)
    assert logged_in is not None
    response = json_response(await _view(accounts, logged_in), status)
    set_cookie(request, response, secret)
    return response


def _reader(request: Request) -> LoggedIn:
    """Who asks to see what is theirs."""
    logged_in = logged_in_from(request)
    if logged_in is None:
        raise ServiceRefused("account_needed")
    logged_in.needs("read")
    return logged_in


def owner_from(request: Request) -> LoggedIn:
    """Who asks to change their account, which no token may do."""
    logged_in = _reader(request)
    logged_in.needs("")
    return logged_in


def browser_of(request: Request) -> str:
    """What a browser says it is."""
    return request.headers.get("user-agent", "")


async def _view(accounts: Accounts, logged_in: LoggedIn) -> wire.AccountView:
    account = logged_in.account
    return wire.AccountView(
        id=fold(account.name),
        guest=account.id,
        name=account.name,
        username=account.name,
        title="" if logged_in.login.scopes is None else "BOT",
        created=account.created,
        createdAt=round(account.created * 1000),
        logins=[
            wire.LoginEntry(
                key=login.key,
                kind="browser" if login.scopes is None else "token",
                label=login.label,
                scopes=list(login.scopes or ()),
                created=login.created,
                seen=login.seen,
                is_current=login.key == logged_in.login.key,
            )
            for login in await accounts.store.logins(account.id)
        ],
        email=account.email,
        passkeys=[
            wire.PasskeyEntry(id=passkey.id, label=passkey.label, created=passkey.created, seen=passkey.seen)
            for passkey in await accounts.store.passkeys(account.id)
        ],
    )
