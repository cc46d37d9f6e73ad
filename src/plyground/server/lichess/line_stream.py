"""LineStream: an answer that goes on, line by line, until its client goes. One that does not read is dropped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from plyground.server.api import NDJSON

KEEP_ALIVE_S = 7.0
"""An empty line is sent this often, so that everyone between us knows that the connection is in use."""
MAX_LINES, MAX_BYTES = 64, 1_000_000
"""What may wait for a client. One that has not read it by then has to connect again, and gets the whole state then."""
MAX_STREAMS = 64
"""Open streams of one account; beyond that the oldest ends."""


class LineStream(Response):
    """Lines for one client. `put` never waits; the lines that wait are few, whatever the client does."""

    def __init__(self, media_type: str = NDJSON) -> None:
        super().__init__(media_type=media_type)
        del self.headers["content-length"]
        self.is_ended = False
        self.on_end: Callable[[], object] = lambda: None
        """Called once, when the stream ends for any reason."""
        self._lines: list[bytes] = []
        self._bytes = 0
        self._wake = asyncio.Event()

    def put(self, line: bytes) -> None:
        """Sends a line as soon as possible; a client with too many waiting is dropped."""
        if self.is_ended:
            return
        if len(self._lines) >= MAX_LINES or self._bytes >= MAX_BYTES:
            self.drop()
            return
        self._lines.append(line)
        self._bytes += len(line)
        self._wake.set()

    def end(self) -> None:
        """Ends the stream when everything is sent."""
        if not self.is_ended:
            self.is_ended = True
            self._wake.set()
            self.on_end()

    def drop(self) -> None:
        """Ends the stream without what waits."""
        self._lines.clear()
        self.end()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the lines until the stream ends or the client goes."""
        listening = asyncio.ensure_future(self._drop_when_gone(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            # Clients wait for the first bytes before they say that they are connected.
            await send({"type": "http.response.body", "body": b"\n", "more_body": True})
            while self._lines or not self.is_ended:
                if not self._lines:
                    await self._pause()
                body = b"".join(line + b"\n" for line in self._lines) or b"\n"
                self._lines.clear()
                self._bytes = 0
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            listening.cancel()
            self.drop()

    async def _pause(self) -> None:
        """Waits for a line, or until it is time for a sign of life."""
        self._wake.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), KEEP_ALIVE_S)

    async def _drop_when_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.drop()


class OpenStreams:
    """The open streams of everyone, which end when their login does, and when the server stops."""

    def __init__(self) -> None:
        self._by_account: dict[str, dict[LineStream, str]] = {}
        """The streams of each account, the oldest first, with the key of the login."""

    def __len__(self) -> int:
        return sum(map(len, self._by_account.values()))

    def add(self, stream: LineStream, account: str, login: str) -> None:
        """Counts a stream until it ends; the oldest of the account ends if there are too many."""
        if stream.is_ended:
            return
        own = self._by_account.setdefault(account, {})
        while len(own) >= MAX_STREAMS:
            next(iter(own)).drop()
        # The last one may have taken the account with it.
        own = self._by_account.setdefault(account, {})
        own[stream] = login
        then = stream.on_end

        def remove() -> None:
            own.pop(stream, None)
            if not own:
                self._by_account.pop(account, None)
            then()

        stream.on_end = remove

    @property
    def logins(self) -> set[str]:
        """The keys of the logins whose streams are open."""
        return {login for own in self._by_account.values() for login in own.values()}

    def close_all_of(self, login: str) -> None:
        """Ends the streams of a login that is not valid any more."""
        for own in tuple(self._by_account.values()):
            for stream in [one for one, by in own.items() if by == login]:
                stream.drop()

    def close(self) -> None:
        """Ends all of them."""
        for own in tuple(self._by_account.values()):
            for stream in tuple(own):
                stream.end()
