"""What commands that measure share: the progress bar, printed tables, and where reports go."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import typer

if TYPE_CHECKING:
    from plyground.drawing.tables import Table

PIPE_WIDTH = 400
"""Where nobody looks, rows are not broken."""


class Tell(Protocol):
    """Says what is being done, how much of it all is finished, and about how many seconds are left if that is known."""

    def __call__(self, what: str, done: float, left_s: float | None = None) -> None: ...


@contextmanager
def progress() -> Iterator[Tell]:
    """A bar on standard error while something takes long; nothing where that is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
        TextColumn("{task.description}", markup=False),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=1.0, left="")

        def tell(what: str, done: float, left_s: float | None = None) -> None:
            if left_s is None:
                spent_s = bar.tasks[0].elapsed or 0.0
                left_s = spent_s * (1 - done) / done if done > 0 else None
            left = "" if left_s is None else f"{timedelta(seconds=round(left_s))} left"
            bar.update(task, description=what, completed=done, left=left)

        yield tell


def check_target(path: Path | None, *, makes_folder: bool = False) -> None:
    """Raises `BadParameter` for a file that could not be written, before work is done for it; `-` is the output."""
    if path is None or str(path) == "-":
        return
    if path.is_dir():
        raise typer.BadParameter(f"{path} is a folder; expected the name of a file")
    place = path.absolute().parent
    while makes_folder and not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise typer.BadParameter(f"there is no folder {path.parent} for {path.name}")
    if not os.access(path if path.exists() else place, os.W_OK):
        raise typer.BadParameter(f"{path} cannot be written: {os.strerror(errno.EACCES)}")


def print_tables(tables: Iterable[Table]) -> None:
    """Prints tables with their notes."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    for table in tables:
        for part in table.fitting(console.width):
            with console.capture() as printed:
                console.print(part.to_rich())
            for line in printed.get().splitlines():
                typer.echo(line.rstrip())
        for note in table.notes:
            typer.echo(note)
        typer.echo()


def say_written(folder: Path) -> None:
    """Says where a report is, and what would have drawn its plots."""
    from plyground.drawing.plots import has_plots

    typer.echo(f"written to {folder}", err=True)
    if not has_plots():
        typer.echo("without plots: pip install 'plyground[lab]' draws them", err=True)


def parse_depths(text: str) -> tuple[int, ...]:
    """The depths that a text such as `1-5,8` names.

    >>> parse_depths("1-3,6")
    (1, 2, 3, 6)
    """
    depths: set[int] = set()
    for part in text.split(","):
        low, dash, high = part.partition("-")
        first, last = low.strip(), (high if dash else low).strip()
        if not (first.isdecimal() and last.isdecimal() and 0 < int(first) <= int(last) <= 100):
            raise typer.BadParameter(f"the depth '{text}' is unreadable; expected such as 5, 1-8 or 2,4,6")
        depths.update(range(int(first), int(last) + 1))
    return tuple(sorted(depths))


def parse_names(text: str) -> tuple[str, ...]:
    """The names in a list with commas, each once.

    >>> parse_names("minimax, alphabeta,")
    ('minimax', 'alphabeta')
    """
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise typer.BadParameter("expected at least one name")
    return names
