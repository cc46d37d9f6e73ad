"""What a line of moves comes to: a win, a draw, or material."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyground.play.reasoning.material import MAN, Gain, Ledger
from plyground.play.reasons import Reason
from plyground.protocol import Move, Result
from plyground.record import Record
from plyground.search.score import Score

FAR = 12
"""Material that is won later in a line is not spoken of."""


def ending(record: Record, line: Sequence[Move]) -> Result | None:
    """How the game ends if a line is played; None if it goes on."""
    played = record.copy()
    for move in line:
        if played.outcome() is not None:
            break
        played.push(move)
    return played.outcome()


def moves_of(plies: int) -> int:
    """So many plies as the moves of whoever makes the last one."""
    return (plies + 1) // 2


def gain_of(record: Record, line: Sequence[Move]) -> Gain | None:
    """What the side to move wins by a line for good."""
    return Ledger(record.position, line[:FAR], record.position.side_to_move).gain()


def line_reasons(record: Record, line: Sequence[Move], score: Score) -> Iterator[Reason]:
    """What the line of a move, with the search's score for the side that begins it, comes to for that side."""
    result = ending(record, line)
    side = record.position.side_to_move
    plies = score.plies
    if plies is not None:
        yield _decision(score, plies, result, len(line))
    if plies is not None and score.value < 0:
        return
    if score.value == 0 and result is not None and result.winner is None:
        yield Reason("draws", {"termination": result.termination, "plies": len(line)})
    ledger = Ledger(record.position, line[:FAR], side)
    gain = ledger.gain()
    if gain is not None:
        yield from gain_reasons(gain)
    else:
        yield from _exchange(ledger)
    if len(ledger.balances) > 2 and ledger.balances[2] <= -MAN and (gain is not None or score.value > 0):
        given = ledger.exchanged(2)[1]
        if given:
            yield Reason("sacrifices", {"pieces": list(given)})


def gain_reasons(gain: Gain) -> Iterator[Reason]:
    """What was won, in words: pieces, pieces for pieces, or a piece made."""
    if gain.taken and gain.given:
        yield Reason("wins_exchange", {"taken": list(gain.taken), "given": list(gain.given), "plies": gain.plies})
    elif gain.taken:
        yield Reason("wins_material", {"taken": list(gain.taken), "plies": gain.plies})
    if gain.promoted is not None and gain.plies > 1:
        yield Reason("promotes_in", {"piece": gain.promoted, "plies": gain.plies, "moves": moves_of(gain.plies)})


def _decision(score: Score, plies: int, result: Result | None, length: int) -> Reason:
    """A proven win or loss, with how the game ends where the line shows it."""
    if score.value < 0:
        return Reason("delays_loss", {"plies": plies, "moves": moves_of(plies)})
    counted = {"plies": plies, "moves": moves_of(plies)}
    is_shown = result is not None and result.winner is score.side and length == plies
    if result is None or not is_shown:
        return Reason("wins", counted)
    if plies == 1:
        return Reason("ends_game", {"termination": result.termination})
    return Reason("wins_by", {**counted, "termination": result.termination})


def _exchange(ledger: Ledger) -> Iterator[Reason]:
    """A capture that wins nothing for good: a trade where something is given back at once."""
    first = ledger.turns[0].taken if ledger.turns else None
    if not first:
        return
    if len(ledger.turns) > 1 and ledger.turns[1].taken:
        taken, given = (sorted(turn.taken.elements()) for turn in ledger.turns[:2])
        yield Reason("trades", {"taken": taken, "given": given})
    else:
        yield Reason("captures", {"pieces": sorted(first.elements())})
