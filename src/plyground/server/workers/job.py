"""Jobs that workers do, and the messages about them: each a msgpack value preceded by its length.

The input and output of a job are JSON inside a message, because custom rules may contain integers of any size.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from plyground.search.limits import StopFlag

LENGTH = struct.Struct(">I")

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
    """A function by name, with the types of its input, its output and the progress that it reports.

    msgspec must be able to encode and decode all of them.
    """

    name: str
    run: Callable[[Given, JobContext], Answer]
    given: type[Given]
    answer: type[Answer]
    progress: Any = None


def encoded(job: Job[Given, Answer]) -> Job[Given, Any]:
    """The job with its answer as JSON, `msgspec.Raw`, to be passed on: decoding megabytes would take too long."""
    raw: Any = msgspec.Raw
    return replace(job, answer=raw)


class JobRequest(msgspec.Struct, tag=True, array_like=True):
    """Asks a worker to do a job."""

    number: int
    job: str
    given: bytes
    cpu_s: float | None
    """Processor time after which the system ends the worker; None if another program does the work."""


class StopJob(msgspec.Struct, tag=True, array_like=True):
    """Asks a worker to end the job of this number with what it has."""

    number: int


class WorkerReady(msgspec.Struct, tag=True, array_like=True):
    """The first message of a worker: it has loaded everything and waits for jobs."""


class JobProgress(msgspec.Struct, tag=True, array_like=True):
    """A value that a job reports while it runs."""

    number: int
    value: bytes


class JobDone(msgspec.Struct, tag=True, array_like=True):
    """The output of a job."""

    number: int
    value: bytes


class JobFailed(msgspec.Struct, tag=True, array_like=True):
    """The error of a job: its class in `plyground.errors`, its code and its arguments."""

    number: int
    kind: str
    code: str
    arguments: bytes


ToWorker: TypeAlias = JobRequest | StopJob
FromWorker: TypeAlias = WorkerReady | JobProgress | JobDone | JobFailed

_encoder = msgspec.msgpack.Encoder()
to_worker = msgspec.msgpack.Decoder(ToWorker)
from_worker = msgspec.msgpack.Decoder(FromWorker)


def frame(message: ToWorker | FromWorker) -> bytes:
    """A message with its length, ready for a pipe."""
    body = _encoder.encode(message)
    return LENGTH.pack(len(body)) + body
