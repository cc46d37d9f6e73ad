"""Every type that crosses the wire, stated once; the page's TypeScript is generated from this file.

Three kinds of types: `Ask` is what a client sends (fields with a default may be left out, unknown fields are refused),
`Tell` is what the server sends (every field is always there), `Value` is part of either. Socket messages are tagged by
their field `type`, the name of the class in snake_case: `{"type": "play", "id": "7", "move": "e2e4", "ply": 0}`.

A client says `hello` first and `join` next; a socket is at one table at a time. What changes a game are *events*: each
has the table's next `version`, the `hash` of the state after it, and the `id` of the message that caused it ("" if none
did). An event that carries your own `id` is the acknowledgement of that message: it is on disk. A message sent again
with the same `id` is never applied twice; `acknowledged` names the version it had. What cannot be done is answered by
`refused` with the same `id`. Whoever reconnects joins with the last `version` seen and gets what was missed.
"""
