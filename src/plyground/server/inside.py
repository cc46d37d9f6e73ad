"""Clients inside the server: bots enter a room by the same doorway as anyone else."""

from __future__ import annotations

import asyncio

import msgspec

from plyground.errors import PlygroundError, TableRefused
from plyground.protocol import Side
from plyground.server import doorway
from plyground.server.bot_door import BotRunner, BotSeat, Hear
from plyground.server.log import LOG
from plyground.server.problems import refused
from plyground.server.room import Room
from plyground.server.wire.commands import (
    Abort,
    Accept,
    ClaimDraw,
    ClaimWin,
    ClientMessage,
    Decline,
    Join,
    Offer,
    Play,
    Resign,
    Say,
)
from plyground.server.wire.events import ServerMessage

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ServerMessage).decode


class InsideClient:
    """A bot at a table; it hears everything a moment later, never in the middle of what the room is doing."""

    lag_ms = 0.0
    has_own_name = True

    def __init__(self, room: Room, guest: str, name: str, hear: Hear) -> None:
        self.guest = guest
        self.name = name
        self._room = room
        self._hear = hear
        self._loop = asyncio.get_running_loop()
        self._is_open = True
        doorway.enter(room, self, Join(table=room.table.id), lambda _: self._is_open)

    def say(self, message: ClientMessage) -> None:
        """Sends a message to the server."""
        if not self._is_open or self._room.is_closed:
            return
        if isinstance(message, Play | Offer | Accept | Decline | Resign | Abort | ClaimDraw | ClaimWin | Say):
            self._room.command(self, message)
        else:
            self.tell(refused(message.id, TableRefused("seat_needed")))

    def close(self) -> None:
        """Leaves; the seat stays the bot's."""
        if self._is_open:
            self._is_open = False
            doorway.exit_from(self._room, self, gives_up_seat=False)

    def tell(self, message: ServerMessage) -> None:
        """Lets the bot hear a message; parts of it may be plain dicts, which only the wire makes into their types."""
        self.tell_text(_encode(message).decode())

    def tell_text(self, text: str, is_answer: bool = False) -> None:
        """Lets the bot hear a message that is encoded."""
        self._loop.call_soon(self._pass_on, _decode(text))

    def _pass_on(self, message: ServerMessage) -> None:
        if not self._is_open:
            return
        try:
            self._hear(message)
        except Exception as error:
            LOG.error("bot failed", table=self._room.table.id, bot=self.name, reason=repr(error))


def seat_bots(room: Room, bots: BotRunner) -> None:
    """Has the bots of a table come to it, unless they are there."""
    for side in Side:
        chair = room.table.state.chair(side)
        if chair.kind != "bot" or chair.guest in room.bots_called:
            continue
        room.bots_called.add(chair.guest)

        def connect(hear: Hear, guest: str = chair.guest, name: str = chair.name) -> InsideClient:
            return InsideClient(room, guest, name, hear)

        try:
            bots.seat(BotSeat(room.table.id, chair.guest, side, chair.bot, room.table.game, connect))
        except PlygroundError as error:
            LOG.error("bot cannot be seated", table=room.table.id, bot=chair.bot, reason=str(error))
