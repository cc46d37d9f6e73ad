"""Positions without a table: shown, checked, and their legal moves, with the reason why another is illegal."""

from __future__ import annotations

import msgspec

from plyground import protocol
from plyground.abilities import opening_of
from plyground.errors import PlygroundError
from plyground.games.files import notation_of
from plyground.games.registry import families_with_rules, game_names, registered
from plyground.protocol import Game
from plyground.record import Record
from plyground.search.searcher import styles_of
from plyground.server.positions import canonical, find_game, record_of, start_of
from plyground.server.presenter import problem
from plyground.server.table import played_move
from plyground.server.wire import http, parts
from plyground.server.workers.job import Job, JobContext


def view_message(view: protocol.View) -> parts.View:
    """A view as a message."""
    return msgspec.convert(view.as_dict(), parts.View)


def played_moves(record: Record) -> list[parts.PlayedMove]:
    """The moves of a game as messages, without times."""
    return [played_move(*record.turn(ply)) for ply in range(len(record))]


def start_table(query: parts.PositionQuery, context: JobContext) -> parts.PositionQuery:
    """What a table begins with."""
    return canonical(query)


def game_list(withdrawn: list[str], context: JobContext) -> http.GameList:
    """Every game that can be played, except these families."""
    names = [name for name in game_names() if name.partition(":")[0] not in withdrawn]
    return http.GameList(games=[_entry(registered(name)) for name in names])


def _entry(game: Game) -> http.GameEntry:
    family = game.name.partition(":")[0]
    formats = list(dict.fromkeys(("fen", "svg", "plain", notation_of(game).name)))
    return http.GameEntry(
        name=game.name,
        title=game.title,
        family=family,
        own_rules=family in families_with_rules(),
        starts=game.starts,
        formats=formats,
        styles=list(styles_of(game)),
    )


def describe_game(name: str, context: JobContext) -> http.GameDescription:
    """Everything needed to draw a game."""
    game = registered(name)
    start = game.start()
    return http.GameDescription(
        name=game.name,
        title=game.title,
        geometry=game.geometry,
        symbols=dict(game.symbols),
        start=start.fen,
        view=view_message(start.view),
        claim_at=game.repetition.claim_at,
        automatic_at=game.repetition.automatic_at,
    )


def view_position(query: http.ViewQuery, context: JobContext) -> http.PositionView:
    """A position as a board shows it; the moves end at one that cannot be played, and `problem` says why."""
    record = Record(start_of(query.position))
    wrong: parts.Problem | None = None
    for move in query.position.moves:
        try:
            record.push(move)
        except PlygroundError as error:
            wrong = problem(error)
            break
    opening = opening_of(record.positions)
    return http.PositionView(
        game=record.game.name,
        title=record.game.title,
        fen=record.position.fen,
        view=view_message(record.view),
        moves=played_moves(record),
        outcome=record.outcome(),
        claims=list(record.claims()),
        geometry=record.game.geometry if query.geometry else None,
        symbols=dict(record.game.symbols),
        problem=wrong,
        opening="" if opening is None else str(opening),
    )


def check_position(query: http.CheckPosition, context: JobContext) -> http.CheckedPosition:
    """Whether a text is a position of a game, and if not, why."""
    game = find_game(query.game, query.rules)
    try:
        position = game.from_fen(query.fen)
    except PlygroundError as error:
        return http.CheckedPosition(valid=False, problem=problem(error), fen="", view=None)
    return http.CheckedPosition(valid=True, problem=None, fen=position.fen, view=view_message(position.view))


def legal_moves(query: http.LegalQuery, context: JobContext) -> http.LegalMoveList:
    """The legal moves, and why the move of the query is not one of them.

    >>> from plyground.server.wire.parts import PositionQuery
    >>> from plyground.server.workers.job import JobContext
    >>> position = PositionQuery(game="draughts", start="W:Wc3,Kh4:Bd4,f6")
    >>> found = legal_moves(http.LegalQuery(position=position, move="c3-b4"), JobContext(print))
    >>> [move.notation for move in found.moves]
    ['c3:g7', 'h4:d8', 'h4:e7']
    >>> print(found.problem.message)
    'c3-b4' is not legal. White must capture. The captures are c3:g7, h4:d8, h4:e7.
    """
    record = record_of(query.position)
    position = record.position
    is_over = record.outcome() is not None
    listed = (
        [] if is_over else [http.LegalMove(move=str(m), notation=position.notation(m)) for m in position.legal_moves]
    )
    token, wrong = "", None
    if query.move:
        try:
            token = str(position.parse(query.move))
        except PlygroundError as error:
            wrong = problem(error)
    return http.LegalMoveList(moves=listed, move=token, problem=wrong)


START_TABLE = Job("start a table", start_table, parts.PositionQuery, parts.PositionQuery)
GAME_LIST = Job("list the games", game_list, list[str], http.GameList)
DESCRIBE_GAME = Job("describe a game", describe_game, str, http.GameDescription)
VIEW_POSITION = Job("view a position", view_position, http.ViewQuery, http.PositionView)
CHECK_POSITION = Job("check a position", check_position, http.CheckPosition, http.CheckedPosition)
LEGAL_MOVES = Job("list the legal moves", legal_moves, http.LegalQuery, http.LegalMoveList)
