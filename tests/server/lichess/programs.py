"""Programs that play on a server by lichess's API, with berserk, for tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import berserk
from tests.server.live import LiveServer
from tests.server.test_accounts import Browser

import plyground

GAMES = {"standard": "chess", "fromPosition": "chess", "chess960": "chess:960"}
"""Our names of lichess's variants; all others are the same."""


def new_token(server: LiveServer, name: str, *scopes: str) -> str:
    """The token of a new account."""
    browser = Browser(server)
    browser.sign_up(name)
    token: str = browser.post("/tokens", label="Program", scopes=list(scopes or ("read", "play"))).json()["token"]
    return token


@contextmanager
def program(server: LiveServer, name: str, *scopes: str) -> Iterator[Any]:
    """A client of berserk, whose types know lichess's variants only, with an account of its own."""
    with berserk.TokenSession(new_token(server, name, *scopes)) as session:
        session.trust_env = False
        yield berserk.Client(session, base_url=str(server.http.base_url))


def position_after(game: dict[str, Any], state: dict[str, Any]) -> plyground.Position:
    """The position that a stream describes."""
    rules = plyground.game(GAMES.get(game["variant"]["key"], game["variant"]["key"]))
    start = rules.start() if game["initialFen"] == "startpos" else rules.from_fen(game["initialFen"])
    return plyground.Record(start, state["moves"].split()).position


def play(api: Any, id: str, name: str, *, hang_up_every: int = 0, seed: int = 0) -> dict[str, Any]:
    """Plays a game with random moves, and returns its last state.

    `api` is berserk's `bots` or `board`. After every `hang_up_every` lines the stream is left and opened again.
    """
    chance, last = random.Random(seed), {"status": "started", "moves": ""}
    while last["status"] == "started":
        game: dict[str, Any] = {}
        lines = 0
        for line in api.stream_game_state(id):
            if line["type"] == "gameFull":
                game = line
            if line["type"] not in ("gameFull", "gameState"):
                continue
            state = last = line["state"] if line["type"] == "gameFull" else line
            if state["status"] != "started":
                break
            position = position_after(game, state)
            own = "white" if game["white"].get("name") == name else "black"
            if position.side_to_move.value == own:
                move = chance.choice(list(position.legal_moves))
                api.make_move(id, str(move))
            lines += 1
            if lines == hang_up_every:
                break
    return last
