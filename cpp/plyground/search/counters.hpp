// Counters: what a search did, in numbers that both implementations must agree on. The twin of search/counters.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace plyground {

inline constexpr std::size_t CUTOFF_PLACES = 16;

struct Counters {
    std::uint64_t nodes = 0;
    std::uint64_t interior = 0;
    std::uint64_t leaves = 0;
    std::uint64_t quiescent = 0;
    std::uint64_t evaluations = 0;
    std::uint64_t null_windows = 0;
    std::uint64_t re_searches = 0;
    std::uint64_t cutoffs = 0;
    std::array<std::uint64_t, CUTOFF_PLACES> cutoffs_by_place{};
    std::uint64_t probes = 0;
    std::uint64_t hits = 0;
    std::uint64_t exact_cuts = 0;
    std::uint64_t lower_cuts = 0;
    std::uint64_t upper_cuts = 0;
};

}  // namespace plyground
