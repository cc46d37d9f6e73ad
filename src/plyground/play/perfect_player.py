"""PerfectPlayer: plays by databases and never gives away half a point; among drawing moves it sets problems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic

from plyground.database.verdict import MoveVerdicts, NothingKnown, Verdict, VerdictSource
from plyground.errors import InvalidOption
from plyground.play.clock import Clock
from plyground.play.engine_player import EnginePlayer
from plyground.play.exact import exact_result, known_moves, with_verdict
from plyground.play.player import OnProgress, Player
from plyground.protocol import Game, Move, Position
from plyground.record import Record
from plyground.search.features import mix
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult

MAX_CHOOSING_MS = 1_000
"""How long the player chooses among moves of equal value: it looks for the quickest way to win, or compares drawing
moves, of which those that are left by then are not played."""
MAX_PROOF_PLIES = 9
"""How far the player looks for the end of a win, or for a change of material, where no distances are stored."""
MAX_PROOF_LOOKUPS = 400
"""How many positions it looks up for that."""


@dataclass(kw_only=True, eq=False)
class PerfectPlayer(Player):
    """Plays a move of the best value: the shortest win, a draw, or the longest loss.

    Among drawing moves it prefers the one that is hardest for the opponent: after which the largest share of the
    replies loses, and these losses are the deepest. Equal moves are chosen by the seed. Where no distances are stored,
    it looks for the quickest end or change of material, and otherwise lets the engine choose among the best moves,
    without repeating positions. In positions that the databases do not cover the engine plays; the
    result is then not `is_exact`. Values ignore draw counters.
    """

    source: VerdictSource = field(default_factory=NothingKnown)
    seed: int | None = None
    engine: EnginePlayer = field(default_factory=EnginePlayer)
    """Plays where the databases do not reach."""

    def __post_init__(self) -> None:
        self._game_seed = self.seed

    def new_game(self, game: Game, seed: int | None = None) -> None:
        """Gets ready; raises `InvalidOption` if there are no databases for the game, and says how to get some."""
        if not self.source.covers(game):
            raise InvalidOption("perfect_missing", game=game.name, name=game.name)
        self._game_seed = seed if self.seed is None else mix(mix(self.seed) + (seed or 0))
        self.engine.new_game(game, seed)

    def close(self) -> None:
        """Frees what the engine holds."""
        self.engine.close()

    def move(
        self,
        record: Record,
        clock: Clock | None = None,
        on_progress: OnProgress | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """A move of the best value, or the engine's move in a position that no database covers."""
        position = record.position
        known = known_moves(self.source, position)
        if not known:
            return self.engine.move(record, clock, on_progress, stop)
        best = known[0][1]
        equal: MoveVerdicts = [(move, verdict) for move, verdict in known if verdict == best]
        if best.plies is None:
            equal = [(move, verdict) for move, verdict in known if verdict.outcome == best.outcome]
        if best.outcome == "win" and best.plies is None:
            quickest = quickest_conversion(self.source, position, Deadline.after(self._choosing_ms(record, clock)))
            if quickest is None:
                return self._search(record, _unrepeated(record, equal), clock, on_progress, stop)
            equal = [(move, verdict) for move, verdict in equal if str(move) in quickest]
        elif best.outcome == "loss" and best.plies is None:
            return self._search(record, equal, clock, on_progress, stop)
        elif best.outcome != "win":
            deadline = Deadline.after(self._choosing_ms(record, clock))
            equal = self._hardest(position, _unrepeated(record, equal), deadline)
        number = mix(self._game_seed or 0) ^ mix(position.key + len(record))
        chosen = equal[mix(number) % len(equal)]
        return replace(exact_result(self.source, position, [chosen]), database_hits=len(known))

    def _search(
        self,
        record: Record,
        among: MoveVerdicts,
        clock: Clock | None,
        on_progress: OnProgress | None,
        stop: StopFlag | None,
    ) -> SearchResult:
        """The engine's choice among moves of equal value, with their exact score."""
        limits = replace(self.engine.limits(record, clock), moves=tuple(move for move, _ in among))
        found = self.engine.search(record, limits, on_progress=on_progress, stop=stop)
        return with_verdict(record.position, found, among[0][1], len(among))

    def _choosing_ms(self, record: Record, clock: Clock | None) -> int:
        """How long it may take to choose among moves of equal value."""
        move_ms = self.engine.limits(record, clock).move_ms
        return MAX_CHOOSING_MS if move_ms is None else min(move_ms, MAX_CHOOSING_MS)

    def _hardest(self, position: Position, equal: MoveVerdicts, deadline: Deadline) -> MoveVerdicts:
        """The moves after which the opponent goes wrong most easily."""
        if len(equal) == 1:
            return equal
        ranked: list[tuple[tuple[float, float], tuple[Move, Verdict]]] = []
        for one in equal:
            if ranked and deadline.is_over:
                break
            ranked.append((difficulty(self.source, position.after(one[0])), one))
        hardest = max(found for found, _ in ranked)
        return [one for found, one in ranked if found == hardest]


def difficulty(source: VerdictSource, position: Position) -> tuple[float, float]:
    """How hard a position is for the side to move: the share of its moves that lose value, and how deep they lose.

    A mistake is harder to see the further away its punishment is; the depth is the mean over all losing mistakes.
    """
    known = known_moves(source, position)
    if not known:
        return 0.0, 0.0
    wrong = [verdict for _, verdict in known if verdict.outcome != known[0][1].outcome]
    plies = [verdict.plies for verdict in wrong if verdict.outcome == "loss" and verdict.plies is not None]
    return len(wrong) / len(known), sum(plies) / len(plies) if plies else 0.0


@dataclass(frozen=True, slots=True)
class Deadline:
    """When something must end."""

    at_s: float
    now_s: Callable[[], float] = monotonic

    @classmethod
    def after(cls, time_ms: float) -> Deadline:
        """The end of a time that begins now."""
        return cls(monotonic() + time_ms / 1000)

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.now_s() >= self.at_s


def quickest_conversion(source: VerdictSource, position: Position, deadline: Deadline) -> frozenset[str] | None:
    """The moves of a won position that force the end, or a change of material, in the fewest plies.

    Every change of material is progress, because none can be undone. None if it takes more than `MAX_PROOF_PLIES`, if
    more than `MAX_PROOF_LOOKUPS` positions have to be looked up, or if the time is up: while men are placed, a single
    look may take a second.
    """
    proof = _Proof(source, deadline)
    try:
        for plies in range(1, MAX_PROOF_PLIES + 1, 2):
            found = frozenset(str(move) for move in proof.winning(position) if proof.converts(position, move, plies))
            if found:
                return found
    except _TooLong:
        pass
    return None


class _TooLong(Exception):
    """Ends a proof that takes too long."""


class _Proof:
    """A search for a forced change of material, among moves that keep the win."""

    def __init__(self, source: VerdictSource, deadline: Deadline) -> None:
        self._source, self._deadline = source, deadline
        self._winning: dict[int, list[Move]] = {}
        self._shown: dict[tuple[int, int], bool] = {}

    def winning(self, position: Position) -> list[Move]:
        """The moves that keep the win."""
        found = self._winning.get(position.key)
        if found is None:
            if len(self._winning) >= MAX_PROOF_LOOKUPS or self._deadline.is_over:
                raise _TooLong
            found = [move for move, verdict in known_moves(self._source, position) if verdict.outcome == "win"]
            self._winning[position.key] = found
        return found

    def converts(self, position: Position, move: Move, plies: int) -> bool:
        """Whether a winning move forces it within that many plies, itself included."""
        after = position.after(move)
        if after.result is not None or _material(after) != _material(position):
            return True
        return plies > 2 and all(self._survives(after, after.after(reply), plies - 2) for reply in after.legal_moves)

    def _survives(self, before: Position, position: Position, plies: int) -> bool:
        """Whether the win goes on after a reply and is converted within that many plies."""
        if position.result is not None:
            return False
        if _material(position) != _material(before):
            return True
        at = position.key, plies
        if at not in self._shown:
            self._shown[at] = any(self.converts(position, move, plies) for move in self.winning(position))
        return self._shown[at]


def _material(position: Position) -> Counter[str]:
    return Counter(position.pieces.values())


def _unrepeated(record: Record, moves: MoveVerdicts) -> MoveVerdicts:
    """The moves that lead to positions which the game has not seen; all of them if there are none."""
    seen = {position.key for position in record.positions}
    return [one for one in moves if record.position.after(one[0]).key not in seen] or moves
