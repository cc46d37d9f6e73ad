"""Endgame databases: the exact value of every position with few pieces.

Each database is a file for one table, the positions with the same pieces on both sides: `TABLE.wdl` holds win, draw or
loss, `TABLE.dtw` also the distance to the end. Those for the same rules lie in one folder. docs/database-format.md
describes the files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from plyground._core import BlockCache, Database
from plyground.abilities import HasDatabases, HasDatabaseSearch, HasProber
from plyground.database.files import data_folder
from plyground.database.verdict import MoveVerdicts, Verdict, VerdictSource, move_verdicts
from plyground.errors import InvalidDatabase
from plyground.protocol import Game, Position
from plyground.search.searcher import rules_key

__all__ = ["Database", "Databases", "database_folders", "default_source", "open_database", "rules_folder"]

FOLDER_VARIABLE = "PLYGROUND_DATABASES"
"""The environment variable that names other folders with databases, separated as in PATH."""
WDL_SUFFIX, DISTANCE_SUFFIX = ".wdl", ".dtw"
KINDS = {WDL_SUFFIX: "wdl", DISTANCE_SUFFIX: "distance"}
"""The suffix of a file -> the kind of database it must be."""
MAX_FOLDER_NAME = 100
MAX_SEARCH_S = 1.0
"""How long the verdicts on one position may be searched for."""

_NONE = 255


def _distance_verdict(value: int) -> Verdict | None:
    """What a byte of a distance file means: 0 is a draw, otherwise it is the number of plies + 1."""
    if value in (0, _NONE):
        return Verdict("draw") if value == 0 else None
    return Verdict("loss" if value % 2 else "win", value - 1)


_MEANINGS: Mapping[str, tuple[Verdict | None, ...]] = {
    "wdl": (Verdict("draw"), Verdict("win"), Verdict("loss"), None),
    "distance": tuple(map(_distance_verdict, range(256))),
}
"""The kind of a database -> what each stored value means."""


class Databases(VerdictSource):
    """The databases in some folders, for positions of any game; `open` makes one.

    A file is opened when its table is first needed. One that is damaged or belongs to something else raises
    `InvalidDatabase`. Threads can share the object, and none waits for another.
    """

    def __init__(self, folders: tuple[Path, ...], cache: BlockCache | None) -> None:
        self.folders = folders
        self._cache = cache
        self._games: WeakKeyDictionary[Game, _Tables] = WeakKeyDictionary()
        self._files: dict[Path, Database] = {}
        """Every open file; games with different rules may share some."""
        self._rules: dict[str, _Tables] = {}
        """For games with the same rules: a server makes a new game for every position with custom rules."""
        self._probers: dict[str, Any] = {}

    @classmethod
    def open(cls, *folders: Path | str, cache_mb: int | None = None) -> Databases:
        """The databases in these folders, by default in `database_folders`; earlier folders come first.

        All databases of a program share a cache of 256 MB, unless `cache_mb` asks for a separate one.
        """
        cache = None if cache_mb is None else BlockCache(cache_mb)
        return cls(tuple(map(Path, folders)) or database_folders(), cache)

    def covers(self, game: Game) -> bool:
        """Whether there is a database for a game with exactly these rules."""
        return isinstance(game, HasDatabases) and any(
            path.suffix in KINDS
            for folder in self.folders
            if (place := rules_folder(game, folder)).is_dir()
            for path in place.iterdir()
        )

    def verdict(self, position: Position) -> Verdict | None:
        """The value of a position; None if no database covers it, or if it takes too long to find."""
        return self._verdict(position, monotonic() + MAX_SEARCH_S)

    def _verdict(self, position: Position, end: float) -> Verdict | None:
        game = position.game
        tables = self._games.get(game)
        if tables is None:
            # Only here, because asking for the ability takes longer than a probe.
            if not isinstance(game, HasDatabases):
                return None
            tables = self._rules.setdefault(rules_key(game), _Tables(game, self.folders, self._open))
            self._games[game] = tables
        place = tables.game.database_place(position)
        if place is not None:
            table, number = place
            probe, meanings = tables[table]
            if (found := meanings[probe(number)]) is not None:
                return found
        return None if tables.search is None else tables.search(position, end)

    def verdicts(self, position: Position) -> MoveVerdicts | None:
        """Every legal move with its verdict for the side that makes it, best first.

        None if one is not covered, or if finding them takes longer than `MAX_SEARCH_S`.
        """
        end = monotonic() + MAX_SEARCH_S
        return move_verdicts(position, lambda after: self._verdict(after, end))

    def prober(self, game: Game) -> Any:
        """The databases of a game for a `Searcher`; None if there are none. Opens all of them."""
        rules = rules_key(game)
        if rules not in self._probers and isinstance(game, HasDatabases) and isinstance(game, HasProber):
            databases = self._open_all(game)
            if databases:
                self._probers[rules] = game.database_prober(databases)
        return self._probers.get(rules)

    def _open_all(self, game: HasDatabases) -> list[Database]:
        """The databases of a game, each table's from the first folder that has it."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            for suffix in KINDS:
                for path in sorted(rules_folder(game, folder).glob(f"*{suffix}")):
                    found.setdefault(path.name, path)
        return [self._open(game, path) for path in found.values()]

    def _open(self, game: HasDatabases, path: Path) -> Database:
        if path not in self._files:
            self._files[path] = open_database(game, path, self._cache)
        return self._files[path]


def default_source() -> VerdictSource:
    """What this computer knows; a process opens its databases once."""
    return _open_once(database_folders())


@cache
def _open_once(folders: tuple[Path, ...]) -> Databases:
    return Databases.open(*folders)


def mapped_bytes() -> int:
    """How much address space this computer's databases take if all of them are open."""
    files = (path for folder in database_folders() for path in folder.glob("*/*/*") if path.suffix in KINDS)
    return sum(path.stat().st_size for path in files)


class _Tables(dict[str, tuple[Callable[[int], int], Sequence[Verdict | None]]]):
    """The tables of a game, each as how to look up a number there and what the answer means."""

    def __init__(
        self, game: HasDatabases, folders: Sequence[Path], open: Callable[[HasDatabases, Path], Database]
    ) -> None:
        self.game = game
        self._folders = [rules_folder(game, folder) for folder in folders]
        self._open = open

    def __missing__(self, table: str) -> tuple[Callable[[int], int], Sequence[Verdict | None]]:
        database = self._find(table, (DISTANCE_SUFFIX, WDL_SUFFIX))
        self[table] = (lambda _: 0, (None,)) if database is None else (database.probe, _MEANINGS[database.kind])
        return self[table]

    @cached_property
    def search(self) -> Callable[[Any, float], Verdict | None] | None:
        """How to find the values of positions that no table has; None if the game or the tables do not allow it."""
        # Many positions share a block of a file without distances, which makes it faster to search.
        found = (
            self.game.database_search(lambda table: self._find(table, (WDL_SUFFIX, DISTANCE_SUFFIX)))
            if isinstance(self.game, HasDatabaseSearch)
            else None
        )
        if found is None:
            return None
        value = found

        def verdict(position: Any, end: float) -> Verdict | None:
            outcome = value(position, max(round((end - monotonic()) * 1000), 0))
            return None if outcome is None else _MEANINGS["wdl"][outcome]

        return verdict

    def _find(self, table: str, suffixes: Sequence[str]) -> Database | None:
        paths = (folder / f"{table}{suffix}" for suffix in suffixes for folder in self._folders)
        path = next((path for path in paths if path.exists()), None)
        return None if path is None else self._open(self.game, path)


def open_database(game: HasDatabases, path: Path, cache: BlockCache | None = None) -> Database:
    """The database of a game in a file; raises `InvalidDatabase` if the file is not what its name and folder say."""
    database = Database.open(path, cache)
    wanted = (family(game), game.database_rules, path.stem, KINDS.get(path.suffix, ""))
    found = (database.game, database.rules, database.table, database.kind)
    if found != wanted:
        raise InvalidDatabase("database_foreign", path=path, other=_identity(*found), expected=_identity(*wanted))
    return database


def _identity(game: str, rules: str, table: str, kind: str) -> str:
    return f"{kind} {table} of {game} ({rules or 'default rules'})"


def family(game: object) -> str:
    """The name of a game without its preset, as databases have it."""
    return str(getattr(game, "name", "")).partition(":")[0]


def rules_folder(game: HasDatabases, folder: Path) -> Path:
    """The folder for the databases of a game below the folder for all of them: FOLDER/GAME/RULES.

    >>> from types import SimpleNamespace
    >>> rules_folder(SimpleNamespace(name="mill:custom", database_rules="men=7 fly_at=never"), Path("all")).as_posix()
    'all/mill/men=7,fly_at=never'
    """
    rules = game.database_rules
    name = re.sub(r"[^A-Za-z0-9=_.+-]+", ",", rules) or "default"
    if len(name) > MAX_FOLDER_NAME:
        name = f"{name[:MAX_FOLDER_NAME]}-{blake2b(rules.encode(), digest_size=4).hexdigest()}"
    return folder / family(game) / name


def database_folders() -> tuple[Path, ...]:
    """The folders with databases: those that `PLYGROUND_DATABASES` names, otherwise one in the data folder."""
    named = [Path(folder) for folder in os.environ.get(FOLDER_VARIABLE, "").split(os.pathsep) if folder]
    return tuple(named) or (data_folder() / "databases",)
