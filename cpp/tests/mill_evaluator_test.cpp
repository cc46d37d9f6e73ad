// Mill: shapes compared with a check of every line, an evaluation that is symmetric in colour and direction, and the
// ranking of constructed positions.
//
//   7  a7---------d7---------g7
//   6  |  b6------d6------f6  |
//   5  |  |  c5---d5---e5  |  |
//   4  a4-b4-c4        e4-f4-g4
//   3  |  |  c3---d3---e3  |  |
//   2  |  b2------d2------f2  |
//   1  a1---------d1---------g1
#include <array>
#include <cstdlib>
#include <utility>

#include "plyground/games/mill/game.hpp"
#include "tests/check.hpp"
#include "tests/mill_games.hpp"

using namespace plyground;
using namespace plyground::mill;
using tests::placed;
using tests::preset;
using tests::walk;

namespace {

Score score(const Rules& rules, const Position& position, Style style = Style::NORMAL) {
    const Mill<RuntimeRules> game(RuntimeRules{rules});
    Mill<RuntimeRules>::Evaluator evaluator(game, style);
    return evaluator.evaluate(position, evaluator.start(position));
}

// The same formation, found line by line.
Formation looked_up(const Board& board, PointSet men, PointSet empty, std::uint32_t spent) {
    Formation formation;
    const auto each_line = [&](const auto& visit) {
        for (int l = 0; l < board.line_count; ++l)
            if (!(spent >> l & 1)) visit(board.lines[l].set());
    };
    each_line([&](PointSet line) {
        if ((line & men) != line) return;
        ++formation.mills;
        formation.in_mills |= line;
    });
    each_line([&](PointSet line) {
        if ((line & men).count() != 2) return;
        const Point gap = (line & ~men).first();
        formation.gaps |= PointSet(gap);
        const PointSet comers = board.neighbours[gap.index()] & men & ~line;
        if (!empty.has(gap)) return;
        if (!comers.is_empty()) formation.closing |= PointSet(gap);
        if (comers.meets(formation.in_mills)) formation.switching |= PointSet(gap);
    });
    return formation;
}

Position exchanged(const Position& position) {
    Position other_way = position;
    std::swap(other_way.men[0], other_way.men[1]);
    std::swap(other_way.used_lines[0], other_way.used_lines[1]);
    std::swap(other_way.hand[0], other_way.hand[1]);
    std::swap(other_way.last_mill[0], other_way.last_mill[1]);
    other_way.set_due(Side::WHITE, position.due(Side::BLACK));
    other_way.set_due(Side::BLACK, position.due(Side::WHITE));
    other_way.side_to_move = other(position.side_to_move);
    other_way.mover = other(position.mover);
    other_way.first_remover = other(position.first_remover);
    return other_way;
}

using Symmetry = std::array<Point, MAX_POINTS>;

PointSet image(PointSet set, const Symmetry& to) {
    PointSet moved_set;
    for (const Point p : set) moved_set |= PointSet(to[static_cast<std::size_t>(p.index())]);
    return moved_set;
}

Position turned(const Position& position, const Board& board, const Symmetry& to) {
    Position result = position;
    const auto set_of = [&](std::uint32_t bits) {
        return static_cast<std::uint32_t>(image(PointSet(std::uint64_t{bits}), to).bits());
    };
    result.men = {set_of(position.men[0]), set_of(position.men[1])};
    result.marked = set_of(position.marked);
    result.used_lines = {};
    for (int from = 0; from < board.line_count; ++from)
        for (int l = 0; l < board.line_count; ++l)
            if (board.lines[l].set() == image(board.lines[from].set(), to))
                for (const int side : {0, 1}) result.used_lines[side] |= (position.used_lines[side] >> from & 1) << l;
    return result;
}

}  // namespace

static_assert(HasEvaluator<Mill<RuntimeRules>> && HasEvaluator<Mill<StaticRules<NINE>>>);

TEST(mill_shapes_agree_with_a_look_at_every_line) {
    Key seed = 3;
    for (const Board& board : BOARDS)
        with_board(board.name, [&]<BoardName BOARD>() {
            for (int i = 0; i < 2'000; ++i) {
                const PointSet men = PointSet(mix(seed) & mix(seed + 1)) & board.all();
                const PointSet empty = PointSet(mix(seed + 2)) & board.all() & ~men;
                const auto spent =
                    static_cast<std::uint32_t>(i % 2 == 0 ? 0 : mix(seed + 3) & ((1u << board.line_count) - 1));
                seed += 4;
                const Formation found = Shapes<BOARD>::form(men, empty, Shapes<BOARD>::lines_without(spent));
                const Formation expected = looked_up(board, men, empty, spent);
                CHECK_EQUAL(found.mills, expected.mills);
                CHECK(found.in_mills == expected.in_mills && found.gaps == expected.gaps);
                CHECK(found.closing == expected.closing && found.switching == expected.switching);
                int steps = 0, lines = 0;
                PointSet beside;
                for (const Point p : men) {
                    steps += (board.neighbours[p.index()] & empty).count();
                    beside |= board.neighbours[p.index()];
                }
                for (int l = 0; l < board.line_count; ++l) lines += !board.lines[l].set().meets(men);
                CHECK_EQUAL(Shapes<BOARD>::steps(men, empty), steps);
                CHECK_EQUAL(Shapes<BOARD>::lines_free_of(men), lines);
                CHECK(Shapes<BOARD>::beside(men) == beside);
            }
        });
}

TEST(mill_evaluation_knows_no_colour) {
    // Only a full board is evaluated by colour, so it draws here.
    walk(
        [](const auto& game, const Position& position, const auto&) {
            const Rules rules = game.rules().with(Option::FULL_BOARD, static_cast<int>(FullBoard::DRAW));
            CHECK_EQUAL(score(rules, position), score(rules, exchanged(position)));
            CHECK(std::abs(score(rules, position)) < 20'000);
        },
        2, 120);
}

TEST(mill_evaluation_is_the_same_under_all_symmetries) {
    walk(
        [](const auto& game, const Position& position, const auto&) {
            const Board& board = game.rules().board();
            const Score here = score(game.rules(), position);
            static const Board* known = nullptr;
            static std::vector<Symmetry> maps;
            if (known != &board) maps = symmetries(*(known = &board));
            for (const Symmetry& to : maps) CHECK_EQUAL(score(game.rules(), turned(position, board, to)), here);
        },
        1, 120);
}

TEST(mill_evaluation_is_the_same_for_rules_known_to_the_compiler) {
    const auto compare = [](const auto& fixed, const Rules& rules) {
        using G = std::decay_t<decltype(fixed)>;
        typename G::Evaluator evaluator(fixed, Style::NORMAL);
        Key seed = 5;
        for (int i = 0; i < 20; ++i) {
            Position position = fixed.start();
            for (int ply = 0; ply < 100; ++ply) {
                CHECK_EQUAL(evaluator.evaluate(position, evaluator.start(position)), score(rules, position));
                MoveList<G> list;
                fixed.moves(position, list);
                if (list.is_empty()) break;
                position = fixed.after(position, list[mix(seed++) % list.size()]);
            }
        }
    };
    compare(Mill<StaticRules<NINE>>(), NINE);
    compare(Mill<StaticRules<TWELVE>>(), TWELVE);
    compare(Mill<StaticRules<LASKER>>(), LASKER);
}

TEST(mill_evaluation_prefers_more_men_on_the_board_and_in_hand) {
    CHECK(score(NINE, placed(NINE, "a7 d6 g1 c3 f4", "b2 e5 d1 a4")) >
          score(NINE, placed(NINE, "a7 d6 g1 c3", "b2 e5 d1 a4")));
    CHECK(score(NINE, placed(NINE, "d6", "f4", 8, 7)) > score(NINE, placed(NINE, "d6", "f4", 8, 8)));
}

TEST(mill_evaluation_counts_a_removal_that_is_owed) {
    Position owed = placed(NINE, "a7 d6 g1 c3", "b2 e5 d1 a4");
    const Score before = score(NINE, owed);
    owed.set_due(Side::WHITE, 1);
    CHECK(score(NINE, owed) > before);
    owed.due_kind = DueKind::OWN;
    CHECK(score(NINE, owed) < before);
}

TEST(mill_evaluation_prefers_a_double_mill_to_a_mill_and_a_mill_to_none) {
    // White's a7-d7-g7 is closed; a4 moves back and forth between a7 and ... the man on d7 to d6, which closes
    // b6-d6-f6.
    const std::string_view black = "b2 e3 d1 c5 g4";
    const Score twice = score(NINE, placed(NINE, "a7 d7 g7 b6 f6", black));
    const Score once = score(NINE, placed(NINE, "a7 d7 g7 b6 e4", black));
    const Score none = score(NINE, placed(NINE, "a7 d7 g1 b6 e4", black));
    CHECK(twice > once);
    CHECK(once > none);
}

TEST(mill_evaluation_fears_blocked_men) {
    // The white men in the corner a1-d1-a4 can hardly move, those on the crossings can.
    const std::string_view black = "g1 d2 b4 a7 e5";
    CHECK(score(NINE, placed(NINE, "d6 f4 c3 e4 d5", black)) > score(NINE, placed(NINE, "a1 d1 a4 e4 d5", black)));
}

TEST(mill_evaluation_sees_a_mill_that_cannot_be_stopped) {
    // White lacks d6 between b6 and f6 and comes from d5. From d7 black could interpose, from g1 it could not.
    CHECK(score(NINE, placed(NINE, "b6 f6 d5 a1", "g1 c3 e3 b2 f2")) >
          score(NINE, placed(NINE, "b6 f6 d5 a1", "d7 c3 e3 b2 f2")));
}

TEST(mill_evaluation_turns_to_special_captures_where_the_rules_have_them) {
    // c1 is not needed: black on both ends of a7-g7 and d7 free, white next to it on d6.
    const Rules& rules = preset("mul-mulan");
    const Position threatened = placed(rules, "d6 c3 e4 f2", "a7 g7 b2 d1");
    CHECK(special_captures(threatened, rules, Side::WHITE) == 2);
    CHECK(special_captures(placed(rules, "d6 c3 e4 f2", "a7 g4 b2 d1"), rules, Side::WHITE) == 0);
    CHECK(score(rules, threatened) > score(rules.with(Option::INTERVENTION, 0), threatened));
}

TEST(mill_evaluation_expects_a_full_board_that_loses_for_white) {
    // Twelve men each and nothing removed: the board will be full.
    Position full = placed(TWELVE, "a7 d6 f2 c3 e5 g4 b4 d1", "d7 b6 f4 e3 c5 g1 a4 d2", 4, 4);
    const Rules drawn = TWELVE.with(Option::FULL_BOARD, static_cast<int>(FullBoard::DRAW));
    CHECK(score(TWELVE, full) < score(drawn, full));
    full.hand = {3, 4};
    CHECK_EQUAL(score(TWELVE, full), score(drawn, full));
}

TEST(mill_styles_weigh_differently) {
    const Position threat = placed(NINE, "b6 f6 d5 a1", "g1 c3 e3 b2 f2");
    CHECK(score(NINE, threat, Style::ATTACKING) > score(NINE, threat));
    CHECK(score(NINE, threat, Style::SOLID) < score(NINE, threat));
}
