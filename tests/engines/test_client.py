"""The UCI client: what it sends to engines, and how it reads their answers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.waiting import PATIENCE_MS

import plyground
from plyground.engines.client import UciEngine
from plyground.engines.engine import EngineLimits
from plyground.engines.process import find_program
from plyground.errors import InvalidOption, UnknownGame
from plyground.search.limits import StopFlag
from plyground.search.result import SearchResult

MOCK = [sys.executable, str(Path(__file__).with_name("mock_engine.py"))]
CHESS = plyground.game("chess")
ONE_MOVE = EngineLimits(depth=1, deadline_ms=PATIENCE_MS)


def start(*words, start_timeout_ms=PATIENCE_MS, grace_ms=PATIENCE_MS, **settings):
    """A mock engine with generous timeouts, because the machine may be slow."""
    return UciEngine([*MOCK, *words], start_timeout_ms=start_timeout_ms, grace_ms=grace_ms, **settings)


def new_record(*moves):
    return plyground.Record(CHESS.start(), moves)


def heard(log, command):
    """What the mock says that it heard, in order."""
    told = "info string heard "
    lines = log.read_text(encoding="utf-8").splitlines()
    return [line.split(told)[1] for line in lines if told + command in line]


def sent(log, command):
    """What was sent to the engine, in order."""
    lines = (line.split(" ", 2) for line in log.read_text(encoding="utf-8").splitlines())
    return [text for _, mark, text in lines if mark == ">" and text.startswith(command)]


def test_engine_introduces_itself():
    with start("name=Deep Thought") as engine:
        assert (engine.name, engine.author) == ("Deep Thought", "Nobody")
        assert engine.is_running
        hash_option = engine.options["Hash"]
        assert (hash_option.kind, hash_option.default, hash_option.min, hash_option.max) == ("spin", "16", 1, 1024)
        assert engine.options["Style"].choices == ("Solid", "Wild West")
        assert engine.options["Book File"].default == ""
    assert not engine.is_running


def test_command_may_be_a_text():
    command = " ".join(f"'{word}'" for word in [*MOCK, "name=A B"])
    with UciEngine(command, start_timeout_ms=PATIENCE_MS) as engine:
        assert engine.name == "A B"


def test_relative_program_is_found_from_here_wherever_it_runs(tmp_path, monkeypatch):
    program = tmp_path / "my engine"
    program.write_text(f"#!{sys.executable}\n" + Path(MOCK[1]).read_text(encoding="utf-8"), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    with UciEngine("./my engine", cwd=Path("/"), start_timeout_ms=PATIENCE_MS) as engine:
        assert engine.name == "Mock"


def test_engine_in_the_games_folder_is_found(tmp_path, monkeypatch):
    program = tmp_path / "mockfish"
    program.write_text(f"#!{sys.executable}\n" + Path(MOCK[1]).read_text(encoding="utf-8"), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr("plyground.engines.process.GAMES_FOLDERS", (str(tmp_path),))
    with UciEngine("mockfish name=Found", start_timeout_ms=PATIENCE_MS) as engine:
        assert engine.name == "Found"


def test_options_are_told_in_the_engines_own_words(tmp_path):
    log = tmp_path / "logs" / "mock.log"
    given = {"hash": 64, "Ponder": True, "style": "wild west", "Clear Hash": "", "Book File": "a b.bin"}
    with start(options=given, log=log):
        pass
    assert heard(log, "setoption") == [
        "setoption name Hash value 64",
        "setoption name Ponder value true",
        "setoption name Style value Wild West",
        "setoption name Clear Hash",
        "setoption name Book File value a b.bin",
    ]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("Hsh", 1, "The engine Mock has no option 'Hsh'. Its options are Hash, Ponder,"),
        ("Hash", 0, "The option Hash of the engine Mock cannot be '0'. Expected a whole number from 1 to 1024."),
        ("Hash", "much", "cannot be 'much'. Expected a whole number"),
        ("Ponder", "maybe", "Expected true or false"),
        ("Style", "Wild", "Expected one of Solid, Wild West"),
        ("Book File", "a\nquit", "Expected one line of text"),
    ],
)
def test_option_that_cannot_be_set_is_an_error_and_no_fault(name, value, said):
    with start() as engine:
        with pytest.raises(InvalidOption) as raised:
            engine.set_option(name, value)
        assert said in str(raised.value)
        assert engine.is_running


def test_wrong_option_at_the_start_leaves_no_process():
    with pytest.raises(InvalidOption):
        start(options={"Hash": 0})


def test_move_comes_with_all_that_was_said_about_it():
    with start("moves=e2e4") as engine:
        engine.new_game(CHESS)
        result = engine.play(new_record(), ONE_MOVE)
    assert str(result.move) == "e2e4"
    assert (result.value, result.depth, result.seldepth, result.nodes) == (31, 7, 9, 4321)
    assert (result.tt_full, result.wdl) == (5, (90, 860, 50))
    assert [str(move) for move in result.line] == ["e2e4"]
    assert result.time_ms >= 0


def test_time_is_ours_not_the_engines():
    with start("moves=e2e4", "delay=0.2") as engine:
        assert engine.play(new_record(), ONE_MOVE).time_ms >= 200


def test_whole_game_is_sent_before_each_search(tmp_path):
    log = tmp_path / "mock.log"
    with start(log=log) as engine:
        engine.new_game(CHESS)
        engine.play(new_record("e4", "e5"), ONE_MOVE)
        fen = "8/4P2k/8/8/8/8/8/K7 w - - 0 1"
        engine.play(plyground.Record(CHESS.from_fen(fen)), ONE_MOVE)
        engine.play(plyground.Record(CHESS.from_fen(fen), ["Kb1", "Kg7"]), EngineLimits(white_ms=2000, black_ms=0))
    assert sent(log, "position") == [
        "position startpos moves e2e4 e7e5",
        f"position fen {fen}",
        f"position fen {fen} moves a1b1 h7g7",
    ]
    assert sent(log, "go") == ["go depth 1", "go depth 1", "go wtime 2000 btime 1 winc 0 binc 0"]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("chess", []),
        ("chess:960", ["setoption name UCI_Chess960 value true"]),
        ("connect-four", ["setoption name UCI_Variant value connect-four"]),
        ("mill", ["setoption name UCI_Variant value mill:nine"]),
    ],
)
def test_engine_is_told_which_game_is_played(tmp_path, name, options):
    log = tmp_path / "mock.log"
    with start(log=log) as engine:
        engine.new_game(plyground.game(name))
    assert heard(log, "setoption") == options
    assert heard(log, "ucinewgame") == ["ucinewgame"]


def test_game_is_changed_back_to_chess(tmp_path):
    log = tmp_path / "mock.log"
    with start(log=log) as engine:
        for name in ("chess:960", "chess", "connect-four", "chess", "chess"):
            engine.new_game(plyground.game(name))
    assert heard(log, "setoption") == [
        "setoption name UCI_Chess960 value true",
        "setoption name UCI_Chess960 value false",
        "setoption name UCI_Variant value connect-four",
        "setoption name UCI_Variant value chess",
    ]


def test_game_that_the_engine_does_not_know_is_refused():
    with start() as engine, pytest.raises(UnknownGame, match=r"The engine Mock cannot play draughts:english\."):
        engine.new_game(plyground.game("draughts:english"))


def test_stop_ends_an_endless_search_with_its_move():
    stop = StopFlag()
    with start("moves=e2e4") as engine:
        result = engine.play(new_record(), EngineLimits(infinite=True), on_progress=lambda _: stop.request(), stop=stop)
    assert str(result.move) == "e2e4"
    assert stop.is_requested


def test_deadline_ends_a_search_with_its_move():
    with start("moves=e2e4", "thinks-until-stop") as engine:
        assert str(engine.play(new_record(), EngineLimits(depth=9, deadline_ms=100)).move) == "e2e4"


def test_endless_search_without_an_end_is_refused():
    with start() as engine, pytest.raises(TypeError, match="needs a deadline or stop"):
        engine.play(new_record(), EngineLimits())


def test_progress_is_told_while_the_engine_thinks():
    told: list[SearchResult] = []
    stop = StopFlag()
    with start("moves=d2d4") as engine:

        def tell(result: SearchResult) -> None:
            told.append(result)
            stop.request()

        engine.play(new_record(), EngineLimits(infinite=True), on_progress=tell, stop=stop)
    assert [(str(result.move), result.value) for result in told][:1] == [("d2d4", 31)]


def test_interrupted_search_leaves_nothing_to_the_next_one():
    def interrupt(_):
        raise KeyboardInterrupt

    with start("moves=d2d4,e7e5") as engine:
        with pytest.raises(KeyboardInterrupt):
            engine.play(new_record(), EngineLimits(infinite=True, deadline_ms=PATIENCE_MS), on_progress=interrupt)
        assert str(engine.play(new_record("e4"), ONE_MOVE).move) == "e7e5"


def test_ugi_engine_is_greeted_and_asked_in_its_own_words(tmp_path):
    log = tmp_path / "mock.log"
    words = ("protocol=ugi", "moves=e2e4", "gameover=false", "result=p1win")
    with start(*words, protocol="ugi", log=log) as engine:
        engine.new_game(CHESS)
        engine.play(new_record(), EngineLimits(white_ms=1000, black_ms=2000, white_increment_ms=500))
        assert engine.query(new_record(), "gameover") == "false"
        assert engine.query(new_record("e4"), "result") == "p1win"
    assert heard(log, "uginewgame") == ["uginewgame"]
    assert heard(log, "go") == ["go p1time 1000 p2time 2000 p1inc 500 p2inc 0"]


def test_import_loads_no_optional_or_interface_library():
    heavy = ["numpy", "rich", "typer", "prompt_toolkit", "chess", "asyncio"]
    program = f"import sys, plyground.engines.client as c; print([name for name in {heavy} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


@pytest.mark.bench
@pytest.mark.parametrize("name", ["chess", "chess:960"])
@pytest.mark.parametrize(
    "command", ["stockfish", "ethereal-chess", "fairy-stockfish", "toga2", "glaurung", "gnuchess -u", "sunfish-uci"]
)
def test_engine_plays_a_game_against_itself(command, name):
    try:
        find_program(command.split()[0])
    except FileNotFoundError as error:
        pytest.skip(str(error))
    game = plyground.game(name)
    record = plyground.Record(game.start(100 if game.starts > 100 else None))
    with UciEngine(command) as engine:
        try:
            engine.new_game(game)
        except UnknownGame as error:
            pytest.skip(str(error))
        while record.outcome() is None:
            record.push(engine.play(record, EngineLimits(white_ms=1_000, black_ms=1_000)).move)
