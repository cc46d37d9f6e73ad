// The body of Worker::search: one node inside the tree, in numbered steps.
//
// What a step is worth stands in brackets: Elo in chess at 4,000 nodes a move against the search without it, 60 games
// each, so give or take 80; steps that go by one switch were measured together. docs/engine.md has the intervals.
#pragma once

#include "plyground/search/worker.hpp"

namespace plyground {

template <Game G>
template <bool PV>
Score Worker<G>::search(Ply ply, Score alpha, Score beta, Depth depth, bool is_cut) {
    Frame<G>& here = stack_.at(ply);

    // Step 1. A check must be answered, so its answers cost no depth [with 11: +23]; past the horizon only forcing
    // moves are followed [+250].
    if (here.is_in_check && shared_.techniques.extensions && may_extend(ply)) ++depth;
    if (depth <= 0) return quiesce<PV>(ply, alpha, beta, VOLUNTARY);

    // Step 2. Is the game over, or as good as over?
    here.line.clear();
    if constexpr (PV) seldepth_ = std::max(seldepth_, ply);
    if (const auto settled = settle_by_rule(ply)) return *settled;
    if (ply >= STACK_PLIES) return estimate_of(here);

    // Step 3. Decisive distance: no win here can be quicker than one already found, no loss slower.
    alpha = std::max(alpha, loss_in(ply));
    beta = std::min(beta, win_in(KnowsChecks<G> ? ply + 1 : ply));
    if (alpha >= beta) return alpha;

    // Where only a quicker win or a slower loss is asked for, nothing is left out near the end, and only what is proven
    // counts: so the distance is exact.
    const bool is_proving = proves(ply, alpha) || proves(ply, -beta);

    // Step 4. The table may know the answer, or at least the move to try first [+260].
    const bool is_excluding = here.excluded != NO_CODE;
    const auto [found, writer] = shared_.table.probe(here.table_key);
    Known known = shared_.techniques.table ? found.value_or(Known{}) : Known{};
    known.value = to_root(known.value, ply);
    if (!PV && !is_excluding && known.depth >= depth && known.settles(alpha, beta) &&
        (!is_proving || is_decisive(known.value)))
        return known.value;

    // Step 5. Where only the list of moves tells whether the game is over, it is needed now.
    if constexpr (!KnowsChecks<G>)
        if (const auto final = list_moves(ply)) return *final;

    Node node{.ply = ply, .alpha = alpha, .beta = beta, .depth = depth, .is_cut = is_cut};
    node.table_code = known.move_code;

    // Step 6. Static evaluation. The search that leaves a move out has it already.
    if (!is_excluding) {
        here.has_estimate = !here.is_in_check;
        if (here.has_estimate) here.estimate = known.estimate ? *known.estimate : estimate_of(here);
    }
    if (here.has_estimate) {
        const Frame<G>& earlier = stack_.at(ply - 2);
        node.is_improving = !earlier.has_estimate || here.estimate > earlier.estimate;
        node.guess = guess_from(here.estimate, known);
        // Steps 7-9. Nodes that need no search of their moves, see prune_node.hpp.
        if (!PV && !is_excluding)
            if (const auto pruned = prune_node(node)) return *pruned;
    }

    // Step 10. Internal iterative reduction: without a move to begin with, a shallower search finds one first [with the
    // reductions of 12: +95].
    if ((PV || is_cut) && !is_proving && node.depth >= tuning::INTERNAL_DEPTH && node.table_code == NO_CODE &&
        shared_.techniques.reductions)
        --node.depth;

    // Step 11. Is the table's move singular? Then it is looked at more deeply [with 1: +23].
    if (!is_excluding)
        if (const auto cut = extend_singular(node, known)) return *cut;

    // Step 12. The moves, by killers and history [+382], late ones less deeply [with 10: +95], hopeless ones not at all
    // [with 7 and 8: +161].
    if (const auto final = list_moves(ply)) return *final;
    move_loop<PV>(node);
    if (node.tried == 0) return alpha;  // the move left out was the only one
    if (is_proving && !is_decisive(node.best)) node.best = std::clamp(node.best, alpha, beta);

    // Step 13. Remember what was found [see 4].
    if (!is_excluding && shared_.techniques.table) {
        const Bound bound = node.best >= beta ? Bound::LOWER : PV && node.best > alpha ? Bound::EXACT : Bound::UPPER;
        writer.write({.move_code = node.best_code,
                      .depth = node.depth,
                      .bound = bound,
                      .value = from_root(node.best, ply),
                      .estimate = here.has_estimate ? std::optional<Score>(here.estimate) : std::nullopt});
    }
    return node.best;
}

template <Game G>
template <bool PV>
void Worker<G>::move_loop(Node& node) {
    Frame<G>& here = stack_.at(node.ply);
    const Trail<G> trail = stack_.trail(node.ply);
    stack_.at(node.ply + 1).killers = {NO_CODE, NO_CODE};
    Picker<G> picker(game_, here, history_, trail, node.table_code, scratch_);
    Slots quiets, forcings;
    while (const Move* const picked = picker.next()) {
        const Move move = *picked;
        const std::uint16_t code = move.code();
        if (code == here.excluded && here.excluded != NO_CODE) continue;
        const bool is_quiet = !picker.is_forcing();
        const int history = is_quiet ? history_.quiet(here.side, trail, move) : 0;
        if (is_hopeless(node, picker, move, history)) continue;

        ++node.tried;
        const Score value = try_move<PV>(node, move, is_quiet, history);
        if (value > node.best) {
            node.best = value;
            if (value > node.alpha) {
                node.best_code = code;
                if constexpr (PV) set_line(node.ply, move);
                if (value >= node.beta) return learn(node, move, is_quiet, quiets, forcings);
                node.alpha = value;
            }
        }
        Slots& blamed = is_quiet ? quiets : forcings;
        if (blamed.size() < Slots::capacity()) blamed.push(static_cast<std::uint16_t>(Trail<G>::slot(move)));
    }
}

// Near the horizon a move that is late, quiet in a bad position, or a bad exchange is not tried at all.
template <Game G>
bool Worker<G>::is_hopeless(const Node& node, Picker<G>& picker, const Move& move, int history) {
    const Frame<G>& here = stack_.at(node.ply);
    if (!shared_.techniques.pruning || node.tried == 0 || here.is_in_check || node.best <= -LEAST_WIN ||
        proves(node.ply, node.alpha))
        return false;
    if (picker.is_forcing()) {
        if constexpr (CanWeighExchanges<G>)
            return picker.is_losing() && node.depth <= tuning::EXCHANGE_DEPTH &&
                   !game_.wins_exchange(here.position, move,
                                        -margin(tuning::EXCHANGE_FORCING) * node.depth * node.depth);
        return false;
    }
    const Depth left = std::max(node.depth - tuning::REDUCTIONS(node.depth, node.tried), 0);
    const bool is_late =
        node.depth <= tuning::LATE_DEPTH && node.tried >= tuning::late_moves(node.depth, node.is_improving);
    const bool is_futile =
        left <= tuning::FUTILITY_DEPTH && here.has_estimate &&
        node.guess + margin(tuning::FUTILITY_BASE) + margin(tuning::FUTILITY_STEP) * left <= node.alpha;
    if (is_late) {
        picker.skip_quiets();
        return true;
    }
    if (is_futile) {
        if constexpr (TellsChecks<G>) return !game_.gives_check(here.position, move);
        return true;
    }
    if (left <= tuning::HISTORY_DEPTH && history < tuning::HISTORY_FLOOR * node.depth) return true;
    if constexpr (CanWeighExchanges<G>)
        return left <= tuning::EXCHANGE_DEPTH &&
               !game_.wins_exchange(here.position, move, -margin(tuning::EXCHANGE_QUIET) * left);
    return false;
}

// Principal variation search: after the first move the others need only be shown to be no better.
template <Game G>
template <bool PV>
Score Worker<G>::try_move(const Node& node, const Move& move, bool is_quiet, int history) {
    descend(node.ply, move);
    const Depth depth = node.depth - 1 + extend(node, move);
    const Ply below = node.ply + 1;
    Score value = -INFINITY_SCORE;
    bool is_needed = !PV || node.tried > 1;
    if (node.tried > 1 && node.depth >= tuning::REDUCTION_DEPTH) {
        const Depth reduced = std::clamp(depth - reduce<PV>(node, is_quiet, history), 1, depth);
        if (reduced < depth) {
            value = -search<false>(below, -node.alpha - 1, -node.alpha, reduced, true);
            is_needed = value > node.alpha;
        }
    }
    if (is_needed) value = -search<false>(below, -node.alpha - 1, -node.alpha, depth, !node.is_cut);
    if constexpr (PV)
        if (node.tried == 1 || value > node.alpha) value = -search<true>(below, -node.beta, -node.alpha, depth, false);
    return value;
}

template <Game G>
Depth Worker<G>::extend(const Node& node, const Move& move) const {
    if (!shared_.techniques.extensions || !may_extend(node.ply)) return 0;
    const Frame<G>& here = stack_.at(node.ply);
    if (node.extension != 0 && move.code() == node.table_code) return node.extension;
    return here.moves.size() == 1 && !here.is_in_check ? 1 : 0;  // a forced reply costs nothing
}

template <Game G>
template <bool PV>
Depth Worker<G>::reduce(const Node& node, bool is_quiet, int history) const {
    if (!shared_.techniques.reductions || proves(node.ply, node.alpha)) return 0;
    const Frame<G>& here = stack_.at(node.ply);
    if (!is_quiet) return node.is_cut && node.tried >= tuning::REDUCTION_FORCING_FROM ? 1 : 0;
    Depth reduction = tuning::REDUCTIONS(node.depth, node.tried);
    if constexpr (!PV) ++reduction;
    if (node.is_cut) ++reduction;
    if (!node.is_improving) ++reduction;
    if constexpr (PV) --reduction;
    if (here.is_in_check || stack_.at(node.ply + 1).is_in_check) --reduction;
    return reduction - history / tuning::REDUCTION_HISTORY;
}

template <Game G>
void Worker<G>::learn(const Node& node, const Move& move, bool is_quiet, const Slots& quiets, const Slots& forcings) {
    if (!shared_.techniques.history) return;
    Frame<G>& here = stack_.at(node.ply);
    const Trail<G> trail = stack_.trail(node.ply);
    const int bonus = tuning::history_bonus(node.depth);
    if (is_quiet) {
        const std::uint16_t code = move.code();
        if (here.killers[0] != code) here.killers = {code, here.killers[0]};
        history_.learn_answer(here.side, trail, code);
        history_.learn_quiet(here.side, trail, Trail<G>::slot(move), bonus);
        for (const std::uint16_t slot : quiets) history_.learn_quiet(here.side, trail, slot, -bonus);
    } else {
        history_.learn_forcing(here.side, Trail<G>::slot(move), bonus);
    }
    for (const std::uint16_t slot : forcings) history_.learn_forcing(here.side, slot, -bonus);
}

}  // namespace plyground
