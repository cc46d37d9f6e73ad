"""The same record, level, style and seed give the same move in the terminal, in UCI, in the arena and at a table."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import plyground
from plyground.arena.game_task import Conditions, play
from plyground.arena.openings import Opening
from plyground.arena.schedule import GameTask
from plyground.play.classic import RandomPlayer
from plyground.play.clock import TimeControl
from plyground.play.player import Player
from plyground.play.spec import player
from plyground.play.terminal import Setting, TerminalGame
from plyground.protocol import Position, Side
from plyground.record import Record
from plyground.search.result import SearchResult
from plyground.server.bots import moves as bot_moves
from plyground.server.bots.moves import MoveRequest, choose_move
from plyground.server.bots.roster import Roster
from plyground.server.wire.parts import PositionQuery
from plyground.server.workers.job import JobContext
from plyground.uci.engine import UciProgram

MOVES = 4
"""How many moves the computer makes in each game; it keeps its hash table from one to the next."""
DEPTH = 100
"""Deeper than any level searches: the level decides, not the time."""
HASH_MB = 16

MIDDLE_GAMES = {
    "chess": "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "draughts": "W:Wa1,c1,e1,g1,b2,d2,f2,h2,c3,g3,d4,f4:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,h6,c5,g5",
}


@pytest.fixture(autouse=True)
def _without_books(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Only people's opponents play from books; the searches are compared."""
    monkeypatch.setattr("plyground.database.books.shipped_book_path", lambda game: tmp_path / "none.book")


def person(position: Position) -> str:
    """What the opponent plays: some legal move, always the same one in the same position."""
    return str(RandomPlayer(7).move(Record(position)).move)


def in_the_terminal(start: Position, level: int, style: str, seed: int) -> list[str]:
    class Reader:
        left = MOVES

        def read(self, prompt: str, position: Position | None) -> str:
            if not self.left or position is None:
                raise EOFError
            self.left -= 1
            return person(position)

    setting = Setting(people=start.side_to_move.value, level=level, style=style, depth=DEPTH, seed=seed)  # type: ignore[arg-type]
    game = TerminalGame(start, setting, console=Console(file=io.StringIO()), reader=Reader())
    game.run()
    return [str(move) for move in game._record.moves]


class Person(Player):
    """Plays a few moves and then resigns."""

    def __init__(self) -> None:
        self.left = MOVES

    def move(self, record, clock=None, on_progress=None, stop=None):
        if not self.left:
            raise RuntimeError("enough")
        self.left -= 1
        return SearchResult(line=(record.position.parse(person(record.position)),))


def in_the_arena(start: Position, spec: str, seed: int) -> list[str]:
    side = start.side_to_move
    task = GameTask(seed, 1, "white", "black", Opening("test", start))
    conditions = Conditions(start.game, TimeControl(depth=DEPTH if spec.startswith("engine") else 3))
    played = play(task, conditions, {side: Person(), side.other: player(spec)})
    return [move.token for move in played.moves]


def at_a_table(start: Position, choice: str, seed: int) -> list[str]:
    record, bot = Record(start), Roster().find(choice)
    for _ in range(MOVES):
        if record.outcome() is not None:
            break
        record.push(person(record.position))
        if record.outcome() is not None:
            break
        request = MoveRequest(
            spec=bot.spec,
            seat="the same",
            seed=seed,
            position=PositionQuery(game=start.game.name, start=start.fen, moves=[str(move) for move in record.moves]),
            clocks=None,
            move_ms=600_000,
            max_ms=600_000,
        )
        record.push(choose_move(request, JobContext(print)).move)
    bot_moves._players.pop("the same").close()
    return [str(move) for move in record.moves]


def in_uci(start: Position, level: int, style: str, seed: int) -> list[str]:
    said: list[str] = []
    engine, record = UciProgram(said.append), Record(start)
    options = {"UCI_Variant": start.game.name, "Level": level, "Style": style, "Seed": seed, "Hash": HASH_MB}
    for name, value in options.items():
        engine.hear(f"setoption name {name} value {value}")
    engine.hear("ucinewgame")
    for _ in range(MOVES):
        if record.outcome() is not None:
            break
        record.push(person(record.position))
        if record.outcome() is not None:
            break
        engine.hear(f"position fen {start.fen} moves {' '.join(map(str, record.moves))}")
        engine.hear(f"go depth {DEPTH}")
        engine.wait()
        answers = [line for text in said for line in text.splitlines() if line.startswith("bestmove")]
        record.push(answers[-1].split()[1])
    assert engine.close()
    return [str(move) for move in record.moves]


@pytest.mark.parametrize(
    ("name", "level", "style", "seed"),
    [
        ("chess", 1, "normal", 1),
        ("chess", 5, "attacking", 2),
        ("chess", 9, "solid", 3),
        ("chess", 14, "lazy", 4),
        ("chess", 18, "normal", 5),
        ("chess:960", 7, "solid", 6),
        ("draughts", 2, "normal", 7),
        ("draughts", 8, "attacking", 8),
        ("draughts", 16, "solid", 9),
        ("draughts:international", 4, "lazy", 10),
        ("mill", 3, "normal", 11),
        ("mill", 10, "attacking", 12),
        ("mill:morabaraba", 15, "solid", 13),
        ("connect-four", 1, "normal", 14),
        ("connect-four", 6, "normal", 15),
    ],
)
def test_the_same_level_plays_the_same_moves_everywhere(name: str, level: int, style: str, seed: int) -> None:
    game = plyground.game(name)
    fens = [fen for family, fen in MIDDLE_GAMES.items() if family == name]
    for start in (game.start(), *map(game.from_fen, fens)):
        moves = in_the_terminal(start, level, style, seed)
        assert len(moves) >= 2
        assert in_the_arena(start, f"engine:level={level},style={style},hash={HASH_MB}", seed)[: len(moves)] == moves
        assert at_a_table(start, f"level={level}:style={style}", seed)[: len(moves)] == moves
        assert in_uci(start, level, style, seed)[: len(moves)] == moves


def test_seeds_and_styles_matter_so_that_the_comparison_means_something() -> None:
    start = plyground.game("chess").start()
    games = {tuple(in_the_terminal(start, 4, "normal", seed)) for seed in range(5)}
    assert len(games) > 1


@pytest.mark.parametrize("bot", ["random", "minimax-weak", "alphabeta", "negascout-tt"])
@pytest.mark.parametrize("name", ["chess", "draughts", "mill", "connect-four"])
def test_a_classic_bot_plays_the_same_moves_in_the_arena_and_at_a_table(name: str, bot: str) -> None:
    start, spec = plyground.game(name).start(), bot if bot == "random" else f"{bot}:depth=3"
    moves = at_a_table(start, spec, 5)
    assert len(moves) == 2 * MOVES
    assert in_the_arena(start, spec, 5)[: len(moves)] == moves
    assert Side.WHITE is start.side_to_move
