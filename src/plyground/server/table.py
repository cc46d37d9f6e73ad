"""Table: one live game as a value that events change; knows no clock, no socket and no store."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from hashlib import blake2b
from typing import Self, TypeAlias, TypeVar, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from plyground.errors import PlygroundError, TableRefused, UnknownGame
from plyground.persistent_list import PersistentList
from plyground.protocol import PASS, UNDECIDED, Move, Position, Result, Side
from plyground.record import Record
from plyground.server.positions import find_game
from plyground.server.wire import encode, events, parts

MAX_CHAT_MESSAGES = 100
"""How many messages of the chat a table remembers."""
MAX_MUTED = 100
"""How many guests can be muted at a table; the first ones are forgotten."""
ABORT_PLIES = 2
"""A game may be aborted until this many moves have been played in it."""
HASH_BYTES = 8

Made = TypeVar("Made")

WHITE, BLACK, BOTH = (Side.WHITE,), (Side.BLACK,), (Side.WHITE, Side.BLACK)


class Standing(Struct, frozen=True, gc=False):
    """What a move changes and a takeback restores: the moves, as a chain of digests, and the clocks."""

    ply: int
    chain: str
    """A digest of the game, its start and every move up to here."""
    white_ms: int
    black_ms: int
    ticking: bool
    """Whether clocks run: from the first move on."""

    def left_ms(self, side: Side) -> int:
        """The time a side has left."""
        return self.white_ms if side is Side.WHITE else self.black_ms


class TableState(Struct, frozen=True, gc=False):
    """Everything about a live game that its hash covers.

    The hash is a digest of the fields and their names as JSON, and stored games carry it: renaming a field changes
    every hash.
    """

    standing: Standing
    white: parts.SeatState = parts.SeatState()
    black: parts.SeatState = parts.SeatState()
    round: int = 0
    """0 until the first game begins."""
    phase: parts.Phase = "waiting"
    draw: parts.Color | None = None
    takeback: parts.Color | None = None
    rematch: parts.Color | None = None
    """Which side offered each."""
    paused: bool = False
    used_ms: int = 0
    """Time of the turn that had passed before it was paused or the game ended."""
    outcome: Result | None = field(default=None, name="ending")

    def seat(self, side: Side) -> parts.SeatState:
        """The seat of a side."""
        return self.white if side is Side.WHITE else self.black

    def sides_of(self, guest: str) -> tuple[Side, ...]:
        """The seats of a guest: none for a spectator, both on one screen."""
        if not guest:
            return ()
        is_white, is_black = self.white.guest == guest, self.black.guest == guest
        return BOTH if is_white and is_black else WHITE if is_white else BLACK if is_black else ()

    @property
    def mode(self) -> parts.Mode:
        """Who plays whom; an open seat waits for a person."""
        bots = (self.white.kind == "bot") + (self.black.kind == "bot")
        if bots:
            return "engine-engine" if bots == 2 else "person-engine"
        return "same-screen" if self.white.guest and self.white.guest == self.black.guest else "person-person"

    @property
    def hash(self) -> str:
        """A digest of the whole state."""
        return blake2b(encode(self), digest_size=HASH_BYTES).hexdigest()


def _link(chain: str, token: str) -> str:
    """The chain with one more move."""
    return blake2b(f"{chain} {token}".encode(), digest_size=HASH_BYTES).hexdigest()


def played_move(position: Position, move: Move, spent_ms: int = 0) -> parts.PlayedMove:
    """A move that was played in a position."""
    notation = position.notation(move)
    return parts.PlayedMove(move=str(move), notation=notation, side=position.side_to_move.value, spent_ms=spent_ms)


_Playing: TypeAlias = tuple[Record, PersistentList[Standing], PersistentList[parts.PlayedMove]]
"""A game being played: its record, the standings, and the moves as clients see them."""


class Table:
    """A game with people at it: settings, a state, and the record of the moves.

    `apply` takes an event that the arbiter decided or the store kept, and raises if it is impossible. To try
    something, use a `fork`; nothing has happened until the fork replaces the table.
    """

    __slots__ = (
        "_imported", "_standings", "chat", "game", "id", "match", "muted", "played", "record", "settings",
        "spectators_chat", "state", "turn_began_ms", "version",
    )  # fmt: skip

    def __init__(self, table_id: str, settings: parts.TableSettings) -> None:
        _finish(self._set_up(table_id, settings))

    @classmethod
    def creation_steps(cls, table_id: str, settings: parts.TableSettings) -> Generator[None, None, Self]:
        """A new table; yields after each move that was imported, because there may be thousands."""
        table = cls.__new__(cls)
        yield from table._set_up(table_id, settings)
        return table

    def _set_up(self, table_id: str, settings: parts.TableSettings) -> Generator[None, None, None]:
        self.id = table_id
        self.settings = settings
        self.game = find_game(settings.game, settings.rules)
        self.record = Record(self._start_position(settings.start))
        self.version = 0
        first = self._first_standing(self.record)
        self._standings = PersistentList([first])
        """The standing at first and after each move."""
        self.played: PersistentList[parts.PlayedMove] = PersistentList()
        """The moves as clients see them."""
        self._imported = yield from self._playing_steps(settings.start, settings.moves)
        """The first game as it begins, made here so that its beginning takes no time."""
        self.state = TableState(first)
        self.match = parts.MatchScore(white=0.0, black=0.0)
        """What the games before have brought; like the chat it follows from the events and is no part of the hash."""
        self.chat: list[parts.Chat] = []
        self.muted: tuple[str, ...] = ()
        """The guests who may not chat. Like the chat it is no part of the game and of its hash."""
        self.spectators_chat = settings.public
        self.turn_began_ms: float | None = None
        """When the side to move got the turn, by the server's clock; None while no time is measured."""

    def _playing_steps(self, start: str, moves: Iterable[str]) -> Generator[None, None, _Playing]:
        """A game after moves that took no time."""
        record = Record(self._start_position(start))
        standing = self._first_standing(record)
        standings, played = PersistentList([standing]), PersistentList[parts.PlayedMove]()
        for text in moves:
            record.push(text)
            position, move = record.turn(-1)
            standing = replace(standing, ply=standing.ply + 1, chain=_link(standing.chain, str(move)))
            standings.append(standing)
            played.append(played_move(position, move))
            yield
        return record, standings, played

    @classmethod
    def replay_steps(
        cls, table_id: str, settings: parts.TableSettings, events: Iterable[tuple[events.AnyEvent, str]]
    ) -> Generator[None, None, Self]:
        """The table after these events, each with the hash after it; raises `TableRefused` if they disagree.

        Yields after each event, because there may be thousands.
        """
        try:
            table = yield from cls.creation_steps(table_id, settings)
        except UnknownGame:
            raise
        except PlygroundError as error:
            raise TableRefused("table_damaged", table=table_id, reason=str(error)) from error
        for event, expected in events:
            try:
                table.apply(event)
            except PlygroundError as error:
                raise TableRefused("table_damaged", table=table_id, reason=str(error)) from error
            if table.state.hash != expected:
                raise TableRefused("table_damaged", table=table_id, reason=f"event {table.version} has another hash")
            yield
        return table

    def fork(self) -> Table:
        """An independent copy, to try something on."""
        twin = Table.__new__(Table)
        twin.id, twin.settings, twin.game = self.id, self.settings, self.game
        twin.version, twin.state, twin.match, twin.chat = self.version, self.state, self.match, self.chat
        twin.muted, twin.spectators_chat, twin.turn_began_ms = self.muted, self.spectators_chat, self.turn_began_ms
        twin.record, twin._imported = self.record.copy(), self._imported
        twin._standings, twin.played = self._standings.copy(), self.played.copy()
        return twin

    # --- questions ---

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return self.state.standing.ply

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.record.position.side_to_move

    @property
    def can_abort(self) -> bool:
        """Whether a player may still end the game without a result; moves that were imported do not count."""
        imported = len(self.settings.moves) if self.state.round == 1 else 0
        return self.state.phase == "playing" and self.ply - imported < ABORT_PLIES

    @property
    def running_clock(self) -> Side | None:
        """The side whose clock runs."""
        state = self.state
        is_running = self.settings.clock is not None and state.phase == "playing" and state.standing.ticking
        return self.turn if is_running and not state.paused else None

    def used_ms(self, now_ms: float) -> float:
        """How much of the turn has passed."""
        since = 0.0 if self.turn_began_ms is None else max(0.0, now_ms - self.turn_began_ms)
        return self.state.used_ms + since

    def charge_ms(self, used_ms: float, lag_ms: float = 0.0) -> int:
        """What a turn of this length costs, without the delay and the network lag."""
        delay_ms = self.settings.clock.delay_ms if self.settings.clock else 0
        return max(0, round(used_ms - delay_ms - lag_ms))

    def has_flagged(self, now_ms: float, lag_ms: float = 0.0) -> bool:
        """Whether the side whose clock runs has no time left."""
        side = self.running_clock
        if side is None:
            return False
        return self.charge_ms(self.used_ms(now_ms), lag_ms) > self.state.standing.left_ms(side)

    # --- events ---

    def apply(self, event: events.AnyEvent, move: Move | None = None) -> None:
        """Applies an event, with its move if that is known; raises and changes nothing if it is impossible."""
        match event:
            case events.MovePlayed():
                self._play(event, move or event.move)
            case events.SeatChanged():
                self.state = replace(self.state, **{event.side: event.seat})
            case events.GameStarted():
                self._start(event)
            case events.MovesTakenBack():
                self._take_back(event.ply)
            case events.OfferMade():
                self.state = replace(self.state, **{event.what: event.side})
            case events.OfferDeclined():
                self.state = replace(self.state, **{event.what: None})
            case events.GamePaused():
                self.state = replace(self.state, paused=event.on, used_ms=event.used_ms)
                self.turn_began_ms = None
            case events.ChatPosted():
                self.chat = [*self.chat[1 - MAX_CHAT_MESSAGES :], event.chat]
            case events.GuestMuted(guest=guest, on=on):
                others = tuple(muted for muted in self.muted if muted != guest)
                self.muted = (*others[1 - MAX_MUTED :], guest) if on else others
            case events.ChatAllowed(on=on):
                self.spectators_chat = on
            case events.GameEnded(outcome=outcome, used_ms=used_ms):
                self.state = replace(
                    self.state, phase="over", outcome=outcome, used_ms=used_ms, draw=None, takeback=None, paused=False
                )
                self.match = _scored(self.match, outcome)
            case _:
                assert_never(event)
        self.version += 1

    def _start(self, event: events.GameStarted) -> None:
        is_imported = (event.start, event.moves) == (self.settings.start, self.settings.moves)
        record, standings, played = (
            self._imported if is_imported else _finish(self._playing_steps(event.start, event.moves))
        )
        seats = (self.state.black, self.state.white) if event.swapped else (self.state.white, self.state.black)
        self.record, self._standings, self.played = record.copy(), standings.copy(), played.copy()
        self.state = TableState(standings[-1], *seats, round=event.round, phase="playing")
        if event.swapped:
            self.match = parts.MatchScore(white=self.match.black, black=self.match.white)
        self.turn_began_ms = None

    def _play(self, event: events.MovePlayed, move: Move | str) -> None:
        side, clock, before = self.turn, self.settings.clock, self.state.standing
        self.record.push(move)
        left_ms = before.left_ms(side)
        if clock is not None and before.ticking:
            # A side that must pass has made no move and gains no increment.
            increment_ms = 0 if event.move == PASS else clock.increment_ms
            left_ms = max(0, left_ms - event.charged_ms) + increment_ms
        is_white = side is Side.WHITE
        standing = Standing(
            before.ply + 1,
            _link(before.chain, event.move),
            left_ms if is_white else before.white_ms,
            before.black_ms if is_white else left_ms,
            clock is not None,
        )
        self._standings.append(standing)
        self.played.append(played_move(*self.record.turn(-1), event.spent_ms))
        # A move declines the opponent's draw offer; the mover's own offer stands until the opponent has moved.
        draw = None if self.state.draw == side.other else self.state.draw
        self.state = replace(self.state, standing=standing, draw=draw, takeback=None, used_ms=0)
        self.turn_began_ms = None

    def _take_back(self, ply: int) -> None:
        while len(self.record) > ply:
            self.record.pop()
        self._standings.cut(ply + 1)
        self.played.cut(ply)
        self.state = replace(self.state, standing=self._standings[ply], draw=None, takeback=None, used_ms=0)
        self.turn_began_ms = None

    def _start_position(self, text: str) -> Position:
        return self.game.from_fen(text) if text else self.game.start()

    def _first_standing(self, record: Record) -> Standing:
        clock = self.settings.clock
        white_ms = clock.initial_ms if clock else 0
        black_ms = clock.black_ms if clock and clock.black_ms is not None else white_ms
        chain = _link(self.game.name, f"{self.settings.rules} {record.start.fen}")
        return Standing(0, chain, white_ms, black_ms, False)


def _scored(match: parts.MatchScore, outcome: Result) -> parts.MatchScore:
    """The score of a match after one more game."""
    if outcome.termination in UNDECIDED:
        return match
    points = {None: 0.5, Side.WHITE: 1.0, Side.BLACK: 0.0}[outcome.winner]
    return parts.MatchScore(white=match.white + points, black=match.black + 1.0 - points)


def _finish(steps: Generator[None, None, Made]) -> Made:
    """Takes all steps at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            made: Made = end.value
            return made
