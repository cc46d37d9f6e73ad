// TextbookNode: what every textbook algorithm does at a node: enter it, order its moves, cut off, leave it with a
// value. The twin of search/node.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/search/bound.hpp"
#include "plyground/search/counters.hpp"
#include "plyground/search/features.hpp"
#include "plyground/search/playing_evaluation.hpp"
#include "plyground/search/textbook_lines.hpp"
#include "plyground/search/textbook_ordering.hpp"
#include "plyground/search/textbook_tt.hpp"

namespace plyground {

// Returned by a node that must be searched. A plain number, because std::optional<Score> is returned through memory,
// which stalls the processor for longer than most leaves take.
inline constexpr Score NO_SCORE = std::numeric_limits<Score>::max();

// What a node does with values outside its window: fail-soft and fail-hard as in search/reference.py, or fail-soft with
// a null-window search of every move but the first.
enum class FailMode { SOFT, HARD, SOFT_SCOUT };

template <Game G>
class TextbookNode {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Queue = TextbookMoveQueue<G>;

    TextbookNode(const G& game, const TextbookFeatures& features, StopCheck& stop)
        : game_(game),
          features_(features),
          stop_(stop),
          ordering_(features_),
          orders_(features.tt_move || features.forcing_first || features.killers || features.history) {
        if (features_.tt != ReplacementPolicy::NO_TT)
            tt_ = std::make_unique<TextbookTT<Move>>(features_.tt, features_.tt_size);
        if (features_.evaluation == PLAYING_EVALUATION)
            playing_ = std::make_unique<PlayingEvaluation<G>>(game_, features_.weights);
        lines_.reserve(0);
    }

    const Counters& counters() const { return counters_; }
    std::vector<Move> line() const { return lines_.root(); }

    // Ages the table's entries, for a search of another root or depth.
    void begin() {
        if (tt_) tt_->new_search();
    }

    Score evaluate(const Position& position) const {
        const Score value = raw_value(position);
        if (!features_.noise) return value;
        return 256 * value + static_cast<Score>(mix(features_.seed ^ mix(game_.key(position))) & 0xFF);
    }

  protected:
    // Makes room for a search to a depth.
    void prepare(Depth depth) {
        const Ply plies = depth + QUIESCENCE_PLIES + 1;
        lines_.reserve(plies);
        ordering_.reserve(plies);
        keys_.resize(static_cast<std::size_t>(plies) + 1);
        while (queues_.size() <= static_cast<std::size_t>(plies)) queues_.push_back(nullptr);
    }

    // Visits a node. Returns its value if nothing below it needs to be searched; otherwise `moves_at(ply)` has its
    // moves.
    Score enter_node(const Position& position, Depth depth, Score alpha, Score beta, Ply ply) {
        visit(ply);
        if (depth <= 0) return enter_leaf(position, alpha, beta, ply);
        if (tt_) {
            const Key key = keys_[static_cast<std::size_t>(ply)] = game_.key(position);
            tt_->prefetch(key);
        }
        Queue& queue = new_queue(ply);
        // If the table may know the value, the moves are generated only when it does not.
        const bool lists_late = HasMoveTest<G> && tt_ != nullptr;
        if (!lists_late) game_.moves(position, queue.list());
        const bool can_move = lists_late ? has_moves(game_, position) : !queue.list().is_empty();
        if (const Score final = final_value(position, can_move, ply); final != NO_SCORE) {
            ++counters_.leaves;
            return final;
        }
        ++counters_.interior;
        counters_.null_windows += beta - alpha == 1;
        const Move* tt_move = nullptr;
        if (tt_) {
            if (const Score tt_value = probe(depth, alpha, beta, ply, tt_move); tt_value != NO_SCORE) return tt_value;
            if (lists_late) game_.moves(position, queue.list());
        }
        queue.begin(game_, position, ply, ordering_, tt_move, depth == 1);
        return NO_SCORE;
    }

    // Searches a frontier node together with all its leaves, in games that can look one move ahead: the same as
    // visiting them one by one. NO_SCORE at other nodes.
    Score search_frontier(const Position& position, Depth depth, Score alpha, Score beta, Ply ply, FailMode fail_mode) {
        if constexpr (HasPreview<G>) {
            if (depth != 1 || features_.quiescence || features_.noise || playing_) return NO_SCORE;
            if (!tt_ && !orders_) return search_frontier_unordered(position, alpha, beta, ply, fail_mode);
            if (const Score known = enter_node(position, depth, alpha, beta, ply); known != NO_SCORE)
                return fail_mode == FailMode::HARD ? std::max(alpha, std::min(known, beta)) : known;
            FrontierLeaves leaves(*this, position, alpha, beta, ply, fail_mode);
            const auto preview = game_.preview(position, features_.evaluation);
            Queue& moves = moves_at(ply);
            const Move* move = moves.next();
            while (move != nullptr && leaves.visit_leaf(*move, preview.after(*move))) move = moves.next();
            return leave_node(depth, alpha, beta, ply, leaves.finish());
        } else {
            return NO_SCORE;
        }
    }

    // The moves of the node last entered at a ply, to be taken one by one.
    Queue& moves_at(Ply ply) { return *queues_[static_cast<std::size_t>(ply)]; }

    // An empty queue for the node at a ply. Lists may be large, so they are kept off the stack and reused.
    Queue& new_queue(Ply ply) {
        std::unique_ptr<Queue>& queue = queues_[static_cast<std::size_t>(ply)];
        if (!queue) queue = std::make_unique<Queue>(features_);
        queue->list().clear();
        return *queue;
    }

    void cut_off(const Move& move, std::size_t place, Depth depth, Ply ply) {
        ++counters_.cutoffs;
        ++counters_.cutoffs_by_place[std::min(place, CUTOFF_PLACES - 1)];
        ordering_.cut_off(move, depth, ply);
    }

    // Leaves a node with its value, which the table stores as far as the window allows.
    Score leave_node(Depth depth, Score alpha, Score beta, Ply ply, Score value) {
        if (tt_) {
            const Bound bound = value <= alpha ? Bound::UPPER : value >= beta ? Bound::LOWER : Bound::EXACT;
            tt_->store(keys_[static_cast<std::size_t>(ply)], depth, from_root(value, ply), bound, lines_.first(ply));
        }
        return value;
    }

  private:
    // The leaves below a frontier node, as they are visited.
    class FrontierLeaves {
      public:
        FrontierLeaves(TextbookNode& search, const Position& position, Score alpha, Score beta, Ply ply,
                       FailMode fail_mode)
            : search_(search),
              position_(position),
              alpha_(alpha),
              beta_(beta),
              ply_(ply),
              fail_mode_(fail_mode),
              best_(fail_mode == FailMode::HARD ? alpha : -INFINITY_SCORE) {}

        bool is_empty() const { return visited_ == 0; }

        // Visits the leaf after a move. Returns whether to go on.
        [[gnu::always_inline]] bool visit_leaf(const Move& move, Score value) {
            if (value == UNKNOWN_VALUE) value = play(move);
            if (fail_mode_ == FailMode::SOFT_SCOUT && visited_ > 0) re_search(move, value);
            ++visited_;
            if (value <= best_) return true;
            return improve(move, value);
        }

        // The value of the node after all visited leaves.
        Score finish() {
            Counters& counters = search_.counters_;
            const std::uint64_t looks = visited_ + re_searched_;
            counters.nodes += looks;
            counters.leaves += looks;
            counters.evaluations += looks - played_;
            counters.re_searches += re_searched_;
            if (search_.stop_(static_cast<int>(looks))) throw SearchStopped{};
            return fail_mode_ == FailMode::HARD ? std::min(best_, beta_) : best_;
        }

      private:
        // Makes the position after a move, where the game may be over.
        [[gnu::noinline]] Score play(const Move& move) {
            ++played_;
            return -search_.leaf_value(search_.game_.after(position_, move), ply_ + 1);
        }

        bool improve(const Move& move, Score value) {
            best_ = value;
            search_.lines_.start(move, ply_);
            if (value < beta_) return true;
            search_.cut_off(move, visited_ - 1, 1, ply_);
            return false;
        }

        // NegaScout asks whether a leaf is better and then searches it again for its value, although it already knows
        // the answer.
        void re_search(const Move& move, Score value) {
            const Score floor = std::max(alpha_, best_);
            if (beta_ - floor <= 1 || value <= floor || value >= beta_) return;
            ++re_searched_;
            if (is_decisive(value) || value == DRAWN) play(move);
        }

        TextbookNode& search_;
        const Position& position_;
        const Score alpha_;
        const Score beta_;
        const Ply ply_;
        const FailMode fail_mode_;
        Score best_;
        std::size_t visited_ = 0;
        std::size_t re_searched_ = 0;
        std::size_t played_ = 0;
    };

    // The same without a table and an ordering: the moves are not even listed.
    Score search_frontier_unordered(const Position& position, Score alpha, Score beta, Ply ply, FailMode fail_mode) {
        visit(ply);
        const bool may_go_on = game_.result(position, true).is_ongoing();
        FrontierLeaves leaves(*this, position, alpha, beta, ply, fail_mode);
        if (may_go_on)
            game_.preview(position, features_.evaluation).for_each([&](const Move& move, Score value) {
                return leaves.visit_leaf(move, value);
            });
        if (leaves.is_empty()) {
            ++counters_.leaves;
            const Score value = final_value(position, !may_go_on && has_moves(game_, position), ply);
            return fail_mode == FailMode::HARD ? std::max(alpha, std::min(value, beta)) : value;
        }
        ++counters_.interior;
        counters_.null_windows += beta - alpha == 1;
        return leaves.finish();
    }

    // The value of a leaf without quiescence.
    Score leaf_value(const Position& position, Ply ply) {
        const Score final = final_value(position, has_moves(game_, position), ply);
        return final != NO_SCORE ? final : static_value(position);
    }

    Score enter_leaf(const Position& position, Score alpha, Score beta, Ply ply) {
        ++counters_.leaves;
        if (const Score final = final_value(position, has_moves(game_, position), ply); final != NO_SCORE) return final;
        return features_.quiescence ? quiesce(position, alpha, beta, ply, QUIESCENCE_PLIES) : static_value(position);
    }

    Score quiesce(const Position& position, Score alpha, Score beta, Ply ply, int plies) {
        Score best = static_value(position);
        if (best >= beta || plies == 0) return best;
        if constexpr (HasForcingMoves<G>) {
            MoveList<G>& forcing = new_queue(ply).list();  // the node's own moves are no longer needed
            game_.forcing_moves(position, forcing);
            for (const Move& move : forcing) {
                const Position after = game_.after(position, move);
                visit(ply + 1);
                ++counters_.quiescent;
                const Score final = final_value(after, has_moves(game_, after), ply + 1);
                const Score floor = std::max(alpha, best);
                const Score value = -(final != NO_SCORE ? final : quiesce(after, -beta, -floor, ply + 1, plies - 1));
                if (value > best) {
                    best = value;
                    lines_.update(move, ply);
                }
                if (best >= beta) break;
            }
        }
        return best;
    }

    void visit(Ply ply) {
        if (stop_()) throw SearchStopped{};
        ++counters_.nodes;
        lines_.clear(ply);
    }

    Score final_value(const Position& position, bool can_move, Ply ply) const {
        const Result result = game_.result(position, can_move);
        if (result.is_ongoing()) return NO_SCORE;
        if (result.outcome == Outcome::DRAW) return DRAWN;
        const Side winner = result.outcome == Outcome::WHITE_WINS ? Side::WHITE : Side::BLACK;
        return winner == game_.side_to_move(position) ? win_in(ply) : loss_in(ply);
    }

    Score static_value(const Position& position) {
        ++counters_.evaluations;
        return evaluate(position);
    }

    Score raw_value(const Position& position) const {
        if (playing_) return (*playing_)(position);
        if constexpr (HasNamedEvaluations<G>)
            if (features_.evaluation >= 0)
                return game_.evaluate(position, static_cast<std::size_t>(features_.evaluation), 0);
        return game_.evaluate(position);
    }

    Score probe(Depth depth, Score alpha, Score beta, Ply ply, const Move*& move) {
        ++counters_.probes;
        const std::size_t slot = tt_->find(keys_[static_cast<std::size_t>(ply)]);
        if (slot == tt_->NOWHERE) return NO_SCORE;
        ++counters_.hits;
        move = tt_->move(slot);
        const TextbookTTEntry& entry = tt_->entry(slot);
        if (entry.depth() != depth || ply == 0) return NO_SCORE;
        const Score value = to_root(entry.value, ply);
        if (entry.bound == Bound::EXACT) ++counters_.exact_cuts;
        else if (entry.bound == Bound::LOWER && value >= beta) ++counters_.lower_cuts;
        else if (entry.bound == Bound::UPPER && value <= alpha) ++counters_.upper_cuts;
        else return NO_SCORE;
        return value;
    }

  protected:
    const G& game_;
    const TextbookFeatures features_;
    StopCheck& stop_;
    Counters counters_;
    TextbookLines<Move> lines_;

  private:
    TextbookOrdering<G> ordering_;
    const bool orders_;
    std::unique_ptr<TextbookTT<Move>> tt_;
    std::vector<Key> keys_;  // of the nodes on the current path, if there is a table
    std::vector<std::unique_ptr<Queue>> queues_;
    std::unique_ptr<PlayingEvaluation<G>> playing_;  // if positions are evaluated as in the search that plays
};

}  // namespace plyground
