"""WorkerSetup: what one process needs to play games; its players start once and stay from game to game."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from plyground.arena.game_task import Conditions, play
from plyground.arena.played import Fault, PlayedGame
from plyground.arena.schedule import GameTask
from plyground.play.player import Player
from plyground.play.spec import PlayerSpec
from plyground.protocol import Game, Side


@dataclass(frozen=True, slots=True)
class WorkerSetup:
    """Sets a process up for games under the same conditions between the same players; it is sent to each process.

    With a folder for logs, the log of a player that did something wrong is kept there, named after the game.
    """

    conditions: Conditions
    players: tuple[PlayerSpec, ...]
    logs: Path | None = None

    @contextmanager
    def __call__(self, number: int) -> Iterator[Callable[[GameTask], PlayedGame]]:
        """Yields the function that plays a game; at the end all players are closed."""
        players: dict[str, Player] = {}
        logs = {
            spec.name: self.logs and self.logs / f"running-{number}-{_file_name(spec.name)}.log"
            for spec in self.players
        }
        specs = {spec.name: spec for spec in self.players}

        def work(task: GameTask) -> PlayedGame:
            for side in Side:
                name = task.name(side)
                if name not in players:
                    players[name] = specs[name].create(log=logs[name])
            played = play(task, self.conditions, {side: players[task.name(side)] for side in Side})
            if played.fault is None:
                return played
            culprit = task.name(played.fault.side)
            # Only what a player does in games counts against it, not how it ends; the next game starts it again.
            with suppress(Exception):
                players[culprit].close()
            return _with_log(played, played.fault, logs[culprit])

        try:
            yield work
        finally:
            for player in players.values():
                with suppress(Exception):
                    player.close()
            for log in logs.values():
                if log is not None:
                    log.unlink(missing_ok=True)


def _with_log(played: PlayedGame, fault: Fault, running: Path | None) -> PlayedGame:
    """The game with the log of its fault."""
    if running is None or not running.exists():
        return played
    kept = running.with_name(f"game-{played.number:05}-{fault.side.value}.log")
    shutil.copyfile(running, kept)
    return replace(played, fault=replace(fault, log=kept.name))


def _file_name(name: str) -> str:
    """A name without what file names cannot hold."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:40]


def player_specs(specs: Sequence[str | Player]) -> tuple[PlayerSpec, ...]:
    """Several players; those with the same name are numbered.

    >>> [each.name for each in player_specs(["random", "random", "uci:stockfish name=Fish"])]
    ['random', 'random #2', 'Fish']
    """
    found: list[PlayerSpec] = []
    for text in specs:
        spec = PlayerSpec.parse(text)
        name, number = spec.name, 1
        while any(other.name == name for other in found):
            number += 1
            name = f"{spec.name} #{number}"
        found.append(replace(spec, name=name))
    return tuple(found)


def rehearse(players: Iterable[PlayerSpec], game: Game) -> None:
    """Starts every player once and closes it again; raises what keeps one from playing this game.

    A misspelt program or option would otherwise forfeit every game of a tournament before anyone looks.
    """
    for spec in players:
        player = spec.create()
        try:
            player.new_game(game, 0)
        finally:
            player.close()
