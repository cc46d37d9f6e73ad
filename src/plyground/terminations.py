"""How a game ended, in English: a headline, and a sentence that names what happened."""

from __future__ import annotations

from plyground import locale
from plyground.protocol import Result

UNDECIDED = frozenset({"aborted", "expired"})
"""Terminations of games that have no result."""


def sentence(result: Result) -> str:
    """The result in words; a code without a message, from a game of your own, is read as words.

    >>> from plyground.protocol import Side
    >>> sentence(Result(Side.WHITE, "no_moves"))
    'White wins. Black has no legal move.'
    >>> sentence(Result(None, "threefold_repetition"))
    'Draw. The position has occurred three times.'
    >>> sentence(Result(Side.BLACK, "moon_phase"))
    'Black wins. Reason: moon phase.'
    """
    if result.termination in UNDECIDED:
        return locale.text("terminations", f"headline.{result.termination}", {})
    winner = "draw" if result.winner is None else result.winner.value
    return f"{locale.text('terminations', f'headline.{winner}', {})} {ending(result)}"


def ending(result: Result) -> str:
    """What happened, without who won.

    >>> ending(Result(None, "agreement"))
    'The players agreed to a draw.'
    """
    code = result.termination
    if code not in locale.messages("terminations"):
        return locale.text("terminations", "unknown", {"words": words(code)})
    sides = {} if result.winner is None else {"winner": result.winner, "loser": result.winner.other}
    return locale.text("terminations", code, sides)


def words(code: str) -> str:
    """A code as a short label, for tables.

    >>> words("time_forfeit")
    'time forfeit'
    """
    return code.replace("_", " ")
