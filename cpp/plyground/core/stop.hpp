// StopFlag: lets one thread ask another to stop working.
#pragma once

#include <atomic>
#include <functional>
#include <utility>

namespace plyground {

// Polled every few thousand nodes. Alone on its cache line, so that polling never contends with counters.
class alignas(64) StopFlag {
  public:
    void request() { requested_.store(true, std::memory_order_relaxed); }
    void reset() { requested_.store(false, std::memory_order_relaxed); }
    bool is_requested() const { return requested_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> requested_{false};
};

// Checks a stop flag at every node, or once for several nodes. Every POLL_EVERY nodes it also calls `poll`, which may
// request the stop.
class StopCheck {
  public:
    static constexpr int POLL_EVERY = 2'048;

    explicit StopCheck(StopFlag& flag, std::function<void(StopFlag&)> poll = {}, int poll_every = POLL_EVERY)
        : flag_(flag), poll_(std::move(poll)), poll_every_(poll_every), countdown_(poll_every) {}

    bool operator()(int nodes = 1) {
        countdown_ -= nodes;
        if (countdown_ <= 0) {
            countdown_ = poll_every_;
            if (poll_) poll_(flag_);
        }
        return flag_.is_requested();
    }

  private:
    StopFlag& flag_;
    std::function<void(StopFlag&)> poll_;
    int poll_every_;
    int countdown_;
};

// Thrown to leave a search that must end now.
struct SearchStopped {};

}  // namespace plyground
