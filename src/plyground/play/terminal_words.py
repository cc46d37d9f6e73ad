"""What a terminal says about a game: whose turn it is, evaluations, hints, explanations and reviews, as English."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.errors import AmbiguousMove, PlygroundError
from plyground.notation.writer import move_number
from plyground.play.advice import Advice, Explanation, Hint, MoveVerdict, verdict_reason
from plyground.play.grades import NAGS
from plyground.play.review import Review
from plyground.protocol import Move, Position, Side
from plyground.reasons import joined
from plyground.record import Record
from plyground.search.result import SearchResult
from plyground.search.score import score_text

FORCED: dict[str, str] = {"capture": "capture is obligatory", "removal": "a man must be removed"}
"""English for the codes of `View.forced`."""
SHOWN_PLIES = 12
"""How much of a line is shown."""


def name_of(side: Side) -> str:
    """The side at the beginning of a sentence."""
    return side.value.capitalize()


def status(record: Record) -> str:
    """Whose turn it is and what it must do, or how the game ended."""
    result = record.outcome()
    if result is not None:
        return result.sentence
    view = record.view
    words = f"{name_of(view.turn)} to move"
    if view.check:
        words += ", in check"
    if view.forced:
        words += "; " + FORCED.get(view.forced, f"{view.forced.replace('_', ' ')} is forced")
    return words


def in_hand(record: Record) -> str:
    """The men still to be placed, as the end of a sentence; empty if there are none."""
    hand = ", ".join(f"{side.value} {count}" for side, count in record.view.hand.items() if count)
    return f"; to place: {hand}" if hand else ""


def verdict(side: Side, score: int) -> str:
    """A score of the side to move, always written from White's point of view.

    >>> verdict(Side.BLACK, 35), verdict(Side.WHITE, 120), verdict(Side.WHITE, 0)
    ('-0.35 for White', '+1.20 for White', '0.00 for White')
    """
    outcome, _, moves = score_text(score).partition(" in ")
    if moves:
        return f"{name_of(side if outcome == 'win' else side.other)} wins in {moves}"
    return f"{score_text(score if side is Side.WHITE else -score)} for White"


def evaluation(side: Side, result: SearchResult) -> str:
    """What the computer thinks of a position in which that side was to move."""
    origin = "databases" if result.is_exact else f"depth {result.depth}"
    return f"Evaluation: {verdict(side, result.value)} ({origin})"


def clock_text(time_ms: int) -> str:
    """What a clock shows.

    >>> clock_text(301_600), clock_text(9_430)
    ('5:01', '0:09.4')
    """
    seconds = time_ms // 1000
    tenths = f".{time_ms // 100 % 10}" if seconds < 10 else ""
    return f"{seconds // 60}:{seconds % 60:02}{tenths}"


def both_names(position: Position, move: Move) -> tuple[str, str]:
    """A move's notation and, where it differs, its token; otherwise an empty text."""
    token, notation = str(move), position.notation(move)
    return notation, "" if token == notation else token


def example(position: Position) -> Move:
    """A legal move to show how moves are written: the one that goes nearest to the middle of the board."""
    points = {point.name: (point.x, point.y) for point in position.game.geometry.points}
    middle_x = sum(x for x, _ in points.values()) / max(len(points), 1)
    middle_y = sum(y for _, y in points.values()) / max(len(points), 1)
    before = position.pieces

    def distance(move: Move) -> float:
        entered = [points[at] for at, piece in position.after(move).pieces.items() if before.get(at) != piece]
        return min(((x - middle_x) ** 2 + (y - middle_y) ** 2 for x, y in entered), default=float("inf"))

    return min(position.legal_moves, key=distance)


def complaint(typed: str, position: Position, error: PlygroundError) -> str:
    """Why a line could not be played; a missing removal lists the choices."""
    if isinstance(error, AmbiguousMove):
        began = "".join(typed.split()).lower()
        fuller = [token for token in map(str, position.legal_moves) if token.startswith(f"{began}x")]
        if fuller:
            return f"'{typed}' removes a man. Say which: {' or '.join(_listed(fuller))}."
    return str(error)


def _listed(words: list[str]) -> list[str]:
    """All but the last word joined by commas, and the last one."""
    return [", ".join(words[:-1]), words[-1]] if len(words) > 1 else words


def advice_words(advice: Advice) -> str:
    """A move and the reasons for it."""
    return f"{advice.notation}: {joined(advice.reasons)}"


def threat_words(hint: Hint) -> str:
    """What is threatened, as a sentence."""
    if hint.threat is None:
        return "No threat was found."
    line = line_words(hint.threat.line_notation)
    return f"{name_of(hint.side.other)} threatens {line}. {joined(hint.threat.reasons)}"


def explanation_words(found: Explanation) -> list[str]:
    """What is wrong with a move, in a few lines."""
    side = found.score.side
    said = [f"{found.notation} ({found.grade}): {verdict(side, found.score.value)}."]
    if found.reasons:
        said.append(joined(found.reasons))
    if len(found.line) > 1:
        said.append(f"Line: {line_words(found.line_notation)}")
    better = found.better
    if better is not None:
        said.append(
            f"Better is {better.notation}: {verdict(side, better.score.value)}. {joined(better.reasons)}".rstrip()
        )
        said.append(f"Line: {line_words(better.line_notation)}")
    return said


def review_words(review: Review, start: Position) -> list[str]:
    """The wrong moves of a game with what was better, and how each side played as a whole."""
    said = []
    for move in review.moves:
        if move.grade not in NAGS:
            continue
        number = move_number(start, move.ply)
        better = line_words(move.line_notation[:4])
        said.append(f"{number} {move.notation}, {move.grade.value}: {joined(move.reasons)} Better: {better}")
    for side in Side:
        accuracy = review.accuracy(side)
        if accuracy is not None:
            said.append(f"{name_of(side)} played with an accuracy of {accuracy:.0f} %.")
    return said


def line_words(moves: Sequence[str]) -> str:
    """The moves of a line, as many as are shown."""
    return " ".join(moves[:SHOWN_PLIES]) + (" …" if len(moves) > SHOWN_PLIES else "")


def hint_words(hint: Hint) -> list[str]:
    """The best move with its reasons, the others, and the threat; its token is shown if it differs."""
    best, *others = hint.moves
    opinion = f"{verdict(hint.side, best.score.value)} at depth {hint.depth}"
    token = "" if best.move == best.notation else f" ({best.move})"
    said = [f"Try {best.notation}{token}: {opinion}.", joined(best.reasons)]
    scored = [f"{other.notation} ({verdict(hint.side, other.score.value)})" for other in others]
    if scored:
        said.append(f"Also {', '.join(scored)}.")
    said += verdict_words(hint.verdicts)
    return said if hint.threat is None else [*said, threat_words(hint)]


def analysis_words(hint: Hint) -> list[str]:
    """Each of the best moves with its score, line and reasons."""
    said = [f"Depth {hint.depth}, {hint.nodes:,} nodes."]
    for place, advice in enumerate(hint.moves, 1):
        said.append(f"{place}. {verdict(hint.side, advice.score.value)}: {line_words(advice.line_notation)}")
        said.append(f"   {advice_words(advice)}")
    return [*said, *verdict_words(hint.verdicts), threat_words(hint)]


def verdict_words(verdicts: Sequence[MoveVerdict]) -> list[str]:
    """What databases say about every legal move, those of equal value together.

    >>> verdict_words([MoveVerdict("b2", "b2", "win", 9), MoveVerdict("a1", "a1", "draw", None)])
    ['Perfect play, without draw counters: Wins in 9 plies: b2. Draws: a1.']
    """
    moves: dict[str, list[str]] = {}
    for one in verdicts:
        moves.setdefault(verdict_reason(one).text.rstrip("."), []).append(one.notation)
    said = " ".join(f"{text}: {', '.join(equal)}." for text, equal in moves.items())
    return [f"Perfect play, without draw counters: {said}"] if said else []
