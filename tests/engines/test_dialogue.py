"""Lines, options, limits and the log: the parts of a dialogue with an engine."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.engines.engine import MARGIN_MS, EngineLimits
from plyground.engines.options import parse_option
from plyground.engines.transcript import LONGEST, SAID_BY_ENGINE, SAID_BY_US, LineSplitter, Transcript
from plyground.protocol import Side


@given(st.lists(st.text(alphabet="ab c", max_size=5), max_size=8), st.lists(st.integers(0, 60), max_size=8))
def test_lines_do_not_depend_on_how_they_are_cut(lines, cuts):
    stream = "".join(f"{line}\r\n" for line in lines).encode()
    places = sorted({0, len(stream), *(cut for cut in cuts if cut < len(stream))})
    splitter = LineSplitter()
    found = [line for begin, end in pairwise(places) for line in splitter.feed(stream[begin:end])]
    assert found == [line.strip().encode() for line in lines if line.strip()]


def test_endless_line_is_cut_and_the_next_one_is_whole():
    splitter = LineSplitter()
    for _ in range(100):
        assert splitter.feed(b"x" * 1_000) == []
    assert splitter.feed(b"x\nreadyok\n") == [b"x" * LONGEST, b"readyok"]


def test_words_after_the_last_line_end_count_when_all_is_over():
    splitter = LineSplitter()
    assert splitter.feed(b"bestmove e2e4") == []
    assert splitter.finish() == [b"bestmove e2e4"]


@pytest.mark.parametrize(
    ("line", "name", "kind", "default", "choices"),
    [
        ("option name Hash type spin default 16 min 1 max 1024", "Hash", "spin", "16", ()),
        ("option name Use min max search type check default true", "Use min max search", "check", "true", ()),
        ("option name Book type string default C:\\my var type books", "Book", "string", "C:\\my var type books", ()),
        ("option name Book type string default", "Book", "string", "", ()),
        ("option name Log type string default <empty>", "Log", "string", "", ()),
        ("option name S type combo default A b var A b var C", "S", "combo", "A b", ("A b", "C")),
        ("option name S type combo var x var y default y", "S", "combo", "y", ("x", "y")),
        ("option name N type spin default x min y max z", "N", "spin", "x", ()),
    ],
)
def test_option_is_read(line, name, kind, default, choices):
    option = parse_option(line)
    assert option is not None
    assert (option.name, option.kind, option.default, option.choices) == (name, kind, default, choices)


@pytest.mark.parametrize("line", ["option", "option name", "option type spin", "option name X", "option default 3"])
def test_unreadable_option_is_none(line):
    assert parse_option(line) is None


def test_spin_without_bounds_takes_any_number():
    option = parse_option("option name N type spin default 1")
    assert option is not None
    assert (option.settle("-5"), option.settle("five")) == ("-5", None)


def test_go_has_all_limits_in_milliseconds():
    limits = EngineLimits(white_ms=0, black_ms=-3000, white_increment_ms=10, moves_to_go=12, nodes=5)
    assert limits.command() == "go wtime 1 btime 1 winc 10 binc 0 movestogo 12 nodes 5"
    assert EngineLimits().command() == EngineLimits(infinite=True).command() == "go infinite"


def test_patience_follows_the_clock_of_the_side_that_thinks():
    limits = EngineLimits(white_ms=3000, black_ms=8000)
    assert (limits.patience_ms(Side.WHITE), limits.patience_ms(Side.BLACK)) == (3_000 + MARGIN_MS, 8_000 + MARGIN_MS)
    assert EngineLimits(white_ms=3000, black_ms=8000, move_ms=2000).patience_ms(Side.WHITE) == 2_000 + MARGIN_MS
    assert EngineLimits(white_ms=3000, deadline_ms=1000).patience_ms(Side.WHITE) == 1000
    assert EngineLimits(depth=3).patience_ms(Side.WHITE) is None
    assert EngineLimits(white_ms=-1000).patience_ms(Side.WHITE) == MARGIN_MS


def test_log_keeps_the_beginning_and_the_end(tmp_path):
    path = tmp_path / "log"
    transcript = Transcript(path, head_bytes=200, tail_bytes=300)
    for number in range(1_000):
        transcript.note(SAID_BY_ENGINE, b"line %d" % number)
        if number in (500, 900):
            transcript.save()
            assert path.stat().st_size < 550
            assert path.read_text(encoding="utf-8").rstrip().endswith(f"< line {number}")
    transcript.note(SAID_BY_US, b"quit")
    transcript.close()
    lines = path.read_text(encoding="utf-8").splitlines()
    said = [line.split(" ", 1)[1] for line in lines]
    assert said[:2] == ["< line 0", "< line 1"]
    assert said[-2:] == ["< line 999", "> quit"]
    marker = next(line for line in lines if "left out" in line)
    kept = len(lines) - 1
    assert marker == f"... {1_001 - kept} lines left out ..."


def test_log_is_continued_within_its_bounds(tmp_path):
    path = tmp_path / "log"
    for round_ in range(20):
        transcript = Transcript(path, head_bytes=200, tail_bytes=300)
        for number in range(10):
            transcript.note(SAID_BY_ENGINE, b"line %d of %d" % (number, round_))
        transcript.close()
        assert path.stat().st_size < 550
    said = path.read_text(encoding="utf-8")
    assert "line 0 of 0" in said
    assert "line 9 of 19" in said


def test_short_log_is_complete(tmp_path):
    path = tmp_path / "deep" / "log"
    transcript = Transcript(path)
    transcript.note(SAID_BY_US, b"uci")
    transcript.flush()
    assert path.read_text(encoding="utf-8").endswith("> uci\n")
    transcript.close()
    transcript.note(SAID_BY_ENGINE, b"too late")
    assert transcript.latest == ("too late",)
    assert path.read_text(encoding="utf-8").count("\n") == 1


def test_only_the_latest_words_of_the_engine_are_remembered():
    transcript = Transcript()
    for number in range(100):
        transcript.note(SAID_BY_ENGINE, b"line %d \xff" % number)
        transcript.note(SAID_BY_US, b"go")
    assert len(transcript.latest) == 20
    assert transcript.latest[-1] == "line 99 \ufffd"
