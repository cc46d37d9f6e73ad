"""Files: what is exported can be imported again, in every notation; broken files are read as far as possible."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import chess.pgn
import pytest

from plyground.errors import PlygroundError
from plyground.games.registry import game_names, registered
from plyground.play.classic import RandomPlayer
from plyground.record import Record
from plyground.server.services.files import LIMITS, export, import_text
from plyground.server.wire.http import ExportQuery, Imported, ImportQuery
from plyground.server.wire.parts import PositionQuery
from plyground.server.workers.job import JobContext

WORK = JobContext(print)


def read(text: str, game: str = "") -> Imported:
    return import_text(ImportQuery(text=text, game=game), WORK)


def random_game(name: str, plies: int = 30) -> PositionQuery:
    record = Record(registered(name).start())
    player = RandomPlayer(seed=3)
    while len(record) < plies and record.outcome() is None:
        record.push(player.move(record).line[0])
    return PositionQuery(game=name, moves=[str(move) for move in record.moves])


@pytest.mark.parametrize("name", game_names())
def test_every_game_comes_back_from_its_own_files(name: str) -> None:
    played = random_game(name)
    family = name.partition(":")[0]
    own = {"chess": "pgn", "draughts": "pdn", "mill": "mill"}.get(family, "plain")
    for format in dict.fromkeys((own, "plain")):
        written = export(ExportQuery(position=played, format=format, tags={"White": 'Ann "A" <b>'}), WORK)
        found = read(written.text)
        assert found.problem is None, (format, found.problem)
        assert [move.move for move in found.games[0].moves] == played.moves
        # PDN has no number for a limit of moves; its file says Russian draughts.
        assert found.games[0].game == name or (name, format) == ("draughts:russian-200", "pdn")
        assert found.games[0].tags["White"] == 'Ann "A" <b>'


def test_a_position_is_recognised_whatever_its_game() -> None:
    for name in ("chess", "draughts", "mill"):
        position = PositionQuery(game=name, moves=random_game(name, 9).moves)
        fen = export(ExportQuery(position=position, format="fen"), WORK).text
        found = read(fen)
        assert found.format == "fen"
        assert found.games[0].start == fen.strip()
        assert found.games[0].game.partition(":")[0] == name
    assert read("8/8/8/8/8/8/8/K1k5 w - - 0 1", "mill").format != "fen"


def test_moves_alone_are_read_as_the_game_that_is_given() -> None:
    assert [move.notation for move in read("1. e4 e5 2. Nf3").games[0].moves] == ["e4", "e5", "Nf3"]
    assert [move.move for move in read("d6 f4 d2", "mill:nine").games[0].moves] == ["d6", "f4", "d2"]
    assert len(read("1. c3-d4 b6-c5", "draughts").games[0].moves) == 2
    assert len(read("d d c", "connect-four").games[0].moves) == 3


def test_variations_comments_and_signs_are_kept_as_python_chess_reads_them() -> None:
    text = "{start} 1. e4! {best} (1. d4 d5 (1... Nf6 $6)) 1... e5 2. Nf3 1-0"
    tree = read(text).games[0].tree
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    ours = []
    for node in tree:
        ours.append((node.notation, node.comment, tuple(node.nags), -1 if node.parent < 0 else tree[node.parent].move))
    expected = set()
    waiting: list[chess.pgn.GameNode] = [theirs]
    while waiting:
        parent = waiting.pop()
        for child in parent.variations:
            above = -1 if isinstance(parent, chess.pgn.Game) else parent.move and parent.move.uci()
            expected.add((child.san(), child.comment, tuple(sorted(child.nags)), above))
            waiting.append(child)
    assert set(ours) == expected
    assert read(text).games[0].comment == "start"
    outcome = read(text).games[0].outcome
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == ("white", "as_recorded")


def test_a_long_game_and_a_deep_variation_do_not_nest() -> None:
    shuffle = " ".join(["Nf3", "Nf6", "Ng1", "Ng8"] * 500)
    assert len(read(shuffle).games[0].moves) == 2000
    deep = "1. e4 " + "(1. d4 " * 300 + ")" * 300 + " *"
    found = read(deep)
    assert found.games or found.problem


def test_a_broken_file_is_read_as_far_as_it_goes() -> None:
    found = read("1. e4 e5 2. Ke3 *")
    assert found.problem is not None
    assert found.problem.code == "file_move"
    assert found.problem.arguments["column"] == 13
    assert [move.notation for move in found.games[0].moves] == ["e4", "e5"]
    two = read('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. Ke2 *\n')
    assert len(two.games) == 1
    assert two.problem is not None


def test_a_file_with_too_many_games_says_so() -> None:
    found = read("1. e4 *\n\n" * 150)
    assert len(found.games) == 100
    assert found.problem is not None
    assert found.problem.code == "file_too_long"


def test_what_is_too_long_to_be_shown_is_refused_in_a_sentence() -> None:
    with pytest.raises(PlygroundError) as refused:
        read("x" * 1_000_001)
    assert refused.value.code == "text_too_long"
    found = read(" ".join(["Nf3 Nf6 Ng1 Ng8"] * 1_001), "chess")
    assert found.games == []
    assert found.problem is not None
    assert (found.problem.code, found.problem.arguments) == ("game_too_long", {"plies": 4_004, "most": 4_000})


def test_a_text_that_names_a_file_as_its_game_does_not_run_it(tmp_path: Path) -> None:
    trap = tmp_path / "trap.py"
    trap.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\nTrap = None\n")
    found = read(f'[Game "{trap}:Trap"]\n\n1. d d *\n')
    assert found.problem is not None
    assert not (tmp_path / "sprung").exists()


def test_a_board_is_drawn_as_svg_that_any_program_can_read() -> None:
    drawn = export(ExportQuery(position=PositionQuery(game="mill", moves=["d6"]), format="svg", flipped=True), WORK)
    assert ElementTree.fromstring(drawn.text).tag.endswith("svg")
    assert (drawn.filename, drawn.media_type) == ("mill-nine.svg", "image/svg+xml")


def test_a_game_in_the_wrong_notation_is_refused() -> None:
    with pytest.raises(PlygroundError):
        export(ExportQuery(position=PositionQuery(game="mill"), format="pgn"), WORK)


def test_an_unknown_format_is_refused_with_those_that_the_games_have() -> None:
    with pytest.raises(PlygroundError, match=r"no file format 'pdf'.* fen, svg, pgn, pdn, mill, plain"):
        export(ExportQuery(position=PositionQuery(game="mill"), format="pdf"), WORK)


def test_a_tag_cannot_break_out_of_its_place() -> None:
    evil = 'a"]\n[Evil "x"]\n\n1. d4 *\n{'
    moves = PositionQuery(game="chess", moves=["e4"])
    found = read(export(ExportQuery(position=moves, format="pgn", tags={"White": evil, "Black": "\\"}), WORK).text)
    assert found.problem is None
    (game,) = found.games
    assert [move.notation for move in game.moves] == ["e4"]
    assert "Evil" not in game.tags
    assert game.tags["White"] == " ".join(evil.split())
    with pytest.raises(PlygroundError, match="is not a valid tag name"):
        export(ExportQuery(position=moves, format="pgn", tags={'X"] [Evil "': "x"}), WORK)


def test_a_game_with_too_many_variations_moves_or_levels_is_read_as_far_as_is_allowed() -> None:
    for text, code, kept in (
        ("1. e4 " + "(1. d4) " * 100_000 + "*", "variations_too_many", LIMITS.variations + 1),
        ("1. e4 " + "(1. d4 " * 50_000 + ")" * 50_000 + " *", "variations_too_deep", LIMITS.nesting + 1),
    ):
        found = read(text)
        assert found.problem is not None
        assert found.problem.arguments["reason"]["code"] == code
        assert [len(game.tree) for game in found.games] == [kept]
    found = read("Nf3 Nf6 Ng1 Ng8 " * 60_000, "chess")
    assert found.games == []
    assert found.problem is not None
    assert found.problem.arguments["reason"]["code"] == "moves_too_many"


def test_a_hundred_thousand_comments_are_joined_once() -> None:
    found = read("1. e4 " + "{a} " * 100_000 + "(1. d4) {b} {c} 1... e5 {d} (1... c5) ({e}) *")
    assert [(node.notation, node.comment) for node in found.games[0].tree] == [
        ("e4", " ".join("a" * 100_000)),
        ("e5", "b c d e"),
        ("c5", ""),
        ("d4", ""),
    ]


def test_what_is_unusual_in_a_text_is_a_warning():
    answer = read("1. e4 ♞c6 2. Nf3 ] *", "chess")
    assert answer.problem is None
    assert [(warning.code, warning.arguments["column"]) for warning in answer.warnings] == [
        ("file_move", 7), ("file_syntax", 18),
    ]  # fmt: skip
    assert len(read("1. e4 " + "] " * 100 + "*", "chess").warnings) == 20
    assert read("1. e4 *", "chess").warnings == []
