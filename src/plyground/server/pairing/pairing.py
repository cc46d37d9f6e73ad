"""Pairing: seeks and challenges, from the wish to play to a table where both are seated.

People are named by their public ids, of guests and accounts alike. Whoever seeks or challenges must be here: somebody
who `arrive`d as a `Listener`, be it a socket or a stream. What happens is told to all listeners of those concerned, but
not to the one that asked, the `asker`: it gets the answer as the result of its call.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from itertools import chain, islice
from typing import Any, TypeAlias

from msgspec.structs import replace

from plyground.errors import PlygroundError, ServiceRefused
from plyground.server.bus import SeekRequest
from plyground.server.log import LOG
from plyground.server.pairing.challenge_book import ChallengeBook
from plyground.server.pairing.listeners import Listener, Listeners
from plyground.server.pairing.seating import Seating, Tables
from plyground.server.pairing.seek_book import SeekBook, accepts
from plyground.server.pairing.seeks_elsewhere import SeeksElsewhere, Told
from plyground.server.positions import find_game
from plyground.server.rated_games import check_terms
from plyground.server.timing import Timer, TokenBuckets
from plyground.server.wire.pairing import (
    Challenge,
    ChallengeChanged,
    ChallengeStatus,
    Opponent,
    Paired,
    Seek,
    SeekEnded,
    SeekPosted,
    Terms,
)
from plyground.server.wire.parts import ClockSettings, PositionQuery

ID_BYTES = 9
MINUTE_S = 60.0
SHARED_ADDRESSES = 10
"""From one network address come this many times more seeks and challenges than from one person."""

RatingOf: TypeAlias = Callable[[str, str, ClockSettings | None], Awaitable[int | None]]
"""The rating of a person in a game at a speed; None without one."""


async def _no_rating(person: str, game: str, clock: ClockSettings | None) -> int | None:
    return None


class Pairing:
    """The seeks and challenges of a server; belongs to one event loop."""

    def __init__(self, tables: Tables, on_seeks_changed: Callable[[], None]) -> None:
        self.rating_of: RatingOf = _no_rating
        self.seeks = SeekBook()
        self.challenges = ChallengeBook()
        self._tables = tables
        self._guests, self._limits, self._time = tables.guests, tables.limits, tables.time
        self._on_lobby = on_seeks_changed
        self._listeners = Listeners()
        self._tell = self._listeners.tell
        self._seating = Seating(tables, self.seeks, self._tell, self._on_seeks_changed)
        self._elsewhere: SeeksElsewhere | None = None
        self._away: dict[str, tuple[Timer, list[tuple[Seek, str]]]] = {}
        """The seeks of people who have just left with their network addresses, and when they are forgotten."""
        self._is_exempt = tables.moderation.is_exempt
        rate, size = self._limits.pairings_per_minute / MINUTE_S, self._limits.pairings_per_minute
        self._by_person = TokenBuckets(rate, size)
        self._by_address = TokenBuckets(SHARED_ADDRESSES * rate, SHARED_ADDRESSES * size, self._is_exempt)
        self._tasks: set[asyncio.Task[None]] = set()

    def _on_seeks_changed(self) -> None:
        if self._elsewhere is not None:
            self._elsewhere.changed()
        self._on_lobby()

    # --- other processes ---

    def join(self, process: str, tell: Told) -> SeeksElsewhere:
        """From now on, the seeks of other processes can be taken here, and those here by others."""
        self._elsewhere = SeeksElsewhere(
            process,
            tell,
            self.seeks,
            self._time,
            seat=self._seat_visitor,
            on_posted=lambda seek: self._meet(process, seek),
            on_paired=self._paired_elsewhere,
            on_changed=self._on_lobby,
        )
        return self._elsewhere

    def open_seeks(self, most: int) -> list[Seek]:
        """The seeks that people can take, those here first."""
        return list(islice(chain(self.seeks.oldest(most), self._elsewhere or ()), most))

    async def _seat_visitor(self, wish: SeekRequest) -> Paired:
        """Seats somebody who is connected to another process and wants to take a seek here."""
        seek = self._need_seek(wish.seek)
        if not accepts(seek, wish.visitor):
            raise ServiceRefused("seek_rating", name=seek.by.name)
        self._guests.remember(wish.visitor.guest, wish.visitor.name)
        return await self._seating.pair(seek.by, wish.visitor, seek.terms, wish.wish, address=wish.address)

    def _meet(self, process: str, theirs: Seek) -> None:
        """A seek has been posted elsewhere: if one here fits, both were posted at the same time.

        The process with the lesser name asks the other one. Meanwhile its own seek is closed, so that nobody takes it.
        """
        ours = self.seeks.partner(theirs)
        if ours is None or self._elsewhere is None or process > self._elsewhere.process_of(theirs):
            return
        address = self.seeks.address_of(ours)
        self.seeks.remove(ours)
        self._on_seeks_changed()
        taking = self._elsewhere.take(theirs, ours.by, ours.terms, address=address)

        async def meet() -> None:
            try:
                self._paired_elsewhere(ours.by.guest, await taking, ours)
            except PlygroundError:
                if self.is_here(ours.by.guest):
                    self._resume(ours, address)

        self._do(meet())

    def _paired_elsewhere(
        self, person: str, paired: Paired, seek: Seek | None = None, asker: Listener | None = None
    ) -> Paired:
        """Somebody has been seated by another process: ends their seeks here, and tells them."""
        ended = [*self.seeks.remove_all_of(person), *([seek] if seek is not None else [])]
        if ended:
            self._on_seeks_changed()
        for one in ended:
            self._tell(person, SeekEnded(seek=one.seek, reason="paired"))
        self._tell(person, paired, asker)
        return paired

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- who is here ---

    def arrive(self, listener: Listener) -> None:
        """A person has connected: tells them what is open, and their seeks are open again."""
        person = listener.guest
        self._listeners.add(listener)
        for seek in self.seeks.of(person):
            listener.send(SeekPosted(id="", seek=seek))
        for challenge in self.challenges.of(person):
            listener.send(ChallengeChanged(id="", challenge=challenge))
        timer, seeks = self._away.pop(person, (None, []))
        if timer is not None:
            timer.cancel()
        for seek, address in seeks:
            if not self._resume(seek, address):
                return

    def _resume(self, seek: Seek, address: str) -> bool:
        """Opens a seek again if there is still room, unless its owner is paired at once."""
        partner = self.seeks.partner(seek)
        if partner is None:
            is_full = self._seeks_from(address) >= self._limits.seeks_per_address
            if not is_full and len(self.seeks) < self._limits.seeks:
                self._open(seek, address)
            return True
        pairing = self._seating.pair(partner.by, seek.by, partner.terms, seek.terms, address=address)

        async def pair() -> None:
            try:
                await pairing
            except PlygroundError as error:
                LOG.error("no table for a pair", reason=str(error))

        self._do(pair())
        return False

    def depart(self, listener: Listener) -> None:
        """A connection has ended; after the last one, a person's seeks and challenges end soon."""
        person = listener.guest
        if not self._listeners.remove(listener):
            return
        seeks = [(seek, self.seeks.address_of(seek)) for seek in self.seeks.of(person)]
        if seeks:
            self.seeks.remove_all_of(person)
            self._on_seeks_changed()
        if seeks or self.challenges.of(person):
            timer = self._time.call_later(self._limits.pairing_grace_s * 1000, lambda: self._forget(person))
            self._away[person] = timer, seeks

    def _forget(self, person: str) -> None:
        self._away.pop(person, None)
        for challenge in self.challenges.of(person):
            self._end(challenge, "cancelled")

    def is_here(self, person: str) -> bool:
        """Whether a person is connected."""
        return person in self._listeners

    # --- seeks ---

    async def post_seek(
        self,
        person: str,
        terms: Terms,
        min_rating: int | None = None,
        max_rating: int | None = None,
        *,
        address: str = "",
        asker: Listener | None = None,
    ) -> SeekPosted | Paired:
        """Pairs a person with the oldest open seek that fits; if there is none, theirs is open from now on."""
        self._take_turn(person, address)
        if min_rating is not None and max_rating is not None and min_rating > max_rating:
            raise ServiceRefused("rating_range")
        terms, title = await self._checked(terms, address)
        me = await self._opponent(person, terms)
        seek = Seek(seek=_new_id(), by=me, terms=terms, title=title, min_rating=min_rating, max_rating=max_rating)
        self._need_here(person)
        partner = self.seeks.partner(seek)
        if partner is not None:
            return await self._seating.pair(partner.by, me, partner.terms, terms, address=address, asker=asker)
        if self._elsewhere is not None and (partner := self._elsewhere.partner(seek)) is not None:
            # If it was taken meanwhile, this one is open instead.
            with suppress(ServiceRefused):
                paired = await self._elsewhere.take(partner, me, terms, address=address)
                return self._paired_elsewhere(person, paired, asker=asker)
            self._need_here(person)
        # A client that reconnects sends again what was not answered.
        for earlier in self.seeks.of(person):
            if replace(earlier, seek=seek.seek) == seek:
                return SeekPosted(id="", seek=earlier)
        _need_room(len(self.seeks.of(person)), self._limits.seeks_per_person, "seeks_full")
        _need_room(self._seeks_from(address), self._limits.seeks_per_address, "seeks_full")
        _need_room(len(self.seeks), self._limits.seeks, "seeks_full")
        return self._open(seek, address, asker)

    def _seeks_from(self, address: str) -> int:
        """How many seeks of a network address count."""
        return 0 if self._is_exempt(address) else self.seeks.count_from(address)

    def _open(self, seek: Seek, address: str, asker: Listener | None = None) -> SeekPosted:
        self.seeks.add(seek, address)
        self._on_seeks_changed()
        posted = SeekPosted(id="", seek=seek)
        self._tell(seek.by.guest, posted, asker)
        return posted

    def cancel_seek(self, person: str, id: str) -> None:
        """Withdraws a seek."""
        seek = self.seeks.get(id)
        if seek is None or seek.by.guest != person:
            raise ServiceRefused("seek_gone")
        self.seeks.remove(seek)
        self._on_seeks_changed()
        self._tell(person, SeekEnded(seek=id, reason="cancelled"))

    async def take_seek(self, person: str, id: str, *, address: str = "", asker: Listener | None = None) -> Paired:
        """Pairs a person with the owner of a seek."""
        self._take_turn(person, address)
        theirs = None if self._elsewhere is None else self._elsewhere.find(id)
        seek = theirs or self._need_seek(id)
        me = await self._opponent(person, seek.terms)
        self._need_here(person)
        if self._elsewhere is not None and theirs is not None:
            paired = await self._elsewhere.take(theirs, me, address=address)
            return self._paired_elsewhere(person, paired, asker=asker)
        self._need_seek(id)
        if seek.by.guest == person:
            raise ServiceRefused("seek_own")
        if not accepts(seek, me):
            raise ServiceRefused("seek_rating", name=seek.by.name)
        return await self._seating.pair(seek.by, me, seek.terms, address=address, asker=asker)

    def _need_seek(self, id: str) -> Seek:
        seek = self.seeks.get(id)
        if seek is None:
            raise ServiceRefused("seek_gone")
        return seek

    # --- challenges ---

    async def challenge(
        self, person: str, name: str, terms: Terms, *, address: str = "", asker: Listener | None = None
    ) -> ChallengeChanged:
        """Challenges the person with a name, who must be here."""
        self._take_turn(person, address)
        to = self._guests.named(name)
        if to == person:
            raise ServiceRefused("challenge_self")
        if to is None or not self.is_here(to):
            raise ServiceRefused("person_absent", name=name)
        terms, title = await self._checked(terms, address)
        by, target = await self._opponent(person, terms), await self._opponent(to, terms)
        self._need_here(person)
        if not self.is_here(to):
            raise ServiceRefused("person_absent", name=name)
        book, limits = self.challenges, self._limits
        earlier = book.between(person, to)
        if earlier is not None:
            if earlier.terms == terms:
                return ChallengeChanged(id="", challenge=earlier)
            raise ServiceRefused("challenge_open", name=target.name)
        _need_room(book.sent_by(person), limits.challenges_per_person, "challenges_full")
        sent_from = 0 if self._is_exempt(address) else book.count_from(address)
        _need_room(sent_from, limits.challenges_per_address, "challenges_full")
        _need_room(len(book), limits.challenges, "challenges_full")
        if book.received_by(to) >= limits.challenges_to_person:
            raise ServiceRefused("person_challenged", name=target.name)
        challenge = Challenge(challenge=_new_id(), by=by, to=target, terms=terms, title=title, status="open")
        expires_ms = limits.challenge_expires_s * 1000
        book.add(challenge, self._time.call_later(expires_ms, lambda: self._end(challenge, "expired")), address)
        return self._told(challenge, asker)

    async def accept(self, person: str, id: str, *, address: str = "", asker: Listener | None = None) -> Paired:
        """Accepts a challenge: both are seated at a table."""
        self._take_turn(person, address)
        challenge = self._need_challenge(id, to=person)
        if not self.is_here(challenge.by.guest):
            raise ServiceRefused("person_absent", name=challenge.by.name)
        self.challenges.remove(challenge)
        by, to = challenge.by, challenge.to
        try:
            paired = await self._seating.pair(by, to, challenge.terms, challenge=id, address=address, asker=asker)
        except BaseException:
            self._told(replace(challenge, status="cancelled"))
            raise
        self._told(replace(challenge, status="accepted"))
        return paired

    def decline(self, person: str, id: str, *, asker: Listener | None = None) -> ChallengeChanged:
        """Declines a challenge."""
        return self._end(self._need_challenge(id, to=person), "declined", asker)

    def cancel_challenge(self, person: str, id: str, *, asker: Listener | None = None) -> ChallengeChanged:
        """Withdraws a challenge."""
        return self._end(self._need_challenge(id, by=person), "cancelled", asker)

    def _need_challenge(self, id: str, *, by: str = "", to: str = "") -> Challenge:
        challenge = self.challenges.get(id)
        if challenge is None or by not in ("", challenge.by.guest) or to not in ("", challenge.to.guest):
            raise ServiceRefused("challenge_gone")
        return challenge

    def _end(self, challenge: Challenge, status: ChallengeStatus, asker: Listener | None = None) -> ChallengeChanged:
        self.challenges.remove(challenge)
        return self._told(replace(challenge, status=status), asker)

    def _told(self, challenge: Challenge, asker: Listener | None = None) -> ChallengeChanged:
        message = ChallengeChanged(id="", challenge=challenge)
        for one in (challenge.by, challenge.to):
            self._tell(one.guest, message, asker)
        return message

    # --- what is needed ---

    async def _checked(self, terms: Terms, address: str) -> tuple[Terms, str]:
        """The terms with the full name of the game, and its title; raises `PlygroundError` if it cannot be played."""
        if terms.rated:
            check_terms(terms.clock, is_usual=terms.rules is None and not terms.start)
        query = PositionQuery(game=terms.game, rules=terms.rules, start=terms.start)
        found = await self._tables.checked(query, address)
        # Without a start the table finds one, in some games by lot.
        terms = replace(terms, game=found.game, rules=found.rules, start=found.start if terms.start else "")
        return terms, find_game(found.game, found.rules).title

    async def _opponent(self, person: str, terms: Terms) -> Opponent:
        """A person as others see them; raises `ServiceRefused` if they may not play under the terms."""
        has_account = self._guests.has_account(person)
        if terms.rated and not has_account:
            raise ServiceRefused("rated_account")
        rating = await self.rating_of(person, terms.game, terms.clock) if has_account else None
        return Opponent(guest=person, name=self._guests.name_of(person), rating=rating)

    def _take_turn(self, person: str, address: str) -> None:
        now_ms = self._time.now_ms()
        if not self._by_person.take(person, now_ms) or not self._by_address.take(address, now_ms):
            raise ServiceRefused("too_many_requests")

    def _need_here(self, person: str) -> None:
        if not self.is_here(person):
            raise ServiceRefused("person_absent", name=self._guests.name_of(person))


def _need_room(count: int, most: int, code: str) -> None:
    if count >= most:
        raise ServiceRefused(code, most=most)


def _new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)
