"""Games over DXP: transcripts by hand, client against server in one process, and programs that misbehave."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.waiting import PATIENCE_S

import plyground
from plyground.engines.dxp import (
    MAX_LENGTH,
    BackAccept,
    BackRequest,
    ChatMessage,
    DxpConnection,
    GameAccept,
    GameEnd,
    GameRequest,
    MoveMessage,
    parse_message,
)
from plyground.errors import EngineFault
from plyground.games.draughts.exchange import NumberedMove
from plyground.play.dxp_game import DxpResult, DxpTable
from plyground.play.spec import player
from plyground.protocol import Result, Side

INTERNATIONAL = plyground.game("draughts:international")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # The examples in the description of the protocol.
        ("R01Tornado voor Windows 4.0        W060065A", GameRequest("Tornado voor Windows 4.0", Side.WHITE, 60, 65)),
        ("ATornado voor Windows 4.0        0", GameAccept("Tornado voor Windows 4.0", 0)),
        ("M0012061100", MoveMessage(NumberedMove(6, 11), 12)),
        ("E00", GameEnd()),
        ("CWhat do you think about move 35?", ChatMessage("What do you think about move 35?")),
        ("B005Z", BackRequest(5, Side.BLACK)),
        ("K1", BackAccept(1)),
    ],
)
def test_the_examples_of_the_protocol_are_read_and_written(text: str, message: Any) -> None:
    assert parse_message(text) == message
    assert str(message) == text


def test_captured_men_come_in_any_order() -> None:
    assert parse_message("M001205250422122320") == MoveMessage(NumberedMove(5, 25, frozenset({22, 12, 23, 20})), 12)


def test_a_request_may_bring_its_own_position() -> None:
    text = "R01Truus" + " " * 27 + "Z005000B" + "W" + "z" * 20 + "e" * 10 + "w" * 20
    message = parse_message(text)
    assert message == GameRequest("Truus", Side.BLACK, 5, 0, "W" + "z" * 20 + "e" * 10 + "w" * 20)
    assert str(message) == text


@pytest.mark.parametrize(
    "text",
    ["", "R", "X", "M0012", "M001206110", "M001206110212", "M00120611010", "E", "E4", "E01x", "A", "B5Z", "K3", "C"],
)
def test_what_is_not_a_message_is_not_read(text: str) -> None:
    assert parse_message(text) is None


@given(st.text(max_size=130) | st.from_regex(r"\A[RAMECBK][0-9WZABwze ]{0,120}\Z"))
def test_any_text_is_a_message_that_is_written_back_or_none(text: str) -> None:
    message = parse_message(text)
    if message is not None:
        assert parse_message(str(message)) == message
        assert len(str(message)) <= MAX_LENGTH


@pytest.fixture
def line() -> Iterator[tuple[DxpConnection, DxpConnection]]:
    """Both ends of a connection."""
    near, far = socket.socketpair()
    with DxpConnection(near) as ours, DxpConnection(far) as theirs:
        yield ours, theirs


class Background:
    """Runs something in a thread; `wait` gives its result or raises its error."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self._result: Any = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(call,), daemon=True)
        self._thread.start()

    def _run(self, call: Callable[[], Any]) -> None:
        try:
            self._result = call()
        except BaseException as error:
            self._error = error

    def wait(self) -> Any:
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        if self._error is not None:
            raise self._error
        return self._result


def heard(connection: DxpConnection) -> str:
    return str(connection.receive(PATIENCE_S))


def test_a_game_as_follower_word_for_word(line: tuple[DxpConnection, DxpConnection]) -> None:
    ours, theirs = line
    chat: list[str] = []
    table = DxpTable(INTERNATIONAL, player("random:seed=1"), ours, name="Plyground", on_chat=chat.append)
    playing = Background(table.answer)
    theirs.send(ChatMessage("Hello"))
    theirs.send(GameRequest("Truus", Side.BLACK, 5, version="02"))
    assert heard(theirs) == "APlyground" + " " * 23 + "1"
    theirs.send(GameRequest("Truus", Side.BLACK, 5, position="Wzz"))
    assert heard(theirs) == "APlyground" + " " * 23 + "2"
    theirs.send(GameRequest("Truus", Side.BLACK, 5))
    assert heard(theirs) == "APlyground" + " " * 23 + "0"
    theirs.send(MoveMessage(NumberedMove(32, 28), 3))
    answer = theirs.receive(PATIENCE_S)
    assert isinstance(answer, MoveMessage)
    assert 16 <= answer.move.start <= 20
    theirs.send(BackRequest(1, Side.WHITE))
    assert heard(theirs) == "K0"
    theirs.send(BackRequest(9, Side.WHITE))
    assert heard(theirs) == "K2"
    theirs.send(MoveMessage(NumberedMove(31, 26), 1))
    assert isinstance(theirs.receive(PATIENCE_S), MoveMessage)
    theirs.send(GameEnd(1, True))
    assert heard(theirs) == "E00"
    ended: DxpResult = playing.wait()
    assert ended.result == Result(Side.BLACK, "resignation")
    assert (ended.opponent, ended.is_last, len(ended.record)) == ("Truus", True, 2)
    assert chat == ["Hello"]


def test_a_lost_game_is_given_up_at_our_turn(line: tuple[DxpConnection, DxpConnection]) -> None:
    ours, theirs = line
    table = DxpTable(INTERNATIONAL, player("random:seed=1"), ours)
    playing = Background(lambda: table.ask(Side.WHITE, start=INTERNATIONAL.from_fen("W:W35:B24,20"), is_last=False))
    request = theirs.receive(PATIENCE_S)
    assert isinstance(request, GameRequest)
    assert request.follower is Side.BLACK
    assert request.position == "W" + "e" * 19 + "z" + "eee" + "z" + "e" * 10 + "w" + "e" * 15
    theirs.send(GameAccept("Truus"))
    assert heard(theirs) == "M0000353000"
    theirs.send(MoveMessage(NumberedMove(24, 35, frozenset({30}))))
    assert heard(theirs) == "E10"
    theirs.send(GameEnd(0, False))
    assert playing.wait().result.winner is Side.BLACK


def test_the_number_of_moves_ends_a_game_without_a_result(line: tuple[DxpConnection, DxpConnection]) -> None:
    ours, theirs = line
    playing = Background(lambda: DxpTable(INTERNATIONAL, player("random:seed=1"), ours).ask(moves=1, minutes=0))
    assert isinstance(theirs.receive(PATIENCE_S), GameRequest)
    theirs.send(GameAccept("Truus"))
    assert isinstance(theirs.receive(PATIENCE_S), MoveMessage)
    theirs.send(MoveMessage(NumberedMove(19, 23)))
    assert heard(theirs) == "E01"
    theirs.send(GameEnd())
    assert playing.wait().result is None


@pytest.mark.parametrize("reason", [0, 3])
def test_nobody_wins_by_saying_so(line: tuple[DxpConnection, DxpConnection], reason: int) -> None:
    ours, theirs = line
    playing = Background(lambda: DxpTable(INTERNATIONAL, player("random:seed=1"), ours).ask(Side.BLACK))
    theirs.receive(PATIENCE_S)
    theirs.send(GameAccept("Truus"))
    theirs.send(GameEnd(reason))
    assert playing.wait().result is None


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"M0000010200\0", "engine_illegal_move"),
        (b"M0000\xff\xfe\0", "dxp_garbage"),
        (b"x" * 100_000, "dxp_garbage"),
        (b"\0", "dxp_garbage"),
        (b"K0\0", "dxp_unexpected"),
        (b"R01" + b" " * 32 + b"W005000A\0", "dxp_unexpected"),
        (b"M00003", "dxp_closed"),
        (b"", "dxp_closed"),
    ],
)
def test_what_a_program_does_wrong_is_said_in_one_sentence(data: bytes, code: str) -> None:
    near, far = socket.socketpair()
    with DxpConnection(near) as ours, far:
        playing = Background(lambda: DxpTable(INTERNATIONAL, player("random:seed=1"), ours).ask(Side.BLACK))
        far.sendall(str(GameAccept("Mock")).encode() + b"\0" + data)
        far.shutdown(socket.SHUT_WR)
        with pytest.raises(EngineFault) as fault:
            playing.wait()
    assert fault.value.code == code
    assert str(fault.value).startswith(("Mock", "The engine Mock"))


def test_silence_and_refusals_are_errors(line: tuple[DxpConnection, DxpConnection]) -> None:
    ours, theirs = line
    with pytest.raises(EngineFault) as silent:
        ours.receive(0.01)
    assert silent.value.code == "dxp_silent"
    theirs.send(GameAccept("Truus", 2))
    with pytest.raises(EngineFault, match="refused the game with code 2"):
        DxpTable(INTERNATIONAL, player("random"), ours).ask()
    with pytest.raises(EngineFault, match=r"127\.0\.0\.1:9"):
        DxpConnection.open("127.0.0.1", 9)


@pytest.mark.parametrize("name", ["draughts:international", "draughts:russian", "draughts:english", "draughts:turkish"])
def test_client_and_server_agree_on_whole_games(line: tuple[DxpConnection, DxpConnection], name: str) -> None:
    game = plyground.game(name)
    ours, theirs = line
    serving = Background(DxpTable(game, player("negascout:depth=2,seed=1"), theirs, name="Server").answer)
    asked = DxpTable(game, player("random:seed=5"), ours, name="Client").ask(Side.WHITE, minutes=0, moves=80)
    answered: DxpResult = serving.wait()
    assert (asked.opponent, answered.opponent) == ("Server", "Client")
    assert (asked.result, asked.record.position.fen) == (answered.result, answered.record.position.fen)
    assert [*map(str, asked.record.moves)] == [*map(str, answered.record.moves)]
    assert len(asked.record) > 10


def test_the_commands_play_with_each_other(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "plyground", "dxp"]
    game = ["--game", "draughts:russian", "--games", "2"]
    pdn = tmp_path / "games.pdn"
    with subprocess.Popen(
        [*words, "serve", "random:seed=2", *game, "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        found = re.fullmatch(r"Waiting for draughts:russian on 127\.0\.0\.1, port (\d+)\.\n", server.stdout.readline())
        assert found is not None
        client = [*words, "connect", "127.0.0.1", "random:seed=1", *game, "--port", found[1], "--moves", "40"]
        done = subprocess.run([*client, "--out", str(pdn)], capture_output=True, text=True, timeout=PATIENCE_S)
        assert done.returncode == 0, done.stderr
        assert server.wait(PATIENCE_S) == 0
        assert len(server.stdout.read().splitlines()) == 2
    first, second = done.stdout.splitlines()
    assert first.startswith("Plyground random:seed=1 - Plyground random:seed=2, ")
    assert second.startswith("Plyground random:seed=2 - Plyground random:seed=1, ")
    assert [game.headers["White"] for game in plyground.read_games(pdn)] == [
        "Plyground random:seed=1",
        "Plyground random:seed=2",
    ]
