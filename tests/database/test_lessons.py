"""Lessons from lost games: kept, bounded, safe against damage and other processes, and used."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import plyground
from plyground.arena.match import Match
from plyground.database import lessons as lessons_module
from plyground.database import memory as memory_module
from plyground.database.lessons import Lesson, Lessons
from plyground.database.memory import Memory, losing_plies, open_memory
from plyground.database.own_book import BookEntry, move_number, write_book
from plyground.errors import InvalidBook
from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.play.clock import Clock, TimeControl
from plyground.play.engine_player import EnginePlayer
from plyground.protocol import Side
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.uci.engine import UciProgram

CHESS = plyground.game("chess")
START = CHESS.start()
FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
ALL_OUT = 21
"""The level of a player without one."""


@pytest.fixture
def lessons(tmp_path):
    return Lessons(CHESS, tmp_path / "chess.jsonl")


def test_lesson_is_kept_and_counted(lessons):
    assert lessons.of(START) == []
    lessons.add(START, "f2f3", 5)
    lessons.add(START, "f2f3", 3)
    lessons.add(START.after("e2e4"), "f7f6", 1)
    assert lessons.of(START) == [Lesson("f2f3", 5, 2)]
    assert Lessons(CHESS, lessons.path).of(START) == [Lesson("f2f3", 5, 2)]
    assert len(lessons) == 2


def test_oldest_lessons_are_forgotten_when_there_are_too_many(lessons, monkeypatch):
    monkeypatch.setattr(lessons_module, "MAX_LESSONS", 3)
    for move in ("a2a3", "b2b3", "c2c3", "a2a3", "d2d3"):
        lessons.add(START, move, 1)
    assert [lesson.move for lesson in lessons.of(START)] == ["c2c3", "a2a3", "d2d3"]
    assert len(lessons.path.read_text().splitlines()) == 4


def test_full_file_stays_small(lessons):
    rest = [json.dumps({"key": f"{n:016x}", "move": "e7e8q", "level": 20, "losses": 99}) for n in range(7000)]
    lessons.add(START, "a2a3", 1)
    title = lessons.path.read_text().splitlines()[0]
    lessons.path.write_text("\n".join([title, *rest]))
    lessons.add(START, "b2b3", 1)
    assert len(Lessons(CHESS, lessons.path)) == lessons_module.MAX_LESSONS
    assert lessons.path.stat().st_size < lessons_module._MAX_BYTES / 8


def test_lessons_of_another_game_other_rules_or_a_newer_version_are_refused(lessons, tmp_path):
    lessons.add(START, "f2f3", 1)
    before = lessons.path.read_bytes()
    with pytest.raises(InvalidBook, match="are for chess or for other rules, not for mill:nine"):
        Lessons(plyground.game("mill"), lessons.path)
    Lessons(Mill(rules=MillRules(men=7)), tmp_path / "mill.jsonl").add(Mill().start(), "d6", 1)
    with pytest.raises(InvalidBook, match="other rules, not for mill:custom"):
        Lessons(Mill(rules=MillRules(men=8)), tmp_path / "mill.jsonl")
    lessons.path.write_bytes(before.replace(b'"lessons": 1', b'"lessons": 2'))
    with pytest.raises(InvalidBook, match=r"have version 2\. This program reads version 1"):
        lessons.add(START, "e2e4", 1)
    assert b"e2e4" not in lessons.path.read_bytes()


def test_lessons_that_cannot_be_read_are_one_sentence(tmp_path):
    with pytest.raises(InvalidBook, match="could not be read: Is a directory"):
        Lessons(CHESS, tmp_path)


@given(st.binary(max_size=200), st.integers(0, 400), st.integers(0, 60))
@settings(max_examples=150)
def test_damaged_file_counts_as_far_as_it_can_be_read_and_is_written_anew(tmp_path_factory, noise, at, length):
    lessons = Lessons(CHESS, tmp_path_factory.mktemp("lessons") / "chess.jsonl")
    for move in ("a2a3", "b2b3", "c2c3"):
        lessons.add(START, move, 1)
    content = lessons.path.read_bytes()
    lessons.path.write_bytes(content[:at] + noise + content[at + length :])
    try:
        again = Lessons(CHESS, lessons.path)
    except InvalidBook:
        # Damage may make the file look like that of another game.
        return
    again.add(START, "h2h3", 1)
    assert Lesson("h2h3", 1, 1) in Lessons(CHESS, lessons.path).of(START)


def test_cut_short_file_keeps_its_whole_lines(lessons):
    for move in ("a2a3", "b2b3", "c2c3"):
        lessons.add(START, move, 1)
    lessons.path.write_bytes(lessons.path.read_bytes()[:-5])
    assert [lesson.move for lesson in Lessons(CHESS, lessons.path).of(START)] == ["a2a3", "b2b3"]


WRITER = """
import sys
from pathlib import Path
import plyground
from plyground.database.lessons import Lessons
game = plyground.game("chess")
lessons = Lessons(game, Path(sys.argv[1]))
for _ in range(40):
    lessons.add(game.start(), sys.argv[2], 1)
"""


def test_processes_that_learn_at_once_lose_nothing(lessons):
    moves = ("a2a3", "b2b3", "c2c3")
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(lessons.path), move]) for move in moves]
    assert [writer.wait(120) for writer in writers] == [0, 0, 0]
    found = {lesson.move: lesson.losses for lesson in Lessons(CHESS, lessons.path).of(START)}
    assert found == dict.fromkeys(moves, 40)


def test_forgotten_lessons_are_gone(lessons):
    lessons.add(START, "f2f3", 1)
    assert lessons.forget() == 1
    assert lessons.of(START) == Lessons(CHESS, lessons.path).of(START) == []
    assert lessons.forget() == 0


def test_losing_move_is_the_last_that_looked_all_right():
    record = Record(START, FOOLS_MATE)
    assert losing_plies(record, {0: -20, 2: -30}) == [2, 0]
    assert losing_plies(record, {0: -20, 2: -900}) == [0]
    assert losing_plies(record, {0: -400, 2: -900}) == [0]


def test_games_that_were_not_lost_by_a_move_teach_nothing():
    on_time = Record(START, ["e2e4"])
    on_time.flag(Side.WHITE)
    assert losing_plies(on_time, {0: 30}) == []
    drawn = Record(START, ["e2e4"])
    drawn.agree_draw()
    assert losing_plies(drawn, {0: 30}) == []
    assert losing_plies(Record(START, FOOLS_MATE), {1: 50, 3: 900}) == []
    assert losing_plies(Record(START, ["e2e4"]), {0: 30}) == []


def nodes(count: int) -> Clock:
    return Clock(TimeControl(nodes=count))


def lose(player: EnginePlayer, *replies: str) -> Record:
    """A game that White resigns after the replies, so that White loses."""
    record = Record(START)
    for reply in replies:
        record.push(player.move(record, nodes(200)).line[0])
        record.push(reply)
    record.resign(Side.WHITE)
    return record


def test_move_that_lost_is_not_played_again(lessons):
    played = []
    for _ in range(4):
        player = EnginePlayer(hash_mb=1, seed=0, memory=Memory(lessons=lessons))
        record = lose(player, "g8f6")
        played.append(str(record.moves[0]))
        assert player.learn(record) == 0
    assert len(set(played)) == 4
    assert str(EnginePlayer(hash_mb=1, seed=0).move(Record(START), nodes(200)).move) == played[0]


def test_lesson_of_a_weak_level_is_none_for_a_strong_one(lessons):
    lessons.add(START, "e2e4", 5)
    memory, record = Memory(lessons=lessons), Record(START)
    assert [str(move) for move in memory.avoid(record, 5)] == ["e2e4"]
    assert [str(move) for move in memory.avoid(record, 1)] == ["e2e4"]
    assert not memory.avoid(record, 6)


def test_only_move_is_played_however_often_it_lost(lessons):
    position = CHESS.from_fen("7k/8/8/8/8/8/5r2/7K w - - 0 1")
    (only,) = position.legal_moves
    lessons.add(position, only, ALL_OUT)
    memory = Memory(lessons=lessons)
    assert not memory.avoid(Record(position), ALL_OUT)
    assert EnginePlayer(hash_mb=1, memory=memory).move(Record(position), nodes(100)).move == only


def test_where_all_moves_lost_the_one_before_is_blamed(lessons):
    position = CHESS.from_fen("8/8/8/8/8/5k2/8/R6K w - - 0 1")
    record = Record(position, ["a1a8", "f3g3", "a8g8", "g3h3"])
    for move in record.positions[2].legal_moves:
        lessons.add(record.positions[2], move, ALL_OUT)
    record.resign(Side.WHITE)
    assert Memory(lessons=lessons).remember(record, losing_plies(record, {0: 0, 2: 0}), ALL_OUT) == 0
    assert [lesson.move for lesson in lessons.of(position)] == ["a1a8"]


def test_move_that_lost_is_better_than_one_that_is_sure_to_lose(lessons):
    position = CHESS.from_fen("8/8/8/7k/1qQ4r/7K/8/8 w - - 0 1")
    best = EnginePlayer(hash_mb=1).search(Record(position), Limits(depth=10))
    lessons.add(position, best.line[0], ALL_OUT)
    found = EnginePlayer(hash_mb=1, memory=Memory(lessons=lessons)).search(Record(position), Limits(depth=10))
    others = [move for move in position.legal_moves if move != best.move]
    without = EnginePlayer(hash_mb=1).search(Record(position), Limits(depth=10, moves=tuple(others)))
    assert without.require_score().is_decisive
    assert found.move == best.move


def test_move_that_was_taken_back_is_not_blamed(lessons):
    player = EnginePlayer(hash_mb=1, memory=Memory(lessons=lessons))
    record = Record(START)
    player.move(record, nodes(100))
    record.push("h2h4")
    record.resign(Side.WHITE)
    assert player.learn(record) is None
    assert len(lessons) == 0


def test_book_is_played_but_for_what_lost(lessons, tmp_path):
    path = tmp_path / "a.book"
    write_book(
        path,
        CHESS,
        [BookEntry(START.key, move_number("h2h4"), 9, 33), BookEntry(START.key, move_number("a2a4"), 1, None)],
    )
    memory = open_memory(CHESS, path, learns=False)
    result = EnginePlayer(hash_mb=1, seed=3, memory=memory).move(Record(START))
    assert str(result.move) in ("h2h4", "a2a4")
    assert (result.depth, result.nodes) == (0, 0)
    assert result.line == (result.move,)
    played = {str(EnginePlayer(hash_mb=1, memory=memory).move(Record(START)).move) for _ in range(60)}
    assert played == {"h2h4", "a2a4"}
    lessons.add(START, "h2h4", ALL_OUT)
    memory = Memory(memory._book, lessons)
    assert {str(EnginePlayer(hash_mb=1, seed=n, memory=memory).move(Record(START)).move) for n in range(20)} == {"a2a4"}


def test_same_seed_plays_the_same_from_the_book(tmp_path):
    path = tmp_path / "a.book"
    write_book(path, CHESS, sorted(BookEntry(START.key, move_number(move), 5, 0) for move in START.legal_moves))
    memory = open_memory(CHESS, path, learns=False)
    first, again = (
        [str(EnginePlayer(hash_mb=1, seed=seed, memory=memory).move(Record(START)).move) for seed in range(30)]
        for _ in range(2)
    )
    assert first == again
    assert len(set(first)) > 8


def test_levels_that_err_on_purpose_use_no_book(tmp_path):
    path = tmp_path / "a.book"
    write_book(path, CHESS, [BookEntry(START.key, move_number("h2h4"), 9, 0)])
    memory = open_memory(CHESS, path, learns=False)
    assert EnginePlayer(level=3, hash_mb=1, memory=memory).move(Record(START)).nodes > 0
    assert EnginePlayer(level=18, hash_mb=1, memory=memory).move(Record(START)).nodes == 0


def test_memory_is_in_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path / "new"))
    memory = open_memory(CHESS)
    assert not list(Path(tmp_path).iterdir())
    assert memory.remember(Record(START, FOOLS_MATE), [2], ALL_OUT) == 2
    assert [file.suffix for file in sorted((tmp_path / "new" / "lessons").iterdir())] == [".jsonl", ".lock"]
    assert open_memory(CHESS).avoid(Record(START, FOOLS_MATE[:2]), ALL_OUT)
    assert not open_memory(CHESS, learns=False).avoid(Record(START, FOOLS_MATE[:2]), ALL_OUT)


def test_nothing_is_learnt_under_uci_and_in_the_arena(tmp_path, monkeypatch):
    def refuse(*_):
        raise AssertionError("lessons were opened")

    monkeypatch.setenv("PLYGROUND_DATA", str(tmp_path))
    monkeypatch.setattr(Lessons, "__init__", refuse)
    said: list[str] = []
    engine = UciProgram(said.append)
    for line in ("setoption name OwnBook value true", "position startpos moves f2f3 e7e5 g2g4", "go depth 2"):
        engine.hear(line)
        engine.wait()
    engine.hear("ucinewgame")
    assert said[-1].startswith("bestmove d8h4")
    match = Match("engine:level=1", "engine:level=9", game="connect-four", games=2, control="nodes=200", concurrency=0)
    assert all(game.fault is None for game in match.run())
    assert not list(tmp_path.iterdir())


ROOK_ENDING = "8/8/8/4k3/8/4K3/8/R7 b - - 0 1"


def test_endgame_that_lost_is_not_entered_again(lessons):
    """Two kings and a rook: the lesson is about the position, whatever move leads there."""
    memory, position = Memory(lessons=lessons), CHESS.from_fen(ROOK_ENDING)
    record = Record(position)
    assert not memory.avoid(record, 5)
    lost = position.after("e5f5")
    lessons.add_position(lost, 5)
    assert [str(move) for move in memory.avoid(record, 5)] == ["e5f5"]
    assert not memory.avoid(record, 6)
    elsewhere = Record(CHESS.from_fen("8/8/6k1/8/8/4K3/8/R7 b - - 0 1"))
    assert [str(move) for move in memory.avoid(elsewhere, 5)] == ["g6f5"]
    assert lessons.of(lost) == []


def test_lost_game_teaches_its_endgames_as_well(lessons):
    """Black walks into the corner and is mated; the positions it moved into are remembered, the openings are not."""
    record = Record(CHESS.from_fen("7k/8/5K2/8/8/8/8/R7 b - - 0 1"), ("h8g8", "a1b1", "g8h8", "f6f7", "h8h7", "b1h1"))
    outcome = record.outcome()
    assert outcome is not None
    assert outcome.winner is Side.WHITE
    memory = Memory(lessons=lessons)
    assert memory_module.learn_from(memory, record, {0: 0, 2: -50, 4: -900}, 7) == 2
    assert lessons.of_position(record.positions[3]) == Lesson("", 7, 1)
    assert lessons.of_position(record.positions[1]) is None
    assert Lessons(CHESS, lessons.path).of_position(record.positions[3]) == Lesson("", 7, 1)


def test_opening_positions_are_no_endgames(lessons):
    record = Record(START, FOOLS_MATE)
    memory_module.learn_from(Memory(lessons=lessons), record, {0: 0, 2: -50}, 3)
    assert all(lessons.of_position(position) is None for position in record.positions)
    assert lessons.of(record.positions[2]) == [Lesson("g2g4", 3, 1)]
    assert not memory_module.is_endgame(plyground.game("connect-four").start())
