// MovingTables: the tables of the moving phase by name and number, for those who store and probe them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plyground/core/bit_gather.hpp"
#include "plyground/core/prober.hpp"
#include "plyground/games/mill/moving_phase.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

inline std::string table_name(int moving, int waiting) {
    return std::to_string(moving) + "-" + std::to_string(waiting);
}

// The number of a position in the table of its men.
inline std::uint64_t number_of(const Orbits& orbits, std::uint32_t moves, std::uint32_t waits) {
    const TablePlace place = Bmi2Gather::is_supported() ? place_of<Bmi2Gather>(orbits, moves, waits)
                                                        : place_of<TableGather>(orbits, moves, waits);
    const int waiting = std::popcount(waits);
    return std::uint64_t{place.row} * Subsets::count(orbits.board().points - waiting, std::popcount(moves)) +
           place.column;
}

// All tables of a game, for rules under which the men on the board are the whole position.
class MovingTables {
  public:
    explicit MovingTables(const Rules& rules) : orbits_(orbits_of(rules.board().name)), least_(rules.lose_below()) {
        const int points = rules.board().points;
        for (int moving = least_; moving <= Orbits::MAX_MEN; ++moving)
            for (int waiting = least_; waiting <= Orbits::MAX_MEN && moving + waiting < points; ++waiting) {
                numbers_[slot(moving, waiting)] = static_cast<std::int16_t>(tables_.size());
                const std::uint64_t rows = orbits_.representatives(waiting).size();
                tables_.push_back({table_name(moving, waiting), rows * Subsets::count(points - waiting, moving)});
            }
    }

    const std::vector<EndgameTable>& tables() const { return tables_; }

    // None outside the moving phase, in the middle of a turn and at the end of the game.
    std::optional<EndgamePlace> place_of(const Position& position) const {
        if (position.is_placing() || !position.owes_nothing() || position.marked != 0 ||
            position.mover != position.side_to_move)
            return std::nullopt;
        const auto us = static_cast<std::size_t>(index(position.side_to_move));
        const std::uint32_t moves = position.men[us], waits = position.men[1 - us];
        const int moving = std::popcount(moves), waiting = std::popcount(waits);
        if (std::max(moving, waiting) > Orbits::MAX_MEN) return std::nullopt;
        const int table = numbers_[slot(moving, waiting)];
        if (table < 0) return std::nullopt;
        return EndgamePlace{table, number_of(orbits_, moves, waits)};
    }

  private:
    static constexpr std::size_t WIDTH = Orbits::MAX_MEN + 1;
    static std::size_t slot(int moving, int waiting) {
        return static_cast<std::size_t>(moving) * WIDTH + static_cast<std::size_t>(waiting);
    }
    static std::array<std::int16_t, WIDTH * WIDTH> no_tables() {
        std::array<std::int16_t, WIDTH * WIDTH> none;
        none.fill(-1);
        return none;
    }

    const Orbits& orbits_;
    int least_;
    std::vector<EndgameTable> tables_;
    std::array<std::int16_t, WIDTH * WIDTH> numbers_ = no_tables();
};
static_assert(Probeable<MovingTables, Position>);

}  // namespace plyground::mill
