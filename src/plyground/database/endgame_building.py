"""Building and verifying endgame databases, one plan after another, so that an interrupted run can continue."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from time import monotonic

from plyground._core import MemoryKeeper
from plyground.abilities import DatabasePlan, HasDatabases
from plyground.database.endgames import DISTANCE_SUFFIX, KINDS, WDL_SUFFIX, open_database, rules_folder
from plyground.database.machine_speed import slowdown
from plyground.errors import InvalidDatabase
from plyground.file_lock import lock
from plyground.games import registry
from plyground.journal import Journal, RunProgress, no_progress

LOCK_NAME = ".lock"
VERIFIED_NAME = "verified.jsonl"
SMALL_BYTES = 25_000_000
"""Distances of this size are worth having: most long wins are in small databases, and without distances a player that
knows the way only by win, draw and loss may not finish before the rules call a draw."""
USED_SHARE = 0.75
"""The share of the machine's memory that a build may use by default."""
CHECKED_BLOCKS = 1000
"""How many blocks are checked between two reports of progress."""


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """What is to be built in a folder, and what is there already."""

    game: HasDatabases
    folder: Path
    """The folder of these rules."""
    plans: tuple[DatabasePlan, ...]
    distances: bool = False
    small_bytes: int = 0
    """The first distances are stored in any case, up to the first that are larger than this."""

    @classmethod
    def of(cls, game: HasDatabases, folder: Path, pieces: int | None = None, *, distances: bool = False) -> BuildPlan:
        """The plan for a game below the folder of all databases; raises `InvalidRules` if it cannot be solved."""
        return cls(game, rules_folder(game, folder), tuple(game.database_plans(pieces)), distances)

    @property
    def missing(self) -> tuple[DatabasePlan, ...]:
        """What is still to be built; raises `InvalidDatabase` at a file that is damaged or foreign."""
        return tuple(plan for plan in self.plans if not all(self._is_there(path) for path in self.files(plan)))

    def seconds(self, threads: int) -> float:
        """How long building what is missing takes on this machine, roughly."""
        return sum(plan.core_seconds for plan in self.missing) * slowdown() / min(threads, os.cpu_count() or 1)

    def bytes_of(self, plans: Iterable[DatabasePlan]) -> int:
        """How large the files of some of the plans become, roughly."""
        return sum(plan.wdl_bytes + (plan.distance_bytes if self.has_distances(plan) else 0) for plan in plans)

    def room_for(self, plans: Iterable[DatabasePlan]) -> int:
        """How much room on the disk building some of the plans takes, temporary files included."""
        plans = [*plans]
        return self.bytes_of(plans) + max((plan.temporary_bytes for plan in plans), default=0)

    def files(self, plan: DatabasePlan) -> list[Path]:
        """The files that a plan makes."""
        suffixes = (WDL_SUFFIX, DISTANCE_SUFFIX) if self.has_distances(plan) else (WDL_SUFFIX,)
        return [self.folder / f"{table}{suffix}" for table in plan.tables for suffix in suffixes]

    def has_distances(self, plan: DatabasePlan) -> bool:
        """Whether distances are stored: of all, or of the first ones as long as they are small.

        So there are distances of everything that a plan with distances depends on.
        """
        small = takewhile(lambda one: one.distance_bytes <= self.small_bytes, self.plans)
        return plan.has_distances and (self.distances or plan in small)

    def _is_there(self, path: Path) -> bool:
        return path.exists() and bool(open_database(self.game, path).file_bytes)


def solvable(game: object) -> HasDatabases:
    """The same game, if it can have databases; otherwise raises `InvalidDatabase`."""
    if isinstance(game, HasDatabases):
        return game
    names = (name for name in registry.game_names() if isinstance(registry.game(name), HasDatabases))
    known = dict.fromkeys(name.partition(":")[0] for name in names)
    raise InvalidDatabase("database_no_solver", game=getattr(game, "name", game), known=", ".join(known) or "none")


def usable_memory() -> int:
    """How much memory a build uses at most unless a limit is given: three quarters of the machine's."""
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * USED_SHARE)
    except (AttributeError, ValueError, OSError):  # Windows has no sysconf
        return int(8e9)


def free_memory() -> int:
    """How much memory a build next to other programs uses at most: what they leave, and no more than it usually may."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:  # only Linux says how much is left
        return usable_memory()
    sizes = {name: int(size.split()[0]) * 1024 for name, _, size in (line.partition(":") for line in lines)}
    return min(usable_memory(), sizes.get("MemAvailable", sizes["MemTotal"]))


def check_room(build: BuildPlan, missing: Sequence[DatabasePlan], memory_bytes: int) -> None:
    """Raises `InvalidDatabase` if memory or disk are too small, before any work is done."""
    for plan in missing:
        if plan.memory_bytes > memory_bytes:
            raise InvalidDatabase(
                "database_memory",
                tables=", ".join(plan.tables),
                need=size_text(plan.memory_bytes),
                limit=size_text(memory_bytes),
            )
    need = build.room_for(missing)
    free = shutil.disk_usage(next(path for path in (build.folder, *build.folder.parents) if path.exists())).free
    if need > free:
        raise InvalidDatabase("database_space", path=build.folder, need=size_text(need), free=size_text(free))


def build_databases(
    build: BuildPlan, *, threads: int, memory_bytes: int, on_progress: RunProgress = no_progress
) -> int:
    """Builds what is missing and returns how many plans that were; finished files stay whatever happens.

    Raises `InvalidDatabase` if something cannot be written, does not fit, or if another run is using the folder.
    """
    with _alone(build.folder), MemoryKeeper():
        for left in build.folder.glob("*.part"):  # by a run that was killed
            left.unlink()
        missing = build.missing
        check_room(build, missing, memory_bytes)
        pace = _Pace(missing, on_progress)
        for plan in missing:
            build.game.build_databases(
                plan,
                build.folder,
                distances=build.has_distances(plan),
                threads=threads,
                memory_bytes=memory_bytes,
                on_progress=pace.of(plan),
            )
        return len(missing)


def check_files(paths: Sequence[Path], game: HasDatabases, on_progress: RunProgress = no_progress) -> None:
    """Reads every block of some databases; raises `InvalidDatabase` at the first that is damaged."""
    databases = [(path, open_database(game, path)) for path in paths]
    total = sum(database.file_bytes for _, database in databases) or 1
    done = 0
    for path, database in databases:
        for block in range(0, database.blocks, CHECKED_BLOCKS):
            database.check_blocks(block, CHECKED_BLOCKS)
            on_progress(path.name, (done + database.file_bytes * block / database.blocks) / total)
        done += database.file_bytes


def verify_databases(
    build: BuildPlan, *, threads: int, on_progress: RunProgress = no_progress
) -> dict[tuple[str, ...], int]:
    """Tables -> how many of their positions have a value that does not follow from the values after their moves.

    A journal in the folder remembers which files have been verified; unchanged ones are not verified again.
    """
    with _alone(build.folder):
        pace = _Pace(build.plans, on_progress)
        found: dict[tuple[str, ...], int] = {}
        with Journal(build.folder / VERIFIED_NAME, {"verified": build.game.database_rules}, resume=True) as journal:
            for plan in build.plans:
                paths = [build.folder / f"{table}{suffix}" for table in plan.tables for suffix in KINDS]
                key = " ".join((*plan.tables, *(_stamp(path) for path in paths if path.exists())))
                if key not in journal.parts:
                    wrong = build.game.verify_databases(plan, build.folder, threads=threads, on_progress=pace.of(plan))
                    journal.add(key, {"wrong": wrong})
                found[plan.tables] = journal.parts[key]["wrong"]
                pace.of(plan)(1.0)
        return found


def _stamp(path: Path) -> str:
    """Changes whenever a file is written again."""
    state = path.stat()
    return f"{state.st_size}.{state.st_mtime_ns}"


class _Pace:
    """Turns the progress of one plan into that of all, with the number of positions a second."""

    def __init__(self, plans: Sequence[DatabasePlan], on_progress: RunProgress) -> None:
        self._plans, self._on_progress = plans, on_progress
        self._work = sum(plan.core_seconds for plan in plans) or 1.0
        self._began = monotonic()

    def of(self, plan: DatabasePlan) -> Callable[[float], None]:
        """What a plan calls with its finished share."""
        number = self._plans.index(plan)
        before = self._plans[:number]
        work, positions = sum(each.core_seconds for each in before), sum(each.positions for each in before)

        def show(share: float) -> None:
            spent_s = monotonic() - self._began
            rate = (positions + share * plan.positions) / spent_s if spent_s > 0 else 0.0
            what = f"{' '.join(plan.tables)}, {number + 1} of {len(self._plans)}, {rate / 1e6:.1f} million positions/s"
            self._on_progress(what, (work + share * plan.core_seconds) / self._work)

        return show


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keeps other processes from building in a folder, which is created if necessary."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / LOCK_NAME).open("a") as file:
            lock(file)
            yield
    except BlockingIOError:
        raise InvalidDatabase("database_busy", path=folder) from None
    except OSError as error:
        raise InvalidDatabase("database_folder", path=folder, reason=error.strerror or str(error)) from None


def size_text(size: int) -> str:
    """A size in a suitable unit.

    >>> size_text(660_000_000), size_text(3_200_000), size_text(500)
    ('0.66 GB', '3.2 MB', '0.5 kB')
    """
    if size >= 1e8:
        return f"{size / 1e9:.2f} GB"
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.1f} kB"


def time_text(seconds: float) -> str:
    """A time in a suitable unit.

    >>> time_text(0.4), time_text(95), time_text(600), time_text(9000)
    ('1 second', '95 seconds', '10 minutes', '2.5 hours')
    """
    seconds = max(round(seconds), 1)
    if seconds < 120:
        return "1 second" if seconds == 1 else f"{seconds} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 2 * 3600 else f"{seconds / 3600:.1f} hours"
