"""The progress of a match or tournament: a live panel on a terminal, otherwise a line now and then."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING

import typer

from plyground.arena.match import Match

if TYPE_CHECKING:
    from rich.console import RenderableType

    from plyground.arena.tournament import Tournament

LINE_EVERY_S = 30.0
"""How often a line is printed without a terminal."""
PANEL_EVERY_S = 0.25
"""How often the panel is redrawn; recounting thousands of games after each one would be slow."""


def watch(tournament: Tournament) -> None:
    """Plays a tournament to its end and shows its progress."""
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    progress = _Progress(tournament)
    with closing(tournament.run()) as games:
        if not console.is_terminal:
            for _ in games:
                progress.tell_now_and_then()
            return
        with Live(progress.panel(), console=console, refresh_per_second=4, transient=True) as live:
            for _ in games:
                if progress.is_due(PANEL_EVERY_S):
                    live.update(progress.panel())


class _Progress:
    """Progress texts."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._began = self._told = monotonic()
        self._before = len(tournament.played)

    def is_due(self, every_s: float) -> bool:
        """Whether this much time has passed since it last returned True."""
        now = monotonic()
        if now - self._told < every_s:
            return False
        self._told = now
        return True

    def tell_now_and_then(self) -> None:
        if self.is_due(LINE_EVERY_S):
            typer.echo("; ".join((self._pace(), *self._score())), err=True)

    def panel(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        done = len(self._tournament.played)
        bar = ProgressBar(total=self._tournament.plan.total, completed=done, width=60)
        return Group(bar, Text(self._pace()), *(Text(line) for line in self._score()))

    def _pace(self) -> str:
        """Games played, games a minute, time left."""
        done, total = len(self._tournament.played), self._tournament.plan.total
        minutes = (monotonic() - self._began) / 60
        pace = (done - self._before) / minutes if minutes > 0 else 0.0
        words = f"{done} of {total} games"
        if pace > 0:
            left = timedelta(minutes=round((total - done) / pace, 2))
            words += f", {pace:.1f} a minute, {str(left).partition('.')[0]} left"
        return words

    def _score(self) -> list[str]:
        """The score with its error; in a tournament the best few."""
        tournament = self._tournament
        names, standings = tournament.plan.names, tournament.standings
        lines = []
        if isinstance(tournament, Match):
            tally, found = standings.tally(names[0]), tournament.estimate
            share = tally.points / tally.games if tally.games else 0.0
            lines.append(f"{names[0]} v {names[1]}: {tally} ({share:.1%})")
            lines.append(f"Elo {found.elo:+.1f} [{found.low:+.1f}, {found.high:+.1f}], superior with {found.los:.1%}")
            if tournament.sprt is not None:
                low, high = tournament.sprt.bounds
                lines.append(f"SPRT {tournament.sprt.llr(tournament.counts):+.2f} of [{low:.2f}, {high:+.2f}]")
        else:
            for name in standings.ranking()[:8]:
                tally = standings.tally(name)
                lines.append(f"{name}: {tally.points:g} of {tally.games}")
        forfeits = [f"{name} {standings.forfeits[name]}" for name in names if name in standings.forfeits]
        return [*lines, f"forfeits: {', '.join(forfeits)}"] if forfeits else lines
