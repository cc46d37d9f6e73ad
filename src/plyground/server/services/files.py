"""Files: positions and games read from text in any of our notations, and written as text or as a picture."""

from __future__ import annotations

from msgspec.structs import replace

from plyground.abilities import HasNotation
from plyground.drawing.svg import draw_board
from plyground.errors import InvalidRecord, PlygroundError, ServiceRefused
from plyground.games.files import detect_notation, notation_of, notations
from plyground.games.registry import game_names, registered
from plyground.notation import AnnotatedGame, InvalidFile, Node
from plyground.notation.annotated import NULL_MOVE
from plyground.notation.notation import Notation
from plyground.notation.reader import ReadLimits
from plyground.protocol import Game, Result, Side
from plyground.record import Record
from plyground.server.positions import record_of, rules_of
from plyground.server.presenter import problem
from plyground.server.services.views import played_moves
from plyground.server.wire.http import ExportQuery, Imported, ImportedGame, ImportQuery, MoveNode
from plyground.server.wire.parts import MAX_PLIES, Exported, PositionQuery, Problem
from plyground.server.workers.job import Job, JobContext

MAX_CHARACTERS = 1_000_000
MAX_GAMES = 100
"""How many games of a text are read; the answer's `problem` says if there are more."""
MAX_MOVES = 50_000
"""All moves and variations of a text together."""
LIMITS = ReadLimits(moves=MAX_MOVES, variations=5_000, nesting=1_000)
"""What one game may contain; the most annotated games we know have some hundreds of variations."""
MAX_WARNINGS = 20
MAX_TAG_LENGTH = 1_000
MAX_NAG = 255

WINNERS = {"1-0": Side.WHITE, "0-1": Side.BLACK}


def import_text(query: ImportQuery, context: JobContext) -> Imported:
    """The games, or the position, in a text."""
    if len(query.text) > MAX_CHARACTERS:
        raise ServiceRefused("text_too_long", length=len(query.text), most=MAX_CHARACTERS)
    text = query.text.strip().removeprefix("\ufeff")
    game = registered(query.game) if query.game else None
    if not text:
        raise InvalidRecord("file_without_game")
    position = _as_position(text, game)
    if position is not None:
        return Imported(format="fen", games=[_imported(position)], problem=None)
    notation, lines = detect_notation(text, game)
    found: list[ImportedGame] = []
    wrong: Problem | None = None
    warnings: list[Problem] = []
    left = MAX_MOVES
    try:
        for read in notation.read_games(lines, game, limits=LIMITS):
            left -= sum(1 for _ in read.walk())
            if len(found) == MAX_GAMES or left < 0:
                raise ServiceRefused("file_too_long", games=MAX_GAMES, moves=MAX_MOVES)
            if (plies := _plies(read)) > MAX_PLIES:
                raise ServiceRefused("game_too_long", plies=plies, most=MAX_PLIES)
            found.append(_imported(read))
            warnings += map(problem, read.warnings[: MAX_WARNINGS - len(warnings)])
        if not found:
            raise InvalidRecord("file_without_game")
    except PlygroundError as error:
        wrong = problem(error)
        partial = error.partial if isinstance(error, InvalidFile) else None
        if partial is not None and not found and _plies(partial) <= MAX_PLIES:
            found.append(_imported(partial))
    return Imported(format=notation.name, games=found, problem=wrong, warnings=warnings)


def _plies(read: AnnotatedGame) -> int:
    """The length of the longest line."""
    return max(node.ply for node in read.walk())


def _as_position(text: str, game: Game | None) -> AnnotatedGame | None:
    """The position that a single line describes, of the given game or of the first game that accepts it."""
    if "\n" in text:
        return None
    for name in (game.name,) if game else game_names():
        try:
            one = game or registered(name)
            if game is not None or isinstance(one, HasNotation):
                return AnnotatedGame(one.from_fen(text))
        except PlygroundError:
            continue
    return None


def _imported(read: AnnotatedGame) -> ImportedGame:
    record = read.record()
    usual = read.game.start().fen
    return ImportedGame(
        game=read.game.name,
        rules=rules_of(read.game),
        start="" if read.start.fen == usual else read.start.fen,
        moves=played_moves(record),
        tags={name: value[:MAX_TAG_LENGTH] for name, value in read.headers.items()},
        outcome=record.outcome() or _written_result(read.result),
        comment=f"{read.root.comment} {_null_lines(read.root)}".strip(),
        tree=_tree(read),
    )


def _tree(read: AnnotatedGame) -> list[MoveNode]:
    """The moves of a game; a line that begins with a null move, which boards cannot play, is a comment."""
    places = {id(read.root): -1}
    nodes: list[MoveNode] = []
    for node in read.walk():
        if node.move is None or node.parent is None or id(node.parent) not in places or node.move is NULL_MOVE:
            continue
        places[id(node)] = len(nodes)
        comment = f"{node.before} {node.comment} {_null_lines(node)}".strip()
        nodes.append(
            MoveNode(
                parent=places[id(node.parent)],
                move=str(node.move),
                notation=node.notation,
                comment=comment,
                nags=list(node.nags),
            )
        )
    return nodes


def _null_lines(node: Node) -> str:
    """The continuations of a node that begin with a null move, as words."""
    lines = ([each, *each.main_line()] for each in node.variations if each.move is NULL_MOVE)
    return " ".join(f"({' '.join(each.notation for each in line)})" for line in lines)


def _written_result(text: str) -> Result | None:
    """A result that only the file states."""
    return None if text == "*" else Result(WINNERS.get(text), "as_recorded")


def export(query: ExportQuery, context: JobContext) -> Exported:
    """A position or game as a file."""
    record = record_of(query.position)
    if query.format == "fen":
        return _file(record.game, ".fen", record.position.fen + "\n")
    if query.format == "svg":
        picture = draw_board(record.game.geometry, record.view, flipped=query.flipped)
        return _file(record.game, ".svg", picture, "image/svg+xml")
    notation = notations().get(query.format)
    if notation is None:
        known = ", ".join(("fen", "svg", *notations()))
        raise ServiceRefused("unknown_format", name=query.format, known=known)
    game = _annotated(record, query) if query.tree else AnnotatedGame.from_record(record, query.tags)
    if game.result == "*" and query.tags.get("Result") in (*WINNERS, "1/2-1/2"):
        game.result = query.tags["Result"]
    return game_file(game, notation)


def export_each(queries: list[ExportQuery], context: JobContext) -> list[Exported]:
    """Games as files, each in its own notation."""
    files = []
    for query in queries:
        game = AnnotatedGame.from_record(record_of(query.position), query.tags)
        game.result = query.tags["Result"]
        files.append(game_file(game))
    return files


def export_all(queries: list[ExportQuery], context: JobContext) -> Exported:
    """Games of one kind as a file, in their own notation."""
    files = export_each(queries, context)
    return replace(files[0], text="\n".join(file.text for file in files))


def notate(positions: list[PositionQuery], context: JobContext) -> list[str]:
    """The moves of games in their own notation, with blanks between them."""
    return [" ".join(played.notation for played in played_moves(record_of(one))) for one in positions]


def game_file(game: AnnotatedGame, notation: Notation | None = None) -> Exported:
    """A game as a file, by default in its own notation."""
    notation = notation or notation_of(game.game)
    return _file(game.game, notation.suffix, notation.write_game(game), notation.media_type)


def _file(game: Game, suffix: str, text: str, media_type: str = "text/plain") -> Exported:
    return Exported(text=text, filename=game.name.replace(":", "-") + suffix, media_type=media_type)


def _annotated(record: Record, query: ExportQuery) -> AnnotatedGame:
    """The game with the variations, comments and signs of the query."""
    outcome = record.outcome()
    game = AnnotatedGame(record.start, query.tags, outcome.score if outcome else "*")
    game.root.comment = query.comment
    nodes = [game.root]
    for written in query.tree:
        node = nodes[min(max(written.parent, -1), len(nodes) - 2) + 1].add(written.move)
        node.comment = written.comment
        node.nags = [nag for nag in written.nags if 0 <= nag <= MAX_NAG]
        nodes.append(node)
    return game


IMPORT = Job("read a game", import_text, ImportQuery, Imported)
EXPORT = Job("write a game", export, ExportQuery, Exported)
NOTATE = Job("notate games", notate, list[PositionQuery], list[str])
EXPORT_EACH = Job("write games one by one", export_each, list[ExportQuery], list[Exported])
EXPORT_ALL = Job("write games", export_all, list[ExportQuery], Exported)
