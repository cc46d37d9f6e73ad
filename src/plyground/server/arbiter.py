"""The arbiter: decides what a command does to a table, as facts on a draft; refuses what the rules do not allow."""

from __future__ import annotations

from collections.abc import Callable

from plyground.errors import TableRefused
from plyground.play.referee import forced_pass
from plyground.protocol import PASS, Side
from plyground.server.draft import Actor, Draft
from plyground.server.facts import Began, Held, Proposed, Rejected, Sat, Spoke, Went, WentBack
from plyground.server.table import Table
from plyground.server.wire.commands import (
    Abort,
    Accept,
    ClaimDraw,
    ClaimWin,
    Decline,
    Offer,
    Pause,
    Play,
    Resign,
    Say,
    TableCommand,
)

ABORT_PLIES = 2
"""A game may be aborted until so many moves have been played in it."""


def decide(draft: Draft, command: TableCommand, actor: Actor, gone_after_ms: float = 30_000) -> None:
    """Does on the draft what the command asks for; raises a `PlygroundError` if that is not allowed."""
    match command:
        case Play():
            _play(draft, command, actor)
        case Say():
            _say(draft, command.text, actor)
        case Offer(what="rematch") | Accept(what="rematch"):
            _rematch(draft, _seat(draft, actor, "over"), accepts=isinstance(command, Accept))
        case Offer() | Accept() | Decline():
            phase = "over" if command.what == "rematch" else "playing"
            _ANSWERS[type(command)](draft, command.what, _seat(draft, actor, phase))
        case Resign():
            side = _seat(draft, actor, "playing")
            draft.end(side.other, "resignation")
        case Abort():
            _abort(draft, actor)
        case ClaimDraw():
            _claim_draw(draft, actor)
        case ClaimWin():
            side = _seat(draft, actor, "playing")
            if not gone_after_ms <= actor.opponent_gone_ms:
                raise TableRefused("opponent_present", seconds=round(gone_after_ms / 1000))
            draft.end(None if command.draw else side, "abandonment")
        case Pause():
            _pause(draft, command.on, actor)


def sit(draft: Draft, side: Side, actor: Actor) -> None:
    """Somebody takes an open seat; the game begins when both are taken."""
    take(draft, side, actor)
    begin_if_full(draft)


def take(draft: Draft, side: Side, actor: Actor, *, bot: str = "") -> None:
    """Somebody, or a bot, takes an open seat."""
    table = draft.table
    if table.state.chair(side).kind != "open" or table.state.phase != "waiting":
        raise TableRefused("seat_taken", side=side.value)
    draft.do(Sat(side.value, "bot" if bot else "person", actor.name, actor.guest, bot))


def begin_if_full(draft: Draft) -> None:
    """The first game begins as soon as nobody is missing."""
    state, settings = draft.table.state, draft.table.settings
    if state.phase == "waiting" and "open" not in (state.white.kind, state.black.kind):
        draft.do(Began(1, settings.start, settings.moves, False))
        _go_on(draft)


def rename(draft: Draft, actor: Actor) -> None:
    """Whoever sits here under another name than before is shown with the new one."""
    for side in draft.table.state.sides_of(actor.guest):
        chair = draft.table.state.chair(side)
        if chair.name != actor.name:
            draft.do(Sat(side.value, chair.kind, actor.name, chair.guest, chair.bot))


def leave(draft: Draft, guest: str) -> None:
    """A seat is open again if its game has not begun."""
    if draft.table.state.phase == "waiting":
        for side in draft.table.state.sides_of(guest):
            draft.do(Sat(side.value, "open", "", "", ""))


def flag(draft: Draft, now_ms: float, lag_ms: float) -> bool:
    """Ends the game if the side to move has run out of time."""
    table = draft.table
    if not table.has_flagged(now_ms, lag_ms):
        return False
    winner = table.turn.other
    if table.record.position.can_win(winner):
        draft.end(winner, "time_forfeit")
    else:
        draft.end(None, "time_forfeit_insufficient_material")
    return True


def _seat(draft: Draft, actor: Actor, phase: str) -> Side:
    """The side for which a person may act now: on one screen the one to move, otherwise the person's own."""
    state = draft.table.state
    sides = state.sides_of(actor.guest)
    if not sides:
        raise TableRefused("seat_needed")
    _need_phase(draft, phase)
    return draft.table.turn if len(sides) == 2 else sides[0]


def _need_phase(draft: Draft, phase: str) -> None:
    found = draft.table.state.phase
    if found == phase:
        return
    if found == "waiting":
        raise TableRefused("table_waiting")
    if found == "over":
        raise TableRefused("table_over")
    raise TableRefused("table_playing")


def _play(draft: Draft, command: Play, actor: Actor) -> None:
    table = draft.table
    side = _seat(draft, actor, "playing")
    if command.ply != table.ply:
        raise TableRefused("move_stale", ply=command.ply, played=table.ply)
    if side is not table.turn:
        raise TableRefused("turn_of_other", side=table.turn.value)
    if table.state.paused and not actor.is_step:
        raise TableRefused("table_paused")
    move = table.record.position.parse(command.move)
    used_ms = table.used_ms(actor.at_ms)
    charged_ms = table.charge_ms(used_ms, actor.lag_ms) if table.state.standing.ticking else 0
    draft.do(Went(str(move), round(used_ms), charged_ms), move)
    _go_on(draft)


def _go_on(draft: Draft) -> None:
    """What follows from a position by itself: a forced pass, the end."""
    record = draft.table.record
    while (result := record.outcome()) is None and forced_pass(record.position) is not None:
        draft.do(Went(PASS, 0, 0))
    if result is not None:
        draft.end(result.winner, result.termination)


def _offer(draft: Draft, what: str, side: Side) -> None:
    state = draft.table.state
    other = state.chair(side.other)
    if getattr(state, what) == side.other.value:
        _accept(draft, what, side)
    elif what == "takeback":
        if state.chair(side).kind == "bot":
            raise TableRefused("offer_engines")
        ply = _takeback_ply(draft.table, side)
        if other.kind == "bot" or other.guest == state.chair(side).guest:
            draft.do(WentBack(ply))
        elif state.takeback is None:
            draft.do(Proposed("takeback", side.value))
    elif other.guest == state.chair(side).guest:
        draft.end(None, "agreement")
    elif state.draw is None:
        draft.do(Proposed("draw", side.value))


def _accept(draft: Draft, what: str, side: Side) -> None:
    if getattr(draft.table.state, what) != side.other.value:
        raise TableRefused("offer_none", what=what)
    if what == "takeback":
        draft.do(WentBack(_takeback_ply(draft.table, side.other)))
    else:
        draft.end(None, "agreement")


def _decline(draft: Draft, what: str, side: Side) -> None:
    if getattr(draft.table.state, what) is None:
        raise TableRefused("offer_none", what=what)
    draft.do(Rejected(what, side.value))  # type: ignore[arg-type]


_ANSWERS: dict[type, Callable[[Draft, str, Side], None]] = {Offer: _offer, Accept: _accept, Decline: _decline}


def _takeback_ply(table: Table, side: Side) -> int:
    """How many moves remain when a side takes back its last choice; on one screen, the last choice of all."""
    state, record = table.state, table.record
    anyone = state.white.guest == state.black.guest
    positions, moves = record.positions, record.moves
    for ply in range(len(moves) - 1, -1, -1):
        if str(moves[ply]) != PASS and (anyone or positions[ply].side_to_move is side):
            return ply
    raise TableRefused("takeback_none")


def _rematch(draft: Draft, side: Side, *, accepts: bool) -> None:
    state, settings = draft.table.state, draft.table.settings
    other = state.chair(side.other)
    is_agreed = state.rematch == side.other.value
    if not is_agreed and accepts:
        raise TableRefused("offer_none", what="rematch")
    if is_agreed or other.kind == "bot" or other.guest == state.chair(side).guest:
        draft.do(Began(max(1, state.round) + 1, settings.start, [], True))
        _go_on(draft)
    elif state.rematch is None:
        draft.do(Proposed("rematch", side.value))


def _claim_draw(draft: Draft, actor: Actor) -> None:
    side = _seat(draft, actor, "playing")
    if side is not draft.table.turn:
        raise TableRefused("turn_of_other", side=draft.table.turn.value)
    result = draft.table.record.copy().claim_draw()
    draft.end(None, result.termination)


def _abort(draft: Draft, actor: Actor) -> None:
    table = draft.table
    is_owner = actor.guest == table.settings.owner
    if table.state.mode == "engine-engine" or table.state.phase == "waiting":
        if not is_owner:
            raise TableRefused("owner_needed")
        if table.state.phase == "over":
            raise TableRefused("table_over")
    else:
        _seat(draft, actor, "playing")
        played = table.ply - len(table.settings.moves if table.state.round == 1 else ())
        if played >= ABORT_PLIES:
            raise TableRefused("abort_late")
    draft.end(None, "aborted")


def _pause(draft: Draft, on: bool, actor: Actor) -> None:
    table = draft.table
    if table.state.mode != "engine-engine":
        raise TableRefused("engines_needed")
    if actor.guest != table.settings.owner:
        raise TableRefused("owner_needed")
    _need_phase(draft, "playing")
    if on != table.state.paused:
        used_ms = round(table.used_ms(actor.at_ms)) if on else table.state.used_ms
        draft.do(Held(on, used_ms))


def _say(draft: Draft, text: str, actor: Actor) -> None:
    words = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if not words:
        raise TableRefused("chat_empty")
    sides = draft.table.state.sides_of(actor.guest)
    draft.do(Spoke(actor.name, sides[0].value if sides else None, words, round(actor.at, 3)))
