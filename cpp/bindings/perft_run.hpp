// run_perft: runs a perft job for Python with the GIL released, reports progress and obeys Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "plyground/core/perft.hpp"

namespace plyground::bindings {

namespace nb = nanobind;

inline constexpr std::chrono::milliseconds PROGRESS_INTERVAL{100};
inline constexpr Depth QUICK_DEPTH = 3;  // finished before a thread would have started

template <Game G>
std::uint64_t leaves_so_far(const PerftJob<G>& job) {
    std::uint64_t leaves = 0;
    for (std::size_t i = 0; i < job.roots().size(); ++i) leaves += job.count(i);
    return leaves;
}

// Raises a pending Python exception (KeyboardInterrupt, or one from `on_progress`) after the job has ended.
template <Game G>
void run_perft(PerftJob<G>& job, Depth depth, int threads, const nb::object& on_progress) {
    if (depth <= QUICK_DEPTH) return job.run(1);

    std::mutex mutex;
    std::condition_variable finished;
    bool done = false;
    std::thread crew;
    try {
        crew = std::thread([&] {
            job.run(threads);
            const std::lock_guard lock(mutex);
            done = true;
            finished.notify_one();
        });
    } catch (const std::system_error&) {
        // The system provides no thread: count here, without progress.
        const nb::gil_scoped_release release;
        return job.run(1);
    }
    const auto wait = [&] {
        const nb::gil_scoped_release release;
        std::unique_lock lock(mutex);
        return finished.wait_for(lock, PROGRESS_INTERVAL, [&] { return done; });
    };
    const auto end = [&] {
        job.stop();
        const nb::gil_scoped_release release;
        crew.join();
    };
    try {
        while (!wait()) {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!on_progress.is_none()) on_progress(job.parts_done(), job.parts(), leaves_so_far(job));
        }
    } catch (...) {
        end();
        throw;
    }
    end();
}

}  // namespace plyground::bindings
