// StopFlag: how one thread asks another to end its work.
#pragma once

#include <atomic>

namespace plyground {

// Polled every few thousand nodes; alone on its cache line so that polling never contends with counters.
class alignas(64) StopFlag {
  public:
    void request() { requested_.store(true, std::memory_order_relaxed); }
    void reset() { requested_.store(false, std::memory_order_relaxed); }
    bool is_requested() const { return requested_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> requested_{false};
};

}  // namespace plyground
