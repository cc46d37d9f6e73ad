"""The archive: every finished game of a person, found by game, result, opponent and date, page by page."""

from __future__ import annotations

import time

from plyground.protocol import UNDECIDED
from plyground.server.names import fold
from plyground.server.services.statistics import outcome_for
from plyground.server.store import FinishedGame, Store
from plyground.server.wire.archive import Archive, ArchivedGame, ArchiveQuery
from plyground.server.wire.http import ExportQuery
from plyground.server.wire.parts import PositionQuery

PAGE = 50
"""How many games an answer has."""
MAX_EXPORTED_GAMES = 500
"""How many games a file has."""
READ_AT_ONCE = 200
MAX_READ = 2_000
"""How many games are looked at for one answer; what follows is found by the next request."""


async def archive(store: Store, person: str, query: ArchiveQuery, most: int = PAGE) -> Archive:
    """The games that a query finds, and where the next ones begin."""
    found: list[FinishedGame] = []
    before, read = query.before, 0
    while read < MAX_READ:
        games = await store.games_of(person, READ_AT_ONCE, before)
        for game in games:
            if len(found) == most:
                return _answer(person, found, before)
            if query.since is not None and game.ended < query.since:
                return _answer(person, found, None)
            before = game.ended
            if _is_wanted(game, person, query):
                found.append(game)
        read += len(games)
        if len(games) < READ_AT_ONCE:
            return _answer(person, found, None)
    return _answer(person, found, before)


def _is_wanted(game: FinishedGame, person: str, query: ArchiveQuery) -> bool:
    if query.game not in ("", game.game):
        return False
    if query.result and outcome_for(person, game) != query.result:
        return False
    opponents = [name for id, name in _players(game) if id != person]
    return not query.opponent or any(fold(query.opponent) in fold(name) for name in opponents)


def _players(game: FinishedGame) -> tuple[tuple[str, str], tuple[str, str]]:
    """The ids and names of the two."""
    return (game.white, game.white_name or game.white_bot), (game.black, game.black_name or game.black_bot)


def _answer(person: str, games: list[FinishedGame], before: float | None) -> Archive:
    return Archive(games=[_archived(person, game) for game in games], before=before)


def _archived(person: str, game: FinishedGame) -> ArchivedGame:
    (white, white_name), (black, black_name) = _players(game)
    is_both = white == black
    return ArchivedGame(
        table=game.table,
        round=game.round,
        game=game.game,
        rules=game.rules,
        start=game.start,
        moves=game.moves,
        white=white_name,
        black=black_name,
        side=None if is_both else "white" if white == person else "black",
        outcome=game.outcome,
        plies=game.plies,
        ended=game.ended,
    )


def export_query(game: ArchivedGame) -> ExportQuery:
    """A game to be written into a file, with its tags."""
    outcome = game.outcome
    result = "*" if outcome.termination in UNDECIDED else outcome.score
    tags = {
        "Event": "Plyground",
        "Date": time.strftime("%Y.%m.%d", time.gmtime(game.ended)),
        "White": game.white or "?",
        "Black": game.black or "?",
        "Result": result,
    }
    position = PositionQuery(game=game.game, rules=game.rules, start=game.start, moves=game.moves)
    return ExportQuery(position=position, tags=tags)
