"""Guests: who people are without accounts. A secret token makes a public id; names are unique while present.

An account keeps the id of the guest who signed up, and its name for good.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from hashlib import blake2b

from plyground.errors import ServiceRefused
from plyground.server.names import GENERATED, fit_name, fold, is_reserved, looks_generated, skeleton

TOKEN_BYTES = 24
MIN_TOKEN_LENGTH = 22
"""That of 128 random bits as text; ours have 192."""
MIN_TOKEN_LETTERS = 10
"""How many different characters a token must have; random ones have more."""
OLD_ID_LENGTH = 17
"""How long the ids were that 0.1 gave: 64 bits. They are the first half of today's."""
_IS_GENERATED = re.compile(rf"{GENERATED} \d+")
MAX_REMEMBERED_GUESTS = 10_000
"""How many guests who left get their names back when they return without one."""


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def guest_of(token: str) -> str:
    """The public id of a token, 128 bits; the token cannot be derived from it.

    >>> guest_of("a token that somebody was given")
    'g5e01e34d2da88d8083f461eb4f620e8b'
    """
    is_fit = token.isascii() and token.isprintable() and len(set(token)) >= MIN_TOKEN_LETTERS
    if len(token) < MIN_TOKEN_LENGTH or not is_fit:
        raise ServiceRefused("token_invalid")
    halves = (blake2b(token.encode(), digest_size=8, person=person) for person in (b"guest", b"guest 2"))
    return "g" + "".join(half.hexdigest() for half in halves)


def old_id(guest: str) -> str:
    """The id that 0.1 gave to a guest."""
    return guest[:OLD_ID_LENGTH]


def is_same(stored: str, guest: str) -> bool:
    """Whether a stored id, perhaps of 0.1, is that of a guest."""
    return stored == guest or stored == old_id(guest) != ""


class Guests:
    """The guests who are connected, and the names they hold."""

    def __init__(self, reserved: Iterable[str] = ()) -> None:
        self._reserved = frozenset(map(skeleton, reserved))
        """Names that nobody may have, besides those that are reserved everywhere."""
        self._names: dict[str, str] = {}
        self._owners: dict[str, str] = {}
        """Folded name, and skeleton -> guest."""
        self._sockets: dict[str, int] = {}
        self._earlier: dict[str, str] = {}
        self._accounts: dict[str, str] = {}
        """Id -> name, of everyone who has an account."""
        self._account_keys: dict[str, str] = {}
        """Folded name, and skeleton -> id."""

    def __len__(self) -> int:
        return len(self._sockets)

    def arrive(self, guest: str, wish: str) -> str:
        """Adds a connection of a guest, who gets the requested name, the current one, or a generated one."""
        wish = self._accounts.get(guest, wish)
        name = self.rename(guest, wish) if wish else self._names.get(guest) or self._usual(guest)
        self._sockets[guest] = self._sockets.get(guest, 0) + 1
        return name

    def depart(self, guest: str) -> None:
        """Removes a connection; the last one frees the name."""
        left = self._sockets.get(guest, 0) - 1
        if left > 0:
            self._sockets[guest] = left
            return
        self._sockets.pop(guest, None)
        name = self._names.get(guest, "")
        self._free_name(guest)
        self.remember(guest, name)

    def remember(self, guest: str, name: str) -> None:
        """Notes the name of a guest who is not connected here."""
        self._earlier.pop(guest, None)
        self._earlier[guest] = name
        if len(self._earlier) > MAX_REMEMBERED_GUESTS:
            del self._earlier[next(iter(self._earlier))]

    def rename(self, guest: str, wish: str) -> str:
        """Gives a guest a name that no other connected guest has."""
        name = self.check_name(guest, wish)
        self._free_name(guest)
        self._names[guest] = name
        self._owners.update(dict.fromkeys(_keys(name), guest))
        return name

    def check_name(self, guest: str, wish: str) -> str:
        """The name as shown; raises `ServiceRefused` if a guest may not have it."""
        name = fit_name(wish)
        digits = "".join(letter for letter in name if letter.isdigit())
        is_others = looks_generated(name) and name != _default_name(guest, len(digits))
        if is_others or is_reserved(name) or skeleton(name) in self._reserved:
            raise ServiceRefused("name_reserved", name=name)
        if not self._is_free(name, guest):
            raise ServiceRefused("name_taken", name=name)
        return name

    def add_account(self, id: str, name: str) -> None:
        """Keeps a name for an account."""
        self._accounts[id] = name
        self._account_keys.update(dict.fromkeys(_keys(name), id))

    def remove_account(self, id: str) -> None:
        """Frees the name of an account that is deleted."""
        for key in _keys(self._accounts.pop(id, "")):
            self._account_keys.pop(key, None)

    @property
    def accounts(self) -> set[str]:
        """The ids of everyone who has an account."""
        return set(self._accounts)

    def has_account(self, guest: str) -> bool:
        """Whether an id is that of an account, which a guest's token does not open."""
        return guest in self._accounts

    def named(self, name: str) -> str | None:
        """The id of the account, or of the connected guest, with a name; None if there is none."""
        key = fold(name)
        return self._account_keys.get(key) or self._owners.get(key)

    def _is_free(self, name: str, guest: str) -> bool:
        return all(
            owners.get(key, guest) == guest for key in _keys(name) for owners in (self._owners, self._account_keys)
        )

    def _free_name(self, guest: str) -> None:
        for key in _keys(self._names.pop(guest, "")):
            self._owners.pop(key, None)

    def name_of(self, guest: str) -> str:
        """The name a guest has, or would get."""
        return (
            self._accounts.get(guest) or self._names.get(guest) or self._earlier.get(guest) or _default_name(guest, 4)
        )

    def has_own_name(self, guest: str) -> bool:
        """Whether a connected guest has chosen the name."""
        return not _IS_GENERATED.fullmatch(self._names.get(guest, ""))

    def _usual(self, guest: str) -> str:
        """The name the guest had before, or a generated one, always the same if it is free."""
        name = self._earlier.get(guest, "")
        if name and self._is_free(name, guest):
            return self.rename(guest, name)
        digits = 4
        while not self._is_free(_default_name(guest, digits), guest):
            digits += 1
        return self.rename(guest, _default_name(guest, digits))


def _default_name(guest: str, digits: int) -> str:
    return f"{GENERATED} {int(old_id(guest)[1:], 16) % 10**digits:0{digits}d}"


def _keys(name: str) -> tuple[str, str]:
    """What no two guests may share: the folded name, and what it looks like."""
    return fold(name), f"{skeleton(name)}\n"
