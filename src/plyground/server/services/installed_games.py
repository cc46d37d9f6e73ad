"""Games of other packages: checked in a worker before they are offered, and withdrawn if they keep everyone waiting.

The rules of a game run on the event loop when it is played at a table. Ours are quick; those of an operator's package
are tried first. Afterwards two timers of the system watch the event loop: rules that use it for too long are
interrupted, and the game is not played again until the server is restarted.
"""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Mapping
from random import Random
from types import FrameType

from plyground.errors import PlygroundError, ServiceFault, ServiceRefused
from plyground.games.registry import game_names, registered
from plyground.protocol import Game
from plyground.record import Record
from plyground.server.log import LOG
from plyground.server.timing import OnLag
from plyground.server.workers.job import Job, JobContext
from plyground.server.workers.pool import WorkerPool
from plyground.testing import check_game

CHECK_S = 60.0
WALKS = 5
"""Games that are played to check one."""
MAX_MOVE_MS = 50
"""Processor time of a move, with everything that a table does for it."""
BUSY_S = 1.0
"""Processor time for which rules may keep the event loop."""
STUCK_S = 20.0
"""The same by the clock, for rules that wait; a busy machine may keep us waiting for seconds."""


class RulesInterrupted(Exception):
    """Ends the rules of a game that keep the event loop; no `PlygroundError`, since those are often expected."""


class InstalledGames:
    """Which of the families from other packages may be played."""

    def __init__(self, packages: Mapping[str, str]) -> None:
        self._packages = dict(packages)
        """Family -> the package it comes from."""
        self._problems: dict[str, PlygroundError] = {
            family: ServiceRefused("game_unchecked", name=family) for family in packages
        }
        self.on_withdrawn: Callable[[str], object] = lambda family: None
        """Gets a family that may not be played any more."""
        self._checking: asyncio.Task[None] | None = None
        self._is_watching = False

    @property
    def withdrawn(self) -> list[str]:
        """The families that may not be played now."""
        return list(self._problems)

    def require(self, name: str) -> None:
        """Raises a `PlygroundError` if a game may not be played."""
        problem = self._problems.get(name.partition(":")[0])
        if problem is not None:
            raise problem

    def check_soon(self, pool: WorkerPool) -> None:
        """Checks all of them in the background."""
        if self._packages:
            self._checking = asyncio.ensure_future(self.check(pool))

    async def check(self, pool: WorkerPool) -> None:
        """Checks all of them in workers, whose time and memory are limited."""
        for family in self._packages:
            try:
                await pool.run(CHECK_GAME, family, seconds=CHECK_S)
                del self._problems[family]
            except PlygroundError as error:
                self.withdraw(family, str(error))

    def withdraw(self, family: str, reason: str) -> None:
        """Lets a game not be played any more."""
        if not isinstance(self._problems.get(family), ServiceFault):
            LOG.error("game withdrawn", game=family, reason=reason)
        self._problems[family] = ServiceFault("game_withdrawn", name=family)
        self.on_withdrawn(family)

    def watched(self, tick: OnLag) -> OnLag:
        """The same call, which now also shows that the event loop is not stuck in the rules of a game."""
        # Only the main thread gets signals.
        if not self._packages or threading.current_thread() is not threading.main_thread():
            return tick
        self._is_watching = True
        for number in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(number, self._interrupt)

        def watched_tick(lag_ms: float, busy_ms: float) -> None:
            self.begin_watch()
            tick(lag_ms, busy_ms)

        return watched_tick

    def begin_watch(self) -> None:
        """Starts to measure how long the event loop is busy."""
        # Again and again, in case the rules catch the error.
        signal.setitimer(signal.ITIMER_PROF, BUSY_S, BUSY_S)
        signal.setitimer(signal.ITIMER_REAL, STUCK_S, STUCK_S)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Ends the rules that the event loop is stuck in, if it is that."""
        while frame is not None:
            package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
            families = [family for family, own in self._packages.items() if own == package]
            if families:
                for family in families:
                    # Tables cannot be closed in the middle of what one of them is doing.
                    asyncio.get_running_loop().call_soon(self.withdraw, family, "its rules kept everyone waiting")
                raise RulesInterrupted(families)
            frame = frame.f_back
        LOG.error("the event loop is stuck")

    async def close(self) -> None:
        """Ends the checks and the watch."""
        if self._checking is not None:
            self._checking.cancel()
        if self._is_watching:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            for number in (signal.SIGPROF, signal.SIGALRM):
                signal.signal(number, signal.SIG_DFL)


def check_installed(family: str, context: JobContext) -> None:
    """Raises a `PlygroundError` if a family breaks a promise of the protocols or is too slow for a server."""
    for name in game_names():
        if name.partition(":")[0] == family:
            game = registered(name)
            _check_speed(game)
            check_game(game, walks=WALKS)


def _check_speed(game: Game, plies: int = 100) -> None:
    """Plays a random game as a table would, and measures each move."""
    record, random = Record(game.start()), Random(0)
    while record.outcome() is None and len(record) < plies:
        began_s = time.process_time()
        record.push(str(random.choice(list(record.position.legal_moves))))
        record.view_json(record.outcome(), is_open=True)
        took_ms = round((time.process_time() - began_s) * 1000)
        if took_ms > MAX_MOVE_MS:
            raise ServiceFault("game_slow", name=game.name, ms=took_ms, most=MAX_MOVE_MS)


CHECK_GAME = Job("check a game", check_installed, str, type(None))
