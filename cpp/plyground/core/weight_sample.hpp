// Weight samples: the evaluation of one position as a function of the weights, which is all that a fit needs of it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace plyground {

// Weights that are being fitted, in the order of a WeightList.
using Parameters = std::vector<double>;

// Both members see the position for white; `add_gradient` adds the gradient of the score, times `slope`.
template <class S>
concept WeightSample = requires(const S& sample, const Parameters& weights, Parameters& gradient) {
    { sample.score(weights) } -> std::same_as<double>;
    { sample.add_gradient(weights, double{}, gradient) } -> std::same_as<void>;
};

// An evaluation that is a weighted sum.
class LinearSample {
  public:
    void add(std::size_t weight, double times) {
        if (times != 0) uses_.push_back({static_cast<std::uint16_t>(weight), static_cast<float>(times)});
    }
    double score(const Parameters& weights) const {
        double sum = 0;
        for (const Use use : uses_) sum += weights[use.weight] * use.times;
        return sum;
    }
    void add_gradient(const Parameters&, double slope, Parameters& gradient) const {
        for (const Use use : uses_) gradient[use.weight] += slope * use.times;
    }

  private:
    struct Use {
        std::uint16_t weight;
        float times;
    };
    std::vector<Use> uses_;
};

static_assert(WeightSample<LinearSample>);

}  // namespace plyground
