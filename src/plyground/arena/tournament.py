"""Tournaments: every game of a schedule is played once and saved when it ends, so that a run can be resumed."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyground import __version__
from plyground.abilities import custom_rules
from plyground.arena.executor import Executor, HereExecutor, LocalExecutor
from plyground.arena.game_task import Conditions
from plyground.arena.openings import BALANCE_CP, Opening, random_openings, read_openings, usual_start
from plyground.arena.played import PlayedGame, Standings, played_games
from plyground.arena.schedule import Format, GameTask, pairings, tasks
from plyground.arena.worker_setup import WorkerSetup
from plyground.errors import InvalidRules
from plyground.games.registry import game as find_game
from plyground.journal import Journal
from plyground.play.spec import PlayerSpec
from plyground.protocol import Game

JOURNAL = "games.jsonl"
LOGS = "logs"


@dataclass(frozen=True, slots=True)
class OpeningChoice:
    """Where games start: the positions of a file, after random plies, or at the start of the game."""

    file: Path | None = None
    random_plies: int = 0
    seed: int = 0
    within_cp: int = BALANCE_CP

    def openings(self, game: Game) -> Iterator[Opening]:
        """The openings in their order."""
        if self.file is not None:
            return iter(read_openings(self.file, game, self.random_plies or None))
        if self.random_plies:
            return random_openings(game, self.random_plies, self.seed, within_cp=self.within_cp)
        return iter([usual_start(game)])

    def as_dict(self) -> dict[str, Any]:
        """What must be the same to resume a tournament."""
        digest = None if self.file is None else hashlib.sha256(self.file.read_bytes()).hexdigest()[:16]
        return {"file": digest, "plies": self.random_plies, "seed": self.seed, "within_cp": self.within_cp}


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides which games are played."""

    players: tuple[PlayerSpec, ...]
    conditions: Conditions
    games: int
    """The number of games of each pairing."""
    form: Format = Format.ROUND_ROBIN
    opening: OpeningChoice = field(default_factory=OpeningChoice)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(one.name for one in self.players)

    @property
    def meetings(self) -> list[tuple[str, str]]:
        """Who meets whom."""
        return pairings(self.names, self.form)

    @property
    def total(self) -> int:
        """How many games there are."""
        return len(self.meetings) * self.games

    def tasks(self) -> Iterator[GameTask]:
        """All games in order."""
        return tasks(self.meetings, self.games, self.opening.openings(self.conditions.game))

    def as_dict(self) -> dict[str, Any]:
        """What must be the same to resume a tournament; more games may be added."""
        conditions = self.conditions
        return {
            "plyground": __version__,
            "game": conditions.game.name,
            "rules": _rules_digest(conditions.game),
            "start": conditions.game.start().fen,
            "players": {one.name: one.spec for one in self.players},
            "form": self.form.value,
            "control": str(conditions.control),
            "adjudication": conditions.adjudication.as_dict(),
            "margin_s": conditions.margin_ms / 1000,
            "openings": self.opening.as_dict(),
        }


def _rules_digest(game: Game) -> str | None:
    """Distinguishes custom rules, which all have the same name."""
    own = custom_rules(game)
    return None if own is None else hashlib.sha256(own.to_line().encode()).hexdigest()[:16]


class Setup:
    """What a report says about the conditions of its games, read from a plan or from the header of a journal.

    A journal contains only the name of its game; a game with custom rules must be given.
    """

    def __init__(self, plan: Plan | Mapping[str, Any], game: Game | None = None) -> None:
        self.total: int | None = None
        """How many games are played in the end, if that is known."""
        if isinstance(plan, Plan):
            self.total, game, plan = plan.total, plan.conditions.game, plan.as_dict()
        self.game = game or find_game(plan["game"])
        self.players: Mapping[str, str] = plan["players"]
        """Name -> spec."""
        self.names = tuple(self.players)
        self.is_match = len(self.players) == 2
        self.control: str = plan["control"]
        self.form: str = plan["form"].replace("-", " ")
        self.openings = _openings_words(plan["openings"])

    @property
    def title(self) -> str:
        """The players and their game."""
        if self.is_match:
            return f"{' v '.join(self.names)}, {self.game.title}"
        return f"{self.game.title}: {self.form} of {len(self.players)} players"

    @property
    def conditions(self) -> str:
        """The game, the time control and the openings."""
        return f"{self.game.name}, time control {self.control}, {self.openings}"


def _openings_words(openings: Mapping[str, Any]) -> str:
    plies = openings["plies"]
    if openings["file"] is not None:
        return f"openings from a file, {plies} plies of each" if plies else "openings from a file"
    return f"openings of {plies} random plies (seed {openings['seed']})" if plies else "from the start of the game"


class Tournament:
    """Plays a plan; `played` holds what is finished, `run` yields each game as it ends.

    With a folder every finished game is on disk before it is yielded, and `resume` continues an interrupted run: no
    game is lost and none is played twice. `concurrency` is the number of simultaneous games; 0 plays them in this
    process, which players that cannot be pickled need.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        folder: Path | None = None,
        resume: bool = False,
        concurrency: int = 1,
        executor: Executor | None = None,
    ) -> None:
        if len(plan.players) < 2:
            raise InvalidRules("players_few")
        self.plan = plan
        self.folder = folder
        # Unreadable openings must not move an earlier run aside.
        next(plan.tasks())
        self._executor: Executor = executor or (LocalExecutor(concurrency) if concurrency else HereExecutor())
        self._journal = None if folder is None else Journal(folder / JOURNAL, self.setup, resume=resume)
        self.played: list[PlayedGame] = []
        if self._journal is not None:
            self.played += played_games(self._journal.path, self._journal.parts, plan.conditions.game)

    @property
    def setup(self) -> dict[str, Any]:
        """What must be the same to resume an earlier run."""
        return self.plan.as_dict()

    @property
    def standings(self) -> Standings:
        """Points, forfeits and terminations so far."""
        return Standings(self.plan.names, self.played)

    def run(self) -> Generator[PlayedGame, None, None]:
        """Plays the remaining games; closing the iterator aborts running games, and they are played again later."""
        done = {played.number for played in self.played}
        waiting = (task for task in self.plan.tasks() if task.number not in done)
        logs = None
        if self.folder is not None:
            logs = self.folder / LOGS
            logs.mkdir(exist_ok=True)
        setup = WorkerSetup(self.plan.conditions, self.plan.players, logs)
        with closing(self._executor.run(setup, waiting)) as finished:
            for played in finished:
                if self._journal is not None:
                    self._journal.add(str(played.number), played.as_dict())
                self.played.append(played)
                yield played
                if self.is_decided:
                    return

    @property
    def is_decided(self) -> bool:
        """Whether the remaining games are unnecessary."""
        return False

    def close(self) -> None:
        """Closes the journal."""
        if self._journal is not None:
            self._journal.close()
