// PlainSearch: what every textbook algorithm does at a node: visit, settle, order the moves, cut off, remember. The
// twin of search/node.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/core/preview.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/search/bound.hpp"
#include "plyground/search/counters.hpp"
#include "plyground/search/plain_lines.hpp"
#include "plyground/search/plain_ordering.hpp"
#include "plyground/search/plain_table.hpp"
#include "plyground/search/switches.hpp"

namespace plyground {

// No value: a node must be searched. A number of its own, because std::optional<Score> is returned through memory in a
// way that stalls the processor for longer than most leaves take.
inline constexpr Score UNSETTLED = std::numeric_limits<Score>::max();

// What a node does with values outside its window: fail-soft and fail-hard as in search/reference.py, or fail-soft with
// every move but the first asked by a null window.
enum class Manner { SOFT, HARD, SCOUT };

// Thrown out of a search that was asked to stop.
struct Stopped {};

template <Game G>
class PlainSearch {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Queue = PlainQueue<G>;

    PlainSearch(const G& game, const Switches& switches, StopCheck& stop)
        : game_(game),
          switches_(switches),
          stop_(stop),
          ordering_(switches_),
          orders_(switches.tt_move || switches.forcing_first || switches.killers || switches.history) {
        if (switches_.table != Policy::NO_TABLE)
            table_ = std::make_unique<PlainTable<Move>>(switches_.table, switches_.table_size);
        lines_.reserve(0);
    }

    const Counters& counters() const { return counters_; }
    std::vector<Move> line() const { return lines_.root(); }

    // Makes the table's entries old: another root, or another depth, is searched.
    void begin() {
        if (table_) table_->new_search();
    }

    Score evaluate(const Position& position) const {
        const Score value = plain_value(position);
        if (!switches_.noise) return value;
        return 256 * value + static_cast<Score>(mix(switches_.seed ^ mix(game_.key(position))) & 0xFF);
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

    // Looks at a node: its value if nothing below it need be searched; else its moves are ready in `moves_at(ply)`.
    Score settle(const Position& position, Depth depth, Score alpha, Score beta, Ply ply) {
        visit(ply);
        if (depth <= 0) return settle_leaf(position, alpha, beta, ply);
        if (table_) {
            const Key key = keys_[static_cast<std::size_t>(ply)] = game_.key(position);
            table_->prefetch(key);
        }
        Queue& queue = new_queue(ply);
        // Where the table may know the value, the moves are listed only if it does not.
        const bool lists_late = CanTellMoves<G> && table_ != nullptr;
        if (!lists_late) game_.moves(position, queue.list());
        const bool can_move = lists_late ? has_moves(game_, position) : !queue.list().is_empty();
        if (const Score final = final_value(position, can_move, ply); final != UNSETTLED) {
            ++counters_.leaves;
            return final;
        }
        ++counters_.interior;
        counters_.null_windows += beta - alpha == 1;
        const Move* table_move = nullptr;
        if (table_) {
            if (const Score known = probe(depth, alpha, beta, ply, table_move); known != UNSETTLED) return known;
            if (lists_late) game_.moves(position, queue.list());
        }
        queue.begin(game_, position, ply, ordering_, table_move, depth == 1);
        return UNSETTLED;
    }

    // A node on the last ply but one together with all its leaves, where the game can look one move ahead: the same as
    // visiting them one by one. Nothing at other nodes.
    Score search_last(const Position& position, Depth depth, Score alpha, Score beta, Ply ply, Manner manner) {
        if constexpr (HasPreview<G>) {
            if (depth != 1 || switches_.quiescence || switches_.noise) return UNSETTLED;
            if (!table_ && !orders_) return take_leaves(position, alpha, beta, ply, manner);
            if (const Score settled = settle(position, depth, alpha, beta, ply); settled != UNSETTLED)
                return manner == Manner::HARD ? std::max(alpha, std::min(settled, beta)) : settled;
            Leaves leaves(*this, position, alpha, beta, ply, manner);
            const auto preview = game_.preview(position, switches_.evaluation);
            Queue& moves = moves_at(ply);
            const Move* move = moves.next();
            while (move != nullptr && leaves.take(*move, preview.after(*move))) move = moves.next();
            return done(depth, alpha, beta, ply, leaves.finish());
        } else {
            return UNSETTLED;
        }
    }

    // The moves of the node at a ply that was settled last, to be taken one by one.
    Queue& moves_at(Ply ply) { return *queues_[static_cast<std::size_t>(ply)]; }

    // A queue for the node at a ply, still empty. Lists may be large, so they are kept off the stack and used again.
    Queue& new_queue(Ply ply) {
        std::unique_ptr<Queue>& queue = queues_[static_cast<std::size_t>(ply)];
        if (!queue) queue = std::make_unique<Queue>(switches_);
        queue->list().clear();
        return *queue;
    }

    void cut_off(const Move& move, std::size_t place, Depth depth, Ply ply) {
        ++counters_.cutoffs;
        ++counters_.cutoffs_by_place[std::min(place, CUTOFF_PLACES - 1)];
        ordering_.cut_off(move, depth, ply);
    }

    // Leaves a node with its value, which the table remembers as far as the window allows.
    Score done(Depth depth, Score alpha, Score beta, Ply ply, Score value) {
        if (table_) {
            const Bound bound = value <= alpha ? Bound::UPPER : value >= beta ? Bound::LOWER : Bound::EXACT;
            table_->store(keys_[static_cast<std::size_t>(ply)], depth, from_root(value, ply), bound, lines_.first(ply));
        }
        return value;
    }

  private:
    // The leaves behind one node, as they are looked at.
    class Leaves {
      public:
        Leaves(PlainSearch& search, const Position& position, Score alpha, Score beta, Ply ply, Manner manner)
            : search_(search),
              position_(position),
              alpha_(alpha),
              beta_(beta),
              ply_(ply),
              manner_(manner),
              best_(manner == Manner::HARD ? alpha : -INFINITY_SCORE) {}

        bool is_empty() const { return taken_ == 0; }

        // Looks at the leaf behind a move; whether the next one is of interest too.
        [[gnu::always_inline]] bool take(const Move& move, Score value) {
            if (value == UNFORESEEN) value = make(move);
            if (manner_ == Manner::SCOUT && taken_ > 0) look_again(move, value);
            ++taken_;
            if (value <= best_) return true;
            return improve(move, value);
        }

        // The value of the node, when its leaves have been looked at.
        Score finish() {
            Counters& counters = search_.counters_;
            const std::uint64_t looks = taken_ + looked_again_;
            counters.nodes += looks;
            counters.leaves += looks;
            counters.evaluations += looks - made_;
            counters.re_searches += looked_again_;
            if (search_.stop_(static_cast<int>(looks))) throw Stopped{};
            return manner_ == Manner::HARD ? std::min(best_, beta_) : best_;
        }

      private:
        // Makes the position behind a move, where the game may be over.
        [[gnu::noinline]] Score make(const Move& move) {
            ++made_;
            return -search_.leaf_value(search_.game_.after(position_, move), ply_ + 1);
        }

        bool improve(const Move& move, Score value) {
            best_ = value;
            search_.lines_.only(move, ply_);
            if (value < beta_) return true;
            search_.cut_off(move, taken_ - 1, 1, ply_);
            return false;
        }

        // NegaScout asks whether a leaf is better and then how good it is, although it has already got the answer.
        void look_again(const Move& move, Score value) {
            const Score floor = std::max(alpha_, best_);
            if (beta_ - floor <= 1 || value <= floor || value >= beta_) return;
            ++looked_again_;
            if (is_decisive(value) || value == DRAWN) make(move);
        }

        PlainSearch& search_;
        const Position& position_;
        const Score alpha_;
        const Score beta_;
        const Ply ply_;
        const Manner manner_;
        Score best_;
        std::size_t taken_ = 0;
        std::size_t looked_again_ = 0;
        std::size_t made_ = 0;
    };

    // The same without a table and an order: the moves need not even be listed.
    Score take_leaves(const Position& position, Score alpha, Score beta, Ply ply, Manner manner) {
        visit(ply);
        const bool may_go_on = game_.result(position, true).is_ongoing();
        Leaves leaves(*this, position, alpha, beta, ply, manner);
        if (may_go_on)
            game_.preview(position, switches_.evaluation).each([&](const Move& move, Score value) {
                return leaves.take(move, value);
            });
        if (leaves.is_empty()) {
            ++counters_.leaves;
            const Score value = final_value(position, !may_go_on && has_moves(game_, position), ply);
            return manner == Manner::HARD ? std::max(alpha, std::min(value, beta)) : value;
        }
        ++counters_.interior;
        counters_.null_windows += beta - alpha == 1;
        return leaves.finish();
    }

    // The value of a leaf without quiescence.
    Score leaf_value(const Position& position, Ply ply) {
        const Score final = final_value(position, has_moves(game_, position), ply);
        return final != UNSETTLED ? final : static_value(position);
    }

    Score settle_leaf(const Position& position, Score alpha, Score beta, Ply ply) {
        ++counters_.leaves;
        if (const Score final = final_value(position, has_moves(game_, position), ply); final != UNSETTLED)
            return final;
        return switches_.quiescence ? quiesce(position, alpha, beta, ply, QUIESCENCE_PLIES) : static_value(position);
    }

    Score quiesce(const Position& position, Score alpha, Score beta, Ply ply, int plies) {
        Score best = static_value(position);
        if (best >= beta || plies == 0) return best;
        if constexpr (HasForcingMoves<G>) {
            MoveList<G>& forcing = new_queue(ply).list();  // the node's own moves are not needed any more
            game_.forcing_moves(position, forcing);
            for (const Move& move : forcing) {
                const Position after = game_.after(position, move);
                visit(ply + 1);
                ++counters_.quiescent;
                const Score final = final_value(after, has_moves(game_, after), ply + 1);
                const Score floor = std::max(alpha, best);
                const Score value = -(final != UNSETTLED ? final : quiesce(after, -beta, -floor, ply + 1, plies - 1));
                if (value > best) {
                    best = value;
                    lines_.better(move, ply);
                }
                if (best >= beta) break;
            }
        }
        return best;
    }

    void visit(Ply ply) {
        if (stop_()) throw Stopped{};
        ++counters_.nodes;
        lines_.clear(ply);
    }

    Score final_value(const Position& position, bool can_move, Ply ply) const {
        const Result result = game_.result(position, can_move);
        if (result.is_ongoing()) return UNSETTLED;
        if (result.outcome == Outcome::DRAW) return DRAWN;
        const Side winner = result.outcome == Outcome::WHITE_WINS ? Side::WHITE : Side::BLACK;
        return winner == game_.side_to_move(position) ? win_in(ply) : loss_in(ply);
    }

    Score static_value(const Position& position) {
        ++counters_.evaluations;
        return evaluate(position);
    }

    Score plain_value(const Position& position) const {
        if constexpr (HasNamedEvaluations<G>)
            if (switches_.evaluation >= 0)
                return game_.evaluate(position, static_cast<std::size_t>(switches_.evaluation), 0);
        return game_.evaluate(position);
    }

    Score probe(Depth depth, Score alpha, Score beta, Ply ply, const Move*& move) {
        ++counters_.probes;
        const std::size_t slot = table_->find(keys_[static_cast<std::size_t>(ply)]);
        if (slot == table_->NOWHERE) return UNSETTLED;
        ++counters_.hits;
        move = table_->move(slot);
        const PlainEntry& entry = table_->entry(slot);
        if (entry.depth() != depth || ply == 0) return UNSETTLED;
        const Score value = to_root(entry.value, ply);
        if (entry.bound == Bound::EXACT) ++counters_.exact_cuts;
        else if (entry.bound == Bound::LOWER && value >= beta) ++counters_.lower_cuts;
        else if (entry.bound == Bound::UPPER && value <= alpha) ++counters_.upper_cuts;
        else return UNSETTLED;
        return value;
    }

  protected:
    const G& game_;
    const Switches switches_;
    StopCheck& stop_;
    Counters counters_;
    PlainLines<Move> lines_;

  private:
    PlainOrdering<G> ordering_;
    const bool orders_;
    std::unique_ptr<PlainTable<Move>> table_;
    std::vector<Key> keys_;  // of the nodes on the way from the root, where there is a table
    std::vector<std::unique_ptr<Queue>> queues_;
};

}  // namespace plyground
