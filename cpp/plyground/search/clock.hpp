// Clock: how long a search may think, and whether it has thought long enough.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "plyground/search/limits.hpp"

namespace plyground {

// What a finished depth tells about whether a deeper one is needed.
struct Progress {
    int stable_depths = 0;  // for how many the best move has been the same
    double effort = 0;      // the share of nodes spent on it
    Score fallen_by = 0;    // how much worse it looks than a few depths ago
    bool is_only_move = false;
};

// Two limits: `soft` is asked between depths and stretched or shrunk by progress, `hard` is never overstepped. Both
// leave what is lost on the way to the clock (`overhead_ms`) unused, because a busy machine answers late.
class Clock {
  public:
    Clock() = default;

    void start(const Limits& limits);

    std::int64_t elapsed_us() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(Time::now() - begin_).count();
    }
    bool has_soft_limit() const { return soft_us_.has_value(); }
    std::optional<std::int64_t> hard_us() const { return hard_us_; }
    bool is_over() const { return hard_us_ && elapsed_us() >= *hard_us_; }
    bool is_enough(const Progress& progress) const;

  private:
    using Time = std::chrono::steady_clock;

    Time::time_point begin_ = Time::now();
    std::optional<std::int64_t> soft_us_;
    std::optional<std::int64_t> hard_us_;
};

}  // namespace plyground
