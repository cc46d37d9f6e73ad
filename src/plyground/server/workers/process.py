"""The process of a worker: it limits its own resources and does one job after the other until the server is gone."""

from __future__ import annotations

import importlib
import os
import queue
import resource
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from functools import partial
from typing import Any, BinaryIO

import msgspec

from plyground.database.endgames import mapped_bytes
from plyground.errors import PlygroundError, ServiceFault, ServiceRefused
from plyground.server.wire import UNREADABLE
from plyground.server.workers import job as messages
from plyground.server.workers.job import Given, Job, JobContext

MEGABYTE = 1 << 20


class WorkerProcess:
    """Reads messages in one thread, so that a job can be stopped at any time, and does jobs in the main thread."""

    def __init__(self, jobs: Mapping[str, Job[Any, Any]], incoming: BinaryIO, outgoing: BinaryIO) -> None:
        self._jobs = jobs
        self._incoming = incoming
        self._outgoing = outgoing
        self._requests: queue.SimpleQueue[tuple[messages.JobRequest, JobContext]] = queue.SimpleQueue()
        self._contexts: dict[int, JobContext] = {}
        self._sending = threading.Lock()

    def serve(self) -> None:
        """Does jobs until the end of the input, which ends the process at once."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._send(messages.WorkerReady())
        while True:
            request, context = self._requests.get()
            answer = self._answer(request, context)
            self._contexts.pop(request.number, None)
            self._send(answer)

    def _listen(self) -> None:
        while len(header := self._incoming.read(messages.LENGTH.size)) == messages.LENGTH.size:
            message = messages.to_worker.decode(self._incoming.read(messages.LENGTH.unpack(header)[0]))
            if isinstance(message, messages.JobRequest):
                self._contexts[message.number] = context = JobContext(partial(self._report, message.number))
                self._requests.put((message, context))
            elif (running := self._contexts.get(message.number)) is not None:
                running.stop.request()
        os._exit(0)

    def _report(self, number: int, value: object) -> None:
        self._send(messages.JobProgress(number, msgspec.json.encode(value)))

    def _send(self, message: messages.FromWorker) -> None:
        with self._sending:
            self._outgoing.write(messages.frame(message))
            self._outgoing.flush()

    def _answer(self, request: messages.JobRequest, context: JobContext) -> messages.FromWorker:
        _limit_processor_time(request.cpu_s)
        failure: PlygroundError
        try:
            job = self._jobs[request.job]
            answer = job.run(_decoded(request.given, job.given), context)
            return messages.JobDone(request.number, msgspec.json.encode(answer))
        except PlygroundError as error:
            failure = error
        except MemoryError:
            failure = ServiceFault("worker_memory", job=request.job)
        except Exception as error:
            traceback.print_exc(file=sys.stderr)
            failure = ServiceFault("worker_broke", job=request.job, reason=f"{type(error).__name__}: {error}"[:200])
        plain = {name: _plain(value) for name, value in failure.arguments.items()}
        return messages.JobFailed(request.number, type(failure).__name__, failure.code, msgspec.json.encode(plain))


def _decoded(given: bytes, type: type[Given]) -> Given:
    """The input of a job; some of it comes from clients as it is."""
    try:
        return msgspec.json.decode(given, type=type)
    except UNREADABLE as error:
        raise ServiceRefused("message_unreadable", reason=str(error)) from error


def _plain(value: object) -> str | int | float | bool | None:
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _limit_processor_time(seconds: float | None) -> None:
    """Allows this much more processor time; the system ends the process after it, even if the server is gone."""
    _limit(resource.RLIMIT_CPU, None if seconds is None else int(time.process_time() + seconds) + 1)


def _limit(kind: int, wanted: int | None) -> None:
    """Sets a limit of the process, as far as the system allows; None is no limit."""
    hard = resource.getrlimit(kind)[1]
    limits = [limit for limit in (wanted, hard) if limit not in (None, resource.RLIM_INFINITY)]
    resource.setrlimit(kind, (min(limits, default=resource.RLIM_INFINITY), hard))


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the server, moved away from standard input and output so that jobs cannot disturb them."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return incoming, outgoing


def main(place: str, memory_mb: str, niceness: str) -> None:
    """Serves the jobs at `module:attribute`."""
    incoming, outgoing = _own_pipes()
    os.nice(int(niceness))
    if int(memory_mb):
        # Databases are mapped, which takes addresses but hardly any memory.
        _limit(resource.RLIMIT_AS, int(memory_mb) * MEGABYTE + mapped_bytes())
    # A worker that is ended for its processor time leaves no core file.
    _limit(resource.RLIMIT_CORE, 0)
    module, _, attribute = place.partition(":")
    WorkerProcess(getattr(importlib.import_module(module), attribute), incoming, outgoing).serve()


if __name__ == "__main__":
    main(*sys.argv[1:])
