// How long a search may take: it never uses up the time that a busy machine needs to answer.
#include "plyground/search/time_manager.hpp"
#include "tests/check.hpp"

using namespace plyground;

namespace {

std::int64_t longest_ms(std::int64_t clock_ms, std::int64_t increment_ms, std::int64_t overhead_ms,
                        int moves_to_go = 0) {
    Limits limits;
    limits.clock_ms = clock_ms;
    limits.increment_ms = increment_ms;
    limits.overhead_ms = overhead_ms;
    limits.moves_to_go = moves_to_go;
    TimeManager time;
    time.start(limits);
    return *time.hard_us() / 1'000;
}

}  // namespace

TEST(longest_thought_leaves_most_of_the_clock) {
    for (const std::int64_t clock : {0, 1, 10, 100, 1'000, 10'000, 3'600'000})
        for (const std::int64_t increment : {0, 10, 1'000, 60'000})
            for (const std::int64_t overhead : {0, 30, 5'000})
                CHECK(longest_ms(clock, increment, overhead) <= clock / 2);
}

TEST(last_move_before_new_time_leaves_some_of_the_clock) {
    for (const std::int64_t clock : {10, 100, 1'000, 10'000}) CHECK(longest_ms(clock, 0, 30, 1) <= clock * 9 / 10);
}

TEST(clock_that_lives_on_its_increment_keeps_a_reserve) {
    // Even if every move takes the longest allowed time, plus half of the increment until it is delivered.
    for (const std::int64_t increment : {50, 100, 1'000}) {
        std::int64_t left = 2'000;
        for (int move = 0; move < 500; ++move) {
            left -= longest_ms(left, increment, 30) + increment / 2;
            CHECK(left >= 250);
            left += increment;
        }
    }
}
