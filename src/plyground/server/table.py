"""Table: one live game as a value that facts change; knows no clock on the wall, no socket and no store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self, assert_never

from msgspec.structs import replace

from plyground.errors import PlygroundError, TableRefused
from plyground.persistent_list import PersistentList
from plyground.protocol import PASS, Move, Position, Side
from plyground.record import Record
from plyground.server.facts import (
    AnyFact,
    Began,
    Held,
    Over,
    Proposed,
    Rejected,
    Sat,
    Settings,
    Spoke,
    Went,
    WentBack,
)
from plyground.server.rulebook import find_game
from plyground.server.table_state import Chair, Ending, Standing, TableState, link

CHAT_KEPT = 100
NEW_TURN = (Went, WentBack, Began, Held)
"""Facts after which the time of a turn is measured anew."""


class Table:
    """A game with people at it: settings, a state, and the record of what was played.

    `apply` takes a fact that was decided by the arbiter or read from the store, and raises if the fact is impossible.
    Who wants to try something does it with a `fork`, and nothing has happened until the fork replaces the table.
    """

    __slots__ = ("_turns", "chat", "game", "id", "record", "settings", "state", "turn_began_ms", "version")

    def __init__(self, number: str, settings: Settings) -> None:
        self.id = number
        self.settings = settings
        self.game = find_game(settings.game, settings.rules)
        self.record = Record(self._start_position(settings.start))
        self.version = 0
        initial_ms = settings.clock.initial_ms if settings.clock else 0
        chain = link(self.game.name, f"{settings.rules} {self.record.start.fen}")
        first = Standing(0, chain, initial_ms, initial_ms, False)
        self._turns = PersistentList([(first, 0)])
        """How the game stood at first and after each move, and how long that move took."""
        self.state = TableState(first)
        self.chat: list[Spoke] = []
        self.turn_began_ms: float | None = None
        """When the side to move got the turn, by the server's own clock; None while nobody's time is measured."""

    @classmethod
    def replay(cls, number: str, settings: Settings, facts: Iterable[tuple[AnyFact, str]]) -> Self:
        """The table that those facts lead to, each with the hash it had; raises `TableRefused` if they disagree."""
        table = cls(number, settings)
        for fact, expected in facts:
            try:
                table.apply(fact)
            except PlygroundError as error:
                raise TableRefused("room_damaged", table=number, reason=str(error)) from error
            if table.state.hash != expected:
                raise TableRefused("room_damaged", table=number, reason=f"event {table.version} has another hash")
        return table

    def fork(self) -> Table:
        """An independent copy, to try something on."""
        twin = Table.__new__(Table)
        twin.id, twin.settings, twin.game = self.id, self.settings, self.game
        twin.version, twin.state, twin.chat = self.version, self.state, self.chat
        twin.turn_began_ms = self.turn_began_ms
        twin.record = self.record.copy()
        twin._turns = self._turns.copy()
        return twin

    # --- what can be asked ---

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return self.state.standing.ply

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.record.position.side_to_move

    def spent_ms(self, ply: int) -> int:
        """How long a move took, by its number from 0."""
        return self._turns[ply + 1][1]

    @property
    def running(self) -> Side | None:
        """Whose clock runs."""
        state = self.state
        is_running = self.settings.clock is not None and state.phase == "playing" and state.standing.ticking
        return self.turn if is_running and not state.paused else None

    def used_ms(self, now_ms: float) -> float:
        """How much of the turn has passed."""
        since = 0.0 if self.turn_began_ms is None else max(0.0, now_ms - self.turn_began_ms)
        return self.state.used_ms + since

    def charge_ms(self, used_ms: float, lag_ms: float = 0.0) -> int:
        """What a turn that took so long costs: without the delay and without the way of the message."""
        delay_ms = self.settings.clock.delay_ms if self.settings.clock else 0
        return max(0, round(used_ms - delay_ms - lag_ms))

    def has_flagged(self, now_ms: float, lag_ms: float = 0.0) -> bool:
        """Whether the side whose clock runs has no time left."""
        side = self.running
        if side is None:
            return False
        return self.charge_ms(self.used_ms(now_ms), lag_ms) > self.state.standing.left_ms(side)

    # --- what happens ---

    def apply(self, fact: AnyFact, move: Move | None = None) -> None:
        """Takes a fact in, with its move if that is known; raises and changes nothing if it is impossible."""
        match fact:
            case Went():
                self._go(fact, move or fact.move)
            case Sat():
                self._seat(fact.side, Chair(fact.kind, fact.name, fact.guest, fact.bot))
            case Began():
                self._begin(fact)
            case WentBack():
                self._go_back(fact.ply)
            case Proposed():
                self.state = replace(self.state, **{fact.what: fact.side})
            case Rejected():
                self.state = replace(self.state, **{fact.what: None})
            case Held():
                self.state = replace(self.state, paused=fact.on, used_ms=fact.used_ms)
            case Spoke():
                self.chat = [*self.chat[1 - CHAT_KEPT :], fact]
            case Over():
                ending = Ending(fact.winner, fact.termination)
                used_ms = fact.used_ms
                self.state = replace(
                    self.state, phase="over", ending=ending, used_ms=used_ms, draw=None, takeback=None, paused=False
                )
            case _:
                assert_never(fact)
        self.version += 1
        if isinstance(fact, NEW_TURN):
            # The room says when it begins.
            self.turn_began_ms = None

    def _seat(self, side: Side | str, chair: Chair) -> None:
        self.state = replace(self.state, **{str(side): chair})

    def _begin(self, fact: Began) -> None:
        record = Record(self._start_position(fact.start), fact.moves)
        initial_ms = self.settings.clock.initial_ms if self.settings.clock else 0
        chain = link(self.game.name, f"{self.settings.rules} {record.start.fen}")
        standing = Standing(0, chain, initial_ms, initial_ms, False)
        turns = PersistentList([(standing, 0)])
        for move in record.moves:
            standing = replace(standing, ply=standing.ply + 1, chain=link(standing.chain, str(move)))
            turns.append((standing, 0))
        chairs = (self.state.black, self.state.white) if fact.swapped else (self.state.white, self.state.black)
        self.record, self._turns = record, turns
        self.state = TableState(standing, *chairs, round=fact.round, phase="playing")

    def _go(self, fact: Went, move: Move | str) -> None:
        side, clock, before = self.turn, self.settings.clock, self.state.standing
        self.record.push(move)
        left_ms = before.left_ms(side)
        if clock is not None and before.ticking:
            # Who must sit out has made no move and gains nothing by it.
            increment_ms = 0 if fact.move == PASS else clock.increment_ms
            left_ms = max(0, left_ms - fact.charged_ms) + increment_ms
        is_white = side is Side.WHITE
        standing = Standing(
            before.ply + 1,
            link(before.chain, fact.move),
            left_ms if is_white else before.white_ms,
            before.black_ms if is_white else left_ms,
            clock is not None,
        )
        self._turns.append((standing, fact.spent_ms))
        # To move is to decline a draw; one's own offer stands until the other side has moved.
        draw = None if self.state.draw == side.other else self.state.draw
        self.state = replace(self.state, standing=standing, draw=draw, takeback=None, used_ms=0)

    def _go_back(self, ply: int) -> None:
        while len(self.record) > ply:
            self.record.pop()
        self._turns.cut(ply + 1)
        self.state = replace(self.state, standing=self._turns[ply][0], draw=None, takeback=None, used_ms=0)

    def _start_position(self, text: str) -> Position:
        return self.game.from_fen(text) if text else self.game.start()
