"""The textbook algorithms natively: the same names, features, nodes and counters as in Python, only faster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from math import log10
from time import monotonic

from plyground import _core
from plyground.abilities import evaluations_of
from plyground.errors import InvalidRules
from plyground.games.native import NativePosition
from plyground.protocol import Move, Position
from plyground.record import Record
from plyground.search.counters import CUTOFF_PLACES, Counters
from plyground.search.deepening import ALGORITHMS, check_call, single_line
from plyground.search.features import ALL_FEATURES, NOISE, NOISE_SCALE, PLAYING, POLICIES, Features
from plyground.search.limits import Limits, SearchStopped, StopFlag, elapsed_ms
from plyground.search.result import RankedLine, Sampling, SearchResult
from plyground.search.score import MAX_DEPTH, Score, one_ply_earlier, wdl

MCTS = "mcts"
TEXTBOOK_ALGORITHMS = (*ALGORITHMS, MCTS)
"""The algorithms of a `TextbookSearcher`."""
FIRST_PLAYOUTS = 32
"""The playouts of depth 1 of `mcts`; each further depth doubles them."""
MAX_DOUBLINGS = 40
FIRST_MS = 1_000
"""After this time the first depth starts again without quiescence, whose captures may have no end."""
_PLAYING_EVALUATION = -2
"""`PLAYING` in the native core."""
MAX_REWARD = 0.99
"""Playouts never prove a result: larger rewards count as this one."""


def solve(
    position: Position,
    algorithm: str,
    depth: int,
    features: Features | None = None,
    *,
    iterated: bool = False,
    time_ms: int | None = None,
    stop: StopFlag | None = None,
) -> SearchResult:
    """Searches a position of any game natively; see `plyground.search.deepening.solve`, which must agree node for node.

    Raises `SearchStopped` after `time_ms` or soon after `stop` is requested. The GIL is free meanwhile, except for
    games written in Python. Ctrl-C ends it.

    >>> import plyground
    >>> from plyground.search import deepening
    >>> start = plyground.game("chess").start()
    >>> solve(start, "negascout", 3) == deepening.solve(start, "negascout", 3)
    True
    """
    check_call(algorithm, depth)
    began = monotonic()
    chosen = features or Features()
    plain = chosen.evaluation.removesuffix(NOISE)
    known = evaluations_of(position.game) if isinstance(position, NativePosition) else ()
    if plain and plain not in known:
        names = ", ".join(known) or "none"
        raise InvalidRules("unknown_evaluation", game=position.game.name, name=plain, known=names)
    answer = _core.textbook(
        position,
        algorithm=algorithm,
        depth=depth,
        iterated=iterated,
        tt=POLICIES.index(chosen.tt),
        tt_size=chosen.tt_size,
        tt_move=chosen.tt_move,
        forcing_first=chosen.forcing_first,
        killers=chosen.killers,
        history=chosen.history,
        quiescence=chosen.quiescence,
        evaluation=_PLAYING_EVALUATION if plain == PLAYING else known.index(plain) if plain else -1,
        noise=chosen.evaluation.endswith(NOISE),
        seed=chosen.seed % 2**64,
        weights=list(chosen.weights),
        stop=stop or StopFlag(),
        time_ms=time_ms,
    )
    if answer is None:
        raise SearchStopped
    value, tokens, numbers, nodes_by_depth = answer
    line, counters = tuple(Record(position, tokens).moves), _counters(numbers)
    result = single_line(position, value, line, depth, counters.nodes, elapsed_ms(began))
    return replace(result, counters=counters, nodes_by_depth=tuple(nodes_by_depth))


def _counters(numbers: Sequence[int]) -> Counters:
    """The counters from a flat list in the order of their fields."""
    counters, rest = Counters(), iter(numbers)
    for name in (field.name for field in fields(Counters)):
        is_list = name == "cutoffs_by_place"
        setattr(counters, name, [next(rest) for _ in range(CUTOFF_PLACES)] if is_list else next(rest))
    return counters


def mcts(
    position: Position,
    playouts: int,
    seed: int = 0,
    *,
    time_ms: int | None = None,
    stop: StopFlag | None = None,
) -> SearchResult:
    """Monte Carlo tree search natively; see `plyground.search.mcts.mcts`, which plays the same games.

    >>> import plyground
    >>> sum(count for _, count in mcts(plyground.game("mill").start(), 100).sampling.visits)
    100
    """
    if not 0 <= playouts < 2**63:
        raise InvalidRules("playouts_range", playouts=playouts)
    began = monotonic()
    answer = _core.mcts(position, playouts, seed % 2**64, stop or StopFlag(), time_ms)
    if answer is None:
        raise SearchStopped
    token, reward, visits, nodes = answer
    line = () if token is None else (position.parse(token),)
    sampling = Sampling(reward, tuple(visits))
    return SearchResult(line=line, nodes=nodes, time_ms=elapsed_ms(began), sampling=sampling)


class TextbookSearcher:
    """Searches by a textbook algorithm one ply deeper at a time, or by `mcts` with twice as many playouts each time.

    Every depth starts from scratch, and repetitions of earlier positions do not count. The first depth is always
    finished, after `FIRST_MS` without quiescence; a later one that time or `stop` interrupts does not count. A limit of
    nodes is checked between depths.

    >>> import plyground
    >>> start = plyground.game("chess").start()
    >>> TextbookSearcher("negascout").analyse(start, Limits(depth=3)).depth
    3
    """

    def __init__(self, algorithm: str, features: Features = ALL_FEATURES) -> None:
        if algorithm not in TEXTBOOK_ALGORITHMS:
            raise InvalidRules("unknown_algorithm", name=algorithm, known=", ".join(TEXTBOOK_ALGORITHMS))
        self.algorithm = algorithm
        self.features = features

    def analyse(
        self,
        record: Record | Position,
        limits: Limits | None = None,
        *,
        lines: int = 1,
        on_progress: Callable[[SearchResult], object] | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """Searches for the best `lines` moves; `mcts` knows only one, and only its first move."""
        position = record.position if isinstance(record, Record) else record
        limits = limits or Limits()
        if position.result is not None:
            return self.in_centipawns(solve(position, "negamax", 0), position)
        chosen = tuple(position.parse(str(move)) for move in limits.moves)
        if lines > 1 and not chosen and self.algorithm != MCTS:
            chosen = tuple(position.legal_moves)
        began, move_ms = monotonic(), limits.move_ms
        result: SearchResult | None = None
        most = MAX_DOUBLINGS if self.algorithm == MCTS else MAX_DEPTH
        for depth in range(1, min(limits.depth or most, most) + 1):
            step = _Step(self, position, depth, chosen)
            if result is not None:
                step.stop = stop
                step.deadline = None if move_ms is None else began + move_ms / 1000
            elif stop is not None or move_ms is not None:
                step.deadline = began + FIRST_MS / 1000
            try:
                found = step.run(lines)
            except SearchStopped:
                if result is not None:
                    break
                found = _Step(self, position, depth, chosen, in_haste=True).run(lines)
            nodes = found.nodes + (0 if result is None else result.nodes)
            found = replace(found, depth=depth, seldepth=depth, nodes=nodes, time_ms=elapsed_ms(began))
            result = self.in_centipawns(found, position)
            if on_progress is not None:
                on_progress(result)
            is_proven = result.score is not None and result.score.is_decisive
            if is_proven or (limits.nodes is not None and nodes >= limits.nodes):
                break
        assert result is not None
        return result

    def clear(self) -> None:
        """Nothing is kept from one search to the next."""

    def in_centipawns(self, result: SearchResult, position: Position) -> SearchResult:
        """The result with its score in hundredths of a man; None where the evaluation counts in its own units."""
        if result.score is None or result.score.is_decisive or not self.features.evaluation:
            score = result.score
        elif self.features.evaluation == NOISE:
            score = Score(result.value // NOISE_SCALE, position.side_to_move)
        else:
            score = None
        if score is None:
            return replace(result, score=None, lines=())
        lines = result.lines if score == result.score else (replace(result.lines[0], score=score),)
        return replace(result, score=score, wdl=wdl(position.game, score), lines=lines)


@dataclass(slots=True)
class _Step:
    """One depth of a `TextbookSearcher`."""

    searcher: TextbookSearcher
    position: Position
    depth: int
    chosen: Sequence[Move]
    stop: StopFlag | None = None
    deadline: float | None = None
    in_haste: bool = False
    """Without quiescence, or with one playout."""

    def run(self, lines: int) -> SearchResult:
        """Raises `SearchStopped`."""
        if self.searcher.algorithm == MCTS:
            return self._sample()
        return self._rank(lines) if self.chosen else self._solve(self.position, self.depth)

    def _solve(self, position: Position, depth: int) -> SearchResult:
        features, algorithm = self.searcher.features, self.searcher.algorithm
        if self.in_haste:
            features = replace(features, quiescence=False)
        return solve(position, algorithm, depth, features, time_ms=self._left_ms(), stop=self.stop)

    def _left_ms(self) -> int | None:
        return None if self.deadline is None else max(round((self.deadline - monotonic()) * 1000), 0)

    def _rank(self, lines: int) -> SearchResult:
        """Searches each of the chosen moves."""
        side, nodes, ranked = self.position.side_to_move, 0, []
        for move in self.chosen:
            found = self._solve(self.position.after(move), self.depth - 1)
            score = Score(one_ply_earlier(-found.value), side)
            ranked.append(RankedLine(score, "exact", self.depth, self.depth, (move, *found.line)))
            nodes += found.nodes + 1
        ranked.sort(key=lambda line: line.score, reverse=True)
        return SearchResult(line=ranked[0].line, score=ranked[0].score, nodes=nodes, lines=tuple(ranked[:lines]))

    def _sample(self) -> SearchResult:
        """Plays games at random; the most visited of the chosen moves is the best."""
        position, chosen = self.position, {str(move) for move in self.chosen}
        playouts = 1 if self.in_haste else FIRST_PLAYOUTS << self.depth
        found = mcts(position, playouts, time_ms=self._left_ms(), stop=self.stop)
        assert found.sampling is not None
        visits = [(count, token) for token, count in found.sampling.visits if token in chosen or not chosen]
        best = max(visits, key=lambda visit: visit[0], default=(0, ""))[1]
        line = (position.parse(best),) if best else tuple(position.legal_moves)[:1]
        score = Score(_reward_to_centipawns(found.sampling.reward), position.side_to_move)
        lines = (RankedLine(score, "exact", self.depth, self.depth, line),)
        return replace(found, line=line, score=score, lines=lines)


def _reward_to_centipawns(reward: float) -> int:
    """The score of a mean reward, by the Elo curve."""
    expected = min(max(reward, 1 - MAX_REWARD), MAX_REWARD)
    return round(400 * log10(expected / (1 - expected)))
