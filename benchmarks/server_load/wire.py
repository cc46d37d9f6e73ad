"""A minimal WebSocket client, so that the clients themselves hardly affect the measurement."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

TEXT, PING, PONG = 0x81, 0x89, 0x8A
NO_MASK = b"\0\0\0\0"
"""A mask of zeros leaves the payload as it is."""
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Protocol):
    """One socket: `on_text` is called with every message."""

    def __init__(self, path: str, on_text: Callable[[bytes], None]) -> None:
        self._path = path
        self.on_text = on_text
        self._buffer = b""
        self.is_open = asyncio.get_running_loop().create_future()
        self.is_closed = False
        self.transport: asyncio.Transport

    @classmethod
    async def connect(
        cls, port: int, path: str, on_text: Callable[[bytes], None] = lambda text: None, address: str = "127.0.0.1"
    ) -> Wire:
        """Opens a socket from a network address of this machine."""
        loop = asyncio.get_running_loop()
        local = (address, 0)
        _, wire = await loop.create_connection(lambda: cls(path, on_text), "127.0.0.1", port, local_addr=local)
        await wire.is_open
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(HANDSHAKE.format(path=self._path).encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.is_closed = True
        if not self.is_open.done():
            self.is_open.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self.is_open.done():
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if b" 101 " not in head[:16]:
                self.is_open.set_exception(ConnectionError(head.decode()))
                return
            self.is_open.set_result(None)
        at = 0
        while len(buffer) >= at + 2:
            kind, length, start = buffer[at], buffer[at + 1], at + 2
            if length == 126:
                if len(buffer) < start + 2:
                    break
                length, start = int.from_bytes(buffer[start : start + 2]), start + 2
            elif length == 127:
                if len(buffer) < start + 8:
                    break
                length, start = int.from_bytes(buffer[start : start + 8]), start + 8
            if len(buffer) < start + length:
                break
            at = start + length
            if kind == TEXT:
                self.on_text(buffer[start:at])
            elif kind == PING:
                self.transport.write(bytes((PONG, 0x80 | length)) + NO_MASK + buffer[start:at])
        self._buffer = buffer[at:]

    def send(self, text: bytes) -> None:
        """Sends a message."""
        size = len(text)
        head = struct.pack("!BB", TEXT, 0x80 | size) if size < 126 else struct.pack("!BBH", TEXT, 0x80 | 126, size)
        self.transport.write(head + NO_MASK + text)

    def close(self) -> None:
        """Hangs up."""
        self.transport.abort()
