"""The analysis of a position at the terminal: a table that grows while the search runs, then the reasons."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from plyground.database.tt_files import open_tt
from plyground.drawing.text_table import count_text
from plyground.play import terminal_words as words
from plyground.play.adviser import HASH_MB, notations
from plyground.play.hints import explain, hint_of
from plyground.play.terminal_input import Interrupts
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.result import SearchResult
from plyground.search.searcher import Searcher


def show_analysis(record: Record, limits: Limits, lines: int, *, as_json: bool, tt: Path | None = None) -> None:
    """Searches a position, live on a terminal, and prints the best moves with their reasons.

    With a `tt` file the search starts from its entries; raises `InvalidTT`.
    """
    result = record.outcome()
    if result is not None:
        typer.echo(
            json.dumps({"result": {"score": result.score, "termination": result.termination}})
            if as_json
            else f"The game is over. {result.sentence}"
        )
        return
    console = Console(highlight=False)
    searcher = Searcher(record.game, hash_mb=HASH_MB) if tt is None else open_tt(record.game, [tt])
    is_live = console.is_terminal and not as_json
    found = (
        _watched(record, limits, lines, searcher, console) if is_live else _searched(record, limits, lines, searcher)
    )
    hint = hint_of(record, found, searcher, lines=lines)
    if as_json:
        typer.echo(json.dumps(hint.as_dict()))
        return
    console.print(_table(record, found, lines))
    _say(console, "")
    for advice in hint.moves:
        _say(console, words.advice_words(advice))
    _say(console, words.threat_words(hint))


def explain_move(record: Record, move: str, limits: Limits, *, as_json: bool) -> None:
    """Prints what is wrong with a move, and what would have been better."""
    searcher = Searcher(record.game, hash_mb=HASH_MB)
    with Interrupts().caught() as stop:
        found = explain(record, move, limits, searcher=searcher, stop=stop)
    if as_json:
        typer.echo(json.dumps(found.as_dict()))
        return
    console = Console(highlight=False)
    for line in words.explanation_words(found):
        _say(console, line)


def _searched(record: Record, limits: Limits, lines: int, searcher: Searcher) -> SearchResult:
    with Interrupts().caught() as stop:
        return searcher.analyse(record, limits, lines=max(lines, 2), stop=stop)


def _watched(record: Record, limits: Limits, lines: int, searcher: Searcher, console: Console) -> SearchResult:
    """The same with a table that is redrawn for every finished depth."""
    with Interrupts().caught() as stop, Live(console=console, transient=True, refresh_per_second=8) as live:
        return searcher.analyse(
            record,
            limits,
            lines=max(lines, 2),
            on_progress=lambda result: live.update(_table(record, result, lines)),
            stop=stop,
        )


def _table(record: Record, result: SearchResult, lines: int) -> Table:
    """The ranked moves of a result."""
    position = record.position
    figures = f"depth {result.depth}/{result.seldepth}, {result.nodes:,} nodes"
    speed = f", {count_text(result.nps)} a second, {result.time_ms / 1000:.1f} s" if result.time_ms else ""
    made = Table(title=figures + speed, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    made.add_column("", justify="right")
    made.add_column("score", no_wrap=True)
    made.add_column("depth", justify="right")
    made.add_column("line", overflow="fold")
    for place, ranked in enumerate(result.lines[:lines], 1):
        if not ranked.line:
            continue
        said = words.line_words(notations(position, ranked.line[: words.SHOWN_PLIES]))
        score = words.verdict(position.side_to_move, ranked.score.value)
        made.add_row(str(place), score, str(ranked.depth), Text(said))
    return made


def _say(console: Console, line: str) -> None:
    console.print(Text(line), soft_wrap=not console.is_terminal)
