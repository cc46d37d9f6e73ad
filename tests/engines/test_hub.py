"""Draughts engines that speak Hub: what we send, what we understand, and what happens when they misbehave."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.waiting import PATIENCE_MS

import plyground
from plyground.arena.match import Match
from plyground.engines.engine import EngineLimits
from plyground.engines.hub import HubEngine, level_line, parse_hub_info, position_line
from plyground.engines.hub_lines import HubLine, hub_line
from plyground.errors import EngineFault, InvalidOption, UnknownGame
from plyground.games.draughts.exchange import Exchange
from plyground.protocol import Side
from plyground.record import Record
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult

MOCK = [sys.executable, str(Path(__file__).with_name("mock_hub.py"))]
OURS = f"{sys.executable} -m plyground hub"
INTERNATIONAL = plyground.game("draughts:international")
ONE_MOVE = EngineLimits(depth=1, deadline_ms=PATIENCE_MS)


def start(*words: str, **settings: Any) -> HubEngine:
    settings = {"start_timeout_ms": PATIENCE_MS, "grace_ms": PATIENCE_MS, **settings}
    return HubEngine([*MOCK, *words], **settings)


def sent(log: Path) -> list[str]:
    lines = (line.split(" ", 2) for line in log.read_text(encoding="utf-8").splitlines())
    return [text for _, mark, text in lines if mark == ">"]


def test_the_dialogue_is_that_of_the_protocol(tmp_path: Path) -> None:
    log = tmp_path / "hub.log"
    with start(log=log, options={"book": False, "tt-size": 20}) as engine:
        assert (engine.name, engine.author) == ("Mock 1.0", "Nobody at all")
        assert engine.options["variant"].choices == ("normal", "frisian")
        engine.new_game(INTERNATIONAL)
        progress: list[SearchResult] = []
        result = engine.play(Record(INTERNATIONAL.start()), ONE_MOVE, on_progress=progress.append)
    position = INTERNATIONAL.start()
    assert position.notation(result.line[0]) == "32-28"
    assert len(result.line) == 4
    assert (result.value, result.depth, result.nodes) == (-31, 9, 4321)
    assert [one.value for one in progress] == [-31]
    assert sent(log) == [
        "hub",
        "set-param name=book value=false",
        "set-param name=tt-size value=20",
        "init",
        "new-game",
        "ping",
        "pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
        "level depth=1",
        "ping",
        "go think",
        "quit",
    ]


def test_another_variant_starts_the_engine_again_because_it_is_fixed_at_init(tmp_path: Path) -> None:
    log = tmp_path / "hub.log"
    with start(log=log) as engine:
        engine.new_game(INTERNATIONAL)
        engine.new_game(plyground.game("draughts:frisian"))
        with pytest.raises(UnknownGame):
            engine.new_game(plyground.game("draughts:russian"))
        with pytest.raises(UnknownGame, match="is not draughts"):
            engine.new_game(plyground.game("chess"))
    assert sent(log)[:7] == ["hub", "init", "new-game", "ping", "hub", "set-param name=variant value=frisian", "init"]


def test_an_engine_without_parameters_plays_what_its_user_says() -> None:
    with start("no-params", "move=22-18") as engine:
        game = plyground.game("draughts:russian")
        engine.new_game(game)
        assert str(engine.play(Record(game.start()), ONE_MOVE).move) == "c3-d4"


@pytest.mark.parametrize(
    ("behaviour", "code"),
    [("illegal", "engine_illegal_move"), ("no-move", "engine_no_move"), ("crashes", "engine_crashed")],
)
def test_a_fault_says_what_went_wrong(behaviour: str, code: str) -> None:
    with start(behaviour) as engine:
        engine.new_game(INTERNATIONAL)
        with pytest.raises(EngineFault) as fault:
            engine.play(Record(INTERNATIONAL.start()), ONE_MOVE)
        assert fault.value.code == code
        assert not engine.is_running


def test_nonsense_in_info_is_ignored() -> None:
    with start("garbage") as engine:
        engine.new_game(INTERNATIONAL)
        assert engine.play(Record(INTERNATIONAL.start()), ONE_MOVE).value == -31


def test_an_engine_that_is_never_ready_is_given_up() -> None:
    with start("silent", start_timeout_ms=200) as engine, pytest.raises(EngineFault) as fault:
        engine.new_game(INTERNATIONAL)
    assert fault.value.code == "engine_hung"


def test_a_search_is_stopped_and_its_answer_is_its_own() -> None:
    stop = StopFlag()
    stop.request()
    with start("hangs") as engine:
        engine.new_game(INTERNATIONAL)
        record = Record(INTERNATIONAL.start())
        assert (
            INTERNATIONAL.start().notation(engine.play(record, EngineLimits(infinite=True), stop=stop).line[0])
            == "31-26"
        )

        def interrupt(_: SearchResult) -> None:
            raise KeyboardInterrupt

    with start() as engine:
        engine.new_game(INTERNATIONAL)
        with pytest.raises(KeyboardInterrupt):
            engine.play(record, ONE_MOVE, on_progress=interrupt)
        assert engine.play(record, ONE_MOVE).value == -31


def test_unknown_parameters_and_values_are_refused() -> None:
    with start() as engine:
        with pytest.raises(InvalidOption):
            engine.set_option("nothing", 1)
        with pytest.raises(InvalidOption):
            engine.set_option("tt-size", 99)
        engine.set_option("book-margin", 2.5)


def test_only_moves_since_the_last_capture_or_man_are_sent() -> None:
    record = Record(INTERNATIONAL.from_fen("W:WK46,35:BK1,16"))
    assert position_line(record) == f"pos pos=WB{'e' * 14}b{'e' * 18}w{'e' * 10}W{'e' * 4}"
    for move in ("46-41", "1-7", "41-46", "7-1"):
        record.push(move)
    assert position_line(record).endswith('moves="46-41 1-7 41-46 7-1"')
    record.push("35-30")
    assert "moves" not in position_line(record)


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        (EngineLimits(move_ms=1_500), "level move-time=1.5"),
        (EngineLimits(white_ms=60_000, black_ms=1), "level time=60"),
        (EngineLimits(white_ms=60_000, white_increment_ms=1_000), "level time=59 inc=1"),
        (EngineLimits(white_ms=100, white_increment_ms=1_000), "level time=0.001 inc=1"),
        (EngineLimits(white_ms=291_587, moves_to_go=9), "level moves=9 time=291.587"),
        (EngineLimits(nodes=1_000), "level nodes=1000"),
        (EngineLimits(infinite=True), "level infinite"),
        (EngineLimits(), "level infinite"),
    ],
)
def test_levels_are_in_seconds(limits: EngineLimits, line: str) -> None:
    assert level_line(limits, Side.WHITE) == line


def test_lines_are_split_as_the_protocol_says() -> None:
    line = HubLine.parse('param name=variant value=normal type = enum values="normal killer bt" empty="" flag')
    assert line.command == "param"
    assert line.arguments == {
        "name": "variant",
        "value": "normal",
        "type": "enum",
        "values": "normal killer bt",
        "empty": "",
        "flag": "",
    }
    assert hub_line("error", message='say "what"\n') == 'error message="say  what  "'
    for hostile in ("", " ", "=", '"', "= = =", 'x="', "x==y", "\x00=\x00", "a" * 16_000, "= " * 8_000, 'x="' * 5_000):
        HubLine.parse(hostile)


@given(st.text(max_size=80), st.dictionaries(st.from_regex(r"\A[a-z]{1,5}\Z"), st.text(max_size=20), max_size=4))
def test_any_line_is_read_and_what_we_write_is_read_back(hostile: str, arguments: dict[str, str]) -> None:
    HubLine.parse(hostile)
    parse_hub_info(Exchange(INTERNATIONAL), INTERNATIONAL.start(), f"info score={hostile} pv={hostile}".encode())
    written = HubLine.parse(hub_line("info", **arguments))
    assert written.command == "info"
    plain = {
        name: "".join(c if c.isprintable() and c != '"' else " " for c in value) for name, value in arguments.items()
    }
    assert written.arguments == plain


def test_scores_are_men_and_never_more_than_an_evaluation() -> None:
    exchange, position = Exchange(INTERNATIONAL), INTERNATIONAL.start()
    scores = {b"1.25": 125, b"-0.005": 0, b"99.93": 9993, b"nan": None, b"inf": None, b"x": None}
    assert {text: parse_hub_info(exchange, position, b"info score=" + text).score for text in scores} == scores


def test_our_engine_plays_itself_over_hub_in_our_arena() -> None:
    match = Match(
        f"hub:{OURS} option.hash=1 name=over-hub",
        "engine:hash=1",
        game="draughts:russian",
        games=2,
        control="nodes=200",
        concurrency=0,
    )
    games = list(match.run())
    assert len(games) == 2
    assert [game.fault for game in games] == [None, None]
