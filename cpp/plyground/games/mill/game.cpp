#include "plyground/games/mill/game.hpp"

#include <algorithm>

namespace plyground::mill {

Geometry describe(const Board& board) {
    const int size = 2 * board.rings + 1;
    Geometry geometry{
        .style = "lines", .width = size, .height = size, .points = {}, .columns = {}, .rows = {}, .lines = {}};
    for (int i = 0; i < board.points; ++i) {
        const Place place = place_of(board, Point(i));
        geometry.points.push_back({name(board, Point(i)), static_cast<double>(place.x), static_cast<double>(place.y)});
        for (const Point p : board.neighbours[i])
            if (p.index() > i) geometry.lines.push_back({name(board, Point(i)), name(board, p)});
    }
    for (int i = 0; i < size; ++i) {
        geometry.columns.emplace_back(1, static_cast<char>('a' + i));
        geometry.rows.emplace_back(1, static_cast<char>('1' + i));
    }
    return geometry;
}

NamedPieces piece_symbols() { return {{"white man", "O"}, {"black man", "@"}, {"marked man", "X"}}; }

NamedPieces pieces_on(const Position& position, const Board& board) {
    NamedPieces pieces;
    for (const Point p : position.of(Side::WHITE)) pieces.emplace_back(name(board, p), "white man");
    for (const Point p : position.of(Side::BLACK)) pieces.emplace_back(name(board, p), "black man");
    for (const Point p : position.blocked_points()) pieces.emplace_back(name(board, p), "marked man");
    return pieces;
}

std::vector<Path> paths_of(const Board& board, Move move, bool needs_end) {
    if (move.is_pass()) return {{"=pass"}};
    Path landing;
    if (move.is_landing() && !move.is_placement()) landing.push_back(name(board, move.from()));
    if (move.is_landing()) landing.push_back(name(board, move.to()));
    std::vector<std::string> removed;
    for (const Point p : move.removed()) removed.push_back(name(board, p));
    std::sort(removed.begin(), removed.end());
    std::vector<Path> paths;
    do {
        Path path = landing;
        path.insert(path.end(), removed.begin(), removed.end());
        if (needs_end) path.push_back("=end");
        paths.push_back(path);
    } while (std::next_permutation(removed.begin(), removed.end()));
    return paths;
}

}  // namespace plyground::mill
