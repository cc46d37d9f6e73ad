"""Guests: who people are without accounts. A secret token makes a public id; names are unique while present."""

from __future__ import annotations

import re
import secrets
import unicodedata
from hashlib import blake2b

from plyground.errors import ServiceRefused
from plyground.server.wire.parts import MAX_NAME_LENGTH

TOKEN_BYTES = 24
MIN_TOKEN_LENGTH = 16
MADE_UP = "Guest"
"""The first word of generated names."""
_IS_MADE_UP = re.compile(rf"{MADE_UP} \d+")
MAX_REMEMBERED_GUESTS = 10_000
"""How many guests who left get their names back when they return without one."""


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def guest_of(token: str) -> str:
    """The public id of a token; the token cannot be derived from it.

    >>> guest_of("a token that somebody was given")
    'g5e01e34d2da88d80'
    """
    if len(token) < MIN_TOKEN_LENGTH or not token.isascii() or not token.isprintable():
        raise ServiceRefused("token_invalid")
    return "g" + blake2b(token.encode(), digest_size=8, person=b"guest").hexdigest()


def fit_name(name: str) -> str:
    """The name as shown: spaces trimmed, letters composed; raises `ServiceRefused` if it is not valid.

    >>> fit_name("  Ágnes   Nagy ")
    'Ágnes Nagy'
    """
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    # Unprintable covers line ends, control characters and marks that reverse the text around them.
    if not 1 <= len(shown) <= MAX_NAME_LENGTH or not shown.isprintable():
        raise ServiceRefused("name_invalid", most=MAX_NAME_LENGTH)
    return shown


class Guests:
    """The guests who are connected, and the names they hold."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._owners: dict[str, str] = {}
        self._sockets: dict[str, int] = {}
        self._earlier: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._sockets)

    def arrive(self, guest: str, wish: str) -> str:
        """Adds a connection of a guest, who gets the requested name, the current one, or a generated one."""
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
        name = self._names.pop(guest, "")
        self._owners.pop(_folded(name), None)
        self._earlier.pop(guest, None)
        self._earlier[guest] = name
        if len(self._earlier) > MAX_REMEMBERED_GUESTS:
            del self._earlier[next(iter(self._earlier))]

    def rename(self, guest: str, wish: str) -> str:
        """Gives a guest a name that no other connected guest has."""
        name = fit_name(wish)
        if self._owners.get(_folded(name), guest) != guest:
            raise ServiceRefused("name_taken", name=name)
        self._owners.pop(_folded(self._names.get(guest, "")), None)
        self._names[guest] = name
        self._owners[_folded(name)] = guest
        return name

    def name_of(self, guest: str) -> str:
        """The name a guest has, or would get."""
        return self._names.get(guest) or self._earlier.get(guest) or _default_name(guest, 4)

    def has_own_name(self, guest: str) -> bool:
        """Whether a connected guest has chosen the name."""
        return not _IS_MADE_UP.fullmatch(self._names.get(guest, ""))

    def _usual(self, guest: str) -> str:
        """The name the guest had before, or a generated one, always the same if it is free."""
        name = self._earlier.get(guest, "")
        if name and _folded(name) not in self._owners:
            return self.rename(guest, name)
        digits = 4
        while _folded(name := _default_name(guest, digits)) in self._owners:
            digits += 1
        return self.rename(guest, name)


def _default_name(guest: str, digits: int) -> str:
    return f"{MADE_UP} {int(guest[1:], 16) % 10**digits:0{digits}d}"


def _folded(name: str) -> str:
    """Names that look alike count as the same name."""
    return unicodedata.normalize("NFKC", name).casefold()
