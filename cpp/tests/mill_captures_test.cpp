// The moving phase with special captures: without them it has the values of the fast index, and any driver agrees.
#include <stdexcept>

#include "plyground/games/mill/capture_phase.hpp"
#include "plyground/games/mill/moving_phase.hpp"
#include "tests/check.hpp"
#include "tests/endgame_solver.hpp"

using namespace plyground;
using namespace plyground::mill;

namespace {

constexpr Rules TWO_RINGS = NINE.with(Option::BOARD, static_cast<int>(BoardName::TWO_RING)).with(Option::MEN, 6);
constexpr int SIDES_AND_MOVING = SpecialCapture::SIDES | SpecialCapture::MOVING;

// Nothing is smaller than three men each.
const SolvedTable& no_table(int, int) { throw std::logic_error("no smaller table"); }

}  // namespace

TEST(index_for_special_captures_agrees_with_the_fast_one_where_there_are_none) {
    for (const Blocked blocked : {Blocked::LOSES, Blocked::PASSES, Blocked::DRAW})
        for (const int fly_at : {0, 3}) {
            const Rules rules = TWO_RINGS.with(Option::BLOCKED, static_cast<int>(blocked)).with(Option::FLY_AT, fly_at);
            const CapturePhase slow(rules, 3, 3, no_table);
            const MovingPhase<TableGather, BoardName::TWO_RING> fast(rules, 3, 3, no_table);
            CHECK(tests::solve_by_driver(slow, 2) == tests::solve_by_driver(fast, 1));
        }
}

TEST(special_captures_are_solved_the_same_by_a_plain_analysis) {
    for (const Option option : {Option::CUSTODIAN, Option::INTERVENTION, Option::LEAP}) {
        const Rules rules = TWO_RINGS.with(option, SIDES_AND_MOVING);
        CHECK(captures_while_moving(rules));
        const CapturePhase index(rules, 3, 3, no_table);
        const auto values = tests::solve_pair(index);
        CHECK(values == tests::solve_by_driver(index, 3));
        CHECK(values != tests::solve_by_driver(CapturePhase(TWO_RINGS, 3, 3, no_table), 1));
    }
    CHECK(!captures_while_moving(TWO_RINGS));
    CHECK(!captures_while_moving(TWO_RINGS.with(Option::LEAP, SpecialCapture::SIDES | SpecialCapture::PLACING)));
}
