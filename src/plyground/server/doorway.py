"""The doorway of a room: coming in, taking a seat, catching up, going out, and who is seen to be there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from plyground.errors import TableRefused
from plyground.protocol import Side
from plyground.server import arbiter, telling
from plyground.server.attendance import Member
from plyground.server.draft import Actor, Draft
from plyground.server.room import Room, Work
from plyground.server.table import Table
from plyground.server.wire.commands import Join
from plyground.server.wire.events import Presence

_encode = msgspec.json.Encoder().encode

FEW = 20
SOON_S, LATER_S = 0.05, 1.0
"""News about presence is gathered: shortly while few are there, for longer in a crowd."""


def enter(room: Room, member: Member, message: Join, entered: Callable[[Room], bool]) -> None:
    """Somebody comes to the table, takes a seat if one is wished for, and is told how things stand.

    `entered` is called as soon as the member belongs to the room, and says whether it is still there.
    """

    def decide(draft: Draft, actor: Actor) -> None:
        if member.has_own_name:
            arbiter.rename(draft, actor)
        side = _wanted(draft.table, message, actor.guest)
        if side is not None:
            arbiter.sit(draft, side, actor)

    def arrive() -> None:
        if not entered(room):
            return
        if member not in room.attendance:
            room.attendance.enter(member)
        room.hub.subscribe(room.table.id, member, is_first=bool(room.table.state.sides_of(member.guest)))
        if member.guest == room.table.state.chair(room.table.turn).guest:
            room.resume_clock()
        _answer(room, member, message)
        announce(room)

    room.submit(Work(decide, member, message.id, is_once=False, then=arrive))


def _wanted(table: Table, message: Join, guest: str) -> Side | None:
    """The seat that shall be taken; None for spectators and for those who have one."""
    if message.side is None or table.state.sides_of(guest):
        return None
    if message.side != "any":
        return Side(message.side)
    for side in Side:
        if table.state.chair(side).kind == "open":
            return side
    raise TableRefused("seats_taken")


def _answer(room: Room, member: Member, message: Join) -> None:
    missed = _missed(room, message.version)
    if missed is None:
        member.tell(room.joined(member, message.id, "joined"))
        return
    # The events are encoded already; they are put together as they are.
    table = room.table
    caught_up = {
        "type": "caught_up",
        "id": message.id,
        "side": telling.side_of(table, member.guest),
        "events": [msgspec.Raw(text.encode()) for text in missed],
        "version": table.version,
        "hash": table.state.hash,
        "clocks": telling.clocks(table, room.now_ms()),
        "seats": telling.seats(table, room.attendance),
        "spectators": room.attendance.spectators,
    }
    member.tell_text(_encode(caught_up).decode(), is_answer=True)


def _missed(room: Room, version: int | None) -> list[str] | None:
    """The events after a version, or None if they are not all at hand."""
    if version is None or version > room.table.version:
        return None
    missed = [text for number, text in room.recent if number > version]
    return missed if len(missed) == room.table.version - version else None


def show_name(room: Room, member: Member) -> None:
    """Somebody at the table has another name now."""
    room.submit(Work(arbiter.rename, member, is_once=False, then=lambda: announce(room)))


def exit_from(room: Room, member: Member, *, gives_up_seat: bool) -> None:
    """Somebody goes; a seat is given up only on purpose and before its game has begun."""
    room.hub.unsubscribe(room.table.id, member)
    room.attendance.leave(member)
    if gives_up_seat:
        room.submit(Work(lambda draft, actor: arbiter.leave(draft, actor.guest), member, is_once=False))
    announce(room)


def announce(room: Room) -> None:
    """Tells everyone who is there, soon."""
    if room.is_announcing or room.is_closed:
        return
    room.is_announcing = True
    delay_s = SOON_S if len(room.attendance) <= FEW else LATER_S
    asyncio.get_running_loop().call_later(delay_s, _announce_now, room)


def _announce_now(room: Room) -> None:
    room.is_announcing = False
    if not room.is_closed:
        presence: Presence = room.attendance.presence(room.table, room.now_ms())
        room.hub.publish(room.table.id, _encode(presence).decode())
