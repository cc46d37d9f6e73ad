"""Monte Carlo tree search (UCT): plays games at random and keeps statistics, as a point of comparison."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt

from plyground.protocol import Move, Position, Side
from plyground.search.features import mix
from plyground.search.result import Sampling, SearchResult

EXPLORATION = sqrt(2.0)
ROLLOUT_PLIES = 200
"""A random game that is longer counts as a draw."""


class Dice:
    """Random numbers from a seed by splitmix64, the same as in the native core."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        self._state += 1
        return mix(self._state & (2**64 - 1)) % limit


@dataclass(slots=True)
class TreeNode:
    """A position in the tree: how often it was visited, and the results for the side that moved into it."""

    position: Position
    move: Move | None
    untried: int = 0
    """The index of the first move without a child."""
    visits: int = 0
    reward: float = 0.0
    moves: list[Move] = field(default_factory=list)
    children: list[TreeNode] = field(default_factory=list)


def mcts(position: Position, playouts: int, seed: int = 0) -> SearchResult:
    """Plays `playouts` games: down the tree by the upper confidence bound, one new node, then at random to the end.

    It proves nothing, but with growing `playouts` the most visited move becomes the best one.

    >>> import plyground
    >>> almost = plyground.game("connect-four").start()
    >>> for move in "dadbdc":
    ...     almost = almost.after(move)
    >>> str(mcts(almost, 200).move)
    'd'
    """
    dice = Dice(seed)
    root = _node(position, None)
    nodes = 1
    for _ in range(playouts):
        path = [root]
        while path[-1].untried == len(path[-1].moves) and path[-1].children:
            path.append(_most_promising(path[-1]))
        leaf = path[-1]
        if leaf.untried < len(leaf.moves):
            move = leaf.moves[leaf.untried]
            leaf.untried += 1
            child = _node(leaf.position.after(move), move)
            leaf.children.append(child)
            path.append(child)
            nodes += 1
        winner, plies = _rollout(path[-1].position, dice)
        nodes += plies
        for node in path:
            node.visits += 1
            mover = node.position.side_to_move.other
            node.reward += 0.5 if winner is None else float(winner is mover)
    visits = tuple((str(child.move), child.visits) for child in root.children)
    best = max(root.children, key=lambda child: child.visits, default=None)
    if best is None or best.move is None:
        return SearchResult(line=(), nodes=nodes, sampling=Sampling(0.0, visits))
    return SearchResult(line=(best.move,), nodes=nodes, sampling=Sampling(best.reward / best.visits, visits))


def _node(position: Position, move: Move | None) -> TreeNode:
    return TreeNode(position, move, moves=[] if position.result else list(position.legal_moves))


def _most_promising(node: TreeNode) -> TreeNode:
    """The child with the greatest upper confidence bound, the first of equals."""
    total = log(node.visits)
    best, greatest = node.children[0], -1.0
    for child in node.children:
        bound = child.reward / child.visits + EXPLORATION * sqrt(total / child.visits)
        if bound > greatest:
            best, greatest = child, bound
    return best


def _rollout(position: Position, dice: Dice) -> tuple[Side | None, int]:
    """Plays at random to the end; returns the winner and the number of plies."""
    for ply in range(ROLLOUT_PLIES):
        result = position.result
        if result is not None:
            return result.winner, ply
        moves = list(position.legal_moves)
        position = position.after(moves[dice.below(len(moves))])
    return None, ROLLOUT_PLIES
