"""What the engine knows between commands: its settings, the game they name, the position, and who thinks about it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from plyground.errors import InvalidOption
from plyground.play.levels import Level
from plyground.record import Record
from plyground.search.searcher import STYLES, Searcher
from plyground.search.textbook import TextbookSearcher
from plyground.uci.engine_book import EngineBook
from plyground.uci.engine_options import PLAYING, Settings
from plyground.uci.positions import parse_position
from plyground.uci.searching import Order
from plyground.uci.variants import find_game

if TYPE_CHECKING:
    from plyground.database.syzygy import Tablebase
    from plyground.engines.options import EngineOption
    from plyground.protocol import Game, Move
    from plyground.uci.go import Go

_CHOOSE_GAME = ("UCI_Variant", "Rules", "UCI_Chess960")


class EngineSetup:
    """Changes at once when it is told something; a search that runs goes on with what was so when it began."""

    def __init__(self) -> None:
        self.settings = Settings.usual()
        self._game: Game = find_game(self.settings.text("UCI_Variant"))
        self.record = Record(self._game.start())
        self._thinker: Searcher | TextbookSearcher | None = None
        self._made_for: tuple[object, ...] = ()
        self._is_stale = False
        self._loads_tt = True
        """Whether a table that is made or cleared begins with what HashFile holds."""
        self._book = EngineBook()
        self._tablebase: Tablebase | None = None
        self._mishap: Exception | None = None
        """What went wrong with the table in HashFile and has not been said yet."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    def set(self, option: EngineOption, value: str) -> None:
        """Takes a new value; raises a `PlygroundError` and changes nothing if it cannot be used."""
        name = option.name
        changed = replace(self.settings, values=self.settings.values | {name.lower(): value})
        if name == "Clear Hash":
            self._is_stale, self._loads_tt = True, False
            return
        if name == "Save Hash":
            self._save_tt()
            return
        if name in _CHOOSE_GAME:
            self._choose_game(changed)
        elif name == "BookFile":
            self._book.give(value)
        elif name == "HashFile":
            self._is_stale, self._loads_tt = True, True
        elif name == "SyzygyPath":
            tablebase = _open_tablebase(value) if value else None
            if self._tablebase is not None:
                self._tablebase.close()
            self._tablebase = tablebase
        self.settings = changed

    def _choose_game(self, changed: Settings) -> None:
        game = find_game(changed.text("UCI_Variant"), changed.text("Rules"), chess960=changed.is_on("UCI_Chess960"))
        if game is not self._game:
            self.record = Record(game.start())
            self._game = game

    def new_game(self) -> None:
        """The next position belongs to another game."""
        self.record = Record(self._game.start())
        self._is_stale, self._loads_tt = True, True

    def place(self, words: list[str]) -> None:
        """Takes the position that the words after `position` describe."""
        self.record = parse_position(self._game, words)

    def thinker(self) -> Searcher | TextbookSearcher:
        """Who thinks, made anew when the settings want another one; only while nobody is thinking."""
        settings = self.settings
        hash_mb, threads, style = settings.number("Hash"), settings.number("Threads"), settings.text("Style")
        algorithm = settings.text("Algorithm")
        wanted = (self._game, algorithm, *((hash_mb, threads, style) if algorithm == PLAYING else ()))
        if self._thinker is None or self._made_for != wanted:
            # The old table goes first, because there may not be room for both.
            self._thinker = None
            playing = algorithm == PLAYING
            self._thinker = self._searcher(hash_mb, threads, style) if playing else TextbookSearcher(algorithm)
            self._made_for = wanted
            self._load_tt()
        elif self._is_stale:
            self._thinker.clear()
            self._load_tt()
        self._is_stale = False
        return self._thinker

    def _load_tt(self) -> None:
        """Begins with what HashFile holds instead of nothing; what is wrong with it is said with the next search."""
        file = self.settings.text("HashFile")
        if not file or not self._loads_tt or not isinstance(self._thinker, Searcher):
            return
        try:
            if Path(file).exists():
                self._thinker.merge_tt(file)
        except Exception as error:
            self._mishap = error

    def _save_tt(self) -> None:
        """Keeps what has been found in HashFile."""
        from plyground.database.tt_files import save_tt

        file = self.settings.text("HashFile")
        if not file:
            raise InvalidOption("uci_hash_file")
        if not isinstance(self._thinker, Searcher):
            raise InvalidOption("uci_nothing_found")
        save_tt(self._thinker, Path(file))

    def _searcher(self, hash_mb: int, threads: int, style: str) -> Searcher:
        named = next(each for each in STYLES if each == style)
        return Searcher(self._game, hash_mb=hash_mb, threads=threads, style=named)

    def order(self, go: Go, heard_at: float, *, mate_in_plies: bool) -> Order:
        """What `go` asks for in this position; whatever cannot be done is added to its complaints."""
        settings, record = self.settings, self.record
        limits = go.limits(record.position.side_to_move, settings.overhead_ms)
        legal: list[str] = []
        for text in go.searchmoves:
            try:
                legal.append(str(record.position.parse(text)))
            except Exception as error:
                go.complaints.append(error)
        searcher: Searcher | TextbookSearcher | None = None
        try:
            searcher = self.thinker()
        except Exception as error:
            go.complaints.append(error)
        if self._mishap is not None:
            go.complaints.append(self._mishap)
            self._mishap = None
        number = settings.level(record.game)
        level = None if number is None else Level.of(number)
        if level is not None:
            nodes = min(limits.nodes or level.nodes, level.nodes)
            limits = replace(limits, nodes=nodes, depth=min(limits.depth or level.depth, level.depth))
        order = Order(
            record=record,
            searcher=searcher,
            limits=replace(limits, moves=tuple(legal)),
            heard_at=heard_at,
            lines=settings.number("MultiPV"),
            level=level,
            ponders=go.ponder,
            waits=go.waits,
            show_wdl=settings.is_on("UCI_ShowWDL"),
            mate_in_plies=mate_in_plies,
        )
        return order if self._tablebase is None or legal else _by_tablebase(order, self._tablebase)

    def book_move(self, go: Go) -> Move | None:
        """The book's move, where a book is used, knows the position, and a move of one's own choice is wanted."""
        if not self.settings.is_on("OwnBook") or go.waits or go.ponder or go.searchmoves:
            return None
        return self._book.move(self.record, self.settings.number("Seed"), go.complaints)


def _by_tablebase(order: Order, tablebase: Tablebase) -> Order:
    """The same search among the moves that the tablebase calls best."""
    verdict = tablebase.look_up(order.record.position)
    if verdict is None:
        return order
    limits = replace(order.limits, moves=verdict.moves)
    return replace(order, limits=limits, known=verdict.score, tablebase_hits=verdict.hits)


def _open_tablebase(path: str) -> Tablebase:
    from plyground.database.syzygy import Tablebase

    return Tablebase(path)
