"""A reproduced experiment: published numbers next to ours, as tables and figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean
from typing import Any, Literal

from plyground import __version__
from plyground.drawing.plots import COLOURS, MARKERS, has_plots, save
from plyground.drawing.text_table import Column, TextTable, count_text, times_text
from plyground.lab.bot_games import PlayedBotGame
from plyground.lab.measure import SearchTally
from plyground.lab.published import PublishedExperiment, PublishedRow, PublishedTable, Times
from plyground.lab.textbook_search import RANDOM
from plyground.protocol import Side
from plyground.writing import write_text

SKIPPED = "skipped"
REPORT = "report.md"
NO_PLOTS = "The figures are not drawn: plots need the extra `lab`."

Which = Literal["mean", "maximum"]
Curve = Mapping[int, float]
"""Depth -> time for a move in milliseconds."""
FIGURES: dict[int, Which] = {3: "mean", 4: "maximum"}
"""The paper's figures, and the time that each shows by depth."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """Published and measured numbers; `seconds` is the time of the whole run, None if it was resumed."""

    experiment: PublishedExperiment
    games: tuple[PlayedBotGame, ...]
    deepest: int | None = None
    seconds: float | None = None
    seeds: TextTable | None = None
    """The results with many seeds, if they were played."""

    def game(self, table: PublishedTable, depth: int) -> PlayedBotGame | None:
        """Our game for white's depth in a published table, or None if it was skipped."""
        place = (str(table.number), depth)
        return next((game for game in self.games if (game.bot_game.table, game.bot_game.white_depth) == place), None)

    def tables(self) -> Iterator[TextTable]:
        """All tables in the order of the paper, then the numbers of its figures."""
        yield self._summary()
        yield self._against_random()
        if self.seeds is not None:
            yield self.seeds
        for table in self.experiment.tables:
            yield self._table(table)
            yield self._growth(table)
        for number, which in FIGURES.items():
            yield self._figure(number, which)

    def curves(self, table: PublishedTable, which: Which) -> tuple[dict[int, float], dict[int, float]]:
        """White's time for a move by depth: as published, and ours where it was played."""
        games = {row.depth: self.game(table, row.depth) for row in table.rows}
        published = {row.depth: getattr(row.white, which) for row in table.rows}
        return published, {depth: getattr(_times(game.white), which) for depth, game in games.items() if game}

    def introduction(self) -> str:
        """Where the numbers come from, and how to read them."""
        published = self.experiment
        lines = [
            f"Published: {published.machine}. Ours: Plyground {__version__}, native search, `{published.game}`.",
            "Times are milliseconds for one move, ours on the processor. Results are +1 where white won, 0 for a draw,",
            "-1 where black won. A published column is followed by ours.",
        ]
        if self.deepest is not None:
            lines.append(f"Rows deeper than {self.deepest} were skipped, and black searched no deeper than that.")
        if self.seconds is not None:
            lines.append(f"The whole run took {self.seconds:.0f} s.")
        return "\n".join(lines)

    def to_markdown(self) -> str:
        """The introduction and all tables."""
        head = f"# {self.experiment.name}: {self.experiment.title}\n\n{self.introduction()}\n"
        return "\n".join((head, *(table.to_markdown() for table in self.tables())))

    def write(self, folder: Path) -> tuple[Path, ...]:
        """Writes the report and, if matplotlib is installed, the figures as PNG and SVG; returns the files."""
        folder.mkdir(parents=True, exist_ok=True)
        pictures: list[Path] = []
        notes = [NO_PLOTS]
        if has_plots():
            for number, which in FIGURES.items():
                tables = map(self.experiment.table, self.experiment.figures)
                curves = {f"{table.white} (table {table.number})": self.curves(table, which) for table in tables}
                pictures += _draw_figure(number, which, curves, folder)
            notes = [f"![Figure {number}: {which} time](figure-{number}.svg)" for number, which in FIGURES.items()]
        report = folder / REPORT
        write_text(report, "\n".join((self.to_markdown(), "\n\n".join(notes), "")))
        return (report, *pictures)

    def _summary(self) -> TextTable:
        """How often the results agree, how much faster we are, and which tables contain the same games."""
        rows: list[dict[str, Any]] = []
        for table in self.experiment.tables:
            games = [(row, game) for row in table.rows if (game := self.game(table, row.depth))]
            row: dict[str, Any] = {"table": table.number, "twin": self._twin(table)}
            if self._is_capped(table):
                row["skipped"] = "other depth"
            else:
                row["agree"] = f"{sum(game.result == printed.result for printed, game in games)} of {len(games)}"
                row |= {side: _speedup(side, games) for side in Side}
            rows.append(row)
        columns = (
            Column("table", "table"),
            Column("agree", "results agree"),
            Column("white", "white faster", times_text),
            Column("black", "black faster", times_text),
            Column("twin", "same games as table"),
        )
        note = (
            "How many times faster our moves are is a geometric mean over the rows. Where an earlier table has the\n"
            "same games, move for move, the two can be compared on equal positions."
        )
        return TextTable("Summary", columns, rows, notes=(note,))

    def _is_capped(self, table: PublishedTable) -> bool:
        """Whether Black searched less deep than published, so that only White's times can be compared."""
        return self.deepest is not None and self.deepest < table.black_depth

    def _twin(self, table: PublishedTable) -> str | None:
        """The first earlier table with the same games, as far as both have them."""
        for other in self.experiment.tables[: self.experiment.tables.index(table)]:
            pairs = ((self.game(table, row.depth), self.game(other, row.depth)) for row in table.rows)
            same = [one.moves_digest == two.moves_digest for one, two in pairs if one and two]
            if same and all(same):
                return f"{other.number} ({len(same)} games)"
        return None

    def _against_random(self) -> TextTable:
        rows = []
        for match in self.experiment.against_random:
            games = [game for game in self.games if game.bot_game.table == RANDOM]
            results = [game.result for game in games if game.bot_game.white_depth == match.depth]
            ours = f"{results.count(1)} won, {results.count(0)} drawn, {results.count(-1)} lost"
            rows.append({"white": match.white, "depth": match.depth, "published": match.published, "ours": ours})
        columns = (
            Column("white", "white", is_number=False),
            Column("depth", "depth"),
            Column("published", "published", is_number=False),
            Column("ours", "ours", is_number=False),
        )
        return TextTable("Against random moves", columns, rows)

    def _table(self, table: PublishedTable) -> TextTable:
        """Results and times, row by row."""
        columns = [Column("depth", "depth"), Column("result", "result", _signed), Column("our_result", "ours", _signed)]
        for side in Side:
            for which, title in (("mean", f"{side} mean"), ("maximum", f"{side} max")):
                columns += [Column(f"{side}_{which}", title, _printed), Column(f"our_{side}_{which}", "ours", _ms)]
        rows = [self._cells(row, self.game(table, row.depth)) for row in table.rows]
        title = f"Table {table.number}: {table.white} v {table.black} at depth {table.black_depth}"
        if self._is_capped(table):
            title += f" (ours at {self.deepest})"
        return TextTable(title, (*columns, Column("plies", "our plies")), rows)

    def _cells(self, row: PublishedRow, game: PlayedBotGame | None) -> dict[str, Any]:
        cells: dict[str, Any] = {"depth": row.depth, "result": row.result}
        for side in Side:
            published: Times = getattr(row, side)
            cells |= {f"{side}_mean": published.mean, f"{side}_maximum": published.maximum}
            if game is not None:
                ours = _times(getattr(game, side))
                cells |= {f"our_{side}_mean": ours.mean, f"our_{side}_maximum": ours.maximum}
        return cells | ({"skipped": SKIPPED} if game is None else {"our_result": game.result, "plies": game.plies})

    def _growth(self, table: PublishedTable) -> TextTable:
        """White's times as multiples of the previous row's; our times should grow like our nodes."""
        columns = [Column("depth", "depth")]
        for which, title in (("mean", "mean grows"), ("maximum", "max grows")):
            columns += [Column(which, title, times_text), Column(f"our_{which}", "ours", times_text)]
        columns += [Column("nodes_growth", "our nodes grow", times_text), Column("nodes", "to, a move", count_text)]
        rows = []
        for before, row in zip(table.rows, table.rows[1:], strict=False):
            then, now = self.game(table, before.depth), self.game(table, row.depth)
            cells: dict[str, Any] = {"depth": f"{before.depth} to {row.depth}"}
            for which in FIGURES.values():
                cells[which] = getattr(row.white, which) / getattr(before.white, which)
                if then and now:
                    cells[f"our_{which}"] = getattr(_times(now.white), which) / getattr(_times(then.white), which)
            if then and now:
                cells["nodes_growth"] = now.white.mean_nodes / then.white.mean_nodes
                cells["nodes"] = now.white.mean_nodes
            rows.append(cells if "nodes" in cells else cells | {"skipped": SKIPPED})
        return TextTable(f"Table {table.number}: {table.white} from depth to depth", columns, rows)

    def _figure(self, number: int, which: Which) -> TextTable:
        """The numbers of a figure."""
        tables = [self.experiment.table(table) for table in self.experiment.figures]
        columns = [Column("depth", "depth")]
        cells: dict[int, dict[str, Any]] = {}
        for table in tables:
            title = f"{table.white} (table {table.number})"
            columns += [Column(table.white, title, _printed), Column(f"our_{table.white}", "ours", _ms)]
            for name, curve in zip((table.white, f"our_{table.white}"), self.curves(table, which), strict=True):
                for depth, time in curve.items():
                    cells.setdefault(depth, {"depth": depth})[name] = time
        rows = [cells[depth] for depth in sorted(cells)]
        return TextTable(f"Figure {number}: {which} time for a move by depth", columns, rows)


def _times(tally: SearchTally) -> Times:
    """The times of a side's moves, in the units of the published tables."""
    return Times(1000 * tally.mean_seconds, 1000 * tally.max_seconds)


def _speedup(side: Side, games: Sequence[tuple[PublishedRow, PlayedBotGame]]) -> float | None:
    """How many times faster our moves are, on average over the rows."""
    ratios = [getattr(row, side).mean / _times(getattr(game, side)).mean for row, game in games]
    return geometric_mean(ratios) if ratios else None


def _signed(result: int) -> str:
    return f"{result:+d}" if result else "0"


def _printed(time: float) -> str:
    """A published number as printed, except for the decimal comma."""
    return f"{time:g}"


def _ms(time: float) -> str:
    return f"{time:.2f}" if time < 10 else f"{time:.1f}" if time < 100 else f"{time:.0f}"


def _draw_figure(number: int, which: str, curves: Mapping[str, tuple[Curve, Curve]], folder: Path) -> list[Path]:
    """Draws a figure in every format: for each label the published curve and ours."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.5), layout="constrained")
    panels = figure.subplots(1, 2, sharex=True, sharey=True)
    for (label, pair), colour, marker in zip(curves.items(), COLOURS, MARKERS, strict=False):
        for axes, curve in zip(panels, pair, strict=True):
            axes.plot(list(curve), list(curve.values()), label=label, color=colour, marker=marker, markersize=5)
    for axes, title in zip(panels, ("published", "ours"), strict=True):
        axes.set_title(f"Figure {number}, {title}", loc="left", fontsize="medium")
        axes.set(xlabel="depth, plies", yscale="log")
        axes.grid(visible=True, which="major", color="#dddddd", linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel(f"{which} time for a move, ms")
    panels[0].legend(frameon=False, fontsize="small")
    return save(figure, folder, f"figure-{number}")
