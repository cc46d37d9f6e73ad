"""Connections: counted where they are accepted, and closed if they are silent or slow.

uvicorn speaks HTTP and WebSocket; the classes here add what it does not limit. Everything that a client sends is
stamped when it is read from the network.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Any, Protocol, cast

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

from plyground.server.access import SECURITY_HEADERS
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.timing import IsExempt, TimeSource, TokenBucket, nobody

SWEEP_MS = 1_000.0
LOG_MS = 10_000.0
"""The same trouble is logged once in this time."""
MAX_HEADER_BYTES = 65_536
MAX_READ_BYTES = 2_048
"""How much of a socket is parsed at once. A read can bring 256 kB; as tiny frames they took a quarter of a second."""
FRAMES_PER_SECOND, FRAME_BURST = 2.0, 100.0
"""Frames that are no whole message: pings, pongs and parts. Browsers send hardly any."""
FINAL_TEXT = 0x81
"""The first byte of a frame that is a whole text."""
WRITE = "plyground.write"
"""The key of an ASGI scope under which a WebSocket's `write` is found."""
NEVER = float("inf")


@lru_cache(maxsize=10_000)
def network_address(host: str) -> str:
    """What counts as one network address: an IPv4 address, or the IPv6 network that one customer gets.

    >>> network_address("192.0.2.7"), network_address("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::/64')
    """
    return str(ip_network(f"{host}/64", strict=False)) if ":" in host and _is_ip(host) else host


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def client_address(scope: Mapping[str, Any]) -> str:
    """The network address that an ASGI connection came from, by which it is limited."""
    client = scope.get("client")
    return network_address(client[0]) if client else ""


class Connection(Protocol):
    """One of uvicorn's connections, as far as it is limited."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    deadline_ms: float
    """When it is closed unless something happens before."""


class Connections:
    """The open connections. Once a second, those that are past their deadline are closed."""

    def __init__(
        self,
        limits: ServerLimits,
        time: TimeSource,
        proxies: Iterable[str] = (),
        is_exempt: IsExempt = nobody,
    ) -> None:
        self.limits, self.time = limits, time
        self._is_exempt = is_exempt
        self._proxies = tuple(map(ip_network, proxies))
        self._open: dict[Connection, str] = {}
        self._open_from: Counter[str] = Counter()
        self._waiting: dict[Connection, None] = {}
        """Those that wait for a request or for the rest of one, the longest first."""
        self._refused = self._overdue = 0
        self._logged_ms: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._open)

    def start(self) -> None:
        """Looks after the connections from now on."""

        def sweep_and_go_on() -> None:
            self.sweep()
            self.start()

        self.time.call_later(SWEEP_MS, sweep_and_go_on)

    def make_room_for(self, connection: Connection) -> bool:
        """Whether a new connection may stay.

        If there are too many, the one goes that has waited longest without a request. An address may have only some of
        them, unless it is a proxy, which speaks for many.
        """
        host = connection.client[0] if connection.client else ""
        address = network_address(host)
        is_full = len(self._open) >= self.limits.connections
        has_enough = self._open_from[address] >= self.limits.connections_per_address
        is_greedy = has_enough and not self._is_proxy(host) and not self._is_exempt(address)
        if not is_full and not is_greedy:
            return True
        self._refused += 1
        self._log("too many connections", address=address, open=len(self._open), refused=self._refused)
        if is_greedy or not self._waiting:
            return False
        self._abort(next(iter(self._waiting)))
        return True

    def add(self, connection: Connection) -> None:
        """Counts a connection."""
        address = self._open[connection] = network_address(connection.client[0] if connection.client else "")
        self._open_from[address] += 1

    def wait_for(self, connection: Connection) -> None:
        """A connection waits for a request from now on."""
        if connection in self._open:
            self._waiting[connection] = None

    def work_for(self, connection: Connection) -> None:
        """A connection has a complete request."""
        self._waiting.pop(connection, None)

    def _abort(self, connection: Connection) -> None:
        connection.transport.abort()
        self.remove(connection)

    def abort_all(self) -> None:
        """Closes everything at once."""
        for connection in tuple(self._open):
            self._abort(connection)

    def remove(self, connection: Connection) -> None:
        """Forgets a connection that has ended, if it was counted."""
        self._waiting.pop(connection, None)
        address = self._open.pop(connection, None)
        if address is not None:
            self._open_from[address] -= 1
            if not self._open_from[address]:
                del self._open_from[address]

    def _is_proxy(self, host: str) -> bool:
        return _is_ip(host) and any(ip_address(host) in network for network in self._proxies)

    def sweep(self) -> None:
        """Closes what is overdue."""
        now_ms = self.time.now_ms()
        overdue = [connection for connection in self._open if connection.deadline_ms <= now_ms]
        for connection in overdue:
            self._abort(connection)
        if overdue:
            self._overdue += len(overdue)
            self._log("slow connections closed", open=len(self._open), closed=self._overdue)
        for connection in self._open:
            # A connection ends when everything is sent, but its client may not be reading.
            if connection.deadline_ms == NEVER and connection.transport.is_closing():
                connection.deadline_ms = now_ms + self.limits.transfer_s * 1000
        try:
            os.close(os.open(os.devnull, os.O_RDONLY))
        except OSError as error:
            self._log("out of file descriptors", open=len(self._open), reason=str(error))

    def _log(self, event: str, **fields: Any) -> None:
        now_ms = self.time.now_ms()
        if now_ms >= self._logged_ms.get(event, -NEVER) + LOG_MS:
            self._logged_ms[event] = now_ms
            LOG.warning(event, **fields)


class HttpConnection(HttpToolsProtocol):
    """A client that sends requests. Each must be complete in time, and its answer must be read in time."""

    def __init__(self, config: Config, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        self.deadline_ms = NEVER
        self._all = _connections(config)
        self._header_bytes = 0
        """What was read of a header that is not complete."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Stays if there is room."""
        # uvicorn listens on streams only, whose transports can be aborted.
        super().connection_made(cast("asyncio.Transport", transport))
        self.client = _plain(self.client)
        if self._all.make_room_for(self):
            self._all.add(self)
            self._all.wait_for(self)
            self._expect_within(self._all.limits.header_s)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._all.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads requests."""
        if self.deadline_ms == NEVER and (self.cycle is None or self.cycle.response_complete):
            self._expect_within(self._all.limits.header_s)
        self._header_bytes += len(data)
        super().data_received(data)
        if self._header_bytes > MAX_HEADER_BYTES:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        """The body must come now. A request before the last one is answered is refused: thousands would be queued."""
        if self.cycle is not None and not self.cycle.response_complete:
            raise ValueError("the last request is not answered yet")
        self._header_bytes = 0
        self._expect_within(self._all.limits.transfer_s)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._header_bytes = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The server must answer now."""
        self.deadline_ms = NEVER
        self._all.work_for(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The next request may come."""
        self._all.wait_for(self)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The client must read now."""
        self._expect_within(self._all.limits.transfer_s)
        super().pause_writing()

    def resume_writing(self) -> None:
        """The client has read."""
        self.deadline_ms = NEVER
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answers what is no request, with the headers that every response has."""
        body = msg.encode()
        headers = {
            **SECURITY_HEADERS,
            "content-type": "text/plain; charset=utf-8",
            "content-length": str(len(body)),
            "connection": "close",
        }
        lines = ["HTTP/1.1 400 Bad Request", *(f"{name}: {value}" for name, value in headers.items())]
        self.transport.write("".join(f"{line}\r\n" for line in (*lines, "")).encode() + body)
        self.transport.close()

    def handle_websocket_upgrade(self) -> None:
        """A `WebSocketConnection` takes over."""
        self._all.remove(self)
        super().handle_websocket_upgrade()
        # What refers to itself, as the parser does, stays in memory until all objects are searched for such cycles.
        del self.parser

    def shutdown(self) -> None:
        """The server stops; it does not wait for the rest of a request."""
        super().shutdown()
        if self.cycle is not None and self.cycle.more_body:
            self.transport.close()

    def _expect_within(self, seconds: float) -> None:
        self.deadline_ms = self._all.time.now_ms() + seconds * 1000


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A client at the socket. uvicorn pings it; if it does not answer, it is gone."""

    def __init__(self, config: Config, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        self.deadline_ms = NEVER
        self._all = _connections(config)
        self._frames = TokenBucket(FRAMES_PER_SECOND, FRAME_BURST, self._all.time.now_ms())
        self._unread = bytearray()
        """What was read from the network and is not parsed yet; nothing more is read meanwhile."""
        self.queue: _Inbox = _Inbox(self.loop)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Takes over from an `HttpConnection`."""
        super().connection_made(transport)
        self.client = _plain(self.client)
        self._all.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._all.remove(self)
        self._unread.clear()
        super().connection_lost(exc)
        # The parser refers to itself; see `handle_websocket_upgrade`.
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        """Parses what was read, at once if it is little and all before it is done."""
        self.queue.arrived_ms = self._all.time.arrived_ms()
        if len(data) <= MAX_READ_BYTES and not self._unread and not self.queue.messages:
            super().data_received(data)
            return
        self._unread += data
        self._pause_reading(True)
        if self.queue.empty():
            self._parse_more()

    def _parse_more(self) -> None:
        """Parses some more, up to the next message; the rest when others have had their turn."""
        if not self._unread:
            return
        data = bytes(self._unread[:MAX_READ_BYTES])
        del self._unread[:MAX_READ_BYTES]
        super().data_received(data)
        if self.transport.is_closing():
            self._unread.clear()
        elif self.queue.empty():
            if self._unread:
                self.loop.call_soon(self._parse_more)
            else:
                self._pause_reading(False)

    async def receive(self) -> Any:
        """The next message for the application."""
        messages = self.queue.messages
        if messages:
            # Many messages were read at once; all others get their turn between them.
            await asyncio.sleep(0)
        while not messages:
            await self.queue.wait()
        message = messages.popleft()
        if not messages:
            if self._unread:
                self._parse_more()
            elif self.read_paused:
                self._pause_reading(False)
        return message

    async def run_asgi(self) -> None:
        """Runs the application, which may write texts directly."""
        scope = cast(dict[str, Any], self.scope)
        scope[WRITE] = self.write
        try:
            await super().run_asgi()
        finally:
            # It leads back to this connection, which would stay in memory.
            del scope[WRITE]

    def _pause_reading(self, pause: bool) -> None:
        if pause != self.read_paused:
            self.read_paused = pause
            (self.transport.pause_reading if pause else self.transport.resume_reading)()

    def write(self, text: bytes) -> bool:
        """Sends a text at once, without the detours of ASGI, which took a tenth of a move; False if it has to wait."""
        if self.disconnected or self.conn.state is not OPEN or not self.writable.is_set():
            return False
        self.transport.write(text_frame(text))
        return True

    def handle_text(self, event: Frame) -> None:
        """A message. Unlike uvicorn, this goes on reading, because hardly any client sends the next one so soon."""
        if event.fin and not self.close_sent:
            with suppress(UnicodeDecodeError):
                self.queue.put_nowait({"type": "websocket.receive", "text": bytes(event.data).decode()})
                return
        super().handle_text(event)

    def handle_ping(self) -> None:
        """Answers a ping."""
        if self._may_send_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """The answer to a ping."""
        if self._may_send_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A part of a message."""
        if self._may_send_frame():
            super().handle_cont(event)

    def _may_send_frame(self) -> bool:
        """Counts a frame; a client that sends too many is cut off."""
        if self._frames.take(self._all.time.now_ms()):
            return True
        if not self.transport.is_closing():
            LOG.warning("flood of frames", address=client_address(self.scope))
            self.transport.abort()
        return False

    def keepalive_timeout(self) -> None:
        """No answer to a ping: nobody will read what was sent."""
        super().keepalive_timeout()
        self.transport.abort()


class _Inbox(asyncio.Queue[Any]):
    """Messages for the application, each with the time at which it was read from the network.

    It takes the place of uvicorn's queue, without a limit and without a count of finished tasks.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.arrived_ms = 0.0
        self._event_loop = loop
        self.messages: deque[dict[str, Any]] = deque()
        self._filled: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How many messages are waiting."""
        return len(self.messages)

    def empty(self) -> bool:
        """Whether no message is waiting."""
        return not self.messages

    def put_nowait(self, item: dict[str, Any]) -> None:
        """Adds a message."""
        item["arrived_ms"] = self.arrived_ms
        self.messages.append(item)
        if self._filled is not None and not self._filled.done():
            self._filled.set_result(None)

    def get_nowait(self) -> dict[str, Any]:
        """The next message, which must be there."""
        return self.messages.popleft()

    def wait(self) -> asyncio.Future[None]:
        """Done when there is a message."""
        self._filled = self._event_loop.create_future()
        return self._filled


def text_frame(data: bytes) -> bytes:
    """A text message of the server in one frame (RFC 6455, 5.2).

    >>> text_frame(b"Hello")
    b'\\x81\\x05Hello'
    """
    size = len(data)
    if size < 126:
        return bytes((FINAL_TEXT, size)) + data
    length = b"\x7e" + size.to_bytes(2) if size < 65_536 else b"\x7f" + size.to_bytes(8)
    return bytes((FINAL_TEXT,)) + length + data


def _connections(config: Config) -> Connections:
    app: Any = config.app
    connections: Connections = app.connections
    return connections


def _plain(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """IPv4 clients of a server that listens on IPv6 get their IPv4 address back."""
    return client and (client[0].removeprefix("::ffff:"), client[1])
