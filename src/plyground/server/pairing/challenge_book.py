"""ChallengeBook: the open challenges, from whom and to whom."""

from __future__ import annotations

from collections import Counter

from plyground.server.timing import Timer
from plyground.server.wire.pairing import Challenge


class ChallengeBook:
    """The open challenges by person, the oldest first; each has a timer that ends it."""

    def __init__(self) -> None:
        self._timers: dict[str, Timer] = {}
        self._challenges: dict[str, Challenge] = {}
        self._by_person: dict[str, dict[str, Challenge]] = {}
        self._addresses: dict[str, str] = {}
        """Challenge -> the network address it came from."""
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._challenges)

    def get(self, id: str) -> Challenge | None:
        """An open challenge."""
        return self._challenges.get(id)

    def of(self, person: str) -> list[Challenge]:
        """The challenges from and to a person."""
        return list(self._by_person.get(person, {}).values())

    def sent_by(self, person: str) -> int:
        """How many challenges of a person are open."""
        return sum(challenge.by.guest == person for challenge in self.of(person))

    def received_by(self, person: str) -> int:
        """How many challenges wait for a person's answer."""
        return sum(challenge.to.guest == person for challenge in self.of(person))

    def between(self, by: str, to: str) -> Challenge | None:
        """The challenge of one person to another."""
        return next((one for one in self.of(by) if (one.by.guest, one.to.guest) == (by, to)), None)

    def count_from(self, address: str) -> int:
        """How many open challenges came from a network address."""
        return self._by_address[address]

    def add(self, challenge: Challenge, timer: Timer, address: str = "") -> None:
        """Opens a challenge."""
        self._addresses[challenge.challenge] = address
        self._by_address[address] += 1
        self._challenges[challenge.challenge] = challenge
        self._timers[challenge.challenge] = timer
        for person in (challenge.by.guest, challenge.to.guest):
            self._by_person.setdefault(person, {})[challenge.challenge] = challenge

    def remove(self, challenge: Challenge) -> None:
        """Closes a challenge."""
        id = challenge.challenge
        del self._challenges[id]
        self._timers.pop(id).cancel()
        address = self._addresses.pop(id)
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
        for person in (challenge.by.guest, challenge.to.guest):
            found = self._by_person[person]
            del found[id]
            if not found:
                del self._by_person[person]
