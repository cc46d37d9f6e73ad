"""Advice in the terminal: hints, lines, why a move was bad, and reviews."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from plyground.database.endgames import default_source
from plyground.errors import InvalidRecord
from plyground.play.advice import Hint
from plyground.play.exact import ExactSearcher
from plyground.play.hints import HASH_MB, explain, hints
from plyground.play.review import GradedMove, review
from plyground.play.terminal_input import Interrupts, spinner
from plyground.play.terminal_words import explanation_words, review_words
from plyground.protocol import Game
from plyground.record import Record
from plyground.search.limits import Limits, StopFlag
from plyground.search.result import SearchResult
from plyground.search.searcher import Searcher

LINES = 3
"""How many moves are compared."""
REVIEW_MS = 300
"""The time for each position of a review, unless a depth is set."""


class TerminalAdvice:
    """Searches and answers the person's questions, independently of the opponent."""

    def __init__(self, game: Game, console: Console, interrupts: Interrupts, threads: int = 1) -> None:
        self._searcher = ExactSearcher(Searcher(game, hash_mb=HASH_MB, threads=threads), default_source())
        self._console = console
        self._interrupts = interrupts

    def hint(self, record: Record, limits: Limits) -> Hint:
        """The best moves of the position with their reasons; Ctrl-C ends the search early."""
        position = record.position
        with self._waiting("Thinking about your move") as (show, stop):

            def tell(result: SearchResult) -> None:
                if result.move is not None:
                    show(f"depth {result.depth}, {position.notation(result.move)}")

            return hints(record, limits, lines=LINES, searcher=self._searcher, on_progress=tell, stop=stop)

    def why(self, record: Record, text: str, limits: Limits) -> list[str]:
        """What is wrong with a move; by default with the last move of the side to move."""
        asked = record
        if not text:
            if len(record) < 2:
                raise InvalidRecord("no_own_move")
            text = str(record.moves[-2])
            asked = Record(record.start, record.moves[:-2])
        with self._waiting("Looking for what is wrong") as (_, stop):
            return explanation_words(explain(asked, text, limits, searcher=self._searcher, stop=stop))

    def review(self, record: Record, depth: int | None) -> list[str]:
        """Every move of the game graded; Ctrl-C keeps the moves graded so far."""
        limits = Limits(time_ms=REVIEW_MS) if depth is None else Limits(depth=depth)
        if not len(record):
            return ["There is no move to review."]
        with self._waiting("Reviewing the game") as (show, stop):

            def tell(move: GradedMove) -> None:
                show(f"{move.ply + 1} of {len(record)} moves")

            found = review(record, limits, searcher=self._searcher, on_move=tell, stop=stop)
        said = review_words(found, record.start)
        return said if found.is_complete else [*said, f"Only {len(found.moves)} of {len(record)} moves were reviewed."]

    @contextmanager
    def _waiting(self, words: str) -> Iterator[tuple[Callable[[str], None], StopFlag]]:
        """A spinner during which Ctrl-C ends the search."""
        with self._interrupts.caught() as stop, spinner(self._console, words, keys="enough") as show:
            yield show, stop
