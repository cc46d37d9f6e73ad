// Endgame tables of draughts: which there are, how large they are, and where a position is in them.
//
// A table is named after the pieces of both sides, the side to move first: "KKMvK" is two kings and a man against a
// king. Draw counters do not exist in tables: values ignore them, as is customary.
//
// Each side's pieces are seen from its own end of the board. Turning the board by 180 degrees exchanges the sides, so
// there are only tables with White to move. An index is
//
//     number of the waiting side's arrangement * arrangements of the side to move + number of its arrangement
//
// so about a fifth of the indices are no position, because two pieces share a point. In return no index depends on
// another side's pieces, and exchanging the sides exchanges two numbers.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "plyground/core/endgame_tables.hpp"
#include "plyground/core/error.hpp"
#include "plyground/core/point_set.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// The number of each side's pieces.
struct Material {
    int men = 0;
    int kings = 0;

    constexpr int count() const { return men + kings; }
    std::string name() const {
        return std::string(static_cast<std::size_t>(kings), 'K') + std::string(static_cast<std::size_t>(men), 'M');
    }
    friend constexpr auto operator<=>(const Material&, const Material&) = default;
};

// One side's pieces, as that side sees the board: its men move up.
struct Pieces {
    PointSet men;
    PointSet kings;

    constexpr PointSet all() const { return men | kings; }
    constexpr Material material() const { return {men.count(), kings.count()}; }
};

// The board turned by 180 degrees: point 63 - p for p, on both grids.
constexpr PointSet turned(PointSet set) {
    std::uint64_t bits = set.bits();
    bits = (bits >> 1 & 0x5555555555555555ULL) | (bits & 0x5555555555555555ULL) << 1;
    bits = (bits >> 2 & 0x3333333333333333ULL) | (bits & 0x3333333333333333ULL) << 2;
    bits = (bits >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (bits & 0x0F0F0F0F0F0F0F0FULL) << 4;
    bits = (bits >> 8 & 0x00FF00FF00FF00FFULL) | (bits & 0x00FF00FF00FF00FFULL) << 8;
    bits = (bits >> 16 & 0x0000FFFF0000FFFFULL) | (bits & 0x0000FFFF0000FFFFULL) << 16;
    return PointSet(bits >> 32 | bits << 32);
}

constexpr Pieces turned(const Pieces& pieces) { return {turned(pieces.men), turned(pieces.kings)}; }

inline constexpr int MAX_ENDGAME_PIECES = 8;

// BINOMIALS[n][k]: the number of ways to choose k of n points.
inline constexpr auto BINOMIALS = [] {
    std::array<std::array<std::uint64_t, MAX_ENDGAME_PIECES + 1>, 65> table{};
    for (std::size_t n = 0; n <= 64; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= MAX_ENDGAME_PIECES && n > 0; ++k)
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
    }
    return table;
}();

// The arrangements of one side's pieces, numbered: men first, then kings on the points without men, each in colex
// order.
class Arrangements {
  public:
    Arrangements(PointSet men_points, PointSet king_points, Material material)
        : men_points_(men_points), king_points_(king_points), material_(material) {}

    std::uint64_t size() const { return choose(men_points_.count(), material_.men) * king_arrangements(); }
    std::uint64_t number(const Pieces& pieces) const {
        return rank(pieces.men, men_points_) * king_arrangements() + rank(pieces.kings, king_points_ & ~pieces.men);
    }
    Pieces operator[](std::uint64_t number) const {
        const PointSet men = unrank(number / king_arrangements(), men_points_, material_.men);
        return {men, unrank(number % king_arrangements(), king_points_ & ~men, material_.kings)};
    }

  private:
    static std::uint64_t choose(int n, int k) {
        return BINOMIALS[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
    }
    std::uint64_t king_arrangements() const { return choose(king_points_.count() - material_.men, material_.kings); }

    static std::uint64_t rank(PointSet set, PointSet points) {
        std::uint64_t rank = 0;
        int k = 0;
        for (const Point p : set) rank += choose(std::popcount(points.bits() & (PointSet(p).bits() - 1)), ++k);
        return rank;
    }

    static PointSet unrank(std::uint64_t rank, PointSet points, int k) {
        PointSet set;
        for (int n = points.count() - 1; k > 0; --n) {
            if (choose(n, k) > rank) continue;
            rank -= choose(n, k--);
            std::uint64_t rest = points.bits();
            for (int i = 0; i < n; ++i) rest &= rest - 1;
            set |= PointSet(PointSet(rest).first());
        }
        return set;
    }

    PointSet men_points_;
    PointSet king_points_;
    Material material_;
};

// All tables with at most `max_pieces` pieces, of which each side has at least one.
template <class Grid, class R>
class EndgameTables {
  public:
    // Throws INVALID_RULES if the rules need more than the pieces to tell what may be played.
    EndgameTables(const R& rules, int max_pieces) : rules_(rules), max_pieces_(max_pieces) {
        if (rules_->king_steps > 0) throw Error(ErrorKind::INVALID_RULES, "database_king_steps", {});
        std::vector<std::array<Material, 2>> pairs;
        for (const Material& a : materials())
            for (const Material& b : materials())
                if (b <= a && a.count() + b.count() <= max_pieces_) pairs.push_back({a, b});
        // A capture leads to a table with fewer pieces, any other promotion to one with fewer men.
        const auto order = [](const std::array<Material, 2>& pair) {
            return std::tuple(pair[0].count() + pair[1].count(), pair[0].men + pair[1].men, pair[0], pair[1]);
        };
        std::ranges::sort(pairs, {}, order);
        for (const auto& [a, b] : pairs) {
            const int first = add(a, b);
            pairs_.push_back({first, a == b ? first : add(b, a)});
        }
    }

    const R& rules() const { return rules_; }
    const std::vector<EndgameTable>& tables() const { return tables_; }
    const std::vector<EndgamePair>& pairs() const { return pairs_; }
    Material mover(int table) const { return materials_[static_cast<std::size_t>(table)][0]; }
    Material waiting(int table) const { return materials_[static_cast<std::size_t>(table)][1]; }

    Arrangements arrangements(Material material) const {
        const PointSet points = playable<Grid>(*rules_);
        return {points & ~last_row<Grid>(Side::WHITE), points, material};
    }

    // The tables that captures and promotions from a table can lead to.
    std::vector<int> conversions(int table) const {
        std::vector<int> found;
        const Material us = mover(table), them = waiting(table);
        for (int promoted = 0; promoted <= std::min(us.men, 1); ++promoted)
            for (int men = 0; men <= them.men; ++men)
                for (int kings = 0; kings <= them.kings; ++kings) {
                    const Material left{men, kings};
                    if (left.count() == 0 || (left == them && promoted == 0)) continue;
                    found.push_back(find(left, {us.men - promoted, us.kings + promoted}));
                }
        return found;
    }

    // The place of a position whose sides have these pieces; none if a side has no piece or there are too many.
    std::optional<EndgamePlace> place_of(const Pieces& mover, const Pieces& waiting) const {
        const Material us = mover.material(), them = waiting.material();
        if (us.count() == 0 || them.count() == 0 || us.count() + them.count() > max_pieces_) return std::nullopt;
        const Arrangements columns = arrangements(us);
        return EndgamePlace{find(us, them),
                            arrangements(them).number(waiting) * columns.size() + columns.number(mover)};
    }
    std::optional<EndgamePlace> place_of(const Position& position) const {
        const Pieces white{position.men(Side::WHITE), position.kings_of(Side::WHITE)};
        const Pieces black{turned(position.men(Side::BLACK)), turned(position.kings_of(Side::BLACK))};
        return position.side_to_move == Side::WHITE ? place_of(white, black) : place_of(black, white);
    }

    // The position of a place, White to move; none if two pieces would share a point.
    std::optional<Position> position(const EndgamePlace& place) const {
        const Arrangements columns = arrangements(mover(place.table));
        const Pieces white = columns[place.index % columns.size()];
        const Pieces black = turned(arrangements(waiting(place.table))[place.index / columns.size()]);
        if (white.all().meets(black.all())) return std::nullopt;
        Position position = board(white, black);
        position.key = full_key(position);
        return position;
    }

    // White's and Black's pieces on one board, White to move, without a key.
    static Position board(const Pieces& white, const Pieces& black) {
        Position position;
        position.sides = {white.all(), black.all()};
        position.kings = white.kings | black.kings;
        return position;
    }

  private:
    static constexpr int WIDTH = MAX_ENDGAME_PIECES + 1;

    std::vector<Material> materials() const {
        std::vector<Material> all;
        for (int men = 0; men < max_pieces_; ++men)
            for (int kings = 0; kings < max_pieces_; ++kings)
                if (const int count = men + kings; count > 0 && count < max_pieces_ && count <= rules_->men())
                    all.push_back({men, kings});
        return all;
    }
    static std::size_t slot(Material us, Material them) {
        return static_cast<std::size_t>(((us.men * WIDTH + us.kings) * WIDTH + them.men) * WIDTH + them.kings);
    }
    int find(Material us, Material them) const { return numbers_[slot(us, them)]; }

    int add(Material us, Material them) {
        const int number = static_cast<int>(tables_.size());
        tables_.push_back({us.name() + "v" + them.name(), arrangements(us).size() * arrangements(them).size()});
        materials_.push_back({us, them});
        numbers_[slot(us, them)] = static_cast<std::int16_t>(number);
        return number;
    }

    R rules_;
    int max_pieces_;
    std::vector<EndgameTable> tables_;
    std::vector<EndgamePair> pairs_;
    std::vector<std::array<Material, 2>> materials_;
    std::vector<std::int16_t> numbers_ = std::vector<std::int16_t>(WIDTH * WIDTH * WIDTH * WIDTH, -1);
};

}  // namespace plyground::draughts
