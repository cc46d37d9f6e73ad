"""The wire: every type that the server and its clients exchange; the page's TypeScript is generated from it.

`Incoming` types are sent by clients (fields with a default may be left out, unknown fields are refused), `Outgoing`
types by the server, `Part`s are part of either. Socket messages are tagged by their field `type`, the name of the
class in snake_case: `{"type": "play", "id": "7", "move": "e2e4", "ply": 0}`.

A client sends `hello` first and `join` next; a socket is at one table at a time. Changes of a table are *events*. The
store keeps them and `table_event` sends them, with the table's next `version`, the `hash` of the state after it, the
`id` of the message that caused it ("" if none did), and the `changes`: the new values of the fields of the snapshot.
A client that merges the changes into its snapshot has the table's new state and needs no rules for it.

An event that carries the `id` of your message acknowledges it: it is on disk. A message sent again with the same `id`
is never applied twice; `acknowledged` names the version it had. A message that cannot be obeyed is answered by
`refused` with the same `id`. A client that reconnects joins with the last `version` it saw and gets what it missed.
"""

from __future__ import annotations

from typing import Annotated, Any, dataclass_transform

from msgspec import DecodeError, Meta, Struct, StructMeta, field, json

encode = json.Encoder().encode
"""A message as JSON, the one form it has on the wire and on disk."""
UNREADABLE = (DecodeError, UnicodeError, RecursionError)
"""What decoding a message may raise."""
Id = Annotated[str, Meta(max_length=64)]
"""A client's name for a message. It must be unique among all messages the guest ever sends to a table, so start it with
something random that is new with each load of the page."""


class _WireMeta(StructMeta):
    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> Any:
        return super().__new__(cls, name, bases, namespace, **{"frozen": True, "kw_only": True, "gc": False} | options)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Wire(Struct, metaclass=_WireMeta, frozen=True):
    """The base of every type on the wire: immutable, made with keywords, ignored by the garbage collector."""


class Incoming(Wire, forbid_unknown_fields=True):
    """Sent by clients. Fields with a default may be left out; unknown fields are refused."""


class Outgoing(Wire):
    """Sent by the server. Every field is present."""


class Part(Incoming):
    """Part of messages in either direction."""


def snake_case(name: str) -> str:
    """The tag of a socket message: `ClaimWin` is `claim_win`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Command(Incoming, tag_field="type", tag=snake_case):
    """A message from a client on its socket."""

    id: Id = ""
    """Names this message in the answer; needed if the message must not be applied twice."""


class Notice(Outgoing, tag_field="type", tag=snake_case):
    """A message from the server on a socket."""
