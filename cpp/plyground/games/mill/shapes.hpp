// Shapes: formations of one side's men on a board, found for all points and lines at once.
//
// A point has a role in each of its lines: the offsets of its two partners, and whether it is the middle one. Points
// with the same role share one pair of shifts, and so do points with a neighbour at the same offset. The tables are
// computed at compile time from the board, so this is straight-line code without a loop, for every board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "plyground/core/point_set.hpp"
#include "plyground/games/mill/geometry.hpp"

namespace plyground::mill {

struct Role {
    int first = 0;  // the offsets of the partners
    int second = 0;
    bool is_middle = false;
    PointSet points;
};

// The points that have a neighbour at this offset.
struct Offset {
    int step = 0;
    PointSet points;
};

inline constexpr int MAX_ROLES = 18;
inline constexpr int MAX_OFFSETS = 16;

struct RoleTable {
    std::array<Role, MAX_ROLES> roles{};
    int count = 0;
    std::array<std::array<int, 3>, MAX_LINES> of_line{};  // the roles of a line's three points
};

constexpr RoleTable role_table(const Board& board) {
    RoleTable table;
    for (int l = 0; l < board.line_count; ++l)
        for (int i = 0; i < 3; ++i) {
            const Point p = board.lines[l].points[i];
            const PointSet others = board.lines[l].set() & ~PointSet(p);
            const int first = others.first().index() - p.index();
            const int second = (others & ~PointSet(others.first())).first().index() - p.index();
            int r = 0;
            while (r < table.count && !(table.roles[r].first == first && table.roles[r].second == second &&
                                        table.roles[r].is_middle == (i == 1)))
                ++r;
            if (r == table.count) table.roles[table.count++] = {first, second, i == 1, {}};
            table.roles[r].points |= PointSet(p);
            table.of_line[l][i] = r;
        }
    return table;
}

struct OffsetTable {
    std::array<Offset, MAX_OFFSETS> offsets{};
    int count = 0;
};

constexpr OffsetTable offset_table(const Board& board) {
    OffsetTable table;
    for (int i = 0; i < board.points; ++i)
        for (const Point p : board.neighbours[i]) {
            const int step = p.index() - i;
            int o = 0;
            while (o < table.count && table.offsets[o].step != step) ++o;
            if (o == table.count) table.offsets[table.count++].step = step;
            table.offsets[o].points |= PointSet(Point(i));
        }
    return table;
}

// The formations of one side's men.
struct Formation {
    int mills = 0;
    PointSet in_mills;   // the men in these
    PointSet gaps;       // other points that complete a line with two of its men
    PointSet closing;    // empty gaps next to one of its men that is not part of the line
    PointSet switching;  // those where that man stands in a mill, so that one mill opens as the other closes
};

template <BoardName BOARD>
class Shapes {
  public:
    static constexpr const Board& B = BOARDS[static_cast<int>(BOARD)];
    static constexpr RoleTable ROLES = role_table(B);
    static constexpr OffsetTable OFFSETS = offset_table(B);
    using Lines = std::array<PointSet, static_cast<std::size_t>(ROLES.count)>;  // lines, as the points of each role

    static constexpr Lines ALL_LINES = [] {
        Lines lines{};
        for (int r = 0; r < ROLES.count; ++r) lines[static_cast<std::size_t>(r)] = ROLES.roles[r].points;
        return lines;
    }();

    static Lines lines_without(std::uint32_t spent) {
        Lines lines = ALL_LINES;
        for (const Point l : PointSet(std::uint64_t{spent}))
            for (int i = 0; i < 3; ++i)
                lines[static_cast<std::size_t>(ROLES.of_line[l.index()][i])] &= ~PointSet(B.lines[l.index()].points[i]);
        return lines;
    }

    // The points that have a neighbour in the set.
    static PointSet beside(PointSet set) {
        PointSet found;
        each_offset([&]<int O>() { found |= neighbour<O>(set); });
        return found;
    }

    // The number of steps that the men have to open points.
    static int steps(PointSet men, PointSet open) {
        int count = 0;
        each_offset([&]<int O>() { count += (neighbour<O>(open) & men).count(); });
        return count;
    }

    // The number of lines without men of the set.
    static int lines_free_of(PointSet men) {
        int count = 0;
        each_role([&]<int R>() {
            constexpr Role ROLE = ROLES.roles[R];
            if constexpr (ROLE.is_middle)
                count += (ROLE.points & ~(men | moved(men, ROLE.first) | moved(men, ROLE.second))).count();
        });
        return count;
    }

    static Formation form(PointSet men, PointSet empty, const Lines& lines) {
        std::array<PointSet, static_cast<std::size_t>(ROLES.count)> completed_in;
        Formation formation;
        each_role([&]<int R>() {
            constexpr Role ROLE = ROLES.roles[R];
            const PointSet completed = moved(men, ROLE.first) & moved(men, ROLE.second) & lines[R];
            completed_in[R] = completed;
            formation.gaps |= completed;
            if constexpr (ROLE.is_middle) formation.mills += (completed & men).count();
        });
        formation.in_mills = formation.gaps & men;
        formation.gaps &= ~men;
        if (!formation.gaps.meets(empty)) return formation;
        each_role([&]<int R>() {
            const PointSet gaps = completed_in[R] & empty;
            formation.closing |= gaps & beside_outside<R>(men);
            formation.switching |= gaps & beside_outside<R>(formation.in_mills);
        });
        return formation;
    }

  private:
    template <class Visit>
    [[gnu::always_inline]] static void each_role(const Visit& visit) {
        [&]<int... R>(std::integer_sequence<int, R...>) {
            (visit.template operator()<R>(), ...);
        }(std::make_integer_sequence<int, ROLES.count>{});
    }

    template <class Visit>
    [[gnu::always_inline]] static void each_offset(const Visit& visit) {
        [&]<int... O>(std::integer_sequence<int, O...>) {
            (visit.template operator()<O>(), ...);
        }(std::make_integer_sequence<int, OFFSETS.count>{});
    }

    // The points whose neighbour at an offset is in the set.
    template <int O>
    [[gnu::always_inline]] static PointSet neighbour(PointSet set) {
        constexpr Offset OFFSET = OFFSETS.offsets[O];
        return moved(set, OFFSET.step) & OFFSET.points;
    }

    // The points of a role that have a neighbour in the set which is not one of their partners.
    template <int R>
    [[gnu::always_inline]] static PointSet beside_outside(PointSet set) {
        constexpr Role ROLE = ROLES.roles[R];
        PointSet found;
        each_offset([&]<int O>() {
            constexpr Offset OFFSET = OFFSETS.offsets[O];
            if constexpr (OFFSET.step != ROLE.first && OFFSET.step != ROLE.second && OFFSET.points.meets(ROLE.points))
                found |= neighbour<O>(set);
        });
        return found;
    }
};

// Calls `use.template operator()<BOARD>()` for a board known at run time.
template <class Use>
[[gnu::always_inline]] inline auto with_board(BoardName board, const Use& use) {
    switch (board) {
        case BoardName::THREE: return use.template operator()<BoardName::THREE>();
        case BoardName::THREE_PLAIN: return use.template operator()<BoardName::THREE_PLAIN>();
        case BoardName::TWO_RING: return use.template operator()<BoardName::TWO_RING>();
        case BoardName::TWO_RING_CENTRE: return use.template operator()<BoardName::TWO_RING_CENTRE>();
        case BoardName::THREE_RING: return use.template operator()<BoardName::THREE_RING>();
        default: return use.template operator()<BoardName::THREE_RING_DIAGONAL>();
    }
}

}  // namespace plyground::mill
