#include "plyground/games/chess/weight_sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "plyground/games/chess/terms/all_terms.hpp"

namespace plyground::chess {

namespace {

constexpr std::size_t COUNT = sizeof(Weights) / sizeof(Tapered);

}  // namespace

// A tally that counts uses instead of summing values.
class Sample::Record {
  public:
    explicit Record(const Weights& weights) : first_(reinterpret_cast<const Tapered*>(&weights)) {}

    template <Side SIDE>
    void add(const Tapered& weight, int times = 1) {
        terms_[slot(weight)] += SIDE == Side::WHITE ? times : -times;
    }
    template <Side KING>
    void add_danger(const Tapered& weight, int times = 1) {
        danger_[static_cast<std::size_t>(index(KING))][slot(weight)] += times;
    }
    void add_winnable(const Tapered& weight, int times = 1) { winnable_[slot(weight)] += times; }

    void move_to(Sample& sample) const {
        sample.terms_ = packed(terms_);
        sample.winnable_ = packed(winnable_);
        for (std::size_t king = 0; king < 2; ++king) sample.danger_[king] = packed(danger_[king]);
    }

  private:
    using Counts = std::array<int, COUNT>;

    std::size_t slot(const Tapered& weight) const { return static_cast<std::size_t>(&weight - first_); }
    static Uses packed(const Counts& counts) {
        Uses uses;
        for (std::size_t i = 0; i < COUNT; ++i)
            if (counts[i] != 0) uses.push_back({static_cast<std::uint16_t>(i), static_cast<std::int16_t>(counts[i])});
        uses.shrink_to_fit();
        return uses;
    }

    const Tapered* first_;
    Counts terms_{};
    Counts winnable_{};
    std::array<Counts, 2> danger_{};
};

std::optional<Sample> Sample::of(const Position& position) {
    if (has_lone_king(position, Side::WHITE) || has_lone_king(position, Side::BLACK)) return std::nullopt;
    const Weights weights{};
    Record record(weights);
    PawnStructure structure;
    evaluate_pawns<Side::WHITE>(position, weights.structure, record, structure);
    evaluate_pawns<Side::BLACK>(position, weights.structure, record, structure);
    evaluate_shelter<Side::WHITE>(position, weights.shelter, record);
    evaluate_shelter<Side::BLACK>(position, weights.shelter, record);
    evaluate_terms(position, structure, weights, record);
    for (const Point p : position.occupied()) {
        const int kind = index(position.kind_at(p));
        const Placement& placement = weights.placement;
        if (position.owner(p) == Side::WHITE) {
            record.add<Side::WHITE>(placement.piece[kind]);
            record.add<Side::WHITE>(placement.point[kind][p.index()]);
        } else {
            record.add<Side::BLACK>(placement.piece[kind]);
            record.add<Side::BLACK>(placement.point[kind][p.index() ^ 56]);
        }
    }
    Sample sample;
    record.move_to(sample);
    sample.phase_ = game_phase(position) / double{MAX_PHASE};
    for (const Side side : {Side::WHITE, Side::BLACK})
        sample.chances_[static_cast<std::size_t>(index(side))] = winning_chances(position, side) / double{FULL_CHANCES};
    return sample;
}

Sample::Estimate Sample::estimate(const Parameters& weights) const {
    double middle = 0, ending = 0;
    for (const Use use : terms_) {
        middle += use.times * weights[2 * use.weight];
        ending += use.times * weights[2 * use.weight + 1];
    }
    Estimate found;
    for (std::size_t king = 0; king < 2; ++king) {
        double units = 0;
        for (const Use use : danger_[king]) units += use.times * weights[2 * use.weight];
        units = std::clamp(units, 0.0, double{MAX_DANGER});
        found.danger[king] = units;
        const double sign = king == 0 ? -1 : 1;
        middle += sign * units * units / DANGER_SQUARE;
        ending += sign * units / DANGER_ENDING;
    }
    const std::size_t strong = ending >= 0 ? 0 : 1;
    double advantage = std::abs(ending);
    for (const Use use : winnable_) advantage += use.times * weights[2 * use.weight + 1];
    if (advantage > 0) found.ending_share = chances_[strong] * (1 - phase_);
    found.winnable_share = strong == 0 ? found.ending_share : -found.ending_share;
    found.score = middle * phase_ + advantage * found.winnable_share;
    return found;
}

void Sample::add_gradient(const Parameters& weights, double slope, Parameters& gradient) const {
    const Estimate at = estimate(weights);
    for (const Use use : terms_) {
        gradient[2 * use.weight] += slope * use.times * phase_;
        gradient[2 * use.weight + 1] += slope * use.times * at.ending_share;
    }
    for (const Use use : winnable_) gradient[2 * use.weight + 1] += slope * use.times * at.winnable_share;
    for (std::size_t king = 0; king < 2; ++king) {
        const double units = at.danger[king];
        if (units <= 0 || units >= MAX_DANGER) continue;
        const double sign = king == 0 ? -1 : 1;
        const double change = sign * (2 * units / DANGER_SQUARE * phase_ + at.ending_share / DANGER_ENDING);
        for (const Use use : danger_[king]) gradient[2 * use.weight] += slope * use.times * change;
    }
}

}  // namespace plyground::chess
