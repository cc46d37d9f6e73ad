"""RemoteBot: a player of this machine in a seat at any server's table, over a socket."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterable, Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from plyground.errors import ServiceFault, TableRefused, UnknownGame
from plyground.play.spec import PlayerSpec
from plyground.protocol import Result, Side
from plyground.server.bots import BotSeat, OnMessage
from plyground.server.bots.moves import forget_players
from plyground.server.bots.roster import MAX_MOVE_MS, Bot
from plyground.server.bots.seated_bot import SeatedBot
from plyground.server.positions import find_game
from plyground.server.wire import UNREADABLE, commands, encode, events, parts
from plyground.server.wire.http import Failure
from plyground.server.workers.job import Job, JobContext

MAX_MESSAGE = 1 << 24
"""No message of a server is longer than this many bytes."""
PAUSES_S = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""How long it waits before it tries again to reach a server."""

_TABLE = re.compile(r"/?table/([^/]{1,40})")

Given = TypeVar("Given")
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class TableAddress:
    """Where a table is: the server's socket and the table's id."""

    socket: str
    table: str

    @classmethod
    def parse(cls, address: str) -> TableAddress:
        """Reads the address that a browser shows at a table; raises `UnknownGame`.

        >>> TableAddress.parse("https://games.example.org/#/table/k3x9?side=white")
        TableAddress(socket='wss://games.example.org/socket', table='k3x9')
        >>> TableAddress.parse("localhost:43210")
        Traceback (most recent call last):
        plyground.errors.UnknownGame: 'localhost:43210' is not the address of a table, which looks like ...
        """
        try:
            parsed = urlsplit(address.strip())
            is_usable = parsed.scheme in ("http", "https") and bool(parsed.hostname) and parsed.port != 0
        except ValueError:
            is_usable = False
        found = _TABLE.fullmatch(parsed.fragment.partition("?")[0]) if is_usable else None
        if found is None:
            raise UnknownGame("table_address", address=address)
        scheme = "wss" if parsed.scheme == "https" else "ws"
        return cls(f"{scheme}://{parsed.netloc}/socket", unquote(found[1]))


def _refusal(error: Exception) -> TableRefused | None:
    """Why a server does not let us in, which trying again would not change; None if it may."""
    if not isinstance(error, InvalidStatus) or error.response.status_code not in (401, 403):
        return None
    try:
        problem = msgspec.json.decode(error.response.body or b"", type=Failure).problem
    except UNREADABLE:
        return None
    return TableRefused(problem.code, **problem.arguments)


class RemoteBot:
    """A bot that joins a table, plays one game there and leaves; a lost connection is made again."""

    def __init__(
        self,
        address: TableAddress,
        bot: Bot,
        *,
        token: str = "",
        is_named: bool = True,
        on_seated: Callable[[Side, str], object] = lambda side, title: None,
        pauses_s: tuple[float, ...] = PAUSES_S,
    ) -> None:
        self._address = address
        self._bot = bot
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        """With the token of an account, the bot plays in its name."""
        self._is_named = is_named
        """Whether it must have its name; otherwise, where that is taken, the server makes one up."""
        self._on_seated = on_seated
        self._pauses_s = pauses_s
        self._failures = 0
        self._name = bot.name
        self._token = ""
        self._guest = ""
        self._seated: SeatedBot | None = None
        self._on_message: OnMessage = lambda message: None
        self._outbox: asyncio.Queue[commands.ClientMessage] = asyncio.Queue()

    async def play(self) -> Result:
        """Plays the game at the table, and returns how it ended; raises a `PlygroundError` if that is impossible."""
        try:
            while True:
                try:
                    return await self._visit()
                except (OSError, WebSocketException) as error:
                    if (refused := _refusal(error)) is not None:
                        raise refused from error
                    if self._failures == len(self._pauses_s):
                        reason = str(error) or type(error).__name__
                        raise ServiceFault("server_unreachable", address=self._address.socket, reason=reason) from error
                    await asyncio.sleep(self._pauses_s[self._failures])
                    self._failures += 1
        finally:
            if self._seated is not None:
                self._seated.close()
            await _finish_searches()

    async def _visit(self) -> Result:
        """Plays over one connection."""
        async with connect(self._address.socket, additional_headers=self._headers, max_size=MAX_MESSAGE) as socket:
            self._outbox = asyncio.Queue()
            sender = asyncio.create_task(_send(socket, self._outbox))
            try:
                self._say_hello()
                return await self._follow(socket)
            finally:
                sender.cancel()

    async def _follow(self, socket: AsyncIterable[str | bytes]) -> Result:
        """Handles the messages of the server until the game ends."""
        async for data in socket:
            try:
                message: events.ServerMessage = _decoder.decode(data)
            except UNREADABLE as error:
                raise ServiceFault("server_foreign", address=self._address.socket, reason=error) from error
            match message:
                case events.Welcome():
                    self._token, self._guest = message.token, message.guest
                    self.command(commands.Join(id="join", table=self._address.table, side="any"))
                case events.Ping():
                    self.command(commands.Pong(ping=message.ping))
                case events.Refused(id="hello") if self._name and not self._is_named:
                    self._name = ""
                    self._say_hello()
                case events.Refused(id="hello" | "join", problem=problem):
                    raise TableRefused(problem.code, **problem.arguments)
                case events.Joined(snapshot=snapshot):
                    self._failures = 0
                    self._sit_down(message)
                    if snapshot.outcome is not None:
                        return snapshot.outcome
                case events.Left():
                    raise TableRefused("unknown_table", table=self._address.table)
                case events.TableEvent(event=events.GameEnded(outcome=outcome)):
                    return outcome
            self._on_message(message)
        raise OSError("the server closed the connection")

    def _say_hello(self) -> None:
        self.command(commands.Hello(id="hello", token=self._token, name=self._name))

    def _sit_down(self, joined: events.Joined) -> None:
        if joined.side is None or joined.side == "both":
            raise TableRefused("seats_taken")
        if self._seated is not None:
            return
        side, settings = Side(joined.side), joined.snapshot.settings
        game = find_game(settings.game, settings.rules)
        seat = BotSeat(self._address.table, self._guest, side, self._bot.spec, game, self._connect)
        self._seated = SeatedBot(seat, self._bot, settings.rules, _HERE, lambda: None)
        self._seated.enter()
        self._on_seated(side, joined.snapshot.title)

    def _connect(self, on_message: OnMessage) -> RemoteBot:
        self._on_message = on_message
        return self

    def command(self, message: commands.ClientMessage) -> None:
        """Sends a message to the server."""
        self._outbox.put_nowait(message)

    def close(self) -> None:
        """Stops listening."""
        self._on_message = lambda message: None


class _MovesHere:
    """Finds moves in threads of this process, one at a time."""

    def __init__(self) -> None:
        self._last: asyncio.Future[Any] | None = None

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
        """Does a job; cancelling stops its search."""
        await self.finish()
        context = JobContext(lambda value: None)
        running = asyncio.ensure_future(asyncio.to_thread(job.run, given, context))
        self._last = running
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            context.stop.request()
            raise

    async def finish(self) -> None:
        """Waits for the search that was stopped last."""
        if self._last is not None:
            await asyncio.wait([self._last])
            self._last = None


_HERE = _MovesHere()


async def _finish_searches() -> None:
    await _HERE.finish()
    forget_players()


async def _send(socket: ClientConnection, outbox: asyncio.Queue[commands.ClientMessage]) -> None:
    while True:
        await socket.send(encode(await outbox.get()).decode())


_decoder = msgspec.json.Decoder(events.ServerMessage)


def bot_of(spec: str, name: str = "", move_ms: int | None = None) -> Bot:
    """The bot of a player's spec; without a time our engine at full strength and programs think for a second.

    >>> bot_of("level=3").name, bot_of("negascout:depth=4", "Ann's machine").name
    ('level=3 bot', "Ann's machine")
    """
    player = PlayerSpec.parse(spec)
    if move_ms is None and "seconds" in player.options and not player.is_program:
        move_ms = round(float(player.options["seconds"]) * 1000)
    is_limited = "level" in player.options or "depth" in player.options
    if move_ms is None and not is_limited:
        move_ms = 1_000
    shown = name or f"{player.name[: parts.MAX_NAME_LENGTH - 4]} bot"
    return Bot(shown, spec, MAX_MOVE_MS if move_ms is None else move_ms, is_program=player.is_program)
