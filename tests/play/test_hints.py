"""Hints: reasons for positions that a person would explain in the same way."""

from __future__ import annotations

import pytest

import plyground
from plyground.errors import IllegalMove
from plyground.games.draughts.facts import facts as draughts_facts
from plyground.games.mill.facts import mills_of
from plyground.play.hints import Advice, Hint, Reason, explain, hint_of, hints, threat
from plyground.play.reasoning.material import passed
from plyground.protocol import Result, Side
from plyground.reasons import REASONS
from plyground.record import Record
from plyground.search.limits import Limits
from plyground.search.searcher import Searcher
from plyground.turn import Turn

DEPTH = Limits(depth=7)

# The rings from the inside, each from the point above the centre clockwise: d5 e5 e4 ..., d6 f6 f4 ..., d7 g7 g4 ...
SHUTTLE = "@*******/****@*@*/OO***@*O w m s 3 0 4 0 0 0 0 0 0 0 0 0 20"
DOUBLE = "********/OO*@*@*O/*O@*@**O w m s 5 0 4 0 0 0 0 0 0 0 0 0 20"


CLEAR = plyground.game("draughts").from_fen("W:Wc5:Bh8,c3")


def record_of(game: str, fen: str = "", moves: str = "") -> Record:
    rules = plyground.game(game)
    return Record(rules.from_fen(fen) if fen else rules.start(), moves.split())


def hint_for(game: str, fen: str = "", moves: str = "", lines: int = 3) -> Hint:
    return hints(record_of(game, fen, moves), DEPTH, lines=lines)


def codes(advice: Advice | None) -> set[str]:
    assert advice is not None
    return {reason.code for reason in advice.reasons}


def said(advice: Advice, code: str) -> Reason:
    return next(reason for reason in advice.reasons if reason.code == code)


# --- chess


def test_back_rank_mate_ends_the_game():
    best = hint_for("chess", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1").moves[0]
    assert best.notation == "Rb8#"
    assert said(best, "ends_game").arguments == {"termination": "checkmate", "winner": "white"}


def test_mate_in_two_is_counted_in_moves_and_plies():
    best = hint_for("chess", "k7/8/8/2K5/8/8/8/1Q6 w - - 0 1").moves[0]
    assert said(best, "wins_by").arguments == {"plies": 3, "moves": 2, **Result(Side.WHITE, "checkmate").as_dict()}


def test_knight_forks_king_and_rook_and_wins_it():
    best = hint_for("chess", "r3k3/8/8/1N6/8/8/PP6/1K6 w - - 0 1").moves[0]
    assert best.notation == "Nc7+"
    assert said(best, "forks").arguments["pieces"] == ["black king", "black rook"]
    assert said(best, "wins_exchange").arguments["taken"] == ["black rook"]


def test_scholars_mate_is_threatened_and_stopped():
    hint = hint_for("chess", moves="e4 e5 Bc4 Nc6 Qh5")
    assert hint.threat is not None
    assert (hint.threat.notation, hint.threat.reasons[0].code) == ("Qxf7#", "ends_game")
    assert "stops_threat" in codes(hint.moves[0])
    assert said(hint.moves[0], "stops_threat").arguments["token"] == "h5f7"


def test_attacking_the_queen_threatens_to_win_it():
    hint = hint_for("chess", moves="e4 e5 Bc4 Nc6 Qh5", lines=8)
    pawn = next(advice for advice in hint.moves if advice.move == "g7g6")
    assert said(pawn, "threatens_material").arguments["taken"] == ["white queen"]


def test_pawn_promotes_now_and_a_king_move_promotes_later():
    found = {advice.move: advice for advice in hint_for("chess", "8/P7/8/8/5k2/8/8/4K3 w - - 0 1", lines=9).moves}
    assert said(found["a7a8q"], "promotes").arguments == {"piece": "white queen", "point": "a8"}
    assert said(found["e1e2"], "promotes_in").arguments["moves"] == 2


def test_taking_back_as_much_is_not_called_winning():
    best = hint_for("chess", moves="d4 d5 Nc3 Nf6 Nxd5").moves[0]
    assert "wins_exchange" in codes(best) or "wins_material" in codes(best)
    even = hint_for("chess", moves="d4 d5 c4 e6 cxd5").moves[0]
    assert even.notation == "exd5"
    assert said(even, "recaptures").arguments["pieces"] == ["white pawn"]
    assert not codes(even) & {"wins_material", "wins_exchange"}


def test_only_move_that_takes_the_queen_still_draws_by_stalemate():
    best = hint_for("chess", "k7/2Q5/8/8/8/8/1q6/K7 w - - 0 1").moves[0]
    assert {"only_move", "draws"} <= codes(best)
    assert not codes(best) & {"wins_material", "wins_exchange"}
    assert said(best, "draws").arguments["termination"] == "stalemate"


def test_every_other_move_loses():
    hint = hint_for("chess", "k7/8/1K6/8/8/8/8/R5r1 b - - 0 1")
    best = hint.moves[0]
    assert best.notation == "Rxa1"
    assert "others_lose" in codes(best)


@pytest.mark.parametrize(
    "fen",
    ["8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", "8/8/1b6/8/8/2k5/8/K2B4 w - - 0 1", "4k3/8/8/8/8/8/8/R3K2r w - - 0 1"],
    ids=["pawn-held-by-opposition", "bishops", "rook-taken-for-rook"],
)
def test_drawn_ending_of_chess_promises_nothing(fen):
    wins = {"ends_game", "wins_by", "wins", "wins_material", "wins_exchange", "promotes_in"}
    for advice in hint_for("chess", fen).moves[1:]:
        assert not codes(advice) & wins


# --- draughts


def test_king_that_takes_four_wins_four_men():
    best = hint_for("draughts", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8").moves[0]
    assert best.move == "f8:h6:f4:d6:b4"
    assert said(best, "wins_material").arguments["taken"][:4] == ["black man"] * 4


def test_man_that_will_be_crowned_says_when():
    best = hint_for("draughts", "W:Wc1,d6:Ba7,h8").moves[0]
    assert said(best, "promotes_in").arguments["piece"] == "white king"


def test_man_without_an_enemy_before_it_has_a_free_way():
    turn = Turn.of(CLEAR, CLEAR.parse("c5-d6"))
    assert list(draughts_facts(turn)) == [
        Reason("free_way", {"point": "d6", "steps": 2}),
        Reason("near_crowning", {"point": "d6", "steps": 2}),
    ]
    stopped = plyground.game("draughts").from_fen("W:Wc5:Bf8,c3")
    assert {reason.code for reason in draughts_facts(Turn.of(stopped, stopped.parse("c5-d6")))} == {"near_crowning"}


def test_obliged_capture_is_the_only_move():
    best = hint_for("draughts", "W:Wc3,h2:Bd4,a7,h8").moves[0]
    assert "only_move" in codes(best)


def test_nobody_passes_a_capture_that_must_be_made():
    assert passed(plyground.game("draughts").from_fen("W:Wc3,h2:Bd4,a7,h8")) is None
    assert hint_for("draughts", "W:Wc3,h2:Bd4,a7,h8").threat is None


def test_king_against_king_on_the_main_road_promises_nothing():
    wins = {"ends_game", "wins_by", "wins", "wins_material", "wins_exchange"}
    for advice in hint_for("draughts", "B:WKa1:BKc7").moves:
        assert not codes(advice) & wins


# --- mill


def test_mill_is_closed():
    best = hint_for("mill", moves="a7 d2 d7 b4").moves[0]
    assert said(best, "closes_mill").arguments["points"] == ["a7", "d7", "g7"]
    assert best.move.startswith("g7x")


def test_enemy_mill_is_blocked():
    hint = hint_for("mill", moves="a7 d2 d7")
    block = next(advice for advice in hint.moves if advice.move == "g7")
    assert said(block, "blocks_mill").arguments["points"] == ["a7", "d7", "g7"]


def test_man_steps_out_of_a_mill_to_step_back():
    found = {advice.move: advice for advice in hint_for("mill", SHUTTLE, lines=20).moves}
    out = [advice for advice in found.values() if "opens_mill" in codes(advice)]
    assert out
    assert all(said(advice, "opens_mill").arguments["points"] == ["a7", "d7", "g7"] for advice in out)


def test_man_between_two_mills_closes_one_with_every_move():
    double = next(advice for advice in hint_for("mill", DOUBLE, lines=20).moves if "double_mill" in codes(advice))
    assert double.move.startswith("d6-d7x")
    assert said(double, "double_mill").arguments["point"] == "d7"


@pytest.mark.parametrize(
    ("preset", "mills"),
    [("nine", 16), ("twelve", 20), ("six", 8), ("seven", 10), ("three", 8), ("three-plain", 6)],
)
def test_boards_have_the_mills_of_the_literature(preset, mills):
    assert len(mills_of(plyground.game(f"mill:{preset}"))) == mills


# --- any game


def test_connect_four_is_won_by_two_threats():
    best = hint_for("connect-four", moves="d d d d c c").moves[0]
    assert said(best, "wins_by").arguments == {"plies": 3, "moves": 2, **Result(Side.WHITE, "four_in_a_row").as_dict()}


def test_game_over_has_no_hint():
    hint = hint_for("chess", moves="f3 e5 g4 Qh4#")
    assert (hint.moves, hint.threat, hint.nodes) == ((), None, 0)


def test_hint_follows_from_a_report():
    record = record_of("connect-four", moves="d d d d c c")
    searcher = Searcher(record.game, hash_mb=1)
    report = searcher.analyse(record, DEPTH, lines=3)
    hint = hint_of(record, report, searcher, lines=2)
    assert [advice.move for advice in hint.moves] == [str(line.line[0]) for line in report.lines[:2]]


def test_same_hint_for_the_same_search():
    first, second = (hint_for("mill", moves="d6 d2 f4 b4 f6") for _ in range(2))
    assert [advice.as_dict() for advice in first.moves] == [advice.as_dict() for advice in second.moves]


def test_threat_without_a_pass_is_none():
    assert threat(record_of("connect-four"), DEPTH) is None
    assert threat(record_of("chess", moves="e4 f5 Qh5+"), DEPTH) is None


def test_every_reason_has_english_with_its_arguments():
    arguments = {
        **Result(Side.WHITE, "checkmate").as_dict(),
        "moves": 1,
        "plies": 1,
        "taken": ["black man"],
        "given": ["white man"],
        "pieces": ["black man"],
        "piece": "white king",
        "point": "a1",
        "points": ["a1", "a2"],
        "move": "e4",
        "replies": 2,
        "losing": 1,
        "file": "e",
        "steps": 1,
        "count": 2,
        "neighbours": 4,
        "before": 3,
        "after": 9,
        "pawns": 35,
        "margin": 120,
    }
    for code in REASONS:
        text = Reason(code, arguments).text
        assert text[0].isupper() or code == "is_worse"
        assert text.endswith(".")
        assert "{" not in text


# --- why a move is bad


def test_letting_oneself_be_mated_is_explained_by_the_mate():
    found = explain(record_of("chess", moves="f3 e5"), "g4", DEPTH)
    assert found.grade == "blunder"
    assert found.reasons[0] == Reason(
        "allows_win_by", {"plies": 1, "moves": 1, **Result(Side.BLACK, "checkmate").as_dict()}
    )
    assert found.line_notation == ("g4", "Qh4#")
    assert found.better is not None


def test_hanging_a_queen_is_explained_by_the_queen():
    found = explain(record_of("chess", moves="e4 e5 Qh5 Nc6"), "Qxh7", DEPTH)
    assert found.grade == "blunder"
    lost = next(reason for reason in found.reasons if reason.code.startswith("loses"))
    assert lost.arguments["taken"] == ["white queen"]
    assert found.reply is not None
    assert found.reply.notation == "Rxh7"


def test_missing_a_mate_is_explained_by_the_mate():
    found = explain(record_of("chess", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"), "h3", DEPTH)
    assert [reason.code for reason in found.reasons] == ["misses_win"]
    assert found.reasons[0].arguments["move"] == "Rb8#"


def test_stalemating_is_explained_by_the_draw():
    found = explain(record_of("chess", "k7/8/8/2Q5/8/8/8/7K w - - 0 1"), "Qc7", DEPTH)
    assert "allows_draw" in {reason.code for reason in found.reasons}


def test_best_move_is_praised_and_needs_no_better_one():
    found = explain(record_of("chess", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"), "Rb8", DEPTH)
    assert (found.grade, found.better, found.reply) == ("best", None, None)
    assert [reason.code for reason in found.reasons] == ["ends_game", "gives_check"]


def test_letting_a_mill_be_closed_is_explained_by_the_answer():
    found = explain(record_of("mill", moves="a7 d2 d7"), "c3", DEPTH)
    assert found.grade in ("mistake", "blunder")
    assert "closes_mill" in codes(found.reply)


def test_illegal_move_is_refused():
    with pytest.raises(IllegalMove):
        explain(record_of("chess"), "e5", DEPTH)


def test_a_move_called_best_has_no_better_one() -> None:
    record = record_of("mill")
    found = [explain(record, move, Limits(depth=3)) for move in record.position.legal_moves]
    best = [each for each in found if each.grade == "best"]
    assert len(best) > 1  # several moves are equally good
    assert all(each.better is None for each in best)
    assert all(each.better is not None for each in found if each.grade != "best")
