"""Commands to a table by HTTP: sent like those of a socket, and answered when they are on disk."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from plyground.errors import PlygroundError, ServiceRefused, TableRefused
from plyground.server.arbiter import Actor, TableTransaction
from plyground.server.live_table import LiveTable, TableTask
from plyground.server.wire import events
from plyground.server.wire.commands import TableCommand

PATIENCE_S = 20.0
"""How long a table may take."""


@dataclass(eq=False, slots=True)
class _Caller:
    """Somebody who sends one command and waits for the answer; a `Member` of the table as far as that needs one."""

    guest: str
    name: str
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    lag_ms: float = 0.0
    has_own_name: bool = True
    has_account: bool = True

    def send(self, message: events.ServerMessage) -> None:
        """Takes the answer."""
        if isinstance(message, events.Refused):
            self.finish(TableRefused(message.problem.code, **message.problem.arguments))
        else:
            self.finish()

    def deliver(self, message: events.ServerMessage, data: bytes) -> None:
        """Takes what happens at the table; a caller does not listen."""

    def finish(self, error: PlygroundError | None = None) -> None:
        """Ends the wait."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


async def command(live: LiveTable, guest: str, name: str, wish: TableCommand) -> None:
    """Does what a command asks for; raises a `PlygroundError` if the table refuses it."""
    await _submit(live, _Caller(guest, name), TableTask(None, command=wish))


async def perform(live: LiveTable, guest: str, name: str, do: Callable[[TableTransaction, Actor], None]) -> None:
    """Does something in the name of a person; raises a `PlygroundError` if the table refuses it."""
    await _submit(live, _Caller(guest, name), TableTask(do))


async def _submit(live: LiveTable, caller: _Caller, task: TableTask) -> None:
    task.member, task.message_id = caller, f"http-{secrets.token_hex(8)}"
    task.at_ms, task.then = live.time.arrived_ms(), caller.finish
    live.submit(task)
    try:
        await asyncio.wait_for(caller.done, PATIENCE_S)
    except TimeoutError:
        raise ServiceRefused("service_busy", waiting=1) from None
