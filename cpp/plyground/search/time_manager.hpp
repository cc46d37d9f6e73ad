// TimeManager: how long a search may take, and whether it should stop already.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "plyground/core/pace.hpp"
#include "plyground/search/limits.hpp"

namespace plyground {

// What a completed depth says about whether a deeper one is needed.
struct DepthProgress {
    int stable_depths = 0;  // for which the best move has been the same
    double effort = 0;      // the share of nodes spent on it
    Score score_drop = 0;   // since a few depths ago
    double patience = 1;    // the share of its time that the style uses
    bool is_only_move = false;
};

// How long one move may take. `soft` is checked between depths and scaled by progress, `hard` is never exceeded. Both
// leave `overhead_ms` unused, because a busy machine answers late.
struct TimeBudget {
    std::optional<std::int64_t> soft_us{};
    std::optional<std::int64_t> hard_us{};
};

// The one formula that allocates time to a move, for every kind of search.
TimeBudget time_budget(const Limits& limits, const Pace& pace = {});

// What the soft limit is multiplied by after a completed depth.
double time_factor(const DepthProgress& progress, const Pace& pace);

class TimeManager {
  public:
    explicit TimeManager(const Pace& pace = {}) : pace_(pace) {}

    void start(const Limits& limits);

    std::int64_t elapsed_us() const {
        return std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - start_).count();
    }
    bool has_soft_limit() const { return budget_.soft_us.has_value(); }
    std::optional<std::int64_t> hard_us() const { return budget_.hard_us; }
    bool is_time_up() const { return budget_.hard_us && elapsed_us() >= *budget_.hard_us; }
    bool should_stop(const DepthProgress& progress) const;

  private:
    using SteadyClock = std::chrono::steady_clock;

    SteadyClock::time_point start_ = SteadyClock::now();
    Pace pace_;
    TimeBudget budget_;
};

}  // namespace plyground
