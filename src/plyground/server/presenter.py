"""Presenter: tables, events and errors as the messages that clients get."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from msgspec import Raw, to_builtins
from msgspec.structs import asdict, replace

from plyground.abilities import reach_of
from plyground.errors import PlygroundError, english
from plyground.play.reasoning.material import values_of
from plyground.protocol import Position, Side
from plyground.server.log import LOG
from plyground.server.presence import NOBODY, Presence
from plyground.server.table import Table, TableState
from plyground.server.wire import events, parts

MAX_ARGUMENT_LENGTH = 1_500
"""Characters of an error's argument; clients may have sent much more."""


# --- events ---


def changes(
    before: TableState, table: Table, event: events.AnyEvent, now_ms: float, presence: Presence, guest: str
) -> parts.Changes:
    """The fields of the snapshot that differ from those before the event, which `guest` caused."""
    if isinstance(event, events.ChatPosted):
        return parts.Changes(chat_added=[event.chat])
    if isinstance(event, events.GuestMuted):
        return parts.Changes(muted=list(table.muted))
    if isinstance(event, events.ChatAllowed):
        return parts.Changes(spectators_chat=event.on)
    after = table.state
    new: dict[str, Any] = {}
    is_new_turn, is_new_phase = after.standing is not before.standing, after.phase != before.phase
    if is_new_turn:
        first = 0 if isinstance(event, events.GameStarted) else table.ply - isinstance(event, events.MovePlayed)
        new["moves_kept"] = first
        new["moves_added"] = [table.played[ply] for ply in range(first, table.ply)]
        new["clocks"] = clocks(table)
    elif is_new_phase or after.paused != before.paused:
        new["clocks"] = clocks(table, now_ms)
    if is_new_turn or is_new_phase:
        new["turn"] = turn(table)
        new["view"] = view(table)
        new["claim"] = claim(table)
        new["can_abort"] = table.can_abort
    if is_new_phase:
        new["phase"] = after.phase
        new["outcome"] = after.outcome
        new["match"] = table.match
    if after.round != before.round:
        new["round"] = after.round
    if after.paused != before.paused:
        new["paused"] = after.paused
    if (after.draw, after.takeback, after.rematch) != (before.draw, before.takeback, before.rematch):
        new["offers"] = offers(after)
    if after.white is not before.white or after.black is not before.black:
        new["seats"] = seats(table, presence, guest)
        new["mode"] = after.mode
    return parts.Changes(**new)


# --- a table ---


def snapshot(table: Table, presence: Presence, now_ms: float) -> parts.Snapshot:
    """Everything a page needs to show the table."""
    state = table.state
    return parts.Snapshot(
        table=table.id,
        version=table.version,
        hash=state.hash,
        settings=replace(table.settings, game=table.game.name),
        title=table.game.title,
        geometry=table.game.geometry,
        symbols=dict(table.game.symbols),
        reach=dict(reach_of(table.game)),
        start_pieces=start_pieces(table.record.start),
        piece_values=dict(values_of(table.game)),
        round=state.round,
        phase=state.phase,
        mode=state.mode,
        turn=turn(table),
        view=view(table),
        moves=list(table.played),
        clocks=clocks(table, now_ms),
        seats=seats(table, presence),
        offers=offers(state),
        outcome=state.outcome,
        match=table.match,
        claim=claim(table),
        can_abort=table.can_abort,
        paused=state.paused,
        chat=table.chat,
        muted=list(table.muted),
        spectators_chat=table.spectators_chat,
        spectators=presence.spectators,
    )


def start_pieces(position: Position) -> dict[str, int]:
    """How many of each piece a game begins with; men in hand are the first piece of their side."""
    found = Counter(position.pieces.values())
    for side, men in position.hand.items():
        piece = next((piece for piece in position.game.symbols if piece.startswith(side.value)), f"{side.value} man")
        found[piece] += men
    return dict(found)


def presence_update(table: Table, presence: Presence, now_ms: float) -> events.PresenceUpdate:
    """Who is at the table."""
    return events.PresenceUpdate(
        seats=seats(table, presence),
        people=presence.names,
        spectators=presence.spectators,
        clocks=clocks(table, now_ms),
    )


def summary(table: Table, presence: Presence = NOBODY) -> parts.TableSummary:
    """The table as lists show it."""
    state = table.state
    return parts.TableSummary(
        table=table.id,
        game=table.game.name,
        title=table.game.title,
        phase=state.phase,
        mode=state.mode,
        clock=table.settings.clock,
        white=state.white.name,
        black=state.black.name,
        ply=table.ply,
        spectators=presence.spectators,
        created=table.settings.created,
        outcome=state.outcome,
        rated=table.settings.rated,
        white_rating=presence.ratings.get(state.white.guest),
        black_rating=presence.ratings.get(state.black.guest),
    )


def view(table: Table) -> parts.ViewJson:
    """The position as a board shows it; nothing can be entered unless a game is being played."""
    return Raw(table.record.view_json(table.state.outcome, is_open=table.state.phase == "playing"))


def turn(table: Table) -> parts.Color | None:
    """Whose move it is; None unless a game is in progress."""
    is_on = table.state.phase == "playing" and table.record.outcome() is None
    return table.turn.value if is_on else None


def claim(table: Table) -> str:
    """The draw that can be claimed for the position on the board."""
    if table.state.phase != "playing":
        return ""
    draw = table.record.standing_draw()
    return "" if draw is None else draw.termination


def clocks(table: Table, now_ms: float | None = None) -> parts.Clocks | None:
    """The time left: at a moment, or when the turn began."""
    if table.settings.clock is None:
        return None
    standing, running = table.state.standing, table.running_clock
    left_ms = {side: standing.left_ms(side) for side in Side}
    delay_ms = table.settings.clock.delay_ms
    # After a restart no clock runs until the mover is back.
    is_stopped = now_ms is not None and table.turn_began_ms is None
    if table.state.phase == "over" and standing.ticking:
        left_ms[table.turn] = max(0, left_ms[table.turn] - table.charge_ms(table.state.used_ms))
    elif running is not None and now_ms is not None:
        used_ms = table.used_ms(now_ms)
        left_ms[running] = max(0, left_ms[running] - table.charge_ms(used_ms))
        delay_ms = max(0, delay_ms - round(used_ms))
    return parts.Clocks(
        white_ms=left_ms[Side.WHITE],
        black_ms=left_ms[Side.BLACK],
        running=None if running is None or is_stopped else running.value,
        delay_ms=delay_ms,
    )


def offers(state: TableState) -> parts.Offers:
    """The open offers."""
    return parts.Offers(draw=state.draw, takeback=state.takeback, rematch=state.rematch)


def seats(table: Table, presence: Presence, guest: str = "") -> parts.Seats:
    """Both seats; `guest` is present although it may not have joined yet."""

    def seat(side: Side) -> parts.Seat:
        state = table.state.seat(side)
        is_present = presence.is_present(state.guest) or state.guest == guest != ""
        return parts.Seat(
            **asdict(state),
            present=is_present,
            claimable_in_ms=presence.claimable_in_ms(side),
            rating=presence.ratings.get(state.guest),
        )

    return parts.Seats(white=seat(Side.WHITE), black=seat(Side.BLACK))


def side_of(state: TableState, guest: str) -> parts.Color | Literal["both"] | None:
    """The seat of a guest."""
    sides = state.sides_of(guest)
    if not sides:
        return None
    return "both" if len(sides) == 2 else sides[0].value


# --- errors ---


def problem(error: PlygroundError) -> parts.Problem:
    """An error as a value: its code, its arguments as plain JSON, and its English."""
    words = {name: _plain(value) for name, value in error.arguments.items()}
    # An error that is the reason of another keeps its code, so that clients can translate it.
    causes = {name: value for name, value in error.arguments.items() if isinstance(value, PlygroundError)}
    arguments = words | {name: to_builtins(problem(cause)) for name, cause in causes.items()}
    return parts.Problem(code=error.code, arguments=arguments, message=english(error.code, words))


def refused(message_id: str, error: PlygroundError, guest: str = "") -> events.Refused:
    """The answer to a message that cannot be obeyed; the log says who was refused what."""
    LOG.info("refused", guest=guest, id=message_id, code=error.code)
    return events.Refused(id=message_id, problem=problem(error))


def _plain(value: object) -> Any:
    if isinstance(value, int | float | bool | None):
        return value
    text = str(value)
    return text if len(text) <= MAX_ARGUMENT_LENGTH else text[:MAX_ARGUMENT_LENGTH] + "..."
