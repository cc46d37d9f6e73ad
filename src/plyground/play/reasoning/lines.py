"""What a line of moves comes to: a win, a draw, or material; and what a bad move loses or misses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyground.play.reasoning.material import MAN, Gain, Ledger, worth
from plyground.protocol import Move, Position, Result
from plyground.reasons import Reason
from plyground.record import Record
from plyground.search.result import SearchResult
from plyground.search.score import Score, is_decisive
from plyground.turn import Turn

FAR = 8
"""Material that is won later in a line is not mentioned."""
AHEAD_CP = 150
"""A side this far ahead loses something by a draw."""
BELIEF = 2
"""A gain is believed if the score rises by at least this part of it."""


def ending(record: Record, line: Sequence[Move]) -> Result | None:
    """How the game ends if a line is played; None if it goes on."""
    played = record.copy()
    for move in line:
        if played.outcome() is not None:
            break
        played.push(move)
    return played.outcome()


def notations(position: Position, line: Sequence[Move]) -> tuple[str, ...]:
    """The moves of a line in the game's notation."""
    said = []
    for move in line:
        said.append(position.notation(move))
        position = position.after(move)
    return tuple(said)


def moves_of(plies: int) -> int:
    """How many moves the side that makes the last of `plies` plies makes."""
    return (plies + 1) // 2


def gain_of(record: Record, line: Sequence[Move], score: Score | None = None) -> Gain | None:
    """What the side to move wins by a line for good; with a score, only if the score agrees."""
    gain = Ledger(record.position, line[:FAR], record.position.side_to_move).gain()
    return gain if gain is None or score is None or is_believed(record.position, gain, score) else None


def may_gain(position: Position, line: Sequence[Move]) -> bool:
    """Whether a line wins something for the side to move that is not taken back at once, or leaves that open."""
    ledger = Ledger(position, line[:FAR], position.side_to_move)
    answered = max(ledger.balances[2::2], default=0)
    return ledger.quiet_plies is None or answered >= MAN or ledger.gain() is not None


def is_believed(position: Position, gain: Gain, score: Score) -> bool:
    """Whether the score rises with the material: if not, the line is not forced, or the gain is paid for."""
    return score.of(position.side_to_move) >= position.evaluation + gain.value // BELIEF


def line_reasons(record: Record, line: Sequence[Move], score: Score) -> Iterator[Reason]:
    """What the line of a move, with the search's score for the side that begins it, comes to for that side."""
    result = ending(record, line)
    plies = score.plies
    if plies is not None:
        yield _decision(score, plies, result, len(line))
        if score.value < 0:
            return
    if score.value == 0 and result is not None and result.winner is None:
        yield Reason("draws", {**result.as_dict(), "plies": len(line)})
    ledger = Ledger(record.position, line[:FAR], record.position.side_to_move)
    gain = ledger.gain()
    if gain is not None and not is_believed(record.position, gain, score):
        gain = None
    lost = _taken_back(record, ledger)
    if lost:
        yield Reason("recaptures", {"pieces": sorted(ledger.turns[0].taken.elements())})
    if gain is not None and gain.value - lost >= MAN:
        yield from gain_reasons(gain)
    elif gain is None:
        yield from _exchange(ledger)
    if (gain is not None or (score.value > 0 and _loses_itself(ledger))) and _is_sacrifice(ledger):
        given = ledger.exchanged(2)[1]
        if given:
            yield Reason("sacrifices", {"pieces": list(given)})


def gain_reasons(gain: Gain) -> Iterator[Reason]:
    """What was won, in words: pieces, pieces for pieces, or a piece made."""
    if gain.taken and gain.given:
        yield Reason("wins_exchange", {"taken": list(gain.taken), "given": list(gain.given), "plies": gain.plies})
    elif gain.taken:
        yield Reason("wins_material", {"taken": list(gain.taken), "plies": gain.plies})
    if gain.promoted is not None and gain.promoted[1] > 1:
        piece, plies = gain.promoted
        yield Reason("promotes_in", {"piece": piece, "plies": plies, "moves": moves_of(plies)})


def _decision(score: Score, plies: int, result: Result | None, length: int) -> Reason:
    """A proven win or loss, with how the game ends where the line shows it."""
    if score.value < 0:
        return Reason("delays_loss", {"plies": plies, "moves": moves_of(plies)})
    counted = {"plies": plies, "moves": moves_of(plies)}
    is_shown = result is not None and result.winner is score.side and length == plies
    if result is None or not is_shown:
        return Reason("wins", counted)
    if plies == 1:
        return Reason("ends_game", result.as_dict())
    return Reason("wins_by", {**counted, **result.as_dict()})


def _exchange(ledger: Ledger) -> Iterator[Reason]:
    """A capture that wins nothing for good; it is a trade if the capturing piece is captured at once."""
    first = ledger.turns[0]
    if not first.taken:
        return
    answer = ledger.turns[1] if len(ledger.turns) > 1 else None
    if answer is not None and any(
        point not in answer.after.pieces or point in answer.entered for point in first.entered
    ):
        taken, given = (sorted(turn.taken.elements()) for turn in (first, answer))
        if given:
            yield Reason("trades", {"taken": taken, "given": given})
            return
    yield Reason("captures", {"pieces": sorted(first.taken.elements())})


def _taken_back(record: Record, ledger: Ledger) -> int:
    """The value that the last move of the record captured, if the line begins by capturing that piece; otherwise 0."""
    if not len(record):
        return 0
    last, first = Turn.of(record.positions[-2], record.moves[-1]), ledger.turns[0]
    return worth(last, ledger.values) if last.taken and first.taken and _takes_back(last, first) else 0


def _takes_back(turn: Turn, answer: Turn) -> bool:
    """Whether what moved in a turn is gone after the answer to it."""
    return any(answer.after.pieces.get(point) != piece for point, piece in turn.entered.items())


def _loses_itself(ledger: Ledger) -> bool:
    return len(ledger.turns) > 1 and _takes_back(ledger.turns[0], ledger.turns[1])


def _is_sacrifice(ledger: Ledger) -> bool:
    """Whether material is given and does not come back at once, or comes back with more to a move that took nothing."""
    _, first, second, third = (*ledger.balances, *4 * [0])[:4]
    return second <= -MAN and (third <= -MAN or (first == 0 and third >= MAN))


def blame(record: Record, move: Move, before: SearchResult, after: SearchResult | None) -> Iterator[Reason]:
    """What is wrong with a move that was graded as bad, the worst first; at least one reason."""
    reasons = [*_lost(record, move, before, after), *_missed(record, move, before, after)]
    if not reasons and before.move is not None:
        played = 0 if after is None else -after.value
        said = {"move": record.position.notation(before.move), "token": str(before.move)}
        reasons.append(Reason("is_worse", {**said, "margin": before.value - played}))
    yield from reasons


def _lost(record: Record, move: Move, before: SearchResult, after: SearchResult | None) -> Iterator[Reason]:
    """What the opponent gets by the move: the game, material, or half a point."""
    line = (move, *(after.line if after else ()))
    result = ending(record, line)
    is_drawn = result is not None and result.winner is None and (after is None or after.value == 0)
    if is_drawn and result is not None and (before.value >= AHEAD_CP):
        yield Reason("allows_draw", result.as_dict())
    if after is None:
        return
    plies = after.require_score().plies
    was_lost = is_decisive(before.value) and before.value < 0
    if plies is not None and after.value > 0 and not was_lost:
        counted = {"plies": plies, "moves": moves_of(plies)}
        shown = result is not None and result.winner is after.require_score().side and len(after.line) == plies
        if shown and result is not None:
            yield Reason("allows_win_by", {**counted, **result.as_dict()})
        else:
            yield Reason("allows_win", counted)
        return
    gain = _opponents_gain(record, line)
    anyway = _opponents_gain(record, before.line)
    if gain is not None and gain.taken and (anyway is None or anyway.value < gain.value):
        code = "loses_exchange" if gain.given else "loses_material"
        said = {"taken": list(gain.taken), "plies": gain.plies}
        yield Reason(code, {**said, "given": list(gain.given)} if gain.given else said)


def _missed(record: Record, move: Move, before: SearchResult, after: SearchResult | None) -> Iterator[Reason]:
    """What the best move would have won and this one does not."""
    if before.move is None:
        return
    said = {"move": record.position.notation(before.move), "token": str(before.move)}
    keeps_win = after is not None and _is_won(-after.require_score())
    plies = before.require_score().plies
    if plies is not None and before.value > 0 and not keeps_win:
        yield Reason("misses_win", {**said, "plies": plies, "moves": moves_of(plies)})
        return
    gain = gain_of(record, before.line, before.require_score())
    own = gain_of(record, (move, *(after.line if after else ())))
    if gain is not None and gain.taken and not gain.given and (own is None or own.value < gain.value):
        yield Reason("misses_material", {**said, "taken": list(gain.taken), "plies": gain.plies})


def _opponents_gain(record: Record, line: tuple[Move, ...]) -> Gain | None:
    return Ledger(record.position, line[:FAR], record.position.side_to_move.other).gain()


def _is_won(score: Score) -> bool:
    return score.is_decisive and score.value > 0
