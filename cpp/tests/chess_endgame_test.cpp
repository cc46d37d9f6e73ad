// Endgame tables of chess: known longest mates, and every value derived a second time by the move generator.
#include <algorithm>
#include <string>

#include "plyground/games/chess/endgame_index.hpp"
#include "plyground/games/chess/game.hpp"
#include "tests/check.hpp"
#include "tests/endgame_solver.hpp"

using namespace plyground;
using chess::Chess;
using chess::EndgameTables;
using tests::EndgameBytes;

namespace {

int longest(const EndgameTables& tables, const EndgameBytes& bytes, const std::string& name) {
    tests::EndgameCounts counts;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if (tables.tables()[i].name == name)
            for (const std::uint8_t value : bytes[i]) counts.add(value);
    return counts.longest;
}

constexpr int moves(int count) { return 2 * count - 1; }  // in plies, if the side that mates moves first

}  // namespace

TEST(chess_endgames_with_three_men_follow_from_the_legal_moves) {
    const EndgameTables tables(3);
    const EndgameBytes bytes = tests::solve_all<chess::EndgameIndex>(tables);
    CHECK_EQUAL(tests::count_differences(Chess(), tables, bytes), 0u);
    for (const int threads : {1, 3}) CHECK(tests::solve_all<chess::EndgameIndex>(tables, {}, threads) == bytes);
    CHECK_EQUAL(longest(tables, bytes, "KQvK"), moves(10));
    CHECK_EQUAL(longest(tables, bytes, "KRvK"), moves(16));
    CHECK_EQUAL(longest(tables, bytes, "KPvK"), moves(28));
    CHECK_EQUAL(longest(tables, bytes, "KBvK"), 0);
    CHECK_EQUAL(longest(tables, bytes, "KNvK"), 0);
}

#ifndef PLYGROUND_SANITIZED
TEST(chess_endgames_with_four_men_have_the_known_longest_mates) {
    const EndgameTables tables;
    const EndgameBytes bytes = tests::solve_all<chess::EndgameIndex>(tables, {"KBNvK", "KQvKR", "KRvKN"});
    CHECK_EQUAL(longest(tables, bytes, "KBNvK"), moves(33));
    CHECK_EQUAL(longest(tables, bytes, "KQvKR"), moves(35));
    CHECK_EQUAL(longest(tables, bytes, "KRvKN"), moves(40));
}

// Solving a pawn each needs many tables, because both may promote. Here a promotion is a draw instead, which says just
// as much about en passant: the capture leaves a pawn against a king.
TEST(chess_endgames_know_en_passant) {
    const EndgameTables tables;
    EndgameBytes bytes = tests::solve_all<chess::EndgameIndex>(tables, {"KPvK"});
    EndgameValues values;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i].resize(tables.tables()[i].size, DRAW_VALUE);
        values.push_back(bytes[i].data());
    }
    const auto pair = std::ranges::find_if(
        tables.pairs(), [&](const EndgamePair& one) { return tables.tables()[one.first].name == "KPvKP"; });
    const chess::EndgameIndex index(tables, *pair, values);
    bytes[pair->first] = tests::solve_pair(index)[0];
    CHECK(tests::solve_by_driver(index, 2)[0] == bytes[pair->first]);
    CHECK_EQUAL(tests::count_differences(Chess(), tables, bytes, {pair->first}), 0u);

    const auto value = [&](const std::string& fen) {
        const auto place = tables.place_of(Chess().parse_fen(fen));
        return int{bytes[place->table][place->index]};
    };
    CHECK_EQUAL(value("7K/8/8/4pP2/8/8/8/k7 w - e6 0 1") > value("7K/8/8/4pP2/8/8/8/k7 w - - 0 1"), true);
}
#endif

TEST(chess_endgames_ignore_who_may_castle_only_where_nobody_may) {
    const EndgameTables tables;
    CHECK(!tables.place_of(Chess().parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")));
    CHECK(tables.place_of(Chess().parse_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1")));
    CHECK(!tables.place_of(Chess().start()));
}
