// Members of Worker: the root of the search, with iterative deepening, aspiration windows and multi-PV.
#pragma once

#include "plyground/search/worker.hpp"

namespace plyground {

template <Game G>
void Worker<G>::start(const Position& position, const std::vector<Key>& past,
                      const std::vector<RootMove<Move>>& roots) {
    stack_.reset();
    keys_.assign(past.begin(), past.end());
    root_index_ = keys_.size();
    keys_.resize(root_index_ + static_cast<std::size_t>(STACK_PLIES) + 2);
    Frame<G>& root = stack_.at(0);
    root.position = position;
    root.key = keys_[root_index_] = game_.key(position);
    root.side = game_.side_to_move(position);
    root.plies_since_null = 1 << 20;
    prepare_frame(root);
    if constexpr (HasEvaluator<G>) root.accumulator = evaluator_.start(position);
    root_static_eval_ = evaluate(root);
    roots_ = roots;
    order_.resize(roots.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = static_cast<std::uint16_t>(i);
    settled_.reset();
    depth_ = root_depth_ = 0;
    seldepth_ = 0;
    null_min_ply_ = 0;
    counter_.start();
}

template <Game G>
template <class OnDepth>
void Worker<G>::iterate(const OnDepth& on_depth) {
    const Depth last = shared_.limits.depth.value_or(MAX_DEPTH);
    const std::size_t lines =
        std::min<std::size_t>(static_cast<std::size_t>(std::max(shared_.limits.lines, 1)), roots_.size());
    // Every second worker searches one ply deeper, so that the table fills with what the others need next.
    const Depth ahead = id_ % 2;
    try {
        for (Depth depth = shared_.features.deepening ? 1 : last; depth <= last; ++depth) {
            root_depth_ = std::min(depth + ahead, last);
            for (RootMove<Move>& root : roots_) {
                root.previous = root.score;
                root.score = root.least = -INFINITY_SCORE;
            }
            for (std::size_t rank = 0; rank < lines; ++rank) aspiration_search(root_depth_, rank);
            sort_roots(0);
            settled_ = settle(root_depth_);
            depth_ = root_depth_;
            if (!on_depth()) break;
        }
    } catch (const SearchStopped&) {
        // An aborted depth still counts as far as it found something better. A move that failed high is worth at least
        // that, and moves that were not reached keep their score.
        sort_roots(0);
        for (RootMove<Move>& root : roots_)
            if (root.score == -INFINITY_SCORE) root.score = is_lost(root.least) ? root.previous : root.least;
        keep_unproven_losses_back();
    }
    counter_.publish();
}

// Searches one depth for the move of this rank, in a window that widens until it contains the value [+108].
template <Game G>
void Worker<G>::aspiration_search(Depth depth, std::size_t rank) {
    seldepth_ = 0;
    const Score expected = roots_[order_[rank]].previous;
    Score below = margin(tuning::ASPIRATION_WINDOW), above = below;
    Score alpha = -INFINITY_SCORE, beta = INFINITY_SCORE;
    if (shared_.features.aspiration && depth >= tuning::ASPIRATION_DEPTH && expected != -INFINITY_SCORE &&
        !is_settled(expected)) {
        alpha = expected - below;
        beta = expected + above;
    }
    Depth reduced = 0;
    while (true) {
        const Score value = search_root(std::max(depth - reduced, 1), alpha, beta, rank);
        sort_roots(rank);
        if (value <= alpha && alpha > -INFINITY_SCORE) {
            beta = (alpha + beta) / 2;
            below *= 2;
            alpha = is_settled(value) || below > tuning::ASPIRATION_MAX_WINDOW
                        ? -INFINITY_SCORE
                        : std::max(value - below, -INFINITY_SCORE);
            reduced = 0;
        } else if (value >= beta && beta < INFINITY_SCORE) {
            above *= 2;
            beta = is_settled(value) || above > tuning::ASPIRATION_MAX_WINDOW ? INFINITY_SCORE
                                                                              : std::min(value + above, INFINITY_SCORE);
            if (reduced < tuning::ASPIRATION_MAX_REDUCTION && !is_settled(value)) ++reduced;
        } else {
            return;
        }
    }
}

// Searches the root moves from `rank` on that are in its group; those before are already reported.
template <Game G>
Score Worker<G>::search_root(Depth depth, Score alpha, Score beta, std::size_t rank) {
    Frame<G>& here = stack_.at(0);
    here.has_all_moves = false;
    here.has_static_eval = !here.is_in_check;
    if (here.has_static_eval) here.static_eval = evaluate(here);
    here.moves.clear();
    for (std::size_t i = 0; i < roots_.size(); ++i) here.moves.push(roots_[order_[i]].move);
    const ForcingTest<G> is_forcing(game_, here.position, scratch_);
    stack_.at(1).killers = {NO_CODE, NO_CODE};
    std::size_t end = rank;
    for (; end < roots_.size() && roots_[order_[end]].group == roots_[order_[rank]].group; ++end)
        roots_[order_[end]].score = -INFINITY_SCORE;

    Node node{.ply = 0, .alpha = alpha, .beta = beta, .depth = depth, .is_cut = false};
    node.is_improving = true;
    for (std::size_t i = rank; i < end; ++i) {
        RootMove<Move>& root = roots_[order_[i]];
        const std::uint64_t before = counter_.nodes();
        const bool is_quiet = !is_forcing(root.move);
        const int history = is_quiet ? history_.quiet(here.side, stack_.context(0), root.move) : 0;
        ++node.move_count;
        const Score value = try_move<true>(node, root.move, is_quiet, history);
        root.nodes += counter_.nodes() - before;
        node.best = std::max(node.best, value);
        root.most = value >= beta ? INFINITY_SCORE : value;
        root.least = value >= beta ? value : -INFINITY_SCORE;
        if (value <= node.alpha && node.move_count > 1) continue;
        root.score = value;
        root.bound = value >= beta ? Bound::LOWER : value <= alpha ? Bound::UPPER : Bound::EXACT;
        root.depth = root_depth_;
        root.seldepth = seldepth_;
        update_line(0, root.move);
        // A bound says nothing about the best play, so the line of the previous depth is more useful.
        if (root.bound == Bound::EXACT || here.line.size() > root.line.size()) root.line = here.line;
        if (value >= beta) break;
        node.alpha = std::max(node.alpha, value);
    }
    if (rank == 0 && shared_.features.tt) {
        const Bound bound = node.best >= beta ? Bound::LOWER : node.best > alpha ? Bound::EXACT : Bound::UPPER;
        const std::uint16_t code = node.best > alpha ? here.line[0].code() : NO_CODE;
        shared_.tt.probe(here.tt_key)
            .writer.write(
                {.move_code = code,
                 .depth = depth,
                 .bound = bound,
                 .value = node.best,
                 .static_eval = here.has_static_eval ? std::optional<Score>(here.static_eval) : std::nullopt});
    }
    return node.best;
}

// Sorts the root moves from `from` on within their groups, best first and stable. (Not by std::stable_sort, which
// allocates.)
template <Game G>
void Worker<G>::sort_roots(std::size_t from) {
    const auto is_better = [](const RootMove<Move>& a, const RootMove<Move>& b) {
        return a.group == b.group ? a.score > b.score : a.group > b.group;
    };
    for (std::size_t i = from + 1; i < order_.size(); ++i) {
        const std::uint16_t moving = order_[i];
        std::size_t to = i;
        for (; to > from && is_better(roots_[moving], roots_[order_[to - 1]]); --to) order_[to] = order_[to - 1];
        order_[to] = moving;
    }
}

// A position is lost only if every move loses. If an aborted depth has refuted the move it tried first, the best of
// those that are not refuted is played, with what was last known about it.
template <Game G>
void Worker<G>::keep_unproven_losses_back() {
    const auto is_best_lost = [this] { return best().score != -INFINITY_SCORE && is_lost(best().score); };
    if (settled_ && is_best_lost()) settled_.reset();
    if (!is_best_lost()) return;
    const auto estimate = [this](const RootMove<Move>& root) {
        if (root.previous != -INFINITY_SCORE) return root.previous;
        return is_settled(root.most) ? root_static_eval_ : root.most;
    };
    std::size_t found = 0;
    for (std::size_t i = 1; i < order_.size() && roots_[order_[i]].group == best().group; ++i) {
        const RootMove<Move>& root = roots_[order_[i]];
        if (!is_lost(root.most) && (found == 0 || estimate(root) > estimate(roots_[order_[found]]))) found = i;
    }
    if (found == 0) return;
    RootMove<Move>& chosen = roots_[order_[found]];
    chosen.score = estimate(chosen);
    if (chosen.previous == -INFINITY_SCORE) chosen.bound = Bound::UPPER;
    std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(found),
                order_.begin() + static_cast<std::ptrdiff_t>(found) + 1);
}

}  // namespace plyground
