// The chess board: squares, names, and the tables of lines and leaps derived from coordinates.
//
// Point 0 is a1, 7 is h1, 63 is h8.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "plyground/core/point_set.hpp"
#include "plyground/core/side.hpp"

namespace plyground::chess {

constexpr Point at(int file, int rank) { return Point(rank * 8 + file); }
constexpr int file_of(Point p) { return p.index() & 7; }
constexpr int rank_of(Point p) { return p.index() >> 3; }
constexpr bool is_on_board(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

constexpr PointSet file_set(int file) { return PointSet(0x0101010101010101ULL << file); }
constexpr PointSet rank_set(int rank) { return PointSet(0xFFULL << (8 * rank)); }
inline constexpr PointSet ALL_POINTS{~0ULL};
inline constexpr PointSet DARK_SQUARES{0xAA55AA55AA55AA55ULL};

// Ranks relative to a side: 0 is its own back rank.
constexpr int relative_rank(Side side, int rank) { return side == Side::WHITE ? rank : 7 - rank; }
constexpr PointSet back_rank(Side side) { return rank_set(relative_rank(side, 0)); }
constexpr int forward(Side side) { return side == Side::WHITE ? 8 : -8; }

// All points of a set moved by one step; points that would leave the board over the a or h file vanish.
template <int STEP>
constexpr PointSet shifted(PointSet set) {
    static_assert(STEP == 8 || STEP == -8 || STEP == 7 || STEP == 9 || STEP == -7 || STEP == -9);
    if constexpr (STEP == 9 || STEP == -7) set &= ~file_set(7);
    if constexpr (STEP == 7 || STEP == -9) set &= ~file_set(0);
    if constexpr (STEP > 0) return PointSet(set.bits() << STEP);
    else return PointSet(set.bits() >> -STEP);
}

inline std::string name(Point p) { return {static_cast<char>('a' + file_of(p)), static_cast<char>('1' + rank_of(p))}; }

// The point of a name like "e4", or NO_POINT.
constexpr Point parse_point(std::string_view text) {
    if (text.size() != 2 || !is_on_board(text[0] - 'a', text[1] - '1')) return NO_POINT;
    return at(text[0] - 'a', text[1] - '1');
}

struct Step {
    int file;
    int rank;
};

inline constexpr std::array<Step, 4> ROOK_STEPS{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
inline constexpr std::array<Step, 4> BISHOP_STEPS{{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};
inline constexpr std::array<Step, 8> KNIGHT_STEPS{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
inline constexpr std::array<Step, 8> KING_STEPS{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};

// The points one leap away.
template <std::size_t N>
constexpr PointSet leaps(Point from, const std::array<Step, N>& steps) {
    PointSet reached;
    for (const Step step : steps) {
        const int file = file_of(from) + step.file;
        const int rank = rank_of(from) + step.rank;
        if (is_on_board(file, rank)) reached |= PointSet(at(file, rank));
    }
    return reached;
}

// The points a slider reaches, up to and including the first occupied one in each direction.
template <std::size_t N>
constexpr PointSet rays(Point from, PointSet occupied, const std::array<Step, N>& steps) {
    PointSet reached;
    for (const Step step : steps) {
        int file = file_of(from) + step.file;
        int rank = rank_of(from) + step.rank;
        while (is_on_board(file, rank)) {
            reached |= PointSet(at(file, rank));
            if (occupied.has(at(file, rank))) break;
            file += step.file;
            rank += step.rank;
        }
    }
    return reached;
}

using PointTable = std::array<PointSet, 64>;

template <std::size_t N>
constexpr PointTable leap_table(const std::array<Step, N>& steps) {
    PointTable table;
    for (int i = 0; i < 64; ++i) table[i] = leaps(Point(i), steps);
    return table;
}

inline constexpr PointTable KNIGHT_LEAPS = leap_table(KNIGHT_STEPS);
inline constexpr PointTable KING_LEAPS = leap_table(KING_STEPS);
inline constexpr std::array<PointTable, 2> PAWN_LEAPS{leap_table(std::array<Step, 2>{{{-1, 1}, {1, 1}}}),
                                                      leap_table(std::array<Step, 2>{{{-1, -1}, {1, -1}}})};

// BETWEEN: the points strictly between two that share a line. LINE: the whole line through both, both included.
// Both are empty for points that share none.
struct LineTables {
    std::array<PointTable, 64> between;
    std::array<PointTable, 64> line;
};

constexpr LineTables line_tables() {
    LineTables tables;
    for (int i = 0; i < 64; ++i) {
        const Point from(i);
        for (const Step step : KING_STEPS) {
            const Step back{-step.file, -step.rank};
            const PointSet line = rays(from, {}, std::array{step, back}) | PointSet(from);
            PointSet passed;
            int file = file_of(from) + step.file;
            int rank = rank_of(from) + step.rank;
            while (is_on_board(file, rank)) {
                const Point to = at(file, rank);
                tables.between[i][to.index()] = passed;
                tables.line[i][to.index()] = line;
                passed |= PointSet(to);
                file += step.file;
                rank += step.rank;
            }
        }
    }
    return tables;
}

inline constexpr LineTables LINES = line_tables();

constexpr PointSet between(Point a, Point b) { return LINES.between[a.index()][b.index()]; }
constexpr PointSet line(Point a, Point b) { return LINES.line[a.index()][b.index()]; }

}  // namespace plyground::chess
