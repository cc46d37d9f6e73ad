"""Frames: the messages between the server and a worker, each a msgpack value with its length before it.

What goes in and comes out of a job is JSON inside: it may hold numbers of any size, as somebody's rules do.
"""

from __future__ import annotations

import struct
from typing import TypeAlias

import msgspec

LENGTH = struct.Struct(">I")


class JobRequest(msgspec.Struct, tag=True, array_like=True):
    """A job to be done."""

    number: int
    job: str
    given: bytes
    cpu_s: float | None
    """Processor time after which the system ends the worker; None where another program does the work."""


class StopJob(msgspec.Struct, tag=True, array_like=True):
    """The job of that number shall end soon with what it has."""

    number: int


class WorkerReady(msgspec.Struct, tag=True, array_like=True):
    """The first thing a worker says: it has loaded everything and waits for jobs."""


class JobProgress(msgspec.Struct, tag=True, array_like=True):
    """Something a job says while it runs."""

    number: int
    value: bytes


class JobDone(msgspec.Struct, tag=True, array_like=True):
    """What a job came to."""

    number: int
    value: bytes


class JobRefused(msgspec.Struct, tag=True, array_like=True):
    """A job that could not be done: one of our errors."""

    number: int
    kind: str
    code: str
    arguments: bytes


class JobFailed(msgspec.Struct, tag=True, array_like=True):
    """A job that failed in a way nobody foresaw."""

    number: int
    reason: str


ToWorker: TypeAlias = JobRequest | StopJob
FromWorker: TypeAlias = WorkerReady | JobProgress | JobDone | JobRefused | JobFailed

_encoder = msgspec.msgpack.Encoder()
to_worker = msgspec.msgpack.Decoder(ToWorker)
from_worker = msgspec.msgpack.Decoder(FromWorker)


def frame(message: ToWorker | FromWorker) -> bytes:
    """A message as it goes through a pipe."""
    body = _encoder.encode(message)
    return LENGTH.pack(len(body)) + body
