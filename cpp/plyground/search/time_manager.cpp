#include "plyground/search/time_manager.hpp"

#include <algorithm>
#include <cstddef>

namespace plyground {

namespace {

constexpr double INCREMENT_SHARE = 1.1;   // of the increment, spent at once; most moves then stop before the soft limit
constexpr double MAX_CLOCK_SHARE = 0.40;  // the largest share of the clock for one move
constexpr double LAST_MOVE_SHARE = 0.9;   // the same, for the last move before the clock gains time
constexpr double HARD_LIMIT_FACTOR = 4.5;
constexpr double ONLY_MOVE_SHARE = 0.15;  // of the soft limit, if there is only one move

// While only the reserve is left, a move takes so much of the increment or of the clock, and less the less is left. The
// rest fills the reserve again.
constexpr double RESERVE_INCREMENT_SHARE = 0.35;
constexpr double RESERVE_CLOCK_SHARE = 0.02;

}  // namespace

TimeBudget time_budget(const Limits& limits, const Pace& pace) {
    TimeBudget budget;
    if (limits.time_ms) budget.hard_us = std::max<std::int64_t>(*limits.time_ms, 1) * 1'000;
    if (!limits.clock_ms) return budget;
    // A clock that lives on its increment settles at the reserve. At 1 s + 0.01 s with other work on both cores it had
    // settled below 50 ms, and the answers came up to 94 ms too late.
    const double left = std::max(static_cast<double>(*limits.clock_ms - limits.overhead_ms), 0.0);
    const double increment = static_cast<double>(limits.increment_ms), reserve = pace.reserve_ms;
    double soft, hard;
    if (left > reserve) {
        const double free = left - reserve, gained = INCREMENT_SHARE * increment;
        const int moves = limits.moves_to_go > 0 ? std::min(limits.moves_to_go, pace.moves_to_go) : pace.moves_to_go;
        const double most = limits.moves_to_go == 1 ? free * LAST_MOVE_SHARE
                                                    : std::min(free * MAX_CLOCK_SHARE + gained, left * MAX_CLOCK_SHARE);
        soft = std::min(free / moves + gained, most);
        hard = std::min(soft * HARD_LIMIT_FACTOR, most);
    } else {
        const double share = std::max(increment * RESERVE_INCREMENT_SHARE, left * RESERVE_CLOCK_SHARE);
        soft = hard = std::min(share * left / reserve, left * MAX_CLOCK_SHARE);
    }
    budget.soft_us = static_cast<std::int64_t>(soft * 1'000);
    const auto hard_us = std::max<std::int64_t>(static_cast<std::int64_t>(hard * 1'000), 1);
    budget.hard_us = budget.hard_us ? std::min(*budget.hard_us, hard_us) : hard_us;
    return budget;
}

double time_factor(const DepthProgress& progress, const Pace& pace) {
    if (progress.is_only_move) return ONLY_MOVE_SHARE;
    const auto stable = std::min(static_cast<std::size_t>(progress.stable_depths), pace.stability.size() - 1);
    double factor = progress.patience * pace.stability[stable];
    factor *= std::clamp(1.5 - progress.effort, 0.6, 1.4);
    factor *= std::clamp(1.0 + progress.score_drop / 100.0, 0.85, 1.6);
    return factor;
}

void TimeManager::start(const Limits& limits) {
    start_ = SteadyClock::now();
    budget_ = time_budget(limits, pace_);
}

bool TimeManager::should_stop(const DepthProgress& progress) const {
    const auto passed = static_cast<double>(elapsed_us());
    if (progress.patience < 1 && budget_.hard_us && passed >= static_cast<double>(*budget_.hard_us) * progress.patience)
        return true;
    return budget_.soft_us && passed >= static_cast<double>(*budget_.soft_us) * time_factor(progress, pace_);
}

}  // namespace plyground
