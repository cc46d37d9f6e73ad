"""The service API: how analysis, reviews, experiments and more HTTP routes are added to the server.

`PlayServer(..., extend=...)` gets a function that makes `Extras` when the server starts. A service command that arrives
on a socket goes to `Services.ask` with the client that sent it. Answers go back with `client.send`, as many as needed.
`Services.forget` is called when the client disconnects, so that nothing runs for nobody. Everything happens on the
event loop.
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
    """The client that asks: one socket."""

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
        """Whether the guest is playing a game against another person; analysis is off then."""
        ...

    def send(self, message: ServerMessage) -> None:
        """Sends a message; does nothing if the client has disconnected."""
        ...


class Services(Protocol):
    """The engine, the lab and everything else that is not a table."""

    @property
    def routes(self) -> Sequence[Any]:
        """Litestar route handlers, served next to those of the tables."""
        ...

    def ask(self, command: ServiceCommand, client: ServiceClient) -> None:
        """Starts to answer and returns at once; raises a `PlygroundError` to refuse."""
        ...

    def forget(self, client: ServiceClient) -> None:
        """The client has disconnected: ends everything that runs for it."""
        ...

    async def close(self) -> None:
        """Ends everything."""
        ...


@dataclass(frozen=True, slots=True)
class Extras:
    """What a server has besides its tables."""

    bots: BotRunner | None = None
    services: Services | None = None
    gauges: Sequence[GaugeSpec] = ()
    """Values that operators may watch."""


Extend: TypeAlias = Callable[[Store], Awaitable[Extras]]
"""Makes the extras on the event loop when the server starts."""
