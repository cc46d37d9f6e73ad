// How long a search may take: it never uses up the time that a busy machine needs to answer.
#include "plyground/search/time_manager.hpp"

#include <algorithm>
#include <array>

#include "plyground/games/chess/game.hpp"
#include "plyground/games/draughts/game.hpp"
#include "plyground/games/mill/game.hpp"
#include "tests/check.hpp"

using namespace plyground;

namespace {

constexpr std::array PACES{Pace{}, chess::Chess::PACE, draughts::Russian::PACE,
                           mill::Mill<mill::StaticRules<mill::NINE>>::PACE};

TimeBudget budget(std::int64_t clock_ms, std::int64_t increment_ms, std::int64_t overhead_ms, const Pace& pace = {},
                  int moves_to_go = 0) {
    return time_budget(
        {.clock_ms = clock_ms, .increment_ms = increment_ms, .moves_to_go = moves_to_go, .overhead_ms = overhead_ms},
        pace);
}

std::int64_t longest_ms(std::int64_t clock_ms, std::int64_t increment_ms, std::int64_t overhead_ms,
                        const Pace& pace = {}, int moves_to_go = 0) {
    return *budget(clock_ms, increment_ms, overhead_ms, pace, moves_to_go).hard_us / 1'000;
}

// What is left of the clock after a number of moves, each with the longest thought and the same delay.
std::int64_t left_ms(std::int64_t clock_ms, std::int64_t increment_ms, std::int64_t late_ms, int moves,
                     const Pace& pace) {
    for (int move = 0; move < moves; ++move) {
        clock_ms -= longest_ms(clock_ms, increment_ms, 0, pace) + late_ms;
        if (clock_ms < 0) return clock_ms;
        clock_ms += increment_ms;
    }
    return clock_ms;
}

}  // namespace

TEST(longest_thought_leaves_most_of_the_clock) {
    for (const std::int64_t clock : {0, 1, 10, 100, 1'000, 10'000, 3'600'000})
        for (const std::int64_t increment : {0, 10, 1'000, 60'000})
            for (const std::int64_t overhead : {0, 30, 5'000})
                for (const Pace& pace : PACES) CHECK(longest_ms(clock, increment, overhead, pace) <= clock / 2);
}

TEST(last_move_before_new_time_leaves_some_of_the_clock) {
    for (const std::int64_t clock : {10, 100, 1'000, 10'000}) CHECK(longest_ms(clock, 0, 30, {}, 1) <= clock * 9 / 10);
}

TEST(clock_that_lives_on_its_increment_keeps_a_reserve) {
    // The reserve survives an answer that is 94 ms late, the latest that was seen with other work on both cores.
    for (const Pace& pace : PACES)
        for (const std::int64_t clock : {1'000, 3'000})
            for (const std::int64_t increment : {10, 30, 50, 100, 1'000})
                CHECK(left_ms(clock, increment, std::min<std::int64_t>(increment / 2, 20), 500, pace) >= 94);
}

TEST(move_below_the_reserve_takes_less_than_the_clock_gains) {
    for (const Pace& pace : PACES)
        for (std::int64_t clock = 1; clock <= pace.reserve_ms; ++clock)
            CHECK(*budget(clock, 10, 0, pace).hard_us <= 10'000 * clock / pace.reserve_ms / 2);
}

TEST(clock_without_increment_lasts_for_a_long_game) {
    for (const Pace& pace : PACES) CHECK(left_ms(1'000, 0, 1, 100, pace) > 0);
}

TEST(overhead_is_never_spent) {
    for (const Pace& pace : PACES)
        for (const std::int64_t clock : {20, 100, 1'000, 60'000})
            CHECK(*budget(clock, 0, 30, pace).hard_us <=
                  *budget(std::max<std::int64_t>(clock - 30, 0), 0, 0, pace).hard_us);
}

TEST(games_have_their_own_pace) {
    // Draughts games are shorter, so a move gets more of the clock.
    CHECK(*budget(3'000, 30, 0, draughts::Russian::PACE).soft_us > *budget(3'000, 30, 0, chess::Chess::PACE).soft_us);
    const DepthProgress stable{.stable_depths = 7, .effort = 0.5};
    CHECK(time_factor(stable, draughts::Russian::PACE) > time_factor(stable, chess::Chess::PACE));
}

TEST(impatient_player_uses_a_share_of_its_time) {
    const DepthProgress normal{.effort = 0.5};
    const DepthProgress lazy{.effort = 0.5, .patience = 0.2};
    CHECK(time_factor(lazy, {}) < 0.21 * time_factor(normal, {}));
}
