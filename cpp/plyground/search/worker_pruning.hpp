// Members of Worker: steps 7 to 9 of `search`, which settle nodes without searching their moves in full, and step 11.
#pragma once

#include "plyground/search/worker.hpp"

namespace plyground {

template <Game G>
std::optional<Score> Worker<G>::prune_node(const Node& node) {
    if (!shared_.features.pruning && !shared_.features.null_move) return std::nullopt;
    if (is_settled(node.beta) || is_settled(node.eval)) return std::nullopt;

    if (shared_.features.pruning) {
        // Step 7. Reverse futility: so far above beta that the few plies left will not change it [see 12].
        const Score surplus = margin(tuning::REVERSE_MARGIN) * (node.depth - (node.is_improving ? 1 : 0));
        if (node.depth <= tuning::REVERSE_DEPTH && node.eval - surplus >= node.beta) return (node.eval + node.beta) / 2;

        // Step 8. Razoring: so far below alpha that only a forcing move could help; check whether one does [see 12].
        if (node.depth <= tuning::RAZOR_DEPTH && node.eval + margin(tuning::RAZOR_MARGIN) * node.depth <= node.alpha) {
            const Score value = qsearch<false>(node.ply, node.alpha, node.alpha + 1, MAX_QS_PLIES);
            if (value <= node.alpha) return value;
        }
    }
    // Step 9. Null move [+58].
    return try_null_move(node);
}

// If even passing keeps the score at or above beta, a move will too.
template <Game G>
std::optional<Score> Worker<G>::try_null_move(const Node& node) {
    if constexpr (HasNullMove<G>) {
        const Frame<G>& here = stack_.at(node.ply);
        if (!shared_.features.null_move || node.depth < tuning::NULL_DEPTH || here.plies_since_null == 0 ||
            node.ply < null_min_ply_ || node.eval < node.beta || !game_.allows_null_move(here.position))
            return std::nullopt;
        const Depth steps = std::min((node.eval - node.beta) / margin(tuning::NULL_STEP), tuning::NULL_MAX_STEPS);
        const Depth depth = node.depth - tuning::NULL_REDUCTION - node.depth / tuning::NULL_DIVISOR - steps;
        make_null_move(node.ply);
        const Score value = -search<false>(node.ply + 1, -node.beta, -node.beta + 1, depth, !node.is_cut);
        if (value < node.beta) return std::nullopt;
        const Score kept = is_settled(value) ? node.beta : value;  // a win after a pass proves nothing
        if (node.depth < tuning::NULL_VERIFIED_DEPTH || null_min_ply_ > 0) return kept;
        // Zugzwang: at high depth, verify that the side also reaches beta without passing.
        null_min_ply_ = node.ply + tuning::null_free_plies(depth);
        const Score verified = search<false>(node.ply, node.beta - 1, node.beta, depth, false);
        null_min_ply_ = 0;
        return verified >= node.beta ? std::optional<Score>(kept) : std::nullopt;
    } else {
        return std::nullopt;
    }
}

// Searches all moves but the TT move: if all are clearly worse, the TT move is singular and is extended by a ply; if
// one of them reaches beta too, the node is cut.
template <Game G>
std::optional<Score> Worker<G>::extend_singular(Node& node, const TTEntry& tt_entry) {
    if (!shared_.features.extensions || node.depth < tuning::SINGULAR_DEPTH || tt_entry.move_code == NO_CODE ||
        !tt_entry.bound || *tt_entry.bound == Bound::UPPER || tt_entry.depth < node.depth - tuning::SINGULAR_SLACK ||
        is_settled(tt_entry.value) || !may_extend(node.ply))
        return std::nullopt;
    Frame<G>& here = stack_.at(node.ply);
    const Score limit = tt_entry.value - margin(tuning::SINGULAR_MARGIN) * node.depth;
    here.excluded_code = tt_entry.move_code;
    const Score value = search<false>(node.ply, limit - 1, limit, tuning::singular_depth(node.depth), node.is_cut);
    here.excluded_code = NO_CODE;
    if (value < limit) node.extension = 1;
    else if (limit >= node.beta) return limit;
    else if (tt_entry.value >= node.beta) node.extension = -1;
    return std::nullopt;
}

}  // namespace plyground
