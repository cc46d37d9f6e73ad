"""`plyground lab`: compares, ablates and traces search algorithms on real games."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from plyground.cli import INTERRUPTED, options
from plyground.cli.output import print_or_write, print_tables, progress, say_written
from plyground.errors import InvalidPosition
from plyground.games.registry import DEFAULT_GAME

if TYPE_CHECKING:
    from plyground.lab.experiment import ExperimentReport
    from plyground.lab.positions import PositionSet
    from plyground.lab.textbook_search import TextbookSearch
    from plyground.protocol import Game

COUNT = 30
"""How many positions are created if no file is given."""

lab = typer.Typer(
    name="lab",
    help="Compare search algorithms on real games, with tables, plots and search traces.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    epilog="A search is an algorithm (minimax, negamax, alphabeta, alphabeta-hard, negascout, aspiration, mtdf, sss, "
    "bns), or bot: and a bot (bot:alphabeta, bot:negascout-tt ...), followed by + and a feature: tt, tt-cutoffs, "
    "tt-move, killers, history, ordering, quiescence, iterated, noise, or the name of an evaluation.\n\n"
    "[bold]plyground lab compare --game draughts --algorithms minimax,alphabeta,negascout+tt --depth 1-8[/]",
)

LabGame = Annotated[str, typer.Option("--game", metavar="GAME", help="GAME[:PRESET]; `plyground games` lists them.")]
Searches = Annotated[
    str, typer.Option("--algorithms", metavar="A,B,...", help="The searches; see `plyground lab --help`.")
]
Depth = Annotated[int, typer.Option(metavar="D", min=1, max=options.MAX_DEPTH, help="How deep to search.")]
Count = Annotated[int, options.number_option(min=1, max=100_000, help="How many positions to create.")]
Seed = Annotated[int, options.number_option(min=0, help="Seed for positions and noise.")]
Out = Annotated[Path | None, options.folder_option("--out", help="The folder of the report.")]
Evaluation = Annotated[
    str | None, typer.Option(metavar="NAME", help="For all searches: default, or a name like piece-row+noise.")
]


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of measurements on many positions: which ones, how they are searched, and where the report goes."""

    file: Annotated[
        Path | None, options.file_option("--positions", help="One position per line, or a PGN, PDN or mill file.")
    ] = None
    count: Count = COUNT
    evaluation: Evaluation = None
    tt_size: Annotated[
        int, typer.Option(metavar="LOG2", min=1, max=26, help="Entries of the transposition table, as a power of two.")
    ] = 16
    seed: Seed = 0
    out: Out = None
    resume: Annotated[bool, typer.Option("--resume", help="Resume an interrupted run in that folder.")] = False
    rules: options.Rules = None
    weights: Annotated[
        Path | None, options.file_option(help="Weights for the evaluation playing; see plyground weights.")
    ] = None

    def search(self, name: str, game: Game) -> TextbookSearch:
        """The search with this name."""
        from plyground.lab.textbook_search import textbook_search
        from plyground.search.weights import Weights

        weights = None if self.weights is None else Weights.read(self.weights, game)
        return textbook_search(
            name, game, evaluation=self.evaluation, tt_size=1 << self.tt_size, seed=self.seed, weights=weights
        )

    def positions(self, game: Game) -> PositionSet:
        """The positions of the file, or new ones."""
        from plyground.lab.positions import read_positions

        return _make_positions(game, self.count, self.seed) if self.file is None else read_positions(self.file, game)


@lab.command()
def positions(
    game: options.GameName,
    count: Count = COUNT,
    seed: Seed = 0,
    out: Annotated[Path | None, options.file_option(help="The file to write.")] = None,
    rules: options.Rules = None,
) -> None:
    """Create a set of balanced positions: openings, middle games and endings in equal parts, one per line."""
    made = _make_positions(options.find_game(game, rules), count, seed)
    if len(made) < count:
        typer.echo(f"found only {len(made)} positions; {made.game.title} may not have more", err=True)
    print_or_write(made.to_text(), out)


@lab.command()
@options.with_options
def compare(
    run: RunOptions,
    game: LabGame = "draughts",
    algorithms: Searches = "minimax,alphabeta,negascout,negascout+tt+killers+history+ordering,mtdf+tt",
    depth: Annotated[str, typer.Option(metavar="D", help="The depths: 5, 1-8 or 2,4,6.")] = "1-6",
    selfplay: Annotated[bool, typer.Option("--selfplay", help="Play games between each pair instead.")] = False,
    games: Annotated[int, options.number_option(min=1, help="Games per pair.")] = 2,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0.001, max=86_400, help="Leave out depths that would take longer.")
    ] = 60.0,
) -> None:
    """Compare searches depth by depth, on positions or in games: time, nodes, cut-offs, TT hits, branching factor.

    Positions come from --positions, or --count are created with --seed. Games start from --positions, or from the
    start of the game; without noise they are always the same. Ctrl-C keeps the finished part.
    """
    from plyground.lab.compare import ComparisonPlan, compare
    from plyground.lab.comparison import Comparison
    from plyground.lab.experiment import ExperimentJournal
    from plyground.lab.positions import start_position

    found = options.find_game(game, run.rules)
    chosen = tuple(run.search(name, found) for name in options.parse_names(algorithms))
    if selfplay and len(chosen) < 2:
        raise typer.BadParameter("--selfplay needs at least two algorithms")
    if not selfplay and any(one.is_random for one in chosen):
        raise typer.BadParameter("random does not search; it can only play, with --selfplay")
    depths = options.parse_depths(depth)
    where = start_position(found) if selfplay and run.file is None else run.positions(found)
    rest = run.seed, run.evaluation, 1 << run.tt_size
    plan = ComparisonPlan(where, chosen, depths, games if selfplay else 0, seconds, *rest)
    folder = run.out or _folder("selfplay" if selfplay else "compare", found)
    with ExperimentJournal(folder, plan.setup, resume=run.resume) as journal, progress() as show:
        for _ in compare(plan, journal, show):
            pass
    cells = plan.finished_cells(journal)
    _report(Comparison(plan, cells), folder)
    if journal.is_interrupted:
        _say_unfinished(len(cells), len(plan.steps()))


@lab.command()
@options.with_options
def ablate(
    run: RunOptions,
    game: LabGame = "mill",
    base: Annotated[str, typer.Option(metavar="A", help="The search with all its features.")] = "bot:negascout-tt",
    without: Annotated[
        str, typer.Option(metavar="H,...", help="The features to leave out, one at a time.")
    ] = "killers,tt-move,history,ordering,tt",
    depth: Depth = 5,
) -> None:
    """Measure what each feature of a search is worth in nodes and time, with confidence intervals over positions.

    Ctrl-C reports on the finished part.
    """
    from plyground.lab.ablate import AblationPlan, ablate
    from plyground.lab.experiment import ExperimentJournal

    found = options.find_game(game, run.rules)
    whole, features = run.search(base, found), options.parse_names(without)
    for feature in features:
        whole.without(feature)
    plan, folder = AblationPlan(run.positions(found), whole, features, depth), run.out or _folder("ablate", found)
    with ExperimentJournal(folder, plan.setup, resume=run.resume) as journal, progress() as show:
        ablate(plan, journal=journal, on_progress=show)
    ablation = plan.finished(journal.parts)
    if ablation.positions:
        _report(ablation, folder)
    if journal.is_interrupted:
        _say_unfinished(len(ablation.positions), len(plan.positions))


@lab.command()
def noise(
    game: LabGame = "draughts",
    algorithms: Searches = "alphabeta+ordering+killers+history,negascout+tt+ordering+killers+history,mtdf+tt",
    depth: Depth = 8,
    evaluations: Annotated[
        str | None, typer.Option(metavar="E,...", help="Without noise; all evaluations of the game by default.")
    ] = None,
    seeds: Annotated[int, options.number_option(min=1, max=100_000, help="The number of seeds.")] = 100,
    fen: options.Fen = None,
    number: options.Start = None,
    out: Out = None,
    rules: options.Rules = None,
) -> None:
    """Measure the cost of noise, which makes equal values different, for searches of one position."""
    from plyground.abilities import evaluations_of
    from plyground.lab.noise import measure_noise
    from plyground.lab.textbook_search import textbook_search
    from plyground.play.classic import DEFAULT_EVALUATION
    from plyground.search.features import NOISE

    position = options.find_position(game, rules, fen, number)
    known = tuple(name for name in evaluations_of(position.game) if not name.endswith(NOISE))
    chosen = options.parse_names(evaluations) if evaluations is not None else known or (DEFAULT_EVALUATION,)
    searches = [
        textbook_search(name, position.game, evaluation=evaluation)
        for evaluation in chosen
        for name in options.parse_names(algorithms)
    ]
    with progress() as show:
        report = measure_noise(position, searches, depth, seeds, show)
    _report(report, out or _folder("noise", position.game))


@lab.command()
def errors(
    game: options.GameName,
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="For example level=5, perfect, alphabeta:depth=4.")
    ],
    file: Annotated[
        Path | None, options.file_option("--positions", help="One position per line, or a PGN, PDN or mill file.")
    ] = None,
    count: Count = 300,
    seed: Seed = 0,
    out: Out = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume an interrupted run in that folder.")] = False,
    rules: options.Rules = None,
) -> None:
    """Measure how often players give away half a point or more, by databases: by phase, number of men and distance.

    Only positions count in which an error is possible. Values ignore draw counters. Ctrl-C keeps the finished part.
    """
    from plyground.database.endgames import default_source
    from plyground.lab.error_rates import ErrorPlan, decisive_positions, known_positions, measure_errors
    from plyground.lab.experiment import ExperimentJournal
    from plyground.lab.positions import read_positions
    from plyground.play.spec import PlayerSpec

    found, source = options.find_game(game, rules), default_source()
    specs = [PlayerSpec.parse(spec) for spec in players]
    if len({spec.name for spec in specs}) < len(specs):
        raise typer.BadParameter("name each player once")
    if not source.covers(found):
        raise InvalidPosition("errors_none", game=found.name, name=found.name)
    with progress() as show:
        if file is None:
            positions = decisive_positions(found, source, count, seed, on_progress=show)
        else:
            positions = known_positions(read_positions(file, found), source)
    plan, folder = ErrorPlan(positions, specs, seed), out or _folder("errors", found)
    with ExperimentJournal(folder, plan.setup, resume=resume) as journal, progress() as show:
        measure_errors(plan, source, journal, show)
    rates = plan.finished(journal)
    if rates.decisions:
        _report(rates, folder)
    if journal.is_interrupted:
        _say_unfinished(len(rates.decisions), len(specs) * len(positions))


@lab.command()
def reproduce(
    name: Annotated[str, typer.Argument(metavar="EXPERIMENT", help="For example draughts-2021.")] = "draughts-2021",
    deepest: Annotated[
        int | None, typer.Option(metavar="D", min=1, max=options.MAX_DEPTH, help="Leave out deeper searches.")
    ] = None,
    seeds: Annotated[
        int, typer.Option(metavar="N", min=0, help="Also play every pairing with N seeds, for confidence intervals.")
    ] = 0,
    out: Out = None,
) -> None:
    """Repeat a published experiment and print its numbers next to ours. An interrupted run resumes automatically."""
    from plyground.lab.reproduce import reproduce

    folder = out or Path(f"lab-reproduce-{name}")
    with progress() as show:
        report = reproduce(name, out=folder, deepest=deepest, seeds=seeds, on_progress=show)
    report.write(folder)
    typer.echo(report.to_markdown())
    say_written(folder)


@lab.command()
def trace(
    game: LabGame = DEFAULT_GAME,
    algorithm: Annotated[str, typer.Option(metavar="A", help="The search to trace.")] = "alphabeta",
    depth: Depth = 3,
    fen: options.Fen = None,
    number: options.Start = None,
    rules: options.Rules = None,
    evaluation: Evaluation = None,
    seed: Seed = 0,
    limit: Annotated[int, options.number_option(min=1, help="The maximum number of nodes.")] = 20_000,
    out: Annotated[Path | None, options.file_option(help="The JSON file to write.")] = None,
    svg: Annotated[Path | None, options.file_option(help="The picture to write.")] = None,
) -> None:
    """Record the tree that a search visits: each node's window, value, bound, use of the TT, and why it was cut.

    --svg draws the tree instead if it is small enough; use --out as well to write both.
    """
    import json

    from plyground.lab.textbook_search import textbook_search
    from plyground.lab.trace import trace
    from plyground.lab.tree_picture import MAX_NODES, draw_tree

    position = options.find_position(game, rules, fen, number)
    search = textbook_search(algorithm, position.game, evaluation=evaluation, seed=seed)
    found = trace(position, search.algorithm, depth, search.features, iterated=search.iterated, limit=limit)
    if svg is not None:
        if len(found["nodes"]) > MAX_NODES:
            raise typer.BadParameter(
                f"{len(found['nodes'])} nodes are too many to draw; search less deep, or use --limit {MAX_NODES}"
            )
        print_or_write(draw_tree(found, f"{algorithm}, depth {depth}"), svg)
    if svg is None or out is not None:
        print_or_write(json.dumps(found) + "\n", out)
    if found.get("truncated"):
        typer.echo(f"more than {limit} nodes were visited; the trace is truncated", err=True)


def _report(report: ExperimentReport, folder: Path) -> None:
    """Writes a report and prints its tables."""
    report.write(folder)
    print_tables(report.tables())
    say_written(folder)


def _say_unfinished(done: int, of: int) -> NoReturn:
    typer.echo(f"{done} of {of} are finished; add --resume to continue", err=True)
    raise typer.Exit(INTERRUPTED)


def _make_positions(game: Game, count: int, seed: int) -> PositionSet:
    from plyground.lab.positions import make_positions

    with progress() as show:
        return make_positions(game, count, seed, on_progress=show)


def _folder(what: str, game: Game) -> Path:
    """The default folder of a report, always the same for the same experiment."""
    return Path(f"lab-{what}-{game.name.replace(':', '-')}")
