"""Fuzzed texts and files through every public reader, in a process per batch: each is read or refused properly."""

from __future__ import annotations

import faulthandler
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.mutation import mutated

import plyground
from plyground.errors import PlygroundError
from plyground.games import registry
from plyground.protocol import Game

ROOT = Path(__file__).parent.parent.parent
GAMES = ("chess", "chess:960", "mill", "mill:lasker", "mill:morabaraba", "draughts", "draughts:international",
         "draughts:frisian", "draughts:turkish", "connect-four")  # fmt: skip
MAX_GAMES = 20
"""How many games of a fuzzed file are read."""
Read = Callable[[bytes, Path], object]
"""Reads a text, or the file that it is in."""


def fuzz_readers(seed: int, count: int, folder: Path, patience_s: float) -> None:
    """One batch in another process; raises `AssertionError` with what it printed."""
    command = [sys.executable, "-m", "tests.fuzz.texts_fuzz", str(seed), str(count), str(patience_s)]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise AssertionError(f"seed {seed}: it ended with {ended.returncode}\n{ended.stderr[-4000:]}")


def main(seed: int, count: int, patience_s: float) -> None:
    dice = Random(f"texts {seed}")
    readers = all_readers()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fuzzed"
        for number in range(count):
            name = dice.choice([*readers])
            real, read = readers[name]
            text = (
                mutated(dice, dice.choice(real), real) if dice.random() < 0.97 else dice.randbytes(dice.randrange(400))
            )
            # A text that takes longer is a hang: this prints what every thread does, and ends the process.
            faulthandler.dump_traceback_later(patience_s, exit=True)
            try:
                read(text, path)
            except PlygroundError as error:
                str(error)
            except BaseException:
                print(f"number {number}, {name}: {text[:600]!r}", file=sys.stderr)
                raise
            faulthandler.cancel_dump_traceback_later()


def all_readers() -> dict[str, tuple[Sequence[bytes], Read]]:
    """Everything that reads what others wrote, each with real input for it."""
    readers: dict[str, tuple[Sequence[bytes], Read]] = {}
    for name in GAMES:
        game = plyground.game(name)
        fens, files, moves = _played(game)
        readers[f"{name} position"] = (fens, _of(partial(_read_position, game)))
        readers[f"{name} move"] = (moves, _of(game.start().parse))
        readers[f"{name} game"] = (files, _of(partial(_read_games, game)))
    return readers | _game_files() | _databases() | _settings() | _dialogues()


def _text(text: bytes) -> str:
    return text.decode(errors="replace")


def _of(read: Callable[[str], object]) -> Read:
    """A reader of texts, not of files."""
    return lambda text, _: read(_text(text))


def _played(game: Game) -> tuple[list[bytes], list[bytes], list[bytes]]:
    """Positions, files and moves of some random games."""
    fens, files, moves = [], [], []
    for seed in range(4):
        dice, record = Random(seed), plyground.Record(game.start())
        while len(record) < 40 and record.outcome() is None:
            move = dice.choice([*record.position.legal_moves])
            moves.append(record.position.notation(move).encode())
            moves.append(str(move).encode())
            record.push(move)
            if len(record) % 7 == 0:
                fens.append(record.position.fen.encode())
        files.append(plyground.write_game(record).encode())
    files.append(files[0].replace(b" ", b" {a comment} ", 30) + b"\n" + files[1].replace(b"3.", b"(2. ) 3."))
    return fens, files, moves


def _read_position(game: Game, fen: str) -> None:
    position = game.from_fen(fen)
    assert game.from_fen(position.fen).fen == position.fen
    list(position.legal_moves)
    assert position.evaluation is not None


def _read_games(game: Game | None, source: str | Path) -> None:
    for number, read in enumerate(plyground.read_games(source, game)):
        plyground.write_game(read)
        if number > MAX_GAMES:
            break


def _game_files() -> dict[str, tuple[Sequence[bytes], Read]]:
    """Files of many games in each notation, without naming the game, as openings and as positions of the lab."""
    from plyground.arena.openings import read_openings
    from plyground.lab.positions import read_positions

    readers: dict[str, tuple[Sequence[bytes], Read]] = {}
    for suffix, name in (
        (".pgn", "chess"),
        (".pdn", "draughts"),
        (".mill", "mill"),
        (".game", "connect-four"),
        (".fen", "chess"),
    ):
        game = plyground.game(name)
        fens, files, _ = _played(game)
        real = [b"\n".join(fens)] if suffix == ".fen" else [*files, b"\n\n".join(files)]

        def read(text: bytes, path: Path, game: Game = game, suffix: str = suffix) -> None:
            file = _written(text, path.with_suffix(suffix))
            for use in (
                lambda: read_openings(file, game),
                lambda: read_positions(file, game),
                lambda: _read_games(None, file),
            ):
                try:
                    use()
                except PlygroundError as error:
                    str(error)

        readers[f"{suffix} file"] = (real, read)
    return readers


def _written(text: bytes, path: Path) -> Path:
    path.write_bytes(text)
    return path


def _databases() -> dict[str, tuple[Sequence[bytes], Read]]:
    """Books, Polyglot books, lessons, transposition tables, journals, tournaments."""
    from plyground.arena.report import Report
    from plyground.database.books import open_book
    from plyground.database.lessons import Lessons
    from plyground.database.own_book import BookEntry, move_number, write_book
    from plyground.journal import Journal, read_journal
    from plyground.search.limits import Limits
    from plyground.search.searcher import Searcher

    game = plyground.game("chess")
    start, searcher = game.start(), Searcher(game, hash_mb=1)
    searcher.play(start, Limits(depth=2))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "real"
        write_book(path, game, [BookEntry(start.key, move_number(move), 1, 5) for move in start.legal_moves])
        own_book = path.read_bytes()
        searcher.save_tt(path)
        tt = path.read_bytes()
        lessons = Lessons(game, path.with_suffix(".jsonl"))
        for move in start.legal_moves:
            lessons.add(start, move, 3)
        learnt = lessons.path.read_bytes()
        with Journal(path.with_suffix(".journal"), {"what": "fuzz"}) as journal:
            for number in range(5):
                journal.add(str(number), {"value": number})
        kept = journal.path.read_bytes()
        games = _tournament(Path(folder))
    polyglot = b"".join(Random(1).randbytes(16) for _ in range(20))

    def read_book(text: bytes, path: Path) -> None:
        book = open_book(_written(text, path))
        book.check(game)
        list(book.moves(start))

    def resume_journal(text: bytes, path: Path) -> None:
        read_journal(_written(text, path))
        with Journal(path, {"what": "fuzz"}, resume=True) as journal:
            journal.add("new", {})

    def report(text: bytes, path: Path) -> None:
        _written(text, path.with_name("games.jsonl"))
        made = Report.from_folder(path.parent)
        made.headline()
        list(made.tables())

    return {
        "book": ([own_book, polyglot], read_book),
        "tt": ([tt, tt[:200]], lambda text, path: searcher.merge_tt(_written(text, path))),
        "lessons": ([learnt], lambda text, path: Lessons(game, _written(text, path)).of(start)),
        "journal": ([kept], resume_journal),
        "tournament": ([games], report),
    }


def _tournament(folder: Path) -> bytes:
    from plyground.arena.game_task import Conditions
    from plyground.arena.tournament import JOURNAL, Plan, Tournament
    from plyground.arena.worker_setup import player_specs
    from plyground.play.clock import TimeControl

    conditions = Conditions(plyground.game("connect-four"), TimeControl(depth=1))
    played = Tournament(Plan(player_specs(["random", "random:seed=1"]), conditions, 2), folder=folder, concurrency=0)
    assert len([*played.run()]) == 2
    played.close()
    return (folder / JOURNAL).read_bytes()


def _settings() -> dict[str, tuple[Sequence[bytes], Read]]:
    """Rules, players, clocks."""
    from plyground.play.clock import TimeControl
    from plyground.play.spec import PlayerSpec

    readers: dict[str, tuple[Sequence[bytes], Read]] = {}
    for family in ("mill", "draughts"):
        made: Any = registry.rules_type(family)
        rules = [registry.game(name).rules for name in registry.game_names() if name.startswith(f"{family}:")]  # type: ignore[attr-defined]
        readers[f"{family} rules"] = ([each.to_toml().encode() for each in rules], partial(_load_rules, family))
        readers[f"{family} rules line"] = ([each.to_line().encode() for each in rules], _of(made.from_line))
    specs = [
        b"engine:level=8",
        b"negascout-tt:depth=6",
        b"level=7 style=solid seed=3",
        b"uci:/bin/false option.Hash=64",
    ]
    controls = [b"5+0.05", b"40/300+3", b"movetime=0.5", b"depth=8", b"nodes=5000"]
    readers["player"] = (specs, _of(PlayerSpec.parse))
    readers["time control"] = (controls, _of(TimeControl.parse))
    return readers


def _load_rules(family: str, text: bytes, path: Path) -> None:
    rules = registry.rules_type(family).load(_written(text, path))
    registry.game_with_rules(family, rules).start()


def _dialogues() -> dict[str, tuple[Sequence[bytes], Read]]:
    """What engines and GUIs say."""
    from plyground.engines.info import parse_info, result_of_line
    from plyground.engines.options import parse_option
    from plyground.uci.commands import parse_go, parse_position

    game = plyground.game("chess")
    infos = [
        b"info depth 7 seldepth 9 multipv 1 score cp 31 nodes 4321 nps 99999 hashfull 5 time 12 wdl 90 860 50 pv e2e4",
        b"info depth 3 score mate -2 lowerbound nodes 12 pv e2e4",
    ]
    options = [
        b"option name Hash type spin default 16 min 1 max 1024",
        b"option name S type combo default A var A var B",
    ]
    go = [b"wtime 60000 btime 30000 winc 1000 searchmoves e2e4 d2d4 depth 9", b"infinite", b"perft 3"]
    positions = [b"startpos moves e2e4 e7e5", b"fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1 moves a1a8"]

    def read_info(text: bytes, _: Path) -> None:
        parse_info(text)
        result_of_line(game.start(), text, 5, mate_in_plies=False)

    return {
        "info": (infos, read_info),
        "option": (options, _of(parse_option)),
        "go": (go, lambda text, _: parse_go(_text(text).split()).limits(plyground.Side.WHITE)),
        "uci position": (positions, lambda text, _: parse_position(game, _text(text).split())),
    }


if __name__ == "__main__":
    faulthandler.enable()
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
