"""The door for bots: how a bot inside the server takes its seat and plays, as any client would.

A bot is a client without a socket. When a table has a seat for a bot, the server calls `BotRunner.seat` with a
`BotSeat`. The runner calls `BotSeat.connect` with a function that will be given every message of the server, decoded;
the bot is then at the table (its first message is `Joined`) and says what it wants to do with `BotClient.say`, in the
very types of `messages.py`: `Play(id=..., move=..., ply=...)`, `Offer`, `Accept`, `Decline`, `Resign`.

    def seat(self, seat: BotSeat) -> None:
        player = MyPlayer(seat)
        player.client = seat.connect(player.hear)      # hear(message: ServerMessage)

Everything happens on the server's event loop: `hear` must return at once, thinking belongs into a worker. A bot moves
when `view.turn` is its side and there is no outcome, in `Joined`, `Started`, `Moved`, `TakenBack`; it need not know of
pauses and pacing, because the table keeps a bot's move back until it is due. A move that comes too late (taken back
meanwhile) is `Refused` with the code `move_stale`; the bot simply follows the newest message. `Left` ends it.
A rematch swaps the sides: in `Joined.snapshot.seats` and `Started.seats` the bot's chair is the one whose `guest` is
`BotSeat.guest`. After a restart of the server `seat` is called again for each table that is taken up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from plyground.protocol import Game, Side
from plyground.server.wire.commands import ClientMessage
from plyground.server.wire.events import ServerMessage
from plyground.server.wire.http import BotEntry

Hear: TypeAlias = Callable[[ServerMessage], None]
"""What a bot gives to be told things; called on the event loop, must return at once."""


class BotClient(Protocol):
    """A bot's end of its connection."""

    def say(self, message: ClientMessage) -> None:
        """Sends a message to the server; the answer comes like any other message."""
        ...

    def close(self) -> None:
        """Leaves; the seat stays the bot's."""
        ...


@dataclass(frozen=True, slots=True)
class BotSeat:
    """A seat that a bot shall fill."""

    table: str
    guest: str
    """The id under which the bot sits there."""
    side: Side
    """Its side in the game now."""
    spec: str
    """The bot by name, with its options, as `BotRunner.check` accepted it."""
    game: Game
    connect: Callable[[Hear], BotClient]
    """Enters the table in that seat."""


class BotRunner(Protocol):
    """Whoever runs the built-in bots."""

    def entries(self) -> list[BotEntry]:
        """The bots that people may choose."""
        ...

    def check(self, spec: str, game: Game) -> str:
        """The name people see in the seat; raises a `PlygroundError` if there is no such bot or it cannot play that."""
        ...

    def seat(self, seat: BotSeat) -> None:
        """Fills a seat; called on the event loop, returns at once."""
        ...

    async def close(self) -> None:
        """Ends all bots."""
        ...
