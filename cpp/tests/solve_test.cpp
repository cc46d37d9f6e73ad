// Solving mill endings against published counts, and against the ordinary move generator.
#include "plyground/core/bit_gather.hpp"
#include "plyground/games/mill/rules.hpp"
#include "tests/check.hpp"
#include "tests/mill_endings.hpp"

namespace plyground::tests {
namespace {

TEST(solves_nine_mens_morris_as_published) {
    const Endings<Bmi2Gather, BoardName::THREE_RING> endings(mill::NINE, 9, 8);
    CHECK_EQUAL(endings.totals(3, 3), "140621/269/28736 25/26");
    CHECK_EQUAL(endings.totals(4, 3), "75397/681906/3095 1/32");
    CHECK_EQUAL(endings.totals(3, 4), "102281/658117/0 33/-1");
    CHECK_EQUAL(endings.totals(4, 4), "159/3225409/29 9/8");
    CHECK_EQUAL(endings.totals(5, 3), "580660/1999730/0 3/-1");
    CHECK_EQUAL(endings.totals(3, 5), "6301/2564412/9677 31/2");
    endings.verify(2'000);
}

TEST(solves_without_flying_as_published) {
    const Endings<Bmi2Gather, BoardName::THREE_RING> endings(mill::NINE.with(Option::FLY_AT, 0), 9, 8);
    CHECK_EQUAL(endings.totals(3, 3), "90842/38622/40162 39/38");
    CHECK_EQUAL(endings.totals(4, 3), "711852/612/47934 33/18");
    CHECK_EQUAL(endings.totals(3, 4), "159594/2076/598728 19/34");
    CHECK_EQUAL(endings.totals(4, 4), "2102578/146215/976804 69/68");
}

TEST(solves_with_diagonals_as_published) {
    const Endings<TableGather, BoardName::THREE_RING_DIAGONAL> endings(mill::TWELVE, 12, 8, 2);
    CHECK_EQUAL(endings.totals(3, 3), "141204/0/28422 15/16");
    CHECK_EQUAL(endings.totals(4, 3), "158379/593251/8768 7/22");
    CHECK_EQUAL(endings.totals(3, 4), "154170/592976/13252 23/6");
    CHECK_EQUAL(endings.totals(4, 4), "178907/3004918/41772 19/18");
}

TEST(any_number_of_threads_and_any_processor_solves_alike) {
    const Endings<Bmi2Gather, BoardName::THREE_RING> one(mill::NINE, 9, 7, 1);
    const Endings<TableGather, BoardName::THREE_RING> three(mill::NINE, 9, 7, 3);
    for (const auto& [men, table] : one.tables()) CHECK(table.values == three.tables().at(men).values);
}

// Every rule that concerns the moving phase, on the small board so that men are often blocked and in mills.
TEST(solves_every_rule_of_the_moving_phase) {
    const Rules six = mill::NINE.with(Option::MEN, 6)
                          .with(Option::BOARD, static_cast<int>(BoardName::TWO_RING))
                          .with(Option::FLY_AT, 0);
    for (int blocked = 0; blocked <= static_cast<int>(mill::Blocked::BOTH_REMOVE); ++blocked)
        for (int take = 0; take <= static_cast<int>(mill::Take::NEVER); ++take)
            for (const int per_mill : {0, 1})
                for (const int fly_at : {0, 4}) {
                    if ((blocked + take + per_mill) % 2 != (fly_at == 0)) continue;  // half of them
                    const Rules rules = six.with(Option::BLOCKED, blocked)
                                            .with(Option::TAKE_FROM_MILLS, take)
                                            .with(Option::REMOVALS_PER_MOVE, per_mill)
                                            .with(Option::FLY_AT, fly_at);
                    const Endings<Bmi2Gather, BoardName::TWO_RING> endings(rules, 6, 10);
                    endings.verify(300);
                }
}

}  // namespace
}  // namespace plyground::tests
