#include "plyground/search/time_manager.hpp"

#include <algorithm>

namespace plyground {

namespace {

constexpr int DEFAULT_MOVES_TO_GO = 24;   // moves that the game is expected to last
constexpr double INCREMENT_SHARE = 0.75;  // of the increment, spent at once
constexpr double MAX_CLOCK_SHARE = 0.40;  // the largest share of the clock for one move
constexpr double HARD_LIMIT_FACTOR = 4.5;
constexpr double ONLY_MOVE_SHARE = 0.15;  // of the soft limit, if there is only one move
constexpr double RESERVE_MS = 300;        // never spent: on a busy machine the answer is that late
constexpr double MIN_CLOCK_SHARE = 0.1;   // always available, even if only the reserve is left

// Scales the soft limit by the number of depths for which the best move has stayed the same.
constexpr double STABILITY[] = {1.8, 1.3, 1.1, 0.95, 0.85, 0.78, 0.73, 0.7};
constexpr int MAX_STABLE_DEPTHS = 7;

}  // namespace

TimeBudget time_budget(const Limits& limits) {
    TimeBudget budget;
    if (limits.time_ms) budget.hard_us = std::max<std::int64_t>(*limits.time_ms, 1) * 1'000;
    if (!limits.clock_ms) return budget;
    // With the reserve, a clock that lives on its increment settles above it. Without it, it settled at about 50 ms,
    // and with other work on both cores most games at 2 s + 0.05 s were lost on time, by 2 to 60 ms.
    const double left = static_cast<double>(*limits.clock_ms);
    const double safe = std::max(left - static_cast<double>(limits.overhead_ms) - RESERVE_MS, left * MIN_CLOCK_SHARE);
    const int moves = limits.moves_to_go > 0 ? std::min(limits.moves_to_go, DEFAULT_MOVES_TO_GO) : DEFAULT_MOVES_TO_GO;
    const double share = safe / moves + INCREMENT_SHARE * static_cast<double>(limits.increment_ms);
    const double most = limits.moves_to_go == 1 ? safe * 0.9 : safe * MAX_CLOCK_SHARE;
    const double soft = std::min(share, most);
    const double hard = std::min(soft * HARD_LIMIT_FACTOR, most);
    budget.soft_us = static_cast<std::int64_t>(soft * 1'000);
    const auto hard_us = std::max<std::int64_t>(static_cast<std::int64_t>(hard * 1'000), 500);
    budget.hard_us = budget.hard_us ? std::min(*budget.hard_us, hard_us) : hard_us;
    return budget;
}

void TimeManager::start(const Limits& limits) {
    start_ = SteadyClock::now();
    budget_ = time_budget(limits);
}

bool TimeManager::should_stop(const DepthProgress& progress) const {
    if (!budget_.soft_us) return false;
    double factor = STABILITY[std::min(progress.stable_depths, MAX_STABLE_DEPTHS)];
    factor *= std::clamp(1.5 - progress.effort, 0.6, 1.4);
    factor *= std::clamp(1.0 + progress.score_drop / 100.0, 0.85, 1.6);
    if (progress.is_only_move) factor = ONLY_MOVE_SHARE;
    return static_cast<double>(elapsed_us()) >= static_cast<double>(*budget_.soft_us) * factor;
}

}  // namespace plyground
