"""Abilities: what a game may offer beyond `Game`, each a protocol that is tested with `isinstance` where it is used.

They mirror the optional concepts of `core/game.hpp`: callers ask "can you?", never "which game are you?". Any game
may have any of them, whether it is native or written in Python.

>>> import plyground
>>> isinstance(plyground.game("mill"), HasRules), isinstance(plyground.game("chess"), HasRules)
(True, False)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from plyground.notation.notation import Notation
from plyground.position_form import PositionForm
from plyground.protocol import Game, Move, Position
from plyground.reasons import Reason
from plyground.rules import CUSTOM, GameRules
from plyground.turn import Turn

R = TypeVar("R", bound=GameRules)

MAX_OPENING_PLIES = 40
"""Later positions belong to no opening."""


@runtime_checkable
class HasRules(Protocol):
    """Is played by rules with options, and can be played by others of the same family."""

    @property
    def rules(self) -> GameRules:
        """The rules of this game."""

    def with_rules(self, rules: Any) -> Game:
        """A game of the same family with custom rules, a value of the same type as `rules`."""


def family_rules(game: Game, kind: type[R]) -> R | None:
    """The rules of a game of the family whose rules are of this type; None for other games."""
    return game.rules if isinstance(game, HasRules) and isinstance(game.rules, kind) else None


@runtime_checkable
class HasQuickForm(Protocol):
    """Has positions whose moves take long to list, and can refuse them."""

    @property
    def quick(self) -> Game:
        """The same game without those positions, for servers and others who must not wait."""


def custom_rules(game: Game) -> GameRules | None:
    """The rules of a game with custom rules; None for a game that its name describes completely.

    >>> import plyground
    >>> from plyground.games.mill import Mill, MillRules
    >>> custom_rules(Mill(rules=MillRules(men=7))).to_line(), custom_rules(plyground.game("mill:lasker"))
    ('men=7', None)
    """
    return game.rules if isinstance(game, HasRules) and game.name.endswith(f":{CUSTOM}") else None


@runtime_checkable
class HasNamedEvaluations(Protocol):
    """Has further evaluations that are chosen by name."""

    @property
    def evaluations(self) -> Sequence[str]:
        """Their names."""

    def evaluate_by_name(self, position: Any, name: str, seed: int = 0) -> int:
        """The estimate of one of them from the side to move; `seed` selects the noise of those that have any."""


def evaluations_of(game: Game) -> Sequence[str]:
    """The names of a game's further evaluations, if it has any."""
    return game.evaluations if isinstance(game, HasNamedEvaluations) else ()


@runtime_checkable
class HasWeights(Protocol):
    """Has an evaluation for playing whose weights can be replaced; see `plyground.search.weights`."""

    @property
    def weight_fields(self) -> Sequence[tuple[str, Sequence[int]]]:
        """The names of the weights, like `placement.piece`, each with its shape."""

    @property
    def weights(self) -> Sequence[int]:
        """The weights it ships with, field by field."""

    @property
    def plain_weights(self) -> Sequence[int]:
        """What the pieces are worth, and nothing else."""


@runtime_checkable
class HasPositionForm(Protocol):
    """Has positions that can be filled in as a form; those of other games can only be written as text."""

    @property
    def position_form(self) -> PositionForm | None:
        """The form; None if this game of the kind has none."""


def form_of(game: Game) -> PositionForm | None:
    """The form of a game's positions, if it has one.

    >>> import plyground
    >>> form = form_of(plyground.game("draughts"))
    >>> draft = form.read("W:Wc3:Bd4")
    >>> draft.pieces, [field.name for field in form.fields], form.write(draft)
    ({'c3': 'white man', 'd4': 'black man'}, ['quiet_plies', 'move_number'], 'W:Wc3:Bd4')
    """
    return game.position_form if isinstance(game, HasPositionForm) else None


@runtime_checkable
class HasNotation(Protocol):
    """Has its own notation for game files, like PGN; other games use the plain one."""

    @property
    def notation(self) -> Notation:
        """The notation."""


@runtime_checkable
class HasForcingMoves(Protocol):
    """Lists every move that changes the balance at once (captures, promotions, mill closures) as forcing."""

    def forcing_moves(self, position: Any, /) -> Iterable[Move]:
        """The forcing moves among the legal ones; a `SimpleGame` gets its board."""


@runtime_checkable
class HasNullMove(Protocol):
    """Can hand the turn over although that is not a legal move."""

    def after_null_move(self, position: Position) -> Position | None:
        """The same position with the other side to move; None where there is no such position."""


@runtime_checkable
class HasPieceValues(Protocol):
    """Has pieces that are not all worth the same."""

    @property
    def piece_values(self) -> Mapping[str, int]:
        """Kind of piece, like `queen` -> its value in hundredths of a man; other kinds are worth a man."""


@runtime_checkable
class HasFacts(Protocol):
    """Can say what a move does in the terms of the game, for hints and reviews."""

    def facts(self, turn: Turn) -> Iterable[Reason]:
        """What a move achieves by the board alone."""


@runtime_checkable
class HasPhases(Protocol):
    """Has phases with different rules, such as placing and moving men."""

    def phase(self, position: Any) -> str:
        """The phase of the side to move, as a code."""


@dataclass(frozen=True, slots=True)
class Ray:
    """A straight way to go: (`dx`, `dy`) on the geometry, once or up to `far` times."""

    dx: int
    dy: int
    far: int = 1
    origins: tuple[str, ...] = ()
    """The points it starts from; empty for any."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a piece could go in one turn, whatever stands in its way: what a premove may be."""

    steps: tuple[Ray, ...] = ()
    jumps: tuple[Ray, ...] = ()
    """Steps over a piece that is captured; several can follow one another in one turn."""
    along_lines: int = 0
    """How many points it goes along the lines of the board."""
    fly_at: int = 0
    """It goes anywhere if its side has at most this many men; 0 = never."""
    after_placing: bool = False
    """Whether it stands still while its side has men in hand."""
    takes_by_displacement: bool = False
    """Whether it captures what stands where it goes, so that it may want to go where its own side still stands."""


@runtime_checkable
class HasReach(Protocol):
    """Can say where its pieces could go next turn; in other games they could go anywhere."""

    @property
    def reach(self) -> Mapping[str, Reach]:
        """Piece, like `white queen` -> where it could go. Every legal move of a piece must be within."""


def reach_of(game: Game) -> Mapping[str, Reach]:
    """Where the pieces of a game could go; empty if it does not say."""
    return game.reach if isinstance(game, HasReach) else {}


@dataclass(frozen=True, slots=True)
class Odds:
    """How scores turn into results in a game.

    The chance to win is a logistic curve of the score: one half at `even_cp`, and steeper the smaller `scale_cp` is.
    The chance to lose is the same curve for the other side's score, and the rest are draws. So `even_cp` says how
    drawish a game is: in a level position each side wins with a chance of 1 to e^(even_cp / scale_cp).
    """

    even_cp: float
    scale_cp: float

    def win(self, cp: int) -> float:
        """The chance to win for a side that is ahead by `cp`."""
        steps = (cp - self.even_cp) / self.scale_cp
        return 1 / (1 + exp(-steps)) if steps > -700 else 0.0


@runtime_checkable
class HasOdds(Protocol):
    """Has been measured for how often scores become wins, by `tools/fit_wdl.py`."""

    @property
    def odds(self) -> Odds:
        """The chances that a score means."""


@dataclass(frozen=True, slots=True)
class BenchSuite:
    """Positions for fixed searches, each by the moves that lead to it from the start or by its text, and how deep."""

    depth: int
    lines: tuple[str, ...] = ("",)
    fens: tuple[str, ...] = ()
    perft_depth: int = 3

    def positions(self, game: Game) -> Iterator[Position]:
        """The positions; a line that the game's rules do not allow is played as far as they do."""
        for line in self.lines:
            position = game.start()
            for token in line.split():
                if token not in position.legal_moves:
                    break
                position = position.after(token)
            yield position
        yield from map(game.from_fen, self.fens)


DEFAULT_BENCH = BenchSuite(depth=6)
"""For games without their own suite."""


@runtime_checkable
class HasBench(Protocol):
    """Has its own positions for `plyground bench`."""

    @property
    def bench(self) -> BenchSuite:
        """The positions and depths."""


def bench_of(game: Game) -> BenchSuite:
    """What `plyground bench` searches and counts in a game."""
    return game.bench if isinstance(game, HasBench) else DEFAULT_BENCH


@dataclass(frozen=True, slots=True)
class Rating:
    """A measured strength with its 95 % interval, on a scale that says what 0 is."""

    elo: int
    low: int
    high: int
    scale: str

    def __str__(self) -> str:
        return f"{self.elo} ± {max(self.high - self.elo, self.elo - self.low)}"


@runtime_checkable
class HasAnchors(Protocol):
    """Is played by other programs whose strength is known, which fix the scale of rating lists."""

    @property
    def anchors(self) -> Mapping[str, float]:
        """The file name of each program -> its rating."""


@dataclass(frozen=True, slots=True)
class EngineNames:
    """What a game is called in the protocols of engines."""

    uci: Mapping[str, str]
    """The UCI options that select it."""
    cecp: str
    """Its CECP variant."""


@runtime_checkable
class HasEngineNames(Protocol):
    """Has special names in the protocols of engines; other games are the UCI_Variant of their name."""

    @property
    def engine_names(self) -> EngineNames:
        """The names."""


@runtime_checkable
class HasChessBoard(Protocol):
    """Is also a game of the package chess, whose opening books and tablebases it can use."""

    def chess_board(self, position: Position) -> Any:
        """A position as a `chess.Board`."""


@dataclass(frozen=True, slots=True)
class DatabasePlan:
    """Endgame databases that are solved together, and what that takes, estimated."""

    tables: tuple[str, ...]
    positions: int
    core_seconds: float
    """Processor time; `plyground.database.machine_speed` says on which machine."""
    wdl_bytes: int
    """The size of the files that hold win, draw or loss."""
    distance_bytes: int
    """The size of the further files that hold distances."""
    memory_bytes: int
    has_distances: bool = True
    """Whether there are files with distances at all."""
    temporary_bytes: int = 0
    """The size of files that are deleted in the end."""


@runtime_checkable
class HasDatabases(Protocol):
    """Can be solved: its endgame databases hold the value of every position with few pieces.

    A database is the file of one table, the positions with the same pieces on both sides. Values ignore draw counters
    and repetition.
    """

    @property
    def database_rules(self) -> str:
        """The rules that the values depend on, in one line; games that agree in them share databases."""

    def database_place(self, position: Any, /) -> tuple[str, int] | None:
        """The table that has a position, and its number there; None if no table has it."""

    def database_plans(self, pieces: int | None = None) -> Sequence[DatabasePlan]:
        """What has to be solved for positions with at most `pieces` pieces, each plan after those it depends on.

        Raises `InvalidRules` where the value of a position depends on more than its pieces.
        """

    def build_databases(
        self,
        plan: DatabasePlan,
        folder: Path,
        *,
        distances: bool,
        threads: int,
        memory_bytes: int,
        on_progress: Callable[[float], object],
    ) -> None:
        """Solves a plan, all those before it lying in the folder, and writes its files, `TABLE.wdl` and `TABLE.dtw`.

        `on_progress` gets the finished share, and may raise to stop; then no file is left incomplete.
        """

    def verify_databases(
        self, plan: DatabasePlan, folder: Path, *, threads: int, on_progress: Callable[[float], object]
    ) -> int:
        """How many positions of a plan have a value that does not follow from the values after their moves."""


@runtime_checkable
class HasDatabaseSearch(Protocol):
    """Finds the values of further positions by a search that ends in its databases."""

    def database_search(self, find: Callable[[str], Any], /) -> Callable[[Any, int], int | None] | None:
        """A function of a position and a time limit in milliseconds: 0 for a draw, 1 for a win, 2 for a loss.

        It answers None if the time is up, or for a position it does not concern. `find` opens the database of a table,
        or says None; then there is no function.
        """


@runtime_checkable
class HasProber(Protocol):
    """Can give its databases to the search that plays."""

    def database_prober(self, databases: Sequence[Any], /) -> Any:
        """What a `Searcher` takes; None if the rules allow no databases. Those of other tables are left out.

        Raises `InvalidDatabase`.
        """


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """An opening with a name."""

    code: str
    """Its ECO code in chess; elsewhere empty."""
    name: str
    plies: int
    """How many plies lead to it."""

    def __str__(self) -> str:
        return f"{self.code} {self.name}".strip()


@runtime_checkable
class HasOpenings(Protocol):
    """Has openings with names."""

    @property
    def openings(self) -> Mapping[int, NamedOpening]:
        """By the key of the position that they lead to."""


def read_openings(path: Path, start: Position) -> dict[int, NamedOpening]:
    """The openings in a file with lines `CODE|NAME|MOVES`; lines that begin with # are comments."""
    openings: dict[int, NamedOpening] = {}
    reached: dict[str, Position] = {"": start}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        code, name, moves = line.split("|")
        words = moves.split()
        known = next(n for n in range(len(words), -1, -1) if " ".join(words[:n]) in reached)
        for number in range(known, len(words)):
            before = reached[" ".join(words[:number])]
            reached[" ".join(words[: number + 1])] = before.after(before.parse(words[number]))
        openings[reached[moves].key] = NamedOpening(code, name, len(words))
    return openings


def opening_of(positions: Sequence[Position]) -> NamedOpening | None:
    """The opening of a game, by the last of its positions that has a name, however it was reached.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start(), ("Nf3", "Nc6", "e4", "e5", "Bb5", "h6"))
    >>> print(opening_of(record.positions))
    C60 Ruy Lopez
    """
    game = positions[0].game
    if not isinstance(game, HasOpenings) or not game.openings:
        return None
    named = (game.openings.get(position.key) for position in reversed(positions[: MAX_OPENING_PLIES + 1]))
    return next((opening for opening in named if opening is not None), None)


@runtime_checkable
class HasRatings(Protocol):
    """Has been measured in the arena at the engine's levels."""

    @property
    def ratings(self) -> Mapping[int, Rating]:
        """Level -> its rating in exactly this game."""


def read_ratings(path: Path, game: str) -> dict[int, Rating]:
    """The ratings of a game in a file `{"scale": TEXT, GAME: {LEVEL: {"elo": E, "low": L, "high": H}}}`."""
    if not path.is_file():
        return {}
    read = json.loads(path.read_text(encoding="utf-8"))
    return {
        int(level): Rating(round(one["elo"]), round(one["low"]), round(one["high"]), str(read.get("scale", "")))
        for level, one in read.get(game, {}).items()
    }
