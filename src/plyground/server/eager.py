"""run_now: runs a coroutine at once, and makes a task of it only if it has to wait."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Coroutine, Generator
from typing import Any


def run_now(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Runs up to the first wait; None if there was none.

    Sending to a socket whose buffer has room never waits, so a task for each message would be wasted: without them the
    server relays half as much again.
    """
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(_rest(coroutine, waits_for))


async def _rest(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> None:
    await _handed_on(coroutine, waits_for)


@types.coroutine
def _handed_on(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """What the coroutine waits for, its task waits for."""
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
