// Mill: forcing turns, hints by the eight principles, and where null moves are allowed.
//
//   7  a7---------d7---------g7
//   6  |  b6------d6------f6  |
//   5  |  |  c5---d5---e5  |  |
//   4  a4-b4-c4        e4-f4-g4
//   3  |  |  c3---d3---e3  |  |
//   2  |  b2------d2------f2  |
//   1  a1---------d1---------g1
#include <algorithm>
#include <string_view>
#include <vector>

#include "plyground/games/mill/game.hpp"
#include "tests/check.hpp"
#include "tests/mill_games.hpp"

using namespace plyground;
using namespace plyground::mill;
using tests::placed;
using tests::preset;

namespace {

bool comes_before(const Rules& rules, const Position& position, std::string_view first, std::string_view second) {
    const Mill<RuntimeRules> game(RuntimeRules{rules});
    return game.hint(position, game.parse_move(position, first)) >
           game.hint(position, game.parse_move(position, second));
}

}  // namespace

static_assert(HasForcingTest<Mill<RuntimeRules>> && HasMoveHints<Mill<RuntimeRules>> &&
              HasNullMove<Mill<RuntimeRules>>);

TEST(mill_forcing_turns_are_those_that_take_and_come_in_the_order_of_all_turns) {
    tests::walk(
        [](const auto& game, const Position& position, const auto& list) {
            MoveList<Mill<RuntimeRules>> forcing;
            game.forcing_moves(position, forcing);
            std::vector<mill::Move> expected;
            for (const mill::Move move : list) {
                const Position then = game.after(position, move);
                const bool takes = then.total(Side::WHITE) + then.total(Side::BLACK) <
                                   position.total(Side::WHITE) + position.total(Side::BLACK);
                const bool makes_opponent_take =
                    then.due_kind == DueKind::OWN && then.is_placing() && position.owes_nothing();
                CHECK(game.is_forcing(position, move) == (takes || makes_opponent_take));
                if (game.is_forcing(position, move)) expected.push_back(move);
            }
            CHECK_EQUAL(forcing.size(), expected.size());
            CHECK(std::equal(expected.begin(), expected.end(), forcing.begin()));
        },
        3, 200);
}

TEST(mill_mills_that_take_from_the_hand_are_forcing) {
    const Mill<RuntimeRules> dooz(RuntimeRules{preset("dooz")});
    const Position position = placed(dooz.rules(), "d7 g7", "d6 f2", 10, 10);
    const mill::Move closing = dooz.parse_move(position, "a7");
    CHECK(closing.removed().is_empty());
    CHECK(dooz.is_forcing(position, closing));
    CHECK(!dooz.is_forcing(position, dooz.parse_move(position, "a1")));
}

TEST(mill_hint_1_closing_comes_before_stopping_and_both_before_the_rest) {
    const Position position = placed(NINE, "d7 g7", "d6 f6", 7, 7);
    CHECK(comes_before(NINE, position, "a7xd6", "b6"));
    CHECK(comes_before(NINE, position, "b6", "d5"));
}

TEST(mill_hint_1_two_mills_come_before_one) {
    const Position position = placed(NINE, "a7 g7 d6 d5 a4 c4", "f2 b2 e3 d1 c3", 3, 4);
    CHECK(comes_before(NINE, position, "d7xf2", "b4xf2"));
}

TEST(mill_hint_2_while_moving_only_mills_within_reach_are_stopped) {
    // Black lacks d6 between b6 and f6: it could come from d7, or from anywhere with three men.
    const Mill<RuntimeRules> game(RuntimeRules{NINE});
    const auto hint_in = [&](const Position& position) {
        return game.hint(position, game.parse_move(position, "d5-d6"));
    };
    const int within_reach = hint_in(placed(NINE, "d5 e3 c3 g4", "b6 f6 d7 a1"));
    const int out_of_reach = hint_in(placed(NINE, "d5 e3 c3 g4", "b6 f6 g1 a1"));
    const int by_flight = hint_in(placed(NINE, "d5 e3 c3 g4", "b6 f6 a1"));
    CHECK(within_reach > out_of_reach);
    CHECK_EQUAL(by_flight, within_reach);
}

TEST(mill_hint_2_the_opponents_closing_point_is_not_left) {
    // White's d6 keeps black from closing b6-f6 from d7.
    const Position position = placed(NINE, "d6 g1 c3 e4", "b6 f6 d7 a1");
    CHECK(comes_before(NINE, position, "g1-g4", "d6-d5"));
}

TEST(mill_hint_2_a_man_that_is_about_to_close_is_taken_first) {
    const Position position = placed(NINE, "d7 g7", "d2 f2 c4 e5", 6, 5);
    CHECK(comes_before(NINE, position, "a7xd2", "a7xc4"));
}

TEST(mill_hint_3_points_beside_marked_men_come_first_while_placing) {
    const Rules& rules = preset("cheng-san-qi");
    const Position position = placed(rules, "d7 g4", "b2 f2", 6, 6, "d6");
    CHECK(comes_before(rules, position, "d5", "c4"));
}

TEST(mill_hint_4_a_man_in_the_way_of_a_mill_is_taken_first) {
    // f4 stands between e4 and g4; d3 between nothing, with as many neighbours of either side.
    const Position position = placed(NINE, "d7 g7 e4 g4", "f4 d2", 5, 5);
    CHECK(comes_before(NINE, position, "a7xf4", "a7xd2"));
}

TEST(mill_hint_5_and_8_men_beside_ones_own_are_taken_before_men_far_away) {
    const Position position = placed(NINE, "d7 g7 b4", "b2 f2", 5, 5);
    CHECK(comes_before(NINE, position, "a7xb2", "a7xf2"));
}

TEST(mill_hint_6_a_man_with_more_steps_is_taken_first) {
    const Position position = placed(NINE, "d7 g7", "f4 c3", 6, 6);
    CHECK(comes_before(NINE, position, "a7xf4", "a7xc3"));
}

TEST(mill_hint_7_a_man_beside_the_opponents_mill_is_left_standing) {
    // b2-d2-f2 is a mill. d3 stands in front of its middle; c5 has as many free neighbours and no white neighbour
    // either.
    const Position position = placed(NINE, "d7 g7 d1", "b2 d2 f2 d3 c5 e4", 5, 3);
    CHECK(comes_before(NINE, position, "a7xc5", "a7xd3"));
}

TEST(mill_hint_between_equals_the_point_with_more_neighbours_comes_first) {
    const Position empty = placed(NINE, "", "", 9, 9);
    CHECK(comes_before(NINE, empty, "d6", "d7"));
    CHECK(comes_before(NINE, empty, "d7", "a7"));
}

TEST(mill_hint_own_men_are_given_up_where_they_help_least) {
    Position position = placed(preset("el-filja"), "d6 d5 a1", "b2 f2 c3");
    position.set_due(Side::WHITE, 1);
    position.due_kind = DueKind::OWN;
    CHECK(comes_before(preset("el-filja"), position, "xa1", "xd6"));
}

TEST(mill_passing_is_offered_deep_in_placing_only) {
    tests::walk(
        [](const auto& game, const Position& position, const auto& list) {
            if (!game.allows_null_move(position)) return;
            CHECK(position.in_hand(Side::WHITE) > 2 && position.in_hand(Side::BLACK) > 2 && position.owes_nothing());
            CHECK(!list.is_empty() && !list[0].is_pass());
            const Position then = game.after_null_move(position);
            CHECK(then.men == position.men && then.hand == position.hand &&
                  then.side_to_move == other(position.side_to_move));
            CHECK(game.count_moves(then) > 0);
            CHECK(game.after_null_move(then) == position);
        },
        3, 200);
    const Mill<StaticRules<NINE>> game;
    CHECK(game.allows_null_move(game.start()));
    CHECK(!game.allows_null_move(placed(NINE, "d6 f4 a1", "b2 d2 g7")));
}
