"""Perft of every game of the family whose counts are published, and of positions that catch known mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from tests.games.draughts.boards import game

from plyground.games.draughts import Draughts, DraughtsRules
from plyground.search.perft import perft

PERFT_FILE = Path(__file__).parents[2] / "data" / "perft" / "draughts.perft"

RUSSIAN_DEPTH, SISTER_LEAVES = 11, 10**6


class Published(NamedTuple):
    game: str
    name: str
    fen: str
    depth: int
    leaves: int


def published() -> list[Published]:
    """Every count of the file, in its order."""
    counts, fields = [], {"game": "", "id": "", "fen": ""}
    for line in PERFT_FILE.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word in fields:
            fields[word] = rest
        elif word.isdigit():
            counts.append(
                Published(fields["game"].partition(":")[2], fields["id"], fields["fen"], int(word), int(rest))
            )
    return counts


def is_tested(count: Published) -> bool:
    if (count.game, count.name) == ("russian", "start"):
        return count.depth <= RUSSIAN_DEPTH
    return count.leaves <= 10 * SISTER_LEAVES


def parameters(counts: list[Published]) -> list[object]:
    return [pytest.param(count, id=f"{count.game}-{count.name}-{count.depth}") for count in counts]


@pytest.mark.parametrize("count", parameters([count for count in published() if is_tested(count)]))
def test_count_is_the_published_one(count):
    assert perft(game(count.game).from_fen(count.fen), count.depth) == count.leaves


@pytest.mark.bench
@pytest.mark.parametrize("count", parameters([count for count in published() if not is_tested(count)]))
def test_deep_count_is_the_published_one(count):
    assert perft(game(count.game).from_fen(count.fen), count.depth, threads=2) == count.leaves


def test_every_counted_start_is_the_start_of_its_game():
    for count in published():
        if count.name == "start":
            assert game(count.game).from_fen(count.fen) == game(count.game).start()


@pytest.mark.parametrize(
    ("mistake", "leaves"),
    [
        ({"promotion": "at-the-end"}, 929896),
        ({"removal": "at-once"}, 929976),
        ({"landing": "anywhere"}, 929901),
    ],
    ids=["a-man-crowned-only-at-the-end", "captured-pieces-removed-at-once", "a-king-stopping-early"],
)
def test_subtle_mistakes_in_russian_rules_first_show_at_depth_8(mistake, leaves):
    start = Draughts(rules=DraughtsRules(**mistake)).start()
    assert perft(start, 7) == 190146
    assert perft(start, 8) == leaves
