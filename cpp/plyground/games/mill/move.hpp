// Move: one whole turn of a mill game, a placement or step with all its removals, in eight bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plyground/core/point_set.hpp"
#include "plyground/games/mill/geometry.hpp"

namespace plyground::mill {

// from  to    removed     what it is
// -     p     any         a placement
// p     q     any         a step, flight or leap
// -     -     one point   a removal-only turn
// -     -     none        a pass
//
// `executes_mill` distinguishes a turn whose removals belong to the mill from one that makes a special capture instead.
class alignas(8) Move {
  public:
    static constexpr std::size_t HISTORY_SIZE = 32 * 32;

    constexpr Move() = default;

    static constexpr Move pass() { return {}; }
    static constexpr Move removal(Point removed) { return Move(NO_POINT, NO_POINT, PointSet(removed), false); }
    static constexpr Move landing(Point from, Point to, PointSet removed, bool executes_mill) {
        return Move(from, to, removed, executes_mill);
    }

    constexpr Point from() const { return from_; }
    constexpr Point to() const { return to_; }
    constexpr PointSet removed() const { return PointSet(std::uint64_t{removed_}); }
    constexpr bool executes_mill() const { return executes_mill_; }

    constexpr bool is_landing() const { return to_ != NO_POINT; }
    constexpr bool is_placement() const { return is_landing() && from_ == NO_POINT; }
    constexpr bool is_pass() const { return !is_landing() && removed_ == 0; }

    // Distinct for all turns that remove at most one man; turns that remove several may share a code.
    constexpr std::uint16_t code() const {
        const int first = removed_ == 0 ? 31 : removed().first().index();
        return static_cast<std::uint16_t>(short_index(from_) | short_index(to_) << 5 | first << 10 |
                                          removed().has_several() << 15);
    }
    constexpr std::size_t history_index() const {
        return static_cast<std::size_t>(short_index(from_) * 32 + short_index(to_));
    }

    friend constexpr bool operator==(Move, Move) = default;

  private:
    constexpr Move(Point from, Point to, PointSet removed, bool executes_mill)
        : removed_(static_cast<std::uint32_t>(removed.bits())), from_(from), to_(to), executes_mill_(executes_mill) {}

    static constexpr int short_index(Point p) { return p == NO_POINT ? 31 : p.index(); }

    std::uint32_t removed_ = 0;
    Point from_;
    Point to_;
    bool executes_mill_ = false;
    std::uint8_t unused_ = 0;  // without padding, a turn is copied and compared as one word
};
static_assert(sizeof(Move) == 8);

}  // namespace plyground::mill
