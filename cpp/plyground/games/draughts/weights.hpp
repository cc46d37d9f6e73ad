// Weights: every number that the evaluator and the hints of draughts are made of, in one table each.
#pragma once

#include "plyground/core/score.hpp"

namespace plyground::draughts {

// What makes a move promising, see hints.hpp. Only their order and rough proportions matter.
struct HintWeights {
    int man = 100;      // for each man taken
    int king = 250;     // for each king taken
    int promote = 150;  // if the moving man becomes a king
    int expose = -40;   // for each of one's own pieces that an enemy man could take afterwards because of the move
    int row = 4;        // for each row that a man has come forward
};
inline constexpr HintWeights HINT{};

}  // namespace plyground::draughts
