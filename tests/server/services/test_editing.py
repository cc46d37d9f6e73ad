"""A position being edited: drafts become texts, texts drafts, and what is wrong is said."""

from __future__ import annotations

import pytest

from plyground.server.services.editing import edit_position
from plyground.server.wire.http import EditPosition, PositionDraft
from plyground.server.workers.job import JobContext

WORK = JobContext(lambda message: None)


def test_an_empty_query_is_the_start_with_everything_to_fill_in() -> None:
    edited = edit_position(EditPosition(game="mill"), WORK)
    assert edited.form is not None
    assert edited.draft is not None
    assert edited.form.pieces == ["white man", "black man"]
    assert edited.draft.fields["hand.white"] == 9
    assert edited.problem is None
    assert edited.view is not None


def test_custom_rules_change_what_can_be_filled_in() -> None:
    rules = {"men": 6, "mill_action_while_placing": "mark"}
    edited = edit_position(EditPosition(game="mill", rules=rules), WORK)
    assert edited.form is not None
    assert "marked man" in edited.form.pieces
    assert [field.high for field in edited.form.fields if field.name == "hand"] == [6, 6]


def test_a_draft_becomes_a_text_although_it_is_not_legal() -> None:
    draft = PositionDraft(pieces={"e1": "white king"}, turn="black")
    edited = edit_position(EditPosition(game="chess", draft=draft), WORK)
    assert edited.fen == "8/8/8/8/8/8/8/4K3 b - - 0 1"
    assert edited.problem is not None
    assert edited.problem.code == "king_count"
    assert edited.draft == draft
    assert edited.view is None


def test_a_text_of_a_position_that_is_not_legal_can_still_be_edited() -> None:
    edited = edit_position(EditPosition(game="draughts", fen="W:Wc3,h8:B"), WORK)
    assert edited.draft is not None
    assert edited.draft.pieces == {"c3": "white man", "h8": "white man"}
    assert edited.problem is not None


@pytest.mark.parametrize("name", ["chess", "mill", "draughts", "connect-four"])
def test_a_text_that_cannot_be_read_leaves_no_draft(name: str) -> None:
    edited = edit_position(EditPosition(game=name, fen="nonsense"), WORK)
    assert edited.draft is None
    assert edited.problem is not None


def test_pieces_and_points_of_another_game_are_left_out() -> None:
    draft = PositionDraft(pieces={"e1": "white dragon", "z99": "white king"}, turn="white")
    assert edit_position(EditPosition(game="chess", draft=draft), WORK).fen == "8/8/8/8/8/8/8/8 w - - 0 1"


def test_chess960_starts_by_number() -> None:
    edited = edit_position(EditPosition(game="chess:960", start=0), WORK)
    assert edited.fen.startswith("bbqnnrkr/")
    assert edited.starts == 960


def test_a_finished_position_is_legal_and_says_how_it_ended() -> None:
    edited = edit_position(EditPosition(game="chess", fen="7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), WORK)
    assert edited.problem is None
    assert edited.outcome is not None
    assert edited.outcome.termination == "checkmate"
