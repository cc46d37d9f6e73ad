"""Views, checks and rules: what the page shows comes from the games themselves, and errors say what is wrong."""

from __future__ import annotations

from typing import Any

import chess
import pytest

from plyground.errors import InvalidRules, PlygroundError, UnknownGame
from plyground.games.draughts import DraughtsRules
from plyground.games.registry import game, game_names
from plyground.server.positions import find_game, rules_of
from plyground.server.presenter import problem
from plyground.server.services.rules import check_rules, rules_schema
from plyground.server.services.views import check_position, describe_game, game_list, legal_moves, view_position
from plyground.server.wire.http import CheckPosition, LegalQuery, RulesQuery, ViewQuery
from plyground.server.wire.parts import PositionQuery
from plyground.server.workers.job import JobContext

WORK = JobContext(print)


def query(game: str, *moves: str, start: str = "", rules: dict[str, Any] | None = None) -> PositionQuery:
    return PositionQuery(game=game, rules=rules, start=start, moves=list(moves))


def test_every_game_is_listed_and_described_by_its_full_name() -> None:
    listed = game_list([], WORK).games
    assert [entry.name for entry in listed] == list(game_names())
    for entry in listed:
        described = describe_game(entry.name, WORK)
        assert described.start == game(entry.name).start().fen
        assert {point.name for point in described.geometry.points} >= set(described.view.pieces)
    assert {entry.family for entry in listed if entry.own_rules} == {"mill", "draughts"}
    assert next(entry for entry in listed if entry.name == "chess").formats == ["fen", "svg", "plain", "pgn"]
    assert next(entry for entry in listed if entry.name == "connect-four").styles == ["normal", "lazy"]


def test_a_view_has_the_moves_as_python_chess_writes_them() -> None:
    board = chess.Board()
    sans = ["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4"]
    shown = view_position(ViewQuery(position=query("chess", *sans), geometry=True), WORK)
    assert [move.notation for move in shown.moves] == sans
    assert [move.move for move in shown.moves] == [board.push_san(san).uci() for san in sans]
    assert shown.fen.split()[0] == board.fen().split()[0]
    assert shown.view.turn == "black"
    assert shown.view.last == ["f3", "d4"]
    assert shown.geometry is not None
    assert shown.problem is None


def test_a_move_that_cannot_be_played_ends_the_list_and_is_explained() -> None:
    shown = view_position(ViewQuery(position=query("chess", "e4", "e5", "e4", "d4")), WORK)
    assert [move.notation for move in shown.moves] == ["e4", "e5"]
    assert shown.problem is not None
    assert shown.problem.code in ("move_illegal", "no_such_piece", "own_piece_there")
    assert shown.problem.message


def test_the_end_of_a_game_and_claims_are_told() -> None:
    mate = view_position(ViewQuery(position=query("chess", "f3", "e5", "g4", "Qh4#")), WORK)
    assert mate.outcome is not None
    assert (mate.outcome.winner, mate.outcome.termination, mate.outcome.score) == ("black", "checkmate", "0-1")
    assert mate.view.entry == {}
    knights = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
    assert view_position(ViewQuery(position=query("chess", *knights)), WORK).claims == ["threefold_repetition"]


@pytest.mark.parametrize(
    ("name", "fen", "code"),
    [
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1", "king_count"),
        ("chess", "", "fen_empty"),
        pytest.param("chess", "x" * 2000, "fen_field_count", id="chess-long"),
        ("draughts", "W:Wc3,c3:Bd4", "draughts_fen_occupied"),
        ("mill", "********/********/**** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "mill_fen_ring"),
        ("connect-four", "nonsense", "fen_unreadable"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_reason(name: str, fen: str, code: str) -> None:
    checked = check_position(CheckPosition(game=name, fen=fen), WORK)
    assert (checked.valid, checked.fen, checked.view) == (False, "", None)
    assert checked.problem is not None
    assert checked.problem.code == code
    assert checked.problem.message


def test_a_position_that_can_be_is_given_back_as_we_write_it() -> None:
    checked = check_position(CheckPosition(game="draughts", fen="W:Wc3,Kh4:Bd4,f6"), WORK)
    assert checked.valid
    assert game("draughts").from_fen(checked.fen).pieces == {
        "c3": "white man", "h4": "white king", "d4": "black man", "f6": "black man",
    }  # fmt: skip


def test_legal_moves_come_with_the_reason_why_another_is_none() -> None:
    position = query("draughts", start="W:Wc3,Kh4:Bd4,f6")
    found = legal_moves(LegalQuery(position=position, move="c3-b4"), WORK)
    assert [move.move for move in found.moves] == ["c3:e5:g7", "h4:d8", "h4:e7"]
    assert found.problem is not None
    assert found.problem.code == "capture_obligatory"
    assert legal_moves(LegalQuery(position=position, move="c3:g7"), WORK).move == "c3:e5:g7"


@pytest.mark.parametrize("family", ["mill", "draughts"])
def test_every_option_of_the_schema_takes_what_it_says_and_nothing_else(family: str) -> None:
    schema = rules_schema(family, WORK)
    usual = find_game(family)
    for option in schema.options:
        candidates: list[Any]
        match option.kind:
            case "flag":
                candidates = [True, False]
            case "number":
                candidates = [option.low, option.high, *(["never"] if option.may_be_never else [])]
                low, high = option.low - (1 if not option.may_be_never and option.low else 0), option.high + 1
                for outside in {low, high} - {option.low}:
                    assert not check_rules(RulesQuery(game=family, rules={option.name: outside}), WORK).valid
            case "choice":
                candidates = list(option.names)
            case "set":
                candidates = [[], list(option.names[:1]), list(option.names[:2])]
        assert option.default in candidates or option.kind in ("number", "set")
        default = check_rules(RulesQuery(game=family, rules={option.name: option.default}), WORK)
        assert default.preset == usual.name, option.name
        unknown = check_rules(RulesQuery(game=family, rules={option.name: "no such word"}), WORK).problem
        assert unknown is not None
        listed = unknown.arguments["expected"]
        for value in candidates:
            checked = check_rules(RulesQuery(game=family, rules={option.name: value}), WORK)
            # A value may clash with others, but it is never told to be another one.
            assert checked.valid or (checked.problem and checked.problem.arguments.get("expected") != listed)
        for nonsense in (None, {"a": 1}, [1], 1e300, -1, 10**30):
            refused = check_rules(RulesQuery(game=family, rules={option.name: nonsense}), WORK)
            assert not refused.valid, (option.name, nonsense)
            assert refused.problem is not None


@pytest.mark.parametrize("family", ["mill", "draughts"])
def test_the_options_of_each_preset_make_that_preset(family: str) -> None:
    for preset in rules_schema(family, WORK).presets:
        checked = check_rules(RulesQuery(game=family, rules=preset.options), WORK)
        assert checked.valid
        assert find_game(family, preset.options).rules == game(preset.name).rules  # type: ignore[attr-defined]


def test_draughts_options_are_those_of_the_rules_themselves() -> None:
    assert [option.name for option in rules_schema("draughts", WORK).options] == list(DraughtsRules())


def test_own_rules_make_the_same_game_again() -> None:
    for name, rules in (("mill", {"men": 7, "board": "two-ring-centre"}), ("draughts", {"flying_kings": False})):
        own = find_game(name, rules)
        assert rules_of(own) == rules
        assert find_game(own.name, rules_of(own)).rules == own.rules  # type: ignore[attr-defined]
    assert rules_of(game("chess")) is None


@pytest.mark.parametrize("rules", [{"self": 1}, {"preset": 5}, {"preset": "x"}, {"a" * 1000: 1}, {"": None}])
@pytest.mark.parametrize("family", ["mill", "draughts", "chess"])
def test_names_that_are_no_options_are_refused(family: str, rules: dict[str, Any]) -> None:
    with pytest.raises(PlygroundError) as refused:
        find_game(family, rules)
    assert problem(refused.value).message


def test_a_game_in_a_file_is_no_game_here() -> None:
    for name in ("/tmp/evil.py:Evil", "../evil.py:Evil", "chess.py:Chess", "mill:../../x", "\0", "a" * 80):
        with pytest.raises(UnknownGame):
            describe_game(name, WORK)
    with pytest.raises(InvalidRules) as fixed:
        rules_schema("chess", WORK)
    assert fixed.value.code == "rules_fixed"
