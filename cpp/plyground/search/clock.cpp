#include "plyground/search/clock.hpp"

#include <algorithm>

namespace plyground {

namespace {

constexpr int USUAL_MOVES_TO_GO = 24;     // a game is thought to last so many more moves
constexpr double INCREMENT_SHARE = 0.75;  // of the increment that is spent at once
constexpr double MOST_OF_CLOCK = 0.40;    // for one move, when the rest of the game hangs on it
constexpr double HARD_TIMES_SOFT = 4.5;
constexpr double ONLY_MOVE_SHARE = 0.15;  // of the soft limit, for a move that is played anyway
constexpr double RESERVE_MS = 300;        // never planned with: on a busy machine an answer is that late
constexpr double LEAST_OF_CLOCK = 0.1;    // planned with even where the reserve is all there is

// By how many depths the best move has stayed the same.
constexpr double STABILITY[] = {1.8, 1.3, 1.1, 0.95, 0.85, 0.78, 0.73, 0.7};
constexpr int MOST_STABLE = 7;

}  // namespace

TimeBudget time_budget(const Limits& limits) {
    TimeBudget budget;
    if (limits.time_ms) budget.hard_us = std::max<std::int64_t>(*limits.time_ms, 1) * 1'000;
    if (!limits.clock_ms) return budget;
    // Living on the increment, the clock settles above the reserve. Without it, it settled at about 50 ms, and with
    // other work on both cores most games at 2 s + 0.05 s were lost on time, by 2 to 60 ms.
    const double left = static_cast<double>(*limits.clock_ms);
    const double safe = std::max(left - static_cast<double>(limits.overhead_ms) - RESERVE_MS, left * LEAST_OF_CLOCK);
    const int moves = limits.moves_to_go > 0 ? std::min(limits.moves_to_go, USUAL_MOVES_TO_GO) : USUAL_MOVES_TO_GO;
    const double share = safe / moves + INCREMENT_SHARE * static_cast<double>(limits.increment_ms);
    const double most = limits.moves_to_go == 1 ? safe * 0.9 : safe * MOST_OF_CLOCK;
    const double soft = std::min(share, most);
    const double hard = std::min(soft * HARD_TIMES_SOFT, most);
    budget.soft_us = static_cast<std::int64_t>(soft * 1'000);
    const auto hard_us = std::max<std::int64_t>(static_cast<std::int64_t>(hard * 1'000), 500);
    budget.hard_us = budget.hard_us ? std::min(*budget.hard_us, hard_us) : hard_us;
    return budget;
}

void Clock::start(const Limits& limits) {
    begin_ = Time::now();
    budget_ = time_budget(limits);
}

bool Clock::is_enough(const Progress& progress) const {
    if (!budget_.soft_us) return false;
    double factor = STABILITY[std::min(progress.stable_depths, MOST_STABLE)];
    factor *= std::clamp(1.5 - progress.effort, 0.6, 1.4);
    factor *= std::clamp(1.0 + progress.fallen_by / 100.0, 0.85, 1.6);
    if (progress.is_only_move) factor = ONLY_MOVE_SHARE;
    return static_cast<double>(elapsed_us()) >= static_cast<double>(*budget_.soft_us) * factor;
}

}  // namespace plyground
