// Tunes the weights of the chess evaluation to samples of play.cpp and prints weights.inc.
//
//   g++ -O3 -march=native -std=c++20 -Icpp -Itools/tune_chess tools/tune_chess/tune.cpp
//       $(find cpp/plyground/games/chess -name '*.cpp') -o tune_chess
//   ./tune_chess samples.txt ... > weights.inc
//
// Texel's method: a score predicts points through a logistic curve, and the weights minimise the squared error of that
// prediction. The target is the game's result, mixed with the search's score. Weights start from the compiled table and
// are pulled back to it, which decides those that hardly any sample uses.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "layout.hpp"
#include "model.hpp"

using namespace tune;

namespace {

constexpr double RESULT_SHARE = 0.4;  // the rest is the search's score
constexpr int EPOCHS = 200;
constexpr double FIRST_STEP = 1.5;       // in hundredths of a pawn; decreases to zero
constexpr double REGULARIZATION = 4e-3;  // how strongly a weight is pulled back to its start
constexpr std::size_t CHECK_BLOCK = 1'000;
constexpr std::size_t CHECK_EVERY = 10;  // one block in ten is held out to check what was learned

double points(double score, double scale) { return 1 / (1 + std::exp(-score / scale)); }

void read(const char* file, const Chess& game, const Weights& weights, std::vector<Sample>& samples) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(';'), second = line.find(';', first + 1);
        if (second == std::string::npos) continue;
        const Position position = game.parse_fen(line.substr(0, first));
        if (has_lone_king(position, Side::WHITE) || has_lone_king(position, Side::BLACK)) continue;
        Sample& sample = samples.emplace_back(sample_of(position, weights));
        sample.search_score = std::stod(line.substr(first + 1, second - first - 1));
        sample.result = std::stod(line.substr(second + 1));
    }
}

bool is_check(std::size_t number) { return number / CHECK_BLOCK % CHECK_EVERY == 0; }

double wanted(const Sample& sample, double scale) {
    return RESULT_SHARE * sample.result + (1 - RESULT_SHARE) * points(sample.search_score, scale);
}

// The mean squared error over the training samples, or over the others.
double error(const std::vector<Sample>& samples, const Parameters& parameters, double scale, bool of_checks) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (is_check(i) != of_checks) continue;
        const double miss = points(estimate(samples[i], parameters).score, scale) - wanted(samples[i], scale);
        sum += miss * miss;
        ++count;
    }
    return count == 0 ? 0 : sum / static_cast<double>(count);
}

// The width of the logistic curve that fits the results best; it is fixed, so that scores keep their meaning.
double best_scale(const std::vector<Sample>& samples, const Parameters& parameters) {
    double best = 0, least = 1e9;
    for (double scale = 60; scale <= 400; scale += 5) {
        double sum = 0;
        for (const Sample& sample : samples) {
            const double miss = points(estimate(sample, parameters).score, scale) - sample.result;
            sum += miss * miss;
        }
        if (sum < least) least = sum, best = scale;
    }
    return best;
}

// Adam: each weight steps by its gradient's mean over its root mean square.
class Adam {
  public:
    using Values = std::array<double, WEIGHTS>;

    void step(Values& values, const Values& gradient, double size, int epoch) {
        for (std::size_t i = 0; i < WEIGHTS; ++i) {
            mean_[i] = 0.9 * mean_[i] + 0.1 * gradient[i];
            square_[i] = 0.999 * square_[i] + 0.001 * gradient[i] * gradient[i];
            const double mean = mean_[i] / (1 - std::pow(0.9, epoch));
            const double square = square_[i] / (1 - std::pow(0.999, epoch));
            if (square > 0) values[i] -= size * mean / std::sqrt(square + 1e-18);
        }
    }

  private:
    Values mean_{};
    Values square_{};
};

Parameters tuned(const std::vector<Sample>& samples, const Parameters& start, double scale) {
    Parameters parameters = start;
    Adam middle, ending;
    for (int epoch = 1; epoch <= EPOCHS; ++epoch) {
        Parameters gradient;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (is_check(i)) continue;
            const Estimate at = estimate(samples[i], parameters);
            const double got = points(at.score, scale);
            const double slope = 2 * (got - wanted(samples[i], scale)) * got * (1 - got) / scale;
            add_gradient(samples[i], at, slope, gradient);
        }
        for (std::size_t i = 0; i < WEIGHTS; ++i) {
            gradient.middle[i] += REGULARIZATION * (parameters.middle[i] - start.middle[i]);
            gradient.ending[i] += REGULARIZATION * (parameters.ending[i] - start.ending[i]);
        }
        const double size = FIRST_STEP * (EPOCHS - epoch) / EPOCHS;
        middle.step(parameters.middle, gradient.middle, size, epoch);
        ending.step(parameters.ending, gradient.ending, size, epoch);
        if (epoch % 50 == 0)
            std::fprintf(stderr, "epoch %d: error %.6f, on the check samples %.6f\n", epoch,
                         error(samples, parameters, scale, false), error(samples, parameters, scale, true));
    }
    return parameters;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) {
        std::fprintf(stderr, "usage: tune_chess samples.txt ... > weights.inc\n");
        return 2;
    }
    const Chess game;
    const Weights weights = chess::weights(Style::NORMAL);
    std::vector<Sample> samples;
    for (int i = 1; i < count; ++i) read(arguments[i], game, weights, samples);
    const Parameters start = parameters_of(weights);
    const double scale = best_scale(samples, start);
    std::fprintf(stderr, "%zu samples, scale %.0f, error %.6f, on the check samples %.6f\n", samples.size(), scale,
                 error(samples, start, scale, false), error(samples, start, scale, true));
    print(tuned(samples, start, scale));
}
