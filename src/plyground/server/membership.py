"""Membership of a live table: joining, taking a seat, catching up, leaving, and announcing who is there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from msgspec import Raw

from plyground.errors import ServiceRefused, TableRefused
from plyground.protocol import Side
from plyground.server import arbiter, presenter
from plyground.server.arbiter import Actor, TableTransaction
from plyground.server.guests import old_id
from plyground.server.live_table import LiveTable, TableTask
from plyground.server.presence import Member
from plyground.server.table import Table
from plyground.server.wire import encode
from plyground.server.wire.commands import Join
from plyground.server.wire.events import CaughtUp

SMALL_CROWD = 20
SOON_MS, LATER_MS = 50, 1_000
"""Presence updates are gathered: shortly while few are there, for longer in a crowd."""


def join(live: LiveTable, member: Member, message: Join, on_joined: Callable[[LiveTable], bool]) -> None:
    """Brings a member to the table, seats it if it wants a seat, and sends it the state.

    `on_joined` is called when the member belongs to the table, and returns whether the member is still there.
    """

    def decide(transaction: TableTransaction, actor: Actor) -> None:
        if old_id(actor.guest) != actor.guest:
            arbiter.recognise(transaction, actor.guest)
        if member.has_own_name:
            arbiter.rename(transaction, actor)
        side = _wanted_side(transaction.table, message, actor.guest)
        if side is not None:
            if transaction.table.settings.rated and not member.has_account:
                raise ServiceRefused("rated_account")
            arbiter.sit(transaction, side, actor)

    def enter() -> None:
        if not on_joined(live):
            return
        is_new = member not in live.presence
        if is_new:
            live.presence.enter(member)
        live.hub.subscribe(live.table.id, member, is_first=bool(live.table.state.sides_of(member.guest)))
        if member.guest == live.table.state.seat(live.table.turn).guest:
            live.resume_clock()
        _answer(live, member, message)
        if is_new or message.side is not None:
            announce(live)

    # Who was connected to another process may know more than this one.
    live.follow(message.version or 0)
    live.submit(TableTask(decide, member, message.id, is_once=False, then=enter))


def _wanted_side(table: Table, message: Join, guest: str) -> Side | None:
    """The seat to take; None for spectators and for guests who have one."""
    if message.side is None or table.state.sides_of(guest):
        return None
    if message.side != "any":
        return Side(message.side)
    for side in Side:
        if table.state.seat(side).kind == "open":
            return side
    raise TableRefused("seats_taken")


def _answer(live: LiveTable, member: Member, message: Join) -> None:
    missed = _missed(live, message.version)
    if missed is None:
        live.send_snapshot(member, "joined", message.id)
        return
    table = live.table
    member.send(
        CaughtUp(
            id=message.id,
            side=presenter.side_of(table.state, member.guest),
            events=missed,
            version=table.version,
            hash=table.state.hash,
            clocks=presenter.clocks(table, live.time.now_ms()),
            seats=presenter.seats(table, live.presence),
            spectators=live.presence.spectators,
        )
    )


def _missed(live: LiveTable, version: int | None) -> list[Raw] | None:
    """The events after a version, or None if they are not all in memory."""
    if version is None or version > live.table.version:
        return None
    count = live.table.version - version
    if count > len(live.recent):
        return None
    return [Raw(data) for data in islice(live.recent, len(live.recent) - count, None)]


def update_name(live: LiveTable, member: Member) -> None:
    """Shows the new name of a member."""
    live.submit(TableTask(arbiter.rename, member, is_once=False, then=lambda: announce(live)))


def leave(live: LiveTable, member: Member, *, gives_up_seat: bool) -> None:
    """Removes a member; a seat is given up only on purpose and before its game has begun."""
    live.hub.unsubscribe(live.table.id, member)
    live.presence.leave(member)
    if gives_up_seat:
        live.submit(
            TableTask(lambda transaction, actor: arbiter.leave(transaction, actor.guest), member, is_once=False)
        )
    announce(live)


def announce(live: LiveTable) -> None:
    """Sends who is there to everyone, soon."""
    if live.is_announcing or live.is_closed:
        return
    live.is_announcing = True
    live.time.call_later(SOON_MS if len(live.presence) <= SMALL_CROWD else LATER_MS, lambda: _announce_now(live))


def _announce_now(live: LiveTable) -> None:
    live.is_announcing = False
    if not live.is_closed:
        update = presenter.presence_update(live.table, live.presence, live.time.now_ms())
        live.hub.publish(live.table.id, update, encode(update))
        live.on_presence(live)
