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

// How long one move may take. `soft` is checked between depths and scaled by progress, `hard` is never exceeded. Both
// leave `overhead_ms` unused, because a busy machine answers late.
struct TimeBudget {
    std::optional<std::int64_t> soft_us{};
    std::optional<std::int64_t> hard_us{};
};

// The one formula that allocates time to a move, for every kind of search.
TimeBudget time_budget(const Limits& limits);

class Clock {
  public:
    Clock() = default;

    void start(const Limits& limits);

    std::int64_t elapsed_us() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(Time::now() - begin_).count();
    }
    bool has_soft_limit() const { return budget_.soft_us.has_value(); }
    std::optional<std::int64_t> hard_us() const { return budget_.hard_us; }
    bool is_over() const { return budget_.hard_us && elapsed_us() >= *budget_.hard_us; }
    bool is_enough(const Progress& progress) const;

  private:
    using Time = std::chrono::steady_clock;

    Time::time_point begin_ = Time::now();
    TimeBudget budget_;
};

}  // namespace plyground
