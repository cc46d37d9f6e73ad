// Endgame tables of draughts: published counts, and every value derived a second time by the move generator.
#include <algorithm>
#include <string>

#include "plyground/games/draughts/endgame_index.hpp"
#include "plyground/games/draughts/game.hpp"
#include "tests/check.hpp"
#include "tests/draughts_games.hpp"
#include "tests/endgame_solver.hpp"

using namespace plyground;
using draughts::EndgameTables;
using draughts::Grid10;
using draughts::Grid8;
using draughts::RuntimeRules;
using draughts::StaticRules;
using tests::EndgameBytes;
using tests::EndgameCounts;

namespace {

using RussianRules = StaticRules<draughts::RUSSIAN>;

#ifdef PLYGROUND_SANITIZED
constexpr int MOST_PIECES = 2;
#else
constexpr int MOST_PIECES = 4;
#endif

template <class Grid, class R>
struct Solved {
    EndgameTables<Grid, R> tables;
    EndgameBytes bytes;

    Solved(const R& rules, int pieces)
        : tables(rules, pieces), bytes(tests::solve_all<draughts::EndgameIndex<Grid, R>>(tables)) {}

    // All tables with a number of pieces, or only the one named.
    EndgameCounts counts(int pieces, const std::string& name = "") const {
        EndgameCounts counts;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            if (tables.tables()[i].name.size() == static_cast<std::size_t>(pieces) + 1 &&
                (name.empty() || tables.tables()[i].name == name))
                for (const std::uint8_t value : bytes[i]) counts.add(value);
        return counts;
    }
};

std::string text(const EndgameCounts& counts) {
    return std::to_string(counts.wins) + "/" + std::to_string(counts.draws) + "/" + std::to_string(counts.losses);
}

}  // namespace

TEST(draughts_endgames_of_russian_have_the_published_counts) {
    const Solved<Grid8, RussianRules> solved({}, MOST_PIECES);
    CHECK_EQUAL(text(solved.counts(2)), "1291/1507/690");
    CHECK_EQUAL(solved.counts(2).longest, 13);
    CHECK_EQUAL(text(solved.counts(2, "KvK")), "194/796/2");
    if (MOST_PIECES < 4) return;
    CHECK_EQUAL(text(solved.counts(3)), "67475/95144/33413");
    CHECK_EQUAL(solved.counts(3).longest, 25);
    CHECK_EQUAL(text(solved.counts(3, "KKvK")), "5628/9252/0");
    CHECK_EQUAL(text(solved.counts(4)), "2409393/2544014/1255909");
    CHECK_EQUAL(solved.counts(4).longest, 86);
    CHECK_EQUAL(text(solved.counts(4, "KKKvK")), "132240/11600/0");
    CHECK_EQUAL(solved.counts(4, "KKKvK").longest, 25);
    CHECK_EQUAL(text(solved.counts(4, "KKvKK")), "21659/193513/588");
}

TEST(draughts_endgames_of_brazilian_and_english_have_the_published_counts) {
    const Solved<Grid8, RuntimeRules> brazilian({draughts::BRAZILIAN}, MOST_PIECES);
    const Solved<Grid8, RuntimeRules> english({draughts::ENGLISH}, MOST_PIECES);
    CHECK_EQUAL(text(english.counts(2)), "716/2370/402");
    CHECK_EQUAL(text(english.counts(2, "KvK")), "230/654/108");
    CHECK_EQUAL(english.counts(2, "KvK").longest, 11);
    if (MOST_PIECES < 4) return;
    CHECK_EQUAL(text(brazilian.counts(3)), "67461/95158/33413");
    CHECK_EQUAL(text(brazilian.counts(4)), "2408066/2544734/1256516");
    CHECK_EQUAL(text(english.counts(3)), "100250/8477/87305");
    CHECK_EQUAL(english.counts(3).longest, 62);
    CHECK_EQUAL(text(english.counts(4)), "2574304/1717922/1917090");
    CHECK_EQUAL(english.counts(4).longest, 109);
}

TEST(draughts_endgames_are_the_same_by_either_solver_and_any_number_of_threads) {
    const EndgameTables<Grid8, RussianRules> tables({}, std::min(MOST_PIECES, 3));
    const EndgameBytes plain = tests::solve_all<draughts::EndgameIndex<Grid8, RussianRules>>(tables);
    for (const int threads : {1, 3})
        CHECK((tests::solve_all<draughts::EndgameIndex<Grid8, RussianRules>>(tables, {}, threads)) == plain);
}

TEST(draughts_endgame_values_follow_from_the_legal_moves_in_every_game) {
    int checked = 0;
    for (const draughts::Preset& preset : draughts::PRESETS) {
        if (preset.rules->king_steps > 0) continue;
        const auto check = [&]<class Grid, class R>(const draughts::Draughts<Grid, R>& game, int pieces) {
            const Solved<Grid, R> solved(game.policy(), pieces);
            CHECK_EQUAL(tests::count_differences(game, solved.tables, solved.bytes), 0u);
            ++checked;
        };
        const bool is_large = preset.rules->size == 10 || preset.rules->lines == draughts::Lines::ORTHOGONAL;
        tests::with_game(preset.name, [&](const auto& game) { check(game, is_large ? 2 : std::min(MOST_PIECES, 3)); });
    }
    CHECK_EQUAL(checked, 12);
}

TEST(draughts_endgame_places_are_those_of_their_positions) {
    tests::walk([](const auto& game, const draughts::Position& position, const auto&) {
        if (game.rules().king_steps > 0 || position.occupied().count() > 5) return;
        const auto check = [&]<class Grid, class R>(const draughts::Draughts<Grid, R>& played) {
            const EndgameTables<Grid, R> tables(played.policy(), 5);
            const auto place = tables.place_of(position);
            CHECK_EQUAL(place.has_value(),
                        !position.of(Side::WHITE).is_empty() && !position.of(Side::BLACK).is_empty());
            if (!place) return;
            CHECK(place->index < tables.tables()[place->table].size);
            const auto found = tables.position(*place);
            CHECK(found && tables.place_of(*found) == place);
            CHECK_EQUAL(tests::legal(played, *found).size(), tests::legal(played, position).size());
        };
        check(game);
    });
}

TEST(draughts_endgames_need_rules_without_a_limit_for_king_moves) {
    try {
        EndgameTables<Grid10, RuntimeRules>({draughts::FRISIAN}, 2);
    } catch (const Error& error) {
        CHECK_EQUAL(std::string(error.code()), "database_king_steps");
        return;
    }
    CHECK(false);
}
