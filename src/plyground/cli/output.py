"""Output that several commands share: the progress bar, tables, and where a report was written."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from plyground.drawing.text_table import TextTable
    from plyground.journal import RunProgress

PIPE_WIDTH = 400
"""Rows are not wrapped where the output is not a terminal."""


@contextmanager
def progress() -> Iterator[RunProgress]:
    """A progress bar on standard error; nothing is shown if that is not a terminal.

    Meanwhile everything that ends the program keeps what is finished, as Ctrl-C does.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
        TextColumn("{task.description}", markup=False),
    )
    end_like_ctrl_c()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=1.0, left="")

        def show(what: str, done: float, left_s: float | None = None) -> None:
            if left_s is None:
                spent_s = bar.tasks[0].elapsed or 0.0
                left_s = spent_s * (1 - done) / done if done > 0 else None
            left = "" if left_s is None else f"{timedelta(seconds=round(left_s))} left"
            bar.update(task, description=what, completed=done, left=left)

        yield show


def end_like_ctrl_c() -> None:
    """SIGTERM and SIGHUP close engines and save what is finished as Ctrl-C does."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Shells start background jobs with SIGINT ignored; they could not be interrupted at all.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    numbers = [signal.SIGTERM]
    if sys.platform != "win32":
        numbers.append(signal.SIGHUP)
    for number in numbers:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))


def new_console() -> Console:
    """A console for tables on standard output."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = PIPE_WIDTH
    return console


def print_lines(console: Console, *parts: RenderableType) -> None:
    """Prints texts and tables below each other, without blanks at the ends of lines."""
    with console.capture() as printed:
        console.print(*parts, sep="\n")
    for line in printed.get().splitlines():
        typer.echo(line.rstrip())


def print_tables(tables: Iterable[TextTable]) -> None:
    """Prints tables with their notes."""
    console = new_console()
    for table in tables:
        for part in table.fitting(console.width):
            print_lines(console, part.to_rich())
        for note in table.notes:
            typer.echo(note)
        typer.echo()


def print_or_write(text: str, path: Path | None) -> None:
    """Writes a text to a file, or prints it if there is none or it is called `-`."""
    from plyground.writing import write_text

    if path is None or str(path) == "-":
        typer.echo(text, nl=False)
    else:
        write_text(path, text)


def say_written(folder: Path) -> None:
    """Says where a report was written, and what is missing for its plots."""
    from plyground.drawing.plots import has_plots

    typer.echo(f"written to {folder}", err=True)
    if not has_plots():
        typer.echo("no plots: they need matplotlib, run pip install 'plyground[lab]'", err=True)
