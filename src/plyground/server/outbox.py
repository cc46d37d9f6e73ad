"""Outbox: what waits to be sent to one client; bounded, so that a slow one costs nobody else anything."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from plyground.server.eager import run_now

Send: TypeAlias = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
"""How ASGI sends."""


class Outbox:
    """Sends in order. If too much is waiting, all news is dropped and `on_dropped` is called once there is room.

    Answers are dropped only if too many of them alone are waiting, for a client that asks and never reads.
    """

    def __init__(self, send: Send, most: int, on_dropped: Callable[[], None]) -> None:
        self._send = send
        self._most = most
        self._on_dropped = on_dropped
        self._waiting: deque[tuple[str, bool]] = deque()
        self._is_sending = False
        self._has_dropped = False
        self.is_closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, text: str, is_answer: bool = False) -> None:
        """Sends as soon as possible; never waits."""
        if self.is_closed or (self._has_dropped and not is_answer):
            return
        if not self._is_sending:
            self._start(text)
            return
        if len(self._waiting) >= self._most:
            self._waiting = deque(one for one in self._waiting if one[1])
            self._has_dropped = True
        if len(self._waiting) >= self._most:
            self._waiting.clear()
        elif is_answer or not self._has_dropped:
            self._waiting.append((text, is_answer))

    def _start(self, text: str) -> None:
        try:
            task = run_now(self._send({"type": "websocket.send", "text": text}))
        except Exception:
            # However a line breaks, its client has gone; whoever receives from it learns the same.
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
            self._start(self._waiting.popleft()[0])

    def close(self) -> None:
        """Nothing is sent any more."""
        self.is_closed = True
        self._waiting.clear()
