"""Notation: one kind of game files, like PGN, read game by game and written."""

from __future__ import annotations

import io
import os
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import ClassVar, TextIO, TypeAlias

from plyground.errors import InvalidPosition, InvalidRecord, UnknownGame
from plyground.notation.annotated import AnnotatedGame, InvalidFile
from plyground.notation.dialect import Dialect, InvalidTag
from plyground.notation.reader import UNLIMITED, ReadLimits, read_all
from plyground.notation.writer import format_movetext, format_tags
from plyground.protocol import Game, Position, Side
from plyground.writing import replacing

Source: TypeAlias = str | os.PathLike[str] | Iterable[str]
"""A text, the path of a file, or lines, like those of an open file; a `str` is always the text itself."""

Target: TypeAlias = TextIO | os.PathLike[str]

OnError: TypeAlias = Callable[[InvalidFile], None]

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven tags every game has, in the order of the PGN standard, and their values where nothing is known (8.1.1)."""

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*", "1/2": "1/2-1/2", "½-½": "1/2-1/2"}
"""Results as people write them where a win counts one point -> the one spelling we keep."""


class Notation(Dialect):
    """How the files of some games are written. A game supplies its own by `HasNotation`."""

    name: ClassVar[str]
    """One word, like `pgn`."""
    suffix: ClassVar[str]
    """The suffix of its files, like `.pgn`."""
    media_type: ClassVar[str] = "text/plain"
    results: ClassVar[Mapping[str, str]] = RESULTS

    def recognises(self, tags: Mapping[str, str]) -> bool:
        """Whether these tags of a game show that it is written in this notation."""
        return False

    @abstractmethod
    def tags(self, game: AnnotatedGame) -> dict[str, str]:
        """The tags that are written before a game; raises `InvalidRecord` for a game of another notation."""

    def first_number(self, start: Position) -> int:
        """The number of the first move in a game that begins from a position."""
        return 1

    def opens(self, game: Game) -> Side:
        """The side that makes the first of the two moves with a number."""
        return Side.WHITE

    def written_result(self, game: AnnotatedGame) -> str:
        """The result as files write it."""
        return game.result

    def position_text(self, line: str) -> str:
        """The position in a line of a file with one position per line."""
        return line

    def read_games(
        self,
        source: Source,
        game: Game | None = None,
        *,
        on_error: OnError | None = None,
        limits: ReadLimits = UNLIMITED,
        strict: bool = False,
    ) -> Iterator[AnnotatedGame]:
        """The games of a text, an open file, or the file at a path, each read when it is asked for.

        `game` is assumed where tags do not name one. The first error raises `InvalidFile` after all games before it.
        With `on_error` the error goes to that function instead, and reading continues with the next game;
        `error.partial` is what could be read of the broken one. Set `limits` to read what strangers send.

        What is against the notation but has only one meaning is read, with a warning in `game.warnings`; if `strict`,
        it is an error.

        >>> from plyground.games.chess.notation import PGN
        >>> text = "1. e4 e5 2. Ke3 *  1. d4 (1. c4 {English}) d5 1/2-1/2"
        >>> [game.result for game in PGN.read_games(text, on_error=print)]
        Line 1, column 13: 'Ke3' is not legal. No white king can move to e3.
        ['1/2-1/2']
        """
        for read in read_all(lines_of(source), self, game, limits, strict=strict):
            if isinstance(read, AnnotatedGame):
                yield read
            elif on_error is None:
                raise read
            else:
                on_error(read)

    def read_game(self, source: Source, game: Game | None = None, *, strict: bool = False) -> AnnotatedGame:
        """The first game of a source; raises `InvalidRecord` if there is none."""
        return first_of(self.read_games(source, game, strict=strict))

    def write_game(self, game: AnnotatedGame, *, columns: int | None = 80) -> str:
        """A game as text, with every line shorter than `columns` where the words allow it; None does not wrap."""
        result = self.written_result(game)
        tags = self.tags(game) | {"Result": result}
        movetext = format_movetext(
            game,
            result=result,
            first_number=self.first_number(game.start),
            opens=self.opens(game.game),
            columns=columns,
        )
        return f"{format_tags(tags)}\n\n{movetext}\n"

    def write_games(self, target: Target, games: Iterable[AnnotatedGame], *, columns: int | None = 80) -> None:
        """Writes games one after another to an open file or, as UTF-8, to the file at a path."""
        texts = (self.write_game(game, columns=columns) for game in games)
        separated = (f"\n{text}" if number else text for number, text in enumerate(texts))
        if isinstance(target, os.PathLike):
            with replacing(Path(target)) as file:
                file.writelines(text.encode(errors="replace") for text in separated)
        else:
            for text in separated:
                target.write(text)


class PlainNotation(Notation):
    """For games without their own notation: tags and numbered moves as in PGN, and a tag that names the game."""

    name = "plain"
    suffix = ".game"
    max_move_length = None

    def __init__(self, find: Callable[[str], Game]) -> None:
        self._find = find
        """The game of a name; it must be safe for names that come from anywhere."""

    def start(self, headers: Mapping[str, str], game: Game | None) -> Position:
        """The start position in the game that the tag names; `game` counts by its own name even if it is unknown."""
        if game is not None and headers.get("Game", game.name) == game.name:
            return start_of(game, headers)
        if "Game" not in headers:
            raise InvalidTag("Game", InvalidRecord("game_tag_missing"))
        return named_start(headers["Game"], headers, self._find)

    def recognises(self, tags: Mapping[str, str]) -> bool:
        """Whether there is a tag that names the game; notations that have one too are asked first."""
        return "Game" in tags

    def tags(self, game: AnnotatedGame) -> dict[str, str]:
        """The roster, the other tags, the name of the game, and the start if it is not the usual one."""
        tags = roster_tags(game, without=("Game", *SETUP_TAGS)) | {"Game": game.game.name}
        return tags | setup_tags(game)


SETUP_TAGS = ("SetUp", "FEN")


def setup_tags(game: AnnotatedGame, *, always: bool = False) -> dict[str, str]:
    """The tags that describe the start of a game; none for the usual start."""
    is_usual = game.start.fen == game.game.start().fen
    return {} if is_usual and not always else dict(zip(SETUP_TAGS, ("1", game.start.fen), strict=True))


def roster_tags(game: AnnotatedGame, *, without: Collection[str] = ()) -> dict[str, str]:
    """The seven roster tags, then the others except those that the notation adds itself.

    >>> import plyground
    >>> game = AnnotatedGame(plyground.game("chess").start(), {"Annotator": "Me", "White": "Deep Blue"}, "1-0")
    >>> " ".join(roster_tags(game)), roster_tags(game)["Result"]
    ('Event Site Date Round White Black Result Annotator', '1-0')
    """
    tags = {tag: game.headers.get(tag) or unknown for tag, unknown in ROSTER.items()}
    tags["Result"] = game.result
    return tags | {tag: value for tag, value in game.headers.items() if tag not in ROSTER and tag not in without}


def start_of(game: Game, headers: Mapping[str, str]) -> Position:
    """The start position that the tags give a game; raises `InvalidTag`, as `Notation.start` must."""
    fen = fen_of(headers)
    try:
        return game.from_fen(fen) if fen else game.start()
    except InvalidPosition as error:
        raise InvalidTag("FEN", error) from error


def fen_of(headers: Mapping[str, str]) -> str:
    """The position in the tag `FEN`; empty for the usual start."""
    fen = headers.get("FEN", "").strip()
    return "" if fen in ("?", "startpos") else fen


def named_start(name: str, headers: Mapping[str, str], find: Callable[[str], Game]) -> Position:
    """The start position in the game that the tag `Game` names."""
    try:
        return start_of(find(name), headers)
    except UnknownGame as error:
        raise InvalidTag("Game", error) from error


def first_of(games: Iterable[AnnotatedGame]) -> AnnotatedGame:
    """The first game of a file; raises `InvalidRecord` if there is none."""
    for game in games:
        return game
    raise InvalidRecord("file_without_game")


def lines_of(source: Source) -> Iterator[str]:
    """The lines of a source with any kind of line ends."""
    if isinstance(source, str):
        yield from lines_of(io.StringIO(source, newline=None))
    elif isinstance(source, os.PathLike):
        with Path(source).open("rb") as file:
            for block in file:
                yield from (_decoded(line) for line in block.splitlines())
    else:
        yield from (line if line.isascii() else _well_formed(line) for line in source)


def _decoded(line: bytes) -> str:
    """UTF-8, or else the encoding of older programs; decided line by line, because collections mix them."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _well_formed(line: str) -> str:
    """Without lone surrogates, which stand for undecodable bytes in some streams and cannot be written again."""
    return line.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
