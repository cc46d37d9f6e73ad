// Position: a mill position in 32 bytes, for every board and all rules.
#pragma once

#include <array>
#include <cstdint>

#include "plyground/core/key.hpp"
#include "plyground/core/point_set.hpp"
#include "plyground/core/side.hpp"
#include "plyground/games/mill/geometry.hpp"

namespace plyground::mill {

// Whose men a side with removals due may remove.
enum class DueKind : std::uint8_t {
    ENEMY,     // the opponent's, with mill protection
    OWN,       // its own, any of them
    ADJACENT,  // the opponent's next to its own, without protection
};

// Last step of a man out of one mill into another, for the rule against repeated mills; NO_POINT = none.
struct LastMill {
    Point from;
    Point to;
    friend constexpr bool operator==(LastMill, LastMill) = default;
};

// In ordinary play `mover` is the side to move and no removals are due; docs/mill-rules.md explains all other cases.
// Everything but the two counters is part of the key.
struct Position {
    std::array<std::uint32_t, 2> men{};         // on the board, by side
    std::uint32_t marked = 0;                   // men that only block their points
    std::array<std::uint32_t, 2> used_lines{};  // lines that have earned a removal, with one-time mills
    std::array<std::uint8_t, 2> hand{};
    std::array<LastMill, 2> last_mill{};
    std::uint8_t due_white : 4 = 0;
    std::uint8_t due_black : 4 = 0;
    DueKind due_kind : 2 = DueKind::ENEMY;
    Side side_to_move : 1 = Side::WHITE;
    Side mover : 1 = Side::WHITE;
    Side first_remover : 1 = Side::WHITE;
    std::uint8_t quiet_plies = 0;  // turns since the last placement or removal
    std::uint16_t full_moves = 1;

    PointSet of(Side side) const { return PointSet(std::uint64_t{men[index(side)]}); }
    PointSet blocked_points() const { return PointSet(std::uint64_t{marked}); }
    PointSet occupied() const { return of(Side::WHITE) | of(Side::BLACK) | blocked_points(); }
    int in_hand(Side side) const { return hand[index(side)]; }
    int total(Side side) const { return of(side).count() + in_hand(side); }
    int due(Side side) const { return side == Side::WHITE ? due_white : due_black; }
    void set_due(Side side, int count) {
        (side == Side::WHITE ? void(due_white = static_cast<std::uint8_t>(count & 15))
                             : void(due_black = static_cast<std::uint8_t>(count & 15)));
    }
    bool is_placing() const { return (hand[0] | hand[1]) != 0; }
    bool owes_nothing() const { return due_white == 0 && due_black == 0; }

    void put(Side side, Point p) { men[index(side)] |= static_cast<std::uint32_t>(PointSet(p).bits()); }
    void take(Side side, PointSet set) { men[index(side)] &= static_cast<std::uint32_t>(~set.bits()); }

    friend bool operator==(const Position&, const Position&) = default;
};
static_assert(sizeof(Position) <= 32);

// Whether the side to move has an ordinary turn and the men on the board and in hand are the whole position.
inline bool is_plain(const Position& position) {
    return position.owes_nothing() && position.mover == position.side_to_move && position.marked == 0;
}

// A digest of everything but the counters, computed on demand: mixing three words is cheaper than updating them.
Key key_of(const Position& position);

}  // namespace plyground::mill
