"""Tables about the games: openings, time, how games ended, and forfeits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from plyground.arena.openings import Opening
from plyground.arena.played import PlayedGame, TimedMove
from plyground.arena.report.setup import Setup
from plyground.arena.standings import PlayerScore
from plyground.arena.tournament import LOGS
from plyground.drawing.text_table import Column, TextTable, count_text, percent_text, seconds_text
from plyground.protocol import PASS, Side
from plyground.record import Record
from plyground.terminations import TERMINATIONS

MIN_MS = 5
"""The speed is shown only if moves take longer than this on average."""


def opening_table(setup: Setup, played: Sequence[PlayedGame]) -> TextTable:
    """The score from each opening: White's, and in a match the first player's."""
    first = setup.names[0] if setup.is_match else None
    columns = [
        Column("opening", "Opening", is_number=False),
        Column("games", "Games"),
        Column("white_score", "White's score", percent_text),
        Column("white", "White won"),
        Column("draws", "Drawn"),
        Column("black", "Black won"),
        Column("moves", "Begins", is_number=False),
    ]
    if first is not None:
        columns.insert(2, Column("score", f"{first}'s score", percent_text))
    grouped: dict[tuple[str, str, tuple[str, ...]], list[PlayedGame]] = {}
    for game in played:
        opening = game.opening
        grouped.setdefault((opening.name, opening.start.fen, opening.moves), []).append(game)
    rows = []
    for games in grouped.values():
        white = PlayerScore()
        for game in games:
            white.add(game.white_points)
        row: dict[str, Any] = {"opening": games[0].opening.name, "games": len(games), "moves": _begin(games[0].opening)}
        row |= {"white": white.wins, "draws": white.draws, "black": white.losses}
        row["white_score"] = white.points / len(games)
        if first is not None:
            row["score"] = sum(game.points(first) for game in games) / len(games)
        rows.append(row)
    return TextTable("Score by opening", columns, rows)


def _begin(opening: Opening) -> str:
    """The moves of an opening in notation."""
    if not opening.moves:
        return "the start of the game" if opening.start == opening.start.game.start() else opening.start.fen
    record = Record(opening.start)
    words = []
    for token in opening.moves:
        position = record.position
        record.push(token)
        words.append(position.notation(record.moves[-1]))
    return " ".join(words)


def time_table(setup: Setup, played: Sequence[PlayedGame]) -> TextTable:
    """Each player's time, depth and speed; forced moves are left out."""
    rows = []
    for name in setup.names:
        moves = list(chain.from_iterable(_moves_of(name, game) for game in played))
        if not moves:
            continue
        seconds = [move.time_ms / 1000 for move in moves]
        searched = [(move.nodes, move.time_ms) for move in moves if move.nodes is not None]
        nodes, searching_ms = sum(count for count, _ in searched), sum(ms for _, ms in searched)
        rows.append(
            {
                "player": name,
                "moves": len(moves),
                "mean_s": _mean(seconds),
                "max_s": max(seconds, default=None),
                "clock_s": min((move.clock_ms / 1000 for move in moves if move.clock_ms is not None), default=None),
                "depth": _mean([move.depth for move in moves if move.depth is not None]),
                "nodes": _mean([count for count, _ in searched]),
                # Times are kept in whole milliseconds, too coarse for the speed of moves that take less.
                "nps": 1000 * nodes / searching_ms if searching_ms > MIN_MS * len(searched) else None,
            }
        )
    columns = (
        Column("player", "Player", is_number=False),
        Column("moves", "Moves", "{:,}".format),
        Column("mean_s", "Mean time", _time_text),
        Column("max_s", "Longest", _time_text),
        Column("clock_s", "Least clock", seconds_text),
        Column("depth", "Mean depth", lambda depth: f"{depth:.1f}"),
        Column("nodes", "Nodes a move", count_text),
        Column("nps", "Nodes/s", count_text),
    )
    return TextTable("Time use", columns, rows)


def _time_text(seconds: float) -> str:
    return seconds_text(seconds) if seconds >= 0.001 else "< 1 ms"


def _moves_of(name: str, game: PlayedGame) -> Iterator[TimedMove]:
    """The moves that a player chose in a game."""
    first = game.opening.start.side_to_move
    if len(game.opening.moves) % 2:
        first = first.other
    for ply, move in enumerate(game.moves):
        side = first if ply % 2 == 0 else first.other
        if move.token != PASS and (game.white if side is Side.WHITE else game.black) == name:
            yield move


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def termination_table(played: Sequence[PlayedGame]) -> TextTable:
    """How games ended, and for whom."""
    counts: dict[str, PlayerScore] = {}
    for game in played:
        counts.setdefault(game.result.termination, PlayerScore()).add(game.white_points)
    rows = [
        {
            "termination": TERMINATIONS.get(code, code.replace("_", " ")),
            "games": tally.games,
            "share": tally.games / len(played),
            "white": tally.wins,
            "draws": tally.draws,
            "black": tally.losses,
        }
        for code, tally in sorted(counts.items(), key=lambda item: -item[1].games)
    ]
    columns = (
        Column("termination", "Ended by", is_number=False),
        Column("games", "Games"),
        Column("share", "Share", percent_text),
        Column("white", "White won"),
        Column("draws", "Drawn"),
        Column("black", "Black won"),
    )
    return TextTable("How games ended", columns, rows)


def forfeit_table(played: Sequence[PlayedGame]) -> TextTable:
    """Every game that a player lost or drew by its own fault."""
    rows = []
    for game in played:
        if game.fault is not None:
            side = game.fault.side
            player, other = (game.white, game.black) if side is Side.WHITE else (game.black, game.white)
            row = {"game": game.number, "player": player, "side": side.value, "other": other, "ply": len(game.moves)}
            row |= {"reason": fault_words(game.fault.code), "words": game.fault.words, "log": game.fault.log}
            row["game_link"] = f"#game-{game.number}"
            if game.fault.log is not None:
                row["log_link"] = f"{LOGS}/{game.fault.log}"
            rows.append(row)
    text: Callable[[Any], str] = str
    columns = (
        Column("game", "Game"),
        *(
            Column(name, title, text, is_number=False)
            for name, title in (
                ("player", "Player"),
                ("side", "Side"),
                ("other", "Against"),
                ("reason", "Reason"),
                ("words", "What happened"),
                ("log", "Log"),
            )
        ),
    )
    return TextTable("Forfeits", columns, rows)


def fault_words(code: str, count: int = 1) -> str:
    """The fault of a player in a word or two, or several of its kind.

    >>> fault_words("time_forfeit"), fault_words("time_forfeit", 2), fault_words("crash", 3)
    ('time forfeit', 'time forfeits', 'crashes')
    """
    words = code.replace("_", " ")
    return words if count == 1 else f"{words}{'es' if words.endswith('sh') else 's'}"
