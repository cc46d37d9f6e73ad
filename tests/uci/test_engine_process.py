"""Our engine as a separate program: how it starts and ends, and games driven by python-chess and by our client."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from time import monotonic

import chess
import chess.engine
import pytest
from tests.waiting import PATIENCE_MS, PATIENCE_S

import plyground
from plyground.engines.client import UciEngine
from plyground.engines.engine import EngineLimits

PROGRAM = str(Path(sys.executable).with_name("plyground-uci"))
MARGIN_S = 0.05
"""What may happen between us and the engine, as in the arena."""
SLOW_TO_LOAD = ("typer", "rich", "numpy", "chess", "importlib.metadata")


def run(text: bytes | str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program with everything that is said to it, after which its input ends."""
    words = text.encode() if isinstance(text, str) else text
    ended = subprocess.run([PROGRAM, *arguments], input=words, capture_output=True, timeout=PATIENCE_S, check=False)
    assert ended.stderr == b""
    return subprocess.CompletedProcess(ended.args, ended.returncode, ended.stdout.decode(), "")


@pytest.mark.parametrize(
    "told",
    [
        ["uci"],
        ["uci", "isready", "position startpos moves e2e4", "go depth 3", "setoption name UCI_Variant value mill"],
    ],
)
def test_nothing_is_loaded_before_it_is_needed(told):
    program = f"""
import sys
from plyground.uci.engine import UciProgram
engine = UciProgram(lambda text: None)
for line in {told!r}:
    engine.hear(line)
engine.wait()
print([name for name in {SLOW_TO_LOAD!r} if name in sys.modules])
"""
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert output == "[]\n"


def test_command_line_starts_it_without_loading_its_other_commands():
    program = f"""
import sys
sys.argv = ["plyground", "uci"]
from plyground.cli import main
main()
print([name for name in {SLOW_TO_LOAD!r} if name in sys.modules])
"""
    heard = subprocess.run(
        [sys.executable, "-c", program], input="isready\n", capture_output=True, text=True, check=True
    )
    assert heard.stdout == "readyok\n[]\n"
    helped = subprocess.run(
        [sys.executable, "-m", "plyground", "uci", "--help"], capture_output=True, text=True, check=True
    )
    assert "Speak UCI" in helped.stdout


def test_quit_ends_it():
    ended = run("uci\nquit\nisready\n")
    assert ended.returncode == 0
    assert ended.stdout.endswith("uciok\n")


@pytest.mark.parametrize("variant", ["chess", "mill", "connect-four"])
@pytest.mark.parametrize("last", ["", "quit\n"])
def test_it_leaves_in_the_middle_of_a_search(variant, last):
    ended = run(f"setoption name UCI_Variant value {variant}\ngo infinite\n{last}")
    assert ended.returncode == 0
    assert ended.stdout.count("bestmove") == 1


def test_words_on_the_command_line_are_the_one_command():
    assert "Nodes searched  : " in run("", "bench", "2").stdout
    assert run("", "go", "perft", "3").stdout.endswith("Nodes searched: 8902\n\n")


def test_ten_megabytes_in_one_line_are_harmless():
    garbage = random.Random(1).randbytes(10_000_000).replace(b"\n", b" ")
    ended = run(b"go infinite\nposition startpos moves " + garbage + b"\nisready\nstop\n" + garbage)
    assert ended.returncode == 0
    lines = [line for line in ended.stdout.splitlines() if not line.startswith("info depth")]
    assert lines.count("info string A line of more than 1048576 bytes was ignored.") == 2
    assert "readyok" in lines
    assert sum(line.startswith("bestmove") for line in lines) == 1


def test_listener_that_leaves_is_no_mishap():
    process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"isready\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"readyok\n"
    process.stdout.close()
    process.stdin.write(b"uci\ngo depth 5\nisready\nquit\n")
    process.stdin.close()
    assert process.wait(PATIENCE_S) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def play_by_python_chess(games: int, seconds: float, increment: float) -> int:
    """Plays games of the engine with itself, and counts how often it exceeded its time; an illegal move raises."""
    late = 0
    with chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=PATIENCE_S) as engine:
        engine.configure({"Hash": 8})
        for number in range(games):
            board = chess.Board.from_chess960_pos(number * 191 % 960) if number % 5 == 4 else chess.Board()
            for _ in range(6):
                board.push(random.Random(f"{number} {board.ply()}").choice([*board.legal_moves]))
            left = {chess.WHITE: seconds, chess.BLACK: seconds}
            while not board.is_game_over(claim_draw=True):
                white, black = left[chess.WHITE], left[chess.BLACK]
                limit = chess.engine.Limit(
                    white_clock=white, black_clock=black, white_inc=increment, black_inc=increment
                )
                began = monotonic()
                played = engine.play(board, limit, game=number)
                spent = monotonic() - began
                late += spent > left[board.turn] + MARGIN_S
                left[board.turn] = max(left[board.turn] - spent, 0.0) + increment
                assert played.move is not None
                board.push(played.move)
    return late


def test_python_chess_drives_games():
    play_by_python_chess(3, 0.2, 0.01)


def test_python_chess_lets_it_ponder():
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=PATIENCE_S) as engine:
        engine.configure({"Hash": 1})
        while not board.is_game_over() and board.ply() < 24:
            limit = chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.02, black_inc=0.02)
            played = engine.play(board, limit, ponder=board.ply() % 6 != 4)
            assert played.move is not None
            board.push(played.move)
            if board.is_game_over():
                break
            # Every second time the reply is the expected one.
            expected = played.ponder if board.ply() % 4 == 1 else None
            board.push(expected or next(iter(board.legal_moves)))


@pytest.mark.parametrize(
    "fen",
    [
        chess.STARTING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
    ],
)
def test_python_chess_understands_the_analysis(fen):
    """Scores are from the side to move and lines are legal, as an independent reader sees them."""
    board = chess.Board(fen)
    with chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=PATIENCE_S) as engine:
        engine.configure({"Hash": 1, "UCI_ShowWDL": True})
        found = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3)
    assert len(found) == min(3, board.legal_moves.count())
    for line in found:
        played = board.copy()
        for move in line["pv"]:
            assert move in played.legal_moves
            played.push(move)
        black = chess.Board(fen).turn == chess.BLACK
        assert line["score"].relative == (line["score"].black() if black else line["score"].white())
        assert sum(line["wdl"].relative) == 1000
    if fen.startswith("r5k1"):
        assert found[0]["score"].black().mate() == 1


@pytest.mark.bench
def test_greeting_comes_at_once():
    """Of several starts the quickest counts: other programs take their share of the machine."""

    def start_s() -> float:
        began = monotonic()
        with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(b"uci\n")
            process.stdin.flush()
            while process.stdout.readline() != b"uciok\n":
                pass
            return monotonic() - began

    assert min(start_s() for _ in range(10)) < 0.3


@pytest.mark.bench
def test_python_chess_drives_many_games_in_time():
    assert play_by_python_chess(50, 2.0, 0.05) == 0


@pytest.mark.parametrize(
    "name", ["chess", "chess:960", "mill", "mill:lasker", "draughts", "draughts:frisian", "connect-four"]
)
def test_our_client_drives_a_game(name):
    game = plyground.game(name)
    record = plyground.Record(game.start(7 if name == "chess:960" else None))
    with UciEngine([PROGRAM], options={"Hash": 1}, start_timeout_ms=PATIENCE_MS, grace_ms=PATIENCE_MS) as engine:
        engine.new_game(game)
        while not (record.outcome() or record.standing_draw()) and len(record) < 40:
            result = engine.play(record, EngineLimits(nodes=100, deadline_ms=PATIENCE_MS))
            assert result.nodes == 100 or result.depth > 0
            record.push(result.move)
    assert len(record) > 7


def test_our_client_asks_who_has_won():
    with UciEngine([PROGRAM], protocol="ugi", start_timeout_ms=PATIENCE_MS) as engine:
        game = plyground.game("connect-four")
        engine.new_game(game)
        record = plyground.Record(game.start(), "abababa")
        assert engine.query(record, "gameover") == "true"
        assert engine.query(record, "result") == "p1win"
        assert engine.query(record, "p1turn") == "false"


def test_rules_of_ones_own_are_played_by_our_client():
    from plyground.games.mill import Mill
    from plyground.games.mill.rules import MillRules

    game = Mill(rules=MillRules(men=5))
    with UciEngine([PROGRAM], options={"Rules": "men=5", "Hash": 1}, start_timeout_ms=PATIENCE_MS) as engine:
        engine.new_game(game)
        record = plyground.Record(game.start())
        for _ in range(14):
            record.push(engine.play(record, EngineLimits(nodes=200, deadline_ms=PATIENCE_MS)).move)
