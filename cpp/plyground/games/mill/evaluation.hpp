// Evaluation: a first estimate of a mill position for every rule set: men, mills and mobility.
#pragma once

#include "plyground/core/score.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// Hundredths of a man from the side to move.
Score evaluate(const Position& position, const Rules& rules);

}  // namespace plyground::mill
