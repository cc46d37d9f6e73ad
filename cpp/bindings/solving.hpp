// Solving tables of any game into database files, and checking them, with progress in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plyground/core/endgame.hpp"
#include "plyground/core/parallel.hpp"
#include "plyground/solve/database.hpp"
#include "plyground/solve/database_writer.hpp"
#include "plyground/solve/retrograde.hpp"

namespace plyground::bindings {

namespace nb = nanobind;

inline std::filesystem::path database_path(const std::filesystem::path& folder, const std::string& table,
                                           solve::DatabaseKind kind) {
    return folder / (table + (kind == solve::DatabaseKind::WDL ? ".wdl" : ".dtw"));
}

// A file as the solver reads it.
class FileTable : public SolvedTable {
  public:
    FileTable(const std::filesystem::path& folder, const std::string& table, bool distances)
        : database_(solve::Database::open(
              database_path(folder, table, distances ? solve::DatabaseKind::DISTANCE : solve::DatabaseKind::WDL))) {}

    void read(std::uint64_t first, std::span<Value> values) const override {
        database_.read(first, values);
        if (database_.header().kind == solve::DatabaseKind::DISTANCE) return;
        for (Value& value : values) value = WDL_VALUES[value & 3];
    }
    std::uint64_t size() const { return database_.size(); }

  private:
    solve::Database database_;
};

// What is solved together, where its files go, and what may be used for it.
struct SolveJob {
    std::filesystem::path folder;
    std::string game;
    std::string rules;
    std::string software;
    std::vector<std::string> tables;  // one or two names, in the order of the index
    bool distances = false;
    int threads = 1;
    std::uint64_t memory_bytes = 0;
};

// Calls a Python function from native code that runs without the GIL.
inline auto with_gil(const nb::object& on_progress) {
    return [&on_progress](double share) {
        const nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        on_progress(share);
    };
}

// The sum of `count(part)` over all parts, counted by several threads.
template <class Count, class Progress>
std::uint64_t count_in_parts(int threads, std::uint32_t parts, const Count& count, const Progress& progress) {
    std::atomic<std::uint64_t> sum{0};
    share_work(
        threads, parts, [&](std::uint32_t part) { sum += count(part); },
        [&](std::uint32_t part) { progress(static_cast<double>(part) / parts); });
    return sum.load();
}

// Solves the tables of an index and writes their files, each whole or not at all. Call it without the GIL.
template <EndgameIndex Index>
void solve_into_files(const Index& index, const SolveJob& job, std::function<void(double)> progress) {
    std::uint64_t positions = 0;
    for (int t = 0; t < index.tables(); ++t) positions += index.row_start(t, index.rows(t));
    constexpr std::uint64_t MOST_MESSAGES = std::uint64_t{1} << 28, LEAST_MESSAGES = std::uint64_t{16} << 20;
    const std::uint64_t cells = solve::Retrograde<Index>::bytes_for(positions);
    const std::uint64_t rest = job.memory_bytes > cells ? job.memory_bytes - cells : 0;
    const std::uint64_t messages = std::clamp(std::min(rest / 2, positions * 4), LEAST_MESSAGES, MOST_MESSAGES);
    constexpr double SOLVED = 0.9;  // the share of the work before writing
    const auto solving = [&](double share) { progress(SOLVED * share); };
    solve::Retrograde<Index> retrograde(
        index, {.threads = job.threads, .message_bytes = messages, .stop = nullptr, .progress = solving});
    retrograde.run();

    std::vector<Value> values(std::size_t{1} << 22);
    for (int t = 0; t < index.tables(); ++t) {
        const solve::Totals totals = retrograde.totals(t);
        const auto longest = [](int plies) {
            return plies < 0 ? std::nullopt : std::optional(static_cast<std::uint8_t>(plies));
        };
        solve::DatabaseCounts counts{totals.wins, totals.draws, totals.losses, {}, {}};
        if (job.distances) {
            counts.longest_win = longest(totals.longest_win);
            counts.longest_loss = longest(totals.longest_loss);
        }
        solve::DatabaseHeader header;
        header.game = job.game;
        header.rules = job.rules;
        header.software = job.software;
        header.table = job.tables[static_cast<std::size_t>(t)];
        header.positions = retrograde.size(t);
        std::vector<std::unique_ptr<solve::DatabaseWriter>> writers;
        for (const solve::DatabaseKind kind : {solve::DatabaseKind::WDL, solve::DatabaseKind::DISTANCE}) {
            if (kind == solve::DatabaseKind::DISTANCE && !job.distances) continue;
            header.kind = kind;
            writers.push_back(std::make_unique<solve::DatabaseWriter>(
                database_path(job.folder, header.table, kind), header,
                solve::DatabaseWriterOptions{.threads = job.threads, .level = 0}));
        }
        for (std::uint64_t first = 0; first < header.positions; first += values.size()) {
            const std::span part(values.data(), std::min<std::uint64_t>(values.size(), header.positions - first));
            retrograde.read(t, first, part);
            for (const auto& writer : writers) writer->append(part);
            progress(SOLVED + (1 - SOLVED) * (t + 0.5) / index.tables());
        }
        for (const auto& writer : writers) writer->finish(counts);
    }
}

}  // namespace plyground::bindings
