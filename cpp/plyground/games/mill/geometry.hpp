// The boards of the mill family, defined once as rings around an optional centre; lines, neighbours and symmetries are
// derived.
//
//   7  a7---------d7---------g7      Points are numbered ring by ring from the inside, each ring clockwise from
//   6  |  b6------d6------f6  |      twelve o'clock; a centre comes first. Even places of a ring are the middles
//   5  |  |  c5---d5---e5  |  |      of its sides, odd ones its corners.
//   4  a4-b4-c4        e4-f4-g4
//   3  |  |  c3---d3---e3  |  |
//   2  |  b2------d2------f2  |
//   1  a1---------d1---------g1
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plyground/core/point_set.hpp"

namespace plyground::mill {

inline constexpr int MAX_POINTS = 24;
inline constexpr int MAX_LINES = 20;
inline constexpr int MAX_LINES_AT_POINT = 4;  // the centre of the 3x3 board

enum class BoardName : std::uint8_t { THREE, THREE_PLAIN, TWO_RING, TWO_RING_CENTRE, THREE_RING, THREE_RING_DIAGONAL };

enum class LineKind : std::uint8_t { SIDE, SPOKE, DIAGONAL };

// Three points in a row, in order.
struct Line {
    std::array<Point, 3> points;
    LineKind kind = LineKind::SIDE;

    constexpr PointSet set() const { return PointSet(points[0]) | PointSet(points[1]) | PointSet(points[2]); }
    constexpr Point middle() const { return points[1]; }
};

// A line as one of its points sees it.
struct LineAt {
    int line = 0;     // its number on the board
    PointSet others;  // its two other points
    bool is_end = false;
};

// All lines in which a point has the same offsets to the other two, so that one shift tests them all.
struct OffsetClass {
    int first = 0;
    int second = 0;
    PointSet targets;
};

struct Board {
    BoardName name = BoardName::THREE_RING;
    int rings = 0;
    bool has_centre = false;
    int points = 0;
    int line_count = 0;
    std::array<Line, MAX_LINES> lines{};
    std::array<int, MAX_POINTS> line_counts_at{};
    std::array<std::array<LineAt, MAX_LINES_AT_POINT>, MAX_POINTS> lines_at{};
    std::array<PointSet, MAX_POINTS> neighbours{};
    int class_count = 0;
    std::array<OffsetClass, 40> classes{};

    constexpr PointSet all() const { return PointSet((std::uint64_t{1} << points) - 1); }
    constexpr Point centre() const { return has_centre ? Point(0) : NO_POINT; }
    constexpr Point at(int ring, int place) const { return Point((has_centre ? 1 : 0) + ring * 8 + (place & 7)); }
};

constexpr void join(Board& board, Point a, Point b) {
    board.neighbours[a.index()] |= PointSet(b);
    board.neighbours[b.index()] |= PointSet(a);
}

constexpr void add_line(Board& board, Point a, Point b, Point c, LineKind kind) {
    const Line line{{a, b, c}, kind};
    for (int i = 0; i < 3; ++i) {
        const Point p = line.points[i];
        board.lines_at[p.index()][board.line_counts_at[p.index()]++] = {board.line_count, line.set() & ~PointSet(p),
                                                                        i != 1};
    }
    board.lines[board.line_count++] = line;
    join(board, a, b);
    join(board, b, c);
}

constexpr void add_class(Board& board, int first, int second, Point target) {
    for (int i = 0; i < board.class_count; ++i) {
        OffsetClass& known = board.classes[i];
        if (known.first == first && known.second == second) {
            known.targets |= PointSet(target);
            return;
        }
    }
    board.classes[board.class_count++] = {first, second, PointSet(target)};
}

constexpr Board make_board(BoardName name, int rings, bool has_centre, bool has_diagonals) {
    Board board;
    board.name = name;
    board.rings = rings;
    board.has_centre = has_centre;
    board.points = rings * 8 + (has_centre ? 1 : 0);
    for (int ring = 0; ring < rings; ++ring)
        for (int middle = 0; middle < 8; middle += 2)
            add_line(board, board.at(ring, middle + 7), board.at(ring, middle), board.at(ring, middle + 1),
                     LineKind::SIDE);
    for (int place = 0; place < 8; place += has_diagonals ? 1 : 2) {
        const LineKind kind = place % 2 == 0 ? LineKind::SPOKE : LineKind::DIAGONAL;
        if (rings == 3) add_line(board, board.at(0, place), board.at(1, place), board.at(2, place), kind);
        if (rings == 2) join(board, board.at(0, place), board.at(1, place));
        if (has_centre && place < 4) add_line(board, board.at(0, place), board.centre(), board.at(0, place + 4), kind);
    }
    for (int i = 0; i < board.points; ++i)
        for (int l = 0; l < board.line_counts_at[i]; ++l) {
            const PointSet others = board.lines_at[i][l].others;
            const int first = others.first().index() - i;
            const int second = (others & ~PointSet(others.first())).first().index() - i;
            add_class(board, first, second, Point(i));
        }
    return board;
}

inline constexpr std::array<Board, 6> BOARDS{
    make_board(BoardName::THREE, 1, true, true),        make_board(BoardName::THREE_PLAIN, 1, true, false),
    make_board(BoardName::TWO_RING, 2, false, false),   make_board(BoardName::TWO_RING_CENTRE, 2, true, false),
    make_board(BoardName::THREE_RING, 3, false, false), make_board(BoardName::THREE_RING_DIAGONAL, 3, false, true),
};

constexpr const Board& board_of(BoardName name) { return BOARDS[static_cast<int>(name)]; }

constexpr PointSet moved(PointSet set, int offset) {
    return offset >= 0 ? PointSet(set.bits() >> offset) : PointSet(set.bits() << -offset);
}

// The points whose two partners on some line both belong to `men`: among the men those that stand in a mill, among the
// empty points those that would close one. A few dozen instructions without a loop.
template <BoardName BOARD>
constexpr PointSet completed(PointSet men) {
    constexpr const Board& B = BOARDS[static_cast<int>(BOARD)];
    return [men]<std::size_t... I>(std::index_sequence<I...>) {
        return ((moved(men, B.classes[I].first) & moved(men, B.classes[I].second) & B.classes[I].targets) | ...);
    }(std::make_index_sequence<static_cast<std::size_t>(B.class_count)>{});
}

// The same for a board known at run time.
constexpr PointSet completed(BoardName board, PointSet men) {
    switch (board) {
        case BoardName::THREE: return completed<BoardName::THREE>(men);
        case BoardName::THREE_PLAIN: return completed<BoardName::THREE_PLAIN>(men);
        case BoardName::TWO_RING: return completed<BoardName::TWO_RING>(men);
        case BoardName::TWO_RING_CENTRE: return completed<BoardName::TWO_RING_CENTRE>(men);
        case BoardName::THREE_RING: return completed<BoardName::THREE_RING>(men);
        case BoardName::THREE_RING_DIAGONAL: return completed<BoardName::THREE_RING_DIAGONAL>(men);
    }
    return {};
}

// Where a point lies, with the bottom left corner at (0, 0).
struct Place {
    int x;
    int y;
};

constexpr Place place_of(const Board& board, Point p) {
    constexpr std::array<Place, 8> CLOCKWISE{{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
    if (p == board.centre()) return {board.rings, board.rings};
    const int i = p.index() - (board.has_centre ? 1 : 0);
    const int radius = i / 8 + 1;
    return {board.rings + radius * CLOCKWISE[i % 8].x, board.rings + radius * CLOCKWISE[i % 8].y};
}

inline std::string name(const Board& board, Point p) {
    const Place place = place_of(board, p);
    return {static_cast<char>('a' + place.x), static_cast<char>('1' + place.y)};
}

// The point of a name like "d6", or NO_POINT.
Point parse_point(const Board& board, std::string_view text);

// All permutations of the points that map lines to lines and neighbours to neighbours and keep rings together: the
// symmetries of the square, times the exchanges of rings that the board allows. The identity comes first.
std::vector<std::array<Point, MAX_POINTS>> symmetries(const Board& board);

}  // namespace plyground::mill
