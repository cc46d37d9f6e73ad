"""Engines that do something wrong: each is a fault with its code, and the process is gone."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_MS, wait_until

import plyground
from plyground.engines.client import UciEngine
from plyground.engines.engine import EngineLimits
from plyground.engines.process import EngineProcess
from plyground.engines.transcript import Transcript
from plyground.errors import EngineFault

MOCK = [sys.executable, str(Path(__file__).with_name("mock_engine.py"))]
MOVES = "moves=e2e4,e7e5,g1f3,b8c6"
CHESS = plyground.game("chess")
PATIENT = EngineLimits(depth=1, deadline_ms=PATIENCE_MS)
IMPATIENT = EngineLimits(depth=1, deadline_ms=200)


def start(*words, start_timeout_ms=PATIENCE_MS, grace_ms=PATIENCE_MS, **settings):
    """A mock engine; machines may be slow, so nothing that should work is hurried."""
    return UciEngine([*MOCK, *words], start_timeout_ms=start_timeout_ms, grace_ms=grace_ms, **settings)


def new_record(*moves):
    return plyground.Record(CHESS.start(), moves)


def exists(pid):
    """Whether a process runs; one that is over and not yet waited for by its parent does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def await_end(pid):
    """Returns when a process is over; that of our own children is seen at once, that of others soon."""
    wait_until(lambda: not exists(pid))


def pid_of(engine):
    return engine._process.pid


def fault_of(engine, limits=PATIENT, record=None):
    """What the engine does wrong; afterwards its process is gone and it says so."""
    pid = pid_of(engine)
    with pytest.raises(EngineFault) as raised:
        engine.play(record or new_record(), limits)
    assert not exists(pid)
    assert not engine.is_running
    with pytest.raises(EngineFault, match="Restart it first"):
        engine.play(new_record(), limits)
    assert raised.value.arguments["engine"] == "Mock"
    return raised.value


@pytest.mark.parametrize(
    ("behaviour", "limits", "code", "said"),
    [
        ("crashes", PATIENT, "engine_crashed", "exit status 3"),
        ("aborts", PATIENT, "engine_crashed", "signal SIGABRT"),
        ("dies-when-asked:2", PATIENT, "engine_crashed", "exit status 4"),
        ("illegal", PATIENT, "engine_illegal_move", "'e2e5' is not legal"),
        ("garbage", PATIENT, "engine_illegal_move", "is not a move of chess"),
        ("no-move", PATIENT, "engine_no_move", "(none)"),
        ("empty-move", PATIENT, "engine_no_move", "bestmove"),
        ("hangs", IMPATIENT, "engine_hung", "did not answer 'stop'"),
        ("ignores-stop", IMPATIENT, "engine_hung", "did not answer 'stop'"),
        ("floods", IMPATIENT, "engine_hung", "did not answer 'stop'"),
        ("endless-line", IMPATIENT, "engine_hung", "did not answer 'stop'"),
    ],
)
def test_fault_in_a_search(behaviour, limits, code, said):
    with start(MOVES, behaviour, grace_ms=300) as engine:
        if behaviour.endswith(":2"):
            engine.play(new_record(), PATIENT)
        fault = fault_of(engine, limits)
    assert fault.code == code
    assert said in str(fault)


@pytest.mark.parametrize("behaviour", ["crashes:2", "illegal:2", "hangs:2"])
def test_fault_in_a_later_search(behaviour):
    with start(MOVES, behaviour, grace_ms=300) as engine:
        record = new_record()
        record.push(engine.play(record, PATIENT).move)
        fault_of(engine, IMPATIENT, record)


def test_restarted_engine_has_its_options_and_its_game_again(tmp_path):
    log = tmp_path / "mock.log"
    with start(MOVES, "crashes:2", options={"Hash": 99}, log=log) as engine:
        engine.set_option("Style", "wild west")
        engine.new_game(plyground.game("chess:960"))
        engine.play(new_record(), PATIENT)
        fault_of(engine)
        engine.restart()
        assert str(engine.play(new_record(), PATIENT).move) == "e2e4"
    said = log.read_text(encoding="utf-8")
    for told in ("name Hash value 99", "name Style value Wild West", "name UCI_Chess960 value true"):
        assert said.count(f"> setoption {told}") == 2
    assert said.count("> ucinewgame") == 2


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["no-such-engine-anywhere"], "there is no program 'no-such-engine-anywhere' on PATH or in /usr/games"),
        ([*MOCK, "exits"], "exit status 3"),
        ([*MOCK, "talks-nonsense"], "there was no answer to 'uci'"),
        ([*MOCK, "dies-when-asked"], "exit status 4"),
        ([sys.executable, "-c", "import nothing_like_this"], "No module named 'nothing_like_this'"),
        ([], "the command is empty"),
        ("engine 'unclosed", "No closing quotation"),
    ],
)
def test_engine_that_does_not_start(command, said):
    with pytest.raises(EngineFault) as raised:
        UciEngine(command, start_timeout_ms=500 if "talks-nonsense" in command else PATIENCE_MS)
    assert raised.value.code == "engine_failed_to_start"
    assert said in str(raised.value)


def test_fault_knows_the_last_words_of_the_engine():
    with start(MOVES, "complains:1") as engine:
        engine.play(new_record(), PATIENT)
        assert "cannot open book" in engine.latest
    program = "import sys; [print('line', n) for n in range(99)]; sys.exit('I give up')"
    with pytest.raises(EngineFault) as raised:
        UciEngine([sys.executable, "-c", program], start_timeout_ms=PATIENCE_MS)
    lines = raised.value.arguments["lines"]
    assert isinstance(lines, tuple)
    assert "I give up" in lines
    assert "line 98" in lines
    assert "line 0" not in lines


@pytest.mark.parametrize("behaviour", ["twice", "late"])
def test_move_of_an_earlier_search_is_passed_over(behaviour):
    with start(MOVES, behaviour) as engine:
        record = new_record()
        for expected in ("e2e4", "e7e5", "g1f3", "b8c6"):
            move = engine.play(record, PATIENT).move
            assert str(move) == expected
            record.push(move)


@pytest.mark.parametrize("behaviour", ["chatters", "errors", "windows", "bytes"])
def test_odd_output_does_no_harm(behaviour, tmp_path):
    log = tmp_path / "mock.log"
    with start(MOVES, behaviour, log=log) as engine:
        record = new_record()
        record.push(engine.play(record, PATIENT).move)
        assert str(engine.play(record, PATIENT).move) == "e7e5"
    assert log.stat().st_size < 2_100_000


def test_engine_that_reads_nothing_does_not_block_us():
    program = "import time; time.sleep(600)"
    process = EngineProcess([sys.executable, "-c", program], cwd=None, transcript=Transcript())
    for _ in range(100):
        process.send("x" * 10_000)
    assert process.next_line(time.monotonic() + 0.05) is None
    process.end()
    assert not exists(process.pid)


def test_engine_that_does_not_quit_is_ended(monkeypatch):
    monkeypatch.setattr("plyground.engines.line_engine.QUIT_MS", 100)
    engine = start("stays")
    pid = pid_of(engine)
    engine.close()
    assert not exists(pid)


def test_children_of_an_engine_end_with_it(monkeypatch):
    monkeypatch.setattr("plyground.engines.line_engine.QUIT_MS", 100)
    engine = start("stays-with-child")
    child = next(int(line.split()[-1]) for line in engine.latest if " child " in line)
    assert exists(child)
    engine.close()
    await_end(child)


def test_engine_nobody_holds_any_more_is_ended():
    pid = pid_of(start("stays"))
    gc.collect()
    assert not exists(pid)


def run_and_leave(behaviour, end):
    """The number of a mock's process whose owner, a separate process, ended in some way."""
    program = f"""
import os
from plyground.engines.client import UciEngine
engine = UciEngine({[*MOCK, behaviour]!r}, start_timeout_ms={PATIENCE_MS})
print(engine._process.pid, flush=True)
{end}
"""
    return int(subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True).stdout)


def test_our_exit_ends_the_engine():
    assert not exists(run_and_leave("stays", ""))


def test_our_sudden_death_is_the_end_of_what_the_engine_hears():
    await_end(run_and_leave("well", "os.kill(os.getpid(), 9)"))


def test_descriptors_are_given_back():
    def descriptors():
        return len(os.listdir("/proc/self/fd"))

    with start(MOVES, "crashes") as engine:
        before = descriptors()
        for _ in range(3):
            fault_of(engine)
            engine.restart()
        assert descriptors() == before


def test_unreadable_answer_to_a_query_is_garbage():
    with start("protocol=ugi", protocol="ugi") as engine, pytest.raises(EngineFault) as raised:
        engine.query(new_record(), "gameover")
    assert raised.value.code == "engine_garbage"
    assert "answered 'query gameover' with 'perhaps'. Expected true or false" in str(raised.value)


def test_engine_is_out_of_the_reach_of_our_terminal():
    with start() as engine:
        assert os.getpgid(pid_of(engine)) != os.getpgrp()
        assert os.getsid(pid_of(engine)) != os.getsid(0)
