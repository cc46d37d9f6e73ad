"""Bots: how a bot inside the server takes its seat and plays, as any client would.

A bot is a client without a socket. When a table has a seat for a bot, the server calls `BotRunner.seat` with a
`BotSeat`. The runner calls `BotSeat.connect` with a function that gets every message of the server; the bot is then at
the table (its first message is `Joined`) and acts with `BotClient.command`, in the types of `wire/commands.py`:
`Play(id=..., move=..., ply=...)`, `Offer`, `Accept`, `Decline`, `Resign`.

    def seat(self, seat: BotSeat) -> None:
        player = MyPlayer(seat)
        player.client = seat.connect(player.on_message)      # on_message(message: ServerMessage)

Everything happens on the server's event loop: `on_message` must return at once, and thinking belongs in a worker. A bot
keeps the snapshot of `Joined` up to date with `TableEvent.merged_into`, and
moves when `turn` is its side. It need not know about pauses and pacing: the table holds a bot's move back until it is
due. A move that comes too late (because moves were taken back) is `Refused` with the code `move_stale`; the bot simply
follows the newest message. After `Left` there are no more messages. A rematch swaps the sides: the bot's seat is the
one in `snapshot.seats` whose `guest` is `BotSeat.guest`. After a restart of the server `seat` is called again for each
table that is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

from plyground.protocol import Game, Side
from plyground.server.wire.commands import ClientMessage
from plyground.server.wire.events import ServerMessage
from plyground.server.wire.http import BotEntry
from plyground.server.workers.job import Job

Given = TypeVar("Given")
Answer = TypeVar("Answer")

OnMessage: TypeAlias = Callable[[ServerMessage], None]
"""Gets the messages for a bot; called on the event loop, must return at once."""


class BotClient(Protocol):
    """A bot's end of its connection."""

    def command(self, message: ClientMessage) -> None:
        """Sends a message to the server; the answer comes like any other message."""

    def close(self) -> None:
        """Leaves; the seat stays the bot's."""


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A seat for a bot."""

    table: str
    guest: str
    """The id under which the bot sits there."""
    side: Side
    """Its side in the game now."""
    spec: str
    """The bot by name, with its options, as `BotRunner.check` accepted it."""
    game: Game
    connect: Callable[[OnMessage], BotClient]
    """Joins the table in that seat."""


class JobPool(Protocol):
    """Where a bot's moves are found: the server's workers, or this process."""

    async def run(
        self,
        job: Job[Given, Answer],
        given: Given,
        *,
        seconds: float,
        key: Hashable = None,
        owner: Hashable = None,
        cpu_s: float | None = None,
    ) -> Answer:
        """Does a job; cancelling ends it."""


class BotRunner(Protocol):
    """Runs the built-in bots."""

    def entries(self) -> list[BotEntry]:
        """The bots that people may choose."""

    def check(self, spec: str, game: Game) -> str:
        """The name people see in the seat; raises a `PlygroundError` if there is no such bot or it cannot play that."""

    def seat(self, seat: BotSeat) -> None:
        """Fills a seat; called on the event loop, returns at once."""

    def renew(self) -> None:
        """Lets bots use databases that have just been built."""

    async def close(self) -> None:
        """Ends all bots."""
