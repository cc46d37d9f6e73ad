"""The socket: one ASGI WebSocket endpoint, separate from the HTTP routes and without their overhead."""

from __future__ import annotations

import asyncio
import types
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from contextlib import suppress
from typing import Any, TypeAlias

from plyground.errors import ServiceRefused
from plyground.server.accounts.identity import LOGGED_IN
from plyground.server.api import refuse
from plyground.server.connections import WRITE, client_address
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.metrics import GaugeSpec
from plyground.server.session import Address, Session
from plyground.server.table_registry import TableRegistry

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Coroutine[Any, Any, None]]
"""How ASGI receives and sends."""

PATH = "/socket"
POLICY_VIOLATION = 1008
"""The code with which a socket is closed (RFC 6455, 7.4.1)."""


class SocketEndpoint:
    """Accepts clients, up to the limits."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._addresses: dict[str, Address] = {}
        self._open = 0
        self._by_login: dict[str, set[Send]] = {}
        """The sockets of accounts, by the key of the login."""
        self._time = registry.time
        self.closing = asyncio.Event()
        """Set when the server is about to stop, so that clients who must wait need not."""
        registry.metrics.add(GaugeSpec("open_sockets", "Open sockets.", lambda: self._open))
        registry.on_sweep.append(self._forget_addresses)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection until it ends."""
        await receive()
        address = client_address(scope)
        limits = self._registry.limits
        here = self._addresses.get(address)
        if here is None:
            here = self._addresses[address] = Address(limits, self._time.now_ms())
        is_greedy = here.sockets >= limits.sockets_per_address and not self._registry.moderation.is_exempt(address)
        if is_greedy or self._open >= limits.sockets:
            LOG.warning("too many sockets", address=address)
            await refuse(ServiceRefused("sockets_full"), scope, receive, send)
            return
        here.sockets += 1
        self._open += 1
        try:
            await send({"type": "websocket.accept"})
            await self._serve(address, here, scope, receive, send)
        finally:
            here.sockets -= 1
            self._open -= 1

    async def _serve(self, address: str, here: Address, scope: Scope, receive: Receive, send: Send) -> None:
        outbox = Outbox(send, self._registry.limits, lambda: session.resync(), scope.get(WRITE))
        logged_in = scope.get(LOGGED_IN)
        session = Session(self._registry, outbox.put, address, here, logged_in)
        if logged_in is not None:
            self._by_login.setdefault(logged_in.login.key, set()).add(send)

        def close_if_silent() -> None:
            if not session.guest:
                LOG.info("no hello", address=address)
                _close(send, POLICY_VIOLATION)

        hello_timer = self._time.call_later(self._registry.limits.hello_s * 1000, close_if_silent)
        try:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return
                text = message.get("text")
                if not session.receive(message["bytes"] if text is None else text, message.get("arrived_ms")):
                    await send({"type": "websocket.close", "code": POLICY_VIOLATION})
                    return
                if wait_ms := session.debt_ms():
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self.closing.wait(), wait_ms / 1000)
                        return
        finally:
            hello_timer.cancel()
            outbox.close()
            session.close()
            if logged_in is not None:
                self._by_login.get(logged_in.login.key, set()).discard(send)

    @property
    def logins(self) -> tuple[str, ...]:
        """The keys of the logins whose sockets are open."""
        return tuple(self._by_login)

    def close_all_of(self, login: str) -> None:
        """Closes the sockets of a login that is not valid any more."""
        for send in self._by_login.pop(login, ()):
            _close(send, POLICY_VIOLATION)

    def _forget_addresses(self) -> None:
        now_ms = self._time.now_ms()
        self._by_login = {login: sockets for login, sockets in self._by_login.items() if sockets}
        for address in [one for one, here in self._addresses.items() if here.is_forgettable(now_ms)]:
            del self._addresses[address]


class Outbox:
    """Messages for one client, sent in order; bounded, so that a slow client never affects others.

    If too many are waiting, all that are not answers are dropped, and `on_dropped` is called once there is room.
    Answers are dropped only if too many of them alone are waiting, for a client that asks and never reads.
    """

    def __init__(
        self,
        send: Send,
        limits: ServerLimits,
        on_dropped: Callable[[], None],
        write: Callable[[bytes], bool] | None = None,
    ) -> None:
        self._send = send
        self._write = write
        """Sends at once; False if that is not possible."""
        self._max_messages, self._max_bytes = limits.outbox, limits.outbox_bytes
        self._bytes = 0
        self._on_dropped = on_dropped
        self._waiting: deque[tuple[bytes, bool]] = deque()
        self._is_sending = False
        self._has_dropped = False
        self.is_closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, data: bytes, is_answer: bool = False) -> None:
        """Sends as soon as possible; never waits."""
        if self.is_closed or (self._has_dropped and not is_answer):
            return
        if not self._is_sending:
            self._start(data)
            return
        if self._is_full():
            self._waiting = deque(one for one in self._waiting if one[1])
            self._bytes = sum(len(one[0]) for one in self._waiting)
            self._has_dropped = True
        if self._is_full():
            self._waiting.clear()
            self._bytes = 0
        elif is_answer or not self._has_dropped:
            self._waiting.append((data, is_answer))
            self._bytes += len(data)

    def _is_full(self) -> bool:
        return len(self._waiting) >= self._max_messages or self._bytes >= self._max_bytes

    def _start(self, data: bytes) -> None:
        try:
            if self._write is not None and self._write(data):
                return
            # ASGI sends bytes in binary frames, but JSON belongs in text frames.
            task = run_eagerly(self._send({"type": "websocket.send", "text": data.decode()}))
        except Exception:
            # However a connection breaks, its client is gone; the receiving side learns the same.
            self.close()
            return
        if task is not None:
            self._is_sending = True
            task.add_done_callback(self._sent)

    def _sent(self, task: asyncio.Task[None]) -> None:
        self._is_sending = False
        if task.cancelled() or task.exception() is not None:
            self.close()
            return
        if self._has_dropped:
            self._has_dropped = False
            self._on_dropped()
        while self._waiting and not self._is_sending:
            data = self._waiting.popleft()[0]
            self._bytes -= len(data)
            self._start(data)

    def close(self) -> None:
        """Sends nothing more, and lets go of the session, which refers to this."""
        self.is_closed = True
        self._waiting.clear()
        self._on_dropped, self._write = _nothing, None


def _nothing() -> None:
    pass


def _close(send: Send, code: int) -> None:
    """Closes a socket that waits for messages; it receives that as the last one."""
    with suppress(OSError):
        run_eagerly(send({"type": "websocket.close", "code": code}))


def run_eagerly(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Runs a coroutine up to its first wait, and makes a task of the rest; None if it never waits.

    Sending to a socket whose buffer has room never waits, so a task for each message would be wasted: without them the
    server relays half as much again.
    """
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(_rest(coroutine, waits_for))


async def _rest(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
    await _forward(coroutine, waits_for)


@types.coroutine
def _forward(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Lets the task wait for what the coroutine waits for."""
    try:
        while True:
            try:
                value = yield waits_for
            except BaseException as error:
                waits_for = coroutine.throw(error)
            else:
                waits_for = coroutine.send(value)
    except StopIteration:
        return
