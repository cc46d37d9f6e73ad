// Model: the chess evaluation as a function of its weights, with its gradient.
//
// Each sample stores how often it uses every weight, recorded once by a tally; then a score and its gradient are a few
// sums, and no position is evaluated again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "plyground/games/chess/game.hpp"
#include "plyground/games/chess/terms/all_terms.hpp"

namespace tune {

using namespace plyground;
using namespace plyground::chess;

inline constexpr std::size_t WEIGHTS = sizeof(Weights) / sizeof(Tapered);

struct Parameters {
    std::array<double, WEIGHTS> middle{};
    std::array<double, WEIGHTS> ending{};
};

inline Parameters parameters_of(const Weights& weights) {
    const auto values = std::bit_cast<std::array<Tapered, WEIGHTS>>(weights);
    Parameters parameters;
    for (std::size_t i = 0; i < WEIGHTS; ++i) {
        parameters.middle[i] = values[i].middle();
        parameters.ending[i] = values[i].ending();
    }
    return parameters;
}

struct Use {
    std::uint16_t weight;
    std::int16_t times;  // white's minus black's, or those of one king
};
using Uses = std::vector<Use>;

// A tally that counts uses instead of summing values.
class Noted {
  public:
    explicit Noted(const Weights& weights) : first_(reinterpret_cast<const Tapered*>(&weights)) {}

    template <Side SIDE>
    void add(const Tapered& weight, int times = 1) {
        terms_[slot(weight)] += SIDE == Side::WHITE ? times : -times;
    }
    template <Side KING>
    void add_danger(const Tapered& weight, int times = 1) {
        danger_[static_cast<std::size_t>(index(KING))][slot(weight)] += times;
    }

    void add_winnable(const Tapered& weight, int times = 1) { winnable_[slot(weight)] += times; }

    Uses terms() const { return packed(terms_); }
    Uses winnable() const { return packed(winnable_); }
    Uses danger(int side) const { return packed(danger_[static_cast<std::size_t>(side)]); }

  private:
    using Counts = std::array<int, WEIGHTS>;

    std::size_t slot(const Tapered& weight) const { return static_cast<std::size_t>(&weight - first_); }
    static Uses packed(const Counts& counts) {
        Uses uses;
        for (std::size_t i = 0; i < WEIGHTS; ++i)
            if (counts[i] != 0) uses.push_back({static_cast<std::uint16_t>(i), static_cast<std::int16_t>(counts[i])});
        uses.shrink_to_fit();
        return uses;
    }

    const Tapered* first_;
    Counts terms_{};
    Counts winnable_{};
    std::array<Counts, 2> danger_{};
};

struct Sample {
    Uses terms;
    Uses winnable;
    std::array<Uses, 2> danger;     // to the white king, to the black king
    std::array<double, 2> chances;  // of the ending's advantage, if white or black has it
    double phase;                   // the share of the middle game
    double search_score;
    double result;
};

inline Sample sample_of(const Position& position, const Weights& weights) {
    Noted noted(weights);
    PawnStructure structure;
    evaluate_pawns<Side::WHITE>(position, weights.structure, noted, structure);
    evaluate_pawns<Side::BLACK>(position, weights.structure, noted, structure);
    evaluate_shelter<Side::WHITE>(position, weights.shelter, noted);
    evaluate_shelter<Side::BLACK>(position, weights.shelter, noted);
    evaluate_terms(position, structure, weights, noted);
    for (const Point p : position.occupied()) {
        const auto kind = static_cast<std::size_t>(index(position.kind_at(p)));
        const auto place = static_cast<std::size_t>(p.index());
        const Placement& placement = weights.placement;
        if (position.owner(p) == Side::WHITE) {
            noted.add<Side::WHITE>(placement.piece[kind]);
            noted.add<Side::WHITE>(placement.point[kind][place]);
        } else {
            noted.add<Side::BLACK>(placement.piece[kind]);
            noted.add<Side::BLACK>(placement.point[kind][place ^ 56]);
        }
    }
    Sample sample{.terms = noted.terms(),
                  .winnable = noted.winnable(),
                  .danger = {noted.danger(0), noted.danger(1)},
                  .chances = {},
                  .phase = game_phase(position) / double{MAX_PHASE},
                  .search_score = 0,
                  .result = 0};
    for (const Side side : {Side::WHITE, Side::BLACK})
        sample.chances[static_cast<std::size_t>(index(side))] = winning_chances(position, side) / double{FULL_CHANCES};
    return sample;
}

// The score for white, and what it takes to find the gradient.
struct Estimate {
    double score;
    double ending_share;    // 0 if nothing of the advantage is left
    double winnable_share;  // with the sign of the side that has it
    std::array<double, 2> danger;
};

inline Estimate estimate(const Sample& sample, const Parameters& parameters) {
    double middle = 0, ending = 0;
    for (const Use use : sample.terms) {
        middle += use.times * parameters.middle[use.weight];
        ending += use.times * parameters.ending[use.weight];
    }
    Estimate found{};
    for (std::size_t king = 0; king < 2; ++king) {
        double units = 0;
        for (const Use use : sample.danger[king]) units += use.times * parameters.middle[use.weight];
        units = std::clamp(units, 0.0, double{MAX_DANGER});
        found.danger[king] = units;
        const double sign = king == 0 ? -1 : 1;
        middle += sign * units * units / DANGER_SQUARE;
        ending += sign * units / DANGER_ENDING;
    }
    double advantage = std::abs(ending);
    for (const Use use : sample.winnable) advantage += use.times * parameters.ending[use.weight];
    if (advantage > 0) found.ending_share = sample.chances[ending >= 0 ? 0 : 1] * (1 - sample.phase);
    found.winnable_share = ending >= 0 ? found.ending_share : -found.ending_share;
    found.score = middle * sample.phase + advantage * found.winnable_share;
    return found;
}

// Adds `slope` times the gradient of the score.
inline void add_gradient(const Sample& sample, const Estimate& at, double slope, Parameters& gradient) {
    for (const Use use : sample.terms) {
        gradient.middle[use.weight] += slope * use.times * sample.phase;
        gradient.ending[use.weight] += slope * use.times * at.ending_share;
    }
    for (const Use use : sample.winnable) gradient.ending[use.weight] += slope * use.times * at.winnable_share;
    for (std::size_t king = 0; king < 2; ++king) {
        const double units = at.danger[king];
        if (units <= 0 || units >= MAX_DANGER) continue;
        const double sign = king == 0 ? -1 : 1;
        const double change = sign * (2 * units / DANGER_SQUARE * sample.phase + at.ending_share / DANGER_ENDING);
        for (const Use use : sample.danger[king]) gradient.middle[use.weight] += slope * use.times * change;
    }
}

}  // namespace tune
