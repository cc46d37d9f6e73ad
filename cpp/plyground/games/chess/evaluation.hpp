// Evaluation: a simple evaluation of a chess position, by material and mobility.
#pragma once

#include <array>

#include "plyground/core/score.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

inline constexpr std::array<Score, KINDS> VALUE{100, 320, 330, 500, 900, 0};

// The value of an attacked point without an own piece. The king's is zero: an active king is not a safe one.
inline constexpr std::array<Score, KINDS> MOBILITY{0, 4, 4, 2, 1, 0};

// Hundredths of a pawn for the side to move.
Score evaluate(const Position& position);

}  // namespace plyground::chess
