"""Journals: what a long run has finished, one JSON line each, on disk before the run goes on.

A run that is broken off, even by `kill -9` or a power cut, is resumed from its journal and loses only what was not
finished. Nothing is ever rewritten: lines are appended, and a line that was cut short counts for nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from plyground.errors import InvalidRecord


class Journal:
    """The finished parts of a run, by key.

    The first line of the file is the `setup`: what must be the same for the parts to belong together. Another setup in
    the file raises `InvalidRecord`. Without `resume` an earlier file is kept beside the new one.
    """

    def __init__(self, path: Path, setup: Mapping[str, Any], *, resume: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.parts: dict[str, dict[str, Any]] = {}
        lines, length = _whole_lines(path) if resume else ([], 0)
        if lines:
            self._check(lines[0], json.loads(json.dumps(setup)))
            self.parts = {line["key"]: line for line in lines[1:]}
        elif path.exists():
            path.replace(path.with_suffix(f".previous{path.suffix}"))
        self._file: BinaryIO = path.open("r+b" if lines else "wb")
        self._file.truncate(length)
        self._file.seek(length)
        if not lines:
            self._write(setup)

    def add(self, key: str, part: Mapping[str, Any]) -> None:
        """Keeps a finished part; when this returns it is on disk."""
        line = {"key": key, **part}
        self._write(line)
        self.parts[key] = line

    def close(self) -> None:
        """Ends the writing."""
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def _check(self, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
        for what in {**there, **here}:
            if there.get(what) != here.get(what):
                raise InvalidRecord(
                    "session_differs", path=self.path, what=what, there=there.get(what), here=here.get(what)
                )


def read_journal(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]] | None:
    """The setup and the parts of a journal, which may still be written; None if there is none."""
    lines, _ = _whole_lines(path)
    return (lines[0], {line["key"]: line for line in lines[1:]}) if lines else None


def _whole_lines(path: Path) -> tuple[list[dict[str, Any]], int]:
    """The lines of a journal, and the length in bytes of what they fill."""
    if not path.exists():
        return [], 0
    lines: list[dict[str, Any]] = []
    length = 0
    for text in path.read_bytes().splitlines(keepends=True):
        if not text.endswith(b"\n"):
            break
        try:
            lines.append(json.loads(text))
        except ValueError:
            break
        length += len(text)
    return lines, length
