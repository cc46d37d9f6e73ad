// Members of Worker: `search`, one node inside the tree, in numbered steps.
//
// Brackets give what a step is worth: Elo in chess at 4,000 nodes per move against the search without it, from 60 games
// each, so with an error of about 80. Steps that one feature switches were measured together. docs/engine.md has the
// intervals.
#pragma once

#include "plyground/search/worker.hpp"

namespace plyground {

template <Game G>
template <bool PV>
Score Worker<G>::search(Ply ply, Score alpha, Score beta, Depth depth, bool is_cut) {
    Frame<G>& here = stack_.at(ply);

    // Step 1. Check extension: a check must be answered, so it costs no depth [with 11: +23]. Past the horizon only
    // forcing moves are followed [+250].
    if (here.is_in_check && shared_.features.extensions && may_extend(ply)) ++depth;
    if (depth <= 0) return qsearch<PV>(ply, alpha, beta, MAX_QS_PLIES);

    // Step 2. Is the game over, or as good as over?
    here.line.clear();
    if constexpr (PV) seldepth_ = std::max(seldepth_, ply);
    if (const auto rule_score = rule_value(ply)) return *rule_score;
    if (ply >= STACK_PLIES) return evaluate(here);

    // Step 3. Mate-distance pruning: no win here can be quicker than one already found, no loss slower.
    alpha = std::max(alpha, loss_in(ply));
    beta = std::min(beta, win_in(HasChecks<G> ? ply + 1 : ply));
    if (alpha >= beta) return alpha;

    // If only a quicker win or a slower loss can change the result, nothing near the end is pruned and only proven
    // values count, so the reported distance is exact.
    const bool is_proving = is_proven_win(ply, alpha) || is_proven_win(ply, -beta);

    // Step 4. The TT may know the value, or at least the move to try first [+260].
    const bool is_excluding = here.excluded_code != NO_CODE;
    const auto [found, writer] = shared_.tt.probe(here.tt_key);
    const TTEntry tt_entry = read_tt(found, here, ply);
    if (!PV && !is_excluding && tt_entry.depth >= depth && tt_entry.allows_cutoff(alpha, beta) &&
        (!is_proving || is_decisive(tt_entry.value)))
        return tt_entry.value;

    // Step 5. In games in which only the list of moves tells whether the game is over, it is needed now. If it is not
    // over, databases may know the value.
    if constexpr (!HasChecks<G>)
        if (const auto final = generate_moves(ply)) return *final;

    Node node{.ply = ply, .alpha = alpha, .beta = beta, .depth = depth, .is_cut = is_cut};
    node.tt_code = tt_entry.move_code;
    Score most = INFINITY_SCORE;
    if (prober_ != nullptr && !is_excluding)
        if (const auto known = probe(node, most)) return *known;

    // Step 6. Static evaluation. A singular search has it already.
    if (!is_excluding) {
        here.has_static_eval = !here.is_in_check;
        if (here.has_static_eval) here.static_eval = tt_entry.static_eval ? *tt_entry.static_eval : evaluate(here);
    }
    if (here.has_static_eval) {
        const Frame<G>& earlier = stack_.at(ply - 2);
        node.is_improving = !earlier.has_static_eval || here.static_eval > earlier.static_eval;
        node.eval = eval_from_tt(here.static_eval, tt_entry);
        // Steps 7-9. Nodes that need no search of their moves, see worker_pruning.hpp.
        if (!PV && !is_excluding)
            if (const auto pruned = prune_node(node)) return *pruned;
    }

    // Step 10. Internal iterative reduction: without a TT move, a shallower search finds one first [with the reductions
    // of 12: +95].
    if ((PV || is_cut) && !is_proving && node.depth >= tuning::INTERNAL_DEPTH && node.tt_code == NO_CODE &&
        shared_.features.reductions)
        --node.depth;

    // Step 11. Singular extension: is the TT move much better than all others? [with 1: +23]
    if (!is_excluding)
        if (const auto cut = extend_singular(node, tt_entry)) return *cut;

    // Step 12. The moves, ordered by killers and history [+382], late ones reduced [with 10: +95], hopeless ones
    // skipped [with 7 and 8: +161].
    if (const auto final = generate_moves(ply)) return *final;
    move_loop<PV>(node);
    if (node.move_count == 0) return alpha;  // the excluded move was the only one
    if (is_proving && !is_decisive(node.best)) node.best = std::clamp(node.best, alpha, beta);
    node.best = std::min(node.best, most);

    // Step 13. Store the result [see 4].
    if (!is_excluding && shared_.features.tt) {
        const Bound bound = node.best >= beta ? Bound::LOWER : PV && node.best > alpha ? Bound::EXACT : Bound::UPPER;
        writer.write({.move_code = node.best_code,
                      .depth = node.depth,
                      .bound = bound,
                      .value = to_tt(node.best, ply),
                      .static_eval = here.has_static_eval ? std::optional<Score>(here.static_eval) : std::nullopt});
    }
    return node.best;
}

// Asks the databases. A draw is exact. A win may still become a draw by a counter, and a loss too, so they are bounds:
// if they settle nothing, the search goes on, above `node.alpha` or up to `most`.
//
// Usually only positions after an irreversible move are looked up, because there a search enters the tables. Inside a
// table that is won, they are the progress to make: every other winning move looks the same. So if it is not known how
// fast the root is won, all positions are looked up, but those that are still won are searched as if nothing were
// known.
template <Game G>
std::optional<Score> Worker<G>::probe(Node& node, Score& most) {
    const Frame<G>& here = stack_.at(node.ply);
    const bool is_reversible = game_.reversible_plies(here.position) != 0;
    if (node.depth < tuning::PROBE_DEPTH || (is_reversible && !shared_.winner)) return std::nullopt;
    const auto outcome = prober_->outcome(here.position);
    if (!outcome) return std::nullopt;
    counter_.count_hit();
    if (is_reversible && (here.side == *shared_.winner ? is_win(*outcome) : is_loss(*outcome))) return std::nullopt;
    const Score value = is_win(*outcome)    ? DATABASE_WIN - node.ply
                        : is_loss(*outcome) ? node.ply - DATABASE_WIN
                                            : DRAWN;
    const Bound bound = is_win(*outcome) ? Bound::LOWER : is_loss(*outcome) ? Bound::UPPER : Bound::EXACT;
    if (bound == Bound::EXACT || (bound == Bound::LOWER ? value >= node.beta : value <= node.alpha)) {
        if (shared_.features.tt)
            shared_.tt.probe(here.tt_key)
                .writer.write(
                    {.depth = node.depth + tuning::PROBED_DEPTH, .bound = bound, .value = to_tt(value, node.ply)});
        return value;
    }
    if (bound == Bound::UPPER) {
        most = value;
    } else {
        node.best = value;
        node.alpha = std::max(node.alpha, value);
    }
    return std::nullopt;
}

template <Game G>
template <bool PV>
void Worker<G>::move_loop(Node& node) {
    Frame<G>& here = stack_.at(node.ply);
    const MoveContext<G> context = stack_.context(node.ply);
    stack_.at(node.ply + 1).killers = {NO_CODE, NO_CODE};
    MovePicker<G> picker(game_, here, history_, context, node.tt_code, scratch_);
    SlotList quiets, forcings;
    while (const Move* const picked = picker.next()) {
        const Move move = *picked;
        const std::uint16_t code = move.code();
        if (code == here.excluded_code && here.excluded_code != NO_CODE) continue;
        const bool is_quiet = !picker.is_forcing();
        const int history = is_quiet ? history_.quiet(here.side, context, move) : 0;
        if (can_prune_move(node, picker, move, history)) continue;

        ++node.move_count;
        const Score value = try_move<PV>(node, move, is_quiet, history);
        if (value > node.best) {
            node.best = value;
            if (value > node.alpha) {
                node.best_code = code;
                if constexpr (PV) update_line(node.ply, move);
                if (value >= node.beta) return update_history(node, move, is_quiet, quiets, forcings);
                node.alpha = value;
            }
        }
        SlotList& failed = is_quiet ? quiets : forcings;
        if (failed.size() < SlotList::capacity()) failed.push(static_cast<std::uint16_t>(MoveContext<G>::slot(move)));
    }
}

// Skips moves near the horizon that are late, quiet in a bad position, or bad exchanges.
template <Game G>
bool Worker<G>::can_prune_move(const Node& node, MovePicker<G>& picker, const Move& move, int history) {
    const Frame<G>& here = stack_.at(node.ply);
    if (!shared_.features.pruning || node.move_count == 0 || here.is_in_check || is_lost(node.best) ||
        is_proven_win(node.ply, node.alpha))
        return false;
    if (picker.is_forcing()) {
        if constexpr (HasExchangeTest<G>)
            return picker.is_losing() && node.depth <= tuning::EXCHANGE_DEPTH &&
                   !game_.wins_exchange(here.position, move,
                                        -margin(tuning::EXCHANGE_FORCING) * node.depth * node.depth);
        return false;
    }
    const Depth left = std::max(node.depth - tuning::REDUCTIONS(node.depth, node.move_count), 0);
    const bool is_late =
        node.depth <= tuning::LATE_DEPTH && node.move_count >= tuning::late_moves(node.depth, node.is_improving);
    const bool is_futile =
        left <= tuning::FUTILITY_DEPTH && here.has_static_eval &&
        node.eval + margin(tuning::FUTILITY_BASE) + margin(tuning::FUTILITY_STEP) * left <= node.alpha;
    if (is_late) {
        picker.skip_quiets();
        return true;
    }
    if (is_futile) {
        if constexpr (HasChecks<G>) return !game_.gives_check(here.position, move);
        return true;
    }
    if (left <= tuning::HISTORY_DEPTH && history < tuning::HISTORY_FLOOR * node.depth) return true;
    if constexpr (HasExchangeTest<G>)
        return left <= tuning::EXCHANGE_DEPTH &&
               !game_.wins_exchange(here.position, move, -margin(tuning::EXCHANGE_QUIET) * left);
    return false;
}

// Principal variation search: after the first move, the others only have to be shown to be no better.
template <Game G>
template <bool PV>
Score Worker<G>::try_move(const Node& node, const Move& move, bool is_quiet, int history) {
    make_move(node.ply, move);
    const Depth depth = node.depth - 1 + extend(node, move);
    const Ply below = node.ply + 1;
    Score value = -INFINITY_SCORE;
    bool is_needed = !PV || node.move_count > 1;
    if (node.move_count > 1 && node.depth >= tuning::REDUCTION_DEPTH) {
        const Depth reduced = std::clamp(depth - reduce<PV>(node, is_quiet, history), 1, depth);
        if (reduced < depth) {
            value = -search<false>(below, -node.alpha - 1, -node.alpha, reduced, true);
            is_needed = value > node.alpha;
        }
    }
    if (is_needed) value = -search<false>(below, -node.alpha - 1, -node.alpha, depth, !node.is_cut);
    if constexpr (PV)
        if (node.move_count == 1 || value > node.alpha)
            value = -search<true>(below, -node.beta, -node.alpha, depth, false);
    return value;
}

template <Game G>
Depth Worker<G>::extend(const Node& node, const Move& move) const {
    if (!shared_.features.extensions || !may_extend(node.ply)) return 0;
    const Frame<G>& here = stack_.at(node.ply);
    if (node.extension != 0 && move.code() == node.tt_code) return node.extension;
    return here.moves.size() == 1 && !here.is_in_check ? 1 : 0;  // a forced reply costs nothing
}

template <Game G>
template <bool PV>
Depth Worker<G>::reduce(const Node& node, bool is_quiet, int history) const {
    if (!shared_.features.reductions || is_proven_win(node.ply, node.alpha)) return 0;
    const Frame<G>& here = stack_.at(node.ply);
    if (!is_quiet) return node.is_cut && node.move_count >= tuning::REDUCTION_FORCING_FROM ? 1 : 0;
    Depth reduction = tuning::REDUCTIONS(node.depth, node.move_count);
    if constexpr (!PV) ++reduction;
    if (node.is_cut) ++reduction;
    if (!node.is_improving) ++reduction;
    if constexpr (PV) --reduction;
    if (here.is_in_check || stack_.at(node.ply + 1).is_in_check) --reduction;
    return reduction - history / tuning::REDUCTION_HISTORY;
}

template <Game G>
void Worker<G>::update_history(const Node& node, const Move& move, bool is_quiet, const SlotList& quiets,
                               const SlotList& forcings) {
    if (!shared_.features.history) return;
    Frame<G>& here = stack_.at(node.ply);
    const MoveContext<G> context = stack_.context(node.ply);
    const int bonus = tuning::history_bonus(node.depth);
    if (is_quiet) {
        const std::uint16_t code = move.code();
        if (here.killers[0] != code) here.killers = {code, here.killers[0]};
        history_.set_counter_move(here.side, context, code);
        history_.update_quiet(here.side, context, MoveContext<G>::slot(move), bonus);
        for (const std::uint16_t slot : quiets) history_.update_quiet(here.side, context, slot, -bonus);
    } else {
        history_.update_forcing(here.side, MoveContext<G>::slot(move), bonus);
    }
    for (const std::uint16_t slot : forcings) history_.update_forcing(here.side, slot, -bonus);
}

}  // namespace plyground
