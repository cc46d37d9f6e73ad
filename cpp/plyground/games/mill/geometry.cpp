#include "plyground/games/mill/geometry.hpp"

#include <algorithm>
#include <numeric>

namespace plyground::mill {

namespace {

using Permutation = std::array<Point, MAX_POINTS>;

PointSet image(PointSet set, const Permutation& to) {
    PointSet moved;
    for (const Point p : set) moved |= PointSet(to[p.index()]);
    return moved;
}

bool keeps_lines(const Board& board, const Permutation& to) {
    const auto is_line = [&](PointSet set) {
        return std::any_of(board.lines.begin(), board.lines.begin() + board.line_count,
                           [&](const Line& line) { return line.set() == set; });
    };
    for (int l = 0; l < board.line_count; ++l)
        if (!is_line(image(board.lines[l].set(), to))) return false;
    for (int i = 0; i < board.points; ++i)
        if (image(board.neighbours[i], to) != board.neighbours[to[i].index()]) return false;
    return true;
}

}  // namespace

Point parse_point(const Board& board, std::string_view text) {
    for (int i = 0; i < board.points; ++i)
        if (name(board, Point(i)) == text) return Point(i);
    return NO_POINT;
}

std::vector<Permutation> symmetries(const Board& board) {
    std::vector<Permutation> found;
    std::vector<int> rings(static_cast<std::size_t>(board.rings));
    std::iota(rings.begin(), rings.end(), 0);
    do {
        for (int turn = 0; turn < 16; ++turn) {
            Permutation to{};
            if (board.has_centre) to[0] = board.centre();
            for (int ring = 0; ring < board.rings; ++ring)
                for (int place = 0; place < 8; ++place) {
                    const int turned = turn < 8 ? place + turn : turn - place;
                    to[board.at(ring, place).index()] = board.at(rings[ring], turned);
                }
            if (keeps_lines(board, to)) found.push_back(to);
        }
    } while (std::next_permutation(rings.begin(), rings.end()));
    return found;
}

}  // namespace plyground::mill
