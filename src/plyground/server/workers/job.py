"""Job: something that a worker can do, and what it may say and must heed while it does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class Work(Protocol):
    """What a running job is given beside its request."""

    def tell(self, value: Any) -> None:
        """Says something to whoever asked for the job."""
        ...

    @property
    def is_stopped(self) -> bool:
        """Whether it shall end now, with what it has."""
        ...

    def on_stop(self, call: Callable[[], object]) -> None:
        """Has something called as soon as the job shall end, from another thread; at once if it shall already."""
        ...


@dataclass(frozen=True, slots=True)
class Job(Generic[Given, Answer]):
    """A function by name, with the types of what goes in, what comes out and what is told meanwhile.

    All of them are values that msgspec can write and read.
    """

    name: str
    run: Callable[[Given, Work], Answer]
    given: type[Given]
    answer: type[Answer]
    told: Any = None


class StoppableWork:
    """The `Work` of a job that may be stopped from another thread."""

    def __init__(self, tell: Callable[[Any], None]) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._is_stopped = False
        self._calls: list[Callable[[], object]] = []

    def tell(self, value: Any) -> None:
        """Says something to whoever asked for the job."""
        self._tell(value)

    @property
    def is_stopped(self) -> bool:
        """Whether it shall end now."""
        return self._is_stopped

    def on_stop(self, call: Callable[[], object]) -> None:
        """Has something called as soon as the job shall end."""
        with self._lock:
            if not self._is_stopped:
                self._calls.append(call)
                return
        call()

    def stop(self) -> None:
        """Asks the job to end."""
        with self._lock:
            self._is_stopped = True
            calls, self._calls = self._calls, []
        for call in calls:
            call()
