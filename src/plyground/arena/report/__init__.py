"""Reports of matches and tournaments: headline, tables, plots and game files, and a page with boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from plyground import __version__
from plyground.arena.elo import Estimate, GameCounts, Interval, PairCounts, estimate
from plyground.arena.played import PlayedGame, Standings, finished_pairs, played_games
from plyground.arena.ratings import Ratings, known_anchors, rate
from plyground.arena.report.charts import interval_chart, progress_chart, save_progress, save_ratings
from plyground.arena.report.game_tables import forfeit_table, opening_table, termination_table, time_table
from plyground.arena.report.headlines import match_figures, match_headline, tournament_figures, tournament_headline
from plyground.arena.report.page import ReportPage, Section
from plyground.arena.report.result_tables import crosstable, match_table, pair_table, standing_table
from plyground.arena.sprt import Sprt
from plyground.arena.tournament import JOURNAL, Plan, Setup
from plyground.drawing.plots import has_plots
from plyground.drawing.text_table import TextTable, markdown_text
from plyground.errors import InvalidRecord, PlygroundError
from plyground.games.files import notation_of
from plyground.journal import read_journal
from plyground.protocol import Game
from plyground.writing import write_text

MAX_ROWS = 24
"""Longer tables are cut in the terminal and in Markdown; the page has all rows."""
MAX_POINTS = 200
"""The most points of a curve."""
UNIT, PROGRESS_UNIT = "Elo with 95 % bounds", "Elo of the first player with 95 % bounds"


class Report:
    """The results of a match or tournament, finished or not.

    `anchors` are the players with known ratings in addition to `known_anchors`; `sprt` is the sequential test of a
    match.

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
        self.setup = Setup(plan, game)
        self.played = sorted(played, key=lambda each: each.number)
        self.standings = Standings(self.setup.names, self.played)
        self._anchors = {**known_anchors(self.setup.game, self.setup.players), **(anchors or {})}
        self._sprt = sprt

    @classmethod
    def from_folder(
        cls, folder: Path, *, game: Game | None = None, anchors: Mapping[str, float] | None = None
    ) -> Report:
        """The report of the games in a folder of the arena, finished or not; the players need not exist any more."""
        found = read_journal(folder / JOURNAL)
        if found is None or "players" not in found[0]:
            raise InvalidRecord("arena_no_games", path=folder)
        plain, parts = found
        rules = Setup(plain, game).game
        sprt = Sprt(**plain["sprt"]) if plain.get("sprt") else None
        played = played_games(folder / JOURNAL, parts, rules)
        return cls(plain, played, game=rules, anchors=anchors, sprt=sprt)

    @cached_property
    def _list(self) -> Ratings | None:
        """The rating list; None while some groups of players have not met, and for a match without anchors."""
        if self.setup.is_match and self._anchors.keys().isdisjoint(self.setup.names):
            return None
        results: dict[tuple[str, str], list[float]] = defaultdict(list)
        for game in self.played:
            results[game.white, game.black].append(game.white_points)
        try:
            return rate({pair: GameCounts.of(points) for pair, points in results.items()}, self._anchors)
        except PlygroundError:
            return None

    @cached_property
    def ratings(self) -> Mapping[str, Interval]:
        """The players' ratings, the best first; none for a match without anchors, where they say nothing new."""
        return {each.name: each for each in self._list or ()}

    @property
    def order(self) -> list[str]:
        """The players, the best first: by rating, then those without a rating by score."""
        return [*self.ratings, *(name for name in self.standings.ranking() if name not in self.ratings)]

    @cached_property
    def elo(self) -> Estimate | None:
        """By how much the first player of a match is stronger; None in a tournament and before the first pair."""
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
        """All tables that are not empty, long ones cut."""
        return [_cut(table) for section in self._sections() for table in section.tables if table.rows]

    def to_markdown(self) -> str:
        """The report without its games."""
        head = f"# {markdown_text(self.setup.title)}\n\n{markdown_text(self.headline())}\n"
        made = f"{markdown_text(self.setup.conditions)}. Made by Plyground {__version__}.\n"
        return "\n".join((head, made, *(table.to_markdown() for table in self.tables())))

    def to_html(self) -> str:
        """The report as one page that needs no other file, with a board for every game."""
        if self.setup.is_match:
            figures = match_figures(self.setup, self.standings, self.elo, self._sprt)
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
        return f"games{notation_of(self.setup.game).suffix}"

    def write(self, folder: Path) -> list[Path]:
        """Writes the report in Markdown and HTML, all games, and the plot where matplotlib is installed."""
        folder.mkdir(parents=True, exist_ok=True)
        pictures = self._write_plot(folder) if has_plots() else []
        markdown = self.to_markdown() + "".join(f"\n![Elo]({path.name})\n" for path in pictures[:1])
        pages = {folder / "report.md": markdown, folder / "report.html": self.to_html()}
        for path, text in pages.items():
            write_text(path, text)
        games = folder / self.games_file
        tags = {"Event": self.setup.title, "TimeControl": self.setup.control}
        notation_of(self.setup.game).write_games(games, (game.annotated(tags) for game in self.played))
        return [*pages, games, *pictures]

    def _sections(self) -> list[Section]:
        """The tables in reading order."""
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
        """What the ratings are relative to."""
        if self._list is None or not self._list.anchors:
            return "Elo by maximum likelihood with 95 % bounds; the mean of all players is 0."
        given = ", ".join(f"{name} = {self.ratings[name].rating}" for name in self._list.anchors)
        return f"Elo by maximum likelihood with 95 % bounds, on the scale of {given}."

    def _chart(self) -> str:
        if self.setup.is_match:
            return progress_chart(self._progress, f"{PROGRESS_UNIT}, by games") if len(self._progress) > 1 else ""
        return interval_chart(self.ratings, UNIT) if self.ratings else ""

    def _write_plot(self, folder: Path) -> list[Path]:
        title = self.setup.title
        if self.setup.is_match:
            return save_progress(title, PROGRESS_UNIT, self._progress, folder) if len(self._progress) > 1 else []
        return save_ratings(title, UNIT, self.ratings, folder) if self.ratings else []

    @cached_property
    def _progress(self) -> list[tuple[int, Interval]]:
        """The estimate during a match, by the number of games."""
        counts = PairCounts()
        pairs = finished_pairs(self.played, *self.setup.names)
        every = -(-len(pairs) // MAX_POINTS)
        points: list[tuple[int, Interval]] = []
        for number, result in enumerate(pairs, 1):
            counts = counts.add(result)
            if number % every == 0 or number == len(pairs):
                points.append((counts.games, estimate(counts)))
        return points


def _cut(table: TextTable) -> TextTable:
    left_out = len(table.rows) - MAX_ROWS
    if left_out <= 0:
        return table
    note = f"{left_out} more rows are in report.html."
    return replace(table, rows=table.rows[:MAX_ROWS], notes=(*table.notes, note))
