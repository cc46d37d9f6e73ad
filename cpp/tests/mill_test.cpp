// Mill: boards derived from their rings, counts in both conventions, static against runtime rules, and invariants.
#include "plyground/games/mill/game.hpp"

#include <algorithm>
#include <set>

#include "plyground/core/perft.hpp"
#include "plyground/games/mill/split.hpp"
#include "tests/check.hpp"
#include "tests/mill_games.hpp"

using namespace plyground;
using namespace plyground::mill;
using tests::preset;
using tests::walk;

namespace {

#ifdef PLYGROUND_SANITIZED
constexpr Depth MAX_DEPTH = 4;
#else
constexpr Depth MAX_DEPTH = 6;
#endif

template <class G>
void check_counts(const G& game, const std::vector<std::uint64_t>& counts) {
    const StopFlag stop;
    for (std::size_t i = 0; i < counts.size() && static_cast<Depth>(i) < MAX_DEPTH; ++i)
        CHECK_EQUAL(perft(game, game.start(), static_cast<Depth>(i + 1), stop), counts[i]);
}

}  // namespace

TEST(mill_boards_have_the_known_numbers_of_points_lines_and_edges) {
    const auto edges = [](const Board& board) {
        int ends = 0;
        for (int i = 0; i < board.points; ++i) ends += board.neighbours[i].count();
        return ends / 2;
    };
    const Board& plain = board_of(BoardName::THREE_RING);
    CHECK_EQUAL(plain.points, 24);
    CHECK_EQUAL(plain.line_count, 16);
    CHECK_EQUAL(edges(plain), 32);
    const Board& diagonal = board_of(BoardName::THREE_RING_DIAGONAL);
    CHECK_EQUAL(diagonal.line_count, 20);
    CHECK_EQUAL(edges(diagonal), 40);
    CHECK_EQUAL(board_of(BoardName::TWO_RING).line_count, 8);
    CHECK_EQUAL(board_of(BoardName::TWO_RING).points, 16);
    CHECK_EQUAL(board_of(BoardName::TWO_RING_CENTRE).points, 17);
    CHECK_EQUAL(board_of(BoardName::TWO_RING_CENTRE).line_count, 10);
    CHECK_EQUAL(board_of(BoardName::THREE).line_count, 8);
    CHECK_EQUAL(board_of(BoardName::THREE_PLAIN).line_count, 6);
}

TEST(mill_symmetries_of_the_three_ring_board_are_sixteen) {
    CHECK_EQUAL(symmetries(board_of(BoardName::THREE_RING)).size(), 16u);
    CHECK_EQUAL(symmetries(board_of(BoardName::THREE_RING_DIAGONAL)).size(), 16u);
    CHECK_EQUAL(symmetries(board_of(BoardName::THREE)).size(), 8u);
}

TEST(mill_completed_points_agree_with_a_look_at_every_line) {
    Key seed = 7;
    for (const Board& board : BOARDS)
        for (int i = 0; i < 2'000; ++i) {
            const PointSet men = PointSet(mix(seed++)) & board.all();
            PointSet expected;
            for (int l = 0; l < board.line_count; ++l)
                for (const Point p : board.lines[l].set()) {
                    const PointSet others = board.lines[l].set() & ~PointSet(p);
                    if ((men & others) == others) expected |= PointSet(p);
                }
            CHECK(completed(board.name, men) == expected);
        }
    CHECK(completed<BoardName::THREE_RING>(board_of(BoardName::THREE_RING).all()) ==
          board_of(BoardName::THREE_RING).all());
}

TEST(mill_whole_turn_perft) {
    const std::vector<std::uint64_t> counts{24, 552, 12144, 255024, 5140800, 99274176};
    check_counts(Mill<StaticRules<NINE>>(), counts);
    check_counts(Mill<RuntimeRules>(RuntimeRules{NINE}), counts);
}

TEST(mill_perft_with_removals_as_plies) {
    const std::vector<std::uint64_t> nine{24, 552, 12144, 255024, 5100480, 96223680};
    check_counts(Mill<StaticRules<NINE>>().split_removals(), nine);
    check_counts(Mill<RuntimeRules>(RuntimeRules{NINE}).split_removals(), nine);
    check_counts(Mill<StaticRules<TWELVE>>().split_removals(), {24, 552, 12144, 255024, 5100480, 96052320});
    check_counts(Mill<StaticRules<LASKER>>().split_removals(), {24, 552, 13552, 319176, 7871032, 185274424});
    for (const char* name : {"dooz", "el-filja"})
        check_counts(Mill<RuntimeRules>(RuntimeRules{preset(name)}).split_removals(),
                     {24, 552, 12144, 255024, 5100480, 96909120});
}

TEST(mill_fixed_and_general_rules_play_the_same_games) {
    const auto compare = [](const auto& fixed, const Rules& rules) {
        const Mill<RuntimeRules> any(RuntimeRules{rules});
        Key seed = 3;
        for (int i = 0; i < 60; ++i) {
            Position position = fixed.start();
            for (int ply = 0; ply < 300; ++ply) {
                MoveList<std::decay_t<decltype(fixed)>> list;
                MoveList<Mill<RuntimeRules>> others;
                fixed.moves(position, list);
                any.moves(position, others);
                CHECK(std::equal(list.begin(), list.end(), others.begin(), others.end()));
                CHECK_EQUAL(fixed.count_moves(position), any.count_moves(position));
                if (list.is_empty()) break;
                const mill::Move move = list[mix(seed++) % list.size()];
                CHECK(fixed.after(position, move) == any.after(position, move));
                position = fixed.after(position, move);
            }
        }
    };
    compare(Mill<StaticRules<NINE>>(), NINE);
    compare(Mill<StaticRules<TWELVE>>(), TWELVE);
    compare(Mill<StaticRules<LASKER>>(), LASKER);
}

TEST(mill_counting_listing_texts_and_codes_agree_under_many_rules) {
    walk(
        [](const auto& game, const Position& position, const auto& list) {
            CHECK_EQUAL(game.count_moves(position), list.size());
            CHECK(game.parse_fen(game.format_fen(position, 0)) == position);
            std::set<std::string> tokens;
            for (const mill::Move move : list) {
                CHECK(tokens.insert(game.token(move)).second);
                CHECK(move.history_index() < mill::Move::HISTORY_SIZE);
            }
            for (std::size_t i = 0; i < list.size(); i += 7)
                CHECK(game.parse_move(position, game.token(list[i])) == list[i]);
            CHECK(result(game, position).is_ongoing() || !list.is_empty() ||
                  result(game, position).termination[0] != 0);
        },
        3, 200);
}

TEST(mill_sides_alternate_and_a_pass_stands_alone) {
    walk(
        [](const auto& game, const Position& position, const auto& list) {
            for (const mill::Move move : list) {
                if (move.is_pass()) CHECK_EQUAL(list.size(), 1u);
                CHECK(game.after(position, move).side_to_move == other(position.side_to_move));
            }
        },
        3, 200);
}

TEST(mill_leaves_counted_by_sets_are_those_of_whole_positions) {
    const auto compare = [](const auto& game) {
        const auto count = [&](const auto& self, const Position& position, Depth depth) -> std::uint64_t {
            MoveList<std::decay_t<decltype(game)>> list;
            game.moves(position, list);
            if (depth == 1) return list.size();
            std::uint64_t leaves = 0;
            for (const mill::Move move : list) leaves += self(self, game.after(position, move), depth - 1);
            return leaves;
        };
        Key seed = 11;
        for (int i = 0; i < 30; ++i) {
            Position position = game.start();
            for (int ply = 0; ply < 30; ++ply) {
                const Depth most = std::min(game.counted_plies(position), i == 0 ? 4 : 3);
                for (Depth depth = 1; depth <= most; ++depth)
                    CHECK_EQUAL(game.count_leaves(position, depth), count(count, position, depth));
                MoveList<std::decay_t<decltype(game)>> list;
                game.moves(position, list);
                if (list.is_empty()) break;
                position = game.after(position, list[mix(seed++) % list.size()]);
            }
        }
    };
    for (const char* name :
         {"nine", "twelve", "lasker", "dooz", "cham-gonu", "cheng-san-qi", "el-filja", "nerenchi", "three", "seven"}) {
        for (const Take take : {Take::IF_ALL, Take::NEVER}) {
            const Mill<RuntimeRules> game(
                RuntimeRules{preset(name).with(Option::TAKE_FROM_MILLS, static_cast<int>(take))});
            compare(game);
            compare(game.split_removals());
        }
    }
    compare(Mill<StaticRules<NINE>>());
}
