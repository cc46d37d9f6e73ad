"""SeekBook: the open seeks, and which two of them fit. Knows no clock, no socket and no table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import islice

from msgspec import json

from plyground.server.wire.pairing import Opponent, Seek, Terms

SIDES_THAT_FIT = {("any", "any"), ("any", "white"), ("any", "black"), ("white", "any"), ("black", "any")}
SIDES_THAT_FIT |= {("white", "black"), ("black", "white")}


def game_of(terms: Terms) -> Hashable:
    """What two must agree on, whichever sides they want."""
    rules = b"" if terms.rules is None else json.encode(terms.rules, order="sorted")
    return terms.game, rules, terms.start, terms.clock, terms.rated


def accepts(seek: Seek, opponent: Opponent) -> bool:
    """Whether the owner of a seek would play somebody: another person, with a rating in the range."""
    if seek.by.guest == opponent.guest:
        return False
    if seek.min_rating is None and seek.max_rating is None:
        return True
    if opponent.rating is None:
        return False
    is_too_high = seek.max_rating is not None and opponent.rating > seek.max_rating
    return opponent.rating >= (seek.min_rating or 0) and not is_too_high


def fit(one: Seek, other: Seek) -> bool:
    """Whether two seeks for the same game make a pair."""
    if (one.terms.side, other.terms.side) not in SIDES_THAT_FIT:
        return False
    return accepts(one, other.by) and accepts(other, one.by)


class SeekBook:
    """The open seeks by what is sought, the oldest first."""

    def __init__(self) -> None:
        self._seeks: dict[str, Seek] = {}
        self._by_game: dict[Hashable, dict[str, Seek]] = {}
        self._by_owner: dict[Hashable, dict[str, Seek]] = {}
        self._addresses: dict[str, str] = {}
        """Seek -> the network address it came from."""
        self._by_address: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._seeks)

    def get(self, id: str) -> Seek | None:
        """An open seek."""
        return self._seeks.get(id)

    def oldest(self, most: int) -> Iterable[Seek]:
        """The seeks that have been open for longest."""
        return islice(self._seeks.values(), most)

    def of(self, owner: str) -> list[Seek]:
        """The open seeks of a person."""
        return list(self._by_owner.get(owner, {}).values())

    def partner(self, seek: Seek) -> Seek | None:
        """The oldest open seek that fits; looks only at those for the same game."""
        rivals = self._by_game.get(game_of(seek.terms), {})
        return next((one for one in rivals.values() if fit(one, seek)), None)

    def address_of(self, one: Seek) -> str:
        """The network address that an open seek came from."""
        return self._addresses[one.seek]

    def count_from(self, address: str) -> int:
        """How many open seeks came from a network address."""
        return self._by_address[address]

    def add(self, one: Seek, address: str = "") -> None:
        """Opens a seek."""
        id = one.seek
        self._addresses[id] = address
        self._by_address[address] += 1
        self._seeks[id] = one
        self._by_game.setdefault(game_of(one.terms), {})[id] = one
        self._by_owner.setdefault(one.by.guest, {})[id] = one

    def remove_all_of(self, owner: str) -> list[Seek]:
        """Closes the seeks of a person."""
        found = self.of(owner)
        for one in found:
            self.remove(one)
        return found

    def remove(self, one: Seek) -> None:
        """Closes a seek."""
        id = one.seek
        del self._seeks[id]
        address = self._addresses.pop(id)
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
        for groups, key in ((self._by_game, game_of(one.terms)), (self._by_owner, one.by.guest)):
            group = groups[key]
            del group[id]
            if not group:
                del groups[key]
