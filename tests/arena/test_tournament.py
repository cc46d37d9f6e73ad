"""Tournaments: every game is played once, even if processes die in between."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path
from time import sleep

import pytest

import plyground
from plyground.arena.executor import LocalExecutor
from plyground.arena.game_task import Conditions
from plyground.arena.match import Match
from plyground.arena.schedule import Format
from plyground.arena.tournament import JOURNAL, OpeningChoice, Plan, Tournament
from plyground.arena.worker_setup import player_specs
from plyground.errors import InvalidRecord, InvalidRules
from plyground.games import connect_four
from plyground.games.mill import Mill
from plyground.games.mill.rules import MillRules
from plyground.play.clock import TimeControl
from plyground.play.player import Player
from plyground.search.result import SearchResult

GAMES = 200
RUNNER = """
import sys
from pathlib import Path
sys.path.insert(0, {here!r})
from test_tournament import make
if __name__ == "__main__":
    for _ in make(Path(sys.argv[1]), concurrency=2, resume=True).run():
        pass
"""


def make(folder: Path, *, games: int = GAMES, concurrency: int = 2, resume: bool = False) -> Tournament:
    plan = Plan(
        player_specs(["alphabeta:depth=2", "minimax:depth=2"]),
        Conditions(plyground.game("draughts"), TimeControl(depth=2)),
        games,
        opening=OpeningChoice(random_plies=4, seed=7),
    )
    return Tournament(plan, folder=folder, concurrency=concurrency, resume=resume)


def numbers(folder: Path) -> list[int]:
    lines = (folder / JOURNAL).read_text().splitlines()
    return [json.loads(line)["number"] for line in lines[1:]]


def test_killing_workers_loses_no_game_and_plays_none_twice(tmp_path: Path):
    tournament = make(tmp_path)
    for count, _ in enumerate(tournament.run()):
        if count in (20, 60, 120):
            victim = active_children()[0]
            os.kill(victim.pid or 0, signal.SIGKILL)
    tournament.close()
    assert sorted(numbers(tmp_path)) == list(range(1, GAMES + 1))


def test_killing_the_runner_loses_no_game_and_plays_none_twice(tmp_path: Path):
    script = tmp_path / "runner.py"
    script.write_text(RUNNER.format(here=str(Path(__file__).parent)))
    folder = tmp_path / "games"
    for enough in (20, 90):
        with subprocess.Popen([sys.executable, script, folder]) as runner:
            while not (folder / JOURNAL).exists() or len((folder / JOURNAL).read_bytes().splitlines()) < enough:
                assert runner.poll() is None
                sleep(0.02)
            runner.kill()
    before = numbers(folder)
    tournament = make(folder, resume=True)
    for _ in tournament.run():
        pass
    tournament.close()
    assert len(before) < GAMES
    assert numbers(folder)[: len(before)] == before
    assert sorted(numbers(folder)) == list(range(1, GAMES + 1))


def test_a_half_written_line_counts_for_nothing(tmp_path: Path):
    first = make(tmp_path, games=4, concurrency=0)
    for _ in first.run():
        pass
    first.close()
    path = tmp_path / JOURNAL
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    second = make(tmp_path, games=4, concurrency=0, resume=True)
    assert len(second.played) == 3
    assert [played.number for played in second.run()] == [4]
    second.close()
    assert numbers(tmp_path) == [1, 2, 3, 4]
    assert path.read_bytes().startswith(whole[: whole.rindex(b'{"key"')])


def test_a_tournament_can_be_prolonged_but_not_changed(tmp_path: Path):
    first = make(tmp_path, games=2, concurrency=0)
    assert len(list(first.run())) == 2
    first.close()
    longer = make(tmp_path, games=4, concurrency=0, resume=True)
    assert [played.number for played in longer.run()] == [3, 4]
    longer.close()
    plan = Plan(
        player_specs(["alphabeta:depth=2", "random"]),
        Conditions(plyground.game("draughts"), TimeControl(depth=2)),
        2,
    )
    with pytest.raises(InvalidRecord, match="players"):
        Tournament(plan, folder=tmp_path, resume=True)


def test_without_resume_an_earlier_tournament_is_kept_beside(tmp_path: Path):
    for _ in range(2):
        tournament = make(tmp_path, games=2, concurrency=0)
        list(tournament.run())
        tournament.close()
    assert (tmp_path / "games.previous.jsonl").exists()


def test_every_pair_is_played_with_both_colours_from_one_opening(tmp_path: Path):
    tournament = make(tmp_path, games=6, concurrency=0)
    pairs: dict[int, list[tuple[str, str, tuple[str, ...]]]] = {}
    for played in tournament.run():
        pairs.setdefault(played.pair, []).append((played.white, played.black, played.opening.moves))
    tournament.close()
    assert len(pairs) == 3
    for (white, black, opening), (other_white, other_black, other_opening) in pairs.values():
        assert (white, black, opening) == (other_black, other_white, other_opening)


@pytest.mark.parametrize(("form", "meetings"), [(Format.ROUND_ROBIN, 6), (Format.GAUNTLET, 3)])
def test_everyone_meets_whom_the_format_says(form: Format, meetings: int):
    plan = Plan(
        player_specs(["random", "random", "random", "random"]),
        Conditions(plyground.game("connect-four"), TimeControl(depth=1)),
        2,
        form,
    )
    met = Counter(frozenset((played.white, played.black)) for played in Tournament(plan, concurrency=0).run())
    assert len(met) == meetings
    assert set(met.values()) == {2}


def test_a_played_game_survives_its_journal(tmp_path: Path):
    tournament = make(tmp_path, games=2, concurrency=0)
    played = list(tournament.run())
    tournament.close()
    again = make(tmp_path, games=2, concurrency=0, resume=True)
    again.close()
    assert [one.as_dict() for one in again.played] == [one.as_dict() for one in played]
    assert again.played[0].record().outcome() is not None


def test_a_player_that_cannot_be_sent_is_named_with_a_way_out():
    class Local(Player):
        """Defined in a function, so that another process cannot find it."""

        def move(self, record, clock=None, on_progress=None, stop=None):
            return SearchResult(line=(next(iter(record.position.legal_moves)),))

    plan = Plan(player_specs([Local(), "random"]), Conditions(plyground.game("connect-four"), TimeControl(depth=1)), 2)
    with pytest.raises(InvalidRules, match="concurrency 0"):
        list(Tournament(plan, concurrency=1).run())
    assert len(list(Tournament(plan, concurrency=0).run())) == 2


def fail(task: int) -> int:
    raise PermissionError(13, "Permission denied", "logs/game.log")


@contextmanager
def failing(number: int) -> Iterator[Callable[[int], int]]:
    yield fail


def test_what_a_worker_cannot_do_is_told_as_it_is():
    with pytest.raises(PermissionError, match=r"logs/game\.log"):
        list(LocalExecutor(1).run(failing, [1, 2]))
    assert not active_children()


def test_other_rules_of_ones_own_are_no_resumption(tmp_path: Path):
    def begin(men: int, *, resume: bool) -> None:
        game = Mill(rules=MillRules(men=9, fly_at=men))
        Match("random", "random", game=game, folder=tmp_path, resume=resume, concurrency=0).close()

    begin(4, resume=False)
    begin(4, resume=True)
    with pytest.raises(InvalidRecord, match="rules"):
        begin(0, resume=True)


def test_a_game_in_a_file_is_played_in_other_processes(tmp_path: Path):
    file = tmp_path / "my_four.py"
    file.write_text(Path(connect_four.__file__).read_text(encoding="utf-8").replace('"connect-four"', '"my-four"'))
    match = Match(
        "alphabeta:depth=2", "random", game=f"{file}:ConnectFour", games=2, control="depth=2", folder=tmp_path / "match"
    )
    assert [played.fault for played in match.run()] == [None, None]
    match.close()
