"""Lessons from lost games: which move in which position lost, kept in a small file for each game.

The file is JSON, one object per line: first whose lessons they are, then one for each move, the latest last. It is
written anew each time and put in place whole, by one process after the other, and never grows beyond `MOST` lessons.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from plyground.database.identity import rules_digest
from plyground.errors import InvalidBook
from plyground.protocol import Game, Move, Position

KIND = "lessons"
VERSION = 1
MOST = 5_000
"""Beyond that the oldest are forgotten."""
_MOST_BYTES = 4 << 20
"""No file with so many lessons is larger; a larger one is something else."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A move that lost: the level of the player, and how often."""

    move: str
    level: int
    losses: int


class Lessons:
    """The lessons of one game. Raises `InvalidBook` for a file of another game, other rules or a newer version.

    A file that is damaged counts as far as it can be read.
    """

    def __init__(self, game: Game, path: Path) -> None:
        self.path = path
        self._title = {KIND: VERSION, "game": game.name, "rules": rules_digest(game).hex()}
        self._known = self._read()

    def __len__(self) -> int:
        return len(self._known)

    def of(self, position: Position) -> list[Lesson]:
        """What was learnt in a position, the latest last."""
        key = f"{position.key:016x}"
        return [lesson for (there, _), lesson in self._known.items() if there == key]

    def add(self, position: Position, move: Move | str, level: int) -> None:
        """Keeps that a move lost; raises `OSError` if it cannot be written."""
        place = (f"{position.key:016x}", str(move))
        with self._alone():
            # Another process may have learnt something since.
            self._known = self._read()
            before = self._known.pop(place, Lesson(place[1], 0, 0))
            self._known[place] = Lesson(place[1], max(level, before.level), before.losses + 1)
            for oldest in list(self._known)[:-MOST]:
                del self._known[oldest]
            self._write()

    def forget(self) -> int:
        """Drops all lessons, and says how many there were."""
        with self._alone():
            count = len(self._read())
            self._known = {}
            self.path.unlink(missing_ok=True)
        return count

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Inside, no other process writes the lessons of this game."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        # A file of its own, because the one with the lessons is replaced.
        with self.path.with_suffix(".lock").open("ab") as lock:
            # Some file systems know no locks; then nobody is kept out, and at worst a lesson is lost.
            with suppress(OSError):
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _read(self) -> dict[tuple[str, str], Lesson]:
        try:
            with self.path.open("rb") as file:
                content = file.read(_MOST_BYTES)
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
        lines = [
            json.dumps(self._title),
            *(
                json.dumps({"key": key, "move": lesson.move, "level": lesson.level, "losses": lesson.losses})
                for (key, _), lesson in self._known.items()
            ),
        ]
        folder = self.path.parent
        with NamedTemporaryFile("w", encoding="utf-8", dir=folder, prefix=".lessons-", delete=False) as file:
            try:
                file.write("\n".join(lines) + "\n")
                file.flush()
                os.fsync(file.fileno())
                os.replace(file.name, self.path)
            except BaseException:
                os.unlink(file.name)
                raise


def _parse(line: bytes) -> dict[str, Any]:
    """What a line says; nothing where it is damaged."""
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
