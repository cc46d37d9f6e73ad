"""Record: a played game — start position, moves, and how it ended — with repetition and draw claims."""

from __future__ import annotations

from collections.abc import Iterable

from plyground._core import History
from plyground.errors import IllegalMove, InvalidRecord
from plyground.persistent_list import PersistentList
from plyground.protocol import Game, Move, Position, Result, Side, View


class Record:
    """A game in progress: moves are pushed and popped, and earlier positions decide repetitions.

    >>> import plyground
    >>> record = Record(plyground.game("chess").start())
    >>> for san in ("f3", "e5", "g4", "Qh4#"):
    ...     record.push(san)
    >>> print(record.outcome())
    0-1 checkmate
    """

    __slots__ = ("__weakref__", "_ended", "_history", "_is_judged", "_judgement", "_position", "_start", "_turns")

    def __init__(self, start: Position, moves: Iterable[Move | str] = ()) -> None:
        self._start = self._position = start
        self._turns: PersistentList[tuple[Position, Move]] = PersistentList()
        """Each move with the position before it."""
        self._history = History()
        self._history.push(start.key)
        self._ended: Result | None = None
        self._judgement: Result | None = None
        """The result by the moves alone, cached by `outcome`."""
        self._is_judged = False
        for move in moves:
            self.push(move)

    @property
    def game(self) -> Game:
        """The rules this game is played by."""
        return self._start.game

    @property
    def start(self) -> Position:
        """The position the game began from."""
        return self._start

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions from the start to now, one more than there are moves."""
        return (*(position for position, _ in self._turns), self._position)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played."""
        return tuple(move for _, move in self._turns)

    def turn(self, ply: int) -> tuple[Position, Move]:
        """The position before a move and the move itself, by its number from 0."""
        return self._turns[ply]

    def __len__(self) -> int:
        return len(self._turns)

    def __repr__(self) -> str:
        return f"Record({self.start!r}, {[str(move) for move in self.moves]!r})"

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        from plyground.drawing.svg import draw_board

        return draw_board(self.game.geometry, self.view)

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (self.start, [str(move) for move in self.moves], self._ended))

    def push(self, move: Move | str) -> None:
        """Plays a move given as such, by its token or in notation. If it is not legal, raises and changes nothing.

        Automatic draws do not stop it, because game files continue past them; a referee asks `outcome`.
        """
        if self._ended is not None:
            raise IllegalMove("record_over", termination=self._ended.termination)
        played = self._position.parse(move) if isinstance(move, str) else move
        after = self._position.after(played)
        self._turns.append((self._position, played))
        self._position, self._is_judged = after, False
        self._history.push(after.key)

    def pop(self) -> Move:
        """Takes back the last move and returns it; a finished game continues."""
        if not self._turns:
            raise InvalidRecord("record_empty")
        self._ended = None
        self._position, last = self._turns[-1]
        self._is_judged = False
        self._turns.cut(len(self._turns) - 1)
        self._history.pop()
        return last

    def copy(self) -> Record:
        """An independent record of the same game."""
        twin = Record.__new__(Record)
        twin._start, twin._position = self._start, self._position
        twin._turns = self._turns.copy()
        twin._history = self._history.copy()
        twin._ended, twin._judgement, twin._is_judged = self._ended, self._judgement, self._is_judged
        return twin

    def repetitions(self) -> int:
        """How often the current position has occurred, including now."""
        return self._history.occurrences(self.position.key, self.position.reversible_plies)

    def outcome(self, *, claim_draw: bool = False) -> Result | None:
        """How the game ended, or None while it is in progress.

        Draws that need a claim count only with `claim_draw`; those that are automatic always do.
        """
        if self._ended is not None:
            return self._ended
        if not self._is_judged:
            self._judgement, self._is_judged = self._judge(), True
        if self._judgement is None and claim_draw:
            claims = self.claims()
            if claims:
                return Result(None, claims[0])
        return self._judgement

    def _judge(self) -> Result | None:
        """How the game ended by its moves alone."""
        result = self._position.result
        automatic_at = self.game.repetition.automatic_at
        if result is None and automatic_at and self.repetitions() >= automatic_at:
            return Result(None, _REPETITION[automatic_at])
        return result

    def standing_draw(self) -> Result | None:
        """The draw that could be claimed for the current position itself; arenas then score the game as drawn."""
        claim_at = self.game.repetition.claim_at
        if self.position.claim is not None:
            return Result(None, self.position.claim)
        if claim_at and self.repetitions() >= claim_at:
            return Result(None, _REPETITION[claim_at])
        return None

    def claims(self) -> tuple[str, ...]:
        """The draws that the side to move may claim now, as codes.

        A claim may rest on the position on the board or on a move the claimant is about to play
        (FIDE Laws of Chess 9.2 and 9.3).
        """
        if self._ended or self.position.result:
            return ()
        claim_at = self.game.repetition.claim_at
        by_counter = self._counter_claim()
        by_repetition = _REPETITION[claim_at] if claim_at and self._repeats_within_a_move(claim_at) else None
        return tuple(code for code in (by_counter, by_repetition) if code is not None)

    def _counter_claim(self) -> str | None:
        if self.position.claim is not None:
            return self.position.claim
        after_each = (self.position.after(move) for move in self.position.legal_moves)
        return next((after.claim for after in after_each if after.claim is not None), None)

    def _repeats_within_a_move(self, times: int) -> bool:
        if self.repetitions() >= times:
            return True
        after_each = (self.position.after(move) for move in self.position.legal_moves)
        return any(
            self._history.occurrences(after.key, after.reversible_plies - 1) >= times - 1
            for after in after_each
            if after.reversible_plies > 0
        )

    def claim_draw(self) -> Result:
        """Ends the game with a claimed draw; raises `InvalidRecord` if there is none to claim."""
        claims = self.claims()
        if not claims:
            raise InvalidRecord("claim_unfounded")
        return self._end(Result(None, claims[0]))

    def agree_draw(self) -> Result:
        """Ends the game as a draw by agreement."""
        return self._end(Result(None, "agreement"))

    def resign(self, side: Side) -> Result:
        """Ends the game: the side resigns."""
        return self._end(Result(side.other, "resignation"))

    def flag(self, side: Side) -> Result:
        """Ends the game: the side ran out of time, and loses if the other side could still win."""
        if self.position.can_win(side.other):
            return self._end(Result(side.other, "time_forfeit"))
        return self._end(Result(None, "time_forfeit_insufficient_material"))

    def _end(self, result: Result) -> Result:
        before = self.outcome()
        if before is not None:
            raise InvalidRecord("record_over", termination=before.termination)
        self._ended = result
        return result

    @property
    def view(self) -> View:
        """The position now as a board shows it, with the last move and the game's result."""
        before = self._turns[-1][0].pieces if self._turns else None
        return self._position.view.within(before, self.outcome())

    def view_json(self, ended: Result | None = None, *, is_open: bool = True) -> bytes:
        """`view` as JSON; `ended` is a result that the record does not know."""
        before = self._turns[-1][0] if self._turns else None
        return self._position.view_json(before, ended or self.outcome(), is_open=is_open)


_REPETITION = {2: "twofold_repetition", 3: "threefold_repetition", 5: "fivefold_repetition"}


def _restore(start: Position, tokens: list[str], ended: Result | None) -> Record:
    """Unpickle: a game from its start, the tokens of its moves, and its result."""
    record = Record(start, tokens)
    record._ended = ended
    return record
