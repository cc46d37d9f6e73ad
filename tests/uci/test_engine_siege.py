"""Our engine under siege through a pipe, and engines with a fault, which a siege must find."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import dedent

import pytest
from tests.uci.siege import Fault, Siege, besiege, is_search, random_lines
from tests.waiting import PATIENCE_S

PROGRAM = [str(Path(sys.executable).with_name("plyground-uci"))]
HANGS = "no answer|does not|ended"
FAULTY_PATIENCE_S = 5.0
"""An engine that is known to hang is not waited for as long."""


@pytest.mark.parametrize("seed", range(4))
def test_engine_stands_a_siege(seed, tmp_path):
    besiege(PROGRAM, tmp_path, seed=seed)


@pytest.mark.bench
@pytest.mark.parametrize("seed", range(100, 400))
def test_engine_stands_many_sieges(seed, tmp_path):
    besiege(PROGRAM, tmp_path, seed=seed, lines=300)


@pytest.mark.parametrize("beginning", [b"position startpos moves ", b"go searchmoves ", b"setoption name Rules ", b""])
def test_ten_megabytes_while_searching(beginning, tmp_path):
    with Siege(PROGRAM, tmp_path, PATIENCE_S) as siege:
        siege.tell(b"go infinite\n", beginning + b"e2e4 " * 2_000_000 + b"\n")
        siege.settle()
        siege.finish()
        siege.leave()


@pytest.mark.parametrize("last", [b"quit\n", b"quit", b""])
@pytest.mark.parametrize("work", [b"go infinite\n", b"go ponder wtime 1\n", b"go perft 9\n", b"bench 30\n"])
def test_leaving_in_the_middle_of_work(work, last, tmp_path):
    with Siege(PROGRAM, tmp_path, PATIENCE_S) as siege:
        siege.tell(work)
        siege.settle()
        siege.leave(last)


def test_storm_of_stops_and_searches(tmp_path):
    with Siege(PROGRAM, tmp_path, PATIENCE_S) as siege:
        for _ in range(40):
            siege.tell(b"stop\n" * 25, b"go infinite\n", b"stop\n" * 5)
        siege.finish()
        siege.leave()


FAULTS = {
    "a second move": (
        r"moves for \d+ searches",
        """
        def format_bestmove(line, before=tasks.format_bestmove):
            return before(line) + "\\n" + before(line)
        tasks.format_bestmove = format_bestmove
    """,
    ),
    "a second move now and then": (
        r"moves for \d+ searches",
        """
        class Twice(tasks.SearchTask):
            def stop(self):
                super().stop()
                if self.is_over:
                    self._say("bestmove e2e4")
        tasks.SearchTask = Twice
    """,
    ),
    "no move after stop": (
        HANGS,
        """
        class Silent(tasks.SearchTask):
            def _run(self):
                before, self._say = self._say, lambda text: None
                super()._run()
                if not self._stopped.is_set():
                    before("bestmove e2e4")
        tasks.SearchTask = Silent
    """,
    ),
    "deaf to stop": (
        HANGS,
        """
        tasks.SearchTask.stop = lambda self: None
    """,
    ),
    "dies of an illegal position": (
        r"it exited early, with 3",
        """
        import os
        def place(self, words, before=setup.EngineSetup.place):
            try:
                before(self, words)
            except ValueError:
                os._exit(3)
        setup.EngineSetup.place = place
    """,
    ),
    "dies of bytes that are no text": (
        HANGS,
        """
        def read_lines(stream):
            for line in stream:
                yield line.decode()
        engine.read_lines = read_lines
    """,
    ),
    "hangs while it searches": (
        HANGS,
        """
        def get_ready(self, words):
            self.wait()
            self._say("readyok")
        engine.UciProgram._get_ready = get_ready
    """,
    ),
    "never leaves": (
        HANGS,
        """
        import time
        engine.UciProgram.close = lambda self: time.sleep(600)
    """,
    ),
    "complains to standard error": (
        r"it ended with 0: what\?",
        """
        import sys
        def hear(self, line, before=engine.UciProgram.hear):
            if line is None or line.startswith("xyzzy"):
                print("what?", file=sys.stderr)
            return before(self, line)
        engine.UciProgram.hear = hear
    """,
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_siege_finds_an_engine_with_a_fault(fault, tmp_path):
    """In a few sieges at most; without this, a siege that detects nothing would look like a robust engine."""
    expected, body = FAULTS[fault]
    patience_s = FAULTY_PATIENCE_S if expected is HANGS else PATIENCE_S
    program = tmp_path / "faulty.py"
    program.write_text(f"from plyground.uci import engine, setup, tasks\n{dedent(body)}\nengine.main()\n")

    def besiege_until_found() -> None:
        for seed in range(6):
            besiege([sys.executable, str(program)], tmp_path / str(seed), seed=seed, patience_s=patience_s)

    with pytest.raises(Fault, match=expected):
        besiege_until_found()


def test_sieges_say_everything_that_an_engine_could_be_told():
    lines = [line for seed in range(30) for line in random_lines(seed, 120)]
    assert random_lines(3, 50) == random_lines(3, 50)
    assert any(is_search(line) for line in lines)
    for words in (
        b"go infinite",
        b"ponderhit",
        b"stop",
        b"position fen",
        b"setoption",
        b"go perft",
        b"bench",
        b"query",
    ):
        assert any(line.startswith(words) for line in lines), words
    assert any(b"\xff" in line or b"\x00" in line for line in lines)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"go\n", True),
        (b"  go depth 3\r\n", True),
        (b"go perft\n", True),
        (b"go perft 3\n", False),
        (b"gone\n", False),
        (b"stop go\n", False),
        pytest.param(b"go " + b"x" * (1 << 20), False, id="too-long"),
    ],
)
def test_searches_are_told_from_other_lines(line, expected):
    assert is_search(line) == expected
