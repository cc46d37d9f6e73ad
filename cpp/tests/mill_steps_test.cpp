// The quick steps and mills of the boards with three rings against those of any board.
#include <bit>
#include <random>
#include <set>

#include "plyground/games/mill/steps.hpp"
#include "tests/check.hpp"

namespace plyground::tests {
namespace {

using mill::BoardName;

template <BoardName BOARD>
void compare() {
    const mill::Steps<BOARD> quick;
    const mill::PointSteps<BOARD> plain;
    std::mt19937 random(3);
    for (int i = 0; i < 20'000; ++i) {
        const auto men = static_cast<std::uint32_t>(random() & random() & 0xFF'FFFF);
        const auto empty = static_cast<std::uint32_t>(random() & 0xFF'FFFF & ~men);
        std::multiset<std::uint32_t> quick_steps, plain_steps;
        quick.for_each(men, empty, [&](std::uint32_t step) { quick_steps.insert(step); });
        plain.for_each(men, empty, [&](std::uint32_t step) { plain_steps.insert(step); });
        CHECK(quick_steps == plain_steps);
        CHECK_EQUAL(quick.count(men, empty), plain.count(men, empty));
        CHECK_EQUAL(quick.count(men, empty), static_cast<int>(plain_steps.size()));
        const auto dense = static_cast<std::uint32_t>((men | random()) & 0xFF'FFFF);
        CHECK_EQUAL(quick.in_mills(dense), plain.in_mills(dense));
    }
}

TEST(steps_on_three_rings_agree_with_the_board) {
    compare<BoardName::THREE_RING>();
    compare<BoardName::THREE_RING_DIAGONAL>();
}

}  // namespace
}  // namespace plyground::tests
