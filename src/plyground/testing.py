"""Checks for people who write games: `check_game` plays random games and tests everything the protocols promise."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, runtime_checkable

from plyground.errors import AmbiguousMove, ConformanceError, IllegalMove, InvalidMove, InvalidPosition, PlygroundError
from plyground.protocol import PASS, Entry, Game, Move, Position, Result, Side
from plyground.record import Record
from plyground.search.score import MIN_WIN

MOVES_PLAYED = 3
"""How many moves of each position are played to check the next position: the first and some others."""

NONSENSE_MOVES = ("", "two words", "?!")
NONSENSE_FENS = ("", " ", "?", "no position at all")


@runtime_checkable
class _HasEntryPaths(Protocol):
    """A position that can say by which clicks each move is entered."""

    def entry_paths(self, move: Any, /) -> Iterable[Sequence[str]]:
        """The click paths of a move, each a sequence of point names or choices like `=q`."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The scope of a check: the number of positions, and of games by termination."""

    positions: int
    endings: Mapping[str, int]

    def __str__(self) -> str:
        endings = ", ".join(f"{count} {code}" for code, count in sorted(self.endings.items()))
        return f"{self.positions} positions; games ended by: {endings}"


def check_game(game: Game, *, walks: int = 20, plies: int = 200, seed: int = 0) -> Summary:
    """Plays random games and raises `ConformanceError` at the first promise of the protocols that is broken.

    The same seed plays the same games. Games still going on after `plies` count as `unfinished`.

    >>> from plyground.games.connect_four import ConnectFour
    >>> print(check_game(ConnectFour(), walks=3))
    74 positions; games ended by: 3 four_in_a_row
    """
    check = _Check(game, Random(seed))
    check.names()
    check.starts()
    check.position_texts()
    for walk in range(walks):
        check.walk(check.start_of(walk), plies)
    return Summary(check.positions, dict(check.endings))


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The observable state of a position, which must never change."""

    fen: str
    key: int
    side: Side
    pieces: Mapping[str, str]
    tokens: tuple[str, ...]
    result: Result | None

    @classmethod
    def of(cls, position: Position) -> _Snapshot:
        return cls(
            position.fen,
            position.key,
            position.side_to_move,
            dict(position.pieces),
            tuple(str(move) for move in position.legal_moves),
            position.result,
        )


@dataclass
class _Check:
    """One run of the kit over one game."""

    game: Game
    random: Random
    positions: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    by_key: dict[int, _Snapshot] = field(default_factory=dict)
    seen_tokens: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.points = {point.name for point in self.game.geometry.points}

    def fail(self, reason: str, position: Position | None = None) -> ConformanceError:
        where = "" if position is None else f" (position '{position.fen}')"
        return ConformanceError("conformance", game=self.game.name, reason=reason + where)

    def require(self, is_kept: bool, reason: str, position: Position | None = None) -> None:
        """Raises an error with the reason unless the promise is kept."""
        if not is_kept:
            raise self.fail(reason, position)

    # The game as a whole.

    def names(self) -> None:
        name, geometry = self.game.name, self.game.geometry
        self.require(_is_word(name), f"its name '{name}' is not one word")
        self.require(bool(self.game.title), "its title is empty")
        for point, count in Counter(point.name for point in geometry.points).items():
            is_name = _is_word(point) and not point.startswith("=")
            self.require(is_name, f"'{point}' cannot be the name of a point; expected one word without '=' before it")
            self.require(count == 1, f"two points have the name {point}")
        for line in geometry.lines:
            reason = f"the line {' '.join(line)} joins points that the geometry does not have"
            self.require(self.points.issuperset(line), reason)
        for piece, symbol in self.game.symbols.items():
            self.require(len(symbol) == 1, f"the symbol of {piece} is '{symbol}'; expected one character")

    def starts(self) -> None:
        self.require(self.game.starts >= 1, f"it has {self.game.starts} start positions; expected at least one")
        self.require(self.game.start().fen == self.game.start().fen, "start() gives another position each time")
        for number in (-1, self.game.starts):
            try:
                self.game.start(number)
            except PlygroundError:
                continue
            raise self.fail(f"start({number}) should raise UnknownGame; there are {self.game.starts} start positions")

    def start_of(self, walk: int) -> Position:
        """The default start first, then random ones."""
        return self.game.start() if walk == 0 else self.game.start(self.random.randrange(self.game.starts))

    def position_texts(self) -> None:
        for text in NONSENSE_FENS:
            self.refused("from_fen", self.game.from_fen, text, (InvalidPosition,), "reads nonsense as a position")

    # One game from start to end and back.

    def walk(self, position: Position, plies: int) -> None:
        self.basics(position)
        record = Record(position)
        trail = [_Snapshot.of(position)]
        while True:
            self.look_at(record.position)
            outcome = record.outcome()
            if outcome is not None or len(record) == plies:
                break
            move = self.random.choice(list(record.position.legal_moves))
            self.basics(record.position.after(move))
            record.push(move)
            trail.append(_Snapshot.of(record.position))
        self.endings["unfinished" if outcome is None else outcome.termination] += 1
        for snapshot in reversed(trail):
            is_same = _Snapshot.of(record.position) == snapshot
            self.require(is_same, "a position has changed once later moves are taken back", record.position)
            if len(record):
                record.pop()

    def look_at(self, position: Position) -> None:
        self.positions += 1
        checks = self.result, self.moves, self.text, self.key, self.entry, self.view, self.after, self.refusals
        for check in checks:
            check(position)

    # One position.

    def basics(self, position: Position) -> None:
        """Checks what a record and the other checks rely on."""
        name, side, key, evaluation = position.game.name, position.side_to_move, position.key, position.evaluation
        plies, bounds = position.reversible_plies, f"between -{MIN_WIN} and {MIN_WIN}"
        self.require(name == self.game.name, f"a position says that its game is {name}", position)
        self.require(isinstance(side, Side), f"side_to_move is {side!r}; expected a Side", position)
        is_key = type(key) is int and 0 <= key < 2**64
        self.require(is_key, f"the key is {key!r}; expected an int of 64 bits", position)
        is_evaluation = type(evaluation) is int and abs(evaluation) < MIN_WIN
        self.require(is_evaluation, f"the evaluation is {evaluation!r}; expected an int {bounds}", position)
        self.require(plies >= 0, f"reversible_plies is {plies}; expected 0 or more", position)
        for point, piece in position.pieces.items():
            reason = f"there is a {piece} on '{point}', which is not a point of the geometry"
            self.require(point in self.points, reason, position)

    def moves(self, position: Position) -> None:
        moves = list(position.legal_moves)
        tokens, length = [str(move) for move in moves], len(position.legal_moves)
        self.require(length == len(moves), f"len(legal_moves) is {length}, but there are {len(moves)}", position)
        is_same = [str(move) for move in position.legal_moves] == tokens
        self.require(is_same, "legal_moves come in another order each time", position)
        for token, count in Counter(tokens).items():
            self.require(count == 1, f"the move {token} is listed {count} times", position)
        for move, token in zip(moves, tokens, strict=True):
            self.move(position, move, token)
        is_alone = PASS not in tokens or len(tokens) == 1
        self.require(is_alone, "a pass is not the only legal move; a side may only pass when it must", position)
        for move in position.forcing_moves:
            self.require(move in moves, f"the forcing move {move} is not legal", position)
        self.seen_tokens.update(dict.fromkeys(tokens))

    def move(self, position: Position, move: Move, token: str) -> None:
        self.require(_is_word(token), f"the token '{token}' is not one word", position)
        is_contained = move in position.legal_moves and token in position.legal_moves
        self.require(is_contained, f"legal_moves lists {token} but does not contain it", position)
        for kind, text in (("token", token), ("notation", position.notation(move))):
            try:
                parsed = position.parse(text)
            except PlygroundError as error:
                raise self.fail(f"the {kind} '{text}' of the legal move {token} is not understood", position) from error
            is_same = parsed == move and hash(parsed) == hash(move) and str(parsed) == token
            self.require(is_same, f"the {kind} '{text}' of the legal move {token} reads back as {parsed}", position)

    def result(self, position: Position) -> None:
        result, has_moves = position.result, len(position.legal_moves) > 0
        if result is None:
            self.require(has_moves, "there are no legal moves and no result", position)
            return
        self.require(isinstance(result, Result), f"result is {result!r}; expected None or a Result", position)
        is_over = result.winner is None or not has_moves
        self.require(is_over, f"{result.winner} has won, but there are still legal moves", position)

    def text(self, position: Position) -> None:
        fen, seen = position.fen, _Snapshot.of(position)
        try:
            again = self.game.from_fen(fen)
        except PlygroundError as error:
            raise self.fail("from_fen cannot read the position's own fen", position) from error
        read = _Snapshot.of(again)
        for what in ("fen", "key", "side", "pieces", "tokens", "result"):
            value = getattr(read, what)
            self.require(value == getattr(seen, what), f"from_fen(fen) has another {what}: {value!r}", position)
        is_same = again == position and hash(again) == hash(position)
        self.require(is_same, "from_fen(fen) is not equal to the position, or has another hash", position)

    def key(self, position: Position) -> None:
        """Equal keys mean the same side, pieces and, before the end, moves. A key may leave out counters."""
        seen = _Snapshot.of(position)
        twin = self.by_key.setdefault(seen.key, seen)
        same = twin.side == seen.side and twin.pieces == seen.pieces
        if same and twin.result is None and seen.result is None:
            same = twin.tokens == seen.tokens
        self.require(same, f"the key is that of the different position '{twin.fen}'", position)

    def entry(self, position: Position) -> None:
        """Checks entry by clicks: each path leads to one move, and none is the beginning of another."""
        if isinstance(position, _HasEntryPaths) and position.result is None:
            paths: dict[tuple[str, ...], str] = {}
            for move in position.legal_moves:
                for path in map(tuple, position.entry_paths(move)):
                    if path in paths:
                        raise self.fail(f"the clicks {' '.join(path)} enter both {paths[path]} and {move}", position)
                    paths[path] = str(move)
            self.paths(position, paths)
        try:
            entry = position.view.entry
        except AssertionError as error:
            raise self.fail(f"the entry tree cannot be made: {error}", position) from error
        leaves = dict(_leaves(entry))
        self.paths(position, leaves)
        if position.result is not None:
            self.require(not leaves, "the game is over, but the entry tree is not empty", position)
            return
        tokens = {str(move) for move in position.legal_moves}
        for path, token in leaves.items():
            self.require(token in tokens, f"the clicks {' '.join(path)} enter {token}, which is not legal", position)
        missing = sorted(tokens - set(leaves.values()) - {PASS})
        self.require(not missing, f"no clicks enter the legal move {''.join(missing[:1])}", position)

    def paths(self, position: Position, paths: Mapping[tuple[str, ...], str]) -> None:
        for path, token in paths.items():
            self.require(bool(path), f"the move {token} is entered without any click", position)
            for click in path:
                is_click = click in self.points or click.startswith("=")
                self.require(is_click, f"'{click}' on the way to {token} is not a point of the geometry", position)
            for length in range(1, len(path)):
                if path[:length] in paths:
                    shorter = f"{' '.join(path[:length])} of {paths[path[:length]]}"
                    raise self.fail(f"the clicks {shorter} are only the beginning of those of {token}", position)

    def view(self, position: Position) -> None:
        view = position.view
        shown, expected = (view.game, view.turn, view.result), (self.game.name, position.side_to_move, position.result)
        self.require(shown == expected, "the view shows another game, turn or result than the position", position)
        has_pieces = dict(view.pieces) == dict(position.pieces)
        self.require(has_pieces, "the view shows other pieces than the position", position)
        try:
            json.dumps(view.as_dict())
        except (TypeError, ValueError) as error:
            raise self.fail(f"the view is not plain JSON: {error}", position) from error

    def after(self, position: Position) -> None:
        before = _Snapshot.of(position)
        moves = list(position.legal_moves)
        others = self.random.sample(moves[1:], min(MOVES_PLAYED, len(moves)) - 1) if moves else []
        for move in (*moves[:1], *others):
            first = _Snapshot.of(position.after(move))
            is_same = _Snapshot.of(position) == before
            self.require(is_same, f"after({move}) changes the position it is called on", position)
            reason = f"after {move} it is {first.side} to move again; sides alternate strictly"
            self.require(first.side is before.side.other, reason, position)
            is_same = all(_Snapshot.of(position.after(way)) == first for way in (move, str(move)))
            self.require(is_same, f"after({move}) gives another position each time", position)

    def refusals(self, position: Position) -> None:
        for text in NONSENSE_MOVES:
            self.refused("after", position.after, text, (InvalidMove,), position=position)
            self.refused("parse", position.parse, text, (InvalidMove,), position=position)
        legal = {str(move) for move in position.legal_moves}
        stale = [token for token in self.seen_tokens if token not in legal]
        for token in self.random.sample(stale, min(3, len(stale))):
            if not self.is_shorthand(position, token):
                # Not `parse`, which may understand more than tokens.
                self.refused("after", position.after, token, (IllegalMove, AmbiguousMove), position=position)

    def is_shorthand(self, position: Position, text: str) -> bool:
        """Whether a text is short for a legal move in a notation with short forms (`c3:g7` for `c3:e5:g7`)."""
        try:
            move = position.parse(text)
        except PlygroundError:
            return False
        return position.notation(move) != str(move)

    def refused(
        self,
        name: str,
        read: Callable[[str], object],
        text: str,
        expected: tuple[type[PlygroundError], ...],
        mistake: str = "takes what is not legal",
        position: Position | None = None,
    ) -> None:
        """Checks that a text is refused with the right error."""
        names = " or ".join(kind.__name__ for kind in expected)
        try:
            read(text)
        except expected:
            return
        except Exception as error:
            raise self.fail(f"{name}('{text}') raises {type(error).__name__}; expected {names}", position) from error
        raise self.fail(f"{name}('{text}') {mistake}; expected {names}", position)


def _is_word(text: str) -> bool:
    return bool(text) and not any(character.isspace() for character in text)


def _leaves(entry: Entry, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    for click, below in entry.items():
        if isinstance(below, str):
            yield (*path, click), below
        else:
            yield from _leaves(below, (*path, click))
