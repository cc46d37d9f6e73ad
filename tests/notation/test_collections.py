"""Collections of games: a damaged game never costs another, and what is read is written and read back unchanged.

`COLLECTIONS=FOLDER` also reads every .pgn and .pdn file below a folder, such as the source package of python-chess
(`pip download chess==1.11.2 --no-binary :all:`, unpacked).
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import chess.pgn
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import plyground
from plyground.games.chess.notation import PGN, VARIANTS
from plyground.games.draughts.notation import PDN
from plyground.games.files import notation_of_file
from plyground.notation import AnnotatedGame, InvalidFile
from plyground.notation.notation import Notation

FILES = sorted(
    path
    for folder in filter(None, [os.environ.get("COLLECTIONS")])
    for path in Path(folder).rglob("*")
    if path.suffix in (".pgn", ".pdn")
)


def random_game(name: str, number: int) -> AnnotatedGame:
    """A game with comments, variations and signs."""
    random = Random(f"{name} {number}")
    record = plyground.Record(plyground.game(name).start())
    for _ in range(random.randrange(4, 24)):
        record.push(random.choice(list(record.position.legal_moves)))
    game = AnnotatedGame.from_record(record, {"White": f"Player {number}", "Round": str(number)})
    for node in random.sample(list(game.main_line()), 3):
        node.comment = random.choice(("good", "a comment (with signs) 1-0", "[%clk 0:05:00]", "two\n\nparagraphs"))
        node.nags.append(random.randint(1, 6))
        assert node.parent is not None
        node.parent.add(random.choice(list(node.parent.position.legal_moves)))
    return game


COLLECTIONS: dict[Notation, list[str]] = {
    notation: [notation.write_game(random_game(name, number)) for number in range(5)]
    for notation, name in ((PGN, "chess"), (PDN, "draughts:english"))
}

damage = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 12),
        st.one_of(
            st.text(max_size=3),
            st.sampled_from([*'{}()[]";%$!?*\\\n', "1-0", "--", "0-0", '[Event "', "<br>", "{a {b}", "1. ", "\n1. "]),
        ),
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("notation", COLLECTIONS, ids=lambda notation: notation.name)
@example(which=3, cuts=[(0.0, 5, ""), (0.5625, 3, "{a {b}")])
@settings(max_examples=300, deadline=None)
@given(which=st.integers(0, 4), cuts=damage)
def test_damaged_game_costs_no_other_game(notation: Notation, which: int, cuts: list[tuple[float, int, str]]):
    texts = list(COLLECTIONS[notation])
    broken = texts[which]
    for place, length, insert in cuts:
        at = int(place * len(broken))
        broken = broken[:at] + insert + broken[at + length :]
    texts[which] = broken
    errors: list[InvalidFile] = []
    games = list(notation.read_games("\n\n".join(texts), on_error=errors.append))
    written = [notation.write_game(game) for game in games]
    others = [text for number, text in enumerate(COLLECTIONS[notation]) if number != which]
    assert [text for text in written if text in others] == others
    for game, text in zip(games, written, strict=True):
        assert notation.write_game(notation.read_game(text)) == text
        assert all(warning.line > 0 and str(warning) for warning in game.warnings)


@pytest.mark.parametrize("notation", COLLECTIONS, ids=lambda notation: notation.name)
def test_collections_are_read_without_a_warning_and_written_unchanged(notation: Notation):
    text = "\n".join(COLLECTIONS[notation])
    games = list(notation.read_games(text, strict=True))
    assert "\n".join(notation.write_game(game) for game in games) == text


@pytest.mark.skipif(not FILES, reason="COLLECTIONS names no folder with .pgn or .pdn files")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_games_of_other_programs_are_all_read_and_written_unchanged(path: Path):
    notation = notation_of_file(path)
    assert notation is not None
    errors: list[InvalidFile] = []
    games = list(notation.read_games(path, on_error=errors.append))
    for error in errors:
        assert getattr(error.arguments["reason"], "code", None) == "variant_unknown"
        assert error.partial is not None
        assert error.partial.headers["Variant"] not in VARIANTS
    if notation is PGN:
        assert len(games) + len(errors) == games_by_python_chess(path)
    for game in games:
        text = notation.write_game(game)
        again = notation.read_game(text)
        assert shape(again) == shape(game)
        assert notation.write_game(again) == text


def games_by_python_chess(path: Path) -> int:
    with path.open(encoding="utf-8-sig") as file:
        count = 0
        while chess.pgn.read_headers(file) is not None:
            count += 1
        return count


def shape(game: AnnotatedGame) -> list[tuple[object, ...]]:
    return [(node.ply, str(node.move), node.position.fen, node.comment, node.nags) for node in game.walk()]
