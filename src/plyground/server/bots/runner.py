"""Runs the bots: fills seats with bots of the roster, which share one pool of workers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from plyground.errors import PlygroundError
from plyground.protocol import Game
from plyground.server.bots import BotSeat
from plyground.server.bots.moves import TRY_ENGINE
from plyground.server.bots.roster import Roster
from plyground.server.bots.seated_bot import SeatedBot
from plyground.server.log import LOG
from plyground.server.metrics import GaugeSpec
from plyground.server.positions import rules_of
from plyground.server.wire.http import BotEntry
from plyground.server.workers import JOBS
from plyground.server.workers.pool import PoolLimits, WorkerPool
from plyground.server.workers.shared_jobs import SharedJobs
from plyground.server.workers.worker import UNLIMITED_S

TRY_S = 30.0


@dataclass(slots=True)
class Bots:
    """The built-in bots of a server; see `plyground.server.bots.BotRunner`."""

    roster: Roster
    pool: WorkerPool
    shared: SharedJobs | None = None
    """Where moves are found instead, if several processes share the work."""
    _seated: dict[tuple[str, str], SeatedBot] = field(default_factory=dict)
    _trying: asyncio.Task[None] | None = None

    @classmethod
    def create(cls, engines: Mapping[str, str] | None = None, limits: PoolLimits | None = None) -> Bots:
        """Bots with their own workers; `engines` are the operator's, name -> command line."""
        return cls(Roster(dict(engines or {})), WorkerPool(JOBS, limits or PoolLimits()))

    @property
    def gauges(self) -> list[GaugeSpec]:
        """What operators may watch."""
        return [
            GaugeSpec("bots", "Bots in seats.", lambda: len(self._seated)),
            GaugeSpec("bots_thinking", "Bots at work.", lambda: self.pool.running),
            GaugeSpec("bots_waiting", "Bots waiting for a worker.", lambda: self.pool.waiting),
            GaugeSpec("bot_workers_lost", "Workers of bots that crashed.", lambda: self.pool.counts.lost),
        ]

    def entries(self) -> list[BotEntry]:
        """The bots that people may choose."""
        return self.roster.entries()

    def check(self, spec: str, game: Game) -> str:
        """The name people see in the seat; raises if there is no such bot or it cannot play that."""
        return self.roster.check(spec, game).name

    def seat(self, seat: BotSeat) -> None:
        """Fills a seat and replaces a bot that sat there before."""
        place = (seat.table, seat.guest)
        before = self._seated.pop(place, None)
        if before is not None:
            before.close()
        bot = SeatedBot(
            *(seat, self.roster.find(seat.spec), rules_of(seat.game), self.pool, partial(self._forget, place)),
            shared=self.shared,
        )
        self._seated[place] = bot
        bot.enter()

    def share(self, shared: SharedJobs) -> None:
        """Moves are found by any process, and by the workers of this one."""
        self.shared = shared
        shared.take("bots", self.pool, self.pool.limits.workers)

    def _forget(self, place: tuple[str, str]) -> None:
        self._seated.pop(place, None)

    def renew(self) -> None:
        """Lets bots use databases that have just been built."""
        self.pool.renew()

    def try_engines_soon(self) -> None:
        """Finds out in the background what the operator's engines play."""
        if self.roster.engines:
            self._trying = asyncio.ensure_future(self.try_engines())

    async def try_engines(self) -> None:
        """Finds out what the operator's engines play; one that does not start is logged and plays nothing."""
        for name, command in self.roster.engines.items():
            try:
                tried = self.pool.run(TRY_ENGINE, command, seconds=TRY_S, cpu_s=UNLIMITED_S)
                self.roster.engine_games[name] = await tried
            except PlygroundError as error:
                self.roster.engine_games[name] = []
                LOG.error("engine_unusable", engine=name, code=error.code, reason=str(error))

    async def close(self) -> None:
        """Ends all bots."""
        for bot in self._seated.values():
            bot.close()
        self._seated.clear()
        if self._trying is not None:
            self._trying.cancel()
        if self.shared is not None:
            await self.shared.close()
        await self.pool.close()
