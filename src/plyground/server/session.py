"""Session: one connected client, from its hello to its end; hands each message to whoever it is for."""

from __future__ import annotations

import asyncio
from typing import Protocol

import msgspec

from plyground import __version__
from plyground.errors import PlygroundError, ServiceFault, ServiceRefused, TableRefused
from plyground.server import doorway
from plyground.server.bucket import Bucket
from plyground.server.guests import Guests, guest_of, new_token
from plyground.server.hub import Hub
from plyground.server.limits import ServerLimits
from plyground.server.log import LOG
from plyground.server.metrics import Metrics
from plyground.server.problems import refused
from plyground.server.room import Room
from plyground.server.wire.commands import ClientMessage, Hello, Join, Leave, Play, Pong, Rename, Say, WatchLobby
from plyground.server.wire.events import Acknowledged, Left, Ping, ServerMessage, Welcome
from plyground.server.wire.parts import Id
from plyground.server.wire.services import Analysis, ExperimentProgress, ReviewProgress, ServiceCommand

NEWS = (Ping, ReviewProgress, ExperimentProgress)
"""What a client that is too slow may miss, like the events of its table; whatever it asks is answered."""

_decode = msgspec.json.Decoder(ClientMessage).decode
_encode = msgspec.json.Encoder().encode


class _Named(msgspec.Struct):
    """What can be read of a message that is otherwise wrong."""

    id: Id = ""


_decode_name = msgspec.json.Decoder(_Named).decode
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)

LOBBY = "lobby"
"""The topic of those who watch the list of tables."""
SMOOTHING = 0.3
"""How much of a new measurement of the way enters the estimate."""


class Host(Protocol):
    """The house as a session sees it."""

    limits: ServerLimits
    metrics: Metrics
    guests: Guests
    hub: Hub
    run_id: str
    sessions: dict[Session, None]
    rooms: dict[str, Room]

    async def find(self, table: str) -> Room:
        """The room of a table; raises `TableRefused` if there is none."""
        ...

    def attended(self, room: Room) -> None:
        """Somebody is at a table."""
        ...

    def plays_a_person(self, guest: str) -> bool:
        """Whether somebody sits in a game that is going on against another person."""
        ...

    def lobby_text(self) -> str:
        """The lobby as those who watch it are told."""
        ...

    def ask_service(self, command: ServiceCommand, session: Session) -> None:
        """Hands a question to the engine or the laboratory."""
        ...

    def forget_service(self, session: Session) -> None:
        """Ends what runs for somebody who has gone."""
        ...


class Put(Protocol):
    """Sends a text and never waits; news may be lost on a slow line, answers not."""

    def __call__(self, text: str, is_answer: bool = False) -> None: ...


class Session:
    """A client. Everything it says arrives at `receive`; everything it is told leaves by `put`, which never waits."""

    def __init__(self, house: Host, put: Put, address: str = "") -> None:
        self.guest = ""
        self.name = ""
        self.address = address
        self.lag_ms = 0.0
        self.room: Room | None = None
        self._house = house
        self.tell_text = put
        """Sends a message that is encoded already."""
        self._loop = asyncio.get_running_loop()
        limits = house.limits
        self._pace = Bucket(limits.messages_per_second, limits.message_burst, self._loop.time())
        self._chat = Bucket(limits.chats_per_second, limits.chat_burst, self._loop.time())
        self._ping = (0, 0.0)
        self._joining: asyncio.Task[None] | None = None
        self._is_in_lobby = False
        self._is_closed = False

    # --- out ---

    def tell(self, message: ServerMessage) -> None:
        """Sends a message."""
        is_news = isinstance(message, NEWS) or (isinstance(message, Analysis) and not message.done)
        self.tell_text(_encode(message).decode(), not is_news)

    def resync(self) -> None:
        """The client was too slow and has missed something: it gets the whole state."""
        self._house.metrics.resyncs += 1
        if self.room is not None:
            self.tell(self.room.joined(self, "", "resync"))
        if self._is_in_lobby:
            self.tell_text(self._house.lobby_text())

    def ping(self) -> None:
        """Measures the way there and back."""
        self._ping = (self._ping[0] + 1, self._loop.time())
        self.tell(Ping(ping=self._ping[0], lag_ms=round(self.lag_ms)))

    # --- in ---

    def receive(self, text: str | bytes) -> bool:
        """Takes a message; False if the client floods and should be cut off."""
        self._house.metrics.messages += 1
        if not self._pace.takes(self._loop.time()):
            limit = self._house.limits.messages_per_second
            LOG.warning("flood", address=self.address, guest=self.guest)
            self.tell(refused("", ServiceRefused("flood", count=round(limit))))
            return False
        try:
            message = _decode(text)
        except UNREADABLE as error:
            LOG.warning("unreadable message", address=self.address, guest=self.guest, reason=str(error))
            self.tell(refused(_id_of(text), ServiceRefused("message_unreadable", reason=str(error))))
            return True
        self.handle(message)
        return True

    def handle(self, message: ClientMessage) -> None:
        """Does what a message asks for, or says why not."""
        try:
            self._dispatch(message)
        except PlygroundError as error:
            self._house.metrics.refusals += 1
            self.tell(refused(message.id, error, self.guest))

    def _dispatch(self, message: ClientMessage) -> None:
        if isinstance(message, Play) and self.room is not None:
            self.room.command(self, message)
            return
        if isinstance(message, Hello):
            self._hello(message)
            return
        if not self.guest:
            raise ServiceRefused("hello_first")
        match message:
            case Pong():
                self._pong(message.ping)
            case Join():
                self._join(message)
            case Leave():
                room = self._need_room()
                self.leave(gives_up_seat=True)
                self.tell(Left(id=message.id, table=room.table.id, reason="left"))
            case Rename():
                self._rename(message)
            case WatchLobby():
                self._watch_lobby(message.on)
            case Say() if not self._chat.takes(self._loop.time()):
                raise ServiceRefused("chat_flood")
            case _:
                if isinstance(message, ServiceCommand):
                    self._house.ask_service(message, self)
                else:
                    self._need_room().command(self, message)

    def _need_room(self) -> Room:
        if self.room is None:
            raise TableRefused("table_absent")
        return self.room

    def _hello(self, message: Hello) -> None:
        if self.guest:
            raise ServiceRefused("hello_twice")
        token = message.token or new_token()
        guest = guest_of(token)
        self.name = self._house.guests.arrive(guest, message.name)
        self.guest = guest
        self._house.sessions[self] = None
        self.tell(
            Welcome(id=message.id, token=token, guest=guest, name=self.name, server=__version__, run=self._house.run_id)
        )

    def _rename(self, message: Rename) -> None:
        self.name = self._house.guests.rename(self.guest, message.name)
        if self.room is not None:
            doorway.show_name(self.room, self)
        self.tell(Acknowledged(id=message.id, version=0 if self.room is None else self.room.table.version))

    def _pong(self, number: int) -> None:
        expected, sent_at = self._ping
        if number == expected and sent_at:
            measured_ms = (self._loop.time() - sent_at) * 1000
            self.lag_ms += (SMOOTHING if self.lag_ms else 1.0) * (measured_ms - self.lag_ms)
            self._ping = (expected, 0.0)

    def _watch_lobby(self, on: bool) -> None:
        self._is_in_lobby = on
        if on:
            self._house.hub.subscribe(LOBBY, self)
            self.tell_text(self._house.lobby_text())
        else:
            self._house.hub.unsubscribe(LOBBY, self)

    # --- at a table ---

    def _join(self, message: Join) -> None:
        if self._joining is not None:
            self._joining.cancel()
        room = self._house.rooms.get(message.table)
        if room is not None:
            self._enter(room, message)
        else:
            self._joining = self._loop.create_task(self._join_when_loaded(message))

    async def _join_when_loaded(self, message: Join) -> None:
        try:
            self._enter(await self._house.find(message.table), message)
        except PlygroundError as error:
            self.tell(refused(message.id, error, self.guest))
        except Exception as error:
            # The rules of a game that somebody wrote may fail in any way; whoever asked is answered all the same.
            LOG.error("table cannot be opened", table=message.table, reason=repr(error))
            self.tell(refused(message.id, ServiceFault("server_fault")))
        finally:
            if self._joining is asyncio.current_task():
                self._joining = None

    def _enter(self, room: Room, message: Join) -> None:
        if self.room is not None and self.room is not room:
            self.leave(gives_up_seat=False)
        doorway.enter(room, self, message, self._entered)

    def _entered(self, room: Room) -> bool:
        if self._is_closed:
            return False
        self.room = room
        self._house.attended(room)
        return True

    @property
    def has_own_name(self) -> bool:
        """Whether the guest has chosen a name."""
        return self._house.guests.has_own_name(self.guest)

    @property
    def plays_a_person(self) -> bool:
        """Whether the guest sits in a game that is going on against another person."""
        return self._house.plays_a_person(self.guest)

    def leave(self, *, gives_up_seat: bool) -> None:
        """Goes from the table."""
        if self.room is not None:
            room, self.room = self.room, None
            doorway.exit_from(room, self, gives_up_seat=gives_up_seat)

    def close(self) -> None:
        """The connection has ended."""
        self._is_closed = True
        if self._joining is not None:
            self._joining.cancel()
        self._house.forget_service(self)
        self._house.hub.unsubscribe(LOBBY, self)
        self.leave(gives_up_seat=False)
        if self._house.sessions.pop(self, 0) is None:
            self._house.guests.depart(self.guest)


def _id_of(text: str | bytes) -> str:
    """The id of a message that cannot be read as a whole; "" if not even that."""
    try:
        return _decode_name(text).id
    except UNREADABLE:
        return ""
