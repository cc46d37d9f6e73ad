"""Hints, explanations and reviews as lines of English, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.notation.writer import move_number
from plyground.play.advice import Advice, Explanation, Hint
from plyground.play.grades import NAGS
from plyground.play.review import Review
from plyground.play.terminal_words import name_of, verdict
from plyground.protocol import Position, Side
from plyground.reasons import joined

SHOWN_PLIES = 12
"""How much of a line is shown."""


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
