"""An event as a store gives it back."""

from __future__ import annotations

from msgspec import Struct

from plyground.server.wire.events import AnyEvent


class StoredEvent(Struct, frozen=True):
    """An event read back."""

    event: AnyEvent
    hash: str
    guest: str
    message_id: str
    age_s: float | None = None
    """How long ago it happened; None if the server may have been down since then."""
