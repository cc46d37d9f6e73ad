"""What `plyground analyse` prints: a position, searched while a table grows, or the review of a game of a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from plyground.abilities import NamedOpening, opening_of
from plyground.cli import INTERRUPTED
from plyground.cli.options import check_target, find_game
from plyground.cli.output import print_or_write, print_tables, progress
from plyground.database.endgames import default_source
from plyground.database.tt_files import open_tt
from plyground.drawing.plots import course_figure, has_plots, save_as
from plyground.drawing.text_table import Column, TextTable, count_text
from plyground.errors import InvalidRecord
from plyground.games.files import notation_of, notation_of_file
from plyground.notation import AnnotatedGame
from plyground.notation.writer import move_number
from plyground.play import terminal_words as words
from plyground.play.exact import AnySearcher, ExactSearcher
from plyground.play.grades import NAGS, Grade, points
from plyground.play.hints import HASH_MB, explain, hint_of
from plyground.play.reasoning.lines import notations
from plyground.play.review import GradedMove, Review, annotate, review
from plyground.play.terminal_input import Interrupts
from plyground.protocol import Side
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
    plain = Searcher(record.game, hash_mb=HASH_MB) if tt is None else open_tt(record.game, [tt])
    searcher = ExactSearcher(plain, default_source())
    is_live = console.is_terminal and not as_json
    found = _searched(record, limits, lines, searcher, console if is_live else None)
    hint = hint_of(record, found, searcher, lines=lines)
    if as_json:
        typer.echo(json.dumps(hint.as_dict()))
        return
    console.print(_table(record, found, lines))
    _say(console, "")
    for advice in hint.moves:
        _say(console, words.advice_words(advice))
    for line in words.verdict_words(hint.verdicts):
        _say(console, line)
    _say(console, words.threat_words(hint))


def explain_move(record: Record, move: str, limits: Limits, *, as_json: bool) -> None:
    """Prints what is wrong with a move, and what would have been better."""
    searcher = ExactSearcher(Searcher(record.game, hash_mb=HASH_MB), default_source())
    with Interrupts().caught() as stop:
        found = explain(record, move, limits, searcher=searcher, stop=stop)
    if as_json:
        typer.echo(json.dumps(found.as_dict()))
        return
    console = Console(highlight=False)
    for line in words.explanation_words(found):
        _say(console, line)


def _searched(
    record: Record, limits: Limits, lines: int, searcher: AnySearcher, console: Console | None
) -> SearchResult:
    """Searches until Ctrl-C; with a console, a table is redrawn for every finished depth."""
    ranked = max(lines, 2)
    with Interrupts().caught() as stop:
        if console is None:
            return searcher.analyse(record, limits, lines=ranked, stop=stop)
        with Live(console=console, transient=True, refresh_per_second=8) as live:

            def show(result: SearchResult) -> None:
                live.update(_table(record, result, lines))

            return searcher.analyse(record, limits, lines=ranked, on_progress=show, stop=stop)


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


def review_file(
    name: str,
    rules: Path | None,
    path: Path,
    which: int,
    limits: Limits,
    out: Path | None,
    svg: Path | None,
    *,
    as_json: bool,
) -> None:
    """Reviews a game of a file; Ctrl-C keeps, shows and writes the part that is done."""
    if svg is not None and not has_plots():
        raise typer.BadParameter("--svg needs matplotlib; run pip install 'plyground[lab]'")
    check_target(out)
    check_target(svg)
    named = find_game(name, rules)
    notation = notation_of_file(path) or notation_of(named)
    game = _nth_game(notation.read_games(path, named), which)
    if out is not None and out.exists() and out.samefile(path) and _holds_others(notation.read_games(path, named)):
        raise typer.BadParameter(f"{out} holds other games too, which would be lost; choose another file for --out")
    for warning in game.warnings:
        typer.echo(f"plyground: {warning}", err=True)
    record = game.record()
    found = _reviewed(record, limits)
    annotate(game, found.moves)
    if out is not None:
        print_or_write(notation.write_game(game), out)
    if svg is not None:
        save_as(course_figure(_title(game), _course(found)), svg)
    opening = opening_of(record.positions)
    if as_json:
        named_opening = {} if opening is None else {"opening": str(opening)}
        typer.echo(json.dumps({"game": game.game.name, "headers": game.headers, **named_opening, **found.as_dict()}))
    elif str(out) != "-":
        print_tables([_moves_table(game, found, opening), _sides_table(game, found)])
    if not found.is_complete:
        typer.echo(f"plyground: interrupted after {len(found.moves)} of {found.plies} moves", err=True)
        raise typer.Exit(INTERRUPTED)


def _nth_game(games: Iterator[AnnotatedGame], which: int) -> AnnotatedGame:
    game = next(islice(games, which - 1, None), None)
    if game is None:
        raise InvalidRecord("file_without_game") if which == 1 else InvalidRecord("file_game_number", number=which)
    return game


def _holds_others(games: Iterator[AnnotatedGame]) -> bool:
    """Whether a file has more than one game, or more than can be read."""
    try:
        return len(list(islice(games, 2))) > 1
    except InvalidRecord:
        return True


def _reviewed(record: Record, limits: Limits) -> Review:
    with progress() as show, Interrupts().caught() as stop:

        def tell(move: GradedMove) -> None:
            done = move.ply + 1
            show(f"{done} of {len(record)} moves, {move.notation}", done / len(record))

        searcher = ExactSearcher(Searcher(record.game, hash_mb=HASH_MB), default_source())
        return review(record, limits, searcher=searcher, on_move=tell, stop=stop)


def _moves_table(game: AnnotatedGame, review: Review, opening: NamedOpening | None) -> TextTable:
    """The bad moves with better ones, and the name of the opening."""
    rows = [
        {
            "move": f"{move_number(game.start, move.ply)} {move.notation}",
            "grade": move.grade.value,
            "score": words.verdict(move.side, move.played.value),
            "better": " ".join(move.line_notation[:4]),
            "why": "; ".join(reason.text for reason in move.reasons),
        }
        for move in review.moves
        if move.grade in NAGS
    ]
    titles = {"move": "Move", "grade": "Grade", "score": "Score", "better": "Better", "why": "Why"}
    columns = [Column(key, title, is_number=False) for key, title in titles.items()]
    notes = [f"Opening: {opening}."] * (opening is not None) + ["No move was wrong."] * (not rows)
    return TextTable(_title(game), columns, rows, notes=notes, keys=5)


def _sides_table(game: AnnotatedGame, review: Review) -> TextTable:
    """The accuracy and grades of each side."""
    rows = []
    for side in Side:
        accuracy = review.accuracy(side)
        counts = {grade.value: count for grade, count in review.counts(side).items()}
        name = game.headers.get(side.value.capitalize(), "?")
        rows.append({"side": side.value if name == "?" else f"{side.value}, {name}", "accuracy": accuracy, **counts})
    columns = [
        Column("side", "Side", is_number=False),
        Column("accuracy", "Accuracy", lambda value: f"{value:.1f} %"),
        *(Column(grade.value, grade.value.capitalize()) for grade in Grade),
    ]
    return TextTable("", columns, rows)


def _title(game: AnnotatedGame) -> str:
    names = [game.headers.get(name, "?") for name in ("White", "Black")]
    return game.game.title if names == ["?", "?"] else f"{names[0]} – {names[1]}, {game.game.title}"


def _course(review: Review) -> list[tuple[float, str | None]]:
    """White's expected points after each move, and the grade of the bad ones."""
    return [
        (points(move.played.of(Side.WHITE)), move.grade.value if move.grade in NAGS else None) for move in review.moves
    ]
