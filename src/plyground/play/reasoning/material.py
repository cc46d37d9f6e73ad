"""Material: what a line of moves takes and gives, and whether that is the end of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from plyground.abilities import HasForcingMoves, HasNullMove, HasPieceValues
from plyground.errors import PlygroundError
from plyground.protocol import Game, Move, Position, Side
from plyground.reasons import kind_of
from plyground.turn import Turn, inventory

MAN = 100
"""What a man is worth; nothing less counts as material."""
MAX_POSITIONS = 2_000
"""After this many positions it is left open whether captures follow."""
MAX_DEPTH = 8
INFINITE = 10**9


@dataclass(frozen=True, slots=True)
class Gain:
    """What a line wins for a side: pieces taken and given without equal ones, and the ply that decides it."""

    taken: tuple[str, ...]
    given: tuple[str, ...]
    promoted: tuple[str, int] | None
    """What a piece became, and at which ply."""
    value: int
    plies: int


class Ledger:
    """The material of a line from one side's view: after each ply, what has been taken, given and promoted."""

    def __init__(self, start: Position, line: Sequence[Move], side: Side) -> None:
        self.side = side
        self.values = values_of(start.game)
        self.turns: list[Turn] = []
        position = start
        for move in line:
            self.turns.append(Turn.of(position, move))
            position = self.turns[-1].after
        self.balances = [0]
        """The value won before the line and after each of its plies."""
        for turn in self.turns:
            self.balances.append(self.balances[-1] + (1 if turn.side is side else -1) * worth(turn, self.values))

    def gain(self) -> Gain | None:
        """What the side wins by the line for good; None if that is less than a man or cannot be decided.

        This is the most that the side does not lose again before the last quiet position of the line, reported at the
        ply at which the side has it.
        """
        lasting, lasts = INFINITE, []
        for ply in range(self.quiet_plies or 0, 0, -1):
            lasting = min(lasting, self.balances[ply])
            if MAN <= self.balances[ply] <= lasting:
                lasts.append(ply)
        # Going backwards the balances that last only get smaller, so the first is the most; the same may come earlier.
        most = [ply for ply in lasts if self.balances[ply] == self.balances[lasts[0]]]
        return self._gain_at(most[-1]) if most else None

    @cached_property
    def quiet_plies(self) -> int | None:
        """The ply of the last position in which no side can win more by captures; None if there is none.

        The opponent must not threaten to either: what the side would have to save is not won yet.
        """
        return next((ply for ply in range(len(self.turns), 0, -1) if self._is_settled(self.turns[ply - 1].after)), None)

    def _is_settled(self, position: Position) -> bool:
        if not is_quiet(position):
            return False
        other = passed(position) if position.side_to_move is self.side else None
        return other is None or is_quiet(other)

    def _gain_at(self, ply: int) -> Gain | None:
        """None where the pieces do not explain the value, for example if the opponent has promoted."""
        taken, given = self.exchanged(ply)
        named_value = sum(value_of(piece, self.values) for piece in taken)
        named_value -= sum(value_of(piece, self.values) for piece in given)
        if named_value > self.balances[ply]:
            return None
        own = [
            (turn.promoted[1], at)
            for at, turn in enumerate(self.turns[:ply], 1)
            if turn.side is self.side and turn.promoted is not None
        ]
        return Gain(taken, given, own[0] if own else None, self.balances[ply], ply)

    def exchanged(self, ply: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the side has taken and given in the first `ply` plies without equal pieces, the most valuable first."""
        mine = Counter[str]()
        theirs = Counter[str]()
        promoted: dict[Side, list[tuple[str, str]]] = {side: [] for side in Side}
        for turn in self.turns[:ply]:
            kinds = Counter({kind_of(piece): count for piece, count in turn.taken.items()})
            (mine if turn.side is self.side else theirs).update(kinds)
            if turn.promoted is not None:
                was, became = map(kind_of, turn.promoted)
                promoted[turn.side].append((was, became))
        for losses, side in ((theirs, self.side), (mine, self.side.other)):
            # A man that was promoted and then captured is a man lost.
            for was, became in promoted[side]:
                if losses[became]:
                    losses[became] -= 1
                    losses[was] += 1
        taken, given = mine - theirs, theirs - mine
        for one in list(taken.elements()):
            # A knight for a bishop is an even trade as well.
            equal = next((other for other in given.elements() if self._value(other) == self._value(one)), None)
            if equal is not None:
                taken[one] -= 1
                given[equal] -= 1
        return self._named(+taken, self.side.other), self._named(+given, self.side)

    def _value(self, kind: str) -> int:
        return self.values.get(kind, MAN)

    def _named(self, kinds: Counter[str], side: Side) -> tuple[str, ...]:
        ordered = sorted(kinds.elements(), key=lambda kind: (-self._value(kind), kind))
        return tuple(f"{side.value} {kind}" for kind in ordered)


def values_of(game: Game) -> Mapping[str, int]:
    """What the kinds of pieces of a game are worth, where that is not a man."""
    return game.piece_values if isinstance(game, HasPieceValues) else {}


def value_of(piece: str, values: Mapping[str, int]) -> int:
    """What a piece is worth, in hundredths of a man."""
    return values.get(kind_of(piece), MAN)


def worth(turn: Turn, values: Mapping[str, int]) -> int:
    """What a turn wins on the board: the pieces it takes, and what a promotion adds."""
    value = sum(count * value_of(piece, values) for piece, count in turn.taken.items())
    if turn.promoted is not None:
        was, became = turn.promoted
        value += value_of(became, values) - value_of(was, values)
    return value


def is_quiet(position: Position) -> bool:
    """Whether the side to move can win nothing by captures and promotions; False if that cannot be decided."""
    search = _Captures(values_of(position.game))
    return search.best(position, MAX_DEPTH, -INFINITE, INFINITE) == 0 and not search.is_cut


def captures_win(position: Position) -> bool:
    """Whether the side to move can win material by captures and promotions alone."""
    search = _Captures(values_of(position.game))
    return search.best(position, MAX_DEPTH, -INFINITE, INFINITE) >= MAN and not search.is_cut


class _Captures:
    """What the side to move wins by captures and promotions alone; it may stop unless all its moves are captures."""

    def __init__(self, values: Mapping[str, int]) -> None:
        self._values = values
        self._left = MAX_POSITIONS
        self.is_cut = False

    def best(self, position: Position, depth: int, alpha: int, beta: int) -> int:
        self._left -= 1
        if self._left < 0 or depth == 0:
            self.is_cut = self.is_cut or self._left < 0 or bool(_gainful(position, self._values))
            return 0
        if position.result is not None:
            return 0
        gainful = _gainful(position, self._values)
        may_stop = len(gainful) < len(position.legal_moves)
        if may_stop:
            alpha = max(alpha, 0)
        best = 0 if may_stop else -INFINITE
        for turn, value in gainful:
            if alpha >= beta:
                break
            best = max(best, value - self.best(turn.after, depth - 1, value - beta, value - alpha))
            alpha = max(alpha, best)
        return best


def _gainful(position: Position, values: Mapping[str, int]) -> list[tuple[Turn, int]]:
    """The turns that win something at once, the most valuable first."""
    if position.result is not None:
        return []
    moves = position.forcing_moves if isinstance(position.game, HasForcingMoves) else position.legal_moves
    turns = ((turn, worth(turn, values)) for turn in (Turn.of(position, move) for move in moves))
    return sorted((pair for pair in turns if pair[1] > 0), key=lambda pair: -pair[1])


_TURNS = {"w": "b", "b": "w", "W": "B", "B": "W", "white": "black", "black": "white"}
_TURN = re.compile(r"(?<![\w*])(w|b|W|B|white|black)(?![\w*])")


def passed(position: Position) -> Position | None:
    """The position as if the side to move had passed; None where that is impossible or would be unsound.

    It is unsound for a side in check, for one that has only some of its moves, and in a finished game.

    >>> import plyground
    >>> passed(plyground.game("chess").start()).fen
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1'
    >>> passed(plyground.game("connect-four").start()) is None
    True
    """
    if position.result is not None or position.check or position.forced:
        return None
    game = position.game
    swapped = game.after_null_move(position) if isinstance(game, HasNullMove) else _with_other_turn(position)
    if swapped is None:
        return None
    is_same_board = swapped.pieces == position.pieces and all(
        inventory(swapped, side) == inventory(position, side) for side in Side
    )
    is_other_turn = swapped.side_to_move is not position.side_to_move
    return swapped if is_same_board and is_other_turn and swapped.result is None else None


def _with_other_turn(position: Position) -> Position | None:
    """The position whose text differs in the first word that may say whose turn it is, if there is one."""
    try:
        return position.game.from_fen(_TURN.sub(lambda word: _TURNS[word[0]], position.fen, count=1))
    except PlygroundError:
        return None
