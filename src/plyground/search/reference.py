"""The textbook: game-tree search over any game, in the form to read first.

Every algorithm is one short function over a `Search`, which holds what all of them share: the features, the counters,
the table and the move ordering. The native search has the same algorithms under the same names and visits
the same nodes in the same order; this file is its specification.

A value is from the side to move (only minimax takes the root's side). A window (alpha, beta) says which values matter:
inside it a value is exact, at or below alpha it is only an upper bound, at or above beta only a lower one. Then
fail-hard search returns alpha or beta itself, and fail-soft search the bound it found.
"""

from __future__ import annotations

from plyground.protocol import Position
from plyground.search.node import Search
from plyground.search.score import INFINITY

BNS_STEP = 64
"""The first distance between the tests of best-node search, until it has found both bounds."""

ASPIRATION_WIDTH = 50
"""The half-width of the first aspiration window."""


def minimax(search: Search, position: Position, depth: int, ply: int = 0) -> int:
    """The definition: White maximizes, Black minimizes. The value is exact and from the root's side."""
    known = search.enter_node(position, depth, -INFINITY, INFINITY, ply)
    is_maximum = ply % 2 == 0
    if known is not None:
        return known if is_maximum else -known
    best = -INFINITY if is_maximum else INFINITY
    for move in search.moves(position, ply):
        value = minimax(search, position.after(move), depth - 1, ply + 1)
        if value > best if is_maximum else value < best:
            best = value
            search.update_line(move, ply)
    search.leave_node(position, depth, -INFINITY, INFINITY, ply, best if is_maximum else -best)
    return best


def negamax(search: Search, position: Position, depth: int, ply: int = 0) -> int:
    """Minimax with one case: the value of a position is minus that for the other side. The value is exact."""
    known = search.enter_node(position, depth, -INFINITY, INFINITY, ply)
    if known is not None:
        return known
    best = -INFINITY
    for move in search.moves(position, ply):
        value = -negamax(search, position.after(move), depth - 1, ply + 1)
        if value > best:
            best = value
            search.update_line(move, ply)
    return search.leave_node(position, depth, -INFINITY, INFINITY, ply, best)


def alphabeta_hard(search: Search, position: Position, depth: int, alpha: int, beta: int, ply: int = 0) -> int:
    """Alpha-beta, fail-hard: the exact value if it lies inside the window, else the bound of the window it passes."""
    known = search.enter_node(position, depth, alpha, beta, ply)
    if known is not None:
        return max(alpha, min(known, beta))
    best = alpha
    for place, move in enumerate(search.moves(position, ply)):
        value = -alphabeta_hard(search, position.after(move), depth - 1, -beta, -best, ply + 1)
        if value > best:
            best = value
            search.update_line(move, ply)
        if best >= beta:
            search.cut_off(move, place, depth, ply)
            break
    return search.leave_node(position, depth, alpha, beta, ply, best)


def alphabeta(search: Search, position: Position, depth: int, alpha: int, beta: int, ply: int = 0) -> int:
    """Alpha-beta, fail-soft: exact inside the window; below alpha an upper bound of the value, above beta a lower one.

    The window decides how much work is saved, never which value is found inside it.
    """
    known = search.enter_node(position, depth, alpha, beta, ply)
    if known is not None:
        return known
    best = -INFINITY
    for place, move in enumerate(search.moves(position, ply)):
        value = -alphabeta(search, position.after(move), depth - 1, -beta, -max(alpha, best), ply + 1)
        if value > best:
            best = value
            search.update_line(move, ply)
        if best >= beta:
            search.cut_off(move, place, depth, ply)
            break
    return search.leave_node(position, depth, alpha, beta, ply, best)


def negascout(search: Search, position: Position, depth: int, alpha: int, beta: int, ply: int = 0) -> int:
    """NegaScout (principal variation search): the result of fail-soft alpha-beta, in fewer nodes if well ordered.

    Only the first move gets the whole window. The others get a window of width one, which only shows whether they are
    better; a move that is gets searched again for its value.
    """
    known = search.enter_node(position, depth, alpha, beta, ply)
    if known is not None:
        return known
    best = -INFINITY
    for place, move in enumerate(search.moves(position, ply)):
        after, floor = position.after(move), max(alpha, best)
        scout = place > 0 and beta - floor > 1
        value = -negascout(search, after, depth - 1, -floor - 1 if scout else -beta, -floor, ply + 1)
        if scout and floor < value < beta:
            search.counters.re_searches += 1
            value = -negascout(search, after, depth - 1, -beta, -value, ply + 1)
        if value > best:
            best = value
            search.update_line(move, ply)
        if best >= beta:
            search.cut_off(move, place, depth, ply)
            break
    return search.leave_node(position, depth, alpha, beta, ply, best)


def mtdf(search: Search, position: Position, depth: int, guess: int) -> int:
    """MTD(f): finds the value by windows of width one around ever better guesses. The value is exact.

    Each pass proves that the value is below its window or not; the table saves the passes from repeating work.
    """
    value, lower, upper = guess, -INFINITY, INFINITY
    proven = search.line
    while lower < upper:
        beta = value + 1 if value == lower else value
        value = alphabeta(search, position, depth, beta - 1, beta)
        if value < beta:
            upper = value
        else:
            # Only a pass that fails high has found a move.
            lower, proven = value, search.line
        search.counters.re_searches += lower < upper
    search.line = proven
    return value


def sss(search: Search, position: Position, depth: int) -> int:
    """SSS*, in the form Plaat and others gave it: MTD(f) that starts at infinity. The value is exact."""
    return mtdf(search, position, depth, INFINITY)


def aspiration(search: Search, position: Position, depth: int, guess: int) -> int:
    """Alpha-beta in a window around a guess, widened on the side where the search fails. The value is exact."""
    below = above = ASPIRATION_WIDTH
    while True:
        alpha, beta = max(guess - below, -INFINITY), min(guess + above, INFINITY)
        value = alphabeta(search, position, depth, alpha, beta)
        if alpha < value < beta or (alpha, beta) == (-INFINITY, INFINITY):
            return value
        search.counters.re_searches += 1
        if value <= alpha:
            below *= 4
        else:
            above *= 4


def best_node(search: Search, position: Position, depth: int, guess: int) -> int:
    """Best-node search (Rutko): finds the best move without its value, by testing which moves reach a guess.

    The value returned is a lower bound that only the best move reaches, or exact where several moves are equally good.
    """
    known = search.enter_node(position, depth, -INFINITY, INFINITY, 0)
    if known is not None:
        return known
    moves = search.moves(position, 0)
    lower, upper, test, step = -INFINITY, INFINITY, guess, BNS_STEP
    while (len(moves) > 1 or lower == -INFINITY) and upper - lower > 1:
        test = max(lower + 1, min(test, upper - 1))
        values = [-alphabeta(search, position.after(move), depth - 1, -test, 1 - test, 1) for move in moves]
        reaching = [move for move, value in zip(moves, values, strict=True) if value >= test]
        if reaching:
            lower, moves = test, reaching
        else:
            upper = test
        if lower == -INFINITY or upper == INFINITY:
            test, step = (upper - step if lower == -INFINITY else lower + step), 4 * step
        else:
            test = lower + (upper - lower) * (len(moves) - 1) // len(moves)
        search.counters.re_searches += 1
    search.start_line(moves[0], 0)
    return search.leave_node(position, depth, -INFINITY, lower, 0, lower)
