"""Families of game files: which notation a file or a game has, and positions that stand one per line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from plyground.errors import InvalidPosition
from plyground.notation import mill, pdn, pgn, plain
from plyground.notation.annotated import AnnotatedGame
from plyground.protocol import Game, Position


@dataclass(frozen=True, slots=True)
class Family:
    """A notation: how its files' names end, and how games are read and written.

    Games are read with the one in mind that they probably are: where a file does not say it, they are that.
    """

    suffix: str
    read_games: Callable[[Path, Game], Iterator[AnnotatedGame]]
    write_game: Callable[[AnnotatedGame], str]


FAMILIES = {
    "chess": Family(".pgn", lambda path, _: pgn.read_games(path), pgn.write_game),
    "draughts": Family(".pdn", lambda path, game: pdn.read_games(path, game=game), pdn.write_game),
    "mill": Family(".mill", lambda path, game: mill.read_games(path, game=game), mill.write_game),
}
"""By the name of the game, its preset left out."""

PLAIN = Family(".game", lambda path, game: plain.read_games(path, game=game), plain.write_game)
"""For all other games."""


def family_of(game: Game) -> Family:
    """The notation a game is written in.

    >>> import plyground
    >>> family_of(plyground.game("draughts:english")).suffix, family_of(plyground.game("connect-four")).suffix
    ('.pdn', '.game')
    """
    return FAMILIES.get(game.name.partition(":")[0], PLAIN)


def family_of_file(path: Path) -> Family | None:
    """The notation of a file by how its name ends; None for anything else.

    >>> family_of_file(Path("openings.epd")) is None
    True
    """
    suffix = path.suffix.lower()
    return next((family for family in (*FAMILIES.values(), PLAIN) if family.suffix == suffix), None)


def read_position_lines(path: Path, game: Game) -> Iterator[tuple[int, Position]]:
    """The positions of a file with one FEN or EPD per line, each with the number of its line.

    Blank lines and those that begin with `#` are comments. A line that is no position raises `InvalidPosition`.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield number, game.from_fen(_without_operations(text, game))
        except InvalidPosition as error:
            raise InvalidPosition("positions_line", path=path, line=number, reason=error) from error


def _without_operations(text: str, game: Game) -> str:
    """The position of an EPD line, whose operations such as `id "x";` follow its four fields; others as they are."""
    if ";" not in text or family_of(game) is not FAMILIES["chess"]:
        return text
    return " ".join(text.split()[:4])
