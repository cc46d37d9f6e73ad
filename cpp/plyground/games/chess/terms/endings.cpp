#include "plyground/games/chess/terms/endings.hpp"

#include <algorithm>
#include <cstdlib>

#include "plyground/games/chess/terms/kpk.hpp"
#include "plyground/games/chess/terms/pawns.hpp"

namespace plyground::chess {

namespace {

constexpr int NO_CHANCES = 0;
constexpr int OPPOSITE_BISHOPS = 20;  // and nothing else
constexpr int OPPOSITE_BISHOPS_PASSER = 6;
constexpr int OPPOSITE_BISHOPS_PIECES = 44;
constexpr int BASE_CHANCES = 40;  // without pawns; each pawn adds EACH_PAWN
constexpr int EACH_PAWN = 7;

constexpr Score KNOWN_WIN = 400;
constexpr Score STEP_TO_EDGE = 16;
constexpr Score STEP_OF_KINGS = 8;

// Pieces in pawn units, roughly.
int officers(const Position& position, Side side) {
    const PointSet ours = position.of(side);
    return 3 * (ours & (position.of(Kind::KNIGHT) | position.of(Kind::BISHOP))).count() +
           5 * (ours & position.of(Kind::ROOK)).count() + 9 * (ours & position.of(Kind::QUEEN)).count();
}

bool are_opposite_bishops(const Position& position) {
    const PointSet bishops = position.of(Kind::BISHOP);
    return bishops.count() == 2 && (bishops & position.of(Side::WHITE)).count() == 1 &&
           (bishops & DARK_SQUARES).count() == 1;
}

int opposite_bishops(const Position& position, Side strong) {
    const PointSet others = position.of(Kind::KNIGHT) | position.of(Kind::ROOK) | position.of(Kind::QUEEN);
    if (!others.is_empty()) return OPPOSITE_BISHOPS_PIECES;
    int passers = 0;
    const PointSet theirs = position.of(other(strong), Kind::PAWN);
    for (const Point p : position.of(strong, Kind::PAWN))
        passers += !theirs.meets(ahead(strong, p) | ahead_beside(strong, p));
    return OPPOSITE_BISHOPS + OPPOSITE_BISHOPS_PASSER * passers;
}

// All pawns on one rook file, no piece that controls the corner, and the enemy king in it.
bool is_wrong_corner(const Position& position, Side strong) {
    const PointSet pawns = position.of(strong, Kind::PAWN);
    const PointSet others = position.of(strong) & ~pawns & ~position.of(Kind::KING);
    const bool is_left = (pawns & ~file_set(0)).is_empty();
    if (pawns.is_empty() || (!is_left && !(pawns & ~file_set(7)).is_empty())) return false;
    const Point corner = at(is_left ? 0 : 7, relative_rank(strong, 7));
    const PointSet corner_colour = DARK_SQUARES.has(corner) ? DARK_SQUARES : ~DARK_SQUARES;
    if (!(others & ~position.of(Kind::BISHOP)).is_empty() || others.meets(corner_colour)) return false;
    return distance(position.king(other(strong)), corner) <= 1;
}

int chances_without_pawns(const Position& position, Side strong) {
    const int ours = officers(position, strong), theirs = officers(position, other(strong));
    const PointSet knights = position.of(strong, Kind::KNIGHT);
    if (ours <= 3) return NO_CHANCES;
    if (ours == 6 && knights.count() == 2 && theirs == 0) return NO_CHANCES;
    return ours - theirs <= 3 ? SLIM_CHANCES : FULL_CHANCES;
}

int steps(Point a, Point b) { return std::abs(file_of(a) - file_of(b)) + std::abs(rank_of(a) - rank_of(b)); }
int to_edge(Point p) { return std::min({file_of(p), 7 - file_of(p), rank_of(p), 7 - rank_of(p)}); }

const Kpk& kpk() {
    static const Kpk table;
    return table;
}

}  // namespace

int winning_chances(const Position& position, Side strong) {
    const int pawns = position.of(strong, Kind::PAWN).count();
    if (pawns == 0) return chances_without_pawns(position, strong);
    if (are_opposite_bishops(position)) return opposite_bishops(position, strong);
    if (has_lone_king(position, other(strong))) {
        if (position.occupied().count() == 3) return kpk().is_won(position) ? FULL_CHANCES : NO_CHANCES;
        if (is_wrong_corner(position, strong)) return NO_CHANCES;
        return FULL_CHANCES;
    }
    return std::min(FULL_CHANCES, BASE_CHANCES + EACH_PAWN * pawns);
}

Score lone_king_bonus(const Position& position, Side strong) {
    const Point hunter = position.king(strong), hunted = position.king(other(strong));
    const PointSet bishops = position.of(strong, Kind::BISHOP), knights = position.of(strong, Kind::KNIGHT);
    Score bonus = KNOWN_WIN;
    if (!position.of(Kind::PAWN).is_empty()) return position.occupied().count() == 3 ? bonus : 0;
    bonus += STEP_OF_KINGS * (7 - distance(hunter, hunted));
    if (position.occupied().count() == 4 && !bishops.is_empty() && !knights.is_empty()) {
        // Bishop and knight mate only in a corner of the bishop's colour.
        const bool is_dark = bishops.meets(DARK_SQUARES);
        const Point one = is_dark ? at(0, 0) : at(7, 0), two = is_dark ? at(7, 7) : at(0, 7);
        return bonus + STEP_TO_EDGE * (7 - std::min(steps(hunted, one), steps(hunted, two)));
    }
    return bonus + STEP_TO_EDGE * (3 - to_edge(hunted));
}

}  // namespace plyground::chess
