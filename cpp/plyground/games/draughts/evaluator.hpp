// Evaluator: the evaluation for playing, on both boards and under all rules.
//
// The values of pieces on their points are updated with each move; everything else is counted for whole sets.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "plyground/core/score.hpp"
#include "plyground/core/side.hpp"
#include "plyground/core/style.hpp"
#include "plyground/core/weight_sample.hpp"
#include "plyground/core/weights.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"
#include "plyground/games/draughts/structure.hpp"
#include "plyground/games/draughts/weight_list.hpp"
#include "plyground/games/draughts/weights.hpp"

namespace plyground::draughts {

using Counts = std::array<int, TERMS>;

template <class Grid, class R>
class Evaluator {
  public:
    // The values of white's pieces on their points, minus black's.
    struct Accumulator {
        Score middle = 0;
        Score ending = 0;
        friend constexpr bool operator==(Accumulator, Accumulator) = default;
    };

    template <class G>
    Evaluator(const G& game, Style style, const Weights& weights = WEIGHTS)
        : rules_(game.policy()), terms_(weights.terms) {
        const StyleWeights styled = style_weights(style);
        for (int t = 0; t < TERMS; ++t) terms_[t] = scaled(terms_[t], percentage(styled, t));
        fill_places(weights, styled.advance);
    }

    template <class G>
    Evaluator(const G& game, Style style, const WeightList& weights)
        : Evaluator(game, style, weights_of<Grid::SIZE>(weights)) {}

    void leave_out_mobility() {
        for (const int term : {SAFE, LOCKED, UNSAFE, KING_MOVES}) terms_[term] = {};
    }

    Accumulator start(const Position& position) const {
        Accumulator sum;
        for (const Side side : {Side::WHITE, Side::BLACK})
            for (const Point p : position.of(side)) add(sum, side, position.kings.has(p), p, 1);
        return sum;
    }

    Accumulator after(Accumulator sum, const Position& before, const Move& move, const Position&) const {
        const Side us = before.side_to_move;
        add(sum, us, move.was_king, move.from, -1);
        add(sum, us, move.is_king, move.to, 1);
        for (const Point p : move.captured) add(sum, other(us), before.kings.has(p), p, -1);
        return sum;
    }

    Score evaluate(const Position& position, const Accumulator& places) const {
        const std::array<Counts, 2> counts = count(position);
        std::int64_t middle = places.middle, ending = places.ending;
        for (int t = ONLY_KINGS; t < TERMS; ++t) {  // earlier terms are included in the places
            const int difference = counts[0][t] - counts[1][t];
            middle += terms_[t].middle * difference;
            ending += terms_[t].ending * difference;
        }
        const int all = 2 * rules_->men(), pieces = position.occupied().count();
        Score score = static_cast<Score>((middle * pieces + ending * (all - pieces)) / all);
        if (is_drawish(position, score < 0 ? Side::WHITE : Side::BLACK)) score /= DRAWISH;
        return position.side_to_move == Side::WHITE ? score : -score;
    }

    // The term counts for white and for black.
    std::array<Counts, 2> count(const Position& position) const {
        std::array<Counts, 2> counts{};
        count_side<Side::WHITE>(position, counts[0]);
        count_side<Side::BLACK>(position, counts[1]);
        counts[index(position.side_to_move)][TURN] = 1;
        count_move(position, counts);
        return counts;
    }

    // How the value for white depends on the weights; nothing where the position is hardly ever won.
    std::optional<LinearSample> sample(const Position& position) const {
        if (is_drawish(position, Side::WHITE) || is_drawish(position, Side::BLACK)) return std::nullopt;
        const int all = 2 * rules_->men(), pieces = position.occupied().count();
        const double middle = pieces / static_cast<double>(all);
        LinearSample sample;
        const auto add_weight = [&](std::size_t weight, int times) {
            sample.add(2 * weight, times * middle);
            sample.add(2 * weight + 1, times * (1 - middle));
        };
        const std::array<Counts, 2> counts = count(position);
        for (std::size_t t = 0; t < TERMS; ++t) add_weight(t, counts[0][t] - counts[1][t]);
        for (const Side side : {Side::WHITE, Side::BLACK})
            for (const Point p : position.men(side)) {
                const int place = row_of(side, p) * (Grid::SIZE / 2) + column_of(p);
                add_weight(static_cast<std::size_t>(TERMS + place), side == Side::WHITE ? 1 : -1);
            }
        return sample;
    }

    static constexpr int row_of(Side side, Point p) {
        return side == Side::WHITE ? Grid::rank_of(p) : Grid::SIZE - 1 - Grid::rank_of(p);
    }
    static constexpr int column_of(Point p) { return std::min(Grid::file_of(p), Grid::SIZE - 1 - Grid::file_of(p)); }

  private:
    static constexpr int FAR = 2;      // the most steps a runaway may still need
    static constexpr int DRAWISH = 8;  // divides the score of an ending that is hardly ever won

    static constexpr Weight scaled(Weight weight, int percent) {
        return {weight.middle * percent / 100, weight.ending * percent / 100};
    }

    static constexpr int percentage(const StyleWeights& style, int term) {
        switch (term) {
            case RUN_ONE:
            case RUN_TWO: return style.advance;
            case SAFE:
            case LOCKED:
            case UNSAFE:
            case KING_MOVES: return style.mobility;
            case BACKED:
            case TILT: return style.defence;
            default: return 100;
        }
    }

    void fill_places(const Weights& weights, int percent) {
        const Weight man = terms_[MAN], king = terms_[rules_->flying_kings ? FLYING_KING : SHORT_KING];
        for (const Side side : {Side::WHITE, Side::BLACK})
            for (const Point p : Grid::ALL) {
                Weight place;
                if constexpr (Grid::SIZE == 8) place = weights.places8[row_of(side, p)][column_of(p)];
                else place = weights.places10[row_of(side, p)][column_of(p)];
                place = scaled(place, percent);
                places_[index(side)][0][p.index()] = {man.middle + place.middle, man.ending + place.ending};
                places_[index(side)][1][p.index()] = king;
            }
    }

    void add(Accumulator& sum, Side side, bool is_king, Point p, int sign) const {
        const Weight& weight = places_[index(side)][is_king][p.index()];
        const int signed_once = side == Side::WHITE ? sign : -sign;
        sum.middle += signed_once * weight.middle;
        sum.ending += signed_once * weight.ending;
    }

    template <Side US>
    void count_side(const Position& position, Counts& count) const {
        const Structure<Grid, R, US> structure(position, rules_);
        const PointSet men = position.men(US), kings = position.kings_of(US),
                       their_kings = position.kings_of(other(US));
        count[MAN] = men.count();
        count[rules_->flying_kings ? FLYING_KING : SHORT_KING] = kings.count();
        const auto steps = structure.steps();
        count[SAFE] = steps.safe;
        count[LOCKED] = steps.locked;
        count[UNSAFE] = steps.unsafe;
        count[BACKED] = structure.backed();
        count[TILT] = structure.tilt();
        for (const Point p : structure.template runaways<FAR>()) ++count[RUN_ONE + Grid::SIZE - 2 - row_of(US, p)];
        if (kings.is_empty()) return;
        count[ONLY_KINGS] = their_kings.is_empty();
        count[KING_MOVES] = structure.king_moves();
        const PointSet diagonal = main_diagonal<Grid>(*rules_);
        if (rules_->flying_kings && rules_->lines != Lines::ORTHOGONAL && !their_kings.meets(diagonal))
            count[MAIN_DIAGONAL] = (kings & diagonal).count();
    }

    // The move: every step changes the parity of a man's row, so with equally many men and no captures the parity of
    // all rows tells who will run out of steps. The side to move has the move if an odd number of men stand on odd
    // rows.
    void count_move(const Position& position, std::array<Counts, 2>& counts) const {
        if (!position.kings.is_empty() || rules_->lines == Lines::ORTHOGONAL) return;
        if (position.of(Side::WHITE).count() != position.of(Side::BLACK).count()) return;
        constexpr PointSet ODD = [] {
            PointSet set;
            for (const Point p : Grid::ALL)
                if (Grid::rank_of(p) % 2 == 1) set |= PointSet(p);
            return set;
        }();
        const bool is_mine = (position.occupied() & ODD).count() % 2 == 1;
        counts[index(is_mine ? position.side_to_move : other(position.side_to_move))][MOVE] = 1;
    }

    // Few pieces hardly ever win against a flying king: three if it stands on the main diagonal, two anywhere.
    bool is_drawish(const Position& position, Side losing) const {
        if (!rules_->flying_kings || rules_->lines == Lines::ORTHOGONAL) return false;
        const PointSet lone = position.of(losing);
        if (lone.has_several() || !lone.meets(position.kings)) return false;
        const int others = position.of(other(losing)).count();
        return others < 3 || (others == 3 && lone.meets(main_diagonal<Grid>(*rules_)));
    }

    R rules_;
    std::array<Weight, TERMS> terms_;
    std::array<std::array<std::array<Weight, 64>, 2>, 2> places_{};  // by side, is king, point
};

}  // namespace plyground::draughts
