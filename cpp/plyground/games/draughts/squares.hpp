// Square names: algebraic (c3) and by number (22), both ways.
#pragma once

#include <charconv>
#include <string>
#include <string_view>

#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// Calls `visit` with every playable point in the order of the numbers 1, 2, 3 ...
template <class Grid, class Visit>
void each_numbered(const Rules& rules, const Visit& visit) {
    constexpr int LAST = Grid::SIZE - 1;
    const bool from_top = rules.first_square == Corner::TOP_LEFT;
    const PointSet points = playable<Grid>(rules);
    for (int i = 0; i <= LAST; ++i)
        for (int j = 0; j <= LAST; ++j) {
            const int rank = from_top ? LAST - i : i;
            const int file = from_top ? j : LAST - j;
            if (Grid::is_on_board(file, rank) && points.has(Grid::at(file, rank))) visit(Grid::at(file, rank));
        }
}

template <class Grid>
int number(const Rules& rules, Point wanted) {
    int count = 0, found = 0;
    each_numbered<Grid>(rules, [&](Point p) {
        ++count;
        if (p == wanted) found = count;
    });
    return found;
}

template <class Grid>
std::string square_name(const Rules& rules, Point p, bool numeric) {
    return numeric ? std::to_string(number<Grid>(rules, p)) : name<Grid>(p);
}

// The playable point of a name or a number, or NO_POINT.
template <class Grid>
Point parse_square(const Rules& rules, std::string_view text) {
    if (text.empty() || text.size() > 3) return NO_POINT;
    const bool has_file = text[0] >= 'a' && text[0] < 'a' + Grid::SIZE;
    const std::string_view digits = has_file ? text.substr(1) : text;
    if (digits.empty() || digits[0] == '0') return NO_POINT;
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size()) return NO_POINT;
    if (has_file) {
        if (!Grid::is_on_board(text[0] - 'a', value - 1)) return NO_POINT;
        const Point p = Grid::at(text[0] - 'a', value - 1);
        return playable<Grid>(rules).has(p) ? p : NO_POINT;
    }
    Point found = NO_POINT;
    int count = 0;
    each_numbered<Grid>(rules, [&](Point p) {
        if (++count == value) found = p;
    });
    return found;
}

}  // namespace plyground::draughts
