// Work that several threads share.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <thread>
#include <vector>

namespace plyground {

// Calls `work(i)` for every i below `count`, by several threads, the calling one among them; that one also calls
// `report(finished)` now and then, which may throw. Whatever is thrown ends the work and is thrown again.
template <class Work, class Report>
void share_work(int threads, std::uint32_t count, const Work& work, const Report& report) {
    std::atomic<std::uint32_t> next{0};
    std::atomic<bool> is_failing{false};
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(threads));
    const auto run = [&](int thread) {
        try {
            for (std::uint32_t i = next++; i < count && !is_failing.load(); i = next++) {
                work(i);
                if (thread == 0) report(i);
            }
        } catch (...) {
            is_failing = true;
            errors[static_cast<std::size_t>(thread)] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (int thread = 1; thread < threads; ++thread) others.emplace_back(run, thread);
        run(0);
    }
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

}  // namespace plyground
