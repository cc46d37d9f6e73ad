// Evaluator: the evaluation for playing, for every board and all rules.
//
// Nothing is updated from move to move: with whole sets of points, counting everything again is as cheap.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "plyground/core/score.hpp"
#include "plyground/core/side.hpp"
#include "plyground/core/style.hpp"
#include "plyground/core/weight_sample.hpp"
#include "plyground/core/weights.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"
#include "plyground/games/mill/shapes.hpp"
#include "plyground/games/mill/weights.hpp"

namespace plyground::mill {

// The men that a side could capture by special captures in its next turn.
int special_captures(const Position& position, const Rules& rules, Side side);

const Weights& weights_for(const Board& board);

// The weights of all terms in each phase, as files hold them.
std::vector<WeightField> weight_fields();
WeightList weight_list(const Weights& weights);
Weights weights_of(const WeightList& list);
// A man is worth a man, and nothing else is worth anything.
Weights plain_weights();

// The weights of the terms for every number of men in hand, for a style.
struct WeightTable {
    std::array<TermWeights, 2 * 12 + 1> by_hand;
    TermWeights flying;

    WeightTable(const Rules& rules, Style style, const Weights& weights);
};

using Counts = std::array<int, TERMS>;

template <class R>
class Evaluator {
  public:
    struct Accumulator {};

    template <class G>
    Evaluator(const G& game, Style style) : Evaluator(game, style, weights_for(game.rules().board())) {}

    template <class G>
    Evaluator(const G& game, Style style, const Weights& weights)
        : source_(game.policy()), weights_(game.rules(), style, weights) {}

    template <class G>
    Evaluator(const G& game, Style style, const WeightList& weights) : Evaluator(game, style, weights_of(weights)) {}

    void leave_out_mobility() {
        for (const int term : {STEPS, BLOCKED}) {
            for (TermWeights& weights : weights_.by_hand) weights[term] = 0;
            weights_.flying[term] = 0;
        }
    }

    Accumulator start(const Position&) const { return {}; }
    Accumulator after(Accumulator, const Position&, Move, const Position&) const { return {}; }

    Score evaluate(const Position& position, Accumulator = {}) const {
        const auto counts = count(position);
        const Score white = weighed(position, Side::WHITE, counts[0]);
        const Score black = weighed(position, Side::BLACK, counts[1]);
        return position.side_to_move == Side::WHITE ? white - black : black - white;
    }

    // The term counts for white and for black.
    std::array<Counts, 2> count(const Position& position) const {
        if constexpr (R::IS_STATIC) return count_on<R::get().board().name>(position);
        else return with_board(rules().board().name, [&]<BoardName BOARD>() { return count_on<BOARD>(position); });
    }

    bool flies(const Position& position, Side side) const {
        return position.in_hand(side) == 0 && position.total(side) <= rules().fly_at();
    }

    // How the value for white depends on the weights.
    LinearSample sample(const Position& position) const {
        LinearSample sample;
        const auto counts = count(position);
        const int most = 2 * rules().men();
        const double placing = std::min(position.hand[0] + position.hand[1], most) / static_cast<double>(most);
        for (const Side side : {Side::WHITE, Side::BLACK}) {
            const int sign = side == Side::WHITE ? 1 : -1;
            const bool is_flying = flies(position, side);
            const std::array<double, PHASES> shares{is_flying ? 0 : placing, is_flying ? 0 : 1 - placing,
                                                    is_flying ? 1.0 : 0};
            for (std::size_t phase = 0; phase < PHASES; ++phase)
                for (std::size_t t = 0; t < TERMS; ++t)
                    sample.add(phase * TERMS + t,
                               sign * shares[phase] * counts[static_cast<std::size_t>(index(side))][t]);
        }
        return sample;
    }

  private:
    constexpr const Rules& rules() const { return source_.get(); }

    Score weighed(const Position& position, Side side, const Counts& counts) const {
        const TermWeights& weights =
            flies(position, side) ? weights_.flying
                                  : weights_.by_hand[static_cast<std::size_t>(position.hand[0] + position.hand[1])];
        Score sum = 0;
        for (int t = 0; t < TERMS; ++t) sum += weights[t] * counts[t];
        return sum;
    }

    template <BoardName BOARD>
    std::array<Counts, 2> count_on(const Position& position) const {
        using Form = Shapes<BOARD>;
        const PointSet empty = Form::B.all() & ~position.occupied();
        const PointSet open = empty | position.blocked_points();
        const std::array<Formation, 2> formations{form<Form>(position, Side::WHITE, empty),
                                                  form<Form>(position, Side::BLACK, empty)};
        std::array<Counts, 2> counts;
        for (const Side side : {Side::WHITE, Side::BLACK}) {
            const PointSet ours = position.of(side), theirs = position.of(other(side));
            const Formation& form = formations[index(side)];
            Counts& count = counts[index(side)];
            count_men(position, side, count);
            count_steps<Form>(position, side, open, count);
            // Reach: a man from hand or a flight gets everywhere.
            const PointSet closing = roams(position, side) ? form.gaps & empty : form.closing;
            const PointSet contested = roams(position, other(side)) ? empty : Form::beside(theirs);
            count[MILLS] = form.mills;
            const bool is_turn = position.side_to_move == side;
            count[CLOSING] = is_turn && !closing.is_empty();
            count[THREAT] = !is_turn && !closing.is_empty();
            count[FORKS] = std::max(0, closing.count() - 1);
            count[UNSTOPPED] = (closing & ~contested).count();
            count[SWITCHES] = rules().no_repeated_mill() ? 0 : form.switching.count();
            count[RUNNING] =
                !(form.in_mills & Form::beside(empty) & ~contested).is_empty() && !roams(position, other(side));
            count[HELD] = (formations[index(other(side))].gaps & ours).count();
            count[LINES] = Form::lines_free_of(theirs);
            count[CAPTURES] = rules().has_special_captures() ? special_captures(position, rules(), side) : 0;
            count[LEAD] = leads(position, form.mills, formations[index(other(side))].mills);
            count[FULL] = side == Side::BLACK && full_board_looms(position, open);
            count[TURN] = position.mover == side && position.owes_nothing();
        }
        return counts;
    }

    template <class Form>
    Formation form(const Position& position, Side side, PointSet empty) const {
        if (rules().one_time_mill())
            return Form::form(position.of(side), empty, Form::lines_without(position.used_lines[index(side)]));
        return Form::form(position.of(side), empty, Form::ALL_LINES);
    }

    void count_men(const Position& position, Side side, Counts& count) const {
        const bool takes_own = position.due_kind == DueKind::OWN;
        count[MEN] = position.total(side) - position.due(takes_own ? side : other(side));
    }

    template <class Form>
    void count_steps(const Position& position, Side side, PointSet open, Counts& count) const {
        const PointSet men = position.of(side);
        const bool walks = !flies(position, side);
        count[STEPS] = walks ? Form::steps(men, open) : 0;
        count[BLOCKED] = walks ? (men & ~Form::beside(open)).count() : 0;
        count[HUBS] = Form::steps(men, Form::B.all());
    }

    // Whether a side may land on any empty point.
    bool roams(const Position& position, Side side) const {
        return position.in_hand(side) > 0 || flies(position, side);
    }

    bool leads(const Position& position, int mills, int others) const {
        return rules().mill_action() == MillAction::COUNT && position.is_placing() && mills > others;
    }

    bool full_board_looms(const Position& position, PointSet open) const {
        return position.is_placing() && rules().full_board() == FullBoard::FIRST_LOSES &&
               rules().mill_action() != MillAction::COUNT && open.count() <= position.hand[0] + position.hand[1];
    }

    R source_;
    WeightTable weights_;
};

}  // namespace plyground::mill
