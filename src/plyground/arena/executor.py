"""Executors: run games in this process or in several processes of this machine."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import sleep
from typing import Generic, Protocol, TypeVar

from plyground.errors import InvalidRules, PlygroundError
from plyground.games.registry import load_file, loaded_files

Task = TypeVar("Task")
Done = TypeVar("Done")

Work = Callable[[Task], Done]
"""Does one task."""
MakeWork = Callable[[int], contextlib.AbstractContextManager[Work[Task, Done]]]
"""Sets up what tasks need, once per process, given the number of the process."""

MAX_ATTEMPTS = 5
"""How often a task is started again after its process died."""
LEAVING_S = 5.0
"""How long a process may take to close its engines and exit before it is killed."""


class WorkerDied(PlygroundError):
    """Processes died too often on one task."""


class Executor(Protocol):
    """Runs tasks and yields their results as they finish, in any order."""

    def run(self, make_work: MakeWork[Task, Done], tasks: Iterable[Task]) -> Generator[Done, None, None]:
        """Runs the tasks, taking the next one only when a process is free; closing the iterator ends everything."""


class HereExecutor:
    """Runs tasks one after the other in this process; for players that cannot be pickled."""

    def run(self, make_work: MakeWork[Task, Done], tasks: Iterable[Task]) -> Generator[Done, None, None]:
        """See `Executor`."""
        with make_work(0) as work:
            for task in tasks:
                yield work(task)


class LocalExecutor:
    """Runs tasks in several processes. One that dies is replaced, and its task starts again."""

    def __init__(self, processes: int) -> None:
        self._processes = processes

    def run(self, make_work: MakeWork[Task, Done], tasks: Iterable[Task]) -> Generator[Done, None, None]:
        """See `Executor`."""
        try:
            setup = pickle.dumps(make_work)
        except (AttributeError, TypeError, pickle.PicklingError) as error:
            raise InvalidRules("player_not_sent", reason=error) from error
        waiting = iter(tasks)
        workers: list[_Worker[Task]] = []
        try:
            for number in range(self._processes):
                workers.append(_Worker(number, setup))
                workers[-1].take(next(waiting, None))
                if not workers[-1].is_busy:
                    break
            while busy := {worker.pipe: worker for worker in workers if worker.is_busy}:
                for worker in [busy[pipe] for pipe in wait(busy) if isinstance(pipe, Connection)]:
                    try:
                        done, failure = worker.pipe.recv()
                    except (EOFError, OSError):
                        worker.restart()
                        continue
                    if failure is not None:
                        raise failure
                    worker.take(next(waiting, None))
                    yield done
        finally:
            with _uninterrupted():
                for worker in workers:
                    worker.dismiss()
                for worker in workers:
                    worker.join()


class _Worker(Generic[Task]):
    """A process that does one task at a time, and the pipe to it."""

    def __init__(self, number: int, setup: bytes) -> None:
        self._number = number
        self._setup = setup
        self._task: Task | None = None
        self._attempts = 0
        self._start()

    def _start(self) -> None:
        # A forked process would inherit locks and threads in an unknown state; a spawned one shares nothing.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        arguments = self._number, loaded_files(), self._setup, theirs
        self._process = context.Process(target=_serve, args=arguments, name=f"arena-{self._number}")
        self._process.start()
        theirs.close()

    @property
    def is_busy(self) -> bool:
        return self._task is not None

    def take(self, task: Task | None) -> None:
        """Starts a task; None leaves the process idle."""
        self._task, self._attempts = task, 0
        self._begin()

    def _begin(self) -> None:
        if self._task is not None:
            self._attempts += 1
            # If the process has just died, reading the answer raises EOFError.
            with contextlib.suppress(OSError):
                self.pipe.send(self._task)

    def restart(self) -> None:
        """Starts the task again in a new process, after the old one died."""
        self.dismiss()
        self.join()
        if self._attempts >= MAX_ATTEMPTS:
            raise WorkerDied("worker_died", times=self._attempts, task=self._task)
        self._start()
        self._begin()

    def dismiss(self) -> None:
        """Asks the process to exit at once."""
        self.pipe.close()
        self._process.terminate()

    def join(self) -> None:
        """Waits until the dismissed process has exited."""
        self._process.join(LEAVING_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _serve(number: int, files: Sequence[Path], setup: bytes, pipe: Connection) -> None:
    """The main loop of a process: runs the tasks it receives until the pipe is closed.

    `setup` is a pickled `MakeWork`; games and tasks may use classes from `files`.
    """
    # SIGINT and SIGHUP reach the whole process group; the parent decides what they mean.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_leave_with_parent, args=(os.getppid(),), daemon=True).start()
    for file in files:
        load_file(file)
    make_work: MakeWork[object, object] = pickle.loads(setup)
    with make_work(number) as work, contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(_attempt(work, pipe.recv()))


def _attempt(work: Work[Task, Done], task: Task) -> tuple[Done | None, Exception | None]:
    """The result of a task, or its error."""
    try:
        return work(task), None
    except Exception as error:
        return None, _sendable(error)


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ignores Ctrl-C meanwhile: a second one would leave processes and engines running."""
    if threading.current_thread() is not threading.main_thread():
        # Only the main thread gets SIGINT, and only it may set the handler.
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _sendable(error: Exception) -> Exception:
    """The error, or its text if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _leave(signal_number: int, frame: object) -> None:
    """Exits by an exception, so that everything open is closed."""
    raise SystemExit(0)


def _leave_with_parent(parent: int) -> None:
    """Exits when the parent has died."""
    while os.getppid() == parent:
        sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)
