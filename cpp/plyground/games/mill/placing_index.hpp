// PlacingIndex: the placing phase as tables of positions by ply and by the numbers of men on the board.
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "plyground/core/bit_gather.hpp"
#include "plyground/games/mill/moving_phase.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// The positions after so many plies in which the side to move has `moving` men on the board and the other `waiting`;
// rows and columns as in the moving phase.
struct PlyTable {
    int ply = 0, moving = 0, waiting = 0;

    friend auto operator<=>(const PlyTable&, const PlyTable&) = default;
};

// What the positions of a table are.
enum class PlyKind {
    PLACING,   // the side to move places a man
    LOST,      // it has too few men
    MOVING,    // the first of the moving phase
    TURNED,    // the same, but the other side moves first
    SEARCHED,  // placing has ended, and something is to be done before the moving phase
};

// Only for rules under which the ply and the men on the board determine the men in hand, and a mill the number of men
// that it takes.
class PlacingIndex {
  public:
    static bool supports(const Rules& rules) {
        const bool is_regular = rules.mill_action() == MillAction::REMOVE || rules.mill_action() == MillAction::COUNT;
        if (!is_regular || rules.has_special_captures() || rules.moves_while_placing() || rules.one_time_mill())
            return false;
        // Counted mills earn removals when placing ends, which are searched for each position.
        const int men = rules.men(), points = rules.board().points;
        return rules.mill_action() != MillAction::COUNT ||
               std::uint64_t{Subsets::count(points, men)} * Subsets::count(points - men, men) <= MAX_COUNTED;
    }

    explicit PlacingIndex(const Rules& rules) : rules_(rules), orbits_(orbits_of(rules.board().name)) {
        if (!supports(rules)) throw std::invalid_argument("the placing phase has no tables under these rules");
        std::set<PlyTable> all{{0, 0, 0}};
        for (auto table = all.begin(); table != all.end(); ++table) {
            if (kind(*table) != PlyKind::PLACING) continue;
            for (int removed = 0; removed <= std::min(removals(table->moving + 1), table->waiting); ++removed) {
                const PlyTable next = after(*table, removed);
                if (kind(next) != PlyKind::LOST) all.insert(next);
            }
        }
        tables_.assign(all.begin(), all.end());
        std::uint64_t first = 0;
        for (const PlyTable& table : tables_) {
            firsts_.push_back(first);
            if (kind(table) == PlyKind::PLACING) first += size(table);
        }
        firsts_.push_back(first);
    }

    const Rules& rules() const { return rules_; }
    const Orbits& orbits() const { return orbits_; }
    int plies() const { return 2 * rules_.men(); }
    int points() const { return orbits_.board().points; }

    // All that a game can reach, in the order of plies, without those that are lost.
    const std::vector<PlyTable>& tables() const { return tables_; }

    PlyKind kind(const PlyTable& table) const {
        const int men = table.moving + table.waiting;
        const bool is_over = table.ply >= plies() || (rules_.stops_with_two_empty() && men >= points() - 2);
        const int hand = is_over ? 0 : rules_.men() - table.ply / 2;
        if (table.moving + hand < rules_.lose_below()) return PlyKind::LOST;
        if (!is_over) return PlyKind::PLACING;
        if (men == points() || table.waiting < rules_.lose_below() || rules_.mill_action() == MillAction::COUNT)
            return PlyKind::SEARCHED;
        return rules_.second_moves_first() && table.ply % 2 == 0 ? PlyKind::TURNED : PlyKind::MOVING;
    }

    // The table after a man has been placed and so many have been removed.
    static PlyTable after(const PlyTable& table, int removed) {
        return {table.ply + 1, table.waiting - removed, table.moving + 1};
    }
    // How many men a side with so many men on the board may remove at most.
    int removals(int men) const {
        if (rules_.mill_action() == MillAction::COUNT || men < 3) return 0;
        return rules_.removes_per_mill() ? (men - 1) / 2 : 1;
    }

    std::uint32_t rows(const PlyTable& table) const {
        return static_cast<std::uint32_t>(orbits_.representatives(table.waiting).size());
    }
    std::uint32_t columns(const PlyTable& table) const {
        return Subsets::count(points() - table.waiting, table.moving);
    }
    std::uint64_t size(const PlyTable& table) const { return std::uint64_t{rows(table)} * columns(table); }

    // How many positions there are up to a ply; their numbers are those below.
    std::uint64_t size_until(int ply) const {
        const auto after = std::partition_point(tables_.begin(), tables_.end(),
                                                [&](const PlyTable& table) { return table.ply <= ply; });
        return firsts_[static_cast<std::size_t>(after - tables_.begin())];
    }

    // The number of a position in which a man is to be placed.
    std::optional<std::uint64_t> number(const Position& position) const {
        const int ply = plies() - position.hand[0] - position.hand[1];
        const auto us = static_cast<std::size_t>(ply % 2);
        if (!position.is_placing() || !is_plain(position) || position.hand[us] != rules_.men() - ply / 2 ||
            us != (position.side_to_move == Side::WHITE ? 0 : 1))
            return std::nullopt;
        const std::uint32_t moves = position.men[us], waits = position.men[1 - us];
        const PlyTable table{ply, std::popcount(moves), std::popcount(waits)};
        const auto found = std::lower_bound(tables_.begin(), tables_.end(), table);
        if (found == tables_.end() || *found != table || kind(table) != PlyKind::PLACING) return std::nullopt;
        const TablePlace place = place_of<TableGather>(orbits_, moves, waits);
        return firsts_[static_cast<std::size_t>(found - tables_.begin())] + std::uint64_t{place.row} * columns(table) +
               place.column;
    }

    Position position(std::uint64_t number) const {
        const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), number);
        const auto table = static_cast<std::size_t>(after - firsts_.begin() - 1);
        return position(tables_[table], number - firsts_[table]);
    }
    Position position(const PlyTable& table, std::uint64_t place) const {
        const std::uint32_t waits = orbits_.representatives(table.waiting)[place / columns(table)];
        const std::uint32_t set = orbits_.sets(table.moving)[place % columns(table)];
        const auto us = static_cast<std::size_t>(table.ply % 2);
        Position position;
        position.men[us] = TableGather::scatter(set, orbits_.all() & ~waits);
        position.men[1 - us] = waits;
        position.side_to_move = position.mover = us == 0 ? Side::WHITE : Side::BLACK;
        if (kind(table) != PlyKind::PLACING) return position;
        position.hand[us] = static_cast<std::uint8_t>(rules_.men() - table.ply / 2);
        position.hand[1 - us] = static_cast<std::uint8_t>(rules_.men() - (table.ply + 1) / 2);
        return position;
    }

    // Whether a position is there again, turned, in an earlier column of its row.
    bool is_copy(const PlyTable& table, std::uint32_t row, std::uint32_t column) const {
        const auto& group = orbits_.stabilizer(table.waiting, row);
        if (group.empty()) return false;
        const std::uint32_t open = orbits_.all() & ~orbits_.representatives(table.waiting)[row];
        const std::uint32_t moves = TableGather::scatter(orbits_.sets(table.moving)[column], open);
        return std::any_of(group.begin(), group.end(), [&](std::uint8_t s) {
            const std::uint32_t turned = TableGather::gather(orbits_.image(s, moves), open);
            return orbits_.subsets().rank(table.moving, turned) < column;
        });
    }

  private:
    static constexpr std::uint64_t MAX_COUNTED = 3'000'000;  // positions, with their images

    Rules rules_;
    const Orbits& orbits_;
    std::vector<PlyTable> tables_;
    std::vector<std::uint64_t> firsts_;  // the number of the first position of each table
};

}  // namespace plyground::mill
