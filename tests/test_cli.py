"""The command line as people and scripts use it: output, errors, exit status."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pexpect
import pytest
from tests.waiting import PATIENCE_S, wait_until

from plyground.cli.output import progress

COMMAND = [sys.executable, "-m", "plyground"]
ENVIRONMENT = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}


def run(*arguments, typed=""):
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        env=ENVIRONMENT,
        check=False,
    )


def lines(*arguments, typed=""):
    finished = run(*arguments, typed=typed)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()


def complaint(*arguments):
    """The one line on standard error of a command that must fail."""
    finished = run(*arguments)
    assert finished.returncode == 2
    assert finished.stdout == ""
    (line,) = finished.stderr.splitlines()
    assert line.startswith("plyground: ")
    return line


def test_bare_command_prints_help():
    printed = "\n".join(lines())
    assert "Usage: plyground" in printed
    assert all(command in printed for command in ("play", "show", "perft", "rules", "games", "bench"))


def test_version():
    import plyground

    assert lines("--version") == [f"plyground {plyground.__version__}"]


def test_perft_prints_the_count_alone_on_standard_output():
    assert lines("perft", "chess", "--depth", "3") == ["8902"]


def test_perft_divide_lists_moves_then_a_blank_line_then_the_count():
    *moves, blank, count = lines("perft", "chess", "--depth", "2", "--divide")
    assert (len(moves), blank, count) == (20, "", "400")
    assert "e2e4: 20" in moves


def test_perft_of_depth_zero_is_one():
    assert lines("perft", "chess", "--depth", "0") == ["1"]


def test_perft_with_threads_counts_the_same():
    assert lines("perft", "chess", "--depth", "4", "--threads", "3") == ["197281"]


def test_perft_takes_a_position():
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert lines("perft", "chess", "--depth", "2", "--fen", kiwipete) == ["2039"]


def test_perft_may_count_removals_as_plies_of_their_own():
    assert lines("perft", "mill", "--depth", "5") == ["5140800"]
    assert lines("perft", "mill", "--depth", "5", "--split-removals") == ["5100480"]
    assert lines("perft", "mill:twelve", "--depth", "6", "--split-removals") == ["96052320"]


def test_show_prints_board_text_turn_and_count():
    shown = lines("show", "chess")
    assert shown[0] == "8 r n b q k b n r"
    assert shown[-3:] == ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "White to move", "20 legal moves"]


def test_show_says_how_a_finished_game_ended():
    mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
    assert lines("show", "chess", "--fen", mate)[-2:] == ["Black wins. White is checkmated.", "0 legal moves"]


def test_show_lists_moves_in_both_spellings():
    assert "g1f3  Nf3" in lines("show", "chess", "--moves")


def test_show_writes_a_picture(tmp_path):
    target = tmp_path / "board.svg"
    assert lines("show", "connect-four", "--svg", str(target)) == []
    assert ElementTree.parse(target).getroot().tag.endswith("svg")
    assert "\n".join(lines("show", "connect-four", "--svg", "-")) + "\n" == target.read_text(encoding="utf-8")


def test_show_takes_the_number_of_a_start_position():
    assert "bbqnnrkr/pppppppp" in "".join(lines("show", "chess:960", "--start", "0"))


def test_games_lists_names_and_titles():
    listed = [line.split(maxsplit=1) for line in lines("games")]
    assert ["chess", "Chess"] in listed
    assert ["connect-four", "Connect Four"] in listed


def test_games_lists_a_game_that_has_two_names_once():
    names = [line.split()[0] for line in lines("games")]
    assert "mill:nine" in names
    assert "mill" not in names
    assert len(set(names)) == len(names)


def test_bench_ends_with_the_number_of_leaves():
    assert lines("bench", "connect-four")[-1] == str(7**6)


def test_bench_knows_a_game_by_its_other_name():
    assert lines("bench", "mill")[-1] == lines("bench", "mill:nine")[-1] == "1873562112"


def test_rules_alone_lists_every_preset_with_title_and_source():
    from plyground.games.draughts import DraughtsRules
    from plyground.games.mill.rules import MillRules

    printed = lines("rules")
    for family, rules in (("mill", MillRules), ("draughts", DraughtsRules)):
        for preset in rules.presets().values():
            (line,) = (line for line in printed if line.split()[:1] == [f"{family}:{preset.name}"])
            assert preset.title in line
            assert preset.source in line


def test_rules_of_draughts_are_shown_saved_and_played(tmp_path):
    printed = lines("rules", "draughts:english")
    assert printed[0] == "English draughts (draughts:english)"
    assert ["•", "flying_kings", "false"] in [line.split()[:3] for line in printed]
    file = tmp_path / "house.toml"
    lines("rules", "draughts:english", "--save", str(file))
    file.write_text(file.read_text(encoding="utf-8") + 'priorities = ["most-pieces"]\n', encoding="utf-8")
    own = ("--rules", str(file))
    assert lines("perft", "draughts", *own, "--depth", "3") == lines("perft", "draughts:english", "--depth", "3")
    changed = lines("rules", "draughts", *own, "--changed")
    assert changed[1] == "Options without a mark are as in draughts:russian."
    assert ["•", "priorities", "most-pieces"] in [line.split()[:3] for line in changed]


def test_rules_of_a_game_explain_every_option():
    from plyground.games.mill.rules import MillRules

    printed = lines("rules", "mill:morabaraba")
    assert printed[0] == "Morabaraba (mill:morabaraba)"
    assert printed[1].startswith("South African federation rules")
    for option in MillRules.all_options():
        (line,) = (line for line in printed if option.name in line.split()[:2])
        assert option.range in line
        assert option.meaning in line
    assert [line.split()[1:3] for line in printed if line.startswith("•")] == [
        ["board", "three-ring-diagonal"],
        ["men", "12"],
        ["no_repeated_mill", "true"],
        ["full_board", "draw"],
        ["endgame_draw_plies", "10"],
    ]


def test_rules_may_show_only_what_differs():
    printed = lines("rules", "mill:morabaraba", "--changed")
    assert all(line.startswith("•") for line in printed[5:])
    assert len(printed[5:]) == 5
    listed = lines("rules", "--changed")
    assert any("mill:lasker" in line and "men 10, move_while_placing true" in line for line in listed)


def test_rules_of_mill_are_those_of_nine_mens_morris():
    assert lines("rules", "mill") == lines("rules", "mill:nine")


def test_rules_fit_on_a_terminal():
    shown = pexpect.run(
        " ".join([*COMMAND, "rules", "mill"]), dimensions=(60, 80), encoding="utf-8", timeout=PATIENCE_S
    )
    assert max(len(line) for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()) <= 80
    assert "special_capture_ignores_mills" in shown


def test_saved_rules_can_be_edited_and_played(tmp_path):
    file = tmp_path / "house.toml"
    assert lines("rules", "mill:seven", "--save", str(file)) == []
    file.write_text(file.read_text(encoding="utf-8") + "lose_below = 4\n", encoding="utf-8")
    own = ("--rules", str(file))
    assert lines("show", "mill", *own)[-3] == "*/********/******** w p p 0 7 0 7 0 0 0 0 0 0 0 0 1"
    assert lines("perft", "mill", *own, "--depth", "2") == [str(17 * 16)]
    assert lines("rules", "mill", *own)[0] == "Mill, custom rules (mill:custom)"
    assert any(line.split()[:3] == ["•", "lose_below", "4"] for line in lines("rules", "mill", *own, "--changed"))
    printed = lines("play", "mill", *own, "--side", "both", typed="c3\n")
    assert str(file) in printed[-1]


def test_saved_rules_may_go_to_the_output():
    printed = lines("rules", "mill:lasker", "--save", "-")
    assert [line for line in printed if not line.startswith("#")] == ["men = 10", "move_while_placing = true"]
    assert "Lasker morris" in printed[0]


def test_mill_says_which_men_may_be_removed():
    printed = lines("play", "mill", "--side", "both", typed="d6\nf4\nd7\nf2\nd5\nd5xf4\n")
    assert any("d5xf4" in line and "d5xf2" in line for line in printed)


def test_forced_passes_are_played_for_the_players(tmp_path):
    typed = "".join(f"{token}\n" for token in ("d6", "f4", "d7", "f2", "d5", "a1"))
    file = tmp_path / "again.toml"
    file.write_text('mill_action_while_placing = "hand-then-again"\n', encoding="utf-8")
    printed = lines("play", "mill", "--rules", str(file), "--side", "both", typed=typed)
    assert any("Black must pass" in line for line in printed)


def test_play_reads_moves_from_a_pipe():
    printed = lines("play", "chess", "--side", "both", typed="f3\ne5\ng4\nQh4\n")
    assert printed[-1] == "Black wins. White is checkmated. 0-1"


def test_play_says_how_to_resume():
    printed = lines("play", "connect-four", "--depth", "1", typed="d\n")
    assert printed[-1].strip().startswith("plyground play connect-four --fen ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("perft", "ches"), "Did you mean 'chess'?"),
        (("perft", "chess:nope"), "chess has no preset 'nope'"),
        (("perft", "chess", "--fen", "not a fen"), "position"),
        (("show", "chess", "--fen", ""), "empty"),
        (("perft", "chess", "--depth", "-1"), "--depth"),
        (("perft", "chess", "--depth", "1000000000000"), "--depth"),
        (("perft", "chess", "--depth", "many"), "--depth"),
        (("perft", "chess", "--threads", "-1"), "--threads"),
        (("perft", "chess", "--threads", "99999"), "--threads"),
        (("play", "chess", "--seconds", "nan"), "--seconds"),
        (("play", "chess", "--seconds", "-3"), "--seconds"),
        (("play", "chess", "--depth", "0"), "--depth"),
        (("play", "chess", "--side", "green"), "--side"),
        (("play", "connect-four", "--style", "solid"), "cannot be played in the style solid"),
        (("show", "chess:960", "--start", "960"), "0 to 959"),
        (("show", "chess", "--start", "0", "--fen", "8"), "--fen or --start"),
        (("show", "chess", "--svg", "no/such/folder/board.svg"), "board.svg"),
        (("show", "chess", "--frobnicate"), "--frobnicate"),
        (("dance",), "dance"),
        (("perft", "chess", "--split-removals"), "chess has no removals"),
        (("perft", "connect-four", "--split-removals"), "connect-four has no removals"),
        (("perft", "mill:mul-mulan", "--split-removals"), "special captures"),
        (("perft", "mil"), "Did you mean 'mill'?"),
        (("rules", "chess"), "expected a game of mill"),
        (("rules", "mill:ten"), "mill has no preset 'ten'"),
        (("rules", "--save", "house.toml"), "name a game"),
        (("rules", "mill", "--save", "no/such/folder/house.toml"), "house.toml"),
        (("show", "--rules", "house.toml"), "--rules works with draughts"),
        (("show", "mill:nine", "--rules", "house.toml"), "mill alone"),
        (("show", "mill", "--rules", "no-such-file.toml"), "no-such-file.toml"),
    ],
)
def test_mistakes_are_one_line_and_exit_status_two(arguments, words):
    assert words in complaint(*arguments)


def test_a_reader_that_leaves_early_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    finished = subprocess.run(
        [*COMMAND, "show", "chess", "--moves"],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    os.close(writing)
    assert finished.stderr == ""


def test_a_long_count_shows_progress_and_ctrl_c_ends_it_with_one_line():
    counting = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "perft", "chess", "--depth", "12"], encoding="utf-8", timeout=PATIENCE_S
    )
    counting.expect(r"\d+ %  [\d,]+ leaves  [\d,]+ leaves/s")
    counting.sendintr()
    counting.expect("plyground: interrupted")
    counting.expect(pexpect.EOF)
    counting.close()
    assert "Traceback" not in counting.before
    assert counting.exitstatus == 130


GUIDE = Path(__file__).parents[1] / "docs" / "mill.md"


def console_commands(page):
    """Each command of a page's console examples with the lines that it says are printed."""
    for block in re.findall(r"^```console\n(.+?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *printed = part.splitlines()
            yield command, printed


def test_the_guide_to_mill_prints_what_the_commands_print(tmp_path):
    (tmp_path / "docs" / "images").mkdir(parents=True)
    for command, printed in console_commands(GUIDE):
        typed = re.sub(r"^plyground", shlex.join(COMMAND), command)
        finished = subprocess.run(
            typed,
            shell=True,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            env=ENVIRONMENT,
            check=True,
        )
        assert finished.stdout.splitlines() == printed, command
    drawn = list((tmp_path / "docs" / "images").iterdir())
    assert len(drawn) == 3
    for picture in drawn:
        assert picture.read_bytes() == (GUIDE.parent / "images" / picture.name).read_bytes(), picture.name


def test_the_guide_to_mill_has_every_preset():
    from plyground.cli.games import differences
    from plyground.games.mill.rules import PRESETS

    rows = [
        f"| `mill:{preset.name}` | {preset.title} | {differences(preset.rules.options()) or 'nothing'} |"
        for preset in PRESETS.values()
    ]
    assert [line for line in GUIDE.read_text(encoding="utf-8").splitlines() if line.startswith("| `mill:")] == rows


@pytest.mark.parametrize(
    "command",
    ["play chess --help", "play connect-four --depth 1", "games", "perft mill --depth 2", "lab compare --help",
     "book --help", "arena match random random --game mill --games 2 --concurrency 0 --max-plies 4 --out {folder}"],
)  # fmt: skip
def test_commands_other_than_serve_need_no_unix(command, tmp_path):
    finished = run_without_unix(*command.format(folder=tmp_path).split())
    assert finished.returncode == 0, finished.stderr


def test_the_server_says_in_a_sentence_that_it_needs_unix(tmp_path):
    finished = run_without_unix("serve", "--data", str(tmp_path))
    assert finished.returncode == 2
    assert "the server runs on Linux and macOS only" in " ".join(finished.stderr.split())
    assert "Traceback" not in finished.stderr


def run_without_unix(*arguments):
    """Runs a command as if the modules that only Unix has were missing."""
    program = (
        "import runpy, sys; sys.modules['fcntl'] = sys.modules['resource'] = None; "
        "sys.argv[0] = 'plyground'; runpy.run_module('plyground', run_name='__main__')"
    )
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(
        command, input="d\n", capture_output=True, text=True, timeout=PATIENCE_S, env=ENVIRONMENT, check=False
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_long_commands_end_by_every_signal_as_by_ctrl_c(number):
    """What keeps the finished part after Ctrl-C keeps it then too: books, tables, the laboratory."""
    before = {each: signal.signal(each, signal.SIG_DFL) for each in (signal.SIGTERM, signal.SIGHUP)}

    def be_ended() -> None:
        with progress():
            os.kill(os.getpid(), number)
            wait_until(lambda: False)

    try:
        with pytest.raises(KeyboardInterrupt):
            be_ended()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
