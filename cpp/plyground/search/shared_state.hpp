// SharedState: what all workers of one search share, and how each of them counts its nodes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "plyground/core/side.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/search/features.hpp"
#include "plyground/search/limits.hpp"
#include "plyground/search/time_manager.hpp"
#include "plyground/search/tt.hpp"

namespace plyground {

// Grants nodes in small batches, so that a node limit is exact for any number of workers. The main worker, whose depths
// count, has a fair share reserved, and competes for the rest after that.
class NodeBudget {
  public:
    void start(std::uint64_t nodes, int workers) {
        const auto all = static_cast<std::int64_t>(std::min<std::uint64_t>(nodes, MAX_NODES));
        main_left_ = (all + workers - 1) / workers;
        left_.store(all - main_left_, std::memory_order_relaxed);
    }

    // Up to `wanted` nodes; 0 when none are left.
    int take(int wanted, bool is_main) {
        if (is_main && main_left_ > 0) {
            const auto granted = static_cast<int>(std::min<std::int64_t>(main_left_, wanted));
            main_left_ -= granted;
            return granted;
        }
        const std::int64_t before = left_.fetch_sub(wanted, std::memory_order_relaxed);
        return static_cast<int>(std::clamp<std::int64_t>(before, 0, wanted));
    }

  private:
    static constexpr std::uint64_t MAX_NODES = std::uint64_t{1} << 62;
    std::int64_t main_left_ = 0;         // only the main worker touches it
    std::atomic<std::int64_t> left_{0};  // for all workers; slightly negative once they have asked for more
};

struct SharedState {
    TranspositionTable& tt;
    StopFlag stop{};      // a stop was requested from outside; stays set until `Searcher::reset_stop`
    StopFlag finished{};  // the search is over, so all workers end
    NodeBudget budget{};
    TimeManager time{};
    Limits limits{};
    SearchFeatures features{};
    std::optional<Side> winner{};           // databases say that the root is won, but not how fast
    int nodes_per_poll = 1'024;             // about a millisecond
    std::function<void(StopFlag&)> poll{};  // called by the main worker
};

// Counts the nodes of a worker and the answers it gets from databases. It takes the nodes from the budget in batches.
// With each batch it checks the limits.
class NodeCounter {
  public:
    void start() {
        nodes_ = hits_ = 0;
        left_ = 0;
        publish();
    }
    void count(SharedState& shared, bool is_main) {
        if (left_ == 0) check_limits(shared, is_main);
        --left_;
        ++nodes_;
    }
    void count_hit() { ++hits_; }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t published() const { return published_.load(std::memory_order_relaxed); }
    std::uint64_t published_hits() const { return published_hits_.load(std::memory_order_relaxed); }
    void publish() {
        published_.store(nodes_, std::memory_order_relaxed);
        published_hits_.store(hits_, std::memory_order_relaxed);
    }

  private:
    void check_limits(SharedState& shared, bool is_main) {
        publish();
        if (is_main) {
            if (shared.poll) shared.poll(shared.stop);
            // Not before the first node: on a busy machine the time may be up by then, and any move would be played.
            if (nodes_ > 0 && shared.time.is_time_up()) shared.finished.request();
        }
        if (shared.stop.is_requested() || shared.finished.is_requested()) throw SearchStopped{};
        left_ = shared.budget.take(shared.nodes_per_poll, is_main);
        if (left_ == 0) throw SearchStopped{};
    }

    std::uint64_t nodes_ = 0, hits_ = 0;
    int left_ = 0;
    std::atomic<std::uint64_t> published_{0}, published_hits_{0};
};

}  // namespace plyground
