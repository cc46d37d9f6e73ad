"""Telling: a table and what happens at it, as messages to those who watch."""

from __future__ import annotations

from typing import Any, Literal, Protocol, assert_never, cast

from msgspec import Raw

from plyground.protocol import Geometry as BoardGeometry
from plyground.protocol import Result, Side
from plyground.server.facts import AnyFact, Began, Held, Over, Proposed, Rejected, Sat, Spoke, Went, WentBack
from plyground.server.table import Table
from plyground.server.table_state import Chair, Ending
from plyground.server.wire import events as messages
from plyground.server.wire import parts
from plyground.server.wire.events import TableEvent
from plyground.server.wire.parts import Chat, Clocks, Color, Offers, Outcome, PlayedMove, Seat, Seats, Snapshot
from plyground.terminations import UNDECIDED


class Company(Protocol):
    """What a room knows about those at its table."""

    def is_present(self, guest: str) -> bool:
        """Whether somebody is connected."""
        ...

    def claimable_in_ms(self, side: Side) -> int | None:
        """After so long the other side may claim the game; None while this side is there."""
        ...

    @property
    def spectators(self) -> int:
        """How many watch."""
        ...


class Nobody:
    """The company of a table that nobody is at."""

    spectators = 0

    def is_present(self, guest: str) -> bool:
        """Nobody is."""
        return False

    def claimable_in_ms(self, side: Side) -> int | None:
        """Nobody claims."""
        return None


NOBODY = Nobody()


def tell(
    table: Table, fact: AnyFact, state_hash: str, message_id: str, now_ms: float, company: Company = NOBODY
) -> TableEvent:
    """The event of a fact that has just been applied to the table."""
    head: dict[str, Any] = {"version": table.version, "hash": state_hash, "id": message_id}
    match fact:
        case Went():
            move = played(table, table.ply - 1)
            return messages.Moved(
                **head, ply=table.ply, move=move, view=view(table), clocks=clocks(table), claim=standing_claim(table)
            )
        case Sat():
            return messages.Seated(
                **head, side=fact.side, kind=fact.kind, name=fact.name, guest=fact.guest, bot=fact.bot
            )
        case Began():
            return messages.Started(
                **head,
                round=fact.round,
                start=table.record.start.fen,
                seats=seats(table, company),
                view=view(table),
                clocks=clocks(table),
                moves=all_played(table),
            )
        case WentBack():
            claim = standing_claim(table)
            return messages.TakenBack(**head, ply=table.ply, view=view(table), clocks=clocks(table), claim=claim)
        case Proposed():
            return messages.Offered(**head, what=fact.what, side=fact.side)
        case Rejected():
            return messages.Declined(**head, what=fact.what, side=fact.side)
        case Held():
            return messages.Paused(**head, on=fact.on, clocks=clocks(table, now_ms))
        case Spoke():
            return messages.Said(**head, chat=chat(fact))
        case Over():
            ending = outcome(table.state.ending)
            assert ending is not None
            return messages.Ended(**head, outcome=ending, view=view(table), clocks=clocks(table, now_ms))
        case _:
            assert_never(fact)


def view(table: Table) -> parts.View:
    """The position as a board shows it; nothing can be entered where the game does not go on."""
    ending = table.state.ending
    ended = None if ending is None else Result(Side(ending.winner) if ending.winner else None, ending.termination)
    written = table.record.view_json(ended, is_open=table.state.phase == "playing")
    # What is written is what the type describes, and goes into the message as it is.
    return cast(parts.View, Raw(written))


def geometry(board: BoardGeometry) -> parts.Geometry:
    """The board as data."""
    return parts.Geometry(
        style=board.style,
        width=board.width,
        height=board.height,
        points=[parts.BoardPoint(name=point.name, x=point.x, y=point.y, label=point.label) for point in board.points],
        columns=list(board.columns),
        rows=list(board.rows),
        lines=[list(line) for line in board.lines],
    )


def played(table: Table, ply: int) -> PlayedMove:
    """The move at a ply, from 0."""
    position, move = table.record.turn(ply)
    return PlayedMove(
        move=str(move),
        notation=position.notation(move),
        side=position.side_to_move.value,
        spent_ms=table.spent_ms(ply),
    )


def all_played(table: Table) -> list[PlayedMove]:
    """Every move so far."""
    return [played(table, ply) for ply in range(table.ply)]


def clocks(table: Table, now_ms: float | None = None) -> Clocks | None:
    """The time left: at a moment, or when the turn began."""
    if table.settings.clock is None:
        return None
    standing, running = table.state.standing, table.running
    left_ms = {side: standing.left_ms(side) for side in Side}
    delay_ms = table.settings.clock.delay_ms
    # After a restart nobody's clock runs until the mover is back.
    is_stopped = now_ms is not None and table.turn_began_ms is None
    if table.state.phase == "over" and standing.ticking:
        left_ms[table.turn] = max(0, left_ms[table.turn] - table.charge_ms(table.state.used_ms))
    elif running is not None and now_ms is not None:
        used_ms = table.used_ms(now_ms)
        left_ms[running] = max(0, left_ms[running] - table.charge_ms(used_ms))
        delay_ms = max(0, delay_ms - round(used_ms))
    return Clocks(
        white_ms=left_ms[Side.WHITE],
        black_ms=left_ms[Side.BLACK],
        running=None if running is None or is_stopped else running.value,
        delay_ms=delay_ms,
    )


def seats(table: Table, company: Company) -> Seats:
    """Both chairs, and whether their owners are there."""
    return Seats(
        white=_seat(table.state.white, company, company.claimable_in_ms(Side.WHITE)),
        black=_seat(table.state.black, company, company.claimable_in_ms(Side.BLACK)),
    )


def _seat(chair: Chair, company: Company, claimable_in_ms: int | None) -> Seat:
    return Seat(
        kind=chair.kind,
        name=chair.name,
        guest=chair.guest,
        bot=chair.bot,
        present=company.is_present(chair.guest),
        claimable_in_ms=claimable_in_ms,
    )


def side_of(table: Table, guest: str) -> Color | Literal["both"] | None:
    """The seat somebody has."""
    sides = table.state.sides_of(guest)
    if not sides:
        return None
    return "both" if len(sides) == 2 else sides[0].value


def outcome(ending: Ending | None) -> Outcome | None:
    """How the game ended."""
    if ending is None:
        return None
    score: Literal["1-0", "0-1", "1/2-1/2", "*"]
    if ending.termination in UNDECIDED:
        score = "*"
    elif ending.winner is None:
        score = "1/2-1/2"
    else:
        score = "1-0" if ending.winner == Side.WHITE.value else "0-1"
    return Outcome(winner=ending.winner, termination=ending.termination, score=score)


def standing_claim(table: Table) -> str:
    """The draw that could be claimed for the position on the board."""
    if table.state.phase != "playing":
        return ""
    draw = table.record.standing_draw()
    return "" if draw is None else draw.termination


def chat(fact: Spoke) -> Chat:
    """Something that was said."""
    return Chat(name=fact.name, side=fact.side, text=fact.text, at=fact.at)


def settings(table: Table) -> parts.TableSettings:
    """What the table was created with."""
    given = table.settings
    return parts.TableSettings(
        game=table.game.name,
        title=table.game.title,
        rules=given.rules,
        start=table.record.start.fen,
        clock=given.clock,
        public=given.public,
        mode=table.state.mode,
        pace_ms=given.pace_ms,
    )


def snapshot(table: Table, company: Company, now_ms: float) -> Snapshot:
    """All that a page needs to show the table."""
    state = table.state
    return Snapshot(
        table=table.id,
        version=table.version,
        hash=state.hash,
        round=state.round,
        phase=state.phase,
        settings=settings(table),
        geometry=geometry(table.game.geometry),
        symbols=dict(table.game.symbols),
        view=view(table),
        moves=all_played(table),
        clocks=clocks(table, now_ms),
        seats=seats(table, company),
        offers=Offers(draw=state.draw, takeback=state.takeback, rematch=state.rematch),
        outcome=outcome(state.ending),
        claim=standing_claim(table),
        paused=state.paused,
        chat=[chat(fact) for fact in table.chat],
        spectators=company.spectators,
        owner=table.settings.owner,
    )
