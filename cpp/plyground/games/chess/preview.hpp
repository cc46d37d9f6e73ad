// Preview: the values of chess positions one move ahead, without making them.
//
// A move changes the evaluation in two steps: a piece is lifted from its point, and it lands on another. Each step
// changes the mobility only of the pieces that see the point, which are found by looking out from the point itself. So
// a move costs two lookups along the lines, where the evaluation costs one for every slider on the board.
#pragma once

#include <array>

#include "plyground/core/score.hpp"
#include "plyground/games/chess/evaluation.hpp"
#include "plyground/games/chess/movegen.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

// BEYOND[a][b]: the points of the line from a through b beyond b.
inline constexpr std::array<PointTable, 64> BEYOND = [] {
    std::array<PointTable, 64> table;
    for (int i = 0; i < 64; ++i)
        for (const Step step : KING_STEPS) {
            const PointSet ray = rays(Point(i), {}, std::array{step});
            for (const Point p : ray) table[i][p.index()] = ray & rays(p, {}, std::array{step});
        }
    return table;
}();

// All points that share a line with a point.
inline constexpr PointTable ALIGNED = [] {
    PointTable table;
    for (int i = 0; i < 64; ++i) table[i] = rays(Point(i), {}, KING_STEPS);
    return table;
}();

// Named evaluations (see evaluation.hpp) are not predicted.
class Preview {
  public:
    Preview(const Position& position, const Rules& rules, int evaluation)
        : position_(position),
          rules_(rules),
          us_(position.side_to_move),
          ours_(position.of(us_)),
          theirs_(position.of(other(us_))),
          occupied_(ours_ | theirs_),
          queens_(position.of(Kind::QUEEN)),
          diagonal_(position.of(Kind::BISHOP) | queens_),
          straight_(position.of(Kind::ROOK) | queens_),
          king_(position.king(other(us_))),
          value_(evaluate(position)),
          is_predictable_(evaluation < 0 && certainly_continues()) {
        checks_[index(Kind::PAWN)] = pawn_attacks(other(us_), king_);
        checks_[index(Kind::KNIGHT)] = knight_attacks(king_);
        checks_[index(Kind::BISHOP)] = bishop_attacks(king_, occupied_);
        checks_[index(Kind::ROOK)] = rook_attacks(king_, occupied_);
        checks_[index(Kind::QUEEN)] = checks_[index(Kind::BISHOP)] | checks_[index(Kind::ROOK)];
        const PointSet snipers =
            ((rook_attacks(king_, theirs_) & straight_) | (bishop_attacks(king_, theirs_) & diagonal_)) & ours_;
        for (const Point sniper : snipers) {
            const PointSet shield = between(king_, sniper) & ours_;
            if (!shield.has_several()) uncovering_ |= shield;
        }
    }

    Score after(Move move) const {
        if (!is_predictable_ || (move.flag() != Flag::NONE && move.flag() != Flag::DOUBLE_STEP)) return UNKNOWN_VALUE;
        return by_kind(move.kind(),
                       [&]<Kind KIND>() { return landed<KIND>(move.from(), move.to(), lifted<KIND>(move.from())); });
    }

    template <class Visit>
    void for_each(const Visit& visit) const {
        VisitSink<Visit> sink(*this, visit);
        generate<MoveKind::ALL>(position_, rules_, sink);
    }

  private:
    // A sink that visits moves as they are generated.
    template <class Visit>
    class VisitSink {
      public:
        VisitSink(const Preview& preview, const Visit& visit) : preview_(preview), visit_(visit) {}

        bool is_done() const { return is_done_; }

        void add(Move move) {
            if (!is_done_) is_done_ = !visit_(move, UNKNOWN_VALUE);
        }
        void add_targets(Kind kind, Point from, PointSet targets) {
            if (is_done_ || targets.is_empty()) return;
            by_kind(kind, [&]<Kind KIND>() { return add_piece<KIND>(from, targets); });
        }
        void add_pawns(PointSet targets, int step, Flag flag = Flag::NONE) {
            if (is_done_) return;
            for (const Point to : targets) {
                const Point from(to.index() - step);
                if (!add<Kind::PAWN>(Move(Kind::PAWN, from, to, flag), lifted_pawn(from))) return;
            }
        }
        void add_promotions(PointSet targets, int step) {
            for (const Point to : targets)
                for (const Flag flag : {Flag::TO_QUEEN, Flag::TO_ROOK, Flag::TO_BISHOP, Flag::TO_KNIGHT})
                    add(Move(Kind::PAWN, Point(to.index() - step), to, flag));
        }

      private:
        template <Kind KIND>
        Score add_piece(Point from, PointSet targets) {
            const Score value = preview_.is_predictable_ ? preview_.lifted<KIND>(from) : 0;
            for (const Point to : targets)
                if (!add<KIND>(Move(KIND, from, to), value)) break;
            return value;
        }

        // A pawn's steps and captures are generated separately, so the effect of lifting it is cached.
        Score lifted_pawn(Point from) {
            if (!pawns_.has(from)) {
                pawns_ |= PointSet(from);
                lifted_pawns_[from.index()] = preview_.lifted<Kind::PAWN>(from);
            }
            return lifted_pawns_[from.index()];
        }

        template <Kind KIND>
        bool add(Move move, Score lifted) {
            const bool can_tell = preview_.is_predictable_;
            is_done_ = !visit_(move, can_tell ? preview_.landed<KIND>(move.from(), move.to(), lifted) : UNKNOWN_VALUE);
            return !is_done_;
        }

        const Preview& preview_;
        const Visit& visit_;
        bool is_done_ = false;
        PointSet pawns_;
        std::array<Score, 64> lifted_pawns_;
    };

    // Whether the game certainly continues after every move that gives no check: no draw is near, and they have pieces
    // off all lines of their king, which cannot be pinned, with different moves that one move of ours cannot prevent.
    bool certainly_continues() const {
        constexpr int FAR_PLIES = 149;  // one ply before the seventy-five-move rule applies
        const PointSet heavy = position_.of(Kind::PAWN) | straight_;
        if (!heavy.has_several() || position_.half_moves + 1 >= FAR_PLIES) return false;
        const PointSet free = theirs_ & ~ALIGNED[king_.index()];
        const PointSet pawns = free & position_.of(Kind::PAWN);
        const PointSet steps =
            (us_ == Side::WHITE ? shifted<forward(Side::BLACK)>(pawns) : shifted<forward(Side::WHITE)>(pawns)) &
            ~occupied_;
        int movable = steps.count();
        for (const Point knight : (free & position_.of(Kind::KNIGHT)))
            movable += !(knight_attacks(knight) & ~theirs_).is_empty();
        return movable >= 2;
    }

    static constexpr Score weight(Kind kind) { return MOBILITY[index(kind)]; }

    // The value of a piece's own attacks from a point with these lines.
    template <Kind KIND>
    static Score reach(Point p, PointSet straight, PointSet diagonal, PointSet free) {
        if constexpr (KIND == Kind::KNIGHT) return weight(KIND) * (knight_attacks(p) & free).count();
        else if constexpr (KIND == Kind::BISHOP) return weight(KIND) * (diagonal & free).count();
        else if constexpr (KIND == Kind::ROOK) return weight(KIND) * (straight & free).count();
        else if constexpr (KIND == Kind::QUEEN) return weight(KIND) * ((straight | diagonal) & free).count();
        else return 0;
    }

    // The mobility values of the pieces in a set that attack a point, each counted once.
    Score attackers(PointSet pieces, Point p, PointSet straight, PointSet diagonal) const {
        return weight(Kind::KNIGHT) * (knight_attacks(p) & position_.of(Kind::KNIGHT) & pieces).count() +
               weight(Kind::BISHOP) * (diagonal & position_.of(Kind::BISHOP) & pieces).count() +
               weight(Kind::ROOK) * (straight & position_.of(Kind::ROOK) & pieces).count() +
               weight(Kind::QUEEN) * ((straight | diagonal) & queens_ & pieces).count();
    }

    // The value of a vacant point for the pieces that see it: the point itself for ours, and for all sliders the points
    // behind it on their lines; ours minus theirs. `ours` are those of our pieces that count.
    Score openness(Point p, PointSet straight, PointSet diagonal, PointSet ours) const {
        Score sum = weight(Kind::KNIGHT) * (knight_attacks(p) & position_.of(Kind::KNIGHT) & ours).count();
        const auto add = [&](PointSet sliders, PointSet seen, Score usual) {
            for (const Point slider : (sliders & seen)) {
                const PointSet behind = seen & BEYOND[slider.index()][p.index()];
                const Score worth = queens_.has(slider) ? weight(Kind::QUEEN) : usual;
                sum +=
                    theirs_.has(slider) ? -worth * (behind & ~theirs_).count() : worth * ((behind & ~ours).count() + 1);
            }
        };
        const PointSet all = ours | theirs_;
        add(straight_ & all, straight, weight(Kind::ROOK));
        add(diagonal_ & all, diagonal, weight(Kind::BISHOP));
        return sum;
    }

    // The value without one of our pieces, but including its own worth.
    template <Kind KIND>
    Score lifted(Point from) const {
        const PointSet straight = rook_attacks(from, occupied_);
        const PointSet diagonal = bishop_attacks(from, occupied_);
        return value_ - reach<KIND>(from, straight, diagonal, ~ours_) + openness(from, straight, diagonal, ours_);
    }

    // The value after one of our pieces has moved from one point to another.
    template <Kind KIND>
    Score landed(Point from, Point to, Score value) const {
        if (checks_[index(KIND)].has(to) || (uncovering_.has(from) && !line(king_, from).has(to))) return UNKNOWN_VALUE;
        const PointSet ours = ours_ & ~PointSet(from);
        const PointSet occupied = occupied_ & ~PointSet(from);
        const PointSet straight = rook_attacks(to, occupied);
        const PointSet diagonal = bishop_attacks(to, occupied);
        value += reach<KIND>(to, straight, diagonal, ~ours);
        if (!theirs_.has(to)) return value - openness(to, straight, diagonal, ours);
        return value + taken(to, straight, diagonal) - attackers(ours, to, straight, diagonal) -
               attackers(theirs_, to, straight, diagonal);
    }

    // The value of the piece on a point to them.
    Score taken(Point p, PointSet straight, PointSet diagonal) const {
        const Kind kind = position_.kind_at(p);
        return VALUE[index(kind)] +
               by_kind(kind, [&]<Kind KIND>() { return reach<KIND>(p, straight, diagonal, ~theirs_); });
    }

    template <class Use>
    static Score by_kind(Kind kind, const Use& use) {
        switch (kind) {
            case Kind::PAWN: return use.template operator()<Kind::PAWN>();
            case Kind::KNIGHT: return use.template operator()<Kind::KNIGHT>();
            case Kind::BISHOP: return use.template operator()<Kind::BISHOP>();
            case Kind::ROOK: return use.template operator()<Kind::ROOK>();
            case Kind::QUEEN: return use.template operator()<Kind::QUEEN>();
            default: return use.template operator()<Kind::KING>();
        }
    }

    const Position& position_;
    const Rules& rules_;
    const Side us_;
    const PointSet ours_;
    const PointSet theirs_;
    const PointSet occupied_;
    const PointSet queens_;
    const PointSet diagonal_;
    const PointSet straight_;
    const Point king_;  // theirs
    const Score value_;
    const bool is_predictable_;
    std::array<PointSet, KINDS> checks_;  // where one of our pieces would give check
    PointSet uncovering_;                 // our pieces that stand between a slider and their king
};

}  // namespace plyground::chess
