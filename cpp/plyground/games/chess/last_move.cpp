#include "plyground/games/chess/last_move.hpp"

namespace plyground::chess {

namespace {

constexpr int MOST_MEN = 16;

class LastMove {
  public:
    explicit LastMove(const Position& position)
        : position_(position),
          us_(position.side_to_move),
          them_(other(us_)),
          empty_(~position.occupied()),
          may_capture_(position.of(us_).count() < MOST_MEN) {}

    bool exists() const {
        for (const Point to : position_.of(them_)) {
            const Kind kind = position_.kind_at(to);
            if (kind == Kind::PAWN ? is_by_pawn(to) : is_by_piece(kind, to) || is_promotion(kind, to)) return true;
        }
        return is_castling();
    }

  private:
    // Whether the side to move is not in check before a move; `captured` is where one of its men stood.
    bool is_possible(Kind before, Point from, Point to, PointSet captured = {}) const {
        if (!captured.is_empty() && !may_capture_) return false;
        Position past = position_;
        past.kinds[index(position_.kind_at(to))] &= ~PointSet(to);
        past.sides[index(them_)] &= ~PointSet(to);
        past.kinds[index(before)] |= PointSet(from);
        past.sides[index(them_)] |= PointSet(from);
        past.kinds[index(Kind::KNIGHT)] |= captured;
        past.sides[index(us_)] |= captured;
        return !is_in_check(past, us_);
    }

    bool is_by_piece(Kind kind, Point to) const {
        for (const Point from : attacks(kind, to) & empty_)
            if (is_possible(kind, from, to) || is_possible(kind, from, to, PointSet(to))) return true;
        return false;
    }

    PointSet attacks(Kind kind, Point from) const {
        const PointSet occupied = ~empty_;
        switch (kind) {
            case Kind::KNIGHT: return knight_attacks(from);
            case Kind::BISHOP: return bishop_attacks(from, occupied);
            case Kind::ROOK: return rook_attacks(from, occupied);
            case Kind::QUEEN: return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
            default: return king_attacks(from);
        }
    }

    bool is_promotion(Kind kind, Point to) const {
        if (kind == Kind::KING || relative_rank(them_, rank_of(to)) != 7) return false;
        const Point behind(to.index() - forward(them_));
        if (empty_.has(behind) && is_possible(Kind::PAWN, behind, to)) return true;
        return is_pawn_capture(to, PointSet(to));
    }

    bool is_pawn_capture(Point to, PointSet captured) const {
        for (const Point from : pawn_attacks(us_, to) & empty_ & ~back_rank(them_))
            if (is_possible(Kind::PAWN, from, to, captured)) return true;
        return false;
    }

    bool is_by_pawn(Point to) const {
        const int rank = relative_rank(them_, rank_of(to));
        const Point behind(to.index() - forward(them_));
        const bool is_free_behind = rank > 1 && empty_.has(behind);
        if (is_free_behind && is_possible(Kind::PAWN, behind, to)) return true;
        if (is_free_behind && rank == 3) {
            const Point home(behind.index() - forward(them_));
            if (empty_.has(home) && is_possible(Kind::PAWN, home, to)) return true;
        }
        if (is_pawn_capture(to, PointSet(to))) return true;
        const Point home(to.index() + forward(them_));  // of a pawn captured en passant
        return rank == 5 && is_free_behind && empty_.has(home) && is_pawn_capture(to, PointSet(behind));
    }

    // A rook that gives check next to a castled king.
    bool is_castling() const {
        const Point king = position_.king(them_);
        if (!back_rank(them_).has(king) || (file_of(king) != 2 && file_of(king) != 6)) return false;
        const Point rook(king.index() + (file_of(king) == 2 ? 1 : -1));
        return position_.of(them_, Kind::ROOK).has(rook) &&
               rook_attacks(rook, position_.occupied()).has(position_.king(us_));
    }

    const Position& position_;
    const Side us_;
    const Side them_;
    const PointSet empty_;
    const bool may_capture_;
};

}  // namespace

bool has_possible_check(const Position& position) {
    const Side us = position.side_to_move;
    const Side them = other(us);
    const Point king = position.king(us);
    const PointSet occupied = position.occupied();
    const PointSet queens = position.of(Kind::QUEEN);
    const PointSet pawns = pawn_attacks(us, king) & position.of(them, Kind::PAWN);
    const PointSet pieces = ((knight_attacks(king) & position.of(Kind::KNIGHT)) |
                             (bishop_attacks(king, occupied) & (position.of(Kind::BISHOP) | queens)) |
                             (rook_attacks(king, occupied) & (position.of(Kind::ROOK) | queens))) &
                            position.of(them);
    if ((pawns | pieces).has_several()) return LastMove(position).exists();
    return pawns.is_empty() || relative_rank(them, rank_of(pawns.first())) > 1;
}

}  // namespace plyground::chess
