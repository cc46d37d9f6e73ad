// Solving the placing phase backwards, one table after another, each by several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "plyground/core/endgame.hpp"
#include "plyground/core/parallel.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/games/mill/placing_index.hpp"
#include "plyground/games/mill/placing_search.hpp"
#include "plyground/games/mill/placing_step.hpp"

namespace plyground::mill {

struct PlyWork {
    int threads = 1;
    std::function<void(double)> progress = {};                     // gets the finished share, and may throw to stop
    std::function<void(std::span<const Value>)> append = {};       // gets the values, in the order of their positions
    static constexpr std::uint64_t PART = std::uint64_t{1} << 22;  // positions that are solved before they are appended
};

// The memory that solving a table takes.
inline std::uint64_t bytes_for(const PlacingIndex& index, const PlyTable& table) {
    const bool is_searched = index.kind(table) == PlyKind::SEARCHED;
    return (is_searched ? 0 : PlacingStep<TableGather>::room(index, table)) + PlyWork::PART;
}

namespace detail {

// Solves rows with `solve(row, values)`, part by part.
template <class Solve, class Report>
void solve_rows(std::uint32_t rows, std::uint32_t columns, const Solve& solve, const PlyWork& work,
                const Report& report) {
    const auto part = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(PlyWork::PART / columns, 1, rows));
    std::vector<Value> values(std::size_t{part} * columns);
    for (std::uint32_t first = 0; first < rows; first += part) {
        const std::uint32_t count = std::min(part, rows - first);
        share_work(
            work.threads, count, [&](std::uint32_t i) { solve(first + i, values.data() + std::size_t{i} * columns); },
            [&](std::uint32_t i) { report(static_cast<double>(first + i) / rows); });
        work.append(std::span(values.data(), std::size_t{count} * columns));
    }
}

}  // namespace detail

// Solves a table of the kind PLACING or TURNED from those of the next ply. `room` has bytes_for the table.
template <class Bits>
void solve_ply(const PlacingIndex& index, const PlyTable& table, const FindPly& find, std::uint8_t* room,
               const PlyWork& work) {
    const PlacingStep<Bits> step(index, table, find, room);
    constexpr double READ = 0.25;       // the share of the work
    constexpr std::uint32_t ROWS = 16;  // that are read together
    const std::uint32_t parts = (step.next_rows() + ROWS - 1) / ROWS;
    share_work(
        work.threads, parts,
        [&](std::uint32_t part) { step.read(part * ROWS, std::min(ROWS, step.next_rows() - part * ROWS)); },
        [&](std::uint32_t part) { work.progress(READ * part / parts); });
    detail::solve_rows(
        step.rows(), step.columns(), [&](std::uint32_t row, Value* values) { step.solve(row, values); }, work,
        [&](double share) { work.progress(READ + (1 - READ) * share); });
}

// Solves a table of the kind SEARCHED.
inline void search_ply(const PlacingIndex& index, const PlyTable& table, const MovingValues& moving,
                       const PlyWork& work) {
    const Mill<RuntimeRules> game(RuntimeRules{index.rules()});
    const std::uint32_t columns = index.columns(table);
    const auto solve = [&](std::uint32_t row, Value* values) {
        PlacingTable known(1 << 12);
        StopFlag never;
        PlacingSearch<RuntimeRules> search(game, moving, known, StopCheck(never));
        for (std::uint32_t column = 0; column < columns; ++column) {
            const Position placed = index.position(table, std::uint64_t{row} * columns + column);
            values[column] = search.value(Successor(game.turns(placed)).at_end_of_placing());
        }
    };
    detail::solve_rows(index.rows(table), columns, solve, work, [&](double share) { work.progress(share); });
}

}  // namespace plyground::mill
