// Pace: how the moves of a game share the time on a clock.
#pragma once

#include <array>

namespace plyground {

// A game may have its own, as `G::PACE`.
struct Pace {
    int moves_to_go = 20;  // a move gets this share of the time that is left, so the clock is never quite empty
    int reserve_ms = 150;  // what is left for a machine that answers late
    // Scales the time by the number of depths for which the best move has stayed the same.
    std::array<double, 8> stability{1.8, 1.3, 1.1, 0.95, 0.85, 0.78, 0.73, 0.7};
};

}  // namespace plyground
