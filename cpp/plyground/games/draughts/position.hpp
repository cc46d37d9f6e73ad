// Position: a draughts position as a value, the same type for every board and all rules.
#pragma once

#include <array>
#include <cstdint>

#include "plyground/core/key.hpp"
#include "plyground/core/point_set.hpp"
#include "plyground/core/side.hpp"

namespace plyground::draughts {

// Invariants: the sides share no point; kings belong to a side; no man stands on its last row; neither side has more
// pieces than at the start of its game. `key` covers pieces, side to move and king streaks, not the counters.
struct Position {
    std::array<PointSet, 2> sides;
    PointSet kings;
    Key key = 0;
    std::uint16_t plies = 0;            // since the start
    std::uint16_t quiet_plies = 0;      // since a capture or a man's move
    std::uint16_t unchanged_plies = 0;  // since a capture or a promotion
    // One more than the plies since a lone king facing three pieces reached the main diagonal; 0 = it is not there.
    std::uint16_t main_diagonal_plies = 0;
    // Where king moves are limited: the king that each side moved last without capturing, and how often in a row.
    std::array<Point, 2> last_king{NO_POINT, NO_POINT};
    std::array<std::uint8_t, 2> king_streak{};
    Side side_to_move = Side::WHITE;

    constexpr PointSet of(Side side) const { return sides[index(side)]; }
    constexpr PointSet men(Side side) const { return of(side) & ~kings; }
    constexpr PointSet kings_of(Side side) const { return of(side) & kings; }
    constexpr PointSet occupied() const { return sides[0] | sides[1]; }

    friend bool operator==(const Position&, const Position&) = default;
};
static_assert(sizeof(Position) <= 64);

// Zobrist numbers: pure functions of what they stand for.
struct Zobrist {
    std::array<std::array<std::array<Key, 64>, 2>, 2> piece;  // by side, is king, point
    std::array<std::array<Key, 65>, 2> last_king;             // by side and point
    Key black_to_move;
};

constexpr Zobrist zobrist() {
    Zobrist z{};
    Key seed = 0xD4A067;
    for (auto& side : z.piece)
        for (auto& kind : side)
            for (Key& number : kind) number = mix(seed++);
    for (auto& side : z.last_king)
        for (int i = 0; i < 64; ++i) side[i] = mix(seed++);
    z.black_to_move = mix(seed++);
    return z;
}

inline constexpr Zobrist ZOBRIST = zobrist();

// What a side's king streak adds to the key; nothing without a streak.
constexpr Key king_streak_key(const Position& position, Side side) {
    const int king_streak = position.king_streak[index(side)];
    return king_streak == 0 ? 0
                            : ZOBRIST.last_king[index(side)][position.last_king[index(side)].index()] *
                                  static_cast<Key>(2 * king_streak - 1);
}

// The key computed from scratch; positions update it incrementally.
inline Key full_key(const Position& position) {
    Key key = position.side_to_move == Side::BLACK ? ZOBRIST.black_to_move : 0;
    for (const Side side : {Side::WHITE, Side::BLACK}) {
        for (const Point p : position.of(side)) key ^= ZOBRIST.piece[index(side)][position.kings.has(p)][p.index()];
        key ^= king_streak_key(position, side);
    }
    return key;
}

}  // namespace plyground::draughts
