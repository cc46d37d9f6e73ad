// Evaluation: a simple evaluation of a mill position for all rules: men, mills and mobility.
#pragma once

#include "plyground/core/score.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

inline constexpr Score MAN = 100;
inline constexpr Score IN_MILL = 5;     // for each man in a mill
inline constexpr Score OPEN_MILL = 15;  // for each empty point that would close a mill
inline constexpr Score STEP = 3;        // for each step that a man could make

// Hundredths of a man for the side to move.
Score evaluate(const Position& position, const Rules& rules);

}  // namespace plyground::mill
