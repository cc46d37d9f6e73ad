"""Reproducing the paper: the transcription, the games, the report, and resuming after an interruption."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from plyground.errors import InvalidRecord, InvalidRules
from plyground.lab import reproduction as reproduction_module
from plyground.lab.bot_games import AS_PUBLISHED, BotGame, PlayedBotGame, play
from plyground.lab.many_seeds import pairings
from plyground.lab.published import experiment
from plyground.lab.reproduce import reproduce
from plyground.lab.reproduction import Reproduction

NAME = "draughts-2021"
DEEPEST = 3

SUMS = {
    1: (2, 392.36, 2002, 7.75, 114),
    2: (-1, 829.38, 5002, 535.4, 2073),
    3: (-4, 1375.81, 8643, 2239.4, 14174),
    4: (-7, 783.36, 2260, 1154.9, 4137),
    5: (-4, 798.57, 6351, 140.8, 829),
    6: (-7, 879.57, 3361, 1361.5, 5971),
    7: (-6, 1080.68, 4662, 1053.7, 5916),
}
"""Result, white's mean and maximum, black's mean and maximum, each added up over a table in the source itself."""


@pytest.fixture(scope="module")
def miniature() -> Reproduction:
    return reproduce(NAME, deepest=DEEPEST, workers=1)


def test_transcription_has_every_row_of_every_table() -> None:
    tables = experiment(NAME).tables
    assert [table.number for table in tables] == [1, 2, 3, 4, 5, 6, 7]
    assert [len(table.rows) for table in tables] == [8, 8, 10, 10, 10, 10, 11]
    for table in tables:
        assert [row.depth for row in table.rows] == list(range(1, len(table.rows) + 1))


def test_transcription_adds_up() -> None:
    sums = {
        table.number: (
            sum(row.result for row in table.rows),
            round(sum(row.white.mean for row in table.rows), 2),
            sum(row.white.maximum for row in table.rows),
            round(sum(row.black.mean for row in table.rows), 2),
            sum(row.black.maximum for row in table.rows),
        )
        for table in experiment(NAME).tables
    }
    assert sums == SUMS


def test_transcription_is_plausible() -> None:
    for table in experiment(NAME).tables:
        assert {table.white, table.black} <= set(AS_PUBLISHED)
        for row in table.rows:
            assert row.result in (-1, 0, 1)
            assert 0 < row.white.mean < row.white.maximum
            assert 0 < row.black.mean < row.black.maximum


def test_an_unknown_experiment_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidRules, match="draughts-2021"):
        reproduce("chess-1950")


def test_every_table_and_figure_is_there(miniature: Reproduction) -> None:
    titles = [table.title for table in miniature.tables()]
    for number in range(1, 8):
        assert sum(title.startswith(f"Table {number}: ") for title in titles) == 2
    for number in (3, 4):
        assert sum(title.startswith(f"Figure {number}: ") for title in titles) == 1


def test_skipped_rows_say_so_and_played_rows_have_both_numbers(miniature: Reproduction) -> None:
    text = miniature.to_markdown()
    rows = sum(len(table.rows) for table in miniature.experiment.tables)
    played = 7 * DEEPEST
    assert len(re.findall(r"^\| \d+ \| \S+ \| skipped \|", text, re.MULTILINE)) == rows - played
    assert "Rows deeper than 3 were skipped" in text
    assert "Table 7: negascout-tt v negascout-tt at depth 9 (ours at 3)" in text


def test_nothing_is_said_to_agree_or_be_faster_where_black_was_less_deep(miniature: Reproduction) -> None:
    summary = next(iter(miniature.tables()))
    assert all("agree" not in row and "black" not in row for row in summary.rows)


def test_markdown_tables_are_well_formed(miniature: Reproduction) -> None:
    blocks = re.findall(r"(?:^\|.*\|\n)+", miniature.to_markdown(), re.MULTILINE)
    assert len(blocks) == len(list(miniature.tables()))
    for block in blocks:
        lines = block.splitlines()
        assert len({line.count("|") for line in lines}) == 1
        assert re.fullmatch(r"\|( ---:? \|)+", lines[1])
        assert len(lines) > 2


def test_published_numbers_are_printed_as_they_were(miniature: Reproduction) -> None:
    text = miniature.to_markdown()
    assert "| 10 | +1 | skipped | 1088.8 | – | 7307 | – | 214.5 | – | 982 | – | – |" in text
    assert "| 8 to 9 | 20.5× | skipped | 11.9× |" in text


def test_algorithms_that_find_the_same_value_play_the_same_game() -> None:
    """Noise depends on position, seed and ply alone, so tables 4, 6 and 7 are searches of the same positions."""
    games = [
        play(BotGame("", "draughts:russian-200", name, 5, name, 4, seed=7))
        for name in ("minimax", "alphabeta", "negascout", "negascout-tt")
    ]
    assert len({game.moves_digest for game in games}) == 1
    minimax, alphabeta, *_ = games
    assert alphabeta.white.counters.nodes < minimax.white.counters.nodes / 3


@pytest.mark.parametrize(("white", "black"), [("minimax", "minimax-weak"), ("alphabeta", "negascout")])
def test_the_quick_search_plays_the_same_moves(white: str, black: str) -> None:
    pairing = BotGame("", "draughts:russian-200", white, 4, black, 3, seed=3)
    slow, quick = play(pairing), play(replace(pairing, is_quick=True))
    assert (quick.moves_digest, quick.result) == (slow.moves_digest, slow.result)


def test_many_seeds_give_scores_with_intervals(tmp_path: Path) -> None:
    found = reproduce(NAME, deepest=2, workers=1, seeds=4, out=tmp_path)
    assert found.seeds is not None
    rows = {(row["first"], row["second"]): row for row in found.seeds.rows}
    assert list(rows) == [("minimax 1", "minimax-weak 1"), ("minimax 2", "minimax-weak 2")]
    for row in rows.values():
        won, drawn, lost = (int(number[1:]) for number in row["counts"].split())
        assert won + drawn + lost == row["games"] == 8  # four seeds, both colours
        score, low, high = map(float, re.findall(r"[\d.]+", row["score"]))
        assert score == pytest.approx(100 * (won + drawn / 2) / 8, abs=0.06)
        assert low <= score <= high
    assert "## Many seeds" in found.to_markdown()
    more = reproduce(NAME, deepest=2, workers=1, seeds=5, out=tmp_path)
    assert more.seeds is not None
    assert {row["games"] for row in more.seeds.rows} == {10}


def test_every_published_pairing_is_played_with_many_seeds_once() -> None:
    pairs = pairings(experiment(NAME))
    assert len(pairs) == 8 + 8 + 10 + 11 + 6
    by_first = {(pair.tables, pair.white_depth): pair for pair in pairs}
    assert by_first[(4, 6, 7), 9].published == 0
    assert by_first[(7,), 11].published == 1
    assert by_first[(1,), 4].published == 1


def test_another_seed_is_another_game() -> None:
    pairing = BotGame("", "draughts:russian-200", "alphabeta", 3, "alphabeta", 2, seed=1)
    assert play(pairing).moves_digest == play(pairing).moves_digest
    assert play(pairing).moves_digest != play(replace(pairing, seed=2)).moves_digest


def test_a_drawn_game_lasts_two_hundred_moves_and_repetition_ends_none(miniature: Reproduction) -> None:
    for game in miniature.games:
        assert game.termination in ("no_men", "no_moves", "move_limit")
        assert (game.result == 0) == (game.termination == "move_limit") == (game.plies == 200)


def test_a_played_game_survives_being_written(miniature: Reproduction) -> None:
    for game in miniature.games:
        assert PlayedBotGame.from_dict(asdict(game)) == game


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path, miniature: Reproduction) -> None:
    class Enough(Exception):
        pass

    games, told = len(miniature.games), list[int]()

    def count(what: str, done: float, left_s: float | None = None) -> None:
        told.append(round(done * games))
        if told[-1] == 10:
            raise Enough

    with pytest.raises(Enough):
        reproduce(NAME, out=tmp_path, on_progress=count, deepest=DEEPEST, workers=1)
    cells = tmp_path / "cells.jsonl"
    cells.write_text(cells.read_text() + '{"key": "cut sho')
    resumed = reproduce(NAME, out=tmp_path, on_progress=count, deepest=DEEPEST, workers=1)
    assert told == list(range(1, games + 1))
    assert [game.moves_digest for game in resumed.games] == [game.moves_digest for game in miniature.games]
    assert resumed.seconds is None


def test_a_folder_with_another_setup_is_refused(tmp_path: Path) -> None:
    reproduce(NAME, out=tmp_path, deepest=1, workers=1)
    with pytest.raises(InvalidRecord, match="deepest"):
        reproduce(NAME, out=tmp_path, deepest=2, workers=1)


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    here, elsewhere = (reproduce(NAME, deepest=1, workers=workers) for workers in (1, 2))
    assert [game.moves_digest for game in here.games] == [game.moves_digest for game in elsewhere.games]


def test_report_and_figures_are_written(tmp_path: Path, miniature: Reproduction) -> None:
    pytest.importorskip("matplotlib")
    written = miniature.write(tmp_path)
    assert {path.name for path in written} == {
        "report.md", "figure-3.png", "figure-3.svg", "figure-4.png", "figure-4.svg",
    }  # fmt: skip
    assert all(path.stat().st_size > 1000 for path in written)
    assert "(figure-3.svg)" in (tmp_path / "report.md").read_text()


def test_without_matplotlib_the_report_says_what_is_missing(
    tmp_path: Path, miniature: Reproduction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reproduction_module, "has_plots", lambda: False)
    (report,) = miniature.write(tmp_path)
    assert "plots need the extra `lab`" in report.read_text()
