// Members of Worker: how a style chooses among moves that are good enough.
//
// The other styles are weights of the evaluation. These two also play moves that are not the best: a lazy player takes
// the first move that is good enough, a sacrificing one prefers moves that offer something.
#pragma once

#include "plyground/search/worker.hpp"

namespace plyground {

// How much worse than the best a move of this style may be. Nobody is lazier than a player who is ahead.
template <Game G>
Score Worker<G>::style_slack(Score best) const {
    if (style_ == Style::LAZY)
        return margin(tuning::LAZY_SLACK) + std::clamp(best, 0, tuning::AHEAD) / tuning::LAZY_AHEAD_DIVISOR;
    return style_ == Style::SACRIFICING ? margin(tuning::SACRIFICE_SLACK) : 0;
}

// Whether the opponent can take something after a move; in games with an exchange test, with a profit.
template <Game G>
bool Worker<G>::offers_material(const Move& move) {
    const Position& position = stack_.at(0).position;
    if constexpr (HasExchangeTest<G>) {
        return !game_.wins_exchange(position, move, 0);
    } else if constexpr (HasForcingMoves<G>) {
        scratch_.clear();
        game_.forcing_moves(game_.after(position, move), scratch_);
        return !scratch_.is_empty();
    } else {
        return false;
    }
}

// After a completed depth: the first move, in the order of the game, that the style prefers to the best one
// and that is good enough, if there is one. What is proven, or known from databases, is never given away.
template <Game G>
std::optional<std::uint16_t> Worker<G>::settle(Depth depth) {
    const std::uint16_t first = order_[0];
    const RootMove<Move>& best = roots_[first];
    const Score slack = style_slack(best.score);
    if (slack == 0 || shared_.limits.lines > 1 || best.known || is_settled(best.score)) return std::nullopt;
    const bool is_lazy = style_ == Style::LAZY;
    if (!is_lazy && offers_material(best.move)) return std::nullopt;
    const Score enough = best.score - slack;
    for (std::uint16_t i = 0; i < roots_.size(); ++i) {
        if (i == first && is_lazy) return std::nullopt;
        RootMove<Move>& root = roots_[i];
        if (i == first || root.group != best.group || (!is_lazy && !offers_material(root.move))) continue;
        make_move(0, root.move);
        const Score value = -search<false>(1, -enough, -enough + 1, std::max(depth - 1, 0), true);
        if (value < enough) continue;
        root.score = value;
        root.most = INFINITY_SCORE;
        root.bound = Bound::LOWER;
        root.depth = depth;
        root.seldepth = best.seldepth;
        return i;
    }
    return std::nullopt;
}

}  // namespace plyground
