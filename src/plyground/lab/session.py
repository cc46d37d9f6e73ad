"""Sessions: what an experiment has finished, so that it can be broken off and resumed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from plyground.journal import Journal

FILE = "cells.jsonl"


class Session(Journal):
    """The finished cells of an experiment in its folder.

    As a context it closes the file at the end, and Ctrl-C only ends the context: `is_interrupted` tells, and what is
    finished can be reported.
    """

    def __init__(self, folder: Path, setup: Mapping[str, Any], *, resume: bool = False) -> None:
        super().__init__(folder / FILE, setup, resume=resume)
        self.is_interrupted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.close()
        self.is_interrupted = isinstance(error, KeyboardInterrupt)
        return self.is_interrupted
