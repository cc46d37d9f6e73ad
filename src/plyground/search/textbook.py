"""The textbook algorithms natively: the same names, switches, nodes and counters as the Python form, only faster."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from plyground import _core
from plyground.errors import InvalidRules
from plyground.games.native import NativePosition
from plyground.protocol import Move, Position
from plyground.search.counters import CUTOFF_PLACES, Counters
from plyground.search.deepening import Found, check_call
from plyground.search.evaluation import NOISE
from plyground.search.mcts import Sampled
from plyground.search.node import Stopped
from plyground.search.switches import POLICIES, Switches


class StopFlag:
    """How another thread ends a native search: after `request` it visits at most a few thousand more nodes."""

    def __init__(self) -> None:
        self.core = _core.StopFlag()

    def request(self) -> None:
        """Asks the search to end; it raises `Stopped`."""
        self.core.request()


def solve(
    position: Position,
    algorithm: str,
    depth: int,
    switches: Switches | None = None,
    *,
    iterated: bool = False,
    stop: StopFlag | None = None,
) -> Found:
    """Searches a position of any game natively; see `plyground.search.deepening.solve`, which must agree node for node.

    The GIL is free meanwhile, except for games written in Python. Ctrl-C ends it.

    >>> import plyground
    >>> from plyground.search import deepening
    >>> start = plyground.game("chess").start()
    >>> solve(start, "negascout", 3).counters == deepening.solve(start, "negascout", 3).counters
    True
    """
    check_call(algorithm, depth)
    chosen = switches or Switches()
    core: Any = position.core if isinstance(position, NativePosition) else position
    plain = chosen.evaluation.removesuffix(NOISE)
    known = position.game.evaluations if isinstance(position, NativePosition) else ()
    if plain and plain not in known:
        names = ", ".join(known) or "none"
        raise InvalidRules("unknown_evaluation", game=position.game.name, name=plain, known=names)
    answer = _core.textbook(
        core,
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
        evaluation=known.index(plain) if plain else -1,
        noise=chosen.evaluation.endswith(NOISE),
        seed=chosen.seed % 2**64,
        stop=(stop or StopFlag()).core,
    )
    if answer is None:
        raise Stopped
    value, tokens, numbers, nodes_by_depth = answer
    return Found(value, _line(position, tokens), _counters(numbers), tuple(nodes_by_depth))


def _line(position: Position, tokens: Sequence[str]) -> tuple[Move, ...]:
    line: list[Move] = []
    for token in tokens:
        move = position.parse(token)
        line.append(move)
        position = position.after(move)
    return tuple(line)


def _counters(numbers: Sequence[int]) -> Counters:
    """The counters in the order of their fields, the places of cut-offs one after the other."""
    counters, rest = Counters(), iter(numbers)
    for name in (field.name for field in fields(Counters)):
        is_list = name == "cutoffs_by_place"
        setattr(counters, name, [next(rest) for _ in range(CUTOFF_PLACES)] if is_list else next(rest))
    return counters


def mcts(position: Position, playouts: int, seed: int = 0, *, stop: StopFlag | None = None) -> Sampled:
    """Monte Carlo tree search natively; see `plyground.search.mcts.mcts`, which plays the same games.

    >>> import plyground
    >>> sum(count for _, count in mcts(plyground.game("mill").start(), 100).visits)
    100
    """
    if not 0 <= playouts < 2**63:
        raise InvalidRules("playouts_range", playouts=playouts)
    core: Any = position.core if isinstance(position, NativePosition) else position
    answer = _core.mcts(core, playouts, seed % 2**64, (stop or StopFlag()).core)
    if answer is None:
        raise Stopped
    token, reward, visits, nodes = answer
    return Sampled(None if token is None else position.parse(token), reward, tuple(visits), nodes)
