"""Cards: what lists and statistics keep of a table."""

from __future__ import annotations

import time

from plyground.server.store import Card, PlayedGame
from plyground.server.table import Table
from plyground.server.table_state import Ending
from plyground.server.telling import outcome
from plyground.server.wire.parts import TableEntry


def card_of(table: Table) -> Card:
    """What lists show of the table."""
    state, ending = table.state, table.state.ending
    return Card(
        table=table.id,
        game=table.game.name,
        public=table.settings.public,
        phase=state.phase,
        mode=state.mode,
        white=state.white.guest,
        black=state.black.guest,
        white_name=state.white.name,
        black_name=state.black.name,
        plies=table.ply,
        created=table.settings.created,
        updated=time.time(),
        winner=None if ending is None else ending.winner,
        termination="" if ending is None else ending.termination,
        clock=table.settings.clock,
        title=table.game.title,
    )


def played_game(table: Table) -> PlayedGame | None:
    """The game that has just ended, for statistics."""
    state, ending = table.state, table.state.ending
    if ending is None:
        return None
    return PlayedGame(
        table=table.id,
        round=state.round,
        game=table.game.name,
        white="" if state.white.bot else state.white.guest,
        black="" if state.black.bot else state.black.guest,
        white_bot=state.white.bot,
        black_bot=state.black.bot,
        winner=ending.winner,
        termination=ending.termination,
        plies=table.ply,
        ended=time.time(),
    )


def table_entry(card: Card, spectators: int = 0, plies: int | None = None) -> TableEntry:
    """A card as lists on the page show it."""
    ending = Ending(card.winner, card.termination) if card.termination else None
    return TableEntry(
        table=card.table,
        game=card.game,
        title=card.title,
        phase=card.phase,
        mode=card.mode,
        clock=card.clock,
        white=card.white_name,
        black=card.black_name,
        ply=card.plies if plies is None else plies,
        spectators=spectators,
        created=card.created,
        outcome=outcome(ending),
    )
