"""The door for services: how analysis, reviews, experiments and further HTTP routes are added to the server.

`PlayServer(..., extend=...)` is given a function that makes both `Extras` when the server starts. A service command
that arrives on a socket is handed to `Services.ask` together with the client it came from; answers go back with
`client.send`, as often as needed, and `Services.forget` is called when the client goes, so that nothing runs for
nobody. All of it on the event loop.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from plyground.server.bot_api import BotRunner
from plyground.server.metrics import GaugeSpec
from plyground.server.store import Store
from plyground.server.wire.events import ServerMessage
from plyground.server.wire.services import ServiceCommand


class ServiceClient(Protocol):
    """Whoever asks: one socket."""

    @property
    def guest(self) -> str:
        """The public id of the guest."""
        ...

    @property
    def address(self) -> str:
        """The network address it came from, for limits per client."""
        ...

    @property
    def plays_a_person(self) -> bool:
        """Whether the guest sits in a game that is going on against another person; analysis is off then."""
        ...

    def send(self, message: ServerMessage) -> None:
        """Sends a message; nothing happens if the client has gone."""
        ...


class Services(Protocol):
    """The engine, the laboratory and whatever else is not a table."""

    @property
    def routes(self) -> Sequence[Any]:
        """Litestar route handlers, to be served beside those of the tables."""
        ...

    def ask(self, command: ServiceCommand, client: ServiceClient) -> None:
        """Begins to answer; raises a `PlygroundError` to refuse. Returns at once."""
        ...

    def forget(self, client: ServiceClient) -> None:
        """The client has gone: ends whatever runs for it."""
        ...

    async def close(self) -> None:
        """Ends everything."""
        ...


@dataclass(frozen=True, slots=True)
class Extras:
    """What a server has beside its tables."""

    bots: BotRunner | None = None
    services: Services | None = None
    gauges: Sequence[GaugeSpec] = ()
    """What operators may watch of them."""


Extend: TypeAlias = Callable[[Store], Awaitable[Extras]]
"""Makes the extras on the event loop when the server starts."""
