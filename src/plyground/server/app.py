"""The application: the socket, the HTTP routes and the page, put together as one ASGI callable."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from starlette.exceptions import HTTPException

from plyground.errors import PlygroundError
from plyground.server.access import Access
from plyground.server.account_routes import account_routes
from plyground.server.accounts.account_store import SqlAccounts
from plyground.server.accounts.accounts import Accounts
from plyground.server.accounts.identity import LOGGED_IN, Identity
from plyground.server.accounts.mail import Mailer
from plyground.server.accounts.passkeys import Passkeys
from plyground.server.accounts.recovery import Recovery
from plyground.server.api import HttpApi, refuse
from plyground.server.bots import BotRunner
from plyground.server.connections import Connections, client_address
from plyground.server.lichess.routes import LichessApi
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.login_routes import login_routes
from plyground.server.metrics import GaugeSpec
from plyground.server.operator_routes import operator_routes
from plyground.server.page import PageFiles
from plyground.server.rating_routes import rating_routes
from plyground.server.ratings.keeper import RatingKeeper
from plyground.server.ratings.rating_store import SqlRatings
from plyground.server.routes import table_routes
from plyground.server.services.page_services import PageServices
from plyground.server.socket import PATH, Receive, Scope, Send, SocketEndpoint
from plyground.server.store import Store
from plyground.server.stores import open_store
from plyground.server.table_ratings import TableRatings
from plyground.server.table_registry import TableRegistry

API = ("/api/", "/game/")
"""Where the paths begin that people are recognized at."""

OPERATOR = "/api/operator"


@dataclass(frozen=True, slots=True)
class Extras:
    """What a server has besides its tables."""

    bots: BotRunner | None = None
    services: PageServices | None = None
    gauges: Sequence[GaugeSpec] = ()
    """Values that operators may watch."""


Extend: TypeAlias = Callable[[Store], Awaitable[Extras]]
"""Makes the extras on the event loop when the server starts."""


class PlayServer:
    """The server as an ASGI application. It opens its store when it starts and closes it when it ends.

    The store is a file, or a database with the address `postgresql://...`.
    """

    def __init__(
        self,
        place: Path | str,
        *,
        limits: ServerLimits | None = None,
        access: Access | None = None,
        proxies: Sequence[str] = (),
        mailer: Mailer | None = None,
        extend: Extend | None = None,
    ) -> None:
        self._place = place
        self._limits = limits or ServerLimits()
        self._access = access or Access()
        self._proxies = proxies
        self._mailer = mailer
        self._extend = extend
        self.failure: PlygroundError | None = None
        """Why the server could not start."""
        self.registry: TableRegistry
        self.connections: Connections
        self.accounts: Accounts
        self._identity: Identity
        self._endpoint: SocketEndpoint
        self._lichess: LichessApi
        self._api: HttpApi

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves a request, a socket, or the lifespan of the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        error = self._access.error(scope)
        if error is not None:
            LOG.warning("no access", code=error.code, client=scope.get("client"), **error.arguments)
            await refuse(error, scope, receive, send)
            return
        try:
            # Whoever is banned cannot keep the operator out, who may share the address.
            if not scope["path"].startswith(OPERATOR):
                self.registry.moderation.check_address(client_address(scope))
            await self._recognize(scope)
        except PlygroundError as refused:
            await refuse(refused, scope, receive, send)
            return
        if scope["type"] == "http":
            await self._api(scope, receive, send)
        elif scope["path"] == PATH:
            await self._endpoint(scope, receive, send)
        else:
            await refuse(HTTPException(404), scope, receive, send)

    async def _recognize(self, scope: Scope) -> None:
        """Finds out who is logged in; raises `PlygroundError` if they may not do this."""
        if scope["path"].startswith(API):
            await self._identity(scope)
        elif scope["path"] == PATH:
            await self._identity(scope)
            if scope[LOGGED_IN] is not None:
                scope[LOGGED_IN].needs("play")
        if (logged_in := scope.get(LOGGED_IN)) is not None:
            self.registry.moderation.check_person(logged_in.account.id)

    async def start(self) -> None:
        """Opens everything."""
        page = PageFiles()
        if not page.is_built:
            LOG.warning("the page has not been built", advice="run `make page`, or install a released wheel")
        store = await open_store(self._place)
        extras = await self._extend(store) if self._extend is not None else Extras()
        self.registry = TableRegistry(store, self._limits, bots=extras.bots, services=extras.services)
        self.registry.page_build = page.build
        self.registry.metrics.add(*extras.gauges)
        is_exempt = self.registry.moderation.is_exempt
        self.connections = Connections(self._limits, self.registry.time, self._proxies, is_exempt)
        self.registry.metrics.add(GaugeSpec("connections", "Open connections.", lambda: len(self.connections)))
        if extras.services is not None:
            extras.services.exempt(is_exempt)
        self._endpoint = SocketEndpoint(self.registry)
        self.accounts = Accounts(SqlAccounts(store), self.registry.guests, self._limits, self.registry.time, is_exempt)
        self._lichess = LichessApi(self.registry)
        self.accounts.on_logged_out = self._close_all_of
        if (peers := self.registry.peers) is not None:
            self.accounts.on_changed, self.accounts.on_ended = peers.account_changed, peers.logins_ended
            peers.on_account, peers.on_logged_out = self.accounts.learn, self._close_all_of
            peers.on_gap = lambda: self.accounts.learn_all({*self._endpoint.logins, *self._lichess.logins})
        await self.accounts.start()
        ratings = RatingKeeper(SqlRatings(store), self.registry.time, self._limits)
        table_ratings = TableRatings(self.registry, ratings)
        self._identity = Identity(self.accounts)
        recovery = Recovery(self.accounts, self._mailer, self._limits, self.registry.time)
        passkeys = Passkeys(self.accounts, self._limits, self.registry.time)
        routes = [
            *table_routes(self.registry, self._access),
            *account_routes(self.accounts, store, ratings.store),
            *rating_routes(ratings, self.accounts, self.registry.time),
            *self._lichess.routes,
            *login_routes(self.accounts, recovery, passkeys),
            *(extras.services.routes if extras.services else ()),
        ]
        if extras.services is not None and extras.services.operator is not None:
            routes += operator_routes(self.registry, extras.services, extras.services.operator)
        self._api = HttpApi(routes, page, self._limits.body_bytes)
        self.registry.start()
        table_ratings.start()
        self.connections.start()

    def prepare_to_stop(self) -> None:
        """Lets go of clients who must wait, so that the server need not wait for them."""
        self._endpoint.closing.set()
        self._lichess.close()

    def _close_all_of(self, login: str) -> None:
        """Ends what is open of a login that is not valid any more."""
        self._endpoint.close_all_of(login)
        self._lichess.close_all_of(login)

    async def stop(self) -> None:
        """Closes everything; all acknowledged changes are already on disk."""
        self.accounts.close()
        if self._mailer is not None:
            self._mailer.close()
        await self.registry.close()
        LOG.info("stopped")

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        try:
            await self.start()
        except PlygroundError as error:
            self.failure = error
            await send({"type": "lifespan.startup.failed", "message": ""})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.stop()
        await send({"type": "lifespan.shutdown.complete"})
