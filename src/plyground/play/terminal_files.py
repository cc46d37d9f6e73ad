"""Games of the terminal in files: saved and loaded in the notation of the game, PGN, PDN, mill or plain."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from itertools import islice
from pathlib import Path

from plyground.errors import InvalidRecord
from plyground.games.files import notation_of, read_games, write_game
from plyground.notation.annotated import AnnotatedGame
from plyground.protocol import Game, Side
from plyground.record import Record
from plyground.search.searcher import rules_key
from plyground.writing import write_text


class GameFiles:
    """Saves and loads the games of one session."""

    def __init__(self) -> None:
        self._saved: set[Path] = set()
        """The files written here, which may be written again."""

    def save(self, record: Record, players: Mapping[Side, str], name: str) -> Path:
        """Writes the game and returns the path; a name without a suffix gets that of the notation.

        Raises `InvalidRecord` without a name, and for a file that this session did not write.
        """
        if not name:
            raise InvalidRecord("file_name_missing", command="save", suffix=notation_of(record.game).suffix)
        path = Path(name).expanduser()
        if not path.suffix:
            path = path.with_suffix(notation_of(record.game).suffix)
        if path.exists() and path.resolve() not in self._saved:
            raise InvalidRecord("file_exists", path=path)
        headers = {
            "Date": f"{date.today():%Y.%m.%d}",
            "White": players[Side.WHITE],
            "Black": players[Side.BLACK],
        }
        write_text(path, write_game(AnnotatedGame.from_record(record, headers)))
        self._saved.add(path.resolve())
        return path


def load(game: Game, words: str) -> AnnotatedGame:
    """Reads a game from `FILE` or `FILE NUMBER`; raises `InvalidRecord` if the file holds no such game of this kind."""
    name, number = words, 1
    head, _, tail = words.rpartition(" ")
    if head and tail.isdecimal() and len(tail) < 10 and not Path(words).expanduser().exists():
        name, number = head.strip(), int(tail)
    if not name:
        raise InvalidRecord("file_name_missing", command="load", suffix=notation_of(game).suffix)
    path = Path(name).expanduser()
    if path.exists() and not path.is_file():
        raise InvalidRecord("file_not_a_file", path=path)
    found = next(islice(read_games(path, game), max(number - 1, 0), None), None)
    if found is None or number == 0:
        raise InvalidRecord("file_game_number", number=number)
    if rules_key(found.game) != rules_key(game):
        raise InvalidRecord("file_other_game", path=path, other=found.game.name, game=game.name)
    return found
