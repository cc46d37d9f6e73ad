// Point and PointSet: where a piece may stand, and an iterable set of points.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace plyground {

// A place on a board of at most 64 points. `NO_POINT` is none of them.
class Point {
  public:
    constexpr Point() = default;
    constexpr explicit Point(int index) : index_(static_cast<std::uint8_t>(index)) {}
    constexpr int index() const { return index_; }
    friend constexpr auto operator<=>(Point, Point) = default;

  private:
    std::uint8_t index_ = 64;
};

inline constexpr Point NO_POINT{};

// A set of points in one machine word: `for (Point p : men)` visits them in ascending order.
class PointSet {
  public:
    constexpr PointSet() = default;
    constexpr explicit PointSet(std::uint64_t bits) : bits_(bits) {}
    constexpr explicit PointSet(Point point) : bits_(std::uint64_t{1} << point.index()) {}

    constexpr std::uint64_t bits() const { return bits_; }
    constexpr bool is_empty() const { return bits_ == 0; }
    constexpr bool has_several() const { return (bits_ & (bits_ - 1)) != 0; }
    constexpr int count() const { return std::popcount(bits_); }
    constexpr bool has(Point point) const { return (bits_ >> point.index()) & 1; }
    constexpr bool meets(PointSet set) const { return (bits_ & set.bits_) != 0; }
    constexpr Point first() const { return Point(std::countr_zero(bits_)); }

    friend constexpr PointSet operator&(PointSet a, PointSet b) { return PointSet(a.bits_ & b.bits_); }
    friend constexpr PointSet operator|(PointSet a, PointSet b) { return PointSet(a.bits_ | b.bits_); }
    friend constexpr PointSet operator^(PointSet a, PointSet b) { return PointSet(a.bits_ ^ b.bits_); }
    friend constexpr PointSet operator~(PointSet a) { return PointSet(~a.bits_); }
    constexpr PointSet& operator&=(PointSet set) {
        bits_ &= set.bits_;
        return *this;
    }
    constexpr PointSet& operator|=(PointSet set) {
        bits_ |= set.bits_;
        return *this;
    }
    constexpr PointSet& operator^=(PointSet set) {
        bits_ ^= set.bits_;
        return *this;
    }
    friend constexpr bool operator==(PointSet, PointSet) = default;

    class Iterator {
      public:
        constexpr explicit Iterator(std::uint64_t bits) : bits_(bits) {}
        constexpr Point operator*() const { return Point(std::countr_zero(bits_)); }
        constexpr Iterator& operator++() {
            bits_ &= bits_ - 1;
            return *this;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

      private:
        std::uint64_t bits_;
    };
    constexpr Iterator begin() const { return Iterator(bits_); }
    constexpr Iterator end() const { return Iterator(0); }

  private:
    std::uint64_t bits_ = 0;
};

}  // namespace plyground
