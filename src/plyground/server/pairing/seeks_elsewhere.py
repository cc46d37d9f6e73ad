"""Seeks elsewhere: those of people who are connected to other processes of the server.

Each seek belongs to the process where it was posted. To take a seek of another process, a process sends it a request;
the owner seats both players and answers. It handles one request at a time, so nobody is paired twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Protocol

from plyground.errors import PlygroundError, ServiceFault, ServiceRefused
from plyground.server.bus import Notice, SeekAnswer, SeekRequest
from plyground.server.log import LOG
from plyground.server.pairing.seek_book import SeekBook
from plyground.server.timing import TimeSource
from plyground.server.wire import encode
from plyground.server.wire.pairing import Opponent, Paired, Seek, Terms

ANSWER_MS = 10_000.0
"""How long another process may take to seat two people."""
MAX_SEEK_BYTES = 4_000
"""A seek with longer rules is offered only at its own process: a notice of PostgreSQL has at most 8,000 bytes."""


class Told(Protocol):
    """Tells the other processes something."""

    def __call__(self, **what: Any) -> None: ...


class SeeksElsewhere:
    """What a process knows of the seeks at the others, and what they know of those here."""

    def __init__(
        self,
        process: str,
        tell: Told,
        seeks: SeekBook,
        time: TimeSource,
        *,
        seat: Callable[[SeekRequest], Awaitable[Paired]],
        on_posted: Callable[[Seek], None],
        on_paired: Callable[[str, Paired], object],
        on_changed: Callable[[], None],
    ) -> None:
        self._process, self._tell, self._here, self._time = process, tell, seeks, time
        self._seat, self._on_posted, self._on_paired, self._on_changed = seat, on_posted, on_paired, on_changed
        self._told: set[str] = set()
        """The seeks here that the others know of."""
        self._books: dict[str, SeekBook] = {}
        """Process -> its open seeks."""
        self._waiting: dict[str, asyncio.Future[Paired]] = {}
        """Wishes that another process has not answered yet."""
        self._tasks: set[asyncio.Task[None]] = set()

    # --- questions ---

    def __iter__(self) -> Iterator[Seek]:
        for book in self._books.values():
            yield from book.oldest(len(book))

    def find(self, id: str) -> Seek | None:
        """An open seek."""
        return next((seek for book in self._books.values() if (seek := book.get(id)) is not None), None)

    def partner(self, seek: Seek) -> Seek | None:
        """An open seek that fits."""
        return next((one for book in self._books.values() if (one := book.partner(seek)) is not None), None)

    def process_of(self, seek: Seek) -> str:
        """Where a seek was posted; "" if it is not open."""
        return next((process for process, book in self._books.items() if book.get(seek.seek) is not None), "")

    async def take(self, seek: Seek, visitor: Opponent, wish: Terms | None = None, *, address: str = "") -> Paired:
        """Asks the process of a seek to seat a visitor; raises what it answers, or that the seek is gone."""
        process = self.process_of(seek)
        if not process:
            raise ServiceRefused("seek_gone")
        request = secrets.token_hex(8)
        answer: asyncio.Future[Paired] = asyncio.get_running_loop().create_future()
        self._waiting[request] = answer
        timer = self._time.call_later(ANSWER_MS, answer.cancel)
        try:
            self._tell(seek_request=SeekRequest(process, request, seek.seek, visitor, wish, address))
            return await answer
        except asyncio.CancelledError:
            if answer.cancelled():
                raise ServiceRefused("seek_gone") from None
            raise
        finally:
            timer.cancel()
            del self._waiting[request]

    # --- telling ---

    def changed(self) -> None:
        """Tells the others which seeks have been opened and closed here."""
        open_now = {seek.seek: seek for seek in self._here.oldest(len(self._here))}
        for id in self._told - open_now.keys():
            self._tell(seek_ended=id)
        for id in open_now.keys() - self._told:
            if len(encode(open_now[id])) <= MAX_SEEK_BYTES:
                self._tell(seek=open_now[id])
        self._told = set(open_now)

    def tell_all(self) -> None:
        """Tells the others all seeks here, because one of them has asked."""
        self._told.clear()
        self.changed()

    # --- hearing ---

    def hear(self, notice: Notice) -> None:
        """Takes what another process tells."""
        process = notice.process
        if (seek := notice.seek) is not None:
            book = self._books.setdefault(process, SeekBook())
            if book.get(seek.seek) is None:
                book.add(seek)
                self._on_changed()
                self._on_posted(seek)
        if notice.seek_ended:
            book = self._books.get(process, SeekBook())
            if (ended := book.get(notice.seek_ended)) is not None:
                book.remove(ended)
                self._on_changed()
        if notice.seek_request is not None and notice.seek_request.process == self._process:
            task = asyncio.get_running_loop().create_task(self._answer(notice.seek_request))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if notice.seek_answer is not None:
            self._answered(notice.seek_answer)

    async def _answer(self, wish: SeekRequest) -> None:
        try:
            paired = await self._seat(wish)
        except Exception as error:
            if isinstance(error, PlygroundError):
                found = error
            else:
                LOG.error("fault while seating a visitor", reason=repr(error))
                found = ServiceFault("server_fault")
            arguments = {name: str(value) for name, value in found.arguments.items()}
            self._tell(seek_answer=SeekAnswer(wish.request, wish.visitor.guest, None, found.code, arguments))
        else:
            self._tell(seek_answer=SeekAnswer(wish.request, wish.visitor.guest, paired))

    def _answered(self, answer: SeekAnswer) -> None:
        waiting = self._waiting.get(answer.request)
        if waiting is not None and not waiting.done():
            if answer.paired is not None:
                waiting.set_result(answer.paired)
            else:
                waiting.set_exception(ServiceRefused(answer.code, **answer.arguments))
        elif answer.paired is not None:
            # Nobody waits for it any more, but the table is there.
            self._on_paired(answer.visitor, answer.paired)

    def forget_all_but(self, alive: set[str]) -> None:
        """The seeks of a process that has ended are not open any more."""
        for process in self._books.keys() - alive:
            if len(self._books.pop(process)):
                self._on_changed()
