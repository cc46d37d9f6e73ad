"""A second opinion on perfect play: every reachable position of a tiny game, solved by a plain loop over all of them.

It shares nothing with the solver but the rules, so it is an oracle for databases, and a stand-in for them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import plyground
from plyground.database.verdict import MoveVerdicts, Verdict, VerdictSource, move_verdicts
from plyground.protocol import Game, Position


def without_counters(fen: str) -> str:
    """A mill position without the plies since the last capture and the number of the move."""
    return fen.rsplit(" ", 2)[0]


class Exhaustive(VerdictSource):
    """The verdicts on all positions that can be reached from the start of a game."""

    def __init__(self, game: Game, key: Callable[[str], str] = without_counters) -> None:
        self._game = game
        self._key = key
        self._values = self._solved(*self._reached())

    def covers(self, game: Game) -> bool:
        return game.name == self._game.name

    def verdict(self, position: Position) -> Verdict | None:
        return self._values.get(self._key(position.fen)) if self.covers(position.game) else None

    def verdicts(self, position: Position) -> MoveVerdicts | None:
        return move_verdicts(position, self.verdict)

    def __len__(self) -> int:
        return len(self._values)

    def _reached(self) -> tuple[dict[str, Verdict], dict[str, list[str]]]:
        """The verdicts on positions where the game is over, and the successors of all others.

        Positions are found in the order of their distance from the start, long before a counter could end the game.
        """
        over: dict[str, Verdict] = {}
        successors: dict[str, list[str]] = {}
        front = {self._key(self._game.start().fen): self._game.start()}
        while front:
            reached: dict[str, Position] = {}
            for name, position in front.items():
                if position.result is not None:
                    winner = position.result.winner
                    assert winner is None or winner is position.side_to_move.other
                    over[name] = Verdict("draw") if winner is None else Verdict("loss", 0)
                    continue
                after = [position.after(move) for move in position.legal_moves]
                successors[name] = [self._key(one.fen) for one in after]
                reached |= zip(successors[name], after, strict=True)
            front = {name: one for name, one in reached.items() if name not in over and name not in successors}
        return over, successors

    def _solved(self, known: dict[str, Verdict], successors: dict[str, list[str]]) -> dict[str, Verdict]:
        """Finds what is won or lost in one ply more, until there is nothing new; the rest are draws."""
        plies, found = 0, dict(known)
        while found:
            plies += 1
            found = {}
            for name in successors.keys() - known.keys():
                after = [known.get(one) for one in successors[name]]
                if Verdict("loss", plies - 1) in after:
                    found[name] = Verdict("win", plies)
                elif all(one is not None and one.outcome == "win" for one in after):
                    found[name] = Verdict("loss", plies)
            known |= found
        return {**{name: Verdict("draw") for name in successors}, **known}


class WithoutDistances(VerdictSource):
    """The same verdicts without distances."""

    def __init__(self, source: VerdictSource) -> None:
        self._source = source

    def covers(self, game: Game) -> bool:
        return self._source.covers(game)

    def verdict(self, position: Position) -> Verdict | None:
        found = self._source.verdict(position)
        return None if found is None else Verdict(found.outcome)

    def verdicts(self, position: Position) -> MoveVerdicts | None:
        found = self._source.verdicts(position)
        return None if found is None else [(move, Verdict(verdict.outcome)) for move, verdict in found]


@cache
def three_mens_morris(name: str = "mill:three-plain") -> Exhaustive:
    """A form of three men's morris, solved in a second."""
    return Exhaustive(plyground.game(name))
