// Shared: what all workers of one search look at, and how each of them counts its nodes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>

#include "plyground/core/stop.hpp"
#include "plyground/search/clock.hpp"
#include "plyground/search/limits.hpp"
#include "plyground/search/transposition.hpp"

namespace plyground {

// Thrown out of a search that must end now.
struct OutOfTime {};

// Nodes are handed out in small lots, so that a limit is exact however many workers draw on it. The first worker, whose
// depths count, has a fair share for itself, and after that whatever the others leave.
class Budget {
  public:
    void start(std::uint64_t nodes, int workers) {
        const auto all = static_cast<std::int64_t>(std::min<std::uint64_t>(nodes, MOST));
        own_ = (all + workers - 1) / workers;
        left_.store(all - own_, std::memory_order_relaxed);
    }

    // Up to `wanted` nodes; 0 when nothing is left.
    int draw(int wanted, bool is_first_worker) {
        if (is_first_worker && own_ > 0) {
            const auto lot = static_cast<int>(std::min<std::int64_t>(own_, wanted));
            own_ -= lot;
            return lot;
        }
        const std::int64_t before = left_.fetch_sub(wanted, std::memory_order_relaxed);
        return static_cast<int>(std::clamp<std::int64_t>(before, 0, wanted));
    }

  private:
    static constexpr std::uint64_t MOST = std::uint64_t{1} << 62;
    std::int64_t own_ = 0;               // the first worker's, and nobody else's to touch
    std::atomic<std::int64_t> left_{0};  // of the others; a little below zero when they have asked for more
};

struct Shared {
    Transposition& table;
    StopFlag stop{};   // somebody wants the search to end; set until the next one is armed
    StopFlag ended{};  // the search has come to its end, and its other workers shall too
    Budget budget{};
    Clock clock{};
    Limits limits{};
    Techniques techniques{};
    int nodes_per_look = 1'024;             // about a millisecond
    std::function<void(StopFlag&)> poll{};  // with each look of the first worker
};

// Counts the moves a worker makes. A lot of nodes is drawn at a time, and with each lot the worker looks up.
class NodeCounter {
  public:
    void start() {
        nodes_ = 0;
        left_ = 0;
        published_.store(0, std::memory_order_relaxed);
    }
    void count(Shared& shared, bool is_first_worker) {
        if (left_ == 0) look_up(shared, is_first_worker);
        --left_;
        ++nodes_;
    }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t published() const { return published_.load(std::memory_order_relaxed); }
    void publish() { published_.store(nodes_, std::memory_order_relaxed); }

  private:
    void look_up(Shared& shared, bool is_first_worker) {
        publish();
        if (is_first_worker) {
            if (shared.poll) shared.poll(shared.stop);
            if (shared.clock.is_over()) shared.ended.request();
        }
        if (shared.stop.is_requested() || shared.ended.is_requested()) throw OutOfTime{};
        left_ = shared.budget.draw(shared.nodes_per_look, is_first_worker);
        if (left_ == 0) throw OutOfTime{};
    }

    std::uint64_t nodes_ = 0;
    int left_ = 0;
    std::atomic<std::uint64_t> published_{0};
};

}  // namespace plyground
