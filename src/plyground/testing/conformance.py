"""The conformance kit: random games that check everything the protocols promise about a game."""

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
"""How many moves of each position are played to look at what comes after: the first and some others."""

NONSENSE_MOVES = ("", "two words", "?!")
NONSENSE_FENS = ("", " ", "?", "no position at all")


@runtime_checkable
class _HasEntryPaths(Protocol):
    """A position that can say by which clicks each move is entered."""

    def entry_paths(self, move: Any, /) -> Iterable[Sequence[str]]:
        """The click paths of a move, each a sequence of point names or choices such as `=q`."""
        ...


@dataclass(frozen=True, slots=True)
class Summary:
    """What a check looked at: how many positions, and how its games ended, by termination."""

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
    """What may be seen of a position; two looks at one position must see the same."""

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

    def fail(self, reason: str, position: Position | None = None) -> ConformanceError:
        where = "" if position is None else f" (position '{position.fen}')"
        return ConformanceError("conformance", game=self.game.name, reason=reason + where)

    # The game as a whole.

    def names(self) -> None:
        name, geometry = self.game.name, self.game.geometry
        if not name or any(character.isspace() for character in name):
            raise self.fail(f"its name '{name}' is not one word")
        if not self.game.title:
            raise self.fail("its title is empty")
        names = [point.name for point in geometry.points]
        for point in names:
            if not point or point.startswith("=") or any(character.isspace() for character in point):
                raise self.fail(f"'{point}' cannot be the name of a point; expected one word without '=' before it")
            if names.count(point) > 1:
                raise self.fail(f"two points have the name {point}")
        for line in geometry.lines:
            if not set(line) <= set(names):
                raise self.fail(f"the line {' '.join(line)} joins points that the geometry does not have")
        for piece, symbol in self.game.symbols.items():
            if len(symbol) != 1:
                raise self.fail(f"the symbol of {piece} is '{symbol}'; expected one character")

    def starts(self) -> None:
        if self.game.starts < 1:
            raise self.fail(f"it has {self.game.starts} start positions; expected at least one")
        if self.game.start().fen != self.game.start().fen:
            raise self.fail("start() gives another position each time")
        for number in (-1, self.game.starts):
            try:
                self.game.start(number)
            except PlygroundError:
                continue
            raise self.fail(f"start({number}) should raise UnknownGame; there are {self.game.starts} start positions")

    def start_of(self, walk: int) -> Position:
        """The usual start first, then any."""
        return self.game.start() if walk == 0 else self.game.start(self.random.randrange(self.game.starts))

    def position_texts(self) -> None:
        for text in NONSENSE_FENS:
            try:
                self.game.from_fen(text)
            except InvalidPosition:
                continue
            except Exception as error:
                kind = type(error).__name__
                raise self.fail(f"from_fen('{text}') raises {kind}; expected InvalidPosition") from error
            raise self.fail(f"from_fen('{text}') reads nonsense as a position; expected InvalidPosition")

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
            if _Snapshot.of(record.position) != snapshot:
                raise self.fail("a position has changed once later moves are taken back", record.position)
            if len(record):
                record.pop()

    def look_at(self, position: Position) -> None:
        self.positions += 1
        self.result(position)
        self.moves(position)
        self.text(position)
        self.key(position)
        self.entry(position)
        self.view(position)
        self.after(position)
        self.refusals(position)

    # One position.

    def basics(self, position: Position) -> None:
        """What a record and the other checks rely on."""
        if position.game.name != self.game.name:
            raise self.fail(f"a position says that its game is {position.game.name}", position)
        if not isinstance(position.side_to_move, Side):
            raise self.fail(f"side_to_move is {position.side_to_move!r}; expected a Side", position)
        key = position.key
        if type(key) is not int or not 0 <= key < 2**64:
            raise self.fail(f"the key is {key!r}; expected an int of 64 bits", position)
        evaluation = position.evaluation
        if type(evaluation) is not int or abs(evaluation) >= MIN_WIN:
            bounds = f"between -{MIN_WIN} and {MIN_WIN}"
            raise self.fail(f"the evaluation is {evaluation!r}; expected an int {bounds}", position)
        if position.reversible_plies < 0:
            raise self.fail(f"reversible_plies is {position.reversible_plies}; expected 0 or more", position)
        points = {point.name for point in self.game.geometry.points}
        for point, piece in position.pieces.items():
            if point not in points:
                raise self.fail(f"there is a {piece} on '{point}', which is not a point of the geometry", position)

    def moves(self, position: Position) -> None:
        moves = list(position.legal_moves)
        tokens = [str(move) for move in moves]
        if len(position.legal_moves) != len(moves):
            raise self.fail(f"len(legal_moves) is {len(position.legal_moves)}, but there are {len(moves)}", position)
        if [str(move) for move in position.legal_moves] != tokens:
            raise self.fail("legal_moves come in another order each time", position)
        for token, count in Counter(tokens).items():
            if count > 1:
                raise self.fail(f"the move {token} is listed {count} times", position)
        for move, token in zip(moves, tokens, strict=True):
            self.move(position, move, token)
        if PASS in tokens and len(tokens) > 1:
            raise self.fail("a pass is not the only legal move; a side may only pass when it must", position)
        for move in position.forcing_moves:
            if move not in moves:
                raise self.fail(f"the forcing move {move} is not legal", position)
        self.seen_tokens.update(dict.fromkeys(tokens))

    def move(self, position: Position, move: Move, token: str) -> None:
        if not token or any(character.isspace() for character in token):
            raise self.fail(f"the token '{token}' is not one word", position)
        if move not in position.legal_moves or token not in position.legal_moves:
            raise self.fail(f"legal_moves lists {token} but does not contain it", position)
        for kind, text in (("token", token), ("notation", position.notation(move))):
            try:
                parsed = position.parse(text)
            except PlygroundError as error:
                raise self.fail(f"the {kind} '{text}' of the legal move {token} is not understood", position) from error
            if parsed != move or hash(parsed) != hash(move) or str(parsed) != token:
                raise self.fail(f"the {kind} '{text}' of the legal move {token} reads back as {parsed}", position)

    def result(self, position: Position) -> None:
        result, has_moves = position.result, len(position.legal_moves) > 0
        if result is not None and not isinstance(result, Result):
            raise self.fail(f"result is {result!r}; expected None or a Result", position)
        if result is None and not has_moves:
            raise self.fail("there are no legal moves and no result", position)
        if result is not None and result.winner is not None and has_moves:
            raise self.fail(f"{result.winner} has won, but there are still legal moves", position)

    def text(self, position: Position) -> None:
        fen, seen = position.fen, _Snapshot.of(position)
        try:
            again = self.game.from_fen(fen)
        except PlygroundError as error:
            raise self.fail("from_fen cannot read the position's own fen", position) from error
        read = _Snapshot.of(again)
        for what in ("fen", "key", "side", "pieces", "tokens", "result"):
            if getattr(read, what) != getattr(seen, what):
                raise self.fail(f"from_fen(fen) has another {what}: {getattr(read, what)!r}", position)
        if not again == position or hash(again) != hash(position):
            raise self.fail("from_fen(fen) is not equal to the position, or has another hash", position)

    def key(self, position: Position) -> None:
        """Equal keys: same side, pieces and, while both go on, moves. Counters may be left out of a key."""
        seen = _Snapshot.of(position)
        twin = self.by_key.setdefault(seen.key, seen)
        same = twin.side == seen.side and twin.pieces == seen.pieces
        if same and twin.result is None and seen.result is None:
            same = twin.tokens == seen.tokens
        if not same:
            raise self.fail(f"the key is that of the different position '{twin.fen}'", position)

    def entry(self, position: Position) -> None:
        """What is entered by clicks: each path leads to one move and says by itself when it is complete."""
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
            if leaves:
                raise self.fail("the game is over, but the entry tree is not empty", position)
            return
        tokens = {str(move) for move in position.legal_moves}
        for path, token in leaves.items():
            if token not in tokens:
                raise self.fail(f"the clicks {' '.join(path)} enter {token}, which is not legal", position)
        missing = sorted(tokens - set(leaves.values()) - {PASS})
        if missing:
            raise self.fail(f"no clicks enter the legal move {missing[0]}", position)

    def paths(self, position: Position, paths: Mapping[tuple[str, ...], str]) -> None:
        points = {point.name for point in self.game.geometry.points}
        for path, token in paths.items():
            if not path:
                raise self.fail(f"the move {token} is entered without any click", position)
            for click in path:
                if click not in points and not click.startswith("="):
                    raise self.fail(f"'{click}' on the way to {token} is not a point of the geometry", position)
            for length in range(1, len(path)):
                if path[:length] in paths:
                    shorter = f"{' '.join(path[:length])} of {paths[path[:length]]}"
                    raise self.fail(f"the clicks {shorter} are only the beginning of those of {token}", position)

    def view(self, position: Position) -> None:
        view = position.view
        if view.game != self.game.name or view.turn is not position.side_to_move or view.result != position.result:
            raise self.fail("the view shows another game, turn or result than the position", position)
        if dict(view.pieces) != dict(position.pieces):
            raise self.fail("the view shows other pieces than the position", position)
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
            if _Snapshot.of(position) != before:
                raise self.fail(f"after({move}) changes the position it is called on", position)
            if first.side is not before.side.other:
                raise self.fail(f"after {move} it is {first.side} to move again; sides alternate strictly", position)
            if _Snapshot.of(position.after(move)) != first or _Snapshot.of(position.after(str(move))) != first:
                raise self.fail(f"after({move}) gives another position each time", position)

    def refusals(self, position: Position) -> None:
        for text in NONSENSE_MOVES:
            self.refused(position, text, (InvalidMove,))
        legal = {str(move) for move in position.legal_moves}
        stale = [token for token in self.seen_tokens if token not in legal]
        for token in self.random.sample(stale, min(3, len(stale))):
            if not self.is_shorthand(position, token):
                self.refused(position, token, (IllegalMove, AmbiguousMove))

    def is_shorthand(self, position: Position, text: str) -> bool:
        """Whether a text is short for a legal move, in a notation that has short forms (`c3:g7` for `c3:e5:g7`)."""
        try:
            move = position.parse(text)
        except PlygroundError:
            return False
        return position.notation(move) != str(move)

    def refused(self, position: Position, text: str, expected: tuple[type[PlygroundError], ...]) -> None:
        """A move that cannot be played is refused with the right error; `parse` may know more words than tokens."""
        ways: dict[str, Callable[[str], object]] = {"after": position.after}
        if InvalidMove in expected:
            ways["parse"] = position.parse
        names = " or ".join(kind.__name__ for kind in expected)
        for name, way in ways.items():
            try:
                way(text)
            except expected:
                continue
            except Exception as error:
                kind = type(error).__name__
                raise self.fail(f"{name}('{text}') raises {kind}; expected {names}", position) from error
            raise self.fail(f"{name}('{text}') takes what is not legal; expected {names}", position)


def _leaves(entry: Entry, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    for click, below in entry.items():
        if isinstance(below, str):
            yield (*path, click), below
        else:
            yield from _leaves(below, (*path, click))
