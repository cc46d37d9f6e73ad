"""GameFollower: a player at a table over HTTP, who gets the game line by line."""

from __future__ import annotations

from plyground.server import membership
from plyground.server.lichess import shapes
from plyground.server.lichess.describe import chat_line, game_full, game_state
from plyground.server.lichess.line_stream import LineStream
from plyground.server.live_table import LiveTable
from plyground.server.table_registry import TableRegistry
from plyground.server.wire import encode, events
from plyground.server.wire.commands import Join
from plyground.server.wire.parts import Seats


class GameFollower:
    """A member of a table while a stream is open. The stream ends when its game is over, as lichess's do."""

    lag_ms = 0.0
    has_own_name = True
    has_account = True

    def __init__(self, registry: TableRegistry, live: LiveTable, guest: str, name: str, stream: LineStream) -> None:
        self.guest = guest
        self.name = name
        self._registry, self._live = registry, live
        self._stream, self._round = stream, _round(live)
        self._is_first = True
        self._state = b""
        """The last state that was sent."""
        self._is_opponent_gone = False
        stream.on_end = self._leave
        membership.join(live, self, Join(table=live.table.id, version=live.table.version), self._joined)

    def send(self, message: events.ServerMessage) -> None:
        """Takes an answer: the state when the player has joined, or again after something failed."""
        match message:
            case events.Joined() | events.CaughtUp():
                self._follow()
            case events.Left():
                self._stream.end()

    def deliver(self, message: events.ServerMessage, data: bytes) -> None:
        """Takes what happens at the table."""
        match message:
            case events.TableEvent(event=events.ChatPosted(chat=chat)):
                self._put(chat_line(chat))
            case events.TableEvent():
                self._follow()
            case events.PresenceUpdate(seats=seats):
                self._look_for_opponent(seats)

    def _joined(self, live: LiveTable) -> bool:
        if self._stream.is_ended:
            return False
        self._registry.attended(live)
        return True

    def _follow(self) -> None:
        """Sends how the game stands, if that is new."""
        table, now_ms = self._live.table, self._live.time.now_ms()
        if _round(self._live) != self._round:
            self._stream.end()
            return
        state = encode(game_state(table, now_ms))
        if self._is_first:
            self._is_first = False
            self._put(game_full(table, now_ms))
        elif state != self._state:
            self._stream.put(state)
        self._state = state
        if table.state.phase == "over":
            self._stream.end()

    def _look_for_opponent(self, seats: Seats) -> None:
        opponent = seats.black if seats.white.guest == self.guest else seats.white
        is_gone = opponent.claimable_in_ms is not None and not opponent.bot
        if is_gone != self._is_opponent_gone:
            self._is_opponent_gone = is_gone
            in_s = -(-(opponent.claimable_in_ms or 0) // 1000) if is_gone else None
            self._put(shapes.OpponentGone(gone=is_gone, claim_win_in_seconds=in_s))

    def _put(self, line: shapes.Line) -> None:
        self._stream.put(encode(line))

    def _leave(self) -> None:
        membership.leave(self._live, self, gives_up_seat=False)


def _round(live: LiveTable) -> int:
    """The number of the game at a table, also of one that has not begun."""
    return max(1, live.table.state.round)
