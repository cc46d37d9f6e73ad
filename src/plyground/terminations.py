"""How a game ended, as English sentences: one rendering of the codes in `Result.termination`."""

from __future__ import annotations

from plyground.protocol import Result, Side

TERMINATIONS: dict[str, str] = {
    # chess
    "checkmate": "checkmate",
    "stalemate": "stalemate",
    "insufficient_material": "insufficient material",
    "seventyfive_moves": "the seventy-five-move rule",
    "fifty_moves": "the fifty-move rule",
    # draughts
    "king_moves_only": "too many king moves without a capture",
    "three_kings": "failing to catch a lone king with three",
    "main_road": "the lone king's hold on the main road",
    "small_ending": "an ending too small to win",
    "forces_unchanged": "forces unchanged for too long",
    "move_limit": "the move limit",
    # mill
    "few_men": "leaving too few men",
    "full_board": "a full board",
    "no_removal": "the rule on moves without a removal",
    # repetition, in any game
    "twofold_repetition": "repetition",
    "threefold_repetition": "threefold repetition",
    "fivefold_repetition": "fivefold repetition",
    # the players' own decisions, and their clocks
    "agreement": "agreement",
    "resignation": "resignation",
    "time_forfeit": "time forfeit",
    "time_forfeit_insufficient_material": "time forfeit against insufficient material",
    "abandonment": "the opponent's absence",
    # the arena's own decisions, and the faults of programs
    "adjudicated_win": "adjudication",
    "adjudicated_draw": "adjudication",
    "adjudicated_length": "the arena's limit on moves",
    "illegal_move": "an illegal move of the opponent",
    "crash": "a crash of the opponent",
    "hang": "the opponent's silence",
    "player_fault": "a fault of the opponent",
    # results that only a game file states
    "as_recorded": "what the file says",
    # games of any kind
    "four_in_a_row": "four in a row",
    "no_moves": "leaving no move",
    "line_completed": "completing a line",
    "board_full": "a full board",
}
"""What stands after `by` for each code."""

DRAWN: dict[str, str] = {"no_moves": "a blockade"}
"""The same for a draw, where it must be said in another way than a win."""

UNDECIDED: dict[str, str] = {"aborted": "The game was aborted", "expired": "The game was given up"}
"""Games that ended without a result."""


def sentence(result: Result) -> str:
    """The result as a sentence without its full stop; an unknown code is read as words.

    >>> sentence(Result(Side.WHITE, "checkmate"))
    'White wins by checkmate'
    >>> sentence(Result(None, "threefold_repetition"))
    'Draw by threefold repetition'
    >>> sentence(Result(Side.BLACK, "moon_phase"))
    'Black wins by moon phase'
    """
    if result.termination in UNDECIDED:
        return UNDECIDED[result.termination]
    how = TERMINATIONS.get(result.termination, result.termination.replace("_", " "))
    if result.winner is None:
        return f"Draw by {DRAWN.get(result.termination, how)}"
    return f"{'White' if result.winner is Side.WHITE else 'Black'} wins by {how}"
