#include "plyground/games/chess/exchange.hpp"

namespace plyground::chess {

namespace {

constexpr Score value(Kind kind) { return EXCHANGE_VALUE[index(kind)]; }

constexpr Score PROMOTION = value(Kind::QUEEN) - value(Kind::PAWN);
constexpr PointSet LAST_RANKS = rank_set(0) | rank_set(7);

Score captured_value(const Position& position, Move move) {
    if (move.flag() == Flag::EN_PASSANT) return value(Kind::PAWN);
    const PointSet theirs = position.of(other(position.side_to_move));
    return theirs.has(move.to()) ? value(position.kind_at(move.to())) : 0;
}

// The pieces of both sides that could capture on one point, and the occupancy they see.
class Attackers {
  public:
    Attackers(const Position& position, Point target, PointSet occupied)
        : position_(position), target_(target), occupied_(occupied) {
        found_ = (pawn_attacks(Side::BLACK, target) & position.of(Side::WHITE, Kind::PAWN)) |
                 (pawn_attacks(Side::WHITE, target) & position.of(Side::BLACK, Kind::PAWN)) |
                 (knight_attacks(target) & position.of(Kind::KNIGHT)) |
                 (king_attacks(target) & position.of(Kind::KING)) | (bishop_attacks(target, occupied) & diagonal()) |
                 (rook_attacks(target, occupied) & straight());
        found_ &= occupied;
    }

    PointSet of(Side side) const { return found_ & position_.of(side); }

    // Removes the least valuable of `ours`, uncovers the pieces behind it, and returns its kind.
    Kind take_least(PointSet ours) {
        int kind = 0;
        while (!ours.meets(position_.kinds[kind])) ++kind;
        occupied_ ^= PointSet((ours & position_.kinds[kind]).first());
        const Kind least = static_cast<Kind>(kind);
        if (least != Kind::KNIGHT && least != Kind::ROOK) found_ |= bishop_attacks(target_, occupied_) & diagonal();
        if (least >= Kind::ROOK) found_ |= rook_attacks(target_, occupied_) & straight();
        found_ &= occupied_;
        return least;
    }

  private:
    PointSet diagonal() const { return position_.of(Kind::BISHOP) | position_.of(Kind::QUEEN); }
    PointSet straight() const { return position_.of(Kind::ROOK) | position_.of(Kind::QUEEN); }

    const Position& position_;
    const Point target_;
    PointSet occupied_;
    PointSet found_;
};

}  // namespace

bool wins_exchange(const Position& position, Move move, Score threshold) {
    if (move.is_castling()) return threshold <= 0;
    const Side us = position.side_to_move;
    const Point target = move.to();
    Kind standing = move.kind();
    Score won = captured_value(position, move);
    if (move.is_promotion()) {
        standing = move.promoted();
        won += value(standing) - value(Kind::PAWN);
    }
    // `mover` tries to win back at least `need`, which is always positive. A capture leaves the other side with a task
    // of the same form, so the roles alternate until one side cannot continue.
    Score need = won - threshold + 1;
    if (need <= 0) return false;
    const Score promotion = LAST_RANKS.has(target) ? PROMOTION : 0;
    if (value(standing) + promotion < need) return true;

    PointSet occupied = (position.occupied() ^ PointSet(move.from())) | PointSet(target);
    if (move.flag() == Flag::EN_PASSANT) occupied ^= PointSet(Point(target.index() - forward(us)));
    Attackers attackers(position, target, occupied);
    for (Side mover = other(us);; mover = other(mover)) {
        const bool is_won_if_mover_fails = mover != us;
        const PointSet ours = attackers.of(mover);
        if (ours.is_empty()) return is_won_if_mover_fails;
        Score worth = value(standing);
        standing = attackers.take_least(ours);
        if (standing == Kind::KING && !attackers.of(other(mover)).is_empty()) return is_won_if_mover_fails;
        if (standing == Kind::PAWN && promotion != 0) {
            standing = Kind::QUEEN;
            worth += promotion;
        }
        if (worth < need) return is_won_if_mover_fails;
        need = worth - need + 1;
    }
}

int exchange_hint(const Position& position, Move move) {
    constexpr int VICTIM = 8;  // so that the kind of the attacker only breaks ties
    int hint = captured_value(position, move) * VICTIM;
    if (move.flag() == Flag::TO_QUEEN) hint += PROMOTION * VICTIM;
    else if (move.is_promotion()) hint -= (value(Kind::QUEEN) - value(move.promoted())) * VICTIM;
    return hint == 0 ? 0 : hint - index(move.kind());
}

}  // namespace plyground::chess
