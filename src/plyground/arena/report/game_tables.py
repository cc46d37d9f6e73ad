"""Tables about games rather than who won them: openings, time, how games ended, and forfeits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any

from plyground import locale
from plyground.arena.elo import GameCounts
from plyground.arena.openings import Opening
from plyground.arena.played import PlayedGame, TimedMove
from plyground.arena.tournament import LOGS, Setup
from plyground.drawing.text_table import Column, TextTable, count_text, percent_text, seconds_text
from plyground.play.reasoning.lines import notations
from plyground.protocol import PASS

MIN_MEAN_MS = 5
"""Times are kept in whole milliseconds, too coarse for the speed of moves that take less than this on average."""
RESULT_COLUMNS = (Column("white", "White won"), Column("draws", "Drawn"), Column("black", "Black won"))


def opening_table(setup: Setup, played: Sequence[PlayedGame]) -> TextTable:
    """The scores from each opening: White's, and in a match the first player's."""
    first = setup.names[0] if setup.is_match else None
    grouped: dict[tuple[str, str, tuple[str, ...]], list[PlayedGame]] = defaultdict(list)
    for game in played:
        grouped[game.opening.name, game.opening.start.fen, game.opening.moves].append(game)
    rows = []
    for games in grouped.values():
        row: dict[str, Any] = {"opening": games[0].opening.name, "moves": _begin(games[0].opening), **_results(games)}
        if first is not None:
            row["score"] = fmean(game.points(first) for game in games)
        rows.append(row)
    columns = (
        Column("opening", "Opening", is_number=False),
        Column("games", "Games"),
        *(() if first is None else (Column("score", f"{first}'s score", percent_text),)),
        Column("white_score", "White's score", percent_text),
        *RESULT_COLUMNS,
        Column("moves", "Begins", is_number=False),
    )
    return TextTable("Score by opening", columns, rows)


def _results(games: Sequence[PlayedGame]) -> dict[str, Any]:
    """How many games there are, who won them, and White's score."""
    white = GameCounts.of(game.white_points for game in games)
    counts = {"white": white.wins, "draws": white.draws, "black": white.losses}
    return {"games": white.games, "white_score": white.score, **counts}


def _begin(opening: Opening) -> str:
    """The first moves of an opening in the game's notation."""
    if not opening.moves:
        return "the start of the game" if opening.start == opening.start.game.start() else opening.start.fen
    return " ".join(notations(opening.start, opening.record().moves))


def time_table(setup: Setup, played: Sequence[PlayedGame]) -> TextTable:
    """How long each player thought and how deep it searched, without its forced passes."""
    moves_of = {name: [move for game in played for move in _moves_of(name, game)] for name in setup.names}
    columns = (
        Column("player", "Player", is_number=False),
        Column("moves", "Moves", "{:,}".format),
        Column("mean_s", "Mean time", _time_text),
        Column("max_s", "Longest", _time_text),
        Column("clock_s", "Least clock", seconds_text),
        Column("depth", "Mean depth", "{:.1f}".format),
        Column("nodes", "Nodes a move", count_text),
        Column("nps", "Nodes/s", count_text),
    )
    return TextTable("Time use", columns, [_time_row(name, moves) for name, moves in moves_of.items() if moves])


def _time_row(name: str, moves: Sequence[TimedMove]) -> dict[str, Any]:
    times_ms = [move.time_ms for move in moves]
    searched = [(move.nodes, move.time_ms) for move in moves if move.nodes is not None]
    nodes, searching_ms = sum(count for count, _ in searched), sum(ms for _, ms in searched)
    return {
        "player": name,
        "moves": len(moves),
        "mean_s": fmean(times_ms) / 1000,
        "max_s": max(times_ms) / 1000,
        "clock_s": min((move.clock_ms / 1000 for move in moves if move.clock_ms is not None), default=None),
        "depth": _mean([move.depth for move in moves if move.depth is not None]),
        "nodes": _mean([count for count, _ in searched]),
        "nps": 1000 * nodes / searching_ms if searching_ms > MIN_MEAN_MS * len(searched) else None,
    }


def _time_text(seconds: float) -> str:
    return seconds_text(seconds) if seconds >= 0.001 else "< 1 ms"


def _moves_of(name: str, game: PlayedGame) -> Iterator[TimedMove]:
    """The moves that a player chose in a game."""
    opening = game.opening
    for ply, move in enumerate(game.moves, len(opening.moves)):
        side = opening.start.side_to_move if ply % 2 == 0 else opening.start.side_to_move.other
        if move.token != PASS and game.name(side) == name:
            yield move


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def termination_table(played: Sequence[PlayedGame]) -> TextTable:
    """How games ended, and for whom."""
    grouped: dict[str, list[PlayedGame]] = defaultdict(list)
    for game in played:
        grouped[ending_words(game)].append(game)
    rows = [
        {"termination": words, "share": len(games) / len(played), **_results(games)}
        for words, games in sorted(grouped.items(), key=lambda item: -len(item[1]))
    ]
    columns = (
        Column("termination", "Ended by", is_number=False),
        Column("games", "Games"),
        Column("share", "Share", percent_text),
        *RESULT_COLUMNS,
    )
    return TextTable("How games ended", columns, rows)


def ending_words(game: PlayedGame) -> str:
    """How a game ended."""
    return locale.words(game.result.termination)


def forfeit_table(played: Sequence[PlayedGame]) -> TextTable:
    """Every game that a player lost, or drew, by its own fault."""
    rows = []
    for game in played:
        if game.fault is not None:
            fault, other = game.fault, game.black if game.culprit == game.white else game.white
            row = {"game": game.number, "player": game.culprit, "side": fault.side.value, "other": other}
            row |= {"reason": fault_words(fault.code), "words": fault.words, "log": fault.log}
            row["game_link"] = f"#game-{game.number}"
            if fault.log is not None:
                row["log_link"] = f"{LOGS}/{fault.log}"
            rows.append(row)
    titles = {"player": "Player", "side": "Side", "other": "Against"}
    titles |= {"reason": "Reason", "words": "What happened", "log": "Log"}
    columns = (Column("game", "Game"), *(Column(name, title, is_number=False) for name, title in titles.items()))
    return TextTable("Forfeits", columns, rows)


def fault_words(code: str, count: int = 1) -> str:
    """A fault in a word or two, in the plural if there are several.

    >>> fault_words("time_forfeit"), fault_words("time_forfeit", 2), fault_words("crash", 3)
    ('time forfeit', 'time forfeits', 'crashes')
    """
    words = code.replace("_", " ")
    return words if count == 1 else f"{words}{'es' if words.endswith('sh') else 's'}"
