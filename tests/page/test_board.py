"""The board itself: dragging, selecting, drawing, screen readers, and unknown games."""

from __future__ import annotations

import gzip
import re

from playwright.sync_api import Response, expect
from tests.page.board import BoardPage
from tests.page.conftest import PHONE, OpenBoard, OpenContext, RunningServer

CHAIN = "W:Wa1,j2:Bb2,d4,f6,j10"
KINGS_AND_PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_piece_is_dragged_with_the_mouse(open_board: OpenBoard) -> None:
    board = open_board("chess", KINGS_AND_PAWN)
    board.drag("e2", "e4")
    board.expect_pieces(e8="black king", e1="white king", e4="white pawn")


def test_piece_is_dragged_with_a_finger(open_board: OpenBoard) -> None:
    board = open_board("chess", KINGS_AND_PAWN, **PHONE)
    board.slide("e2", "e4")
    board.expect_pieces(e8="black king", e1="white king", e4="white pawn")


def test_castling_by_dragging_the_king_onto_its_rook(open_board: OpenBoard) -> None:
    board = open_board("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    board.drag("e1", "a1")
    board.expect_pieces(e8="black king", c1="white king", d1="white rook")


def test_piece_dropped_on_an_illegal_point_returns_and_stays_selected(open_board: OpenBoard) -> None:
    board = open_board("chess", KINGS_AND_PAWN)
    board.drag("e2", "c6")
    board.expect_pieces(e8="black king", e1="white king", e2="white pawn")
    board.click("e3")
    board.expect_pieces(e8="black king", e1="white king", e3="white pawn")


def test_another_piece_can_be_selected_and_deselected(open_board: OpenBoard) -> None:
    board = open_board("chess", KINGS_AND_PAWN)
    board.click("e2", "e1")
    expect(board.svg.locator(".dest, .capture")).to_have_count(4)
    board.click("e1")
    expect(board.svg.locator(".dest, .capture")).to_have_count(0)


def test_man_in_hand_is_dragged_onto_the_board(open_board: OpenBoard) -> None:
    board = open_board("mill")
    hand = board.page.locator('[data-hand="white"] svg')
    box = hand.bounding_box()
    assert box is not None
    board.page.mouse.move(box["x"] + 12, box["y"] + box["height"] / 2)
    board.page.mouse.down()
    board.page.mouse.move(*board.centre("d6"), steps=4)
    board.page.mouse.up()
    board.expect_pieces(d6="white man")


def test_chain_without_a_choice_needs_only_its_first_and_last_point(open_board: OpenBoard) -> None:
    board = open_board("draughts:international", CHAIN)
    board.click("a1", "g7")
    board.expect_pieces(g7="white man", j2="white man", j10="black man")


def test_a_capture_shows_its_whole_path_and_crosses_out_the_captured_men(open_board: OpenBoard) -> None:
    board = open_board("draughts:international", CHAIN)
    expect(board.svg.locator(".capture-path")).to_have_count(0)
    board.click("a1", "g7")
    board.expect_pieces(g7="white man", j2="white man", j10="black man")
    expect(board.svg.locator(".capture-path")).to_have_attribute("d", re.compile("^M[^L]*(L[^L]*){3}$"))
    expect(board.svg.locator("[data-captured]")).to_have_count(3)
    board.drag("j10", "i9")
    board.expect_pieces(g7="white man", j2="white man", i9="black man")
    expect(board.svg.locator(".capture-path, [data-captured]")).to_have_count(0)


def test_chain_with_a_choice_is_dragged_jump_by_jump(open_board: OpenBoard) -> None:
    board = open_board("draughts:russian", "W:Wc3,g1:Bd4,f6,d6,b6")
    board.drag("c3", "e5")
    board.drag("e5", "g7")
    board.expect_pieces(g1="white man", g7="white man", b6="black man", d6="black man")


def test_chain_that_ends_where_it_began_is_entered(open_board: OpenBoard) -> None:
    board = open_board("draughts:russian", "W:Wc3:Bd4,d6,b6,b4,h8")
    board.click("c3", "e5")
    board.expect_pieces(c3="white man", h8="black man")


NOTE_ANIMATIONS = """
    window.ways = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        window.ways.push(frames.length);
        return animate.call(this, frames, options);
    };
"""


def test_chain_is_animated_through_all_of_its_points(open_board: OpenBoard) -> None:
    board = open_board("draughts:international", CHAIN, reduced_motion="no-preference", script=NOTE_ANIMATIONS)
    board.click("a1", "g7")
    board.expect_pieces(g7="white man", j2="white man", j10="black man")
    assert board.page.evaluate("window.ways") == [4]
    board.drag("j10", "i9")
    board.expect_pieces(g7="white man", j2="white man", i9="black man")
    assert board.page.evaluate("window.ways") == [4], "a piece that was dragged there needs no animation"


def test_nothing_is_animated_with_reduced_motion(open_board: OpenBoard) -> None:
    board = open_board("draughts:international", CHAIN, script=NOTE_ANIMATIONS)
    board.click("a1", "g7")
    board.expect_pieces(g7="white man", j2="white man", j10="black man")
    assert board.page.evaluate("window.ways") == []


def test_connect_four_man_falls_wherever_its_column_is_clicked(open_board: OpenBoard) -> None:
    board = open_board("connect-four")
    board.click("d5")
    board.expect_pieces(d1="white man")
    board.click("d2")
    board.expect_pieces(d1="white man", d2="black man")


def test_escape_cancels_a_move(open_board: OpenBoard) -> None:
    board = open_board("chess", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1")
    board.press_keys("e7", "e8")
    menu = board.page.get_by_role("menu")
    expect(menu).to_be_visible()
    board.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    board.expect_pieces(h8="black king", e1="white king", e7="white pawn")
    assert board.focused


def draw_arrow(board: BoardPage, start: str, end: str) -> None:
    """Drags with the right button."""
    mouse = board.page.mouse
    mouse.move(*board.centre(start))
    mouse.down(button="right")
    mouse.move(*board.centre(end), steps=3)
    mouse.up(button="right")


def test_right_drag_draws_an_arrow_and_a_click_clears_it(open_board: OpenBoard) -> None:
    board = open_board("chess", KINGS_AND_PAWN)
    draw_arrow(board, "a2", "c4")
    board.point("h5").click(button="right")
    expect(board.svg.locator("path.drawn.green")).to_have_count(1)
    expect(board.svg.locator("circle.drawn.green")).to_have_count(1)
    # Drawing the same arrow again removes it; for a moment there are two.
    draw_arrow(board, "a2", "c4")
    expect(board.svg.locator("path.drawn.green")).to_have_count(0)
    board.click("a5")
    expect(board.svg.locator(".overlay .drawn")).to_have_count(0)


def test_numbered_squares_show_their_numbers_and_are_read_out_by_them(open_board: OpenBoard) -> None:
    board = open_board("draughts:international", CHAIN)
    expect(board.svg.locator(".labels text")).to_have_count(50)
    expect(board.point("a1")).to_have_attribute("aria-label", re.compile("^46, white man", re.IGNORECASE))


def test_points_are_read_out_with_the_piece_on_them(open_board: OpenBoard) -> None:
    board = open_board("chess", KINGS_AND_PAWN)
    expect(board.point("e2")).to_have_attribute("aria-label", re.compile("e2.*white pawn", re.IGNORECASE))
    expect(board.svg.locator('[tabindex="0"]')).to_have_count(1)
    board.click("e2", "e4")
    expect(board.page.locator("[aria-live]").filter(has_text="e4").first).to_be_attached()


def test_touch_targets_are_as_large_as_the_board_allows(open_board: OpenBoard) -> None:
    for game, least in (("chess", 44), ("mill", 44), ("draughts:international", 34)):
        board = open_board(game, **PHONE)
        first, second = (board.centre(point) for point in ("a1", "a3" if "draughts" in game else "d1"))
        steps = 2 if "draughts" in game else 3
        apart = max(abs(first[0] - second[0]), abs(first[1] - second[1])) / steps
        assert apart >= least, game


def test_board_of_a_large_game_has_few_nodes(open_board: OpenBoard) -> None:
    board = open_board("draughts:international")
    nodes = board.page.evaluate("document.querySelectorAll('*').length")
    assert nodes < 2000


def test_first_visit_is_small_and_loads_nothing_from_other_hosts(
    server: RunningServer, open_context: OpenContext
) -> None:
    page = open_context().new_page()
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    expect(page.get_by_role("button", name="Play: Chess")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert {answer.url.startswith(server.address) for answer in answers} == {True}
    assert sum(len(gzip.compress(answer.body())) for answer in answers) < 150_000
