"""Session: one connected client, from its hello to its end; passes each message on to where it belongs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol, assert_never

import msgspec
from msgspec.structs import replace

from plyground import __version__
from plyground.errors import PlygroundError, ServiceFault, ServiceRefused, TableRefused
from plyground.server import membership
from plyground.server.accounts.accounts import LoggedIn
from plyground.server.guests import guest_of, new_token
from plyground.server.limits import ServerLimits
from plyground.server.live_table import LiveTable
from plyground.server.log import LOG
from plyground.server.presenter import refused
from plyground.server.services.reports import ChatReport
from plyground.server.table_registry import LOBBY, TableRegistry
from plyground.server.timing import TokenBucket
from plyground.server.wire import UNREADABLE, Id, commands, encode, events, pairing, services

_decode = msgspec.json.Decoder(commands.ClientMessage).decode


class _WithId(msgspec.Struct):
    """The readable part of a message that is otherwise wrong."""

    id: Id = ""


_decode_id = msgspec.json.Decoder(_WithId).decode

REPORTED_LINES = 20
"""How many lines of the chat go with a report."""
SERVICE_BYTES = 20_000
"""A command for a service costs as much as a message of this size, besides what is sent."""
SMOOTHING = 0.3
"""The weight of a new measurement in the estimate of the lag."""


class Put(Protocol):
    """Sends bytes and never waits; only answers are safe on a slow connection."""

    def __call__(self, data: bytes, is_answer: bool = False) -> None: ...


class Address:
    """What comes from one network address; remembered until its share is whole again."""

    __slots__ = ("messages", "sockets", "work")

    def __init__(self, limits: ServerLimits, now_ms: float) -> None:
        self.sockets = 0
        self.messages = TokenBucket(limits.messages_per_address, limits.message_burst_per_address, now_ms)
        self.work = TokenBucket(limits.bytes_per_address, limits.byte_burst_per_address, now_ms)
        """What its clients send and ask for, in bytes."""

    def is_forgettable(self, now_ms: float) -> bool:
        """Whether a new client from there would be treated alike."""
        return not self.sockets and self.messages.is_full(now_ms) and self.work.is_full(now_ms)


class Session:
    """A client. Everything it sends arrives at `receive`; everything for it leaves by `put`, which never waits."""

    def __init__(
        self,
        registry: TableRegistry,
        put: Put,
        address: str = "",
        here: Address | None = None,
        logged_in: LoggedIn | None = None,
    ) -> None:
        self.guest = ""
        self.name = ""
        self.address = address
        self.lag_ms = 0.0
        self.live: LiveTable | None = None
        self._registry = registry
        self._put = put
        self.logged_in = logged_in
        """The account that the client belongs to; None for a guest."""
        self._time = registry.time
        limits, now_ms = registry.limits, self._time.now_ms()
        self._pace = TokenBucket(limits.messages_per_second, limits.message_burst, now_ms)
        self._work = TokenBucket(limits.bytes_per_second, limits.byte_burst, now_ms)
        """What the client sends and asks for, in bytes."""
        self._here = here or Address(limits, now_ms)
        """The network address, of which there may be other sockets."""
        self._chat = TokenBucket(limits.chats_per_second, limits.chat_burst, now_ms)
        self._arrived_ms = now_ms
        """When the message that is handled was read."""
        self._ping = (0, 0.0)
        self._joining: asyncio.Task[None] | None = None
        self._answering: set[asyncio.Task[None]] = set()
        self._is_in_lobby = False
        self._has_boards = False
        self._is_closed = False

    # --- out ---

    def send(self, message: events.ServerMessage | msgspec.Raw) -> None:
        """Sends a message; pings and progress may be lost on a slow connection, answers not."""
        is_droppable = isinstance(message, events.Ping | services.Progress) or (
            isinstance(message, services.AnalysisUpdate) and not message.done
        )
        data = encode(message)
        self._spend(len(data))
        self._put(data, not is_droppable)

    def deliver(self, message: events.ServerMessage, data: bytes) -> None:
        """Sends a message that goes to many and is encoded already."""
        self._put(data)

    def resync(self) -> None:
        """The client was too slow and has missed something: sends it the whole state."""
        self._registry.metrics.resyncs += 1
        if self.live is not None:
            self.live.send_snapshot(self, "resync")
        if self._is_in_lobby:
            self._send_lobby()
        if self._has_boards:
            self._registry.boards.send_all(self)

    def ping(self) -> None:
        """Measures the lag."""
        self._ping = (self._ping[0] + 1, self._time.now_ms())
        self.send(events.Ping(ping=self._ping[0], lag_ms=round(self.lag_ms)))

    # --- in ---

    def receive(self, text: str | bytes, arrived_ms: float | None = None) -> bool:
        """Takes a message that arrived just now, or earlier; False if the client floods and should be cut off."""
        self._arrived_ms = self._time.arrived_ms() if arrived_ms is None else arrived_ms
        self._registry.metrics.messages += 1
        now_ms, size = self._time.now_ms(), len(text)
        self._work.spend(size, now_ms)
        self._here.work.spend(size, now_ms)
        self._here.messages.spend(1, now_ms)
        if not self._pace.take(now_ms):
            limit = self._registry.limits.messages_per_second
            LOG.warning("flood", address=self.address, guest=self.guest)
            self.send(refused("", ServiceRefused("flood", count=round(limit))))
            return False
        try:
            message = _decode(text)
        except UNREADABLE as error:
            LOG.warning("unreadable message", address=self.address, guest=self.guest, reason=str(error))
            self.send(refused(_id_of(text), ServiceRefused("message_unreadable", reason=str(error))))
            return True
        self.handle(message)
        return True

    def _spend(self, cost: int) -> None:
        now_ms = self._time.now_ms()
        self._work.spend(cost, now_ms)
        self._here.work.spend(cost, now_ms)

    def debt_ms(self) -> float:
        """How long the client's next message must wait, because it or its address has had more than its share."""
        now_ms, here = self._time.now_ms(), self._here
        own_ms = self._work.debt_ms(now_ms)
        shared_ms = max(here.work.debt_ms(now_ms), here.messages.debt_ms(now_ms))
        return own_ms if shared_ms <= own_ms or self._registry.moderation.is_exempt(self.address) else shared_ms

    def handle(self, message: commands.ClientMessage) -> None:
        """Does what a message asks for, or answers why not."""
        self._registry.metrics.last_message = type(message).__name__
        try:
            self._dispatch(message)
        except PlygroundError as error:
            self._registry.metrics.refusals += 1
            self.send(refused(message.id, error, self.guest))

    def _dispatch(self, message: commands.ClientMessage) -> None:
        self._registry.moderation.check_person(self.guest)
        if isinstance(message, commands.Play) and self.live is not None:
            self.live.command(self, message, self._arrived_ms)
            return
        if isinstance(message, commands.Hello):
            self._hello(message)
            return
        if not self.guest:
            raise ServiceRefused("hello_first")
        match message:
            case commands.Pong():
                self._pong(message.ping)
            case commands.Join():
                self._join(message)
            case commands.Leave():
                live = self._need_table()
                self.leave(gives_up_seat=True)
                self.send(events.Left(id=message.id, table=live.table.id, reason="left"))
            case commands.Rename():
                self._rename(message)
            case commands.ReportChat():
                self._report_chat(message)
            case commands.WatchLobby():
                self._watch_lobby(message.on)
            case commands.WatchBoards():
                self._watch_boards(message.on)
            case commands.PostChat():
                self._registry.moderation.check_chat(self.guest)
                if not self._chat.take(self._time.now_ms()):
                    raise ServiceRefused("chat_flood")
                self._need_table().command(self, message, self._arrived_ms)
            case _:
                if isinstance(message, services.ServiceCommand):
                    self._ask_service(message)
                elif isinstance(message, pairing.PairingCommand):
                    self._pair(message)
                else:
                    self._need_table().command(self, message, self._arrived_ms)

    def _need_table(self) -> LiveTable:
        if self.live is None:
            raise TableRefused("table_absent")
        return self.live

    def _ask_service(self, command: services.ServiceCommand) -> None:
        if self._registry.services is None:
            raise ServiceRefused("services_none")
        self._spend(SERVICE_BYTES)
        self._registry.services.dispatcher.ask(command, self)

    def _hello(self, message: commands.Hello) -> None:
        if self.guest:
            raise ServiceRefused("hello_twice")
        guests, token = self._registry.guests, message.token or new_token()
        if self.logged_in is not None:
            guest, token = self.logged_in.account.id, ""
        elif guests.has_account(guest := guest_of(token)):
            # The guest has become an account, which this browser is not logged in to.
            token = new_token()
            guest = guest_of(token)
        self._registry.moderation.check_person(guest)
        self.name = guests.arrive(guest, message.name)
        self.guest = guest
        self._registry.sessions[self] = None
        self.send(
            events.Welcome(
                id=message.id,
                token=token,
                guest=guest,
                name=self.name,
                is_account=self.logged_in is not None,
                server=__version__,
                run=self._registry.run_id,
                page=self._registry.page_build,
            )
        )
        self._registry.pairing.arrive(self)

    def _report_chat(self, message: commands.ReportChat) -> None:
        if self._registry.services is None:
            raise ServiceRefused("services_none")
        self._spend(SERVICE_BYTES)
        table = self._need_table().table
        report = ChatReport(table=table.id, by=self.guest, about=message.guest, lines=table.chat[-REPORTED_LINES:])
        adding = self._registry.services.reports.add_chat(report, self.address)

        async def add() -> events.Acknowledged:
            await adding
            return events.Acknowledged(id=message.id, version=table.version)

        self._answer_later(message.id, add())

    def _pair(self, message: pairing.PairingCommand) -> None:
        self._spend(SERVICE_BYTES)
        self._answer_later(message.id, self._find_opponent(message))

    async def _find_opponent(self, message: pairing.PairingCommand) -> events.ServerMessage:
        service, me, address = self._registry.pairing, self.guest, self.address
        answer: pairing.SeekPosted | pairing.Paired | pairing.ChallengeChanged
        match message:
            case pairing.PostSeek(terms=terms, min_rating=low, max_rating=high):
                answer = await service.post_seek(me, terms, low, high, address=address, asker=self)
            case pairing.TakeSeek():
                answer = await service.take_seek(me, message.seek, address=address, asker=self)
            case pairing.CancelSeek():
                service.cancel_seek(me, message.seek)
                return events.Acknowledged(id=message.id, version=0)
            case pairing.SendChallenge():
                answer = await service.challenge(me, message.to, message.terms, address=address, asker=self)
            case pairing.AnswerChallenge(accept=True):
                answer = await service.accept(me, message.challenge, address=address, asker=self)
            case pairing.AnswerChallenge():
                answer = service.decline(me, message.challenge, asker=self)
            case pairing.CancelChallenge():
                answer = service.cancel_challenge(me, message.challenge, asker=self)
            case _:
                assert_never(message)
        return replace(answer, id=message.id)

    def _answer_later(self, message_id: str, answering: Coroutine[Any, Any, events.ServerMessage]) -> None:
        async def answer() -> None:
            try:
                self.send(await answering)
            except PlygroundError as error:
                self._registry.metrics.refusals += 1
                self.send(refused(message_id, error, self.guest))
            except Exception as error:
                # A user's game may fail in any way; the client gets an answer all the same.
                LOG.error("no answer", guest=self.guest, reason=repr(error))
                self.send(refused(message_id, ServiceFault("server_fault")))

        task = asyncio.get_running_loop().create_task(answer())
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    def _rename(self, message: commands.Rename) -> None:
        if self.logged_in is not None:
            raise ServiceRefused("name_of_account")
        self.name = self._registry.guests.rename(self.guest, message.name)
        if self.live is not None:
            membership.update_name(self.live, self)
        self.send(events.Acknowledged(id=message.id, version=0 if self.live is None else self.live.table.version))

    def _pong(self, number: int) -> None:
        expected, sent_at_ms = self._ping
        if number == expected and sent_at_ms:
            measured_ms = max(0.0, self._arrived_ms - sent_at_ms)
            self.lag_ms += (SMOOTHING if self.lag_ms else 1.0) * (measured_ms - self.lag_ms)
            self._ping = (expected, 0.0)

    def _watch_lobby(self, on: bool) -> None:
        self._is_in_lobby = on
        if on:
            self._registry.hub.subscribe(LOBBY, self)
            self._send_lobby()
        else:
            self._registry.hub.unsubscribe(LOBBY, self)

    def _watch_boards(self, on: bool) -> None:
        self._has_boards = on
        if on:
            self._registry.boards.watch(self)
        else:
            self._registry.boards.unwatch(self)

    def _send_lobby(self) -> None:
        data = self._registry.lobby()[1]
        self._spend(len(data))
        self._put(data)

    # --- at a table ---

    def _join(self, message: commands.Join) -> None:
        if self._joining is not None:
            self._joining.cancel()
        live = self._registry.live.get(message.table)
        if live is not None and not _is_rated_seat(live, message, self.guest):
            self._enter(live, message)
        else:
            self._joining = asyncio.get_running_loop().create_task(self._join_when_loaded(message))

    async def _join_when_loaded(self, message: commands.Join) -> None:
        try:
            live = await self._registry.find(message.table)
            if _is_rated_seat(live, message, self.guest):
                await self._registry.check_aborts(self.guest)
            self._enter(live, message)
        except PlygroundError as error:
            self.send(refused(message.id, error, self.guest))
        except Exception as error:
            # A user's game may fail in any way; the client gets an answer all the same.
            LOG.error("table cannot be opened", table=message.table, reason=repr(error))
            self.send(refused(message.id, ServiceFault("server_fault")))
        finally:
            if self._joining is asyncio.current_task():
                self._joining = None

    def _enter(self, live: LiveTable, message: commands.Join) -> None:
        if self.live is not None and self.live is not live:
            self.leave(gives_up_seat=False)
        membership.join(live, self, message, self._joined)

    def _joined(self, live: LiveTable) -> bool:
        if self._is_closed:
            return False
        self.live = live
        self._registry.attended(live)
        return True

    @property
    def has_own_name(self) -> bool:
        """Whether the guest has chosen a name."""
        return self._registry.guests.has_own_name(self.guest)

    @property
    def has_account(self) -> bool:
        """Whether the client belongs to an account."""
        return self.logged_in is not None

    @property
    def plays_unaided(self) -> bool:
        """Whether the guest is playing a game in which nobody may be helped."""
        return self._registry.plays_unaided(self.guest)

    def leave(self, *, gives_up_seat: bool) -> None:
        """Leaves the table."""
        if self.live is not None:
            live, self.live = self.live, None
            membership.leave(live, self, gives_up_seat=gives_up_seat)

    def close(self) -> None:
        """The connection has ended."""
        self._is_closed = True
        if self._joining is not None:
            self._joining.cancel()
        if self._registry.services is not None:
            self._registry.services.dispatcher.forget(self)
        self._registry.hub.unsubscribe(LOBBY, self)
        self._registry.boards.unwatch(self)
        self.leave(gives_up_seat=False)
        if self._registry.sessions.pop(self, 0) is None:
            self._registry.pairing.depart(self)
            self._registry.guests.depart(self.guest)


def _is_rated_seat(live: LiveTable, message: commands.Join, guest: str) -> bool:
    """Whether somebody wants a seat in a rated game, and has none."""
    table = live.table
    return message.side is not None and table.settings.rated and not table.state.sides_of(guest)


def _id_of(text: str | bytes) -> str:
    """The id of a message that cannot be read as a whole; "" if not even that."""
    try:
        return _decode_id(text).id
    except UNREADABLE:
        return ""
