// Weight sample: the chess evaluation of one position as a function of its weights, with its gradient.
//
// A sample stores how often the position uses every weight, recorded once by a tally; then a score and its gradient are
// a few sums, and no position is evaluated again.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "plyground/core/weight_sample.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

class Sample {
  public:
    // Nothing against a lone king, where knowledge beyond the weights decides.
    static std::optional<Sample> of(const Position& position);

    double score(const Parameters& weights) const { return estimate(weights).score; }
    void add_gradient(const Parameters& weights, double slope, Parameters& gradient) const;

  private:
    struct Use {
        std::uint16_t weight;  // of the pairs
        std::int16_t times;    // white's minus black's, or those of one king
    };
    using Uses = std::vector<Use>;
    class Record;

    // The score for white, and what it takes to find the gradient.
    struct Estimate {
        double score = 0;
        double ending_share = 0;    // 0 if nothing of the advantage is left
        double winnable_share = 0;  // with the sign of the side that has it
        std::array<double, 2> danger{};
    };
    Estimate estimate(const Parameters& weights) const;

    Uses terms_;
    Uses winnable_;
    std::array<Uses, 2> danger_;       // to the white king, to the black king
    std::array<double, 2> chances_{};  // of the ending's advantage, if white or black has it
    double phase_ = 0;                 // the share of the middle game
};

static_assert(WeightSample<Sample>);

}  // namespace plyground::chess
