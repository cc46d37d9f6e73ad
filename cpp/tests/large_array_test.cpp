// Large arrays, and the memory that is kept for them.
#include "plyground/solve/large_array.hpp"
#include "tests/check.hpp"

namespace plyground::tests {
namespace {

using solve::KeptMemory;
using solve::LargeArray;

constexpr std::size_t MANY = std::size_t{3} << 20;

TEST(kept_memory_is_used_again) {
    const KeptMemory keeper;
    LargeArray<int> array(MANY);
    int* const before = array.get();
    array[MANY - 1] = 7;
    array = {};
    const LargeArray<int> smaller(MANY / 2);
    CHECK(smaller.get() == before);
}

TEST(kept_memory_is_given_back_when_it_does_not_fit) {
    const KeptMemory keeper;
    LargeArray<int> array(MANY);
    array = {};
    const LargeArray<int> larger(2 * MANY), tiny(1);  // a page for one number would be a waste
    larger[2 * MANY - 1] = 1;
    tiny[0] = 1;
    CHECK_EQUAL(larger[2 * MANY - 1] + tiny[0], 2);
}

TEST(an_array_outlives_the_keeper) {
    LargeArray<int> array;
    {
        const KeptMemory keeper;
        array = LargeArray<int>(MANY);
    }
    array[0] = 5;
    CHECK_EQUAL(array[0], 5);
}

}  // namespace
}  // namespace plyground::tests
