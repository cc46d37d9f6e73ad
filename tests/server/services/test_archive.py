"""The archive: all finished games of a person, found by what is asked for, and exported."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.live import live_server

from plyground import read_games
from plyground.protocol import Result, Side
from plyground.server.services import archive as archives
from plyground.server.services.archive import PAGE, archive
from plyground.server.store import FinishedGame, Store
from plyground.server.wire.archive import ArchiveQuery

ME, OTHER = "g-me", "g-other"
NAMES = ("Anna", "Ben", "Cecil")


def played(number: int) -> FinishedGame:
    """A game of a series: three opponents, two games, three results, colours in turn."""
    is_white = number % 2 == 0
    winner = (Side.WHITE, Side.BLACK, None)[number % 3]
    name = NAMES[number % len(NAMES)]
    return FinishedGame(
        table=f"t{number}",
        round=1,
        game=("chess", "mill:nine")[number // 2 % 2],
        white=ME if is_white else OTHER,
        black=OTHER if is_white else ME,
        white_bot="",
        black_bot="",
        outcome=Result(winner, "resignation" if winner else "agreement"),
        plies=number,
        ended=float(number),
        white_name="Me" if is_white else name,
        black_name=name if is_white else "Me",
    )


class Played:
    """A store that has a series of games."""

    def __init__(self, count: int) -> None:
        self.games = [played(number) for number in reversed(range(count))]

    async def games_of(self, guest: str, limit: int, before: float | None = None) -> list[FinishedGame]:
        assert guest == ME
        return [game for game in self.games if before is None or game.ended < before][:limit]


def everything(store: Played, **query: Any) -> list[int]:
    """The numbers of all games that a query finds, page by page."""

    async def read() -> list[int]:
        found: list[int] = []
        before = None
        while True:
            page = await archive(cast(Store, store), ME, ArchiveQuery(**query, before=before))
            assert len(page.games) <= PAGE
            found += [int(game.ended) for game in page.games]
            before = page.before
            if before is None:
                return found

    return asyncio.run(read())


@pytest.mark.parametrize("count", [0, 1, PAGE, PAGE + 1, 437])
def test_every_game_is_found_once_and_the_newest_first(count):
    assert everything(Played(count)) == list(reversed(range(count)))


@pytest.mark.parametrize("since", [0, 100, 436, 437])
def test_games_are_found_from_a_day_on(since):
    assert everything(Played(437), since=float(since)) == list(reversed(range(since, 437)))


def result_of(number: int) -> str:
    winner = (Side.WHITE, Side.BLACK, None)[number % 3]
    return "draw" if winner is None else "win" if (winner is Side.WHITE) == (number % 2 == 0) else "loss"


@pytest.mark.parametrize("result", ["", "win", "draw", "loss"])
@pytest.mark.parametrize("game", ["", "chess", "mill:nine"])
@pytest.mark.parametrize("opponent", ["", "anna", "e", "nobody"])
def test_filters_find_what_a_person_would(monkeypatch, game, result, opponent):
    monkeypatch.setattr(archives, "READ_AT_ONCE", 7)
    monkeypatch.setattr(archives, "MAX_READ", 21)
    wanted = [
        number
        for number in reversed(range(200))
        if game in ("", played(number).game)
        and result in ("", result_of(number))
        and opponent in NAMES[number % len(NAMES)].lower()
    ]
    assert everything(Played(200), game=game, result=result, opponent=opponent) == wanted


def test_a_game_is_there_after_its_end_and_can_be_saved(tmp_path: Path) -> None:
    with live_server(tmp_path) as server, server.client("Anna") as white, server.client("Ben") as black:
        headers = {"Authorization": f"Bearer {white.welcome['token']}"}
        empty = server.http.get("/api/archive/export?game=chess", headers=headers)
        assert empty.json()["problem"]["code"] == "archive_empty"
        table = server.create(game="chess", token=white.welcome["token"])["table"]
        for client, side in ((white, "white"), (black, "black")):
            client.ask("join", table=table, side=side)
        for ply, move in enumerate(("f3", "e5", "g4", "Qh4#")):
            (white, black)[ply % 2].ask("play", move=move, ply=ply)
        white.wait("game_ended")
        (game,) = server.http.get("/api/archive", headers=headers).json()["games"]
        assert (game["white"], game["black"], game["side"]) == ("Anna", "Ben", "white")
        assert game["moves"] == ["f2f3", "e7e5", "g2g4", "d8h4"]
        assert game["outcome"] == {"winner": "black", "termination": "checkmate"}
        assert server.http.get("/api/archive?result=win", headers=headers).json()["games"] == []
        saved = server.http.get("/api/archive/export?game=chess", headers=headers).json()
        assert saved["filename"] == "chess.pgn"
        (read,) = read_games(saved["text"])
        assert (read.headers["White"], read.headers["Black"], read.result) == ("Anna", "Ben", "0-1")
        assert len(list(read.main_line())) == 4
