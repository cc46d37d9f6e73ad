// Evaluation: a first estimate of a mill position for every rule set: men, mills and mobility.
#pragma once

#include "plyground/core/score.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

inline constexpr Score MAN = 100;
inline constexpr Score IN_MILL = 5;     // for each man that stands in a mill
inline constexpr Score OPEN_MILL = 15;  // for each empty point that would close one
inline constexpr Score STEP = 3;        // for each step that a man could take

// Hundredths of a man from the side to move.
Score evaluate(const Position& position, const Rules& rules);

}  // namespace plyground::mill
