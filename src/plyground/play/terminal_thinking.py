"""What a person sees and can do while the computer thinks: a spinner, and Ctrl-C to have it play now."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.status import Status

from plyground.search.limits import StopFlag

LEAVE_WITHIN_S = 1.0
"""A second Ctrl-C within this time leaves the game."""


@contextmanager
def spinner(console: Console, words: str, keys: str = "play now") -> Iterator[Callable[[str], None]]:
    """Shows that something is going on and what Ctrl-C does; what it yields shows how far it has come."""
    if not console.is_terminal:
        yield lambda progress: None
        return
    pressed = f"[dim](Ctrl-C: {escape(keys)})[/]"
    with Status(f"{escape(words)} … {pressed}", console=console) as status:
        yield lambda progress: status.update(f"{escape(words)} … {escape(progress)} {pressed}")


class Interrupts:
    """Turns Ctrl-C into a polite request to stop; pressed twice in quick succession it is a `KeyboardInterrupt`."""

    def __init__(self) -> None:
        self._last_s = float("-inf")

    @contextmanager
    def caught(self) -> Iterator[StopFlag]:
        """Inside, Ctrl-C only requests the flag."""
        stop = StopFlag()

        def press(_number: int, _frame: object) -> None:
            now_s = time.monotonic()
            if now_s - self._last_s < LEAVE_WITHIN_S:
                raise KeyboardInterrupt
            self._last_s = now_s
            stop.request()

        before = signal.signal(signal.SIGINT, press)
        try:
            yield stop
        finally:
            signal.signal(signal.SIGINT, before)
