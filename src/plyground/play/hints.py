"""Hints: the best moves with their reasons, what the opponent threatens, and why a move is bad; in every game.

All results are plain values: moves are tokens, reasons are codes, `as_dict` is JSON, and everything can be pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from plyground.play.advice import Advice, Explanation, Hint, MoveVerdict, verdict_reason
from plyground.play.exact import AnySearcher, verdicts_by
from plyground.play.grades import Grade, Grading, grade_of
from plyground.play.reasoning.facts import facts, ranked
from plyground.play.reasoning.lines import blame, gain_of, line_reasons, may_gain, notations
from plyground.play.reasoning.material import passed
from plyground.play.reasoning.plans import plans
from plyground.protocol import Move, Position
from plyground.reasons import Reason
from plyground.record import Record
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import RankedLine, SearchResult
from plyground.search.score import Score, is_decisive
from plyground.search.searcher import Searcher
from plyground.turn import Turn

__all__ = ["Advice", "Explanation", "Hint", "Reason", "explain", "hint_of", "hints", "threat"]

DEFAULT_MS = 1_000
"""The time for the main search unless limits are given."""
HASH_MB = 16
MIN_NODES, MAX_NODES = 200, 20_000
"""The nodes of a side search, for example for the threat."""
SHARE = 16
"""A side search gets at most this fraction of the main search."""
CLEAR_CP = 50
"""A move is called clearly better if it leads the next one by this much."""
EVEN_CP = 25
"""Scores up to this are called even."""
FREEDOM = 4
"""The change in the number of moves that counts as more or less mobility."""
GAINS = frozenset({"ends_game", "wins_by", "wins", "wins_material", "wins_exchange", "promotes", "promotes_in"})
"""Reasons that win something."""
_ON_POINTS = {"forks", "pins", "passed_pawn", "advances_passed_pawn", "develops", "near_crowning", "free_way"}
_ON_SQUARES = {
    "presses",
    "gains_space",
    "attacks",
    "defends",
    "evades",
    "open_file",
    "outpost",
    "active_king",
    "supports",
    "safe_edge",
    "brings_up",
}
_IN_MILLS = {"double_mill", "two_mills", "opens_mill", "blocks_mill", "takes_crossing"}
_IN_LINES = {"threatens_mill", "two_in_line", "spoils_line"}
STANDING = frozenset({*_ON_POINTS, *_ON_SQUARES, *_IN_MILLS, *_IN_LINES, "centralises"})
"""Facts that hold only while the moved piece stays where it is."""
THREATS = GAINS | {"closes_mill", "closes_mills"}


def hints(
    record: Record,
    limits: Limits | None = None,
    *,
    lines: int = 3,
    searcher: AnySearcher | None = None,
    on_progress: Callable[[SearchResult], object] | None = None,
    stop: StopFlag | None = None,
) -> Hint:
    """The best `lines` moves with reasons, and the threat; the limits apply to the search for the best moves.

    `stop` ends the search early. Reasons and the threat cost a little more, at most about as much again as the search
    itself.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
    >>> hint = hints(record, Limits(depth=6), lines=1)
    >>> hint.moves[0].notation, [reason.text for reason in hint.moves[0].reasons]
    ('Ra8#', ['Wins at once. Black is checkmated.', 'Gives check.'])
    """
    position = record.position
    if record.outcome() is not None:
        return Hint(position.game.name, position.fen, position.side_to_move, (), None, 0, 0, 0)
    adviser = _Adviser(record, limits, searcher, stop)
    return adviser.hint(adviser.search(lines, on_progress), lines)


def hint_of(record: Record, result: SearchResult, searcher: AnySearcher, *, lines: int = 3) -> Hint:
    """The hint that follows from a finished search."""
    return _Adviser(record, Limits(), searcher).hint(result, lines)


def threat(record: Record, limits: Limits | None = None, *, searcher: AnySearcher | None = None) -> Advice | None:
    """What the opponent would gain by moving twice; None if nothing, or if the game has no null move.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start(), ["e4", "e5", "Bc4", "Nc6", "Qh5", "d6"])
    >>> found = threat(plyground.Record(record.start, record.moves[:-1]), Limits(depth=6))
    >>> found.notation, found.reasons[0].text
    ('Qxf7#', 'Wins at once. Black is checkmated.')
    """
    if record.outcome() is not None:
        return None
    return _Adviser(record, limits, searcher).threat()


def explain(
    record: Record,
    move: Move | str,
    limits: Limits | None = None,
    *,
    searcher: AnySearcher | None = None,
    stop: StopFlag | None = None,
    before: SearchResult | None = None,
    after: SearchResult | None = None,
) -> Explanation:
    """What is good or bad about a move in the record's position; raises as `Position.parse` does.

    The results of searches before and after the move that are known already are used instead of new ones.

    >>> import plyground
    >>> record = plyground.Record(plyground.game("chess").start(), ["f3", "e5"])
    >>> found = explain(record, "g4", Limits(depth=6))
    >>> found.grade, found.reasons[0].text, found.line_notation
    ('blunder', 'Lets the opponent win in 1 move. White is checkmated.', ('g4', 'Qh4#'))
    """
    position = record.position
    played = position.parse(move) if isinstance(move, str) else move
    return _Adviser(record, limits, searcher, stop).explain(played, before, after)


class _Adviser:
    """Advises the side to move in the position of a record."""

    def __init__(
        self, record: Record, limits: Limits | None, searcher: AnySearcher | None, stop: StopFlag | None = None
    ) -> None:
        self._record = record
        self._limits = limits or Limits(time_ms=DEFAULT_MS)
        self._searcher = searcher or Searcher(record.game, hash_mb=HASH_MB)
        self._stop = stop
        self._side_limits = Limits(nodes=MIN_NODES)

    def search(self, lines: int, on_progress: Callable[[SearchResult], object] | None = None) -> SearchResult:
        """Searches for the best moves, at least two, because the second shows how clear the first is."""
        return self._searcher.analyse(
            self._record, self._limits, lines=max(lines, 2), on_progress=on_progress, stop=self._stop
        )

    def hint(self, result: SearchResult, lines: int) -> Hint:
        """The moves of a result with their reasons, and what the opponent threatens."""
        position = self._record.position
        self._side_limits = self._share_of(result)
        threat = self._threat(self._side_limits)
        looked_at = [line for place, line in enumerate(result.lines) if line.line and (line.depth or not place)]
        moves = tuple(self._advice(place, looked_at, threat) for place in range(min(lines, len(looked_at))))
        return Hint(
            position.game.name,
            position.fen,
            position.side_to_move,
            moves,
            threat,
            result.depth,
            result.nodes,
            result.time_ms,
            tuple(MoveVerdict.of(position, *one) for one in verdicts_by(self._searcher, position)),
        )

    def threat(self) -> Advice | None:
        """What the opponent would gain if it were to move, searched within the limits."""
        return self._threat(self._limits)

    def explain(self, move: Move, before: SearchResult | None, after: SearchResult | None) -> Explanation:
        """What is good or bad about a move, searched before and after it."""
        before = before or self.search(1)
        self._side_limits = self._share_of(before)
        played = self._record.copy()
        played.push(move)
        if after is None and played.outcome() is None:
            after = self._searcher.analyse(played, self._limits, stop=self._stop)
        verdict = grade_of(self._record, move, before, after)
        is_right = verdict.grade in (Grade.BEST, Grade.GOOD, Grade.FORCED)
        line = (move, *(after.line if after else ()))
        return Explanation(
            str(move),
            self._record.position.notation(move),
            verdict.grade.value,
            verdict.played,
            self._praise(move, verdict, before, line)
            if is_right
            else (*self._verdict(move), *blame(self._record, move, before, after)),
            tuple(map(str, line)),
            notations(self._record.position, line),
            None if after is None else _plain_advice(played, after),
            None if verdict.grade in (Grade.BEST, Grade.FORCED) else self._advice(0, before.lines, None),
        )

    def _praise(self, move: Move, verdict: Grading, before: SearchResult, line: tuple[Move, ...]) -> tuple[Reason, ...]:
        """Why a move is good: by the line of the search that chose it, or by what follows it."""
        chosen = [ranked for ranked in before.lines if ranked.line and ranked.line[0] == move and ranked.depth]
        own = chosen[0] if chosen else RankedLine(verdict.played, "exact", before.depth, before.depth, line)
        below = [ranked for ranked in before.lines if ranked.line and ranked.line[0] != move]
        lines = (own, *below) if before.move == move else (*below[:1], own)
        return self._advice(lines.index(own), lines, self._threat(self._side_limits)).reasons

    def _verdict(self, move: Move) -> list[Reason]:
        """The exact value of a move, where it is known."""
        known = verdicts_by(self._searcher, self._record.position)
        return [verdict_reason(verdict) for one, verdict in known if one == move]

    def _share_of(self, result: SearchResult) -> Limits:
        time_ms = self._limits.time_ms
        nodes = min(max(result.nodes // SHARE, MIN_NODES), MAX_NODES)
        return Limits(nodes=nodes, time_ms=None if time_ms is None else time_ms // SHARE)

    def _threat(self, limits: Limits) -> Advice | None:
        other = passed(self._record.position)
        if other is None:
            return None
        advice = _plain_advice(Record(other), self._searcher.analyse(other, limits))
        return advice if any(reason.code in THREATS for reason in advice.reasons) else None

    def _advice(self, place: int, lines: Sequence[RankedLine], threat: Advice | None) -> Advice:
        """One of the best moves with all its reasons."""
        position, found = self._record.position, lines[place]
        turn = Turn.of(position, found.line[0])
        reasons = [*line_reasons(self._record, found.line, found.score), *_lasting_facts(turn, found.line)]
        if not found.score.is_decisive:
            reasons += self._verdict(found.line[0])
        below = lines[place + 1] if place + 1 < len(lines) else None
        if place == 0 and below is not None and _is_lost(below) and not _is_lost(found):
            reasons.append(Reason("others_lose"))
        if not any(reason.code in GAINS for reason in reasons) and not found.score.is_decisive:
            reasons += self._threats_of(turn, found, threat)
            reasons += plans(turn, found, below)
            reasons += _leftovers(found, below, turn)
        return _advice(position, found.line, found.score, ranked(reasons))

    def _threats_of(self, turn: Turn, found: RankedLine, threat: Advice | None) -> Iterator[Reason]:
        """What a move threatens, and the threat that it stops."""
        if threat is not None and self._stops(turn, found, threat):
            yield Reason("stops_threat", {"move": threat.notation, "token": threat.move})
        if turn.after.result is None:
            yield from self._one_defence(turn.after)
        again = passed(turn.after)
        if again is None:
            return
        result = self._searcher.analyse(again, self._side_limits)
        if result.move is None or self._gains_with(turn.before, str(result.move)):
            return
        said = {"move": again.notation(result.move), "token": str(result.move)}
        score = result.require_score()
        gain = gain_of(Record(again), result.line[:1], score)
        if score.is_decisive and score.value > 0:
            yield Reason("threatens_win", {**said, "plies": score.plies})
        elif gain is not None and gain.taken:
            yield Reason("threatens_material", {**said, "taken": list(gain.taken)})

    def _one_defence(self, position: Position) -> Iterator[Reason]:
        """The only move that does not lose, if all others are proven to."""
        lines = self._searcher.analyse(position, self._side_limits, lines=2).lines
        if len(lines) > 1 and lines[1].depth and _is_lost(lines[1]) and not _is_lost(lines[0]):
            move = lines[0].line[0]
            yield Reason("one_defence", {"move": position.notation(move), "token": str(move)})

    def _stops(self, turn: Turn, found: RankedLine, threat: Advice) -> bool:
        """Whether a move stops the threat, and does not merely delay it by a check or another forced reply."""
        view = turn.after.view
        if view.check is not None or view.forced is not None or turn.after.result is not None:
            return False
        if len(found.line) > 1 and may_gain(turn.after, found.line[1:]):
            return False
        return not self._gains_with(turn.after, threat.move)

    def _gains_with(self, position: Position, token: str) -> bool:
        """Whether a move is legal and wins something, or may."""
        if token not in position.legal_moves:
            return False
        result = self._searcher.analyse(position, replace(self._side_limits, moves=(token,)))
        is_won = is_decisive(result.value) and result.value > 0
        closes = any(reason.code in THREATS for reason in facts(Turn.of(position, position.parse(token))))
        return is_won or closes or may_gain(position, result.line)


def _plain_advice(record: Record, result: SearchResult) -> Advice:
    """The best move of a result with the reasons that need no further search."""
    turn = Turn.of(record.position, result.line[0])
    score = result.require_score()
    reasons = [*line_reasons(record, result.line, score), *_lasting_facts(turn, result.line)]
    return _advice(record.position, result.line, score, ranked(reasons))


def _advice(position: Position, line: Sequence[Move], score: Score, reasons: Sequence[Reason]) -> Advice:
    said = notations(position, line)
    return Advice(str(line[0]), said[0], score, tuple(map(str, line)), said, tuple(reasons))


def _lasting_facts(turn: Turn, line: Sequence[Move]) -> Iterator[Reason]:
    """The facts of a move, without those that end when the reply captures the piece."""
    stays = True
    if len(line) > 1:
        answered = turn.after.after(line[1]).pieces
        stays = all(answered.get(point) == piece for point, piece in turn.entered.items())
    return (reason for reason in facts(turn) if stays or reason.code not in STANDING)


def _is_lost(line: RankedLine) -> bool:
    return is_decisive(line.score.value) and line.score.value < 0 and line.bound != "lower"


def _leftovers(found: RankedLine, below: RankedLine | None, turn: Turn) -> Iterator[Reason]:
    """Reasons that apply to any move."""
    margin = None if below is None else found.score.value - below.score.value
    if margin is not None and below is not None and not below.score.is_decisive and margin >= CLEAR_CP:
        yield Reason("ahead_of_next", {"margin": margin})
    again = passed(turn.after)
    if again is not None:
        then, now = len(turn.before.legal_moves), len(again.legal_moves)
        if now >= then + FREEDOM:
            yield Reason("more_moves", {"before": then, "after": now})
    other = passed(turn.before)
    if other is not None and again is not None:
        then, now = len(other.legal_moves), len(turn.after.legal_moves)
        if now <= then - FREEDOM:
            yield Reason("fewer_replies", {"before": then, "after": now})
    yield Reason("keeps_balance" if abs(found.score.value) <= EVEN_CP else "scores", {"pawns": found.score.value})
