// The body of Worker::quiesce: forcing moves below the last ply, until the position is quiet enough to be evaluated.
#pragma once

#include "plyground/search/worker.hpp"

namespace plyground {

// `voluntary` says how many more forcing moves may be made by free choice, where exchanges cannot be weighed
// beforehand.
template <Game G>
template <bool PV>
Score Worker<G>::quiesce(Ply ply, Score alpha, Score beta, int voluntary) {
    Frame<G>& here = stack_.at(ply);
    here.line.clear();
    if constexpr (PV) seldepth_ = std::max(seldepth_, ply);
    if (const auto settled = settle_by_rule(ply)) return *settled;
    if (ply >= STACK_PLIES) return estimate_of(here);

    const auto [found, writer] = shared_.table.probe(here.table_key);
    Known known = shared_.techniques.table ? found.value_or(Known{}) : Known{};
    known.value = to_root(known.value, ply);
    if (!PV && known.settles(alpha, beta)) return known.value;

    if (!shared_.techniques.quiescence) {
        if (const auto final = list_moves(ply)) return *final;
        return estimate_of(here);
    }

    // Whether the side may let things be. Not in check, and not where every move it has is forcing.
    bool must_move = here.is_in_check;
    if (!KnowsChecks<G> || must_move) {
        if (const auto final = list_moves(ply)) return *final;
        if constexpr (!KnowsChecks<G>) must_move = keep_forcing(here);
    }

    Node node{.ply = ply, .alpha = alpha, .beta = beta, .depth = 0, .is_cut = false};
    node.table_code = known.move_code;
    if (!must_move) {
        here.estimate = known.estimate ? *known.estimate : estimate_of(here);
        here.has_estimate = true;
        node.best = node.guess = guess_from(here.estimate, known);
        if (node.best >= beta || voluntary == 0) return node.best;
        node.alpha = std::max(alpha, node.best);
        if constexpr (KnowsChecks<G>) {
            here.is_listed = false;
            here.moves.clear();
            if constexpr (HasForcingMoves<G>) game_.forcing_moves(here.position, here.moves);
        }
    }
    quiescence_loop<PV>(node, must_move, voluntary);

    if (shared_.techniques.table) {
        const Bound bound = node.best >= beta ? Bound::LOWER : PV && node.best > alpha ? Bound::EXACT : Bound::UPPER;
        writer.write({.move_code = node.best_code,
                      .depth = 0,
                      .bound = bound,
                      .value = from_root(node.best, ply),
                      .estimate = must_move ? std::nullopt : std::optional<Score>(here.estimate)});
    }
    return node.best;
}

// Leaves only the forcing moves; whether all were.
template <Game G>
bool Worker<G>::keep_forcing(Frame<G>& frame) {
    const ForcingTest<G> is_forcing(game_, frame.position, scratch_);
    const std::size_t all = frame.moves.size();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all; ++i)
        if (is_forcing(frame.moves[i])) frame.moves[kept++] = frame.moves[i];
    frame.moves.shorten(kept);
    frame.is_listed = kept == all;
    return kept == all;
}

template <Game G>
template <bool PV>
void Worker<G>::quiescence_loop(Node& node, bool must_move, int voluntary) {
    Frame<G>& here = stack_.at(node.ply);
    // A capture must bring what is missing to alpha, or it changes nothing.
    Score threshold = 0;
    if (!must_move && !is_decisive(node.alpha))
        threshold = std::max(0, node.alpha - node.guess - margin(tuning::QUIESCENCE_MARGIN));
    Picker<G> picker(game_, here, history_, stack_.trail(node.ply), node.table_code, scratch_, threshold);
    int quiet_answers = 0;
    while (const Move* const picked = picker.next()) {
        const Move move = *picked;
        if (!must_move && picker.is_losing()) break;
        if (must_move && node.best > -LEAST_WIN) {
            if (!picker.is_forcing() && ++quiet_answers > tuning::QUIET_ANSWERS) break;
            if (picker.is_losing()) break;
        }
        descend(node.ply, move);
        const Score value = -quiesce<PV>(node.ply + 1, -node.beta, -node.alpha, must_move ? voluntary : voluntary - 1);
        if (value <= node.best) continue;
        node.best = value;
        if (value <= node.alpha) continue;
        node.best_code = move.code();
        if constexpr (PV) set_line(node.ply, move);
        if (value >= node.beta) return;
        node.alpha = value;
    }
}

}  // namespace plyground
