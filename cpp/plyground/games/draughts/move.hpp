// Move: one whole turn, a step or a complete chain of captures.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "plyground/core/key.hpp"
#include "plyground/core/point_set.hpp"

namespace plyground::draughts {

inline constexpr int MAX_CAPTURES = 20;  // no side has more pieces

// Two chains are the same move if they agree in start, end, captured pieces and final rank, whatever their path; from
// and to alone do not identify a move. `path` is the lexicographically first path, for the token; comparisons ignore
// it.
struct Move {
    static constexpr std::size_t HISTORY_SIZE = 64 * 64;

    PointSet captured;
    std::array<std::uint8_t, MAX_CAPTURES> path;  // the landing points in order; only the first `landings` are set
    std::uint8_t landings;
    Point from;
    Point to;
    bool was_king : 1;
    bool is_king : 1;

    constexpr bool is_capture() const { return !captured.is_empty(); }
    constexpr bool is_promotion() const { return is_king && !was_king; }
    constexpr Point landing(int i) const { return Point(path[i]); }

    // Quiet moves are identified by from and to, captures by a digest of everything that identifies them.
    constexpr std::uint16_t code() const {
        const std::uint64_t ends = static_cast<std::uint64_t>(from.index() | to.index() << 6);
        if (!is_capture()) return static_cast<std::uint16_t>(ends);
        return static_cast<std::uint16_t>(mix(captured.bits() ^ mix(ends | static_cast<std::uint64_t>(is_king) << 12)));
    }
    constexpr std::size_t history_index() const { return static_cast<std::size_t>(from.index() << 6 | to.index()); }

    friend constexpr bool operator==(const Move& a, const Move& b) {
        return a.captured == b.captured && a.from == b.from && a.to == b.to && a.is_king == b.is_king;
    }
};
static_assert(sizeof(Move) == 32);

}  // namespace plyground::draughts
