"""A GUI without a screen: sends commands to our engine in this process and waits for its output."""

from __future__ import annotations

from threading import Condition
from time import monotonic

from tests.waiting import PATIENCE_S

from plyground.uci.engine import UciProgram


class Gui:
    """One engine with a small table; `said` is everything it has said."""

    def __init__(self, *options: str, variant: str = "") -> None:
        self.said: list[str] = []
        self._news = Condition()
        self.engine = UciProgram(self._hear)
        self.tell("setoption name Hash value 1", *(f"setoption name {option}" for option in options))
        if variant:
            self.tell(f"setoption name UCI_Variant value {variant}")

    def _hear(self, text: str) -> None:
        with self._news:
            self.said += text.split("\n")
            self._news.notify_all()

    def tell(self, *lines: str) -> None:
        """Says lines, as a GUI would write them."""
        for line in lines:
            self.engine.hear(line)

    def ask(self, line: str, answer: str) -> str:
        """Says a line, and the first line after it that begins with the answer."""
        at = len(self.said)
        self.engine.hear(line)
        return self.wait_for(answer, at)

    def wait_for(self, beginning: str, at: int = 0) -> str:
        """The first line from a place on that begins so."""
        deadline = monotonic() + PATIENCE_S
        with self._news:
            while not (found := [line for line in self.said[at:] if line.startswith(beginning)]):
                assert self._news.wait(deadline - monotonic()), f"nothing begins with {beginning!r}: {self.said[at:]}"
            return found[0]

    def go(self, words: str, *before: str) -> tuple[str, list[str]]:
        """The move that a search finds, and everything that it said until then."""
        self.tell(*before)
        at = len(self.said)
        best = self.ask(f"go {words}", "bestmove").split()[1]
        return best, self.said[at:]

    def count(self, beginning: str) -> int:
        """How many lines began so."""
        return sum(line.startswith(beginning) for line in self.said)

    def close(self) -> None:
        """Stops the running search, which must end."""
        assert self.engine.close()


def value(line: str, name: str, words: int = 1) -> str:
    """What an info line says about something.

    >>> value("info depth 3 score cp -12 nodes 7 pv e2e4", "score", 2)
    'cp -12'
    """
    said = line.split()
    at = said.index(name) + 1
    return " ".join(said[at : at + words])


def pv(line: str) -> list[str]:
    """The moves of an info line."""
    said = line.split()
    return said[said.index("pv") + 1 :]


def infos(lines: list[str]) -> list[str]:
    """The info lines with a score."""
    return [line for line in lines if line.startswith("info depth")]
