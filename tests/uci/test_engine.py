"""Our engine's side of the protocol: greeting, options, positions, queries, and invalid commands."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from tests.uci.gui import Gui

import plyground
from plyground.engines.options import parse_option
from plyground.search.deepening import ALGORITHMS
from plyground.search.searcher import STYLES
from plyground.uci.engine import MAX_LINE_BYTES, Output, read_lines
from plyground.uci.options import OPTIONS

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"


@pytest.fixture
def gui():
    driven = Gui()
    yield driven
    driven.close()


def complaints(gui):
    return [line.removeprefix("info string ") for line in gui.said if line.startswith("info string ")]


def shown(gui, name):
    """What `d` says about something."""
    at = len(gui.said)
    gui.tell("d")
    (line,) = (line for line in gui.said[at:] if line.startswith(f"{name}: "))
    return line.removeprefix(f"{name}: ")


def test_greeting_names_the_engine_its_options_and_ends_with_uciok(gui):
    gui.tell("uci")
    assert gui.said[0] == f"id name Plyground {plyground.__version__}"
    assert gui.said[-1] == "uciok"
    announced = {option.name: option for option in filter(None, map(parse_option, gui.said[2:-1]))}
    assert list(announced.values()) == list(OPTIONS.values())
    assert set(announced) >= {
        *("Hash", "Threads", "MultiPV", "Ponder", "UCI_LimitStrength", "UCI_Elo", "UCI_Chess960", "UCI_ShowWDL"),
        *("OwnBook", "BookFile", "SyzygyPath", "Clear Hash", "Move Overhead", "Algorithm", "Level", "Style"),
        *("UCI_Variant", "Rules"),
    }


def test_options_offer_every_style_and_algorithm():
    assert OPTIONS["style"].choices == STYLES
    assert set(OPTIONS["algorithm"].choices) == {"playing", "mcts", *ALGORITHMS}


def test_guide_explains_every_option_and_command():
    guide = (Path(__file__).parents[2] / "docs" / "uci.md").read_text(encoding="utf-8")
    rows = {line.split("`")[1] for line in guide.splitlines() if line.startswith("| `")}
    assert rows == {option.name for option in OPTIONS.values()}
    assert all(f"`{command}" in guide for command in ("d", "eval", "bench", "go perft", "ponderhit", "query"))


def test_ugi_is_greeted_in_kind(gui):
    gui.tell("ugi", "isready", "uginewgame")
    assert gui.said[-2:] == ["ugiok", "readyok"]


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("name Hash value much", "The option Hash of the engine Plyground cannot be 'much'. Expected a whole number"),
        ("name Hash value 0", "Expected a whole number from 1 to"),
        ("name Style value wild", "Expected one of normal, attacking, solid, lazy"),
        ("name Contempt value 5", "has no option 'Contempt'. Its options are Hash, Threads"),
        ("Hash 5", "'Hash 5' sets no option. Write something like setoption name Hash value 64."),
        ("name UCI_Variant value ches", "There is no game named 'ches'. Did you mean 'chess'?"),
        ("name UCI_Variant value mill:tiny", "mill has no preset 'tiny'"),
        ("name BookFile value /nowhere/book.bin", "The book /nowhere/book.bin could not be read: No such file"),
        ("name SyzygyPath value /nowhere", "There are no endgame tables in /nowhere."),
    ],
)
def test_setting_that_makes_no_sense_is_one_sentence(gui, setting, expected):
    gui.tell(f"setoption {setting}")
    (sentence,) = complaints(gui)
    assert expected in sentence
    assert gui.go("depth 1")[0] in plyground.game("chess").start().legal_moves


def test_names_of_options_are_compared_without_regard_to_case(gui):
    gui.tell("setoption name uci_variant value mill", "setoption name CLEAR HASH")
    assert shown(gui, "Game") == "mill:nine"
    assert complaints(gui) == []


@pytest.mark.parametrize(
    ("variant", "fen"),
    [
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("mill:nine", "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"),
        ("draughts:english", plyground.game("draughts:english").start().fen),
        ("connect-four", "." * 42),
    ],
)
def test_variant_chooses_the_game_and_its_start(gui, variant, fen):
    gui.tell(f"setoption name UCI_Variant value {variant}")
    assert shown(gui, "Game") == variant
    assert shown(gui, "Fen") == fen


def test_chess960_is_an_option_and_a_variant(gui):
    gui.tell("setoption name UCI_Chess960 value true")
    assert shown(gui, "Game") == "chess:960"
    gui.tell("setoption name UCI_Chess960 value false", "setoption name UCI_Variant value chess:960")
    assert shown(gui, "Game") == "chess:960"


def test_choosing_the_same_game_again_keeps_the_position(gui):
    gui.tell("position startpos moves e2e4", "setoption name UCI_Variant value chess")
    assert shown(gui, "Turn") == "black"


def test_rules_are_one_line(gui):
    gui.tell("setoption name UCI_Variant value mill", "setoption name Rules value men=7 board=two-ring-centre")
    assert shown(gui, "Game") == "mill:custom"
    assert shown(gui, "Fen") == "*/********/******** w p p 0 7 0 7 0 0 0 0 0 0 0 0 1"
    gui.tell("setoption name Rules value <empty>")
    assert shown(gui, "Game") == "mill:nine"


def test_rules_are_a_file(gui, tmp_path):
    file = tmp_path / "house rules.toml"
    file.write_text("men = 10\n", encoding="utf-8")
    gui.tell(f"setoption name Rules value {file}", "setoption name UCI_Variant value mill:custom")
    assert shown(gui, "Fen").split()[4:8] == ["0", "10", "0", "10"]


def test_rules_of_draughts_start_from_a_preset(gui):
    gui.tell("setoption name UCI_Variant value draughts")
    gui.tell("setoption name Rules value preset=english flying_kings=yes")
    assert shown(gui, "Game") == "draughts:custom"
    english = plyground.game("draughts:english").start()
    assert shown(gui, "Fen") == english.fen


@pytest.mark.parametrize(
    ("base", "rules", "expected"),
    [
        ("mill", "men=nine", "The rule option 'men' cannot be 'nine'. Allowed values are 3 to 12."),
        ("mill", "no such file", "The rules in no such file could not be read"),
        ("draughts", "self=1", "There is no rule option 'self'. The options are size, "),
        ("draughts", "flying_kings=maybe", "flying_kings"),
    ],
)
def test_rules_that_make_no_sense_change_nothing(gui, base, rules, expected):
    gui.tell(f"setoption name UCI_Variant value {base}")
    before = shown(gui, "Game")
    gui.tell(f"setoption name Rules value {rules}")
    (sentence,) = complaints(gui)
    assert expected in sentence
    assert shown(gui, "Game") == before


def test_named_preset_comes_before_rules(gui):
    gui.tell("setoption name Rules value men=7", "setoption name UCI_Variant value mill:lasker")
    assert shown(gui, "Game") == "mill:lasker"


def test_position_is_a_start_and_the_moves_since(gui):
    gui.tell("position startpos moves e2e4 e7e5 g1f3")
    assert shown(gui, "Fen") == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def test_position_text_may_have_four_fields(gui):
    gui.tell(f"position fen {KIWIPETE} moves e1g1")
    assert shown(gui, "Fen").split()[:4] == ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1", "b", "kq", "-"]
    assert complaints(gui) == []


def test_castling_is_king_takes_rook_in_chess960(gui):
    gui.tell("setoption name UCI_Chess960 value true", f"position fen {KIWIPETE}")
    assert {"e1h1", "e1a1"} <= set(shown(gui, "Moves").split())
    gui.tell(f"position fen {KIWIPETE} moves e1h1")
    assert shown(gui, "Fen").startswith("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", "'' is not a position. Write startpos, or fen and a FEN"),
        ("middle", "'middle' is not a position"),
        ("fen 8/8 w - -", "The board has 2 ranks"),
        ("startpos moves e2e5", "'e2e5' is not legal"),
        ("startpos moves e2e4 hello", "'hello'"),
        ("startpos moves e2e5 xe4", "'e2e5' is not legal"),
    ],
)
def test_refused_position_is_never_answered_by_a_move_from_another_one(gui, words, expected):
    gui.tell("position startpos moves d2d4", f"position {words}")
    (sentence,) = complaints(gui)
    assert expected in sentence
    best, said = gui.go("depth 1")
    assert best == "(none)"
    assert said[0].startswith("info string There is no position")
    at = len(gui.said)
    gui.tell("go perft 1", "d", "eval", "query result")
    assert ["There is no position" in line for line in gui.said[at:]] == [True] * 4
    assert gui.go("depth 1", "position startpos moves e2e4 e7e5 f1c4 b8c6 d1h5 g8f6")[0] == "h5f7"


def test_position_that_is_too_long_to_read_is_not_answered_by_a_move_from_another_one(gui):
    gui.tell("position startpos moves d2d4")
    gui.engine.hear(None)
    assert gui.go("depth 1")[0] == "(none)"
    assert gui.go("depth 1", "ucinewgame")[0] != "(none)"


def test_removals_of_a_mill_may_be_words_of_their_own(gui):
    gui.tell("setoption name UCI_Variant value mill", "position startpos moves a1 b2 d1 d2 g1 xb2 f4")
    assert complaints(gui) == []
    whole_turns = plyground.Record(plyground.game("mill").start(), ["a1", "b2", "d1", "d2", "g1xb2", "f4"])
    assert shown(gui, "Fen") == whole_turns.position.fen


def test_queries_tell_a_runner_without_rules_whose_turn_it_is_and_who_won(gui):
    gui.tell("ugi", "query gameover", "query p1turn", "query result")
    assert gui.said[-3:] == ["response false", "response true", "response none"]
    gui.tell("position startpos moves f2f3 e7e5 g2g4 d8h4", "query gameover", "query p1turn", "query result")
    assert gui.said[-3:] == ["response true", "response true", "response p2win"]
    shuffle = "g1f3 g8f6 f3g1 f6g8 " * 2
    gui.tell(f"position startpos moves {shuffle}", "query gameover", "query result")
    assert gui.said[-2:] == ["response true", "response draw"]
    gui.tell("query weather")
    assert gui.said[-1] == "info string There is no query 'weather'. The queries are gameover, p1turn, result."


def test_eval_speaks_for_the_side_to_move(gui):
    gui.tell("position startpos moves e2e4", "eval")
    values = [line for line in gui.said if line.endswith("for black")]
    assert values[0].startswith("Evaluation: -0.")
    assert any(line.startswith("thesis: ") for line in values)


def test_perft_divides_by_move_and_ends_with_the_sum(gui):
    gui.ask("go perft 3", "Nodes searched: 8902")
    assert "e2e4: 600" in gui.said
    assert sum(":" in line for line in gui.said) == 21
    assert gui.count("bestmove") == 0
    gui.ask("go perft 0", "Nodes searched: 1")


@pytest.mark.parametrize("variant", ["chess", "mill", "draughts", "connect-four"])
def test_perft_can_be_stopped(gui, variant):
    gui.tell(f"setoption name UCI_Variant value {variant}", "go perft 60", "isready", "stop")
    gui.wait_for("info string the count was stopped")


def test_new_game_begins_at_the_start(gui):
    gui.tell("position startpos moves e2e4", "ucinewgame")
    assert shown(gui, "Turn") == "white"


def test_unknown_command_is_one_sentence(gui):
    gui.tell("", "   ", "sing a song")
    (sentence,) = complaints(gui)
    assert sentence.startswith("There is no command 'sing'. The commands are bench, d, debug, eval, go, isready")


def test_commands_of_other_programs_are_passed_over(gui):
    gui.tell("debug on", "register later", "stop", "ponderhit")
    assert gui.said == []


def test_lines_are_read_whatever_their_end_is():
    assert list(read_lines(io.BytesIO(b"uci\r\n\nisready\n\xff\nquit"))) == ["uci", "", "isready", "�", "quit"]


def test_line_that_is_too_long_is_left_out_and_the_next_one_is_read():
    too_long = b"x" * (3 * MAX_LINE_BYTES + 5)
    assert list(read_lines(io.BytesIO(b"uci\n" + too_long + b"\nisready\n"))) == ["uci", None, "isready"]
    assert list(read_lines(io.BytesIO(too_long))) == [None]


def test_nobody_listening_is_no_mishap():
    stream = io.BytesIO()
    output = Output(stream)
    output.say("readyok")
    assert stream.getvalue() == b"readyok\n"
    stream.close()
    output.say("readyok")
