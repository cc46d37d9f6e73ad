"""The pacer: keeps a bot's move back while its game is paused, or too fast to be followed."""

from __future__ import annotations

import asyncio
from typing import Protocol

from plyground.errors import TableRefused
from plyground.server.attendance import Member
from plyground.server.problems import refused
from plyground.server.table import Table
from plyground.server.wire.commands import Play, TableCommand
from plyground.server.wire.events import Acknowledged


class PlayOn(Protocol):
    """What lets a move go on its way."""

    def __call__(self, member: Member, command: TableCommand, at_ms: float, *, is_step: bool = False) -> None: ...


class Pacer:
    """Holds at most one move: that of the bot whose turn it is."""

    def __init__(self, play_on: PlayOn) -> None:
        self._play_on = play_on
        self._held: tuple[Member, Play, float] | None = None
        self._last_move_ms = 0.0
        self._is_paused = False
        self._owes_step = False
        """Whether a step was asked for while the bot was still thinking."""

    @property
    def held_at_ms(self) -> float | None:
        """When the move arrived that is kept; its side has used no time since."""
        return None if self._held is None else self._held[2]

    def moved(self, now_ms: float) -> None:
        """A move was played or taken back; one that was kept for the position before is no longer wanted."""
        self._last_move_ms = now_ms
        self._held = None

    def holds(self, table: Table, member: Member, command: Play, at_ms: float, now_ms: float) -> bool:
        """Whether the move, which arrived at some time, is kept for later."""
        if "bot" not in (table.state.white.kind, table.state.black.kind):
            return False
        chair = table.state.chair(table.turn)
        if chair.kind != "bot" or chair.guest != member.guest:
            return False
        self._is_paused = table.state.paused
        if self._is_paused and self._owes_step:
            self._owes_step = False
            self._play_on(member, command, at_ms, is_step=True)
            return True
        wait_ms = self._last_move_ms + table.settings.pace_ms - now_ms
        if not self._is_paused and wait_ms <= 0:
            return False
        self._held = (member, command, at_ms)
        if not self._is_paused:
            asyncio.get_running_loop().call_later(wait_ms / 1000, self._release_in_time)
        return True

    def _release_in_time(self) -> None:
        if not self._is_paused:
            self.release()

    def pause(self, on: bool) -> None:
        """The game was paused, or goes on."""
        self._is_paused = on
        self._owes_step = False
        if not on:
            self.release()

    def release(self, *, is_step: bool = False) -> None:
        """Lets the move go that was kept."""
        if self._held is not None:
            (member, command, at_ms), self._held = self._held, None
            self._play_on(member, command, at_ms, is_step=is_step)

    def step(self, table: Table, member: Member, message_id: str) -> None:
        """The owner of a paused table wants to see one move."""
        if table.settings.owner != member.guest:
            member.tell(refused(message_id, TableRefused("owner_needed"), member.guest))
        elif not table.state.paused:
            member.tell(refused(message_id, TableRefused("table_playing"), member.guest))
        else:
            self._owes_step = self._held is None
            self.release(is_step=True)
            member.tell(Acknowledged(id=message_id, version=table.version))
