"""What the engine knows between commands: its settings, the game, the position, and the player that searches it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from plyground.abilities import HasEngineNames, HasQuickForm
from plyground.database.book import Book, BookMove
from plyground.database.books import default_book, open_book
from plyground.database.endgames import default_source
from plyground.database.memory import Memory
from plyground.database.syzygy import Tablebase
from plyground.database.tt_files import save_tt
from plyground.database.verdict import NothingKnown
from plyground.engines.options import EngineOption
from plyground.errors import InvalidBook, InvalidDatabase, InvalidOption, InvalidPosition
from plyground.games import registry
from plyground.play.engine_player import EnginePlayer
from plyground.protocol import Game, Move
from plyground.record import Record
from plyground.rules import CUSTOM
from plyground.search.searcher import Searcher, Style, styles_of
from plyground.search.weights import Weights
from plyground.uci.commands import Go, parse_position
from plyground.uci.options import PLAYING, EngineSettings
from plyground.uci.tasks import SearchRequest

_CHOOSE_GAME = ("UCI_Variant", "Rules", "UCI_Chess960")


class EngineSetup:
    """Changes at once when an option is set; a running search continues with the values it started with."""

    def __init__(self) -> None:
        self.settings = EngineSettings()
        self.game: Game = find_game(self.settings.text("UCI_Variant"))
        self._record: Record | None = Record(self.game.start())
        """None after a refused `position`."""
        self._book = _OwnBook()
        self._player: EnginePlayer | None = None
        self._made_for: tuple[object, ...] = ()
        self._is_new_game = False
        self._loads_tt = True
        """Whether a hash table that is created or cleared starts with the contents of HashFile."""
        self._tablebase: Tablebase | None = None
        self._errors: list[Exception] = []
        """What went wrong with HashFile or the databases and has not been reported yet."""

    def set(self, option: EngineOption, value: str) -> None:
        """Sets an option; raises a `PlygroundError` and changes nothing if the value cannot be used."""
        name = option.name
        changed = replace(self.settings, values=self.settings.values | {name.lower(): value})
        if name == "Clear Hash":
            self._is_new_game, self._loads_tt = True, False
            return
        if name == "Save Hash":
            self._save_tt()
            return
        if name in _CHOOSE_GAME:
            self._choose_game(changed)
        elif name == "BookFile":
            self._book.use(_path(value))
        elif name == "HashFile":
            _path(value)
            self._is_new_game, self._loads_tt = True, True
        elif name == "WeightsFile" and value:
            Weights.read(Path(value), self.game)
        elif name == "SyzygyPath":
            tablebase = Tablebase(value) if value else None
            if self._tablebase is not None:
                self._tablebase.close()
            self._tablebase = tablebase
        self.settings = changed

    def _choose_game(self, changed: EngineSettings) -> None:
        game = find_game(changed.text("UCI_Variant"), changed.text("Rules"), chess960=changed.is_on("UCI_Chess960"))
        if game is not self.game:
            self._record = Record(game.start())
            self.game = game

    def new_game(self) -> None:
        """The next position belongs to another game."""
        self._record = Record(self.game.start())
        self._is_new_game, self._loads_tt = True, True

    def place(self, words: list[str]) -> None:
        """Takes the position from the words after `position`; if it is refused, there is none."""
        self.forget_position()
        self._record = parse_position(self.game, words)

    def forget_position(self) -> None:
        """The GUI has another position than we could read, so no answer may come from the one before."""
        self._record = None

    @property
    def record(self) -> Record:
        """The game so far; raises `InvalidPosition` if its position was refused."""
        if self._record is None:
            raise InvalidPosition("uci_no_position")
        return self._record

    def player(self) -> EnginePlayer:
        """The player of the current settings; call it only while nothing is searching."""
        settings = self.settings
        algorithm = settings.text("Algorithm")
        level = settings.level(self.game)
        uses_databases = settings.is_on("Databases") and level is None
        weights = settings.text("WeightsFile")
        options = settings.number("Hash"), settings.number("Threads"), settings.text("Style"), uses_databases, weights
        wanted = (self.game, algorithm, settings.number("Seed"), *(options if algorithm == PLAYING else ()))
        if self._player is None or self._made_for != wanted:
            # The old hash table goes first: there may not be room for both.
            self._player = None
            hash_mb, threads, *_ = options
            self._player = EnginePlayer(
                level=level,
                style=self._style(),
                seed=settings.number("Seed") or None,
                hash_mb=hash_mb,
                threads=threads,
                weights=Path(weights) if weights else None,
                algorithm="" if algorithm == PLAYING else algorithm,
                memory=self._book,
                databases=default_source() if uses_databases else NothingKnown(),
            )
            self._made_for, self._is_new_game = wanted, True
        if self._is_new_game:
            try:
                self._player.new_game(self.game)
            except InvalidDatabase as error:
                self._errors.append(error)
                self._player.databases = NothingKnown()
                self._player.new_game(self.game)
            self._load_tt(self._player)
            self._is_new_game = False
        self._player.level = level
        return self._player

    def _style(self) -> Style:
        """The chosen style. A game that does not have it is played in the normal one, and the next search says so."""
        chosen, known = self.settings.text("Style"), styles_of(self.game)
        if chosen in known:
            return next(style for style in known if style == chosen)
        self._errors.append(InvalidOption("bot_style", game=self.game.name, style=chosen, known=", ".join(known)))
        return "normal"

    def _load_tt(self, player: EnginePlayer) -> None:
        """Loads HashFile; an error is reported with the next search."""
        file, searcher = self.settings.text("HashFile"), player.searcher
        if not file or not self._loads_tt or not isinstance(searcher, Searcher):
            return
        try:
            if Path(file).exists():
                searcher.merge_tt(file)
        except Exception as error:
            self._errors.append(error)

    def _save_tt(self) -> None:
        file = self.settings.text("HashFile")
        searcher = None if self._player is None else self._player.searcher
        if not file:
            raise InvalidOption("uci_hash_file")
        if not isinstance(searcher, Searcher):
            raise InvalidOption("uci_nothing_found")
        save_tt(searcher, Path(file))

    def request(self, go: Go, heard_at: float, *, mate_in_plies: bool) -> SearchRequest:
        """The search that `go` asks for; what cannot be done is added to its complaints."""
        settings, record = self.settings, self.record
        legal: list[Move] = []
        for text in go.searchmoves:
            try:
                legal.append(record.position.parse(text))
            except Exception as error:
                go.complaints.append(error)
        player: EnginePlayer | None = None
        try:
            player = self.player()
        except Exception as error:
            go.complaints.append(error)
        go.complaints += self._errors
        self._errors.clear()
        limits = go.limits(record.position.side_to_move, settings.number("Move Overhead"))
        request = SearchRequest(
            record=record,
            player=player,
            limits=replace(limits, moves=tuple(legal)),
            heard_at=heard_at,
            lines=settings.number("MultiPV"),
            ponders=go.ponder,
            waits=go.waits,
            show_wdl=settings.is_on("UCI_ShowWDL"),
            mate_in_plies=mate_in_plies,
        )
        return request if self._tablebase is None or legal else _by_tablebase(request, self._tablebase)

    def book_move(self, go: Go, player: EnginePlayer | None) -> Move | None:
        """The book's move, if a book is used and `go` asks for a free choice."""
        if not self.settings.is_on("OwnBook") or go.waits or go.ponder or go.searchmoves:
            return None
        result = None if player is None else player.book_move(self.record)
        go.complaints += self._book.errors
        self._book.errors.clear()
        return None if result is None else result.move


class _OwnBook(Memory):
    """The book in BookFile, otherwise the default book of the game; opened when it is first needed."""

    def __init__(self) -> None:
        super().__init__()
        self._given: Book | None = None
        self._opened_for: Game | None = None
        self.errors: list[Exception] = []
        """Each problem with a book, once."""

    def use(self, path: Path | None) -> None:
        """Uses the book in a file, or none; raises `InvalidBook` and keeps the one before."""
        self._given = None if path is None else open_book(path)
        self._opened_for = None

    def suggest(self, record: Record, level: int, seed: int) -> BookMove | None:
        if self._opened_for is not record.game:
            self._opened_for, self._book = record.game, None
            try:
                self._book = self._find(record.game)
            except InvalidBook as error:
                self.errors.append(error)
        return super().suggest(record, level, seed)

    def _find(self, game: Game) -> Book | None:
        if self._given is None:
            return default_book(game)
        self._given.check(game)
        return self._given


def _by_tablebase(request: SearchRequest, tablebase: Tablebase) -> SearchRequest:
    """The same search among the moves that the tablebase calls best."""
    verdict = tablebase.look_up(request.record.position)
    if verdict is None:
        return request
    limits = replace(request.limits, moves=verdict.moves)
    return replace(request, limits=limits, known=verdict.score, tablebase_hits=verdict.hits)


def find_game(variant: str, rules: str = "", *, chess960: bool = False) -> Game:
    """The game that the options UCI_Variant, Rules and UCI_Chess960 name together; a preset ignores Rules.

    Rules are a file, or one line like `men=7 fly_at=never` for mill and `flying_kings=no` for draughts.

    >>> find_game("chess", chess960=True).name, find_game("mill").name, find_game("mill", "men=7").name
    ('chess:960', 'mill:nine', 'mill:custom')
    """
    base, _, preset = variant.partition(":")
    if chess960 and not preset and (found := _by_uci_options({"UCI_Variant": base, "UCI_Chess960": "true"})):
        return found
    if not rules or base not in registry.families_with_rules() or preset not in ("", CUSTOM):
        return _quick(registry.game(variant))
    made = registry.rules_type(base)
    is_path = "=" not in rules or os.path.isfile(rules)
    path = _path(rules) if is_path else None
    return _quick(registry.game_with_rules(base, made.from_line(rules) if path is None else made.load(path)))


def _path(text: str) -> Path | None:
    """The path in the value of an option; raises `InvalidOption` for a pipe or a device, which may never end."""
    path = Path(text)
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise InvalidOption("uci_no_file", path=path)
    return path if text else None


def _quick(game: Game) -> Game:
    """The game without positions whose moves take long to list: between two moves it could not be stopped."""
    return game.quick if isinstance(game, HasQuickForm) else game


def _by_uci_options(wanted: Mapping[str, str]) -> Game | None:
    """The game that these options select by its own `HasEngineNames`."""
    names = (name for name in registry.game_names() if name.partition(":")[0] == wanted["UCI_Variant"])
    games = (registry.registered(name) for name in names)
    return next((game for game in games if isinstance(game, HasEngineNames) and game.engine_names.uci == wanted), None)
