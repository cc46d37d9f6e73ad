// Fit: finds the weights of an evaluation that predict the results of games best.
//
// Texel's method: a score predicts points through a logistic curve, and the weights minimise the squared error of that
// prediction. What is to be predicted is the result of the game, mixed with the score of a search. Weights are pulled
// back to where they start, which decides those that hardly any sample uses. Knows no game. The same samples in the
// same order give the same weights.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "plyground/core/weight_sample.hpp"

namespace plyground {

struct FitOptions {
    int epochs = 300;
    double first_step = 3;      // in hundredths of a man; decreases to zero
    double pull = 4e-3;         // how strongly a weight is pulled back to its start
    double result_share = 0.4;  // the rest is the score of the search
};

template <WeightSample S>
class Fit {
  public:
    // A position with the score of a search and the result of the game, 0 to 1, all for white.
    void add(S sample, double score, double result) {
        samples_.push_back(std::move(sample));
        scores_.push_back(score);
        results_.push_back(result);
    }
    std::size_t size() const { return samples_.size(); }

    // The width of the logistic curve by which the search's scores predict the results best.
    double best_scale() const {
        double best = 0, least = INFINITY;
        for (double scale = 40; scale <= 800; scale *= 1.02) {
            double sum = 0;
            for (std::size_t i = 0; i < size(); ++i) sum += square(points(scores_[i], scale) - results_[i]);
            if (sum < least) least = sum, best = scale;
        }
        return best;
    }

    // The mean squared error over the samples that are fitted, or over those that are held back to check.
    double error(const Parameters& weights, double scale, double result_share, bool of_checks) const {
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            if (is_check(i) != of_checks) continue;
            sum += square(points(samples_[i].score(weights), scale) - wanted(i, scale, result_share));
            ++count;
        }
        return count == 0 ? 0 : sum / static_cast<double>(count);
    }

    // `on_epoch` gets the number of finished epochs and says whether to go on.
    template <class OnEpoch>
    Parameters run(const Parameters& start, double scale, const FitOptions& options, const OnEpoch& on_epoch) const {
        Parameters weights = start;
        Adam adam(start.size());
        for (int epoch = 1; epoch <= options.epochs; ++epoch) {
            Parameters gradient(start.size());
            for (std::size_t i = 0; i < size(); ++i) {
                if (is_check(i)) continue;
                const double got = points(samples_[i].score(weights), scale);
                const double miss = got - wanted(i, scale, options.result_share);
                samples_[i].add_gradient(weights, 2 * miss * got * (1 - got) / scale, gradient);
            }
            for (std::size_t i = 0; i < weights.size(); ++i) gradient[i] += options.pull * (weights[i] - start[i]);
            adam.step(weights, gradient, options.first_step * (options.epochs - epoch) / options.epochs, epoch);
            if (!on_epoch(epoch)) break;
        }
        return weights;
    }

  private:
    // Each weight steps by its gradient's mean over its root mean square.
    class Adam {
      public:
        explicit Adam(std::size_t size) : mean_(size), square_(size) {}

        void step(Parameters& values, const Parameters& gradient, double size, int epoch) {
            for (std::size_t i = 0; i < values.size(); ++i) {
                mean_[i] = 0.9 * mean_[i] + 0.1 * gradient[i];
                square_[i] = 0.999 * square_[i] + 0.001 * gradient[i] * gradient[i];
                const double mean = mean_[i] / (1 - std::pow(0.9, epoch));
                const double square = square_[i] / (1 - std::pow(0.999, epoch));
                if (square > 0) values[i] -= size * mean / std::sqrt(square + 1e-18);
            }
        }

      private:
        Parameters mean_;
        Parameters square_;
    };

    // Samples come game by game, so blocks keep most positions of a game together.
    static bool is_check(std::size_t number) { return number / 100 % 10 == 9; }

    static double square(double value) { return value * value; }
    static double points(double score, double scale) { return 1 / (1 + std::exp(-score / scale)); }
    double wanted(std::size_t i, double scale, double result_share) const {
        return result_share * results_[i] + (1 - result_share) * points(scores_[i], scale);
    }

    std::vector<S> samples_;
    std::vector<double> scores_;
    std::vector<double> results_;
};

}  // namespace plyground
