"""Chess engines that speak CECP, driven through python-chess."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_MS

import plyground
from plyground.engines.cecp import CecpEngine
from plyground.engines.engine import EngineLimits
from plyground.errors import EngineFault, InvalidOption, UnknownGame
from plyground.search.limits import StopFlag

MOCK = [sys.executable, str(Path(__file__).with_name("mock_cecp.py"))]
MOVES = "moves=e2e4,e7e5,g1f3,b8c6"
PATIENT = EngineLimits(white_ms=PATIENCE_MS, black_ms=PATIENCE_MS, deadline_ms=PATIENCE_MS)


def new_record(*moves):
    return plyground.Record(plyground.game("chess").start(), moves)


def test_engine_plays_with_its_score_and_line(tmp_path):
    log = tmp_path / "mock.log"
    with CecpEngine([*MOCK, MOVES], log=log) as engine:
        assert engine.name == "Mock X"
        record = new_record()
        engine.new_game(record.game)
        record.push(engine.play(record, PATIENT).move)
        record.push("d5")
        result = engine.play(record, PATIENT)
    assert str(record.moves[0]) == "e2e4"
    assert str(result.move) == "g1f3"
    assert (result.value, result.depth, result.nodes) == (25, 6, 4321)
    assert [str(move) for move in result.line] == ["g1f3"]
    assert "> usermove d7d5" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("behaviour", "deadline_ms", "code"),
    [
        ("crashes", PATIENCE_MS, "engine_crashed"),
        ("illegal", PATIENCE_MS, "engine_illegal_move"),
        ("hangs", 200, "engine_hung"),
        ("resigns", PATIENCE_MS, "engine_resigned"),
    ],
)
def test_fault_in_a_search(behaviour, deadline_ms, code):
    limits = EngineLimits(depth=3, deadline_ms=deadline_ms)
    with CecpEngine([*MOCK, MOVES, behaviour], grace_ms=300) as engine:
        with pytest.raises(EngineFault) as raised:
            engine.play(new_record(), limits)
        assert raised.value.code == code
        assert engine.is_running == (behaviour == "resigns")
        engine.restart()
        assert engine.is_running


def test_stop_asks_for_the_move():
    with CecpEngine([*MOCK, MOVES, "waits"]) as engine:
        stop = StopFlag()
        stop.request()
        assert str(engine.play(new_record(), EngineLimits(infinite=True), stop=stop).move) == "e2e4"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["no-such-engine-anywhere"], "there is no program"),
        ([*MOCK, "has-no-ping"], "required feature: ping"),
        ([sys.executable, "-c", ""], "could not be started"),
    ],
)
def test_engine_that_does_not_start(command, said):
    with pytest.raises(EngineFault) as raised:
        CecpEngine(command, start_timeout_ms=PATIENCE_MS)
    assert raised.value.code == "engine_failed_to_start"
    assert said in str(raised.value)


def test_option_is_told(tmp_path):
    log = tmp_path / "mock.log"
    with CecpEngine([*MOCK, MOVES], options={"Style": "Solid"}, log=log) as engine:
        with pytest.raises(InvalidOption):
            engine.set_option("Stile", "Solid")
        with pytest.raises(InvalidOption):
            engine.set_option("Style", "Sober")
    assert "> option Style=Solid" in log.read_text(encoding="utf-8")


def test_only_chess_is_played():
    with CecpEngine(MOCK) as engine:
        engine.new_game(plyground.game("chess:960"))
        with pytest.raises(UnknownGame, match="cannot play mill:nine"):
            engine.new_game(plyground.game("mill"))


def test_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "chess.engine", None)
    with pytest.raises(EngineFault, match=r"pip install 'chess>=1\.11'"):
        CecpEngine(MOCK)


def test_old_package_is_not_enough(monkeypatch):
    monkeypatch.delattr("chess.engine.Limit.clock_id")
    with pytest.raises(EngineFault, match=r"chess 1\.11 or newer"):
        CecpEngine(MOCK)


def test_our_exit_ends_the_engine():
    program = f"""
from plyground.engines.cecp import CecpEngine
engine = CecpEngine({MOCK!r})
print(engine._engine.transport.get_pid())
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stderr == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.stdout), 0)


def test_nothing_is_printed_about_odd_lines():
    program = f"""
import plyground
from plyground.engines.cecp import CecpEngine
from plyground.engines.engine import EngineLimits
with CecpEngine({[*MOCK, MOVES]!r}) as engine:
    print(engine.play(plyground.Record(plyground.game("chess").start()), EngineLimits(depth=1)).move)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (told.stdout, told.stderr) == ("e2e4\n", "")
