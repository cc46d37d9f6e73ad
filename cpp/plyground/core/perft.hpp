// Perft: counts the leaves of the full game tree, over any game.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/core/stop.hpp"

namespace plyground {

// Positions are copied, never unmade: measured against make/unmake on chess, see benchmarks/perft_chess. The last ply
// is counted, not played, and so are small trees that the game can count itself. After a requested stop the count is
// meaningless.
template <Game G>
std::uint64_t perft(const G& game, const typename G::Position& position, Depth depth, const StopFlag& stop) {
    if (depth == 0) return 1;
    if constexpr (HasMoveCount<G>)
        if (depth == 1) return game.count_moves(position);
    if constexpr (HasLeafCount<G>)
        if (depth <= game.counted_plies(position)) return game.count_leaves(position, depth);
    MoveList<G> list;
    game.moves(position, list);
    if (depth == 1) return list.size();
    std::uint64_t leaves = 0;
    for (const auto move : list) {
        if (depth > 2 && stop.is_requested()) return leaves;
        leaves += perft(game, game.after(position, move), depth - 1, stop);
    }
    return leaves;
}

// The leaves below each root move, counted by several threads that share one queue of two-ply subtrees. Progress can be
// read from another thread during `run`.
template <Game G>
class PerftJob {
  public:
    static constexpr std::size_t MAX_THREADS = 1'024;

    PerftJob(const G& game, const typename G::Position& position, Depth depth) : game_(game), depth_(depth) {
        game_.moves(position, roots_);
        for (std::size_t root = 0; root < roots_.size(); ++root) {
            const auto after = game_.after(position, roots_[root]);
            if (depth_ < 3) {
                parts_.push_back({root, after, depth_ - 1});
                continue;
            }
            MoveList<G> replies;
            game_.moves(after, replies);
            for (const auto reply : replies) parts_.push_back({root, game_.after(after, reply), depth_ - 2});
        }
        counts_ = std::vector<std::atomic<std::uint64_t>>(roots_.size());
    }

    void run(int threads) {
        std::vector<std::thread> crew;
        const int most = static_cast<int>(std::min<std::size_t>(parts_.size(), MAX_THREADS));
        try {
            for (int i = 1; i < std::min(threads, most); ++i) crew.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            // The system provides no more threads: those that started do the work.
        }
        work();
        for (std::thread& member : crew) member.join();
    }

    void stop() { stop_.request(); }
    bool is_stopped() const { return stop_.is_requested(); }
    std::size_t parts() const { return parts_.size(); }
    std::size_t parts_done() const { return done_.load(std::memory_order_relaxed); }
    const MoveList<G>& roots() const { return roots_; }
    std::uint64_t count(std::size_t root) const { return counts_[root].load(std::memory_order_relaxed); }

  private:
    struct Part {
        std::size_t root;
        typename G::Position position;
        Depth depth;
    };

    void work() {
        while (!stop_.is_requested()) {
            const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
            if (i >= parts_.size()) return;
            const Part& part = parts_[i];
            const std::uint64_t leaves = perft(game_, part.position, part.depth, stop_);
            counts_[part.root].fetch_add(leaves, std::memory_order_relaxed);
            done_.fetch_add(1, std::memory_order_relaxed);
        }
    }

    G game_;
    Depth depth_;
    MoveList<G> roots_;
    std::vector<Part> parts_;
    std::vector<std::atomic<std::uint64_t>> counts_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> done_{0};
    StopFlag stop_;
};

}  // namespace plyground
