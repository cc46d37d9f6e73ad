"""Silent, slow and greedy connections: how many there may be, how long they may take, and where they come from."""

from __future__ import annotations

import asyncio
import gc
import http.client
import json
import logging
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.server import tables
from tests.server.test_serving import served
from tests.waiting import PATIENCE_S
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from plyground.server import connections as module
from plyground.server.access import SECURITY_HEADERS
from plyground.server.connections import Connections, HttpConnection, WebSocketConnection, client_address
from plyground.server.limits import RESERVED_DESCRIPTORS, ServerLimits
from plyground.server.serving import raise_descriptor_limit, uvicorn_config
from plyground.server.socket import POLICY_VIOLATION, SocketEndpoint
from plyground.server.wire.parts import ClockSettings

LIMITS = ServerLimits(sockets=32, sockets_per_address=4)
HANDSHAKE = (
    b"GET /socket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """A transport without a network."""

    def __init__(self, host: str) -> None:
        super().__init__({"peername": (host, 5), "sockname": ("127.0.0.1", 80)})
        self.protocol: Any = None
        self.is_aborted = self.is_closed = False
        self.written = b""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def is_closing(self) -> bool:
        return self.is_closed or self.is_aborted

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        if not self.is_aborted:
            self.is_aborted = True
            asyncio.get_running_loop().call_soon(self.protocol.connection_lost, ConnectionAbortedError())

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Network:
    """Connections over a clock that the test turns, to an application that answers when it is told."""

    def __init__(self, limits: ServerLimits = LIMITS, *proxies: str) -> None:
        self.time = tables.ManualTime()
        self.connections = Connections(limits, self.time, proxies)
        self.connections.start()
        self.may_answer = asyncio.Event()
        self.config = uvicorn_config(self, limits, proxies)  # type: ignore[arg-type]
        self.scopes: list[Any] = []
        self.wires: list[Wire] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await self.may_answer.wait()
            return
        await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    def connect(self, host: str = "192.0.2.1") -> Wire:
        wire = Wire(host)
        self.wires.append(wire)
        wire.protocol = HttpConnection(self.config, ServerState(), {}, asyncio.get_running_loop())
        wire.protocol.connection_made(wire)
        return wire

    async def end(self, *wires: Wire) -> None:
        """Ends connections and waits until everything about them has ended."""
        self.may_answer.set()
        for wire in wires or self.wires:
            wire.abort()
        others = asyncio.all_tasks() - {asyncio.current_task()} if not wires else ()
        await asyncio.gather(asyncio.sleep(0), *others)

    def drip(self, wire: Wire, text: bytes, ms: float) -> None:
        """Sends a byte again and again while time passes, until the connection is closed."""
        for _ in range(int(ms // 500)):
            if wire.is_aborted:
                return
            wire.protocol.data_received(text)
            self.time.advance(500)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[Any]:
    """How often an event was logged."""
    with caplog.at_level(logging.INFO, "plyground.server"):
        yield lambda event: sum(record.getMessage() == event for record in caplog.records)


def on_a_network(limits: ServerLimits = LIMITS, *proxies: str) -> Any:
    """Runs a test with a network and the log."""

    def decorate(test: Any) -> Any:
        def run(log: Any) -> None:
            async def with_network() -> None:
                network = Network(limits, *proxies)
                await test(network, log)
                await network.end()

            asyncio.run(with_network())

        return run

    return decorate


@on_a_network()
async def test_half_a_request_line_is_closed_in_time_and_logged(network, log):
    wire = network.connect()
    wire.protocol.data_received(b"GET /hea")
    network.time.advance(LIMITS.header_s * 1000 - 1)
    assert not wire.is_aborted
    network.time.advance(module.SWEEP_MS)
    assert wire.is_aborted
    assert len(network.connections) == 0
    assert log("slow connections closed") == 1


@on_a_network()
async def test_a_silent_connection_is_closed_in_time(network, log):
    wire = network.connect()
    network.time.advance(LIMITS.header_s * 1000 + module.SWEEP_MS)
    assert wire.is_aborted


@pytest.mark.parametrize("start", [b"", b"GET / HTTP/1.1\r\nHost: a\r\nX: "])
def test_a_header_that_comes_byte_by_byte_gains_nothing(start, log):
    @on_a_network()
    async def test(network, log):
        wire = network.connect()
        if start:
            wire.protocol.data_received(start)
        network.drip(wire, b"x" if start else b"\r\n", 2 * LIMITS.header_s * 1000)
        assert wire.is_aborted

    test(log)


@on_a_network()
async def test_blank_lines_between_two_requests_gain_nothing(network, log):
    wire = network.connect()
    network.may_answer.set()
    wire.protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    while not wire.written.endswith(b"ok"):
        await asyncio.sleep(0)
    network.drip(wire, b"\r\n", 2 * LIMITS.header_s * 1000)
    assert wire.is_aborted


@on_a_network()
async def test_a_body_that_comes_byte_by_byte_gains_nothing(network, log):
    wire = network.connect()
    wire.protocol.data_received(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
    network.drip(wire, b"x", LIMITS.transfer_s * 1000 - 2_000)
    assert not wire.is_aborted
    network.drip(wire, b"x", 4_000)
    assert wire.is_aborted


@on_a_network()
async def test_nobody_is_closed_while_the_server_works_for_them(network, log):
    wire = network.connect()
    wire.protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    network.time.advance(3_600_000)
    assert not wire.is_aborted
    assert log("slow connections closed") == 0


@on_a_network()
async def test_a_thousand_requests_at_once_are_not_queued(network, log):
    wire = network.connect()
    wire.protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 1_000)
    assert wire.written.startswith(b"HTTP/1.1 400 ")
    await asyncio.sleep(0)
    assert len(network.scopes) == 1


@on_a_network()
async def test_an_answer_must_be_read_in_time(network, log):
    reader, sleeper = network.connect(), network.connect()
    for wire in (reader, sleeper):
        wire.protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        wire.protocol.pause_writing()
    reader.protocol.resume_writing()
    network.time.advance(LIMITS.transfer_s * 1000 + module.SWEEP_MS)
    assert sleeper.is_aborted
    assert not reader.is_aborted


@on_a_network()
async def test_a_connection_that_is_closing_for_a_client_that_does_not_read_ends(network, log):
    wire = network.connect()
    wire.protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    wire.close()
    network.time.advance(LIMITS.transfer_s * 1000 + 2 * module.SWEEP_MS)
    assert wire.is_aborted


@on_a_network()
async def test_an_endless_header_is_cut_off(network, log):
    wire = network.connect()
    wire.protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n")
    wire.protocol.data_received(b"X: " + b"y" * module.MAX_HEADER_BYTES)
    assert wire.is_aborted
    body = network.connect()
    body.protocol.data_received(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n")
    body.protocol.data_received(b"y" * 100_000)
    assert not body.is_aborted


@on_a_network()
async def test_connections_of_an_address_are_counted_when_they_are_accepted(network, log):
    most = LIMITS.connections_per_address
    kept = [network.connect() for _ in range(most)]
    refused = [network.connect() for _ in range(50)]
    assert not any(wire.is_aborted for wire in kept)
    assert all(wire.is_aborted for wire in refused)
    assert log("too many connections") == 1, "not a line for each of them"
    assert not network.connect("192.0.2.2").is_aborted
    await network.end(kept[0], *refused)
    assert not network.connect().is_aborted
    assert len(network.connections) == most + 1


@on_a_network()
async def test_an_ipv6_network_counts_as_one_address(network, log):
    wires = [network.connect(f"2001:db8::{number:x}") for number in range(LIMITS.connections_per_address + 1)]
    assert [wire.is_aborted for wire in wires] == [False] * LIMITS.connections_per_address + [True]
    assert not network.connect("2001:db8:0:1::1").is_aborted


@on_a_network()
async def test_when_there_are_too_many_the_longest_silent_one_makes_room(network, log):
    busy = network.connect("192.0.2.1")
    busy.protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    silent = [network.connect(f"198.51.100.{number}") for number in range(LIMITS.connections - 1)]
    assert not network.connect("192.0.2.2").is_aborted
    assert [wire.is_aborted for wire in silent] == [True] + [False] * (len(silent) - 1)
    assert not busy.is_aborted
    assert len(network.connections) == LIMITS.connections
    assert log("too many connections") == 1
    for wire in silent[1:]:
        wire.protocol.data_received(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    network.connect("192.0.2.3")
    assert network.connect("192.0.2.4").is_aborted is False, "192.0.2.3 sent nothing"
    assert len(network.connections) == LIMITS.connections


@on_a_network(LIMITS, "10.0.0.0/8")
async def test_a_trusted_proxy_may_have_more_connections_than_others(network, log):
    wires = [network.connect("10.1.2.3") for _ in range(2 * LIMITS.connections_per_address)]
    assert not any(wire.is_aborted for wire in wires)


@on_a_network()
async def test_a_socket_is_counted_once_and_forgotten_when_it_ends(network, log):
    wires = [network.connect("::ffff:192.0.2.1") for _ in range(LIMITS.connections_per_address)]
    for wire in wires:
        wire.protocol.data_received(HANDSHAKE)
        assert isinstance(wire.protocol, WebSocketConnection)
    assert len(network.connections) == len(wires)
    assert network.connect("192.0.2.1").is_aborted, "the same address in another notation"
    network.time.advance(3_600_000)
    assert not any(wire.is_aborted for wire in wires)
    await network.end(*wires)
    assert len(network.connections) == 0


@on_a_network()
async def test_a_client_that_vanished_is_noticed_by_the_ping(network, log):
    assert (network.config.ws_ping_interval, network.config.ws_ping_timeout) == (20, 20)
    wire = await welcomed(network)
    wire.protocol.send_keepalive_ping()
    wire.protocol.keepalive_timeout()
    assert wire.is_aborted, "even if it left data unread"


@on_a_network()
async def test_what_is_no_request_is_refused_with_the_headers_of_every_response(network, log):
    wire = network.connect()
    wire.protocol.data_received(b"rubbish\r\n\r\n")
    head, _, body = wire.written.partition(b"\r\n\r\n")
    status, *fields = head.decode().split("\r\n")
    assert status == "HTTP/1.1 400 Bad Request"
    headers = dict(field.split(": ", 1) for field in fields)
    assert SECURITY_HEADERS.items() <= headers.items()
    assert int(headers["content-length"]) == len(body) > 0
    assert wire.is_closed


@on_a_network()
async def test_a_socket_that_has_ended_is_forgotten_without_the_garbage_collector(network, log):
    gc.collect()
    gc.disable()
    try:
        wire = network.connect()
        before = weakref.ref(wire.protocol)
        wire.protocol.data_received(HANDSHAKE)
        while b"101" not in wire.written:
            await asyncio.sleep(0)
        protocol, parser = weakref.ref(wire.protocol), weakref.ref(wire.protocol.conn)
        assert before() is None, "the connection for the handshake"
        await network.end(wire)
        network.wires.clear()
        network.scopes.clear()
        wire.protocol = None
        await asyncio.sleep(0)
        assert protocol() is None
        assert parser() is None
    finally:
        gc.enable()


@on_a_network()
async def test_running_out_of_descriptors_is_logged_and_passes(network, log):
    def no_more(*_: object) -> int:
        raise OSError(24, "Too many open files")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", no_more)
        network.time.advance(3 * module.SWEEP_MS)
        assert log("out of file descriptors") == 1
        network.time.advance(module.LOG_MS)
        assert log("out of file descriptors") == 2
    network.time.advance(2 * module.LOG_MS)
    assert log("out of file descriptors") == 2


PING = bytes([0x89, 0x80, 0, 0, 0, 0])


def masked(text: bytes) -> bytes:
    """A text message as a client sends it."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


@on_a_network()
async def test_messages_are_stamped_when_they_are_read(network, log):
    wire = await welcomed(network)
    read_ms = network.time.now_ms()
    wire.protocol.data_received(masked(b"one") + masked(b"two"))
    network.time.advance(5_000)
    for text in ("one", "two"):
        message = await wire.protocol.receive()
        assert (message["text"], message["arrived_ms"]) == (text, read_ms)


async def welcomed(network: Network) -> Wire:
    """A socket after its handshake."""
    wire = network.connect()
    wire.protocol.data_received(HANDSHAKE)
    while b"101" not in wire.written:
        await asyncio.sleep(0)
    return wire


def watch_parsing(wire: Wire) -> list[int]:
    """How many bytes are parsed each time."""
    parsed: list[int] = []
    receive_data = wire.protocol.conn.receive_data

    def watched(data: bytes) -> None:
        parsed.append(len(data))
        receive_data(data)

    wire.protocol.conn.receive_data = watched
    return parsed


@on_a_network()
async def test_much_that_is_read_at_once_is_parsed_bit_by_bit_and_in_order(network, log):
    wire = await welcomed(network)
    parsed = watch_parsing(wire)
    texts = [str(number) for number in range(5_000)]
    read_ms = network.time.now_ms()
    wire.protocol.data_received(b"".join(masked(text.encode()) for text in texts))
    assert wire.protocol.read_paused
    assert sum(parsed) <= module.MAX_READ_BYTES, "others have their turn first"
    network.time.advance(1_000)
    received = [await wire.protocol.receive() for _ in texts]
    assert [message["text"] for message in received] == texts
    assert {message["arrived_ms"] for message in received} == {read_ms}
    assert max(parsed) <= module.MAX_READ_BYTES
    assert not wire.protocol.read_paused
    assert not wire.is_aborted


@on_a_network()
async def test_frames_that_bring_no_message_are_parsed_in_turns_until_they_are_too_many(network, log):
    wire = await welcomed(network)
    pings = int(module.FRAME_BURST) // 2
    wire.protocol.data_received(PING * pings + masked(b"x" * 100) * 50)
    for _ in range(50):
        await wire.protocol.receive()
    assert not wire.is_aborted
    network.time.advance(60_000)
    parsed = watch_parsing(wire)
    wire.protocol.data_received(PING * 40_000)
    assert wire.is_aborted
    assert sum(parsed) <= module.MAX_READ_BYTES
    assert log("flood of frames") == 1


@on_a_network()
async def test_pings_that_fill_more_than_one_turn_end_with_reading_on(network, log):
    wire = await welcomed(network)
    # Long pings are few, and so allowed.
    ping = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + b"p" * 125
    wire.protocol.data_received(ping * 50)
    assert wire.protocol.read_paused
    while wire.protocol.read_paused:
        await asyncio.sleep(0)
    assert wire.written.count(b"p" * 125) == 50
    wire.protocol.data_received(masked(b"next"))
    assert (await wire.protocol.receive())["text"] == "next"


@on_a_network()
async def test_reading_goes_on_until_a_message_waits(network, log):
    wire = await welcomed(network)
    parsed = watch_parsing(wire)
    read_ms = []
    for text in (b"one", b"two"):
        read_ms.append(network.time.now_ms())
        wire.protocol.data_received(masked(text))
        network.time.advance(10)
        assert wire.protocol.read_paused == (text == b"two")
    assert len(parsed) == 1, "the second is parsed when the first is taken"
    messages = [await wire.protocol.receive() for _ in range(2)]
    assert [(message["text"], message["arrived_ms"]) for message in messages] == [
        ("one", read_ms[0]),
        ("two", read_ms[1]),
    ]
    assert not wire.protocol.read_paused


@on_a_network()
async def test_others_have_their_turn_between_messages_that_were_read_at_once(network, log):
    wire = await welcomed(network)
    wire.protocol.data_received(masked(b"x") * 20)
    taken: list[int] = []

    async def take_all() -> None:
        for number in range(20):
            await wire.protocol.receive()
            taken.append(number)

    taking = asyncio.create_task(take_all())
    turns = 0
    while not taking.done():
        await asyncio.sleep(0)
        turns += 1
        assert len(taken) <= turns
    assert len(taken) == 20


@pytest.mark.parametrize("size", [0, 5, 125, 126, 65_535, 65_536])
def test_texts_are_framed_as_websockets_frames_them(size):
    text = b"x" * size
    assert module.text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@on_a_network()
async def test_a_text_waits_for_a_client_that_does_not_read_and_ends_with_the_connection(network, log):
    wire = await welcomed(network)
    await wire.protocol.send({"type": "websocket.send", "text": "w\u00e4r"})
    assert wire.written.endswith(module.text_frame("w\u00e4r".encode()))
    wire.protocol.pause_writing()
    sending = asyncio.create_task(wire.protocol.send({"type": "websocket.send", "text": "later"}))
    await asyncio.sleep(0)
    assert b"later" not in wire.written
    wire.protocol.resume_writing()
    await sending
    assert wire.written.endswith(module.text_frame(b"later"))
    await network.end(wire)
    with pytest.raises(ClientDisconnected):
        await wire.protocol.send({"type": "websocket.send", "text": "too late"})
    assert b"too late" not in wire.written


@on_a_network()
async def test_a_text_that_is_none_closes_the_socket(network, log):
    wire = await welcomed(network)
    wire.protocol.data_received(masked(b"\xff"))
    assert wire.written.endswith(Frame(Opcode.CLOSE, (1007).to_bytes(2)).serialize(mask=False))


def test_a_move_counts_from_when_it_was_read_however_late_it_is_handled(tmp_path):
    async def test():
        registry = await tables.open_registry(tmp_path)
        time = tables.clock(registry)
        _, white, black = await tables.two_at_a_table(registry, clock=ClockSettings(initial_ms=5_000))
        await white.ask("play", move="e4", ply=0)
        await black.ask("play", move="e5", ply=1)
        time.advance(60)
        read_ms = time.now_ms()
        with pytest.MonkeyPatch.context() as patch:
            # The flag's timer does not come through either while the message waits.
            patch.setattr(time, "_calls", [])
            time.advance(9_700)
        white.session.receive(json.dumps({"type": "play", "id": "late", "move": "Nf3", "ply": 2}), read_ms)
        answer = await white.wait(lambda message: message.get("id") == "late")
        assert answer["event"]["charged_ms"] == 60
        await registry.close()

    asyncio.run(test())


@pytest.mark.parametrize("says_hello", [True, False])
def test_a_socket_without_a_hello_is_closed(tmp_path, says_hello):
    async def test():
        registry = await tables.open_registry(tmp_path)
        incoming: asyncio.Queue[Any] = asyncio.Queue()
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)
            if message["type"] == "websocket.close":
                incoming.put_nowait({"type": "websocket.disconnect"})

        incoming.put_nowait({"type": "websocket.connect"})
        if says_hello:
            incoming.put_nowait({"type": "websocket.receive", "text": '{"type":"hello","id":"h"}'})
        serving = asyncio.create_task(SocketEndpoint(registry)({"headers": [], "client": ("a", 1)}, incoming.get, send))
        while len(sent) < 1 + says_hello:
            await asyncio.sleep(0)
        tables.clock(registry).advance(registry.limits.hello_s * 1000)
        closed = [message for message in sent if message["type"] == "websocket.close"]
        assert closed == ([] if says_hello else [{"type": "websocket.close", "code": POLICY_VIOLATION}])
        incoming.put_nowait({"type": "websocket.disconnect"})
        await asyncio.wait_for(serving, PATIENCE_S)
        await registry.close()

    asyncio.run(test())


def test_limits_fit_into_the_descriptors_there_are():
    limits = ServerLimits()
    assert limits.within(limits.descriptors) is limits
    few = limits.within(1_024)
    assert few.connections + RESERVED_DESCRIPTORS <= 1_024
    assert 4 * few.sockets_per_address <= few.sockets
    assert limits.within(10).sockets == 1


def test_the_limit_of_descriptors_is_raised_as_far_as_possible(monkeypatch):
    import resource

    held = [1_024, 4_096]
    monkeypatch.setattr(resource, "getrlimit", lambda kind: tuple(held))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: held.__setitem__(slice(None), limits))
    assert raise_descriptor_limit(500) == 500
    assert held == [1_024, 4_096]
    assert raise_descriptor_limit(2_000) == 2_000
    assert held == [2_000, 4_096]
    assert raise_descriptor_limit(9_000) == 4_096
    held[:] = [1_024, -1]
    assert raise_descriptor_limit(9_000) == 9_000


# --- where a request comes from ---


@pytest.mark.parametrize(
    ("proxies", "peer", "address"),
    [
        ((), "127.0.0.1", "127.0.0.1"),
        (("127.0.0.1/32",), "127.0.0.1", "203.0.113.9"),
        (("127.0.0.1/32",), "::ffff:127.0.0.1", "203.0.113.9"),
        (("10.0.0.0/8",), "127.0.0.1", "127.0.0.1"),
        (("10.0.0.0/8",), "10.9.9.9", "203.0.113.9"),
    ],
)
def test_only_a_trusted_proxy_says_where_a_request_comes_from(log, proxies, peer, address):
    @on_a_network(LIMITS, *proxies)
    async def test(network, log):
        network.may_answer.set()
        for request in (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", HANDSHAKE):
            wire = network.connect(peer)
            # The client claims to be somebody else; the proxy appends where it really is.
            wire.protocol.data_received(
                request.replace(b"Host: a\r\n", b"Host: a\r\nX-Forwarded-For: 198.51.100.1, 203.0.113.9\r\n")
            )
            known = len(network.scopes)
            while len(network.scopes) == known:
                await asyncio.sleep(0)
            assert client_address(network.scopes[-1]) == address

    test(log)


def test_nobody_is_trusted_by_default_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")

    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    config = uvicorn_config(app, LIMITS)  # type: ignore[arg-type]
    config.load()
    assert not isinstance(config.loaded_app, ProxyHeadersMiddleware)


# --- the command ---

HALF_OPEN = """
import socket, sys
port, count, mark = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
held = []
for number in range(count):
    one = socket.socket()
    one.bind((mark, 0))
    one.connect(("127.0.0.1", port))
    try:
        one.send(b"GET /hea")
    except OSError:
        pass
    held.append(one)
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def half_open(port: int, count: int, host: str) -> Iterator[None]:
    """Half requests from an address, held open."""
    command = [sys.executable, "-c", HALF_OPEN, str(port), str(count), host]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield
        finally:
            process.kill()


def health(port: int, host: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE_S, source_address=(host, 0))
    try:
        connection.request("GET", "/health")
        return str(json.loads(connection.getresponse().read())["status"])
    finally:
        connection.close()


def test_1100_half_open_connections_do_not_take_the_server_off_the_net(tmp_path):
    # Several addresses, so that they fill the server and not only their share.
    hosts = [f"127.0.0.{number}" for number in range(10, 21)]
    with served(tmp_path, "--host", "127.0.0.1", descriptors=1_024) as (process, port, said):
        assert "this process may open only 1,024 files" in " ".join(said.split())
        with half_open(port, 600, "127.0.0.9"):
            assert health(port, "127.0.0.8") == "ok", "one address gets only its share"
        running = [half_open(port, 100, host) for host in hosts]
        for attack in running:
            attack.__enter__()
        for _ in range(20):
            assert health(port, "127.0.0.8") == "ok"
        for attack in running:
            attack.__exit__(None, None, None)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    logged = [json.loads(line)["event"] for line in errors.splitlines()]
    assert "few file descriptors" in logged
    assert "too many connections" in logged
    assert "Traceback" not in errors
