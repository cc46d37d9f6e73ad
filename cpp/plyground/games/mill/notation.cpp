#include "plyground/games/mill/notation.hpp"

namespace plyground::mill {

std::string token(const Board& board, Move move) {
    if (move.is_pass()) return "pass";
    std::string text;
    if (move.is_landing()) {
        if (!move.is_placement()) text += name(board, move.from()) + '-';
        text += name(board, move.to());
    }
    for (const Point p : move.removed()) text += 'x' + name(board, p);
    return text;
}

std::optional<TurnText> parse_turn(const Board& board, std::string_view text) {
    std::string plain;
    for (const char c : text)
        if (c != ' ') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    TurnText turn;
    if (plain == "pass") {
        turn.is_pass = true;
        return turn;
    }
    std::string_view rest = plain;
    const auto read_point = [&]() -> Point {
        const Point p = rest.size() < 2 ? NO_POINT : parse_point(board, rest.substr(0, 2));
        if (p != NO_POINT) rest.remove_prefix(2);
        return p;
    };
    if (!rest.starts_with('x')) {
        turn.to = read_point();
        if (turn.to == NO_POINT) return std::nullopt;
        if (rest.starts_with('-')) {
            rest.remove_prefix(1);
            turn.from = turn.to;
            turn.to = read_point();
            if (turn.to == NO_POINT) return std::nullopt;
        }
    }
    while (rest.starts_with('x')) {
        rest.remove_prefix(1);
        const Point p = read_point();
        if (p == NO_POINT || turn.removed.has(p)) return std::nullopt;
        turn.removed |= PointSet(p);
    }
    if (!rest.empty() || (turn.to == NO_POINT && turn.removed.is_empty())) return std::nullopt;
    return turn;
}

}  // namespace plyground::mill
