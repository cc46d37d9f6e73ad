"""What experiments share: a journal of their finished parts, and a report in a folder."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plyground import __version__
from plyground.drawing import plots
from plyground.drawing.text_table import TextTable
from plyground.journal import Journal
from plyground.writing import write_text

JOURNAL_FILE = "cells.jsonl"


class ExperimentJournal(Journal):
    """The journal in an experiment's folder.

    Ctrl-C only ends its `with` block: `is_interrupted` is set, and the finished parts can be reported.
    """

    def __init__(self, folder: Path, setup: Mapping[str, Any], *, resume: bool = False) -> None:
        super().__init__(folder / JOURNAL_FILE, setup, resume=resume)
        self.is_interrupted = False

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        self.close()
        self.is_interrupted = isinstance(error, KeyboardInterrupt)
        return self.is_interrupted


class ExperimentReport(ABC):
    """The results of an experiment, as tables and as files."""

    note = "times are processor time"
    """How the numbers were measured."""

    @property
    @abstractmethod
    def heading(self) -> str:
        """The heading of the whole report."""

    @abstractmethod
    def tables(self) -> list[TextTable]:
        """All tables, the summary last."""

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """Everything as JSON types."""

    def to_markdown(self) -> str:
        """The whole report."""
        head = f"# {self.heading}\n\nMade by Plyground {__version__}; {self.note}.\n"
        return "\n".join((head, *(table.to_markdown() for table in self.tables())))

    def csv_tables(self) -> dict[str, TextTable]:
        """The tables that are written as CSV, by file name."""
        return {"summary.csv": self.tables()[-1]}

    def draw(self, folder: Path) -> list[Path]:
        """Draws the plots into a folder; only called if matplotlib is installed."""
        return []

    def write(self, folder: Path) -> list[Path]:
        """Writes the report, CSV, JSON and, if matplotlib is installed, the plots; returns the files."""
        texts = {
            "report.md": self.to_markdown(),
            **{name: table.to_csv() for name, table in self.csv_tables().items()},
            "results.json": json.dumps({"version": __version__, **self.as_dict()}, indent=1) + "\n",
        }
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_text(folder / name, text)
        return [*(folder / name for name in texts), *(self.draw(folder) if plots.has_plots() else ())]
