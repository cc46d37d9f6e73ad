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

import msgspec

encode = msgspec.json.Encoder().encode
"""A message as JSON, the one form it has on the wire and on disk."""
