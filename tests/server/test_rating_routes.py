"""Profiles, leaderboards and personal data, over HTTP on a real server."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import FILE, LiveServer, live_server
from tests.server.test_accounts import LIMITS, PASSWORD, Browser, code

from plyground.server import rating_routes
from plyground.server.rated_games import RatedGame
from plyground.server.store import StoreEntry

CLOCK = {"initial_ms": 300_000}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ratings")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[LiveServer]:
    with live_server(data, limits=LIMITS) as running:
        yield running


def play_rated(white: Browser, black: Browser) -> str:
    """A short rated game that White wins; returns its table."""
    answer = white.request("POST", "/api/tables", {"game": "chess", "rated": True, "clock": CLOCK})
    assert answer.status_code == 201, answer.text
    table = str(answer.json()["table"])
    with white.socket() as one, black.socket() as other:
        one.ask("join", table=table)
        other.ask("join", table=table, side="any")
        one.ask("play", move="e4", ply=0)
        other.ask("play", move="e5", ply=1)
        other.ask("resign")
    wait_for_ratings(white.server)
    return table


def wait_for_ratings(server: LiveServer) -> None:
    """Returns when no rated game waits any more."""
    keeper = server.app.registry.ratings
    assert keeper is not None

    async def wait() -> None:
        while keeper._task is not None:
            await asyncio.gather(keeper._task)

    server.on_loop(wait())


def add_rated_games(server: LiveServer, white: str, black: str, count: int) -> None:
    """Drawn games that have just ended."""
    registry = server.app.registry

    async def add() -> None:
        for at in range(count):
            game = RatedGame(
                table=f"{white} {at}",
                round=1,
                game="mill:nine",
                time_class="rapid",
                white=white,
                black=black,
                score=0.5,
                aborted_by="",
                ended=registry.time.time_of_day(),
            )
            done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
            registry.store.append(StoreEntry(table=game.table, events=[], rated=game), done.set_result)
            assert await done is None
        assert registry.ratings is not None
        registry.ratings.wake()

    server.on_loop(add())
    wait_for_ratings(server)


def get(server: LiveServer, path: str, **query: str) -> Any:
    answer = server.http.get(f"/api/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_everyone_sees_the_ratings_of_a_person_and_how_they_came_about(server: LiveServer) -> None:
    ann, bob = Browser(server), Browser(server)
    ann.sign_up("Ágnes")
    bob.sign_up("Bence")
    table = play_rated(ann, bob)
    profile = get(server, "profile", name="ágnes")
    assert profile["name"] == "Ágnes"
    assert set(profile) == {"name", "created", "ratings"}, "and nothing else"
    (rating,) = profile["ratings"]
    assert (rating["game"], rating["time_class"], rating["provisional"]) == ("chess", "blitz", True)
    assert (rating["wins"], rating["draws"], rating["losses"]) == (1, 0, 0)
    assert rating["rating"] > 1600
    (point,) = get(server, "profile/history", name="Ágnes", game="chess")["points"]
    assert (point["rating"], point["score"], point["table"]) == (rating["rating"], 1, table)
    assert get(server, "profile/history", name="Ágnes", game="mill:nine")["points"] == []
    assert code(server.http.get("/api/profile", params={"name": "Nobody at all"})) == "person_unknown"
    assert get(server, "leaderboard", game="chess", time_class="blitz")["entries"] == [], "both are provisional"


def test_leaderboards_list_those_who_are_known_well_enough(server: LiveServer) -> None:
    names = ("Csilla", "Dezso")
    ids = {name: Browser(server).sign_up(name)["guest"] for name in names}
    add_rated_games(server, ids["Csilla"], "level=18", 15)
    add_rated_games(server, ids["Dezso"], "level=2", 15)

    def listed() -> list[str]:
        entries = get(server, "leaderboard", game="mill:nine", time_class="rapid")["entries"]
        return [entry["name"] for entry in entries]

    assert listed() == ["Csilla", "Dezso"]
    board = get(server, "leaderboard", game="mill:nine", time_class="rapid")
    assert [one["level"] for one in board["levels"]][-1] == 1
    assert len(board["levels"]) == 20
    by_level = {one["level"]: one["rating"] for one in board["levels"]}
    ratings = {entry["name"]: entry["rating"] for entry in board["entries"]}
    # Who only draws against a level is as strong as that level: the numbers mean the same.
    assert ratings == {
        "Csilla": pytest.approx(by_level[18], abs=120),
        "Dezso": pytest.approx(by_level[2], abs=220),
    }
    assert get(server, "leaderboard", game="mill:nine", time_class="blitz")["entries"] == []
    assert get(server, "leaderboard", game="no game", time_class="blitz") == {"entries": [], "levels": []}
    answer = server.http.get("/api/leaderboard", params={"game": "chess", "time_class": "eternal"})
    assert code(answer) == "message_unreadable"


def test_who_has_not_played_for_long_leaves_the_leaderboard(server: LiveServer, data: Path) -> None:
    id = Browser(server).sign_up("Elek")["guest"]
    add_rated_games(server, id, "level=10", 15)

    def names() -> set[str]:
        entries = get(server, "leaderboard", game="mill:nine", time_class="rapid")["entries"]
        return {entry["name"] for entry in entries}

    assert "Elek" in names()
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        change = "UPDATE ratings SET played=played-? WHERE account=?"
        connection.execute(change, (rating_routes.ACTIVE_S + 60, id))
    assert "Elek" not in names()


def test_ratings_are_part_of_the_personal_data_and_go_with_the_account(server: LiveServer, data: Path) -> None:
    one, other = Browser(server), Browser(server)
    id = one.sign_up("Flora")["guest"]
    other.sign_up("Gyula")
    table = play_rated(one, other)
    exported = one.get("/api/account/export").json()
    assert [rating["game"] for rating in exported["ratings"]] == ["chess"]
    assert [point["table"] for point in exported["rating_history"]] == [table]
    assert one.post("/delete", password=PASSWORD).status_code == 200
    with closing(sqlite3.connect(data / FILE)) as connection:
        for rows in ("ratings", "rating_history"):
            assert connection.execute(f"SELECT 1 FROM {rows} WHERE account=?", (id,)).fetchall() == []
    assert code(server.http.get("/api/profile", params={"name": "Flora"})) == "person_unknown"
    assert get(server, "profile", name="Gyula")["ratings"], "the opponent's stay"


def test_a_flood_of_questions_is_refused(server: LiveServer) -> None:
    codes = set()
    for _ in range(round(rating_routes.REQUEST_BURST) + 50):
        answer = server.http.get("/api/leaderboard", params={"game": "chess", "time_class": "blitz"})
        codes.add(answer.status_code)
    assert codes == {200, 429}
