// PlacingFiles: solves the placing phase into files, a table after another, and keeps its first plies.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "bindings/mill/tables.hpp"
#include "bindings/solving.hpp"
#include "plyground/core/error.hpp"
#include "plyground/games/mill/placing_sweep.hpp"
#include "plyground/solve/database.hpp"
#include "plyground/solve/database_writer.hpp"
#include "plyground/solve/large_array.hpp"

namespace plyground::bindings {

struct PlacingJob {
    std::filesystem::path folder;       // of the moving phase and of the finished file
    std::filesystem::path work_folder;  // of tables that are needed in between
    std::string rules;
    std::string software;
    std::string table;  // the name of the finished file
    int plies = 0;      // that it has, besides the empty board
    int threads = 1;
    bool portable = false;
};

// Every finished table is a file in the work folder, so that a run that was stopped can continue. Those of the plies
// after the last that is kept are deleted as soon as nothing needs them.
class PlacingFiles {
  public:
    PlacingFiles(const mill::PlacingIndex& index, const mill::MovingValues& moving, PlacingJob job)
        : index_(index), moving_(moving), job_(std::move(job)) {}

    void run(const std::function<void(double)>& progress) {
        std::uint64_t all = 0, done = 0, room = 0;
        for (const mill::PlyTable& table : index_.tables())
            if (is_solved_here(table)) {
                all += index_.size(table);
                room = std::max(room, mill::bytes_for(index_, table));
            }
        const solve::LargeArray<std::uint8_t> memory(room);
        const int finished = first_finished_ply();
        for (auto table = index_.tables().rbegin(); table != index_.tables().rend(); ++table) {
            if (!is_solved_here(*table)) continue;
            const std::uint64_t size = index_.size(*table);
            const auto show = [&](double share) {
                progress((static_cast<double>(done) + share * static_cast<double>(size)) / static_cast<double>(all));
            };
            if (table->ply <= finished && !is_there(*table)) solve(*table, memory.get(), show);
            done += size;
            show(0);
            forget(table->ply + 2);
        }
        join();
    }

  private:
    bool is_solved_here(const mill::PlyTable& table) const { return index_.kind(table) != mill::PlyKind::MOVING; }

    static std::string name(const mill::PlyTable& table) {
        return std::to_string(table.ply) + "-" + table_name(table.moving, table.waiting);
    }
    std::filesystem::path path(const mill::PlyTable& table) const {
        return database_path(job_.work_folder, name(table), solve::DatabaseKind::WDL);
    }
    bool is_there(const mill::PlyTable& table) const {
        if (!std::filesystem::exists(path(table))) return false;
        try {
            const solve::Database found = solve::Database::open(path(table));
            found.check_blocks(0, found.header().blocks());
            return found.size() == index_.size(table);
        } catch (const Error&) {
            return false;  // damaged, so it is solved again
        }
    }

    // The first ply from which on all tables are there that are still needed; one after the last if there is none.
    int first_finished_ply() const {
        const auto is_finished = [&](int ply) {
            return std::all_of(index_.tables().begin(), index_.tables().end(), [&](const mill::PlyTable& table) {
                const bool is_needed = table.ply >= ply && table.ply <= std::max(ply, job_.plies);
                return !is_needed || !is_solved_here(table) || is_there(table);
            });
        };
        int ply = 0;
        while (ply < index_.plies() && !is_finished(ply)) ++ply;
        return ply;
    }

    // Deletes the tables of a ply and of all later ones, unless they are kept.
    void forget(int ply) {
        const std::lock_guard lock(mutex_);
        for (const mill::PlyTable& table : index_.tables())
            if (table.ply >= std::max(ply, job_.plies + 1) && is_solved_here(table)) {
                tables_.erase(table);
                std::filesystem::remove(path(table));
            }
    }

    const SolvedTable& find(const mill::PlyTable& table) {
        const std::lock_guard lock(mutex_);
        auto& found = tables_[table];
        const bool is_moving = !is_solved_here(table);
        if (!found)
            found =
                std::make_unique<FileTable>(is_moving ? job_.folder : job_.work_folder,
                                            is_moving ? table_name(table.moving, table.waiting) : name(table), false);
        return *found;
    }

    solve::DatabaseHeader header(const std::string& table, std::uint64_t positions) const {
        solve::DatabaseHeader header;
        header.game = "mill";
        header.rules = job_.rules;
        header.software = job_.software;
        header.table = table;
        header.positions = positions;
        return header;
    }

    void solve(const mill::PlyTable& table, std::uint8_t* memory, const std::function<void(double)>& progress) {
        constexpr int QUICK = 1;  // level of compression
        solve::DatabaseWriter writer(path(table), header(name(table), index_.size(table)),
                                     {.threads = job_.threads, .level = QUICK, .is_durable = false});
        const mill::PlyWork work{job_.threads, progress, [&](std::span<const Value> values) { writer.append(values); }};
        const auto find_table = [&](const mill::PlyTable& wanted) -> const SolvedTable& { return find(wanted); };
        if (index_.kind(table) == mill::PlyKind::SEARCHED) mill::search_ply(index_, table, moving_, work);
        else if (Bmi2Gather::is_supported() && !job_.portable)
            mill::solve_ply<Bmi2Gather>(index_, table, find_table, memory, work);
        else mill::solve_ply<TableGather>(index_, table, find_table, memory, work);
        writer.finish({});
    }

    // The kept plies in one file.
    void join() {
        solve::DatabaseWriter writer(database_path(job_.folder, job_.table, solve::DatabaseKind::WDL),
                                     header(job_.table, index_.size_until(job_.plies)),
                                     {.threads = job_.threads, .level = 0});
        solve::DatabaseCounts counts;
        std::vector<Value> row;
        for (const mill::PlyTable& table : index_.tables()) {
            if (table.ply > job_.plies || index_.kind(table) != mill::PlyKind::PLACING) continue;
            const SolvedTable& values = find(table);
            row.resize(index_.columns(table));
            for (std::uint32_t i = 0; i < index_.rows(table); ++i) {
                values.read(std::uint64_t{i} * row.size(), row);
                writer.append(row);
                count(table, i, row, counts);
            }
        }
        writer.finish(counts);
    }

    // Counts each position once whatever its symmetry.
    void count(const mill::PlyTable& table, std::uint32_t row, std::span<const Value> values,
               solve::DatabaseCounts& counts) const {
        for (std::uint32_t column = 0; column < values.size(); ++column) {
            if (index_.is_copy(table, row, column)) continue;
            counts.wins += is_win(values[column]);
            counts.losses += is_loss(values[column]);
            counts.draws += values[column] == DRAW_VALUE;
        }
    }

    const mill::PlacingIndex& index_;
    const mill::MovingValues& moving_;
    PlacingJob job_;
    std::mutex mutex_;
    std::map<mill::PlyTable, std::unique_ptr<FileTable>> tables_;
};

}  // namespace plyground::bindings
