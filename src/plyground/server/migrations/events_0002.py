"""What the store keeps becomes what the socket sends: facts turn into events, and results into outcomes.

Hashes stay as they are, because they cover the state of a table and not the form of its events.
"""

from __future__ import annotations

import sqlite3
from typing import Any

import msgspec

TYPES = {
    "Sat": "seat_changed",
    "Began": "game_started",
    "Went": "move_played",
    "WentBack": "moves_taken_back",
    "Proposed": "offer_made",
    "Rejected": "offer_declined",
    "Held": "game_paused",
    "Spoke": "chat_posted",
    "Over": "game_ended",
}
SUMMARY = ("table", "game", "title", "phase", "mode", "clock")


def event_of_fact(text: bytes) -> bytes:
    """The event that a fact has become."""
    fact = msgspec.json.decode(text)
    kind = fact.pop("fact")
    if kind == "Sat":
        fact = {"side": fact.pop("side"), "seat": fact}
    elif kind == "Spoke":
        fact = {"chat": fact}
    elif kind == "Over":
        fact = {"outcome": _outcome(fact), "used_ms": fact["used_ms"]}
    return msgspec.json.encode({"type": TYPES[kind], **fact})


def summary_of_card(text: bytes) -> bytes:
    """The summary of a table that a card has become."""
    card = msgspec.json.decode(text)
    summary = {name: card[name] for name in SUMMARY}
    summary |= {"white": card["white_name"], "black": card["black_name"], "ply": card["plies"], "spectators": 0}
    summary |= {"created": card["created"], "outcome": _outcome(card) if card["termination"] else None}
    return msgspec.json.encode(summary)


def game_with_outcome(text: bytes) -> bytes:
    """A finished game with its outcome as one value."""
    game = msgspec.json.decode(text)
    return msgspec.json.encode({**game, "outcome": _outcome(game)})


def _outcome(values: dict[str, Any]) -> dict[str, Any]:
    return {"winner": values.pop("winner"), "termination": values.pop("termination")}


def turn_facts_into_events(connection: sqlite3.Connection) -> None:
    """Rewrites every row."""
    for function in (event_of_fact, summary_of_card, game_with_outcome):
        connection.create_function(function.__name__, 1, function, deterministic=True)
    connection.execute("ALTER TABLE events RENAME COLUMN fact TO event")
    connection.execute("UPDATE events SET event = event_of_fact(event)")
    connection.execute("ALTER TABLE tables RENAME COLUMN card TO summary")
    connection.execute("UPDATE tables SET summary = summary_of_card(summary)")
    connection.execute("UPDATE games SET game = game_with_outcome(game)")
