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

// Nodes are handed out in small lots, so that a limit is exact however many workers draw on it.
class Budget {
  public:
    void start(std::uint64_t nodes) { left_.store(static_cast<std::int64_t>(std::min<std::uint64_t>(nodes, MOST)), std::memory_order_relaxed); }

    // Up to `wanted` nodes; 0 when nothing is left.
    int draw(int wanted) {
        const std::int64_t before = left_.fetch_sub(wanted, std::memory_order_relaxed);
        return static_cast<int>(std::clamp<std::int64_t>(before, 0, wanted));
    }

  private:
    static constexpr std::uint64_t MOST = std::uint64_t{1} << 62;
    std::atomic<std::int64_t> left_{0};
};

struct Shared {
    Transposition& table;
    StopFlag stop{};
    Budget budget{};
    Clock clock{};
    Limits limits{};
    Techniques techniques{};
    int nodes_per_look = 1'024;  // about a millisecond
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
            if (shared.clock.is_over()) shared.stop.request();
        }
        if (shared.stop.is_requested()) throw OutOfTime{};
        left_ = shared.budget.draw(shared.nodes_per_look);
        if (left_ == 0) throw OutOfTime{};
    }

    std::uint64_t nodes_ = 0;
    int left_ = 0;
    std::atomic<std::uint64_t> published_{0};
};

}  // namespace plyground
