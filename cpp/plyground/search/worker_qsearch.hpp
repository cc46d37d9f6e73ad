// Members of Worker: quiescence search, which follows forcing moves until the position is quiet enough to be evaluated.
#pragma once

#include "plyground/search/worker.hpp"

namespace plyground {

// `qs_plies` limits the optional forcing moves, in games without an exchange test.
template <Game G>
template <bool PV>
Score Worker<G>::qsearch(Ply ply, Score alpha, Score beta, int qs_plies) {
    Frame<G>& here = stack_.at(ply);
    here.line.clear();
    if constexpr (PV) seldepth_ = std::max(seldepth_, ply);
    if (const auto rule_score = rule_value(ply)) return *rule_score;
    if (ply >= STACK_PLIES) return evaluate(here);

    const auto [found, writer] = shared_.tt.probe(here.tt_key);
    const TTEntry tt_entry = read_tt(found, here, ply);
    if (!PV && tt_entry.allows_cutoff(alpha, beta)) return tt_entry.value;

    if (!shared_.features.quiescence) {
        if (const auto final = generate_moves(ply)) return *final;
        return evaluate(here);
    }

    // Whether the side may stand pat. Not in check, and not if all of its moves are forcing.
    bool must_move = here.is_in_check;
    if (!HasChecks<G> || must_move) {
        if (const auto final = generate_moves(ply)) return *final;
        if constexpr (!HasChecks<G>) must_move = keep_forcing(here);
    }

    Node node{.ply = ply, .alpha = alpha, .beta = beta, .depth = 0, .is_cut = false};
    node.tt_code = tt_entry.move_code;
    if (!must_move) {
        here.static_eval = tt_entry.static_eval ? *tt_entry.static_eval : evaluate(here);
        here.has_static_eval = true;
        node.best = node.eval = eval_from_tt(here.static_eval, tt_entry);
        if (node.best >= beta || qs_plies == 0) return node.best;
        node.alpha = std::max(alpha, node.best);
        if constexpr (HasChecks<G>) {
            here.has_all_moves = false;
            here.moves.clear();
            if constexpr (HasForcingMoves<G>) game_.forcing_moves(here.position, here.moves);
        }
    }
    qsearch_loop<PV>(node, must_move, qs_plies);

    if (shared_.features.tt) {
        const Bound bound = node.best >= beta ? Bound::LOWER : PV && node.best > alpha ? Bound::EXACT : Bound::UPPER;
        writer.write({.move_code = node.best_code,
                      .depth = 0,
                      .bound = bound,
                      .value = to_tt(node.best, ply),
                      .static_eval = must_move ? std::nullopt : std::optional<Score>(here.static_eval)});
    }
    return node.best;
}

// Keeps only the forcing moves. Returns whether all moves were forcing.
template <Game G>
bool Worker<G>::keep_forcing(Frame<G>& frame) {
    const ForcingTest<G> is_forcing(game_, frame.position, scratch_);
    const std::size_t all = frame.moves.size();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all; ++i)
        if (is_forcing(frame.moves[i])) frame.moves[kept++] = frame.moves[i];
    frame.moves.shorten(kept);
    frame.has_all_moves = kept == all;
    return kept == all;
}

template <Game G>
template <bool PV>
void Worker<G>::qsearch_loop(Node& node, bool must_move, int qs_plies) {
    Frame<G>& here = stack_.at(node.ply);
    // Delta pruning: a capture must win what is missing to alpha, or it changes nothing.
    Score threshold = 0;
    if (!must_move && !is_settled(node.alpha))
        threshold = std::max(0, node.alpha - node.eval - margin(tuning::QUIESCENCE_MARGIN));
    MovePicker<G> picker(game_, here, history_, stack_.context(node.ply), node.tt_code, scratch_, threshold);
    int quiet_evasions = 0;
    while (const Move* const picked = picker.next()) {
        const Move move = *picked;
        if (!must_move && picker.is_losing()) break;
        if (must_move && !is_lost(node.best)) {
            if (!picker.is_forcing() && ++quiet_evasions > tuning::QUIET_EVASIONS) break;
            if (picker.is_losing()) break;
        }
        make_move(node.ply, move);
        const Score value = -qsearch<PV>(node.ply + 1, -node.beta, -node.alpha, must_move ? qs_plies : qs_plies - 1);
        if (value <= node.best) continue;
        node.best = value;
        if (value <= node.alpha) continue;
        node.best_code = move.code();
        if constexpr (PV) update_line(node.ply, move);
        if (value >= node.beta) return;
        node.alpha = value;
    }
}

}  // namespace plyground
