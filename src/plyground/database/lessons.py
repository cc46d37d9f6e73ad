"""Lessons from lost games: which moves and which endgame positions lost, in a small file for each game.

The file has one JSON object per line: a header that names the game, then one for each lesson, the latest last. It is
rewritten each time, by one process at a time, and never holds more than `MAX_LESSONS` lessons.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground import file_lock
from plyground.database.files import rules_digest
from plyground.errors import InvalidBook
from plyground.protocol import Game, Move, Position
from plyground.writing import replacing

KIND = "lessons"
VERSION = 1
MAX_LESSONS = 5_000
"""The oldest are dropped beyond that."""
_MAX_BYTES = 4 << 20
"""A file of `MAX_LESSONS` lessons is never larger than this."""


POSITION = ""
"""Stands for the move of a lesson about a position itself."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A move that lost: the highest level of a player that lost with it, and how often.

    A lesson about a position has no move: the side that moved into it lost.
    """

    move: str
    level: int
    losses: int


class Lessons:
    """The lessons of one game. Raises `InvalidBook` for a file of another game, other rules or a newer version.

    Damaged lines are ignored.
    """

    def __init__(self, game: Game, path: Path) -> None:
        self.path = path
        self._title = {KIND: VERSION, "game": game.name, "rules": rules_digest(game).hex()}
        self._known = self._read()

    def __len__(self) -> int:
        return len(self._known)

    def of(self, position: Position) -> list[Lesson]:
        """The lessons about a position, the latest last."""
        key = f"{position.key:016x}"
        return [lesson for (there, move), lesson in self._known.items() if there == key and move != POSITION]

    def of_position(self, position: Position) -> Lesson | None:
        """The lesson about a position that somebody moved into and lost."""
        return self._known.get((f"{position.key:016x}", POSITION))

    def add_position(self, position: Position, level: int) -> None:
        """Adds a lesson: the side that moved into this position lost; raises `OSError` if it cannot be written."""
        self.add(position, POSITION, level)

    def add(self, position: Position, move: Move | str, level: int) -> None:
        """Adds a lesson: the move lost. Raises `OSError` if the file cannot be written."""
        place = (f"{position.key:016x}", str(move))
        with self._alone():
            # Another process may have added lessons in the meantime.
            self._known = self._read()
            before = self._known.pop(place, Lesson(place[1], 0, 0))
            self._known[place] = Lesson(place[1], max(level, before.level), before.losses + 1)
            for oldest in list(self._known)[:-MAX_LESSONS]:
                del self._known[oldest]
            self._write()

    def forget(self) -> int:
        """Deletes all lessons and returns how many there were."""
        with self._alone():
            count = len(self._read())
            self._known = {}
            self.path.unlink(missing_ok=True)
        return count

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keeps other processes from writing the lessons of this game."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # The lock is a separate file, because the file of lessons is replaced.
        with self.path.with_suffix(".lock").open("ab") as lock:
            # Without a lock, a lesson is lost at worst.
            file_lock.lock(lock, wait=True)
            yield

    def _read(self) -> dict[tuple[str, str], Lesson]:
        try:
            with self.path.open("rb") as file:
                content = file.read(_MAX_BYTES)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise InvalidBook("lessons_file", path=self.path, reason=reason) from None
        title, *rest = (_parse(line) for line in content.splitlines() or [b""])
        self._check(title)
        return dict(found for line in rest if (found := _lesson(line)) is not None)

    def _check(self, title: dict[str, Any]) -> None:
        version = title.get(KIND)
        if isinstance(version, int) and version > VERSION:
            raise InvalidBook("lessons_version", path=self.path, version=version, expected=VERSION)
        if version == VERSION and title != self._title:
            raise InvalidBook("lessons_foreign", path=self.path, other=title.get("game"), game=self._title["game"])

    def _write(self) -> None:
        lessons = ({"key": key, **asdict(lesson)} for (key, _), lesson in self._known.items())
        with replacing(self.path) as file:
            file.writelines(json.dumps(line).encode() + b"\n" for line in (self._title, *lessons))


def _parse(line: bytes) -> dict[str, Any]:
    """The object on a line; empty if the line is damaged."""
    with suppress(ValueError, RecursionError):
        parsed = json.loads(line)
        if isinstance(parsed, dict):
            return parsed
    return {}


def _lesson(line: dict[str, Any]) -> tuple[tuple[str, str], Lesson] | None:
    match line:
        case {"key": str(key), "move": str(move), "level": int(level), "losses": int(losses)}:
            return (key, move), Lesson(move, level, losses)
    return None
