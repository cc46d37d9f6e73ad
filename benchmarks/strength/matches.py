"""One match of the strength list: can be interrupted and resumed, becomes a row of the list and a file of games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import plyground
from plyground.arena.elo import PairCounts, elo_to_score, estimate
from plyground.arena.match import Match
from plyground.arena.played import PlayedGame
from plyground.arena.tournament import OpeningChoice
from plyground.games.files import notation_of
from plyground.notation.annotated import AnnotatedGame
from plyground.play.player import Player

HERE = Path(__file__).parent
WORK = HERE.parents[1] / "build" / "strength"
"""Where games are stored while a match is played, so that it can be resumed."""
RESULTS = HERE / "results"
GAMES = HERE / "games"
SIX_PLIES = OpeningChoice(random_plies=6, seed=1)


@dataclass(frozen=True, slots=True)
class StrengthMatch:
    """The engine, always the first player, against another. `bar` describes the required result."""

    name: str
    second: str | Player
    bar: str
    games: int
    control: str
    game: str = "chess"
    first: str = "engine:hash=64"
    openings: OpeningChoice = SIX_PLIES
    margin_ms: int = 1_000
    """Some programs exceed their time when the machine is busy, so both sides get a second of tolerance."""
    concurrency: int = 2

    def play(self) -> dict[str, Any]:
        """Plays the missing games; writes the row and the games."""
        match = self.played()
        row = self.row(match)
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{self.name}.json").write_text(json.dumps(row, indent=1) + "\n")
        self._write_games(match)
        return row

    def played(self) -> Match:
        """The match, when all its games are played."""
        folder = WORK / self.name
        match = Match(
            self.first,
            self.second,
            game=self.game,
            games=self.games,
            control=self.control,
            openings=self.openings,
            margin_ms=self.margin_ms,
            folder=folder,
            resume=folder.exists(),
            concurrency=self.concurrency,
        )
        for _ in match.run():
            told = f"  {self.name}: {len(match.played)} of {self.games}, {match.standings.tally(self.first)}"
            print(told, file=sys.stderr, flush=True)
        match.close()
        return match

    def row(self, match: Match) -> dict[str, Any]:
        """The result, counting only games decided on the board."""
        # A game lost by a fault, not on the board, is neither a win nor a loss: its whole pair is left out.
        faults = {game.pair for game in match.played if game.fault}
        clean = [game for game in match.played if game.pair not in faults]
        points: dict[int, float] = {}
        for game in clean:
            points[game.pair] = points.get(game.pair, 0.0) + game.points(self.first)
        found = estimate(PairCounts.of(points.values()))
        each = [game.points(self.first) for game in clean]
        return {
            "match": self.name,
            "game": self.game,
            "players": [one.name for one in match.plan.players],
            "control": self.control,
            "games": len(clean),
            "wins": each.count(1.0),
            "draws": each.count(0.5),
            "losses": each.count(0.0),
            "score": sum(each) / len(each),
            "score_95": [elo_to_score(found.low), elo_to_score(found.high)],
            "faults": [game.fault.words for game in match.played if game.fault],
            "bar": self.bar,
            "commit": commit(),
        }

    def _write_games(self, match: Match) -> None:
        GAMES.mkdir(exist_ok=True)
        notation = notation_of(match.plan.conditions.game)
        texts = [notation.write_game(game) for game in _bare(sorted(match.played, key=lambda game: game.number))]
        (GAMES / f"{self.name}{notation.suffix}").write_text("\n".join(texts), encoding="utf-8")


def commit() -> str:
    """The version of the engine that plays."""
    command = ["git", "-C", str(Path(plyground.__file__).parent), "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def _bare(played: Iterable[PlayedGame]) -> Iterable[AnnotatedGame]:
    """The games without the times and scores of their moves."""
    for game in played:
        tags = {"Round": str(game.number), "White": game.white, "Black": game.black}
        bare = AnnotatedGame(game.opening.start, {**tags, "Termination": game.result.termination}, game.result.score)
        node = bare.root
        for token in (*game.opening.moves, *(move.token for move in game.moves)):
            node = node.add(token)
        yield bare
