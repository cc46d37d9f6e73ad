"""Hostile engines: memory stays bounded, deadlines hold, nothing of them survives, and a match goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_MS, wait_until

import plyground
from plyground.arena.game_task import Conditions
from plyground.arena.tournament import JOURNAL, Plan, Tournament
from plyground.arena.worker_setup import player_specs
from plyground.engines import process
from plyground.engines.client import MAX_OPTIONS, UciEngine
from plyground.engines.engine import EngineLimits
from plyground.engines.info import parse_info
from plyground.errors import EngineFault
from plyground.journal import read_journal
from plyground.play.clock import TimeControl
from plyground.server.bots.moves import try_engine
from plyground.server.workers.job import JobContext

MOCK = Path(__file__).with_name("mock_engine.py")
CHESS = plyground.game("chess")
PATIENT = EngineLimits(depth=1, deadline_ms=PATIENCE_MS)


def start(*words: str, start_timeout_ms: int = PATIENCE_MS) -> UciEngine:
    command = [sys.executable, str(MOCK), *words]
    return UciEngine(command, start_timeout_ms=start_timeout_ms, grace_ms=PATIENCE_MS)


def running(mark: str) -> list[str]:
    """The processes whose command line has a mark, this one excepted."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in words and b"pytest" not in words:
            found.append(words.decode(errors="replace"))
    return found


@pytest.mark.parametrize("behaviour", ["huge-line", "huge-output"])
def test_memory_stays_bounded(behaviour, monkeypatch):
    """Many megabytes, in one line or in many, before the move."""
    monkeypatch.setattr(process, "FLOOD_BYTES", 10**12)
    with start(behaviour, "moves=e2e4") as engine:
        tracemalloc.start()
        try:
            result = engine.play(plyground.Record(CHESS.start()), PATIENT)
            assert tracemalloc.get_traced_memory()[1] < 3_000_000
        finally:
            tracemalloc.stop()
    assert str(result.move) == "e2e4"


def test_engine_that_closes_its_output_has_crashed():
    with start("closes-output") as engine, pytest.raises(EngineFault) as raised:
        engine.play(plyground.Record(CHESS.start()), PATIENT)
    assert raised.value.code == "engine_crashed"


def test_endless_greeting_is_no_start():
    with pytest.raises(EngineFault, match="no answer to 'uci'"):
        start("greets-for-ever", start_timeout_ms=300)


def test_options_are_counted():
    with start("many-options") as engine:
        assert len(engine.options) == MAX_OPTIONS


def test_control_characters_reach_no_terminal():
    with start("garbage", "name=\x1b[2JEvil\x07") as engine:
        assert engine.name.isprintable()
        with pytest.raises(EngineFault) as raised:
            engine.play(plyground.Record(CHESS.start()), PATIENT)
    assert str(raised.value).isprintable()


def test_numbers_are_bounded():
    nines = b"9" * 4_000
    info = parse_info(b"info depth %b nodes -5 score cp %b wdl %b -1 %b pv e2e4" % ((nines,) * 4))
    assert info.numbers == {"depth": 2**62, "nodes": 0}
    assert info.wdl == (1000, 0, 1000)
    float(json.loads(json.dumps(info.numbers["depth"])))


@pytest.mark.parametrize(
    ("behaviour", "termination"),
    [
        ("closes-output", "crash"),
        ("illegal:2", "illegal_move"),
        ("exits", "crash"),
        ("no-move:2", "player_fault"),
    ],
)
def test_match_goes_on_with_a_loss_and_the_reason(behaviour, termination, tmp_path):
    mark = f"name=mark-{tmp_path.name}"
    mock = f"uci:{sys.executable} {MOCK} {behaviour} game=connect-four {mark}"
    conditions = Conditions(plyground.game("connect-four"), TimeControl(depth=1), margin_ms=PATIENCE_MS)
    tournament = Tournament(Plan(player_specs([mock, "random"]), conditions, 2), folder=tmp_path, concurrency=0)
    games = [*tournament.run()]
    tournament.close()
    assert [game.result.termination for game in games] == [termination] * 2
    assert all(game.points("random") == 1 and game.fault and game.fault.words for game in games)
    assert not running(mark)


@pytest.mark.parametrize("behaviour", ["illegal", "no-move", "crashes", "closes-output"])
def test_server_offers_no_game_of_an_engine_that_fails(behaviour, tmp_path):
    mark = f"name=mark-{tmp_path.name}"
    assert try_engine(f"{sys.executable} {MOCK} {behaviour} {mark}", JobContext(print)) == []
    assert not running(mark)


def test_server_refuses_an_engine_that_dies_at_once():
    with pytest.raises(EngineFault):
        try_engine(f"{sys.executable} {MOCK} exits", JobContext(print))


def test_killed_match_leaves_no_engine_behind_and_resumes(tmp_path):
    """`kill -9` of the program: its workers end, with them engines that ignore everything, and their children."""
    mark = f"name=mark-{tmp_path.name}"
    mock = f"uci:{sys.executable} {MOCK} stays-with-child game=connect-four {mark} name=Mock"
    words = ["arena", "match", mock, "random", "--game", "connect-four", "--tc", "depth=1", "--concurrency", "1"]
    command = [sys.executable, "-m", "plyground", *words, "--out", str(tmp_path)]
    journal = tmp_path / JOURNAL
    with subprocess.Popen([*command, "--games", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as match:
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 2)
        match.send_signal(signal.SIGKILL)
    wait_until(lambda: not running(mark))
    before = read_journal(journal)
    assert before is not None
    games = len(before[1])
    ended = subprocess.run(
        [*command, "--games", str(games + 2), "--resume"], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    after = read_journal(journal)
    assert after is not None
    assert {key: after[1][key] for key in before[1]} == before[1]
    assert len(after[1]) >= games + 2
    assert not running(mark)
