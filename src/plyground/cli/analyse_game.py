"""The review of a game from a file: progress, the bad moves, the annotated game, and a plot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import typer

from plyground.cli import INTERRUPTED
from plyground.cli.options import check_target, find_game
from plyground.cli.output import print_tables, progress
from plyground.drawing.plots import course_figure, has_plots, save_as
from plyground.drawing.text_table import Column, TextTable
from plyground.errors import InvalidRecord
from plyground.games.files import notation_of, notation_of_file
from plyground.notation import AnnotatedGame
from plyground.notation.writer import move_number
from plyground.play.grades import NAGS, Grade, points
from plyground.play.review import GradedMove, Review, annotate, graded_moves
from plyground.play.terminal_words import verdict
from plyground.protocol import Side
from plyground.record import Record
from plyground.search.limits import Limits


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
        raise typer.BadParameter("--svg needs matplotlib; pip install 'plyground[lab]' brings it")
    check_target(out)
    check_target(svg)
    named = find_game(name, rules)
    notation = notation_of_file(path) or notation_of(named)
    game = _nth_game(notation.read_games(path, named), which)
    if out is not None and out.exists() and out.samefile(path) and _holds_others(notation.read_games(path, named)):
        raise typer.BadParameter(f"{out} holds other games too, which would be lost; expected another file for --out")
    record = game.record()
    review = _reviewed(record, limits)
    annotate(game, review.moves)
    if out is not None:
        text = notation.write_game(game)
        typer.echo(text, nl=False) if str(out) == "-" else out.write_text(text, encoding="utf-8")
    if svg is not None:
        save_as(course_figure(_title(game), _course(review)), svg)
    if as_json:
        typer.echo(json.dumps({"game": game.game.name, "headers": game.headers, **review.as_dict()}))
    elif str(out) != "-":
        print_tables([_moves_table(game, review), _sides_table(game, review)])
    if not review.is_complete:
        typer.echo(f"plyground: interrupted after {len(review.moves)} of {review.plies} moves", err=True)
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
    graded: list[GradedMove] = []
    with progress() as tell:
        try:
            for move in graded_moves(record, limits):
                graded.append(move)
                tell(f"{len(graded)} of {len(record)} moves, {move.notation}", len(graded) / len(record))
        except KeyboardInterrupt:
            pass
    return Review(tuple(graded), len(record))


def _moves_table(game: AnnotatedGame, review: Review) -> TextTable:
    """The bad moves with better ones."""
    rows = [
        {
            "move": f"{move_number(game.start, move.ply)} {move.notation}",
            "grade": move.grade.value,
            "score": verdict(move.side, move.played.value),
            "better": " ".join(move.line_notation[:4]),
            "why": "; ".join(reason.text for reason in move.reasons),
        }
        for move in review.moves
        if move.grade in NAGS
    ]
    titles = {"move": "Move", "grade": "Grade", "score": "Score", "better": "Better", "why": "Why"}
    columns = [Column(key, title, is_number=False) for key, title in titles.items()]
    notes = () if rows else ("No move was wrong.",)
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
