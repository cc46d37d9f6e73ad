"""How often an account may ask."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from plyground.errors import ServiceRefused
from plyground.server.accounts.identity import LOGGED_IN
from plyground.server.lichess.people import MAX_WAITING, People
from plyground.server.limits import ServerLimits


def test_who_asks_too_often_waits_and_only_a_crowd_is_refused() -> None:
    now_ms = 0.0

    async def run() -> None:
        nonlocal now_ms
        limits = ServerLimits(messages_per_second=1000.0, message_burst=1.0)
        registry: Any = SimpleNamespace(limits=limits, time=SimpleNamespace(now_ms=lambda: now_ms))
        people = People(registry, {})

        def ask(account: str) -> asyncio.Task[Any]:
            who = SimpleNamespace(account=SimpleNamespace(id=account), needs=lambda scope: None)
            request: Any = SimpleNamespace(scope={LOGGED_IN: who})
            return asyncio.ensure_future(people.recognize(request))

        await ask("ann")
        waiting = [ask("ann") for _ in range(MAX_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(ServiceRefused, match="too many"):
            await ask("ann")
        await ask("ben")
        assert not any(one.done() for one in waiting)
        while not all(one.done() for one in waiting):
            now_ms += 1
            await asyncio.sleep(0)
        await ask("ben")

    asyncio.run(run())
