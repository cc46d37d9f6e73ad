"""Attacks on the sockets of a real server: refused with a code, logged, and without effect on other clients."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.live import EXTRAS, Client, LiveServer, live_server
from tests.server.tables import kind_of
from tests.waiting import PATIENCE_S
from websockets.exceptions import ConnectionClosed, InvalidStatus

from plyground.server.limits import ServerLimits, ServiceLimits

# What may be sent in a burst is all there is, however slowly it is sent.
LIMITS = ServerLimits(sockets_per_address=40, tables_per_guest=20, messages_per_second=0.0, chats_per_second=0.0)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    extras = replace(EXTRAS, limits=ServiceLimits(share_s=0.2, per_address=6, quick_s=PATIENCE_S, file_s=PATIENCE_S))
    with live_server(tmp_path_factory.mktemp("security"), limits=LIMITS, extras=extras) as running:
        yield running


class Game:
    """Two people at a chess table, who must not notice the attacks."""

    MOVES = ("Nf3", "Nf6", "Ng1", "Ng8")

    def __init__(self, table: str, white: Client, black: Client) -> None:
        self.table = table
        self.white = white
        self.black = black
        self.ply = 0

    def go_on(self) -> None:
        """Plays a move, which both see."""
        mover = (self.white, self.black)[self.ply % 2]
        mover.send("play", id=f"game-{self.ply}", move=self.MOVES[self.ply % 4], ply=self.ply)
        moved = mover.wait("move_played", "refused", id=f"game-{self.ply}")
        assert kind_of(moved) == "move_played", moved
        for player in (self.white, self.black):
            if player is not mover:
                assert player.wait("move_played", ply=self.ply + 1)["hash"] == moved["hash"]
        self.ply += 1


@contextmanager
def game(server: LiveServer) -> Iterator[Game]:
    with server.client() as white, server.client() as black:
        created = server.create(game="chess", token=white.welcome["token"])
        for client, side in ((white, "white"), (black, "black")):
            assert client.ask("join", table=created["table"], side=side)["type"] == "joined"
        white.wait("game_started", "presence_update")
        yield Game(created["table"], white, black)


@pytest.fixture(autouse=True)
def _hear_everything(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "plyground.server")


def refusals(caplog: pytest.LogCaptureFixture) -> set[str]:
    """The codes of what was refused, as the operator finds them in the log."""
    return {record.__dict__["fields"]["code"] for record in caplog.records if record.getMessage() == "refused"}


def events(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name.startswith("plyground")]


# --- malformed and oversized ---

MALFORMED: list[str | bytes] = [
    "",
    "null",
    "[]",
    "{",
    "play",
    "{}",
    '{"type": "nothing"}',
    '{"type": 5}',
    '{"type": "play"}',
    '{"type": "play", "move": "e4", "ply": "0"}',
    '{"type": "play", "move": "e4", "ply": -1}',
    '{"type": "play", "move": "e4", "ply": 1e99}',
    '{"type": "play", "move": "", "ply": 0}',
    '{"type": "play", "move": ["e4"], "ply": 0}',
    '{"type": "play", "move": "e4", "ply": 0, "as": "black"}',
    '{"type": "play", "move": "' + "e" * 201 + '", "ply": 0}',
    '{"type": "post_chat", "text": ""}',
    '{"type": "post_chat", "text": "' + "x" * 301 + '"}',
    '{"type": "join", "table": "' + "x" * 41 + '"}',
    '{"type": "offer", "what": "everything"}',
    '{"type": "analyse", "position": {"game": "chess"}, "lines": 1000}',
    '{"type": "analyse", "position": {"game": "chess"}, "time_ms": 1e9}',
    '{"type": "analyse", "position": {"game": "chess", "moves": 5}}',
    '{"type": "trace_search", "position": {"game": "chess"}, "algorithm": "minimax", "depth": 100}',
    '{"type": "rename", "name": ""}',
    '{"type": "welcome", "id": "", "token": "", "guest": "", "name": "", "server": "", "run": ""}',
    '{"type": "move_played", "version": 1, "hash": "", "id": ""}',
    "[" * 5000,
    '{"type":' * 5000,
    '{"type": "post_chat", "text": "\ud800"}'.encode("utf-8", "surrogatepass"),
    b"\xff\xfe\x00",
    bytes(range(256)),
]


def test_messages_that_are_none_are_refused_and_the_socket_lives_on(
    server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    with game(server) as others, server.client("Mallory") as client:
        others.go_on()
        for message in MALFORMED:
            client.socket.send(message)
            assert client.wait("refused")["problem"]["code"] == "message_unreadable", message[:60]
        others.go_on()
        assert client.code("leave") == "table_absent"
    assert events(caplog).count("unreadable message") >= len(MALFORMED)


@pytest.mark.parametrize("size", [65_537, 1_000_000])
def test_a_message_that_is_too_long_ends_only_its_own_socket(server: LiveServer, size: int) -> None:
    with game(server) as others:
        with server.client() as client:
            with suppress(ConnectionClosed):
                client.socket.send(json.dumps({"type": "post_chat", "text": "x" * size}))
            assert client.is_closed()
        others.go_on()


def test_text_that_is_no_text_ends_only_its_own_socket(server: LiveServer) -> None:
    with game(server) as others:
        with server.client() as client:
            client.socket.send(b"\xff\xfe", text=True)
            assert client.is_closed()
        others.go_on()


# --- order, repetition, seats ---


def test_nothing_can_be_done_before_its_time(server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    with server.client(hello=False) as client:
        for type, fields in (
            ("join", {"table": "x"}),
            ("play", {"move": "e4", "ply": 0}),
            ("analyse", {"position": {"game": "chess"}}),
            ("rename", {"name": "A"}),
            ("watch_lobby", {"on": True}),
            ("watch_boards", {"on": True}),
            ("post_seek", {"terms": {"game": "chess"}}),
            ("send_challenge", {"to": "A", "terms": {"game": "chess"}}),
        ):
            assert client.code(type, **fields) == "hello_first"
        assert client.ask("hello")["type"] == "welcome"
        assert client.code("hello") == "hello_twice"
        for type, fields in (
            ("play", {"move": "e4", "ply": 0}),
            ("resign", {}),
            ("leave", {}),
            ("post_chat", {"text": "hi"}),
            ("offer", {"what": "draw"}),
            ("step", {}),
        ):
            assert client.code(type, **fields) == "table_absent"
        client.send("pong", ping=99)
        client.send("stop", of="nothing")
        assert client.code("join", table="no-such-table") == "unknown_table"
    assert refusals(caplog) == {"hello_first", "hello_twice", "table_absent", "unknown_table"}


def test_nothing_can_be_done_at_a_table_out_of_turn(server: LiveServer) -> None:
    with game(server) as others:
        white, black = others.white, others.black
        assert black.code("play", move="e5", ply=0) == "turn_of_other"
        assert white.code("play", move="e4", ply=7) == "move_stale"
        assert white.code("play", move="Ke2", ply=0) not in ("", "server_fault")
        assert white.code("accept", what="draw") == "offer_none"
        assert white.code("claim_draw") == "claim_unfounded"
        assert white.code("claim_win") == "opponent_present"
        assert white.code("pause", on=True) == "engines_needed"
        others.go_on()
        others.go_on()
        assert white.code("abort") == "abort_late"
        others.go_on()


def test_a_message_sent_again_counts_once(server: LiveServer) -> None:
    with game(server) as others:
        others.go_on()
        white = others.white
        for _ in range(5):
            white.socket.send(json.dumps({"type": "play", "id": "game-0", "move": "Nf3", "ply": 0}))
            assert white.wait("acknowledged", "refused", id="game-0")["type"] == "acknowledged"
        others.go_on()
        assert others.ply == 2


def test_what_somebody_said_does_nothing_in_another_mouth(server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    with game(server) as others, server.client() as thief:
        others.go_on()
        thief.ask("join", table=others.table)
        assert thief.code("play", id="game-1", move="Nf6", ply=1) == "seat_needed"
        assert thief.code("play", id="game-0", move="Nf3", ply=0) in ("seat_needed", "move_stale")
        for type, fields in (
            ("resign", {}),
            ("abort", {}),
            ("offer", {"what": "draw"}),
            ("accept", {"what": "draw"}),
            ("claim_win", {}),
            ("claim_draw", {}),
            ("pause", {"on": True}),
            ("step", {}),
        ):
            assert thief.code(type, **fields) in ("seat_needed", "owner_needed", "engines_needed")
        others.go_on()
        guests = {record.__dict__["fields"]["guest"] for record in caplog.records if record.getMessage() == "refused"}
        assert guests == {thief.welcome["guest"]}, "the log says who tried"


def test_a_seat_belongs_to_its_token_alone(server: LiveServer) -> None:
    with game(server) as others:
        token = others.white.welcome["token"]
        for wrong in ("x", token[:-1], "A" * 32, others.white.welcome["guest"], token.swapcase(), "\u2028" * 20):
            with server.client(hello=False) as thief:
                answer = thief.ask("hello", token=wrong)
                if answer["type"] == "refused":
                    assert answer["problem"]["code"] == "token_invalid"
                    continue
                assert answer["guest"] != others.white.welcome["guest"]
                joined = thief.ask("join", table=others.table, side="white")
                assert joined["type"] == "refused"
                assert joined["problem"]["code"] == "seat_taken"
        others.go_on()
        public = json.dumps(others.black.received)
        assert token not in public, "no client sees another client's token"


def test_a_name_cannot_be_taken_from_somebody_who_is_here(server: LiveServer) -> None:
    with server.client("Judit"), server.client() as other:
        for like in ("Judit", "judit", " JUDIT ", "Ｊｕｄｉｔ", "Judit\u00a0"):
            assert other.code("rename", name=like) == "name_taken"


# --- injection ---


@pytest.mark.parametrize(
    "name", ["\n", "a\nb", "a\x00b", "\u202egnp", "a\u200bb", "\x1b[31mred", "   ", "\ufeff", "a\rb", "\u2066x"]
)
def test_names_cannot_carry_what_is_not_seen(server: LiveServer, name: str) -> None:
    with server.client() as client:
        answer = client.ask("rename", name=name)
        shown = answer["problem"]["code"] if answer["type"] == "refused" else "taken"
        # A line end between letters is only a blank.
        assert shown == "name_invalid" or name.split() == ["a", "b"]


def test_marks_of_other_languages_are_letters_in_names_and_chat(
    server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    evil = "<script>alert(1)</script>"
    with game(server) as others:
        assert others.white.ask("rename", name=evil)["type"] == "acknowledged"
        texts = [evil, "'; DROP TABLE tables;--", '{"type":"game_ended"}', "%s%n{0}{message}", "\u202etxet"]
        for text in texts[:4]:
            others.white.send("post_chat", text=text)
            said = others.black.wait("chat_posted")["event"]["chat"]
            assert (said["name"], said["text"]) == (evil, text), "letter by letter, for the page to escape"
        assert kind_of(others.white.ask("post_chat", text="a\nb\x00\x1b[2J")) in ("chat_posted", "refused")
        others.go_on()
        said = [
            message["event"]["chat"]["text"] for message in others.black.received if kind_of(message) == "chat_posted"
        ]
        assert all(text.isprintable() for text in said)
    page = server.http.get("/")
    assert evil not in page.text
    assert "Content-Security-Policy" in page.headers
    assert server.http.get("/api/tables").headers["content-type"].startswith("application/json")
    for record in caplog.records:
        assert "\n" not in record.getMessage()


@pytest.mark.parametrize("table", ["' OR 1=1 --", "../../etc/passwd", "%00", "\x00", "*", "x' UNION SELECT 1"])
def test_the_name_of_a_table_is_only_a_name(server: LiveServer, table: str) -> None:
    with server.client() as client:
        assert client.code("join", table=table) == "unknown_table"


# --- foreign pages, floods, hogs ---


def test_pages_of_others_are_not_served(server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    own = f"http://127.0.0.1:{server.port}"
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://[", f"{own}.evil.example", "file://"):
        with pytest.raises((InvalidStatus, ConnectionClosed)), server.client(Origin=origin) as client:
            client.next()
        answer = server.http.post("/api/tables", json={"game": "mill"}, headers={"Origin": origin})
        assert answer.status_code == 403
        assert answer.json()["problem"]["code"] == "origin_foreign"
        assert "access-control-allow-origin" not in server.http.get("/api/games", headers={"Origin": origin}).headers
    assert events(caplog).count("no access") >= 10
    with server.client(Origin=own) as client:
        assert client.welcome


def test_whoever_floods_is_cut_off_and_nobody_else_waits(server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    with game(server) as others:
        with server.client() as client:
            try:
                for _ in range(2000):
                    client.send("pong", ping=0)
            except ConnectionClosed:
                pass
            assert client.is_closed()
            assert client.received[-1]["problem"]["code"] == "flood"
        others.go_on()
    assert "flood" in events(caplog)


def test_chat_is_slow_for_those_who_talk_too_much(server: LiveServer) -> None:
    with game(server) as others:
        answers = [others.white.ask("post_chat", text=f"buy {n}") for n in range(12)]
        refused = [answer["problem"]["code"] for answer in answers if answer["type"] == "refused"]
        assert refused == ["chat_flood"] * (12 - int(LIMITS.chat_burst))
        others.go_on()


def test_an_address_has_only_so_many_sockets(server: LiveServer, caplog: pytest.LogCaptureFixture) -> None:
    with game(server) as others, ExitStack() as opened:
        refused = 0
        for _ in range(LIMITS.sockets_per_address + 5):
            try:
                opened.enter_context(server.client())
            except (InvalidStatus, ConnectionClosed):
                refused += 1
        assert refused >= 5
        others.go_on()
    assert "too many sockets" in events(caplog)


def test_a_guest_has_only_so_many_tables(server: LiveServer) -> None:
    token = server.create()["token"]
    codes = set()
    for _ in range(LIMITS.tables_per_guest + 3):
        answer = server.http.post("/api/tables", json={"game": "mill", "token": token})
        if answer.status_code != 201:
            codes.add(answer.json()["problem"]["code"])
    assert codes == {"tables_full"}


def test_those_who_hog_the_engine_share_it(server: LiveServer) -> None:
    with game(server) as others, server.client() as honest, ExitStack() as opened:
        hogs = [opened.enter_context(server.client()) for _ in range(5)]
        for hog in hogs:
            for n in range(10):
                hog.send("analyse", id=f"a{n}", position={"game": "chess"}, time_ms=3_600_000)
        for _ in range(4):
            others.go_on()
        assert server.gauge("services_running") + server.gauge("services_waiting") <= len(hogs)
        honest.send("find_hint", id="h", position={"game": "mill"}, time_ms=100)
        assert honest.wait("hinted", "refused", id="h")["type"] == "hinted"
    server.wait_for_gauge("services_running", 0)
    server.wait_for_gauge("services_waiting", 0)


def test_an_address_has_only_so_many_services_at_a_time(tmp_path: Path) -> None:
    # Nothing ends before its time here, so the seventh finds six that run or wait, however slow the machine is.
    extras = replace(EXTRAS, limits=ServiceLimits(share_s=3600, analysis_s=3600, per_address=6))
    with live_server(tmp_path, extras=extras) as server, ExitStack() as opened:
        for _ in range(6):
            client = opened.enter_context(server.client())
            client.send("analyse", position={"game": "chess"}, time_ms=3_600_000)
            assert client.code("post_chat", text="the analysis was taken first") == "table_absent"
        late = opened.enter_context(server.client())
        assert late.code("analyse", position={"game": "chess"}) == "service_limit"


def test_there_is_no_help_for_those_who_play_a_person(server: LiveServer) -> None:
    with game(server) as others:
        assert others.white.code("find_hint", position={"game": "chess"}) == "help_in_game"
        assert others.white.code("analyse", position={"game": "mill"}) == "help_in_game"


def bad_queries() -> list[dict[str, Any]]:
    lattice = ",".join(f"K{file}{rank}" for file in "bdfh" for rank in (2, 4, 6, 8))
    costly = {"preset": "frisian", "priorities": "none", "landing": "anywhere", "removal": "at-once"}
    return [
        {"game": "draughts", "rules": costly, "start": f"W:WKi3:B{lattice}"},
        {"game": "draughts:international", "start": f"W:WKj10:B{lattice}"},
        {"game": "chess", "start": "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK/8/8/8/k7 w - - 0 1"},
        {"game": "chess", "start": "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"},
        {"game": "chess", "moves": ["Nf3", "Nf6", "Ng1", "Ng8"] * 1000},
        {"game": "mill:twelve", "moves": ["d6"] * 4000},
    ]


@pytest.mark.parametrize("query", bad_queries(), ids=range(len(bad_queries())))
def test_positions_made_to_be_costly_cost_others_nothing(server: LiveServer, query: dict[str, Any]) -> None:
    with game(server) as others, server.client() as client:
        for n in range(3):
            answer = server.http.post("/api/view", json={"position": query})
            assert answer.status_code in (200, 400), answer.text
            created = server.http.post("/api/tables", json=query)
            assert created.status_code in (201, 400), created.text
            client.send("analyse", id=f"c{n}", position=query, time_ms=200)
            others.go_on()
        assert client.wait("analysis_update", "refused", "service_stopped")
