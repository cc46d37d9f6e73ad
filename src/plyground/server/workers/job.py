"""Job: something that a worker can do, and what it may say and must heed while it does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

URGE_S = 0.02
"""How often a job that shall end is told so."""

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class JobContext(Protocol):
    """What a running job is given beside its request."""

    def report(self, value: Any) -> None:
        """Says something to whoever asked for the job."""
        ...

    @property
    def is_stopped(self) -> bool:
        """Whether it shall end now, with what it has."""
        ...

    def on_stop(self, call: Callable[[], object]) -> None:
        """Has something called when the job shall end, and again until it does, from another thread."""
        ...


@dataclass(frozen=True, slots=True)
class Job(Generic[Given, Answer]):
    """A function by name, with the types of what goes in, what comes out and what is told meanwhile.

    All of them are values that msgspec can write and read.
    """

    name: str
    run: Callable[[Given, JobContext], Answer]
    given: type[Given]
    answer: type[Answer]
    progress: Any = None


class StoppableJob:
    """The `JobContext` of a job that may be stopped from another thread.

    What shall be called then is called again and again until the job has ended: a search that is stopped between two
    of its parts would otherwise begin the next one.
    """

    def __init__(self, report: Callable[[Any], None]) -> None:
        self._report = report
        self._calls: list[Callable[[], object]] = []
        self._is_stopped = False
        self._is_finished = threading.Event()

    def report(self, value: Any) -> None:
        """Says something to whoever asked for the job."""
        self._report(value)

    @property
    def is_stopped(self) -> bool:
        """Whether it shall end now."""
        return self._is_stopped

    def on_stop(self, call: Callable[[], object]) -> None:
        """Has something called when the job shall end, until it does."""
        self._calls.append(call)

    def stop(self) -> None:
        """Asks the job to end."""
        if not self._is_stopped:
            self._is_stopped = True
            threading.Thread(target=self._urge, daemon=True).start()

    def finish(self) -> None:
        """The job has ended."""
        self._is_finished.set()

    def _urge(self) -> None:
        while True:
            for call in tuple(self._calls):
                call()
            if self._is_finished.wait(URGE_S):
                return
