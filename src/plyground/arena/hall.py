"""The hall: what one process needs to play games, its players started once and kept from game to game."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from plyground.arena.bout import Bout, Conditions, play
from plyground.arena.competitors import Competitor
from plyground.arena.entrants import Entrant
from plyground.arena.played import PlayedGame
from plyground.protocol import Side


@dataclass(frozen=True, slots=True)
class Hall:
    """Sets a process up for games under the same conditions between the same players; a value, sent to each process.

    With a folder for logs, that of a player that did something wrong is kept there, named by the game.
    """

    conditions: Conditions
    entrants: tuple[Entrant, ...]
    logs: Path | None = None

    @contextmanager
    def __call__(self, number: int) -> Iterator[Callable[[Bout], PlayedGame]]:
        """Gives what plays a game; when left, all players are closed."""
        seated: dict[str, Competitor] = {}
        running = {one.name: self._log(f"running-{number}-{_plain(one.name)}") for one in self.entrants}

        def work(bout: Bout) -> PlayedGame:
            for side in Side:
                name = bout.name(side)
                if name not in seated:
                    seated[name] = self._entrant(name).bring(running[name])
            played = play(bout, self.conditions, {side: seated[bout.name(side)] for side in Side})
            if played.fault is None:
                return played
            culprit = bout.name(played.fault.side)
            # Only what happens to it in games is held against a player, not how it leaves.
            with suppress(Exception):
                seated[culprit].restart()
            return self._with_log(played, running[culprit])

        try:
            yield work
        finally:
            for competitor in seated.values():
                with suppress(Exception):
                    competitor.close()
            for log in running.values():
                if log is not None:
                    log.unlink(missing_ok=True)

    def _entrant(self, name: str) -> Entrant:
        return next(one for one in self.entrants if one.name == name)

    def _log(self, stem: str) -> Path | None:
        return None if self.logs is None else self.logs / f"{stem}.log"

    def _with_log(self, played: PlayedGame, running: Path | None) -> PlayedGame:
        """The game with the log of its fault beside it."""
        if played.fault is None or running is None or not running.exists():
            return played
        kept = self._log(f"game-{played.number:05}-{played.fault.side.value}")
        assert kept is not None
        shutil.copyfile(running, kept)
        return replace(played, fault=replace(played.fault, log=kept.name))


def _plain(name: str) -> str:
    """A name without what file names cannot hold."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:40]
