"""Analysis: a search in the background whose reports can be followed while it runs."""

from __future__ import annotations

import queue
import threading
import weakref
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from plyground.search.report import Report

Tell = Callable[[Report], object]


class Analysis:
    """A search in the background: an iterator over its reports, and a context that ends it.

    `begin(tell)` makes the search ready and returns the call that runs it; `stop` ends it early. Whoever breaks off and
    lets go of it ends it too, and so does the end of the program.
    """

    def __init__(self, begin: Callable[[Tell], Callable[[], Report]], stop: Callable[[], None]) -> None:
        self._stop = stop
        self._told: queue.SimpleQueue[Report | BaseException | None] = queue.SimpleQueue()
        self._last: Report | None = None
        # The thread knows the queue and not the analysis, which would otherwise live as long as the search.
        run = begin(self._told.put)
        thread = threading.Thread(target=_work, args=(run, self._told), daemon=True)
        try:
            thread.start()
        except BaseException:
            # What is ready to run must run before anything else can.
            stop()
            run()
            raise
        self._end = weakref.finalize(self, _end, thread, stop)

    @property
    def report(self) -> Report:
        """The last report; waits for the search to end."""
        for _ in self:
            pass
        assert self._last is not None
        return self._last

    def stop(self) -> None:
        """Ends the search; the reports made so far can still be read."""
        self._stop()

    def __iter__(self) -> Iterator[Report]:
        while (told := self._told.get()) is not None:
            if isinstance(told, BaseException):
                self._told.put(None)
                raise told
            self._last = told
            yield told
        self._told.put(None)  # whoever asks again shall not wait

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()


def _work(run: Callable[[], Report], told: queue.SimpleQueue[Report | BaseException | None]) -> None:
    try:
        told.put(run())
    except BaseException as error:
        told.put(error)
    told.put(None)


def _end(thread: threading.Thread, stop: Callable[[], None]) -> None:
    if thread.is_alive():
        stop()
    if thread is not threading.current_thread():  # which may be where the garbage is collected
        thread.join()
