"""`plyground analyse` as people and scripts use it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pexpect
import pytest
from tests.waiting import PATIENCE_S

import plyground
from plyground import cli
from plyground.cli.program import main
from plyground.games.chess.notation import PGN
from plyground.games.draughts.notation import PDN
from plyground.games.files import PLAIN
from plyground.games.mill.notation import MILL
from plyground.notation import AnnotatedGame

FOOLS_MATE = '[White "Ann"]\n[Black "Bob"]\n\n1. f3 {a start} e5 2. g4 Qh4# 0-1\n'


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs the command in this process: its exit status and what it wrote."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["plyground", "analyse", *map(str, arguments)])
        monkeypatch.setenv("COLUMNS", "110")
        with pytest.raises(SystemExit) as left:
            main()
        written = capsys.readouterr()
        return left.value.code, written.out, written.err

    return run


@pytest.fixture
def printed(run):
    def printed(*arguments):
        status, out, told = run(*arguments)
        assert status == 0, told
        return out

    return printed


@pytest.fixture
def complaint(run):
    def complaint(*arguments):
        status, out, told = run(*arguments)
        assert (status, out) == (2, "")
        (line,) = told.splitlines()
        return line

    return complaint


@pytest.fixture
def sit_down():
    """Starts `plyground analyse` on its own terminal."""
    sessions = []

    def start(*arguments):
        session = pexpect.spawn(
            sys.executable,
            ["-m", "plyground", "analyse", *map(str, arguments)],
            env={**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"},
            dimensions=(40, 110),
            encoding="utf-8",
            timeout=PATIENCE_S,
        )
        sessions.append(session)
        return session

    yield start
    for session in sessions:
        session.close(force=True)


def test_position_is_analysed_with_lines_reasons_and_the_threat(printed):
    text = printed("chess", "--moves", "e4 e5 Bc4 Nc6 Qh5", "--depth", "6", "--lines", "2")
    assert "depth 6/" in text
    assert text.count(" for White") >= 2
    assert "White threatens Qxf7#. Wins at once. Black is checkmated." in text


@pytest.mark.parametrize("game", ["mill:morabaraba", "draughts:english", "connect-four"])
def test_any_game_is_analysed(printed, game):
    assert "depth 4/" in printed(game, "--depth", "4")


def test_json_holds_codes_and_english(printed):
    hint = json.loads(printed("--fen", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "--depth", "4", "--json"))
    best = hint["moves"][0]
    assert (best["notation"], best["score"]["plies"]) == ("Ra8#", 1)
    assert best["reasons"][0]["code"] == "ends_game"
    assert best["reasons"][0]["arguments"] == {"termination": "checkmate", "winner": "white"}


def test_game_that_is_over_says_so(printed):
    mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    assert printed("--fen", mate) == "The game is over. Black wins. White is checkmated.\n"
    assert json.loads(printed("--fen", mate, "--json"))["result"]["termination"] == "checkmate"


def test_why_a_move_is_bad(printed):
    text = printed("--moves", "f3 e5", "--why", "g4", "--depth", "5")
    assert "g4 (blunder): Black wins in 1." in text
    assert "Line: g4 Qh4#" in text
    assert json.loads(printed("--moves", "f3 e5", "--why", "g4", "--depth", "5", "--json"))["grade"] == "blunder"


def test_game_of_a_file_is_reviewed_annotated_and_drawn(printed, tmp_path):
    game, out, picture = tmp_path / "game.pgn", tmp_path / "out.pgn", tmp_path / "course.svg"
    game.write_text(FOOLS_MATE)
    text = printed("--file", game, "--depth", "5", "--out", out, "--svg", picture)
    assert "Ann – Bob, Chess" in text
    assert "Opening: A00 Barnes Opening." in text
    assert "blunder" in text
    nodes = list(PGN.read_game(out.read_text()).main_line())
    assert nodes[2].nags == [4]
    assert "Lets the opponent win in 1 move. White is checkmated." in nodes[2].comment
    assert nodes[0].comment.startswith(("a start", "Inaccuracy", "Mistake"))
    assert nodes[2].commands["eval"] == "#-1"
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_review_as_json_has_accuracy_and_grades(printed, tmp_path):
    game = tmp_path / "game.pgn"
    game.write_text(FOOLS_MATE)
    review = json.loads(printed("--file", game, "--depth", "5", "--json"))
    assert [move["grade"] for move in review["moves"]][2:] == ["blunder", "best"]
    assert review["accuracy"]["black"] > review["accuracy"]["white"]
    assert review["is_complete"]
    assert review["opening"] == "A00 Barnes Opening"


@pytest.mark.parametrize(
    ("suffix", "text", "read"),
    [
        (".pdn", '[GameType "25"]\n\n1. c3-d4 d6-c5 2. e3-f4 *\n', PDN.read_game),
        (".mill", '[Variant "nine"]\n\n1. d6 d2 2. f4 b4 3. f6 a1 4. b6xa1 *\n', MILL.read_game),
        (".game", '[Game "connect-four"]\n\n1. d a 2. d a 3. d g 4. d 1-0\n', PLAIN.read_game),
    ],
)
def test_games_of_every_family_are_reviewed_and_written(printed, tmp_path, suffix, text, read):
    game = tmp_path / f"game{suffix}"
    game.write_text(text)
    written = printed("--file", game, "--depth", "4", "--out", "-")
    again = read(written)
    assert [node.move for node in again.main_line()] == [node.move for node in read(text).main_line()]
    assert all("eval" in node.commands for node in again.main_line() if node.position.result is None)
    wrong = [node for node in again.main_line() if node.nags]
    assert wrong
    assert all(node.nags[0] in (2, 4, 6) and node.remark and node.parent for node in wrong)
    assert all(len(node.parent.variations) == 2 for node in wrong if node.parent is not None)


def test_own_game_in_a_file_is_reviewed_by_its_name(printed, tmp_path):
    code = Path(__file__).parents[1] / "games" / "toy.py"
    spec = f"{code}:SmallMill"
    toy = plyground.game(spec)
    record = plyground.Record(toy.start())
    while record.outcome() is None and len(record) < 4:
        record.push(next(iter(record.position.legal_moves)))
    game = tmp_path / "own.game"
    game.write_text(PLAIN.write_game(AnnotatedGame.from_record(record)))
    assert json.loads(printed(spec, "--file", game, "--depth", "2", "--json"))["game"] == toy.name


def test_game_without_a_name_is_the_one_that_was_named(printed, tmp_path):
    for name, suffix, text in (
        ("draughts:english", ".pdn", "1. 11-15 23-19 *\n"),
        ("mill:lasker", ".mill", "1. d6 b4 2. d6-d7 *\n"),
        ("connect-four", ".game", "1. d d *\n"),
    ):
        game = tmp_path / f"nameless{suffix}"
        game.write_text(text)
        assert json.loads(printed(name, "--file", game, "--depth", "2", "--json"))["game"] == name


def test_collection_is_not_replaced_by_one_of_its_games(run, printed, tmp_path):
    games = tmp_path / "games.pgn"
    games.write_text(FOOLS_MATE + "\n" + FOOLS_MATE)
    before = games.read_text()
    status, _, told = run("--file", games, "--game", "2", "--depth", "2", "--out", games)
    assert status == 2
    assert "holds other games too" in told
    assert games.read_text() == before
    games.write_text(FOOLS_MATE)
    printed("--file", games, "--depth", "2", "--out", games)
    assert "%eval" in games.read_text()


@pytest.mark.parametrize("option", ["--out", "--svg"])
def test_place_where_nothing_can_be_written_is_named_before_the_review(run, tmp_path, option):
    game = tmp_path / "game.pgn"
    game.write_text(FOOLS_MATE)
    for target in (tmp_path, game / "out.pgn"):
        status, _, told = run("--file", game, "--seconds", "1000", option, target)
        assert status == 2
        assert "is a folder" in told or "there is no folder" in told


def test_moves_are_numbered_by_the_side_that_opens(printed, tmp_path):
    game = tmp_path / "late.pgn"
    game.write_text('[FEN "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1"]\n\n1... e5 2. g4 Qh4# 0-1\n')
    assert "2. g4 " in printed("--file", game, "--depth", "4")


def test_ctrl_c_while_the_commands_are_loaded_is_no_traceback(monkeypatch, capsys):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", interrupted)
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 130
    assert capsys.readouterr().err == "plyground: interrupted\n"


def test_mistakes_are_one_sentence(complaint, tmp_path):
    empty = tmp_path / "empty.pgn"
    empty.write_text("")
    assert complaint("--file", empty) == "plyground: There is no game in the text."
    assert complaint("--file", tmp_path / "none.pgn").endswith("No such file or directory")
    assert "give one with --file" in complaint("--out", "x.pgn")
    assert "brings its own moves" in complaint("--file", empty, "--moves", "e4")
    assert "is not legal" in complaint("--moves", "e5")
    game = tmp_path / "game.pgn"
    game.write_text(FOOLS_MATE)
    assert complaint("--file", game, "--game", "7") == "plyground: The file has no game number 7."


def test_ctrl_c_ends_the_search_and_shows_what_is_known(sit_down):
    session = sit_down("--seconds", "3600")
    session.expect("depth [0-9]+/")
    session.sendcontrol("c")
    session.expect("threat was found|threatens")
    session.expect(pexpect.EOF)
    session.wait()
    assert session.exitstatus == 0


def test_ctrl_c_keeps_the_moves_that_were_reviewed(sit_down, tmp_path):
    game, out = tmp_path / "game.pgn", tmp_path / "out.pgn"
    # So many moves take minutes, however soon we interrupt.
    moves, dice = plyground.Record(plyground.game("chess").start()), Random(1)
    while len(moves) < 100:
        moves.push(dice.choice(list(moves.position.legal_moves)))
    game.write_text(PGN.write_game(AnnotatedGame.from_record(moves)))
    session = sit_down("--file", game, "--seconds", "1", "--out", out)
    session.expect("1 of 100 moves")
    session.sendcontrol("c")
    session.expect("interrupted after [0-9]+ of 100 moves")
    session.expect(pexpect.EOF)
    session.wait()
    assert session.exitstatus == 130
    nodes = list(PGN.read_game(out.read_text()).main_line())
    assert len(nodes) == 100
    assert "eval" in nodes[0].commands
