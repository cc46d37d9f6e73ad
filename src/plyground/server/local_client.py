"""LocalClient: a client inside the server; bots join a table in the same way as everyone else."""

from __future__ import annotations

import asyncio

from plyground.errors import PlygroundError, TableRefused
from plyground.protocol import Side
from plyground.server import membership
from plyground.server.bots import BotRunner, BotSeat, OnMessage
from plyground.server.live_table import LiveTable
from plyground.server.log import LOG
from plyground.server.presenter import refused
from plyground.server.wire.commands import ClientMessage, Join, TableCommand
from plyground.server.wire.events import ServerMessage


class LocalClient:
    """A bot at a table; it gets every message a moment later, never in the middle of what the table is doing."""

    lag_ms = 0.0
    has_own_name = True
    has_account = False

    def __init__(self, live: LiveTable, guest: str, name: str, on_message: OnMessage) -> None:
        self.guest = guest
        self.name = name
        self._live = live
        self._on_message = on_message
        self._loop = asyncio.get_running_loop()
        self._is_open = True
        membership.join(live, self, Join(table=live.table.id), lambda _: self._is_open)

    def command(self, message: ClientMessage) -> None:
        """Sends a command to the table."""
        if not self._is_open or self._live.is_closed:
            return
        if isinstance(message, TableCommand):
            self._live.command(self, message, self._live.time.arrived_ms())
        else:
            self.send(refused(message.id, TableRefused("seat_needed")))

    def close(self) -> None:
        """Leaves; the seat stays the bot's."""
        if self._is_open:
            self._is_open = False
            membership.leave(self._live, self, gives_up_seat=False)

    def send(self, message: ServerMessage) -> None:
        """Gives a message to the bot, soon."""
        self._loop.call_soon(self._pass_on, message)

    def deliver(self, message: ServerMessage, data: bytes) -> None:
        """Gives a message to the bot, soon."""
        self._loop.call_soon(self._pass_on, message)

    def _pass_on(self, message: ServerMessage) -> None:
        if not self._is_open:
            return
        try:
            self._on_message(message)
        except Exception as error:
            LOG.error("bot failed", table=self._live.table.id, bot=self.name, reason=repr(error))


def seat_bots(live: LiveTable, bots: BotRunner) -> None:
    """Calls the bots of a table, unless they are there."""
    for side in Side:
        seat = live.table.state.seat(side)
        if seat.kind != "bot" or seat.guest in live.bots_called:
            continue
        live.bots_called.add(seat.guest)

        def connect(on_message: OnMessage, guest: str = seat.guest, name: str = seat.name) -> LocalClient:
            return LocalClient(live, guest, name, on_message)

        try:
            bots.seat(BotSeat(live.table.id, seat.guest, side, seat.bot, live.table.game, connect))
        except PlygroundError as error:
            LOG.error("bot cannot be seated", table=live.table.id, bot=seat.bot, reason=str(error))
