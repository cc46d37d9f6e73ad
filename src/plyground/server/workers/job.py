"""Job: something that a worker can do, and what it may say and must heed while it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from plyground.search.limits import StopFlag

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class JobContext:
    """What a running job gets besides its request: how it reports progress, and when it must end."""

    def __init__(self, report: Callable[[Any], object]) -> None:
        self.report = report
        """Sends a value to the client of the job."""
        self.stop = StopFlag()
        """Requested when the job should end with what it has."""


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
