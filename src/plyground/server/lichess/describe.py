"""Describes tables in lichess's shapes."""

from __future__ import annotations

import re

from plyground.errors import TableRefused
from plyground.protocol import Side
from plyground.server import presenter
from plyground.server.lichess import shapes
from plyground.server.lichess.variants import initial_fen, speed_of, status_of, variant_of
from plyground.server.names import fold
from plyground.server.table import Table
from plyground.server.wire.parts import Chat, Color, SeatState

NO_CLOCK_MS = 2_147_483_647
"""The time left where there is no clock, as lichess says it."""
BOTH = shapes.Compatibility(bot=True, board=True)
_LEVEL = re.compile(r"level=(\d+)")
_GAME_ID = re.compile(r"([\w-]{1,40})(?:\.([1-9]\d{0,5}))?", re.ASCII)


def game_id(table: str, round: int) -> str:
    """The name of a game: its table, and for a rematch also its number.

    >>> game_id("k3x9", 1), game_id("k3x9", 2)
    ('k3x9', 'k3x9.2')
    """
    return table if round <= 1 else f"{table}.{round}"


def parse_game_id(text: str) -> tuple[str, int]:
    """The table and the number of a game; raises `TableRefused` if there can be no such game."""
    found = _GAME_ID.fullmatch(text)
    if found is None:
        raise TableRefused("unknown_table", table=text)
    return found[1], int(found[2] or 1)


def user_id(name: str) -> str:
    """How lichess names a person in addresses."""
    return fold(name)


def ai_level(bot: str) -> int | None:
    """The level of a bot that is one."""
    found = _LEVEL.match(bot)
    return None if found is None else int(found[1])


def player(seat: SeatState) -> shapes.Player:
    """A player in the stream of a game."""
    if seat.bot:
        level = ai_level(seat.bot)
        return shapes.Player(name=seat.name, ai_level=level, title=None if level else "BOT")
    return shapes.Player(id=user_id(seat.name), name=seat.name)


def game_full(table: Table, now_ms: float) -> shapes.GameFull:
    """The first line of the stream of a game."""
    settings, start = table.settings, table.record.start.fen
    clock = settings.clock
    return shapes.GameFull(
        id=game_id(table.id, table.state.round),
        variant=variant_of(table.game, start),
        clock=None if clock is None else shapes.Clock(initial=clock.initial_ms, increment=clock.increment_ms),
        speed=speed_of(clock),
        perf=shapes.Perf(name=table.game.title),
        rated=settings.rated,
        created_at=round(settings.created * 1000),
        white=player(table.state.white),
        black=player(table.state.black),
        initial_fen=initial_fen(table.game, start),
        state=game_state(table, now_ms),
    )


def game_state(table: Table, now_ms: float) -> shapes.GameState:
    """How a game stands now."""
    state, clocks = table.state, presenter.clocks(table, now_ms)
    increment_ms = 0 if table.settings.clock is None else table.settings.clock.increment_ms
    outcome = state.outcome
    return shapes.GameState(
        moves=" ".join(played.move for played in table.played),
        wtime=NO_CLOCK_MS if clocks is None else clocks.white_ms,
        btime=NO_CLOCK_MS if clocks is None else clocks.black_ms,
        winc=increment_ms,
        binc=increment_ms,
        status=status_of(outcome, is_started=state.phase != "waiting").name,
        winner=None if outcome is None or outcome.winner is None else outcome.winner.value,
        wdraw=state.draw == "white",
        bdraw=state.draw == "black",
        wtakeback=state.takeback == "white",
        btakeback=state.takeback == "black",
    )


def chat_line(chat: Chat) -> shapes.ChatLine:
    """A chat message in the stream of a game."""
    return shapes.ChatLine(
        room="spectator" if chat.side is None else "player",
        username=chat.name,
        text=chat.text,
    )


def game_info(table: Table, guest: str, now_ms: float) -> shapes.GameInfo:
    """A game of a player, for events and lists."""
    state, start = table.state, table.record.start.fen
    side = (state.sides_of(guest) or (Side.WHITE,))[0]
    opponent, clocks, id = state.seat(side.other), presenter.clocks(table, now_ms), game_id(table.id, state.round)
    level = ai_level(opponent.bot)
    own_ms = None if clocks is None else clocks.white_ms if side is Side.WHITE else clocks.black_ms
    outcome = state.outcome
    return shapes.GameInfo(
        full_id=id,
        game_id=id,
        id=id,
        fen=table.record.position.fen,
        color=_color(side),
        last_move=table.played[-1].move if len(table.played) else "",
        source="ai" if opponent.bot else "friend",
        status=status_of(outcome),
        variant=variant_of(table.game, start),
        speed=speed_of(table.settings.clock),
        perf=speed_of(table.settings.clock),
        rated=table.settings.rated,
        has_moved=len(table.played) > (side is Side.BLACK),
        opponent=shapes.Opponent(id=None if opponent.bot else user_id(opponent.name), username=opponent.name, ai=level),
        is_my_turn=state.phase == "playing" and table.turn is side,
        seconds_left=None if own_ms is None else own_ms // 1000,
        winner=None if outcome is None or outcome.winner is None else _color(outcome.winner),
        compat=BOTH,
    )


def created_game(table: Table) -> shapes.CreatedGame:
    """A game that was just created."""
    start, id = table.record.start.fen, game_id(table.id, table.state.round)
    speed = speed_of(table.settings.clock)
    return shapes.CreatedGame(
        id=id,
        full_id=id,
        variant=variant_of(table.game, start),
        speed=speed,
        perf=speed,
        rated=table.settings.rated,
        initial_fen=initial_fen(table.game, start),
        fen=table.record.position.fen,
        player=_color(table.turn),
        turns=table.ply,
        status=status_of(table.state.outcome),
        source="ai",
        created_at=round(table.settings.created * 1000),
    )


def _color(side: Side) -> Color:
    return side.value
