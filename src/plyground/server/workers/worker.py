"""A worker as the server sees it: a process that does one job at a time, can be stopped, and may fail at any time."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from plyground import errors
from plyground.errors import ServiceFault
from plyground.server.workers import job as messages
from plyground.server.workers.job import Answer, Given, Job

GRACE_S = 2.0
"""How long a job may take to end after it was asked to; then its process is killed."""
START_S = 60.0
"""How long a worker may take to start, even on a very busy machine."""
UNLIMITED_S = float("inf")
"""The processor time of a job that only waits for another program."""
MAX_KEYS = 8
"""How many keys of recent jobs a worker is assumed to have cached."""
MAX_BYTES = 64 << 20
"""The largest message of a worker."""


class Worker:
    """One process. After a fault it is dead, and the pool replaces it."""

    def __init__(
        self,
        pid: int,
        ended: asyncio.Future[int],
        incoming: asyncio.StreamWriter,
        outgoing: asyncio.StreamReader,
        reading: asyncio.ReadTransport,
    ) -> None:
        self.pid = pid
        """The id of the process."""
        self._ended = ended
        """The exit code, when there is one."""
        self._input, self._output, self._reading = incoming, outgoing, reading
        self._number = 0
        self._is_running = False
        self._is_late = False
        self._is_killed = False
        self.generation = 0
        """How often its pool had been renewed when it was started."""
        self.keys: deque[Hashable] = deque(maxlen=MAX_KEYS)
        """The keys of its last jobs, whose data it may have cached."""

    @classmethod
    async def start(cls, jobs: str, memory_mb: int, niceness: int) -> Worker:
        """Starts a process for the jobs at `module:attribute`; raises `ServiceFault` if that fails."""
        command = (sys.executable, "-m", "plyground.server.workers.process", jobs, str(memory_mb), str(niceness))
        try:
            worker = await cls._launch(command)
        except OSError as error:
            raise ServiceFault("worker_lost", job="begin", how=error.strerror or str(error)) from error
        late = asyncio.get_running_loop().call_later(START_S, worker.end_late)
        try:
            await worker._receive("begin", START_S)
        except BaseException:
            worker.kill()
            await worker._ended
            raise
        finally:
            late.cancel()
        return worker

    @classmethod
    async def _launch(cls, command: Sequence[str]) -> Worker:
        """Starts the process without uvloop, which forks: with 300 MB of tables everyone waits 12 ms for that."""
        # Its own process group keeps Ctrl-C in the terminal from it. In its own session it would not be nice: Linux
        # may share the processor among sessions first (see autogroup in sched(7)), and niceness counts only within one.
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)
        loop = asyncio.get_running_loop()
        ended = loop.create_future()

        def wait() -> None:
            code = process.wait()
            with suppress(RuntimeError):
                # The loop may be closed by now.
                loop.call_soon_threadsafe(ended.set_result, code)

        threading.Thread(target=wait, name=f"worker-{process.pid}", daemon=True).start()
        outgoing = asyncio.StreamReader()
        reading, _ = await loop.connect_read_pipe(lambda: _PipeProtocol(outgoing), process.stdout)
        protocol = _PipeProtocol(asyncio.StreamReader())
        transport, _ = await loop.connect_write_pipe(lambda: protocol, process.stdin)
        ended.add_done_callback(lambda _: transport.close())
        return cls(process.pid, ended, asyncio.StreamWriter(transport, protocol, None, loop), outgoing, reading)

    def note(self, key: Hashable) -> None:
        """Notes the key of a job that begins; None is no key."""
        if key in self.keys:
            self.keys.remove(key)
        if key is not None:
            self.keys.append(key)

    @property
    def is_alive(self) -> bool:
        """Whether it can do another job."""
        return not self._is_killed and not self._ended.done() and not self._output.at_eof()

    async def run(
        self,
        job: Job[Given, Answer],
        given: Given,
        seconds: float,
        on_progress: Callable[[Any], object] | None,
        cpu_s: float | None,
    ) -> Answer:
        """Does a job and asks it to stop after some seconds; raises the job's error or `ServiceFault`.

        The system ends it after `cpu_s` of processor time; by default that is as long as it may take.
        """
        self._number += 1
        number = self._number
        allowed_s = seconds + GRACE_S if cpu_s is None else cpu_s
        most_s = min(seconds, allowed_s)
        request = messages.JobRequest(
            number, job.name, msgspec.json.encode(given), None if allowed_s == UNLIMITED_S else allowed_s
        )
        loop = asyncio.get_running_loop()
        watches = [loop.call_later(seconds, self.stop), loop.call_later(seconds + GRACE_S, self.end_late)]
        self._is_running = True
        try:
            self._send(request)
            with suppress(ConnectionError):
                await self._input.drain()
            while True:
                message = await self._receive(job.name, most_s)
                if isinstance(message, messages.JobProgress):
                    if on_progress is not None:
                        on_progress(msgspec.json.decode(message.value, type=job.progress))
                elif isinstance(message, messages.JobDone):
                    return msgspec.json.decode(message.value, type=job.answer)
                elif isinstance(message, messages.JobFailed):
                    kind: type[errors.PlygroundError] = getattr(errors, message.kind, errors.PlygroundError)
                    raise kind(message.code, **msgspec.json.decode(message.arguments))
        except errors.PlygroundError:
            raise
        except Exception as error:
            # Its next message would be taken for the answer to another job.
            self.kill()
            raise ServiceFault("worker_broke", job=job.name, reason=str(error)) from error
        finally:
            self._is_running = False
            for watch in watches:
                watch.cancel()

    def stop(self) -> None:
        """Asks the job that runs to end with what it has."""
        if self._is_running and self.is_alive:
            self._send(messages.StopJob(self._number))

    def kill(self) -> None:
        """Kills the process and everything it has started in its group."""
        self._is_killed = True
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        # Nobody may hold the worker any more when the process has ended.
        self._input.close()
        self._reading.close()

    def end_late(self) -> None:
        """Kills the process because its job takes too long."""
        self._is_late = True
        self.kill()

    async def close(self) -> None:
        """Ends the idle process and waits for it."""
        self._input.close()
        try:
            await asyncio.wait_for(asyncio.shield(self._ended), GRACE_S)
        except TimeoutError:
            self.kill()
            await self._ended
        # The loop may be closed before it reads that the pipe has ended.
        self._reading.close()

    def _send(self, message: messages.ToWorker) -> None:
        with suppress(ConnectionError, RuntimeError):
            self._input.write(messages.frame(message))

    async def _receive(self, job: str, seconds: float) -> messages.FromWorker:
        try:
            length = messages.LENGTH.unpack(await self._output.readexactly(messages.LENGTH.size))[0]
            if length > MAX_BYTES:
                raise asyncio.IncompleteReadError(b"", length)
            message: messages.FromWorker = messages.from_worker.decode(await self._output.readexactly(length))
            return message
        except (asyncio.IncompleteReadError, ConnectionError, msgspec.DecodeError):
            self.kill()
            how = _ending(await asyncio.shield(self._ended))
            if self._is_late or how == "SIGXCPU":
                raise ServiceFault("worker_time", job=job, seconds=seconds) from None
            raise ServiceFault("worker_lost", job=job, how=how) from None


class _PipeProtocol(asyncio.StreamReaderProtocol):
    """One end of a pipe; unlike a socket, it is closed at its end."""

    def eof_received(self) -> bool:
        super().eof_received()
        return False


def _ending(code: int) -> str:
    """How a process ended, in a word or two."""
    if code >= 0:
        return f"exit {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
