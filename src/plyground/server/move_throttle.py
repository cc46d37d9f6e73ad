"""MoveThrottle: holds a bot's move back while its game is paused, or too fast to be followed."""

from __future__ import annotations

from typing import Protocol

from plyground.server.presence import Member
from plyground.server.table import Table
from plyground.server.timing import TimeSource
from plyground.server.wire.commands import Play, TableCommand


class SubmitCommand(Protocol):
    """Lets a move go on its way."""

    def __call__(self, member: Member, command: TableCommand, at_ms: float, *, is_step: bool = False) -> None: ...


class MoveThrottle:
    """Holds at most one move: that of the bot whose turn it is."""

    def __init__(self, submit: SubmitCommand, time: TimeSource) -> None:
        self._submit = submit
        self._time = time
        self._held: tuple[Member, Play, float] | None = None
        self._last_move_ms = 0.0
        self._is_paused = False
        self._owes_step = False
        """Whether a step was asked for while the bot was still thinking."""

    @property
    def held_at_ms(self) -> float | None:
        """When the held move arrived; its side has used no time since."""
        return None if self._held is None else self._held[2]

    def moved(self, now_ms: float) -> None:
        """A move was played or taken back; a move that was held for the position before is dropped."""
        self._last_move_ms = now_ms
        self._held = None

    def holds(self, table: Table, member: Member, command: Play, at_ms: float, now_ms: float) -> bool:
        """Whether the move, which arrived at `at_ms`, is held for later."""
        seat = table.state.seat(table.turn)
        if seat.kind != "bot" or seat.guest != member.guest:
            return False
        self._is_paused = table.state.paused
        if self._is_paused and self._owes_step:
            self._owes_step = False
            self._submit(member, command, at_ms, is_step=True)
            return True
        wait_ms = self._last_move_ms + table.settings.pace_ms - now_ms
        if not self._is_paused and wait_ms <= 0:
            return False
        self._held = (member, command, at_ms)
        if not self._is_paused:
            self._time.call_later(wait_ms, self._release_in_time)
        return True

    def _release_in_time(self) -> None:
        if not self._is_paused:
            self._release()

    def pause(self, on: bool) -> None:
        """The game was paused, or resumed."""
        self._is_paused = on
        self._owes_step = False
        if not on:
            self._release()

    def _release(self, *, is_step: bool = False) -> None:
        if self._held is not None:
            (member, command, at_ms), self._held = self._held, None
            self._submit(member, command, at_ms, is_step=is_step)

    def step(self) -> None:
        """Lets one move through, the one that is held or the next."""
        self._owes_step = self._held is None
        self._release(is_step=True)
