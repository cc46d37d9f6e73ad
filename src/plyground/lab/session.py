"""Sessions: what an experiment has finished, one JSON line per cell, so that it can be broken off and resumed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from plyground.errors import InvalidRecord

FILE = "cells.jsonl"
PREVIOUS = "cells.previous.jsonl"


class Session:
    """The finished cells of an experiment, by key, on disk as soon as they are known.

    The first line of the file is the `setup`: what must be the same for results to be comparable. Another setup in the
    file raises `InvalidRecord`. Without `resume` an earlier file is kept beside the new one. As a context it closes the
    file at the end, and Ctrl-C only ends the context: `is_interrupted` tells, and what is finished can be reported.
    """

    def __init__(self, folder: Path, setup: Mapping[str, Any], *, resume: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self.is_interrupted = False
        self.cells: dict[str, dict[str, Any]] = {}
        lines = _whole_lines(self.path) if resume else []
        if lines:
            self._check(lines[0], setup)
            self.cells = {line["cell"]: line for line in lines[1:]}
        elif self.path.exists():
            self.path.replace(folder / PREVIOUS)
        self._file: TextIO = self.path.open("w", encoding="utf-8")
        for line in (dict(setup), *self.cells.values()):
            self._write(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.close()
        self.is_interrupted = isinstance(error, KeyboardInterrupt)
        return self.is_interrupted

    def add(self, key: str, cell: Mapping[str, Any]) -> None:
        """Keeps a finished cell."""
        line = {"cell": key, **cell}
        self.cells[key] = line
        self._write(line)

    def close(self) -> None:
        """Ends the writing."""
        self._file.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, sort_keys=False) + "\n")
        self._file.flush()

    def _check(self, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
        for what in {**there, **here}:
            if there.get(what) != here.get(what):
                raise InvalidRecord(
                    "session_differs", path=self.path, what=what, there=there.get(what), here=here.get(what)
                )


def _whole_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a session's file; a kill may have left a part of one at the end, which counts for nothing."""
    if not path.exists():
        return []
    lines: list[dict[str, Any]] = []
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(text))
        except json.JSONDecodeError:
            break
    return lines
