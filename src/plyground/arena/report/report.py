"""The report of a match or tournament: its headline, tables and plots, and the files that hold them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground import __version__
from plyground.arena.elo import Estimate, GameCounts, Interval, PairCounts, estimate
from plyground.arena.played import PlayedGame, played_games
from plyground.arena.ratings import Ratings, known_anchors, rate
from plyground.arena.report.charts import interval_chart, progress_chart
from plyground.arena.report.figures import save_progress, save_ratings
from plyground.arena.report.game_tables import forfeit_table, opening_table, termination_table, time_table
from plyground.arena.report.headline import match_figures, match_headline, tournament_figures, tournament_headline
from plyground.arena.report.page import ReportPage, Section
from plyground.arena.report.result_tables import crosstable, match_table, pair_table, standing_table
from plyground.arena.report.setup import Setup
from plyground.arena.sprt import Sprt
from plyground.arena.standings import Standings, finished_pairs
from plyground.arena.tournament import JOURNAL, Plan
from plyground.drawing.plots import has_plots
from plyground.drawing.text_table import TextTable, markdown_text
from plyground.errors import InvalidRecord, PlygroundError
from plyground.games.files import notation_of
from plyground.journal import read_journal
from plyground.notation.notation import Notation
from plyground.protocol import Game

MAX_ROWS = 24
"""Longer tables are cut, except on the page."""
MAX_POINTS = 200
"""The most points of a curve."""
UNIT, UNIT_OF_PROGRESS = "Elo with 95 % bounds", "Elo of the first player with 95 % bounds"


class Report:
    """The report of a match or tournament, finished or not.

    `anchors` are known ratings besides those of `known_anchors`; `sprt` is the sequential test of a match.

    >>> from plyground.arena.match import Match
    >>> match = Match("alphabeta:depth=2", "random", game="draughts", games=2, control="depth=2", concurrency=0)
    >>> games = list(match.run())
    >>> print(Report(match.plan, match.played).headline())
    alphabeta:depth=2 scored 100.0 % (+2 =0 -0) against random: Elo +280 [..., +∞].
    """

    def __init__(
        self,
        plan: Plan | Mapping[str, Any],
        played: Sequence[PlayedGame],
        *,
        game: Game | None = None,
        anchors: Mapping[str, float] | None = None,
        sprt: Sprt | None = None,
    ) -> None:
        self.setup = Setup.of(plan, game)
        self.played = sorted(played, key=lambda each: each.number)
        self.standings = Standings(self.setup.names, self.played)
        self._anchors = {**known_anchors(self.setup.game, self.setup.players), **(anchors or {})}
        self._sprt = sprt

    @classmethod
    def from_folder(
        cls,
        folder: Path,
        *,
        game: Game | None = None,
        anchors: Mapping[str, float] | None = None,
        sprt: Sprt | None = None,
    ) -> Report:
        """The report of a folder of the arena, finished or not; the players need not exist any more."""
        found = read_journal(folder / JOURNAL)
        if found is None or "players" not in found[0]:
            raise InvalidRecord("arena_no_games", path=folder)
        plain, parts = found
        rules = Setup.of(plain, game).game
        if sprt is None and plain.get("sprt"):
            sprt = Sprt(**plain["sprt"])
        played = played_games(folder / JOURNAL, parts, rules)
        return cls(plain, played, game=rules, anchors=anchors, sprt=sprt)

    @cached_property
    def _list(self) -> Ratings | None:
        """The rating list; None until the players are connected by games."""
        results: dict[tuple[str, str], GameCounts] = {}
        for game in self.played:
            pair = game.white, game.black
            results[pair] = results.get(pair, GameCounts()).add(game.white_points)
        try:
            return rate(results, self._anchors)
        except PlygroundError:
            return None

    @cached_property
    def ratings(self) -> dict[str, Interval]:
        """The players' ratings, best first; empty for a match without anchors, where they add nothing."""
        is_wanted = not self.setup.is_match or any(name in self._anchors for name in self.setup.names)
        rated = self._list if is_wanted else None
        return {
            each.name: Interval(each.elo, each.elo - each.error_95, each.elo + each.error_95) for each in rated or ()
        }

    @property
    def order(self) -> list[str]:
        """The players, best first: by rating, then those without one by score."""
        return [*self.ratings, *(name for name in self.standings.ranking() if name not in self.ratings)]

    @property
    def elo(self) -> Interval | None:
        """How much stronger the first player of a match is; None if that is unknown, or if it is not a match."""
        found = self._estimate
        return None if found is None else Interval(found.elo, found.low, found.high)

    @cached_property
    def _estimate(self) -> Estimate | None:
        if not self.setup.is_match:
            return None
        counts = self.standings.pair_counts(*self.setup.names)
        return estimate(counts) if counts.pairs else None

    def headline(self) -> str:
        """The outcome in one sentence, with the forfeits."""
        if self.setup.is_match:
            return match_headline(self.setup, self.standings, self.elo)
        return tournament_headline(self.setup, self.standings, self.order, self.ratings)

    def tables(self) -> list[TextTable]:
        """All tables with content, long ones cut."""
        return [_cut(table) for section in self._sections() for table in section.tables if table.rows]

    def to_markdown(self) -> str:
        """The report without its games."""
        head = f"# {markdown_text(self.setup.title)}\n\n{markdown_text(self.headline())}\n"
        made = f"{markdown_text(self.setup.conditions)}. Made by Plyground {__version__}.\n"
        return "\n".join((head, made, *(table.to_markdown() for table in self.tables())))

    def to_html(self) -> str:
        """The report as one page that needs no other file, with a board for every game."""
        if self.setup.is_match:
            los = 0.5 if self._estimate is None else self._estimate.los
            figures = match_figures(self.setup, self.standings, self.elo, los, self._sprt)
        else:
            figures = tournament_figures(self.setup, self.standings, self.order)
        first, *rest = self._sections()
        return ReportPage(
            self.setup.title,
            self.headline(),
            self.setup.conditions,
            figures,
            [replace(first, chart=self._chart()), *rest],
            self.setup.game,
            self.played,
            self.games_file,
        ).to_html()

    @property
    def games_file(self) -> str:
        """The name of the file with all games."""
        return f"games{self._notation.suffix}"

    def write(self, folder: Path) -> list[Path]:
        """Writes the report in Markdown and HTML, all games, and the plot where matplotlib is installed."""
        folder.mkdir(parents=True, exist_ok=True)
        pictures = self._write_plot(folder) if has_plots() else []
        markdown = self.to_markdown() + "".join(f"\n![Elo]({path.name})\n" for path in pictures[:1])
        pages = {folder / "report.md": markdown, folder / "report.html": self.to_html()}
        for path, text in pages.items():
            path.write_text(text, encoding="utf-8", errors="replace")
        games = folder / self.games_file
        # A command line that is not UTF-8 contains surrogates, which cannot be written.
        with games.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
            self._notation.write_games(file, (game.annotated(self._tags) for game in self.played))
        return [*pages, games, *pictures]

    @property
    def _tags(self) -> dict[str, str]:
        return {"Event": self.setup.title, "TimeControl": self.setup.control}

    @property
    def _notation(self) -> Notation:
        """How the games are written."""
        return notation_of(self.setup.game)

    def _sections(self) -> list[Section]:
        """The tables, in the order in which they are read."""
        setup, standings, played = self.setup, self.standings, self.played
        results = [standing_table(standings, self.order, self.ratings, self._scale)]
        if setup.is_match:
            results += [match_table(setup, standings, self._sprt), pair_table(setup, standings)]
        else:
            results.append(crosstable(standings, self.order))
        return [
            Section("Result", results),
            Section("Forfeits", [forfeit_table(played)]),
            Section("How games ended", [termination_table(played)]),
            Section("Time use", [time_table(setup, played)]),
            Section("Score by opening", [opening_table(setup, played)]),
        ]

    @property
    def _scale(self) -> str:
        """Where zero is."""
        anchors = self._list.anchors if self.ratings and self._list is not None else ()
        if not anchors:
            return "Elo by maximum likelihood with 95 % bounds; the mean of all players is 0."
        given = ", ".join(f"{name} = {self.ratings[name].rating}" for name in anchors)
        return f"Elo by maximum likelihood with 95 % bounds, on the scale of {given}."

    def _chart(self) -> str:
        if self.setup.is_match:
            points = self._progress()
            return progress_chart(points, f"{UNIT_OF_PROGRESS}, by games") if len(points) > 1 else ""
        return interval_chart(self.ratings, UNIT) if self.ratings else ""

    def _write_plot(self, folder: Path) -> list[Path]:
        title = self.setup.title
        if self.setup.is_match:
            points = self._progress()
            return save_progress(title, UNIT_OF_PROGRESS, points, folder) if len(points) > 1 else []
        return save_ratings(title, UNIT, self.ratings, folder) if self.ratings else []

    def _progress(self) -> list[tuple[int, Interval]]:
        """The estimate of a match after each number of games."""
        counts = PairCounts()
        pairs = finished_pairs(self.played, *self.setup.names)
        every = -(-len(pairs) // MAX_POINTS)
        points = []
        for number, result in enumerate(pairs, 1):
            counts = counts.add(result)
            if number % every == 0 or number == len(pairs):
                found = estimate(counts)
                points.append((counts.games, Interval(found.elo, found.low, found.high)))
        return points


def _cut(table: TextTable) -> TextTable:
    left_out = len(table.rows) - MAX_ROWS
    if left_out <= 0:
        return table
    note = f"{left_out} more rows are in report.html."
    return replace(table, rows=table.rows[:MAX_ROWS], notes=(*table.notes, note))
