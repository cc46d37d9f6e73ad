"""Journals: the finished parts of a long run, one JSON line each, written to disk before the run continues.

A run that is interrupted, even by `kill -9` or a power cut, can be resumed from its journal and loses only unfinished
parts. Lines are only appended, never rewritten; an incomplete last line is ignored. Each line ends with a checksum of
the rest, so that damage is found before it can do harm; files of earlier versions have none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol, Self, TypeVar
from zlib import crc32

from plyground.errors import InvalidRecord, PlygroundError
from plyground.file_lock import lock

Part = TypeVar("Part")

CHECKSUM = "crc32"


class RunProgress(Protocol):
    """Gets the current step of a long run, the finished share of all work, and the seconds left if they are known."""

    def __call__(self, what: str, done: float, left_s: float | None = None) -> object: ...


def no_progress(what: str, done: float, left_s: float | None = None) -> None:
    """Shows no progress."""


class Journal:
    """The finished parts of a run, by key.

    The first line of the file is the `setup`, which must be the same in every run that adds parts. A different setup
    in the file raises `InvalidRecord`, and so does another process that writes the file. Without `resume` an earlier
    file is renamed and kept.
    """

    def __init__(self, path: Path, setup: Mapping[str, Any], *, resume: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.parts: dict[str, dict[str, Any]] = {}
        self._file = _open_alone(path)
        try:
            text = self._file.read()
            lines, length = _whole_lines(path, text) if resume else ([], 0)
            if lines:
                self._check(lines[0], json.loads(json.dumps(setup)))
                self.parts = {line["key"]: line for line in lines[1:]}
            elif text:
                path.replace(_aside(path))
                self._file.close()
                self._file = _open_alone(path)
            self._file.truncate(length)
            if not lines:
                self._write(setup)
        except BaseException:
            self.close()
            raise

    def add(self, key: str, part: Mapping[str, Any]) -> None:
        """Adds a finished part; it is on disk when this returns."""
        line = {"key": key, **part}
        self._write(line)
        self.parts[key] = line

    def read(self, key: str, make: Callable[[Mapping[str, Any]], Part]) -> Part | None:
        """The finished part of a key, created from its line, or None; raises `InvalidRecord` if it is invalid."""
        return understood(self.path, self.parts[key], make) if key in self.parts else None

    def close(self) -> None:
        """Closes the file."""
        # All lines are on disk already, except one that could not be written.
        with suppress(OSError):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool | None:
        self.close()
        return None

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            self._file.write(json.dumps({**line, CHECKSUM: _checksum(line)}).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def _check(self, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
        for what in {**there, **here}:
            theirs, ours = there.get(what), here.get(what)
            # Compared as text, because the order matters: the player named first has White first.
            if json.dumps(theirs) == json.dumps(ours):
                continue
            if isinstance(theirs, dict) and isinstance(ours, dict) and theirs.keys() == ours.keys():
                inner = next((key for key in ours if theirs[key] != ours[key]), None)
                if inner is not None:
                    what, theirs, ours = f"{what}.{inner}", theirs[inner], ours[inner]
            raise InvalidRecord("session_differs", path=self.path, what=what, there=theirs, here=ours)


def read_journal(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]] | None:
    """The setup and the parts of a journal, which another process may be writing; None if there is none."""
    lines, _ = _whole_lines(path, path.read_bytes()) if path.is_file() else ([], 0)
    return (lines[0], {line["key"]: line for line in lines[1:]}) if lines else None


def understood(path: Path, line: Mapping[str, Any], make: Callable[[Mapping[str, Any]], Part]) -> Part:
    """The value in a line of a journal; raises `InvalidRecord` if it is invalid."""
    try:
        return make(line)
    except (LookupError, TypeError, ValueError, AttributeError, PlygroundError) as error:
        raise InvalidRecord("session_part", path=path, key=line["key"]) from error


def _open_alone(path: Path) -> BinaryIO:
    """Opens the file at its beginning, creates it if necessary, and locks it until it is closed."""
    file: BinaryIO = path.open("a+b")
    try:
        lock(file)
    except BlockingIOError:
        file.close()
        raise InvalidRecord("session_busy", path=path) from None
    file.seek(0)
    return file


def _aside(path: Path) -> Path:
    """An unused name for the earlier file."""
    aside, number = path.with_suffix(f".previous{path.suffix}"), 2
    while aside.exists():
        aside, number = path.with_suffix(f".previous-{number}{path.suffix}"), number + 1
    return aside


def _whole_lines(path: Path, text: bytes) -> tuple[list[dict[str, Any]], int]:
    """The complete lines of a journal, and their length in bytes.

    Only the last line can be incomplete. Damage elsewhere raises `InvalidRecord`, so that nothing after it is lost.
    """
    lines: list[dict[str, Any]] = []
    length = 0
    pieces = text.split(b"\n")
    is_checked = False
    for number, piece in enumerate(pieces[:-1], 1):
        line = _line(piece, is_first=number == 1)
        if line is not None:
            is_checked |= CHECKSUM in line
            line = _without_checksum(line) if is_checked else line
        if line is None:
            if number == 1 or not any(pieces[number:]):
                break
            raise InvalidRecord("session_line", path=path, line=number)
        lines.append(line)
        length += len(piece) + 1
    return lines, length


def _checksum(line: Mapping[str, Any]) -> int:
    return crc32(json.dumps(line).encode())


def _without_checksum(line: dict[str, Any]) -> dict[str, Any] | None:
    """The line as it was before its checksum was added; None if it is not that line any more."""
    checksum = line.pop(CHECKSUM, None)
    return line if checksum == _checksum(line) else None


def _line(text: bytes, *, is_first: bool) -> dict[str, Any] | None:
    """A line as it was written; None if it is damaged."""
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return None
    is_ours = isinstance(line, dict) and (is_first or isinstance(line.get("key"), str))
    return line if is_ours else None
