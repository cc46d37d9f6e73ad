// Evaluation: a first estimate of a chess position, material and mobility.
#pragma once

#include "plyground/core/score.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

// Hundredths of a pawn from the side to move.
Score evaluate(const Position& position);

}  // namespace plyground::chess
