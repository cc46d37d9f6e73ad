// Limits: when a search ends.
#pragma once

#include <cstdint>
#include <optional>

#include "plyground/core/score.hpp"

namespace plyground {

inline constexpr Depth MAX_DEPTH = 200;

// The first limit reached ends the search; without any limit only `stop` does.
struct Limits {
    std::optional<Depth> depth{};
    std::optional<std::uint64_t> nodes{};    // exact, summed over all threads
    std::optional<std::int64_t> time_ms{};   // for this move
    std::optional<std::int64_t> clock_ms{};  // left on the clock, for the game or for the next `moves_to_go` moves
    std::int64_t increment_ms = 0;
    int moves_to_go = 0;              // 0 = the rest of the game
    std::int64_t overhead_ms = 20;    // lost between the clock and the search, each move
    std::optional<Ply> win_within{};  // end as soon as a win within this many plies is found
    int lines = 1;                    // number of best moves to report (multi-PV)
};

}  // namespace plyground
