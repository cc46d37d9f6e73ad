"""Levels: each against the one two below at fixed nodes, their errors where draws hide the rest, and their ratings.

A level searches a fixed number of positions and is seeded by the number of the game, so every game can be repeated; the
games are not kept.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from matches import HERE, RESULTS, StrengthMatch
from results import find_peer

import plyground
from plyground.abilities import HasAnchors
from plyground.arena.elo import GameCounts
from plyground.arena.match import Match
from plyground.arena.ratings import Results, rate
from plyground.arena.tournament import OpeningChoice
from plyground.play.levels import HIGHEST, LOWEST
from plyground.play.review import Grade, review
from plyground.protocol import Side
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher

GAMES_FOLDER = HERE.parents[1] / "src" / "plyground" / "games"
GAMES = {"chess": 6, "draughts:russian": 6, "mill:nine": 4}
"""With the random plies that begin each pair."""
EACH = 200
LOW, LOW_EACH = 8, 600
"""Up to this level a game takes a moment, so this many are played."""
NEIGHBOURS = (6, 11, 16, 20)
"""Levels that also play the one just below, so that even and odd levels share one scale."""
UNLIMITED = "nodes=1000000000"
"""A level has its own limit, which is smaller."""
DRAWISH = 0.8
"""Above this share of draws, errors are counted instead."""
REVIEWED = 40
"""Games whose errors are counted."""
DEEP = Limits(nodes=150_000)
ERRORS = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)

SUNFISH = Path(sys.prefix) / "peers" / "sunfish" / "bin" / "sunfish-uci"
ANCHORS = {8: "sunfish-uci", 11: "sunfish-uci", 16: "glaurung", 20: "glaurung"}
"""Chess levels that play a program whose rating is known, to give the scale its zero."""
ANCHOR_GAMES = 60
ANCHOR_CONTROL = "5+0.05"
SCALE = (
    "Elo measured by our arena with 95 % intervals; chess on the scale of Sunfish 1550 and Glaurung 2470 "
    "at 5 s + 0.05 s, other games with the random player at 0"
)


def spec(level: int) -> str:
    """The engine at a level; it looks at few positions, so a small table is enough."""
    return f"engine:level={level},hash=4"


def play(game: str) -> dict[str, Any]:
    """Plays all matches of a game's levels; writes the figures and the table of ratings."""
    rows, results = [], dict[tuple[str, str], GameCounts]()
    for level in range(LOWEST + 1, HIGHEST + 1):
        below = max(level - 2, LOWEST)
        games = LOW_EACH if level <= LOW else EACH
        match, row = _played(game, level, spec(below), f"{below:02}", games, UNLIMITED)
        row |= {"level": level, "below": below}
        if row["draws"] > DRAWISH * row["games"]:
            row["errors"] = _error_rates(match)
        rows.append(row)
        results[spec(level), spec(below)] = _counts(row)
    ratings = rate(results | _linked(game), _anchors(game))
    table = {
        str(level): {"elo": round(one.elo), "low": round(one.low), "high": round(one.high)}
        for level in range(LOWEST, HIGHEST + 1)
        for one in [ratings[spec(level)]]
    }
    found = {"game": game, "rows": rows, "ratings": table}
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"levels-{game.partition(':')[0]}.json").write_text(json.dumps(found, indent=1) + "\n")
    _store(game, table)
    return found


def _played(game: str, level: int, second: str, other: str, games: int, control: str) -> tuple[Match, dict[str, Any]]:
    """A match of a level against another player, whose name in file names is `other`."""
    told = StrengthMatch(
        name=f"levels-{game.partition(':')[0]}-{level:02}-{other}",
        second=second,
        bar="lower 95 % bound above 50 %",
        games=games,
        control=control,
        game=game,
        first=spec(level),
        openings=OpeningChoice(random_plies=GAMES[game], seed=level),
    )
    match = told.played()
    return match, told.row(match)


def _linked(game: str) -> Results:
    """Games of neighbours, and with players whose place on the scale is known: programs in chess, else `random`."""
    found = dict[tuple[str, str], GameCounts]()
    for level in NEIGHBOURS:
        _, row = _played(game, level, spec(level - 1), f"{level - 1:02}", EACH, UNLIMITED)
        found[spec(level), spec(level - 1)] = _counts(row)
    if game != "chess":
        _, row = _played(game, LOWEST, "random", "random", EACH, UNLIMITED)
        return found | {(spec(LOWEST), "random"): _counts(row)}
    for level, program in ANCHORS.items():
        path = SUNFISH if program == "sunfish-uci" else find_peer(program)
        threads = " option.Threads=1" if program == "glaurung" else ""
        second = f"uci:{path}{threads} name={program}"
        _, row = _played(game, level, second, program, ANCHOR_GAMES, ANCHOR_CONTROL)
        found[spec(level), program] = _counts(row)
    return found


def _counts(row: dict[str, Any]) -> GameCounts:
    return GameCounts(row["wins"], row["draws"], row["losses"])


def _error_rates(match: Match) -> dict[str, float]:
    """The share of each player's moves that a deep search calls errors, forced moves left out."""
    searcher = Searcher(match.plan.conditions.game, hash_mb=64)
    moves, errors = Counter[str](), Counter[str]()
    for number, game in enumerate(sorted(match.played, key=lambda game: game.number)[:REVIEWED], 1):
        names = {Side.WHITE: game.white, Side.BLACK: game.black}
        searcher.clear()
        for graded in review(game.record(), searcher, DEEP)[len(game.opening.moves) :]:
            if graded.grade is not Grade.FORCED:
                moves[names[graded.side]] += 1
                errors[names[graded.side]] += graded.grade in ERRORS
        print(f"  errors: {number} of {REVIEWED} games", file=sys.stderr, flush=True)
    return {name: errors[name] / moves[name] for name in moves}


def _anchors(game: str) -> Mapping[str, float] | None:
    played = plyground.game(game)
    return played.anchors if isinstance(played, HasAnchors) else None


def _store(game: str, table: dict[str, Any]) -> None:
    """Writes a game's ratings into the file in its package."""
    path = GAMES_FOLDER / game.partition(":")[0] / "ratings.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    known |= {"scale": SCALE, game: table}
    path.write_text(json.dumps(known, indent=1) + "\n")
