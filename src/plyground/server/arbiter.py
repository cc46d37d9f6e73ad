"""The arbiter: decides what a command does to a table, as events in a transaction; refuses what is not allowed."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from plyground.errors import TableRefused
from plyground.play.player import forced_pass
from plyground.protocol import PASS, Move, Result, Side
from plyground.server import presenter
from plyground.server.guests import is_same, old_id
from plyground.server.presence import NOBODY, Presence
from plyground.server.table import Table
from plyground.server.wire import commands, events, parts


class Actor(Struct, frozen=True, gc=False):
    """Who acts, and what the live table knows about them."""

    guest: str
    name: str
    lag_ms: float = 0.0
    """The network lag of the mover, as far as it is not charged."""
    at_ms: float = 0.0
    """When the message arrived, by the server's clock."""
    is_step: bool = False
    """Whether a move may be played in a pause."""
    opponent_gone_ms: float = 0.0
    """How long the opponent has been away; 0 while present."""
    time_of_day: float = 0.0
    """Seconds since 1970."""


class TableTransaction:
    """Events tried on a fork of a table, with the messages that announce them."""

    __slots__ = ("_guest", "_message_id", "_presence", "messages", "now_ms", "table")

    def __init__(
        self,
        table: Table,
        message_id: str = "",
        now_ms: float = 0.0,
        presence: Presence = NOBODY,
        guest: str = "",
    ) -> None:
        self.table = table.fork()
        self._message_id = message_id
        self.now_ms = now_ms
        self._presence = presence
        self._guest = guest
        """The guest who acts, and is therefore present."""
        self.messages: list[events.TableEvent] = []

    def do(self, event: events.AnyEvent, move: Move | None = None) -> None:
        """Applies an event; `move` is the move of the event, if it is known."""
        before = self.table.state
        self.table.apply(event, move)
        table = self.table
        message = events.TableEvent(
            version=table.version,
            hash=table.state.hash,
            id=self._message_id,
            event=event,
            changes=presenter.changes(before, table, event, self.now_ms, self._presence, self._guest),
        )
        self.messages.append(message)

    def end(self, winner: Side | None, termination: str) -> None:
        """Ends the game."""
        is_timed = self.table.running_clock is not None
        used_ms = round(self.table.used_ms(self.now_ms)) if is_timed else self.table.state.used_ms
        self.do(events.GameEnded(outcome=Result(winner, termination), used_ms=used_ms))


def decide(
    transaction: TableTransaction, command: commands.TableCommand, actor: Actor, gone_after_ms: float = 30_000
) -> None:
    """Does what the command asks for; raises a `PlygroundError` if that is not allowed.

    >>> from plyground.server.wire.parts import TableSettings
    >>> settings = TableSettings(
    ...     game="chess", rules=None, start="", moves=[], clock=None, public=False, pace_ms=0, owner="ann", created=0.0
    ... )
    >>> transaction = TableTransaction(Table("t1", settings))
    >>> sit(transaction, Side.WHITE, Actor("ann", "Ann"))
    >>> sit(transaction, Side.BLACK, Actor("bob", "Bob"))
    >>> decide(transaction, commands.Play(move="e4", ply=0), Actor("ann", "Ann"))
    >>> [type(event).__name__ for event in (message.event for message in transaction.messages)]
    ['SeatChanged', 'SeatChanged', 'GameStarted', 'MovePlayed']
    >>> decide(transaction, commands.Play(move="d4", ply=1), Actor("ann", "Ann"))
    Traceback (most recent call last):
    plyground.errors.TableRefused: It is Black's turn.
    """
    match command:
        case commands.Play():
            _play(transaction, command, actor)
        case commands.PostChat():
            _post_chat(transaction, command.text, actor)
        case commands.Mute(guest=guest, on=on):
            _mute(transaction, guest, on, actor)
        case commands.AllowChat(on=on):
            _need_seat_or_table(transaction, actor)
            if on != transaction.table.spectators_chat:
                transaction.do(events.ChatAllowed(on=on))
        case commands.Offer(what=what) | commands.Accept(what=what) | commands.Decline(what=what):
            side = _own_side(transaction, actor, "over" if what == "rematch" else "playing")
            if what == "takeback" and transaction.table.settings.rated:
                raise TableRefused("rated_takeback")
            _NEGOTIATE[type(command)](transaction, what, side)
        case commands.Resign():
            side = _own_side(transaction, actor, "playing")
            transaction.end(side.other, "resignation")
        case commands.Abort():
            _abort(transaction, actor)
        case commands.ClaimDraw():
            _claim_draw(transaction, actor)
        case commands.ClaimWin():
            side = _own_side(transaction, actor, "playing")
            if not gone_after_ms <= actor.opponent_gone_ms:
                raise TableRefused("opponent_present", seconds=round(gone_after_ms / 1000))
            transaction.end(None if command.draw else side, "abandonment")
        case commands.Pause():
            _pause(transaction, command.on, actor)


def sit(transaction: TableTransaction, side: Side, actor: Actor) -> None:
    """Takes an open seat for the actor; the game begins when both are taken."""
    take(transaction, side, actor)
    begin_if_full(transaction)


def take(transaction: TableTransaction, side: Side, actor: Actor, *, bot: str = "") -> None:
    """Takes an open seat for the actor, who may be a bot."""
    table = transaction.table
    if table.state.seat(side).kind != "open" or table.state.phase != "waiting":
        raise TableRefused("seat_taken", side=side.value)
    seat = parts.SeatState(kind="bot" if bot else "person", name=actor.name, guest=actor.guest, bot=bot)
    transaction.do(events.SeatChanged(side=side.value, seat=seat))


def begin_if_full(transaction: TableTransaction) -> None:
    """Starts the first game if both seats are taken."""
    state, settings = transaction.table.state, transaction.table.settings
    if state.phase == "waiting" and "open" not in (state.white.kind, state.black.kind):
        transaction.do(events.GameStarted(round=1, start=settings.start, moves=settings.moves, swapped=False))
        _go_on(transaction)


def rename(transaction: TableTransaction, actor: Actor) -> None:
    """Updates the name on the actor's seats."""
    for side in transaction.table.state.sides_of(actor.guest):
        seat = transaction.table.state.seat(side)
        if seat.name != actor.name:
            transaction.do(events.SeatChanged(side=side.value, seat=replace(seat, name=actor.name)))


def recognise(transaction: TableTransaction, guest: str) -> None:
    """Gives the seats of a guest who has an id of 0.1 there the id of today."""
    for side in transaction.table.state.sides_of(old_id(guest)):
        seat = transaction.table.state.seat(side)
        transaction.do(events.SeatChanged(side=side.value, seat=replace(seat, guest=guest)))


def leave(transaction: TableTransaction, guest: str) -> None:
    """Opens the seats of a guest again if the game has not begun."""
    if transaction.table.state.phase == "waiting":
        for side in transaction.table.state.sides_of(guest):
            transaction.do(events.SeatChanged(side=side.value, seat=parts.SeatState()))


def flag(transaction: TableTransaction, now_ms: float, lag_ms: float) -> bool:
    """Ends the game if the side to move has run out of time."""
    table = transaction.table
    if not table.has_flagged(now_ms, lag_ms):
        return False
    winner = table.turn.other
    if table.record.position.can_win(winner):
        transaction.end(winner, "time_forfeit")
    else:
        transaction.end(None, "time_forfeit_insufficient_material")
    return True


def _own_side(transaction: TableTransaction, actor: Actor, phase: str) -> Side:
    """The side for which a person may act now: on one screen the side to move, otherwise the person's side."""
    state = transaction.table.state
    sides = state.sides_of(actor.guest)
    if not sides:
        raise TableRefused("seat_needed")
    _need_phase(transaction, phase)
    return transaction.table.turn if len(sides) == 2 else sides[0]


def _need_phase(transaction: TableTransaction, phase: str) -> None:
    found = transaction.table.state.phase
    if found == phase:
        return
    if found == "waiting":
        raise TableRefused("table_waiting")
    if found == "over":
        raise TableRefused("table_over")
    raise TableRefused("table_playing")


def _play(transaction: TableTransaction, command: commands.Play, actor: Actor) -> None:
    table = transaction.table
    side = _own_side(transaction, actor, "playing")
    if command.ply != table.ply:
        raise TableRefused("move_stale", ply=command.ply, played=table.ply)
    if side is not table.turn:
        raise TableRefused("turn_of_other", side=table.turn.value)
    if table.state.paused and not actor.is_step:
        raise TableRefused("table_paused")
    move = table.record.position.parse(command.move)
    used_ms = table.used_ms(actor.at_ms)
    charged_ms = table.charge_ms(used_ms, actor.lag_ms) if table.state.standing.ticking else 0
    transaction.do(events.MovePlayed(move=str(move), spent_ms=round(used_ms), charged_ms=charged_ms), move)
    _go_on(transaction)


def _go_on(transaction: TableTransaction) -> None:
    """Adds what follows from the position automatically: forced passes and the end of the game."""
    record = transaction.table.record
    while (result := record.outcome()) is None and forced_pass(record.position) is not None:
        transaction.do(events.MovePlayed(move=PASS, spent_ms=0, charged_ms=0))
    if result is not None:
        transaction.end(result.winner, result.termination)


def _offer(transaction: TableTransaction, what: parts.OfferKind, side: Side) -> None:
    """Makes an offer. What the other side has offered too, and what it cannot refuse, is done at once."""
    state = transaction.table.state
    own, other = state.seat(side), state.seat(side.other)
    if getattr(state, what) == side.other.value:
        _fulfil(transaction, what, side.other)
        return
    if what == "takeback":
        if own.kind == "bot":
            raise TableRefused("offer_engines")
        _takeback_ply(transaction.table, side)
    if other.guest == own.guest or (other.kind == "bot" and what != "draw"):
        _fulfil(transaction, what, side)
    elif getattr(state, what) is None:
        transaction.do(events.OfferMade(what=what, side=side.value))


def _accept(transaction: TableTransaction, what: parts.OfferKind, side: Side) -> None:
    if getattr(transaction.table.state, what) != side.other.value:
        raise TableRefused("offer_none", what=what)
    _fulfil(transaction, what, side.other)


def _decline(transaction: TableTransaction, what: parts.OfferKind, side: Side) -> None:
    if getattr(transaction.table.state, what) is None:
        raise TableRefused("offer_none", what=what)
    transaction.do(events.OfferDeclined(what=what, side=side.value))


_NEGOTIATE = {commands.Offer: _offer, commands.Accept: _accept, commands.Decline: _decline}


def _fulfil(transaction: TableTransaction, what: parts.OfferKind, side: Side) -> None:
    """Does what a side offered."""
    table = transaction.table
    match what:
        case "draw":
            transaction.end(None, "agreement")
        case "takeback":
            transaction.do(events.MovesTakenBack(ply=_takeback_ply(table, side)))
        case "rematch":
            following = max(1, table.state.round) + 1
            transaction.do(events.GameStarted(round=following, start=table.settings.start, moves=[], swapped=True))
            _go_on(transaction)


def _takeback_ply(table: Table, side: Side) -> int:
    """How many moves remain when a side takes back its last move, or on one screen the last move of either.

    Raises `TableRefused` if there is none.
    """
    state, record = table.state, table.record
    anyone = state.white.guest == state.black.guest
    positions, moves = record.positions, record.moves
    for ply in range(len(moves) - 1, -1, -1):
        if str(moves[ply]) != PASS and (anyone or positions[ply].side_to_move is side):
            return ply
    raise TableRefused("takeback_none")


def _claim_draw(transaction: TableTransaction, actor: Actor) -> None:
    side = _own_side(transaction, actor, "playing")
    if side is not transaction.table.turn:
        raise TableRefused("turn_of_other", side=transaction.table.turn.value)
    result = transaction.table.record.copy().claim_draw()
    transaction.end(None, result.termination)


def _abort(transaction: TableTransaction, actor: Actor) -> None:
    table = transaction.table
    is_owner = is_same(table.settings.owner, actor.guest)
    if table.state.mode == "engine-engine" or table.state.phase == "waiting":
        if not is_owner:
            raise TableRefused("owner_needed")
        if table.state.phase == "over":
            raise TableRefused("table_over")
    else:
        _own_side(transaction, actor, "playing")
        if not table.can_abort:
            raise TableRefused("abort_late")
    transaction.end(None, "aborted")


def _pause(transaction: TableTransaction, on: bool, actor: Actor) -> None:
    table = transaction.table
    if table.state.mode != "engine-engine":
        raise TableRefused("engines_needed")
    if not is_same(table.settings.owner, actor.guest):
        raise TableRefused("owner_needed")
    _need_phase(transaction, "playing")
    if on != table.state.paused:
        used_ms = round(table.used_ms(actor.at_ms)) if on else table.state.used_ms
        transaction.do(events.GamePaused(on=on, used_ms=used_ms))


def _post_chat(transaction: TableTransaction, text: str, actor: Actor) -> None:
    words = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if not words:
        raise TableRefused("chat_empty")
    table = transaction.table
    sides = table.state.sides_of(actor.guest)
    side: parts.Color | None = sides[0].value if sides else None
    if side is None and actor.guest in table.muted:
        raise TableRefused("chat_muted")
    if side is None and not table.spectators_chat and not is_same(table.settings.owner, actor.guest):
        raise TableRefused("chat_closed")
    chat = parts.Chat(name=actor.name, side=side, text=words, at=round(actor.time_of_day, 3), guest=actor.guest)
    transaction.do(events.ChatPosted(chat=chat))


def _need_seat_or_table(transaction: TableTransaction, actor: Actor) -> None:
    """Raises `TableRefused` unless the actor plays here or has created the table."""
    table = transaction.table
    if not table.state.sides_of(actor.guest) and not is_same(table.settings.owner, actor.guest):
        raise TableRefused("seat_needed")


def _mute(transaction: TableTransaction, guest: str, on: bool, actor: Actor) -> None:
    _need_seat_or_table(transaction, actor)
    table = transaction.table
    if on and (table.state.sides_of(guest) or is_same(table.settings.owner, guest)):
        raise TableRefused("mute_player")
    if on != (guest in table.muted):
        transaction.do(events.GuestMuted(guest=guest, on=on))
