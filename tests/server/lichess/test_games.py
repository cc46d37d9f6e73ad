"""Programs play by lichess's Bot and Board API."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import berserk
import pytest
from tests.server.lichess.programs import play, program
from tests.server.live import Client, LiveServer, live_server
from tests.server.test_accounts import LIMITS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with live_server(tmp_path_factory.mktemp("lichess"), limits=LIMITS) as running:
        yield running


@pytest.fixture(scope="module")
def ann(server: LiveServer) -> Iterator[Any]:
    with program(server, "Ann") as client:
        yield client


def test_an_account_has_the_fields_that_clients_look_for(ann: Any) -> None:
    account = ann.account.get()
    assert (account["id"], account["username"], account["title"]) == ("ann", "Ann", "BOT")
    assert account["createdAt"].year >= 2024
    ann.account.upgrade_to_bot()


@pytest.mark.parametrize("variant", ["standard", "mill:nine", "draughts"])
def test_a_program_plays_a_whole_game_and_survives_disconnects(ann: Any, variant: str) -> None:
    created = ann.challenges.create_ai(level=1, variant=variant, color="white")
    assert created["status"]["name"] == "started"
    last = play(ann.bots, created["id"], "Ann", hang_up_every=3)
    assert last["status"] != "started"


def test_moves_are_uci_in_chess_and_castling_is_written_like_lichess_does(ann: Any) -> None:
    start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    id = ann.challenges.create_ai(level=1, position=start, color="white")["id"]
    lines = ann.bots.stream_game_state(id)
    game = next(lines)
    assert (game["variant"]["key"], game["initialFen"]) == ("fromPosition", start)
    ann.bots.make_move(id, "e1g1")
    assert next(lines)["moves"] == "e1g1"
    ann.bots.resign_game(id)
    *_, last = lines
    assert (last["status"], last["winner"]) == ("resign", "black")


def test_a_game_begins_with_everything_about_it(ann: Any) -> None:
    id = ann.challenges.create_ai(level=2, clock_limit=300, clock_increment=2, color="black", variant="mill")["id"]
    game = next(ann.board.stream_game_state(id))
    assert (game["id"], game["speed"], game["rated"]) == (id, "blitz", False)
    assert game["variant"] == {"key": "mill:nine", "name": "Nine men's morris", "short": "Nine men's morris"}
    assert game["clock"] == {"initial": 300_000, "increment": 2_000}
    assert game["white"] == {"name": "Level 2", "aiLevel": 2}
    assert game["black"] == {"id": "ann", "name": "Ann"}
    assert game["state"]["winc"] == 2_000
    ann.board.abort_game(id)


def test_events_tell_when_games_begin_and_end(ann: Any) -> None:
    first = ann.challenges.create_ai(level=1, color="white")["id"]
    events = ann.bots.stream_incoming_events()
    found = {}
    while first not in found:
        event = next(events)
        assert event["type"] == "gameStart"
        found[event["game"]["gameId"]] = event["game"]
    game = found[first]
    assert (game["color"], game["isMyTurn"], game["opponent"]) == ("white", True, {"username": "Level 1", "ai": 1})
    second = ann.challenges.create_ai(level=1, color="white", variant="draughts:russian")["id"]
    started = next(events)
    assert (started["type"], started["game"]["gameId"]) == ("gameStart", second)
    assert {one["gameId"] for one in ann.games.get_ongoing()} >= {first, second}
    ann.bots.resign_game(first)
    finished = next(events)
    assert (finished["type"], finished["game"]["gameId"]) == ("gameFinish", first)
    assert (finished["game"]["status"]["name"], finished["game"]["winner"]) == ("resign", "black")
    ann.bots.abort_game(second)
    assert next(events)["type"] == "gameFinish"


@contextmanager
def against_a_person(server: LiveServer, ann: Any, game: str = "chess") -> Iterator[tuple[str, Client]]:
    """A game in which Ann has White, and Black sits at the page."""
    headers = {"Authorization": ann.account._r.session.headers["Authorization"]}
    table = server.http.post("/api/tables", json={"game": game}, headers=headers).json()["table"]
    with server.client("Ben") as ben:
        ben.ask("join", table=table, side="any")
        yield table, ben


def test_players_chat(server: LiveServer, ann: Any) -> None:
    with against_a_person(server, ann) as (id, ben):
        lines = ann.board.stream_game_state(id)
        next(lines)
        ann.board.post_message(id, "Good luck!")
        assert ben.wait("chat_posted")["event"]["chat"]["text"] == "Good luck!"
        assert next(lines) == {"type": "chatLine", "room": "player", "username": "Ann", "text": "Good luck!"}
        ben.ask("post_chat", text="You too!")
        assert next(lines)["username"] == "Ben"
        assert ann.board.get_game_chat(id) == [
            {"user": "Ann", "text": "Good luck!"},
            {"user": "Ben", "text": "You too!"},
        ]


def test_draws_and_takebacks_are_offered_declined_and_accepted(server: LiveServer, ann: Any) -> None:
    with against_a_person(server, ann) as (id, ben):
        lines = ann.board.stream_game_state(id)
        next(lines)
        ann.board.make_move(id, "e2e4")
        assert next(lines)["moves"] == "e2e4"
        ann.board.offer_takeback(id)
        assert next(lines)["wtakeback"]
        ben.ask("accept", what="takeback")
        assert next(lines)["moves"] == ""
        ann.board._r.post(f"/api/board/game/{id}/move/d2d4?offeringDraw=true")
        states = [next(lines), next(lines)]
        assert [(state["moves"], state["wdraw"]) for state in states] == [("d2d4", False), ("d2d4", True)]
        ben.ask("decline", what="draw")
        assert not next(lines)["wdraw"]
        ben.ask("offer", what="draw")
        assert next(lines)["bdraw"]
        ann.board.decline_draw(id)
        assert not next(lines)["bdraw"]
        ben.ask("offer", what="draw")
        ann.board.accept_draw(id)
        *_, last = lines
        assert last["status"] == "draw"
        assert "winner" not in last


def test_a_draw_of_the_rules_is_claimed_by_asking_for_one(server: LiveServer, ann: Any) -> None:
    with against_a_person(server, ann) as (id, ben):
        moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2
        for ply, move in enumerate(moves):
            if ply % 2:
                ben.ask("play", move=move, ply=ply)
            else:
                ann.bots.make_move(id, move)
        ann.board.offer_draw(id)
        assert ben.wait("game_ended")["event"]["outcome"]["termination"] == "threefold_repetition"


def test_an_opponent_who_has_gone_loses(tmp_path: Path) -> None:
    with (
        live_server(tmp_path, limits=replace(LIMITS, gone_after_s=0.0)) as server,
        program(server, "Ann") as ann,
        against_a_person(server, ann) as (id, ben),
    ):
        lines = ann.board.stream_game_state(id)
        next(lines)
        ben.socket.close()
        assert next(lines) == {"type": "opponentGone", "gone": True, "claimWinInSeconds": 0}
        ann.board.claim_victory(id)
        *_, last = lines
        assert (last["status"], last["winner"]) == ("timeout", "white")


def test_a_rematch_is_another_game(server: LiveServer, ann: Any) -> None:
    with against_a_person(server, ann) as (id, ben):
        ann.board.resign_game(id)
        events = ann.board.stream_incoming_events()
        ben.ask("offer", what="rematch")
        with server.client(Authorization=ann.account._r.session.headers["Authorization"]) as page:
            page.ask("join", table=id)
            page.ask("accept", what="rematch")
        started = next(one for one in events if one["game"]["gameId"].startswith(id))
        assert (started["type"], started["game"]["gameId"], started["game"]["color"]) == (
            "gameStart",
            f"{id}.2",
            "black",
        )
        with pytest.raises(berserk.exceptions.ResponseError, match="over"):
            ann.board.make_move(id, "e2e4")
        ben.ask("play", move="e2e4", ply=0)
        ann.board.make_move(f"{id}.2", "e7e5")


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/api/board/game/{id}/move/e2e5", 400, "'e2e5' is not legal."),
        ("/api/board/game/{id}/draw/perhaps", 400, "yes or no"),
        ("/api/board/game/nothing/move/e2e4", 404, "no table"),
        ("/api/board/game/{id}.2/resign", 404, "no table"),
        ("/api/board/game/{id}/claim-victory", 400, "opponent"),
        ("/api/challenge/ai?level=21", 400, "level"),
        ("/api/challenge/ai?level=1&days=3", 400, "Correspondence"),
        ("/api/challenge/ai?level=1&variant=antichess", 404, "antichess"),
    ],
)
def test_what_cannot_be_done_is_an_error_like_lichess_s(ann: Any, path: str, status: int, words: str) -> None:
    id = ann.challenges.create_ai(level=1, color="white")["id"]
    with pytest.raises(berserk.exceptions.ResponseError) as refused:
        ann.account._r.post(path.format(id=id))
    assert refused.value.status_code == status
    assert words in refused.value.cause["error"]
    ann.board.abort_game(id)


def test_nobody_plays_or_sees_the_game_of_somebody_else(server: LiveServer, ann: Any) -> None:
    id = ann.challenges.create_ai(level=1, color="white")["id"]
    with program(server, "Cecil") as cecil:
        for ask in (
            lambda: cecil.board.make_move(id, "e2e4"),
            lambda: cecil.board.resign_game(id),
            lambda: next(cecil.board.stream_game_state(id)),
            lambda: cecil.board.get_game_chat(id),
        ):
            with pytest.raises(berserk.exceptions.ResponseError) as refused:
                ask()
            assert refused.value.status_code == 404


def test_a_token_must_be_allowed_to_play(server: LiveServer) -> None:
    with program(server, "Dora", "read") as dora:
        assert dora.account.get()["username"] == "Dora"
        with pytest.raises(berserk.exceptions.ResponseError) as refused:
            dora.challenges.create_ai(level=1)
        assert refused.value.status_code == 403
    with berserk.TokenSession("ply_nonsense") as session:
        session.trust_env = False
        nobody = berserk.Client(session, base_url=str(server.http.base_url))
        with pytest.raises(berserk.exceptions.ResponseError) as refused:
            nobody.account.get()
        assert refused.value.status_code == 401
        assert "error" in refused.value.cause


@pytest.mark.bench
def test_a_program_plays_twenty_games_and_survives_disconnects(ann: Any) -> None:
    results = []
    for number in range(20):
        variant = ("standard", "mill:nine", "draughts:russian")[number % 3]
        created = ann.challenges.create_ai(level=1 + number % 5, variant=variant, color=("white", "black")[number % 2])
        api = (ann.bots, ann.board)[number % 2]
        last = play(api, created["id"], "Ann", hang_up_every=1 + number % 7, seed=number)
        assert last["status"] not in ("started", "aborted")
        results.append((variant, last["status"], len(last["moves"].split())))
    print(*results, sep="\n")
