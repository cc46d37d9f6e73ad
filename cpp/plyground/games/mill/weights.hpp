// Weights: every number that the evaluator and the hints of mill are made of, in one table each.
#pragma once

#include "plyground/core/score.hpp"

namespace plyground::mill {

// What the principles of move ordering are worth, see hints.hpp. Only their order and rough proportions matter; all
// but the last outweigh the number of neighbours of a point.
struct HintWeights {
    int close = 400;       // 1: for each mill that the turn closes
    int stop = 150;        // 2: for each line on which the opponent can no longer close a mill at once
    int beside_marked = 10;  // 3: for each marked man beside the landing point
    int in_the_way = 80;   // 4: for each line that only the man taken kept from being a mill
    int beside_own = 20;   // 5: for each of one's own men beside the man taken
    int mobile = 10;       // 6: for each step that the man taken could have made
    int beside_mill = -30;  // 7: for each man in a mill beside the man taken
    int far = -40;         // 8: if the man taken has none of one's own men beside it
    int neighbour = 1;     // for each neighbour of the landing point, between turns that are equal otherwise
};
inline constexpr HintWeights HINT{};

}  // namespace plyground::mill
