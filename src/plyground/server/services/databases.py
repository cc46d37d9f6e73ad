"""Databases that the operator can build on the page: what there is to build, and the build in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Literal

import msgspec

from plyground.abilities import HasDatabases
from plyground.database.endgame_building import (
    SMALL_BYTES,
    BuildPlan,
    build_databases,
    check_room,
    free_memory,
    solvable,
)
from plyground.database.endgames import database_folders
from plyground.errors import InvalidDatabase, InvalidRules, PlygroundError, ServiceRefused
from plyground.games.registry import game_names, registered
from plyground.protocol import Game
from plyground.server.log import LOG
from plyground.server.presenter import problem
from plyground.server.wire import UNREADABLE
from plyground.server.wire.databases import (
    BuildDatabases,
    DatabaseBuild,
    DatabaseChoice,
    DatabaseOffer,
    DatabaseState,
    FailedBuild,
)
from plyground.server.workers.job import Job, JobContext
from plyground.server.workers.pool import WorkerPool
from plyground.server.workers.worker import UNLIMITED_S
from plyground.writing import write_text

WANTED = "building.json"
"""The file in the data folder that says which build continues when the server is started again."""
MAX_BUILD_S = 30 * 86_400.0
LIST_S = 60.0
LACKS: Mapping[str, Literal["memory", "disk"]] = {"database_memory": "memory", "database_space": "disk"}
"""The code of an error -> what it says is missing."""
PROGRESS_S = 0.25
"""The least time between two progress reports."""


LEAST_DONE = 0.03
"""Before this share is finished nobody knows how long the rest takes: the first tables are the smallest."""


class BuildRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker builds."""

    wanted: BuildDatabases
    threads: int


class BuildProgress(msgspec.Struct, frozen=True):
    """The finished share of a build, and the seconds that are left if they are known."""

    done: float
    left_s: int | None


class _Stopped(Exception):
    """The build was stopped."""


def build(request: BuildRequest, context: JobContext) -> bool:
    """Builds databases; whether all are there. Stopped early, it leaves the finished ones, and the next continues."""
    began = reported = monotonic()

    def show(what: str, done: float, left_s: float | None = None) -> None:
        nonlocal reported
        if context.stop.is_requested:
            raise _Stopped
        now = monotonic()
        if now - reported >= PROGRESS_S:
            reported = now
            left_s = (now - began) * (1 - done) / done if done >= LEAST_DONE else None
            context.report(BuildProgress(done, None if left_s is None else round(left_s)))

    game, wanted = solvable(registered(request.wanted.game)), request.wanted
    plan = replace(BuildPlan.of(game, database_folders()[0], distances=wanted.distances), small_bytes=SMALL_BYTES)
    with suppress(_Stopped):
        build_databases(plan, threads=request.threads, memory_bytes=free_memory(), on_progress=show)
        return True
    return False


def list_offers(threads: int, context: JobContext) -> list[DatabaseOffer]:
    """Every game that can be solved; of those that share all databases, the first."""
    seen = set()
    offers = []
    for game, plan in _plans():
        databases = (plan.folder, *(step.tables for step in plan.plans))
        if databases not in seen:
            seen.add(databases)
            offers.append(_offer(game, plan, threads))
    return offers


def suggested(offers: Iterable[DatabaseOffer]) -> list[DatabaseOffer]:
    """The first game of each family whose databases are missing and fit."""
    firsts: dict[str, DatabaseOffer] = {}
    for offer in offers:
        if offer.choices and not offer.choices[0].is_built and not offer.choices[0].lacks:
            firsts.setdefault(offer.game.partition(":")[0], offer)
    return [*firsts.values()]


def _plans() -> Iterator[tuple[Game, BuildPlan]]:
    for name in game_names():
        game = registered(name)
        if isinstance(game, HasDatabases):
            with suppress(InvalidRules):
                yield game, BuildPlan.of(game, database_folders()[0], distances=True)


def _offer(game: Game, plan: BuildPlan, threads: int) -> DatabaseOffer:
    short = replace(plan, distances=False, small_bytes=SMALL_BYTES)
    has_more = any(short.files(step) != plan.files(step) for step in plan.plans)
    choices, failure = [], None
    try:
        choices = [_choice(each, threads) for each in ((short, plan) if has_more else (short,))]
    except InvalidDatabase as error:
        failure = problem(error)
    return DatabaseOffer(game=game.name, title=game.title, choices=choices, problem=failure)


def _choice(plan: BuildPlan, threads: int) -> DatabaseChoice:
    missing = plan.missing
    lacks: Literal["", "memory", "disk"] = ""
    try:
        check_room(plan, missing, free_memory())
    except InvalidDatabase as error:
        lacks = LACKS[error.code]
    return DatabaseChoice(
        distances=plan.distances,
        is_built=not missing,
        seconds=round(plan.seconds(threads)),
        bytes=plan.bytes_of(missing),
        room_bytes=plan.room_for(missing),
        memory_bytes=max((step.memory_bytes for step in missing), default=0),
        lacks=lacks,
    )


@dataclass(slots=True)
class DatabaseBuilds:
    """One build at a time, in a worker with the lowest priority; one that the server's end interrupted continues."""

    lister: WorkerPool
    builder: WorkerPool
    """It has one worker, so a build waits until the one before has let go of its files."""
    threads: int
    on_built: Callable[[], object]
    """Called when databases have been built: workers that have opened others must open these."""
    data: Path | None = None
    """The folder that remembers the build; without one it ends with the server."""
    _build: DatabaseBuild | None = None
    _failure: FailedBuild | None = None
    _task: asyncio.Task[None] | None = None
    _suggesting: asyncio.Task[None] | None = None
    _offers: list[DatabaseOffer] = field(default_factory=list)

    async def state(self) -> DatabaseState:
        """What can be built, and what is being built."""
        if self._build is None or not self._offers:
            self._offers = await self.lister.run(LIST_OFFERS, self.threads, seconds=LIST_S)
        return DatabaseState(offers=self._offers, build=self._build, failure=self._failure)

    async def start(self, wanted: BuildDatabases) -> DatabaseState:
        """Starts a build; raises `ServiceRefused` if one is running, and `UnknownGame`."""
        if self._build is not None:
            raise ServiceRefused("build_running")
        registered(wanted.game)
        self._remember(wanted)
        self._begin(wanted)
        return await self.state()

    async def cancel(self) -> DatabaseState:
        """Ends the build; what is finished stays, and the same build continues there."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))
            self._remember(None)
        return await self.state()

    def suggest_soon(self, on_suggestions: Callable[[list[DatabaseOffer]], object]) -> None:
        """Calls back with what could be built, unless it cannot be found out."""

        async def suggest() -> None:
            with suppress(PlygroundError):
                on_suggestions(suggested((await self.state()).offers))

        self._suggesting = asyncio.ensure_future(suggest())

    def resume(self) -> None:
        """Continues the build that the server's end interrupted."""
        if self.data is None:
            return
        try:
            self._begin(msgspec.json.decode((self.data / WANTED).read_bytes(), type=BuildDatabases))
        except FileNotFoundError:
            return
        except (OSError, *UNREADABLE) as error:
            LOG.warning("build not resumed", reason=str(error))

    async def close(self) -> None:
        """Interrupts the build."""
        running = [task for task in (self._task, self._suggesting) if task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        await self.builder.close()

    def _begin(self, wanted: BuildDatabases) -> None:
        self._failure = None
        self._build = DatabaseBuild(game=wanted.game, distances=wanted.distances, done=0.0, left_s=None)
        self._task = asyncio.ensure_future(self._run(wanted))

    async def _run(self, wanted: BuildDatabases) -> None:
        def show(progress: BuildProgress) -> None:
            self._build = DatabaseBuild(
                game=wanted.game, distances=wanted.distances, done=progress.done, left_s=progress.left_s
            )

        request = BuildRequest(wanted=wanted, threads=self.threads)
        try:
            is_done = await self.builder.run(BUILD, request, seconds=MAX_BUILD_S, cpu_s=UNLIMITED_S, on_progress=show)
            LOG.info("build ended", game=wanted.game, distances=wanted.distances, done=is_done)
            self._remember(None)
        except PlygroundError as error:
            LOG.error("build failed", game=wanted.game, code=error.code, reason=str(error))
            self._failure = FailedBuild(game=wanted.game, problem=problem(error))
            self._remember(None)
        finally:
            self._build = self._task = None
            self._offers = []
            # Even a build that was cut short has finished some databases.
            self.on_built()

    def _remember(self, wanted: BuildDatabases | None) -> None:
        if self.data is None:
            return
        path = self.data / WANTED
        try:
            if wanted is None:
                path.unlink(missing_ok=True)
            else:
                write_text(path, msgspec.json.encode(wanted).decode())
        except OSError as error:
            LOG.warning("build not remembered", reason=str(error))


BUILD = Job("build databases", build, BuildRequest, bool, BuildProgress)
LIST_OFFERS = Job("list databases", list_offers, int, list[DatabaseOffer])
