// The draughts boards: points, names, and the tables of lines derived from steps.
//
// Points are numbered file by file, so that ascending order is the order of their names. A step in a direction adds a
// constant to a point's number, and a step off the board ends on a number that is not a playable point:
//
//   Grid8    file * 8 + rank. Played on one colour, a diagonal step over an edge ends on the other colour.
//   Grid10   the fifty points of one colour; files of five points, alternately two and one numbers between them:
//
//                rank 10 |    11    24    37    50    63
//                      9 |  4    17    30    43    56         north-east +7, south-east +6
//                      8 |    10    23    36    49    62      north +1 (two ranks), east +13 (two files)
//                      : |  :     :     :     :     :
//                      2 |     7    20    33    46    59
//                      1 |  0    13    26    39    52
//                           a  b  c  d  e  f  g  h  i  j
#pragma once

#include <array>
#include <bit>
#include <string>

#include "plyground/core/point_set.hpp"
#include "plyground/core/side.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// The direction of a line, ordered by step: a capture in an earlier direction lands on a lower point.
enum Direction { WEST, SOUTH_WEST, NORTH_WEST, SOUTH, NORTH, SOUTH_EAST, NORTH_EAST, EAST };
inline constexpr int DIRECTIONS = 8;
constexpr Direction opposite(Direction d) { return static_cast<Direction>(DIRECTIONS - 1 - d); }

struct Grid8 {
    static constexpr int SIZE = 8;
    static constexpr std::array<int, DIRECTIONS> STEPS{-8, -9, -7, -1, 1, 7, 9, 8};
    static constexpr PointSet DARK{0xAA55AA55AA55AA55ULL};  // includes a1
    static constexpr PointSet ALL{~0ULL};

    static constexpr bool is_on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }
    static constexpr Point at(int file, int rank) { return Point(file * 8 + rank); }
    static constexpr int file_of(Point p) { return p.index() >> 3; }
    static constexpr int rank_of(Point p) { return p.index() & 7; }

    // All points of a set, moved by one step. Only steps along a file need a guard.
    template <Direction D>
    static constexpr PointSet shifted(PointSet set) {
        constexpr int STEP = STEPS[D];
        if constexpr (D == NORTH) set &= PointSet(0x7F7F7F7F7F7F7F7FULL);
        if constexpr (D == SOUTH) set &= PointSet(0xFEFEFEFEFEFEFEFEULL);
        if constexpr (STEP > 0) return PointSet(set.bits() << STEP);
        else return PointSet(set.bits() >> -STEP);
    }
};

struct Grid10 {
    static constexpr int SIZE = 10;
    static constexpr std::array<int, DIRECTIONS> STEPS{-13, -7, -6, -1, 1, 6, 7, 13};
    static constexpr PointSet DARK{0xF9F7CFBE7DF3EF9FULL};
    static constexpr PointSet ALL = DARK;

    static constexpr bool is_on_board(int file, int rank) {
        return file >= 0 && file < 10 && rank >= 0 && rank < 10 && (file + rank) % 2 == 0;
    }
    static constexpr Point at(int file, int rank) { return Point(file / 2 * 13 + file % 2 * 7 + rank / 2); }
    static constexpr int file_of(Point p) { return p.index() / 13 * 2 + (p.index() % 13 >= 7); }
    static constexpr int rank_of(Point p) {
        const int rest = p.index() % 13;
        return rest >= 7 ? (rest - 7) * 2 + 1 : rest * 2;
    }

    template <Direction D>
    static constexpr PointSet shifted(PointSet set) {
        constexpr int STEP = STEPS[D];
        if constexpr (STEP > 0) return PointSet(set.bits() << STEP);
        else return PointSet(set.bits() >> -STEP);
    }
};

template <class Grid>
constexpr PointSet rank_set(int rank) {
    PointSet set;
    for (int file = 0; file < Grid::SIZE; ++file)
        if (Grid::is_on_board(file, rank)) set |= PointSet(Grid::at(file, rank));
    return set;
}

// The points that pieces may stand on.
template <class Grid>
constexpr PointSet playable(const Rules& rules) {
    if (rules.lines == Lines::ORTHOGONAL) return Grid::ALL;
    return rules.mirrored ? Grid::ALL & ~Grid::DARK : Grid::DARK;
}

// The longest diagonal.
template <class Grid>
constexpr PointSet main_diagonal(const Rules& rules) {
    PointSet diagonal;
    for (int i = 0; i < Grid::SIZE; ++i) diagonal |= PointSet(Grid::at(rules.mirrored ? Grid::SIZE - 1 - i : i, i));
    return diagonal;
}

// The row in which a side's men promote.
template <class Grid>
constexpr PointSet last_row(Side side) {
    return rank_set<Grid>(side == Side::WHITE ? Grid::SIZE - 1 : 0);
}

// RAYS[d][p]: the points in direction d from p, up to the edge. `north` on Grid10 is two ranks away, and the diagonal
// neighbour in between is not part of the line.
template <class Grid>
constexpr std::array<std::array<PointSet, 64>, DIRECTIONS> ray_table() {
    constexpr int LONG = Grid::SIZE == 10 ? 2 : 1;
    constexpr std::array<std::array<int, 2>, DIRECTIONS> VECTORS{
        {{-LONG, 0}, {-1, -1}, {-1, 1}, {0, -LONG}, {0, LONG}, {1, -1}, {1, 1}, {LONG, 0}}};
    std::array<std::array<PointSet, 64>, DIRECTIONS> table{};
    for (int d = 0; d < DIRECTIONS; ++d)
        for (const Point p : Grid::ALL) {
            int file = Grid::file_of(p) + VECTORS[d][0];
            int rank = Grid::rank_of(p) + VECTORS[d][1];
            for (; Grid::is_on_board(file, rank); file += VECTORS[d][0], rank += VECTORS[d][1])
                table[d][p.index()] |= PointSet(Grid::at(file, rank));
        }
    return table;
}

template <class Grid>
inline constexpr auto RAYS = ray_table<Grid>();

// The first point of `met` on a line in direction d; `met` is not empty.
template <class Grid>
constexpr Point nearest(Direction d, PointSet met) {
    return Grid::STEPS[d] > 0 ? met.first() : Point(63 - std::countl_zero(met.bits()));
}

template <class Grid>
std::string name(Point p) {
    return static_cast<char>('a' + Grid::file_of(p)) + std::to_string(Grid::rank_of(p) + 1);
}

}  // namespace plyground::draughts
