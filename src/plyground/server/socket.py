"""The socket: one ASGI WebSocket endpoint, beside the HTTP routes and without their overhead."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from plyground.server.house import House
from plyground.server.log import LOG
from plyground.server.outbox import Outbox, Send
from plyground.server.session import Session

Scope: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[dict[str, Any]]]

PATH = "/socket"
POLICY_VIOLATION, TRY_LATER = 1008, 1013
"""Codes with which a socket is closed (RFC 6455, 7.4.1)."""


class SocketDoor:
    """Lets clients in, up to the limits, and only from pages of this server or from programs."""

    def __init__(self, house: House, origins: Iterable[str] = ()) -> None:
        self._house = house
        self._origins = frozenset(origins)
        self._addresses: dict[str, int] = {}
        house.metrics.gauges["open_sockets"] = lambda: sum(self._addresses.values())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection until it ends."""
        await receive()
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        address = scope["client"][0] if scope.get("client") else ""
        if not self.is_own_origin(headers.get(b"origin"), headers.get(b"host", "")):
            LOG.warning("foreign origin", address=address, origin=headers.get(b"origin"))
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        limits = self._house.limits
        here = self._addresses.get(address, 0)
        if here >= limits.sockets_per_address or sum(self._addresses.values()) >= limits.sockets:
            LOG.warning("too many sockets", address=address)
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        self._addresses[address] = here + 1
        try:
            await send({"type": "websocket.accept"})
            await self._serve(address, receive, send)
        finally:
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def _serve(self, address: str, receive: Receive, send: Send) -> None:
        outbox = Outbox(send, self._house.limits.outbox, lambda: session.resync())
        session = Session(self._house, outbox.put, address)
        try:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return
                text = message.get("text")
                if not session.receive(message["bytes"] if text is None else text):
                    await send({"type": "websocket.close", "code": POLICY_VIOLATION})
                    return
        finally:
            outbox.close()
            session.close()

    def is_own_origin(self, origin: str | None, host: str) -> bool:
        """Whether a page may connect: one of ours, one the operator allows, or no page at all but a program."""
        if origin is None or origin in self._origins:
            return True
        try:
            return urlsplit(origin).netloc.lower() == host.lower()
        except ValueError:
            return False
