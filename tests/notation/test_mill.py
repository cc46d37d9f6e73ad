"""Mill records: tags and rules, files of other programs, writing, and errors."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest

import plyground
from plyground.errors import InvalidRecord, InvalidRules
from plyground.games.mill import Mill
from plyground.games.mill.notation import MILL
from plyground.games.mill.rules import PRESETS, MillRules
from plyground.notation import AnnotatedGame, InvalidFile

read_game, read_games, write_game, write_games = MILL.read_game, MILL.read_games, MILL.write_game, MILL.write_games


def played(text: str) -> list[str]:
    return [str(node.move) for node in read_game(text).main_line()]


def refused(text: str) -> InvalidFile:
    with pytest.raises(InvalidFile) as caught:
        read_game(text)
    return caught.value


# --- tags ---


def test_game_without_tags_is_nine_mens_morris():
    assert read_game("1. d6 f4 *").game.name == "mill:nine"


@pytest.mark.parametrize("preset", PRESETS)
def test_game_tag_names_the_rules(preset: str):
    game = read_game(f'[Game "mill:{preset}"] *')
    assert game.game.name == f"mill:{preset}"
    assert "Rules" not in write_game(game)
    assert read_game(write_game(game)).game is game.game


def test_bare_family_name_is_nine_mens_morris():
    assert read_game('[Game "mill"] 1. d6 *').game is plyground.game("mill:nine")


def test_rules_tag_lists_what_differs():
    game = read_game('[Game "mill:custom"] [Rules "men=7 fly_at=never board=two-ring-centre"] 1. c3 *')
    assert isinstance(game.game, Mill)
    assert game.game.rules == MillRules(men=7, fly_at=0, board="two-ring-centre")
    assert '[Game "mill:custom"]\n[Rules "board=two-ring-centre men=7 fly_at=never"]\n' in write_game(game)


def test_own_rules_that_differ_in_nothing_are_kept_as_own_rules():
    game = AnnotatedGame(Mill(rules=MillRules()).start())
    again = read_game(write_game(game))
    assert again.game.name == "mill:custom"


def test_own_rules_under_the_name_of_a_preset_are_written_out():
    text = write_game(AnnotatedGame(Mill("nine", rules=MillRules(men=8)).start()))
    assert '[Game "mill:custom"]\n[Rules "men=8"]\n' in text
    again = read_game(text).game
    assert isinstance(again, Mill)
    assert (again.name, again.rules.men) == ("mill:custom", 8)


def test_position_that_is_not_the_start_is_a_tag():
    fen = "********/O*@@****/O******* b p p 2 7 2 7 0 0 0 0 0 0 0 0 3"
    text = write_game(AnnotatedGame(plyground.game("mill").from_fen(fen)))
    assert f'[SetUp "1"]\n[FEN "{fen}"]\n' in text
    assert read_game(text).start.fen == fen


def test_moves_are_numbered_from_the_position():
    game = AnnotatedGame(plyground.game("mill").from_fen("********/O*@@****/O******* b p p 2 7 2 7 0 0 0 0 0 0 0 0 3"))
    game.root.add("a1").add("a4")
    assert write_game(game).endswith("\n\n3... a1 4. a4 *\n")


def test_moves_are_numbered_where_the_position_has_optional_fields():
    position = plyground.game("mill:el-filja").start()
    for _ in range(24):
        position = position.after(next(iter(position.legal_moves)))
    assert position.fen.split()[17:]
    game = AnnotatedGame(position)
    game.root.add(next(iter(position.legal_moves)))
    assert write_game(game).rstrip().split("\n")[-1].startswith("13. x")


def test_position_in_the_middle_of_a_turn_begins_with_its_removal():
    fen = "O*******/O*@@****/O******* w p r 3 6 2 7 1 0 0 0 0 0 0 0 3"
    assert played(f'[FEN "{fen}"] 3. xf4 a1 *') == ["xf4", "a1"]


# --- numbers of points ---


def test_numbered_points_are_those_of_playok():
    assert played("1. 5 13 2. 20 19 *") == ["d6", "e4", "d2", "b2"]
    assert played(" ".join(str(number) for number in range(1, 19)) + " *") == [
        "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3", "d3", "e3",
    ]  # fmt: skip


def test_numbered_turns_move_and_remove():
    text = "1. 1 5 2. 2 8 3. 3x5 20 4. 10 21 5. 24 19x10 *"
    assert played(text) == ["a7", "d6", "d7", "d5", "g7xd6", "d2", "a4", "f2", "g1", "b2xa4"]
    assert played(text.replace("x", " x")) == played(text.replace("x", "X")) == played(text)
    fen = "********/********/OO*@@@OO w m s 4 0 3 0 0 0 0 0 0 0 0 0 20"
    assert played(f'[FEN "{fen}"] 20. 3-15 24-5 *') == ["g7-g4", "g1-d6"]


def test_numbers_with_a_dot_or_before_a_name_are_those_of_moves():
    assert played("1 d6 f4 2 d2 b4 *") == played("1. d6 f4 2. d2 b4 *") == ["d6", "f4", "d2", "b4"]


@pytest.mark.parametrize(("text", "column"), [("1. 25 *", 4), ("1. 5 5 *", 6), ("1. 0 *", 4), ("1. 5 13 99-3 *", 9)])
def test_numbers_that_are_no_move_do_not_disappear(text: str, column: int):
    error = refused(text)
    assert (error.code, error.column) == ("file_move", column)


# --- rules in one line ---


@pytest.mark.parametrize("preset", PRESETS.values(), ids=lambda preset: preset.name)
def test_rules_line_round_trips(preset):
    assert MillRules.from_line(preset.rules.to_line()) == preset.rules


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("men", "'men' cannot be ''"),
        ("flying=yes", "no rule option 'flying'"),
        ("flying", "no rule option 'flying'"),
        ("=7", "no rule option ''"),
        ("men=seven", "'men' cannot be 'seven'. Allowed values are 3 to 12"),
        ("men=٧", "'men' cannot be '٧'"),
        ("men=13", "'men' cannot be 13. It must be from 3 to 12"),
        ("men=" + "9" * 5000, "'men' cannot be '999"),
        ("men=-1", "'men' cannot be '-1'"),
        ("move_while_placing=yes", "Allowed values are true or false"),
        ("leap=sides+sideways", "'leap' cannot be"),
        ("leap=sides", "The rule option 'leap' needs at least one of placing and moving."),
        ("board=two-ring men=9", "The board 'two-ring' has room for at most 8 men each"),
    ],
)
def test_rules_line_that_makes_no_sense_is_refused_by_name(line: str, words: str):
    with pytest.raises(InvalidRules, match=re.escape(words)):
        MillRules.from_line(line)


# --- what other programs write ---

CLOSING = "1. d6 f4 2. d7 f2 "
"""White can close d7-d6-d5; black has f4 and f2."""


def test_removal_of_its_own_belongs_to_the_move_before():
    assert played(CLOSING + "3. d5 xf4 a1 *")[4:] == ["d5xf4", "a1"]


def test_removal_of_its_own_may_stand_on_the_next_line_and_in_capitals():
    assert played(CLOSING + "3. D5\nXF4 a1 *")[4:] == ["d5xf4", "a1"]


def test_glued_removal_is_read_as_it_is():
    assert played(CLOSING + "3. d5xf4 a1 *")[4:] == ["d5xf4", "a1"]


def test_several_removals_of_their_own_belong_to_one_move():
    rules = '[Rules "removals_per_move=per-mill take_from_mills=always"]'
    moves = "1. a7 c4 2. g7 c3 3. d6 e3 4. d5 b2 5. d7 xc4 xe3 a1 *"
    assert played(rules + moves)[8:] == ["d7xe3xc4", "a1"]


def test_annotations_of_a_split_move_belong_to_the_whole():
    game = read_game(CLOSING + "3. d5 xf4! {a mill} (3. d5 xf2 {or this}) a1 *")
    node = game.root.next.next.next.next.next  # type: ignore[union-attr]
    assert node is not None
    assert (str(node.move), node.nags, node.comment) == ("d5xf4", [1], "a mill")
    assert [str(other.move) for other in node.parent.variations] == ["d5xf4", "d5xf2"]  # type: ignore[union-attr]


def test_closing_move_without_its_removal_is_refused_with_the_choices():
    error = refused(CLOSING + "3. d5 a1 *")
    assert (error.line, error.column) == (1, 22)
    assert "'d5' is ambiguous. It could be any of d5xf4, d5xf2" in str(error)
    assert error.partial is not None
    assert error.partial.end.ply == 4


def test_removal_of_a_protected_man_says_why():
    text = "1. d6 f4 2. d7 f2 3. a1 f6xa1 4. b4 a4 5. d5 xf4 *"
    assert "Line 1, column 43: 'd5xf4' is not legal. The man on f4 is protected by its mill." in str(refused(text))


OWN_REMOVALS = '[Rules "mill_action_while_placing=opponent-removes"] ' + CLOSING
"""When white closes d7-d6-d5, black must remove one of its own men, white passes, and black has its turn."""


def test_removal_only_turn_of_the_other_side_is_not_swallowed():
    text = OWN_REMOVALS + "3. d5 xf4 4. pass a1 *"
    assert played(text)[4:] == ["d5", "xf4", "pass", "a1"]


def test_passes_that_a_file_leaves_out_are_played():
    text = OWN_REMOVALS + "3. d5 xf4 a1 4. c3 *"
    game = read_game(text)
    assert [str(node.move) for node in game.main_line()][4:] == ["d5", "xf4", "pass", "a1", "c3"]
    assert played(write_game(game)) == [str(node.move) for node in game.main_line()]


def test_removal_only_turns_of_one_side_with_the_passes_between_left_out():
    """El Filja counts mills when placing ends: who has two removals makes them with the other side passing between."""
    rng, record = random.Random(0), plyground.Record(plyground.game("mill:el-filja").start())
    while len(record) < 40 and record.outcome() is None:
        record.push(rng.choice(list(record.position.legal_moves)))
    tokens = [str(move) for move in record.moves]
    assert "pass" in tokens[24:30]
    assert tokens[-1] != "pass"
    assert played('[Game "mill:el-filja"] ' + " ".join(token for token in tokens if token != "pass")) == tokens


def test_remarks_around_a_missing_pass_stay_with_their_moves():
    text = OWN_REMOVALS + "3. d5 xf4 {gone} (xf2) {before} a1! *"
    nodes = list(read_game(text).main_line())[5:]
    assert [(str(node.move), node.before, node.comment, node.nags) for node in nodes] == [
        ("xf4", "", "gone", []),
        ("pass", "", "", []),
        ("a1", "before", "", [1]),
    ]


def test_variation_after_a_missing_pass_begins_behind_it():
    text = OWN_REMOVALS + "3. d5 xf4 a1 (a4) c3 *"
    passed = list(read_game(text).main_line())[6]
    assert [str(node.move) for node in passed.variations] == ["a1", "a4"]


def test_word_that_fits_neither_before_nor_after_a_pass_leaves_no_pass_behind():
    error = refused(OWN_REMOVALS + "3. d5 xf4 d5 *")
    assert "'d5' is not legal. There is already a man on d5." in str(error)
    assert error.partial is not None
    assert str(error.partial.end.move) == "xf4"


def test_a_pass_that_is_not_forced_is_refused():
    assert "'pass' is not legal" in str(refused("1. d6 pass *"))


# --- results, several games, errors ---


def test_results_in_every_spelling():
    text = "1. d6 1-0 1. d6 0-1 1. d6 1/2-1/2 1. d6 ½-½ 1. d6 *"
    assert [game.result for game in read_games(text)] == ["1-0", "0-1", "1/2-1/2", "1/2-1/2", "*"]


def test_clocks_are_kept():
    node = read_game("1. d6 {[%clk 0:04:58]} *").end
    assert node.clock_ms == 298_000


TWO_AND_A_BROKEN_ONE = """\
[White "First"]

1. d6 f4 1-0

[White "Second"]
[Game "mill:three"]

1. b2 a1 0-1

[White "Broken"]
{tags}

1. {moves} *

[White "Last"]

1. a1 *
"""


@pytest.mark.parametrize(
    ("tags", "moves", "place", "words"),
    [
        ('[Game "chess"]', "d6", (11, 1), "This belongs to chess, not to mill"),
        ('[Game "millstone"]', "d6", (11, 1), "This belongs to millstone, not to mill"),
        ('[Game "mill:ten"]', "d6", (11, 1), "mill has no preset 'ten'"),
        ('[Game "mill:custom"]', "d6", (11, 1), "mill has no preset 'custom'"),
        ('[Game "mill:custom"] [Rules "men=2"]', "d6", (11, 22), "The rule option 'men' cannot be 2"),
        ('[Rules "wings=4"]', "d6", (11, 1), "There is no rule option 'wings'"),
        ('[FEN "O w"]', "d6", (11, 1), "17 fields"),
        ('[Round "1"]', "d6 d6", (13, 7), "There is already a man on d6"),
        ('[Round "1"]', "d6 Nf3", (13, 7), "'Nf3' is not a move of mill:nine"),
        ('[Round "1"]', "d6 {b4", (13, 7), "never closed"),
        ('[Round "1"]', "d6 " + "x" * 1000, (13, 7), "'" + "x" * 40 + "...' is not a move"),
    ],
)
def test_error_says_where_and_no_other_game_is_lost(tags: str, moves: str, place: tuple[int, int], words: str):
    text = TWO_AND_A_BROKEN_ONE.format(tags=tags, moves=moves)
    errors: list[InvalidFile] = []
    assert [game.headers["White"] for game in read_games(text, on_error=errors.append)] == ["First", "Second", "Last"]
    (error,) = errors
    assert (error.line, error.column) == place
    assert words in str(error)
    given: list[str] = []
    with pytest.raises(InvalidFile, match=re.escape(words)):
        given.extend(game.headers["White"] for game in read_games(text))
    assert given == ["First", "Second"]


def test_empty_text_has_no_game():
    with pytest.raises(InvalidRecord, match="no game"):
        read_game("")


def test_other_games_are_not_written():
    with pytest.raises(InvalidRecord, match="belongs to chess, not to mill"):
        write_game(AnnotatedGame(plyground.game("chess").start()))


def test_files_and_streams(tmp_path: Path):
    games = [read_game('[White "a"] 1. d6 *'), read_game('[White "b"] [Game "mill:six"] 1. c1 *')]
    path, stream = tmp_path / "games.mill", io.StringIO()
    write_games(path, games)
    write_games(stream, games)
    assert path.read_text(encoding="utf-8") == stream.getvalue()
    assert [game.game.name for game in read_games(path)] == ["mill:nine", "mill:six"]
    stream.seek(0)
    assert [game.headers["White"] for game in read_games(stream)] == ["a", "b"]
