"""The analysis of one position at the terminal: a table that grows while the search runs, then the reasons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from plyground.database.table_files import open_table
from plyground.drawing.tables import count_text
from plyground.play.adviser import HASH_MB, notations
from plyground.play.hints import Advice, Explanation, Hint, Reason, explain, hint_of
from plyground.play.terminal_thinking import Interrupts
from plyground.play.terminal_words import verdict
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.report import Report
from plyground.search.searcher import Searcher
from plyground.terminations import sentence

SHOWN_PLIES = 12
"""How much of a line is shown."""


def show_analysis(record: Record, limits: Limits, lines: int, *, as_json: bool, table: Path | None = None) -> None:
    """Searches a position, live on a terminal, and prints the best moves with their reasons.

    With a `table` the search begins with what is known there; raises `InvalidTable`.
    """
    result = record.outcome()
    if result is not None:
        typer.echo(
            json.dumps({"result": {"score": result.score, "termination": result.termination}})
            if as_json
            else f"The game is over: {sentence(result)}."
        )
        return
    console = Console(highlight=False)
    searcher = Searcher(record.game, hash_mb=HASH_MB) if table is None else open_table(record.game, [table])
    is_live = console.is_terminal and not as_json
    report = (
        _watched(record, limits, lines, searcher, console) if is_live else _searched(record, limits, lines, searcher)
    )
    hint = hint_of(record, report, searcher, lines=lines)
    if as_json:
        typer.echo(json.dumps(hint.as_dict()))
        return
    console.print(_table(record, report, lines))
    _say(console, "")
    for advice in hint.moves:
        _say(console, f"{advice.notation}: {_joined(advice.reasons)}.")
    _say(console, _threat_text(hint))


def explain_move(record: Record, move: str, limits: Limits, *, as_json: bool) -> None:
    """Says what is wrong with a move, and what would have been better."""
    found = explain(record, move, limits)
    if as_json:
        typer.echo(json.dumps(found.as_dict()))
        return
    console = Console(highlight=False)
    for line in _explained(found):
        _say(console, line)


def _explained(found: Explanation) -> list[str]:
    """An explanation as sentences."""
    side = found.score.side
    said = [f"{found.notation} ({found.grade}): {verdict(side, found.score.value)}."]
    if found.reasons:
        said.append(f"{_capital(_joined(found.reasons))}.")
    said.append(f"Line: {_line(found.line_notation)}")
    better = found.better
    if better is not None:
        because = f"; {_joined(better.reasons)}" if better.reasons else ""
        said.append(f"Better is {better.notation}: {verdict(side, better.score.value)}{because}.")
        said.append(f"Line: {_line(better.line_notation)}")
    return said


def _searched(record: Record, limits: Limits, lines: int, searcher: Searcher) -> Report:
    with Interrupts().caught(searcher.stop):
        return searcher.analyse(record, limits, lines=max(lines, 2))


def _watched(record: Record, limits: Limits, lines: int, searcher: Searcher, console: Console) -> Report:
    """The same with a table that is drawn anew for every finished depth."""
    with Interrupts().caught(searcher.stop), Live(console=console, transient=True, refresh_per_second=8) as live:
        with searcher.analysis(record, limits, lines=max(lines, 2)) as analysis:
            for report in analysis:
                live.update(_table(record, report, lines))
        return analysis.report


def _table(record: Record, report: Report, lines: int) -> Table:
    """The ranked moves of a report."""
    position = record.position
    figures = f"depth {report.depth}/{report.seldepth}, {count_text(report.nodes)} nodes"
    speed = f", {count_text(report.nps)} a second, {report.time:.1f} s" if report.time else ""
    made = Table(title=figures + speed, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    made.add_column("", justify="right")
    made.add_column("score", no_wrap=True)
    made.add_column("depth", justify="right")
    made.add_column("line", overflow="fold")
    for place, ranked in enumerate(report.lines[:lines], 1):
        if not ranked.line:
            continue
        said = _line(notations(position, ranked.line[:SHOWN_PLIES]))
        score = verdict(position.side_to_move, ranked.score.value)
        made.add_row(str(place), score, str(ranked.depth), Text(said))
    return made


def _threat_text(hint: Hint) -> str:
    if hint.threat is None:
        return "No threat was found."
    threat: Advice = hint.threat
    side = hint.side.other.value.capitalize()
    return f"{side} threatens {_line(threat.line_notation)}: {_joined(threat.reasons)}."


def _joined(reasons: Sequence[Reason]) -> str:
    return "; ".join(reason.text for reason in reasons)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _line(moves: Sequence[str]) -> str:
    return " ".join(moves[:SHOWN_PLIES]) + (" …" if len(moves) > SHOWN_PLIES else "")


def _say(console: Console, words: str) -> None:
    console.print(Text(words), soft_wrap=not console.is_terminal)
