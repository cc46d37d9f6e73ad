"""The peer: a bare relay on the same stack, which sends each message back and on to the other socket of its pair."""

from __future__ import annotations

import sys
from typing import Any

import uvicorn

pairs: dict[str, list[Any]] = {}


async def relay(scope: Any, receive: Any, send: Any) -> None:
    """Everything that comes in goes out to both."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    pair = pairs.setdefault(scope["path"], [])
    pair.append(send)
    while (message := await receive())["type"] == "websocket.receive":
        for one in pair:
            await one({"type": "websocket.send", "text": message["text"]})
    pair.remove(send)


if __name__ == "__main__":
    uvicorn.run(
        relay,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
        access_log=False,
    )
