"""Executors: run games in this process or in several processes of this machine."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
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

ATTEMPTS = 5
"""How often a task is started again after its process died."""
LEAVING_S = 5.0
"""How long a process may take to close its engines and exit before it is killed."""


class WorkerDied(PlygroundError):
    """Processes died too often on one task."""


class Executor(Protocol):
    """Runs tasks and yields their results as they finish, in any order."""

    def run(self, make_work: MakeWork[Task, Done], tasks: Iterable[Task]) -> Generator[Done, None, None]:
        """Runs the tasks, taking the next one only when a process is free; closing the iterator ends everything."""
        ...


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
        waiting = iter(tasks)
        crew: list[_Worker[Task, Done]] = []
        try:
            for number in range(self._processes):
                worker = _Worker(number, make_work)
                crew.append(worker)
                if not worker.take(waiting):
                    break
            yield from self._gather(crew, make_work, waiting)
        finally:
            with _uninterrupted():
                for worker in crew:
                    worker.dismiss()
                for worker in crew:
                    worker.end()

    def _gather(
        self, crew: list[_Worker[Task, Done]], make_work: MakeWork[Task, Done], waiting: Iterator[Task]
    ) -> Iterator[Done]:
        while busy := [worker for worker in crew if worker.is_busy]:
            for ready in wait([worker.answers for worker in busy]):
                worker = next(worker for worker in busy if worker.answers is ready)
                try:
                    done, error = worker.receive()
                except (EOFError, OSError):
                    crew[crew.index(worker)] = worker.replaced(make_work)
                    continue
                if error is not None:
                    raise error
                worker.take(waiting)
                yield done


class _Worker(Generic[Task, Done]):
    """A process that does one task at a time, and the two pipes to it."""

    def __init__(self, number: int, make_work: MakeWork[Task, Done]) -> None:
        try:
            sent = pickle.dumps(make_work)
        except (AttributeError, TypeError, pickle.PicklingError) as error:
            raise InvalidRules("player_not_sent", reason=error) from error
        # A forked process would inherit locks and threads in an unknown state; a spawned one shares nothing.
        start = multiprocessing.get_context("spawn")
        self.number = number
        self.answers, theirs = start.Pipe(duplex=False)
        orders, self._orders = start.Pipe(duplex=False)
        self._process: BaseProcess = start.Process(
            target=_serve, args=(number, loaded_files(), sent, orders, theirs), name=f"arena-{number}", daemon=False
        )
        self._process.start()
        theirs.close()
        orders.close()
        self._task: Task | None = None
        self._attempts = 0

    @property
    def is_busy(self) -> bool:
        return self._task is not None

    def take(self, waiting: Iterator[Task]) -> bool:
        """Starts the next task; False if there is none."""
        self._task, self._attempts = next(waiting, None), 0
        return self._begin()

    def _begin(self) -> bool:
        if self._task is None:
            return False
        self._attempts += 1
        # If it has just died, reading the answer raises EOFError.
        with contextlib.suppress(BrokenPipeError):
            self._orders.send(self._task)
        return True

    def receive(self) -> tuple[Done, Exception | None]:
        """The result of the task, or the error it raised; raises EOFError or OSError if the process died."""
        answer: tuple[Done, Exception | None] = self.answers.recv()
        return answer

    def replaced(self, make_work: MakeWork[Task, Done]) -> _Worker[Task, Done]:
        """A new process for the same task, after this one died."""
        self.end()
        if self._attempts >= ATTEMPTS:
            raise WorkerDied("worker_died", times=self._attempts, task=self._task)
        other: _Worker[Task, Done] = _Worker(self.number, make_work)
        other._task, other._attempts = self._task, self._attempts
        other._begin()
        return other

    def dismiss(self) -> None:
        """Asks the process to exit at once."""
        if not self._orders.closed:
            self._orders.close()
            self._process.terminate()

    def end(self) -> None:
        """Asks the process to exit and waits until it has; may be called twice."""
        if self.answers.closed:
            return
        self.dismiss()
        self._process.join(LEAVING_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.answers.close()
        self._process.close()


def _serve(number: int, files: Sequence[Path], sent: bytes, orders: Connection, answers: Connection) -> None:
    """The main loop of a process: runs the tasks it receives until the pipe is closed.

    `sent` is the pickled setup; games and tasks may use classes from `files`.
    """
    # SIGINT and SIGHUP reach the whole process group; the parent decides what they mean.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_leave_with_parent, args=(os.getppid(),), daemon=True).start()
    for file in files:
        load_file(file)
    make_work: MakeWork[object, object] = pickle.loads(sent)
    with make_work(number) as work:
        while True:
            try:
                task = orders.recv()
            except EOFError:
                return
            answer: tuple[object, Exception | None]
            try:
                answer = work(task), None
            except Exception as error:
                answer = None, _sendable(error)
            try:
                answers.send(answer)
            except OSError:
                return


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
