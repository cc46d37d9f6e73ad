// Weight list: the weights of the evaluator as files hold them, with the names and shapes of weights.hpp.
#pragma once

#include <vector>

#include "plyground/core/weights.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

std::vector<WeightField> weight_fields();
WeightList weight_list(const Weights& weights);
Weights weights_of(const WeightList& list);

// The values of the pieces, and a little danger for whatever happens around a king: from nothing at all, danger, which
// is squared, would never be learnt.
Weights plain_weights();

}  // namespace plyground::chess
