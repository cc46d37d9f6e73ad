#include "plyground/games/chess/thesis.hpp"

#include <algorithm>
#include <array>

namespace plyground::chess {

namespace {

// As white sees the board, the eighth rank first. The thesis prints some tables for black as well, which differ from
// white's in a single number, probably by mistake.
using Table = std::array<int, 64>;

// clang-format off
constexpr Table PAWN{
    80, 80, 80, 80, 80, 80, 80, 80,
    30, 30, 70, 50, 50, 70, 30, 30,
    25, 25, 60, 50, 50, 60, 25, 25,
    20, 20, 50, 50, 50, 50, 20, 20,
    15, 15, 40, 70, 70, 40, 15, 15,
    10, 10, 30, 50, 50, 30, 10, 10,
     0,  0,  0, 50, 50,  0,  0,  0,
     0,  0,  0,  0,  0,  0,  0,  0};
constexpr Table KNIGHT{
    -50, -25, -25, -25, -25, -25, -25, -50,
    -50,  25,  40,  30,  30,  40,  25, -50,
    -50,  20,  25,  40,  40,  25,  20, -50,
    -50,  25,  30,  45,  45,  30,  25, -50,
     20,  10,  30,  25,  25,  30,  10,  20,
    -50,  25,  50,  10,  10,  50,  25, -50,
    -50,  10,  20,  25,  25,  20,  10, -50,
    -70,   0, -50, -50, -50, -50,   0, -70};
constexpr Table BISHOP_IN_CENTRE{
    -70,  0,  0,  0,  0,  0,  0, -70,
      0,  0,  0,  0,  0,  0,  0,   0,
      0,  0,  0, 35, 35,  0,  0,   0,
      0, 40, 50, 45, 45, 50, 40,   0,
      0, 40, 50, 45, 45, 50, 40,   0,
      0,  0,  0, 35, 35,  0,  0,   0,
      0,  0,  0,  0,  0,  0,  0,   0,
    -70,  0,  0,  0,  0,  0,  0, -70};
constexpr Table BISHOP_ON_DIAGONALS{
      0, -20, -20, -20, -20, -20, -20,   0,
    -20,  30,  10,  10,  10,  10,  30, -20,
    -20,  20,  30,   0,   0,  30,  20, -20,
    -20,   0,   0,   0,   0,   0,   0, -20,
    -20,   0,   0,   0,   0,   0,   0, -20,
    -20,   0,  30,   0,   0,  30,   0, -20,
    -20,  25,  10,  20,  20,  10,  25, -20,
      0, -40, -40, -40, -40, -40, -40,   0};
constexpr Table QUEEN{
    0, 0,  0,  0,  0,  0, 0, 0,
    0, 0,  0,  0,  0,  0, 0, 0,
    0, 0, 20, 30, 30, 20, 0, 0,
    0, 0, 30, 40, 40, 30, 0, 0,
    0, 0, 30, 40, 40, 30, 0, 0,
    0, 0, 20, 30, 30, 20, 0, 0,
    0, 0,  0,  0,  0,  0, 0, 0,
    0, 0,  0,  0,  0,  0, 0, 0};
constexpr Table KING{
    0,  0,  0,  0,  0,  0,  0, 0,
    0, 10, 20, 30, 30, 20, 10, 0,
    0, 15, 30, 40, 40, 30, 15, 0,
    0, 30, 40, 70, 70, 40, 30, 0,
    0, 30, 40, 70, 70, 40, 30, 0,
    0, 15, 30, 40, 40, 30, 15, 0,
    0, 10, 20, 30, 30, 20, 10, 0,
    0,  0,  0,  0,  0,  0,  0, 0};
// clang-format on
constexpr std::array<Score, KINDS> PIECE{100, 355, 350, 500, 1000, 0};

// The terms of one side.
class Terms {
  public:
    Terms(const Position& position, Side side)
        : position_(position), side_(side), ours_(position.of(side)), occupied_(position.occupied()) {}

    Score material() const {
        Score sum = 0;
        for (int kind = 0; kind < KINDS; ++kind) sum += PIECE[kind] * of(static_cast<Kind>(kind)).count();
        return sum;
    }

    Score placement() const {
        const Score king = placed(Kind::KING, KING);
        return placed(Kind::PAWN, PAWN) + placed(Kind::KNIGHT, KNIGHT) + placed(Kind::BISHOP, BISHOP_IN_CENTRE) +
               placed(Kind::BISHOP, BISHOP_ON_DIAGONALS) + placed(Kind::QUEEN, QUEEN) + (is_ending() ? king : -king);
    }

    Score castling() const {
        const Point king = position_.king(side_);
        const PointSet rights = position_.castling & back_rank(side_);
        const bool king_side = rights.meets(east_of(king)), queen_side = rights.meets(west_of(king));
        if (king_side && queen_side) return 2 * THESIS.can_castle;
        if (king_side) return THESIS.can_castle + THESIS.cannot_castle_queen_side;
        if (queen_side) return THESIS.can_castle + THESIS.cannot_castle_king_side;
        if (back_rank(side_).has(king)) {
            const PointSet rooks = of(Kind::ROOK) & back_rank(side_);
            if (file_of(king) >= 6 && !rooks.meets(east_of(king))) return THESIS.king_side_castled;
            if (file_of(king) <= 2 && !rooks.meets(west_of(king))) return THESIS.queen_side_castled;
        }
        return THESIS.cannot_castle;
    }

    Score pawns() const {
        const PointSet pawns = of(Kind::PAWN);
        Score sum = 0;
        for (int file = 0; file < 8; ++file) {
            const PointSet here = pawns & file_set(file);
            if (here.count() >= 3) sum += THESIS.tripled_pawns;
            else if (here.count() == 2)
                sum += is_blocked(foremost(here)) ? THESIS.blocked_doubled_pawns : THESIS.doubled_pawns;
        }
        for (const Point p : pawns) sum += is_blocked(p) ? THESIS.blocked_pawn : 0;
        return sum;
    }

    Score open_files() const {
        const PointSet pawns = position_.of(Kind::PAWN);
        const auto open = [&](Kind kind) {
            int count = 0;
            for (const Point p : of(kind)) count += !pawns.meets(in_front_of(p));
            return count;
        };
        return THESIS.rook_on_open_file * open(Kind::ROOK) + THESIS.queen_on_open_file * open(Kind::QUEEN);
    }

    Score blocked_pieces() const {
        int count = 0;
        for (const Kind kind : {Kind::KNIGHT, Kind::BISHOP, Kind::ROOK, Kind::QUEEN})
            for (const Point p : of(kind)) count += (attacks(kind, p) & ~ours_).is_empty();
        return THESIS.blocked_piece * count;
    }

    Score pairs() const {
        const PointSet bishops = of(Kind::BISHOP);
        const bool two_bishops = bishops.meets(DARK_SQUARES) && bishops.meets(~DARK_SQUARES);
        return (two_bishops ? THESIS.two_bishops : 0) + (is_connected(Kind::ROOK) ? THESIS.two_rooks : 0) +
               (is_connected(Kind::KNIGHT) ? THESIS.two_knights : 0);
    }

    Score king_safety() const {
        if (is_ending()) return 0;
        bool is_open = false, is_doubled = false;
        const int file = file_of(position_.king(side_));
        for (int near = std::max(file - 1, 0); near <= std::min(file + 1, 7); ++near) {
            const PointSet pawns = of(Kind::PAWN) & file_set(near);
            is_open |= pawns.is_empty();
            is_doubled |= pawns.has_several();
        }
        return (is_open ? THESIS.king_near_open_file : 0) + (is_doubled ? THESIS.doubled_pawn_near_king : 0);
    }

  private:
    PointSet of(Kind kind) const { return ours_ & position_.of(kind); }
    bool is_ending() const { return position_.of(Kind::QUEEN).is_empty(); }

    Score placed(Kind kind, const Table& table) const {
        Score sum = 0;
        for (const Point p : of(kind)) sum += table[side_ == Side::WHITE ? p.index() ^ 56 : p.index()];
        return sum;
    }

    PointSet attacks(Kind kind, Point p) const {
        if (kind == Kind::KNIGHT) return knight_attacks(p);
        if (kind == Kind::BISHOP) return bishop_attacks(p, occupied_);
        if (kind == Kind::ROOK) return rook_attacks(p, occupied_);
        return bishop_attacks(p, occupied_) | rook_attacks(p, occupied_);
    }

    bool is_connected(Kind kind) const {
        for (const Point p : of(kind))
            if (attacks(kind, p).meets(of(kind))) return true;
        return false;
    }

    bool is_blocked(Point pawn) const { return occupied_.has(Point(pawn.index() + forward(side_))); }

    // Of pawns on one file.
    Point foremost(PointSet pawns) const {
        Point best = pawns.first();
        for (const Point p : pawns)
            if (relative_rank(side_, rank_of(p)) > relative_rank(side_, rank_of(best))) best = p;
        return best;
    }

    PointSet in_front_of(Point p) const {
        PointSet set;
        for (int i = p.index() + forward(side_); i >= 0 && i < 64; i += forward(side_)) set |= PointSet(Point(i));
        return set;
    }

    // The points of a rank on either side of a point.
    static PointSet east_of(Point p) {
        PointSet set;
        for (int file = file_of(p) + 1; file < 8; ++file) set |= PointSet(at(file, rank_of(p)));
        return set;
    }
    static PointSet west_of(Point p) {
        PointSet set;
        for (int file = 0; file < file_of(p); ++file) set |= PointSet(at(file, rank_of(p)));
        return set;
    }

    const Position& position_;
    const Side side_;
    const PointSet ours_;
    const PointSet occupied_;
};

}  // namespace

Score thesis_strength(const Position& position, Side side) {
    const Terms terms(position, side);
    return terms.material() + terms.placement() + terms.castling() + terms.pawns() + terms.open_files() +
           terms.blocked_pieces() + terms.pairs() + terms.king_safety();
}

}  // namespace plyground::chess
