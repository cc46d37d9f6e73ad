"""A game over DXP: one of our players against a program at the other end of a connection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from plyground.engines.dxp import (
    VERSION,
    BackAccept,
    BackRequest,
    ChatMessage,
    DxpConnection,
    GameAccept,
    GameEnd,
    GameRequest,
    Message,
    MoveMessage,
)
from plyground.errors import EngineFault, PlygroundError
from plyground.games.draughts.exchange import Exchange
from plyground.play.clock import Clock, TimeControl
from plyground.play.player import Player
from plyground.protocol import Game, Position, Result, Side
from plyground.record import Record
from plyground.search.limits import elapsed_ms

PATIENCE_MS = 3_600_000
"""How long we wait for a move in a game without a time limit."""
MARGIN_MS = 60_000
"""How long after its time is up we still wait: the protocol does not synchronise the clocks."""
ANSWER_MS = 60_000
"""How long a program may take to accept a game, or to confirm its end."""
MAX_MINUTES = MAX_MOVES = 999
ACCEPTED, OTHER_VERSION, OTHER_GAME = 0, 1, 2
NO_REASON, GIVES_UP, IS_DRAW, HAS_WON = 0, 1, 2, 3


@dataclass(slots=True)
class DxpResult:
    """A game that has ended."""

    record: Record
    side: Side
    """Ours."""
    opponent: str
    result: Result | None
    """None if it was broken off."""
    is_last: bool
    """Whether the other program wants no further game."""


@dataclass(slots=True)
class DxpTable:
    """Plays games between a player and the program at the other end."""

    game: Game
    player: Player
    connection: DxpConnection
    name: str = "Plyground"
    move_ms: int | None = None
    """The most time for a move; by default the player uses the clock as it likes."""
    on_chat: Callable[[str], object] = field(default=lambda text: None)

    def ask(
        self,
        side: Side = Side.WHITE,
        minutes: int = 5,
        moves: int = 0,
        start: Position | None = None,
        *,
        is_last: bool = True,
    ) -> DxpResult:
        """Asks for a game in which we play `side`, and plays it; raises `EngineFault`."""
        exchange = Exchange(self.game)
        text = "" if start is None else exchange.format_position(start, "z")
        self.connection.send(GameRequest(self.name, side.other, minutes, moves, text))
        answer = self._receive(ANSWER_MS)
        if not isinstance(answer, GameAccept):
            raise self._unexpected(answer)
        self.connection.name = answer.name or self.connection.name
        if answer.code != ACCEPTED:
            raise self.connection.fault("dxp_refused", answer=answer.code)
        return self._play(side, start or self.game.start(), minutes, moves, is_last=is_last)

    def answer(self) -> DxpResult:
        """Waits for a request and plays that game; what cannot be played is refused, and we go on waiting."""
        while True:
            request = self._receive(None)
            if isinstance(request, GameEnd):
                # Some programs say goodbye like this between two games.
                self.connection.send(GameEnd())
                continue
            if not isinstance(request, GameRequest):
                raise self._unexpected(request)
            self.connection.name = request.name or self.connection.name
            if request.version != VERSION:
                self.connection.send(GameAccept(self.name, OTHER_VERSION))
                continue
            try:
                start = self.game.start()
                if request.position:
                    start = Exchange(self.game).parse_position(request.position, "z")
                if start.result is not None:
                    raise EngineFault("dxp_over", engine=self.connection.name, lines=())
            except PlygroundError:
                self.connection.send(GameAccept(self.name, OTHER_GAME))
                continue
            self.connection.send(GameAccept(self.name, ACCEPTED))
            return self._play(request.follower, start, request.minutes, request.moves, is_last=False)

    def _play(self, side: Side, start: Position, minutes: int, moves: int, *, is_last: bool) -> DxpResult:
        record = Record(start)
        clock = Clock(TimeControl(base_ms=minutes * 60_000)) if minutes else None
        exchange = Exchange(self.game)
        self.player.new_game(self.game)
        while True:
            if record.position.side_to_move is side:
                reason = self._reason_to_end(record, side, moves)
                if reason is not None:
                    return self._end(record, side, reason, is_last=is_last)
                self._move(record, side, clock, exchange)
                continue
            began = monotonic()
            message = self._receive(_patience_ms(clock, side.other))
            match message:
                case MoveMessage():
                    self._take(record, message, exchange)
                    if clock is not None:
                        clock.spend(side.other, elapsed_ms(began))
                case GameEnd():
                    self.connection.send(GameEnd(NO_REASON, is_last))
                    result = _outcome(record) or _claimed(message.reason, side)
                    return DxpResult(record, side, self.connection.name, result, message.is_last)
                case BackRequest():
                    self._go_back(record, message)
                case _:
                    raise self._unexpected(message)

    def _move(self, record: Record, side: Side, clock: Clock | None, exchange: Exchange) -> None:
        began = monotonic()
        limited = clock
        if self.move_ms is not None:
            limited = Clock(TimeControl(move_ms=self.move_ms)) if clock is None else clock.limited(move_ms=self.move_ms)
        before = record.position
        move = self.player.move(record, limited).line[0]
        record.push(move)
        time_ms = elapsed_ms(began)
        if clock is not None:
            clock.spend(side, time_ms)
        self.connection.send(MoveMessage(exchange.number_move(before, move), time_ms // 1000))

    def _take(self, record: Record, message: MoveMessage, exchange: Exchange) -> None:
        """Plays the move of the other program; an illegal one ends everything."""
        try:
            record.push(exchange.find_move(record.position, message.move))
        except PlygroundError as error:
            self.connection.send(ChatMessage(f"{message.move} is not legal"))
            raise self.connection.fault("engine_illegal_move", text=str(message.move), reason=str(error)) from None

    def _go_back(self, record: Record, request: BackRequest) -> None:
        ply = 2 * (request.number - 1) + (request.side is not record.start.side_to_move)
        if not 0 <= ply <= len(record):
            self.connection.send(BackAccept(2))
            return
        while len(record) > ply:
            record.pop()
        self.connection.send(BackAccept(0))

    def _reason_to_end(self, record: Record, side: Side, moves: int) -> int | None:
        """Why we end the game instead of moving; None if it goes on."""
        result = _outcome(record)
        if result is not None:
            return IS_DRAW if result.winner is None else HAS_WON if result.winner is side else GIVES_UP
        return NO_REASON if moves and len(record) >= 2 * moves else None

    def _end(self, record: Record, side: Side, reason: int, *, is_last: bool) -> DxpResult:
        """Ends the game at our turn and waits for the confirmation."""
        self.connection.send(GameEnd(reason, is_last))
        result = _outcome(record)
        answer = self._receive(ANSWER_MS)
        if not isinstance(answer, GameEnd):
            raise self._unexpected(answer)
        return DxpResult(record, side, self.connection.name, result, answer.is_last)

    def _receive(self, patience_ms: int | None) -> Message:
        """The next message that is not chat."""
        while True:
            message = self.connection.receive(None if patience_ms is None else patience_ms / 1000)
            if not isinstance(message, ChatMessage):
                return message
            self.on_chat(message.text)

    def _unexpected(self, message: Message) -> EngineFault:
        return self.connection.fault("dxp_unexpected", text=str(message))


def _patience_ms(clock: Clock | None, side: Side) -> int:
    left_ms = None if clock is None else clock.left_ms(side)
    return PATIENCE_MS if left_ms is None else left_ms + MARGIN_MS


def _outcome(record: Record) -> Result | None:
    """How the game ended on the board; a draw that could be claimed counts, because nobody else ends such a game."""
    return record.outcome() or record.standing_draw()


def _claimed(reason: int, side: Side) -> Result | None:
    """The result of a game that the other program ended, as far as we believe it: nobody wins by saying so."""
    if reason == GIVES_UP:
        return Result(side, "resignation")
    return Result(None, "agreement") if reason == IS_DRAW else None
