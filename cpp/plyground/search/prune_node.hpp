// Nodes that are settled without searching their moves in full, steps 7 to 9 of Worker::search, and step 11.
#pragma once

#include "plyground/search/worker.hpp"

namespace plyground {

template <Game G>
std::optional<Score> Worker<G>::prune_node(const Node& node) {
    if (!shared_.techniques.pruning && !shared_.techniques.null_move) return std::nullopt;
    if (is_decisive(node.beta) || is_decisive(node.guess)) return std::nullopt;

    if (shared_.techniques.pruning) {
        // Step 7. Reverse futility: already so far above beta that the few plies left will not spoil it [see 12].
        const Score surplus = margin(tuning::REVERSE_MARGIN) * (node.depth - (node.is_improving ? 1 : 0));
        if (node.depth <= tuning::REVERSE_DEPTH && node.guess - surplus >= node.beta)
            return (node.guess + node.beta) / 2;

        // Step 8. Razoring: so far below alpha that only a forcing move could help; see whether one does [see 12].
        if (node.depth <= tuning::RAZOR_DEPTH && node.guess + margin(tuning::RAZOR_MARGIN) * node.depth <= node.alpha) {
            const Score value = quiesce<false>(node.ply, node.alpha, node.alpha + 1, VOLUNTARY);
            if (value <= node.alpha) return value;
        }
    }
    // Step 9. Null move [+58].
    return try_null_move(node);
}

// If even passing holds beta, a move will.
template <Game G>
std::optional<Score> Worker<G>::try_null_move(const Node& node) {
    if constexpr (CanPass<G>) {
        const Frame<G>& here = stack_.at(node.ply);
        if (!shared_.techniques.null_move || node.depth < tuning::NULL_DEPTH || here.since_pass == 0 ||
            node.ply < null_from_ || node.guess < node.beta || !game_.can_pass(here.position))
            return std::nullopt;
        const Depth steps = std::min((node.guess - node.beta) / margin(tuning::NULL_STEP), tuning::NULL_MOST_STEPS);
        const Depth depth = node.depth - tuning::NULL_REDUCTION - node.depth / tuning::NULL_DIVISOR - steps;
        descend_by_pass(node.ply);
        const Score value = -search<false>(node.ply + 1, -node.beta, -node.beta + 1, depth, !node.is_cut);
        if (value < node.beta) return std::nullopt;
        const Score kept = is_decisive(value) ? node.beta : value;  // a win after a pass proves nothing
        if (node.depth < tuning::NULL_VERIFIED_DEPTH || null_from_ > 0) return kept;
        // Zugzwang: deep down it is worth asking whether the side could hold beta without passing.
        null_from_ = node.ply + tuning::null_free_plies(depth);
        const Score verified = search<false>(node.ply, node.beta - 1, node.beta, depth, false);
        null_from_ = 0;
        return verified >= node.beta ? std::optional<Score>(kept) : std::nullopt;
    } else {
        return std::nullopt;
    }
}

// Searches all moves but the table's: if all are clearly worse, that one is singular and worth a ply more; if one of
// them beats beta too, the node is cut.
template <Game G>
std::optional<Score> Worker<G>::extend_singular(Node& node, const Known& known) {
    if (!shared_.techniques.extensions || node.depth < tuning::SINGULAR_DEPTH || known.move_code == NO_CODE ||
        !known.bound || *known.bound == Bound::UPPER || known.depth < node.depth - tuning::SINGULAR_SLACK ||
        is_decisive(known.value) || !may_extend(node.ply))
        return std::nullopt;
    Frame<G>& here = stack_.at(node.ply);
    const Score limit = known.value - margin(tuning::SINGULAR_MARGIN) * node.depth;
    here.excluded = known.move_code;
    const Score value = search<false>(node.ply, limit - 1, limit, tuning::singular_depth(node.depth), node.is_cut);
    here.excluded = NO_CODE;
    if (value < limit) node.extension = 1;
    else if (limit >= node.beta) return limit;
    else if (known.value >= node.beta) node.extension = -1;
    return std::nullopt;
}

}  // namespace plyground
