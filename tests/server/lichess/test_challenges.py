"""Programs challenge each other and look for opponents by lichess's API."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import berserk
import pytest
from tests.server.lichess.programs import program
from tests.server.live import LiveServer, live_server
from tests.server.test_accounts import LIMITS
from tests.waiting import PATIENCE_S


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("challenges"), limits=LIMITS) as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: LiveServer) -> Iterator[Any]:
    with program(server, "Ann") as client:
        yield client


@pytest.fixture(scope="module")
def ben(server: LiveServer) -> Iterator[Any]:
    with program(server, "Ben") as client:
        yield client


@contextmanager
def events_of(server: LiveServer, client: Any) -> Iterator[Iterator[dict[str, Any]]]:
    """The stream of events, already open; berserk opens it only when the first event is asked for."""
    headers = {"Authorization": client.account._r.session.headers["Authorization"]}
    with server.http.stream("GET", "/api/stream/event", headers=headers) as response:
        yield (json.loads(line) for line in response.iter_lines() if line)


def next_event(events: Iterator[dict[str, Any]], *types: str) -> dict[str, Any]:
    """The next event of a type; games of other tests may still end."""
    return next(event for event in events if event["type"] in types)


CHALLENGES = ("challenge", "challengeDeclined", "challengeCanceled")


def test_a_challenge_is_accepted_and_becomes_a_game(server: LiveServer, ann: Any, ben: Any) -> None:
    with events_of(server, ben) as events:
        sent = ann.challenges.create(
            "ben", rated=False, clock_limit=180, clock_increment=2, color="white", variant="draughts:russian"
        )
        received = next_event(events, *CHALLENGES)
        challenge = received["challenge"]
        assert (received["type"], challenge["id"], challenge["direction"]) == ("challenge", sent["id"], "in")
        assert challenge["challenger"] == {"id": "ann", "name": "Ann", "online": True, "rating": 1500}
        assert challenge["variant"]["key"] == "draughts:russian"
        assert challenge["timeControl"] == {"type": "clock", "limit": 180, "increment": 2, "show": "3+2"}
        assert (challenge["finalColor"], challenge["speed"], challenge["status"]) == ("white", "blitz", "created")
        assert [one["id"] for one in ben.challenges.get_mine()["in"]] == [sent["id"]]
        assert [one["direction"] for one in ann.challenges.get_mine()["out"]] == ["out"]
        ben.bots.accept_challenge(sent["id"])
        started = next_event(events, "gameStart")["game"]
        assert (started["color"], started["opponent"]) == ("black", {"id": "ann", "username": "Ann"})
        # On lichess the game has the id of the challenge, and clients rely on it.
        assert next(ann.bots.stream_game_state(sent["id"]))["id"] == started["gameId"]
        ann.bots.make_move(sent["id"], "c3-d4")
        ben.bots.abort_game(started["gameId"])


def test_a_challenge_is_declined_with_a_reason(server: LiveServer, ann: Any, ben: Any) -> None:
    with events_of(server, ann) as events, events_of(server, ben) as others:
        sent = ann.challenges.create("Ben", rated=False)
        assert next_event(events, *CHALLENGES)["challenge"]["direction"] == "out"
        next_event(others, *CHALLENGES)
        ben.bots.decline_challenge(sent["id"], reason="tooFast")
        declined = next_event(events, *CHALLENGES)
        assert declined["type"] == "challengeDeclined"
        assert declined["challenge"]["declineReasonKey"] == "tooFast"
        with pytest.raises(berserk.exceptions.ResponseError) as refused:
            ben.bots.accept_challenge(sent["id"])
        assert refused.value.status_code == 404


def test_a_challenge_is_withdrawn(server: LiveServer, ann: Any, ben: Any) -> None:
    with events_of(server, ben) as events:
        sent = ann.challenges.create("Ben", rated=False)
        assert next_event(events, *CHALLENGES)["type"] == "challenge"
        with pytest.raises(berserk.exceptions.ResponseError):
            ben.challenges.cancel(sent["id"])
        ann.challenges.cancel(sent["id"])
        assert next_event(events, *CHALLENGES)["type"] == "challengeCanceled"
        assert ben.challenges.get_mine() == {"in": [], "out": []}


def test_a_challenge_needs_somebody_who_is_here(ann: Any) -> None:
    with pytest.raises(berserk.exceptions.ResponseError, match="Nobody is not here") as refused:
        ann.challenges.create("Nobody", rated=False)
    assert refused.value.status_code == 404


def test_anyone_with_the_link_takes_an_open_challenge(server: LiveServer, ann: Any, ben: Any) -> None:
    challenge = ann.challenges.create_open(clock_limit=60, clock_increment=0, variant="mill:nine")
    assert challenge["urlWhite"] == f"{server.http.base_url}/#/table/{challenge['id']}?side=white"
    ann.account._r.post(f"/api/challenge/{challenge['id']}/accept", params={"color": "black"})
    with server.client("Cecil") as page:
        joined = page.ask("join", table=challenge["id"], side="white")
        assert joined["side"] == "white"
        assert next(ann.board.stream_game_state(challenge["id"]))["black"]["name"] == "Ann"
        with pytest.raises(berserk.exceptions.ResponseError) as refused:
            ben.challenges.accept(challenge["id"])
        assert refused.value.status_code == 404
    withdrawn = ann.challenges.create_open()
    ann.challenges.cancel(withdrawn["id"])
    with pytest.raises(berserk.exceptions.ResponseError):
        ben.challenges.accept(withdrawn["id"])


def test_two_seeks_become_a_game(server: LiveServer, ann: Any, ben: Any) -> None:
    waiting = threading.Thread(target=lambda: ann.board.seek(time=5, increment=0, variant="mill:nine", color="black"))
    waiting.start()
    server.wait_for_gauge("seeks", 1)
    with events_of(server, ben) as events:
        ben.board.seek(time=5, increment=0, variant="mill:nine")
        started = next_event(events, "gameStart")["game"]
        assert (started["color"], started["variant"]["key"]) == ("white", "mill:nine")
    waiting.join(PATIENCE_S)
    assert not waiting.is_alive()
    assert server.gauge("seeks") == 0


def test_a_seek_ends_with_its_stream(server: LiveServer, ann: Any) -> None:
    headers = {"Authorization": ann.account._r.session.headers["Authorization"]}
    fields = {"time": "3", "increment": "2", "ratingRange": "1500-1800", "variant": "standard", "rated": "false"}
    with server.http.stream("POST", "/api/board/seek", data=fields, headers=headers) as response:
        assert response.status_code == 200
        server.wait_for_gauge("seeks", 1)
        seek = next(iter(server.app.registry.pairing.seeks.oldest(1)))
        assert (seek.min_rating, seek.max_rating) == (1500, 1800)
        assert seek.terms.clock is not None
        assert (seek.terms.clock.initial_ms, seek.terms.clock.increment_ms) == (180_000, 2_000)
    server.wait_for_gauge("seeks", 0)
