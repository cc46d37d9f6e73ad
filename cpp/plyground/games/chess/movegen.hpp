// Move generation: the fully legal moves of a chess position, sent to a sink that lists or counts them.
//
// Legality comes from three sets found once per position: the checkers, the pinned pieces, and `allowed`, the targets
// that answer a check. King steps, castling and en passant check the king's safety themselves.
#pragma once

#include <cstddef>

#include "plyground/core/inline_list.hpp"
#include "plyground/games/chess/attacks.hpp"
#include "plyground/games/chess/move.hpp"
#include "plyground/games/chess/position.hpp"
#include "plyground/games/chess/rules.hpp"

namespace plyground::chess {

// No position has more moves than this. Positions are accepted only if each side has at most eight pawns and promoted
// pieces together (see parse_fen), so the maximum is nine queens, two rooks, two bishops, two knights and a king; their
// greatest mobilities add up to 9 * 27 + 2 * 14 + 2 * 13 + 2 * 8 + 8 + 2 castlings = 323. A pawn has at most twelve
// moves (three targets, four promotions each), fewer than the queen it could become. (The most known in a reachable
// position is 218.)
inline constexpr std::size_t MAX_MOVES = 323;

using List = InlineList<Move, MAX_MOVES>;

enum class MoveKind { ALL, FORCING };  // forcing: captures and promotions

// A sink that lists the moves.
class ListSink {
  public:
    explicit ListSink(List& list) : list_(list) {}

    void add(Move move) { list_.push(move); }
    void add_targets(Kind kind, Point from, PointSet targets) {
        for (const Point to : targets) list_.push(Move(kind, from, to));
    }
    void add_pawns(PointSet targets, int step, Flag flag = Flag::NONE) {
        for (const Point to : targets) list_.push(Move(Kind::PAWN, Point(to.index() - step), to, flag));
    }
    void add_promotions(PointSet targets, int step) {
        for (const Point to : targets)
            for (const Flag flag : {Flag::TO_QUEEN, Flag::TO_ROOK, Flag::TO_BISHOP, Flag::TO_KNIGHT})
                list_.push(Move(Kind::PAWN, Point(to.index() - step), to, flag));
    }

  private:
    List& list_;
};

// A sink that only counts.
class CountSink {
  public:
    void add(Move) { ++count_; }
    void add_targets(Kind, Point, PointSet targets) { count_ += targets.count(); }
    void add_pawns(PointSet targets, int, Flag = Flag::NONE) { count_ += targets.count(); }
    void add_promotions(PointSet targets, int) { count_ += 4 * targets.count(); }
    std::size_t count() const { return static_cast<std::size_t>(count_); }

  private:
    int count_ = 0;
};

template <Side US, MoveKind MOVES, class Sink>
class Generator {
  public:
    Generator(const Position& position, const Rules& rules, Sink& sink)
        : position_(position),
          rules_(rules),
          sink_(sink),
          ours_(position.of(US)),
          theirs_(position.of(THEM)),
          occupied_(ours_ | theirs_),
          king_(position.king(US)) {}

    void run() {
        find_checkers_and_pins();
        king_steps();
        if (is_done() || checkers_.has_several()) return;  // only the king can answer a double check
        allowed_ = ~ours_;
        if (!checkers_.is_empty()) allowed_ &= checkers_ | between(king_, checkers_.first());
        targets_ = MOVES == MoveKind::ALL ? allowed_ : allowed_ & theirs_;
        pieces();
        if (is_done()) return;
        pawns();
        if (position_.en_passant != NO_POINT) en_passant();
        if (MOVES == MoveKind::ALL && checkers_.is_empty() && position_.castling.meets(ours_)) castling();
    }

  private:
    static constexpr Side THEM = other(US);

    // Some sinks need no further moves.
    bool is_done() const {
        if constexpr (requires { sink_.is_done(); }) return sink_.is_done();
        else return false;
    }

    PointSet their(Kind kind) const { return position_.of(kind) & theirs_; }
    PointSet their_rooks() const { return (position_.of(Kind::ROOK) | position_.of(Kind::QUEEN)) & theirs_; }
    PointSet their_bishops() const { return (position_.of(Kind::BISHOP) | position_.of(Kind::QUEEN)) & theirs_; }

    void find_checkers_and_pins() {
        checkers_ = (pawn_attacks(US, king_) & their(Kind::PAWN)) | (knight_attacks(king_) & their(Kind::KNIGHT));
        // X-ray: from the king through our own pieces, up to the first of theirs.
        const PointSet snipers =
            (rook_attacks(king_, theirs_) & their_rooks()) | (bishop_attacks(king_, theirs_) & their_bishops());
        for (const Point sniper : snipers) {
            const PointSet shield = between(king_, sniper) & ours_;
            if (shield.is_empty()) checkers_ |= PointSet(sniper);
            else if (!shield.has_several()) pinned_ |= shield;
        }
    }

    void king_steps() {
        PointSet steps = king_attacks(king_) & (MOVES == MoveKind::ALL ? ~ours_ : theirs_);
        steps &= ~(pawn_attacks<THEM>(their(Kind::PAWN)) | king_attacks(position_.king(THEM)));
        if (steps.is_empty()) return;
        // The king itself does not block: lines continue through the point it leaves.
        const PointSet without_king = occupied_ ^ PointSet(king_);
        PointSet safe;
        for (const Point to : steps) {
            if (knight_attacks(to).meets(their(Kind::KNIGHT)) ||
                bishop_attacks(to, without_king).meets(their_bishops()) ||
                rook_attacks(to, without_king).meets(their_rooks()))
                continue;
            safe |= PointSet(to);
        }
        sink_.add_targets(Kind::KING, king_, safe);
    }

    void pieces() {
        const PointSet free = ours_ & ~pinned_;
        for (const Point from : position_.of(Kind::KNIGHT) & free)  // a pinned knight never moves
            sink_.add_targets(Kind::KNIGHT, from, knight_attacks(from) & targets_);
        for (const Point from : position_.of(Kind::BISHOP) & free)
            sink_.add_targets(Kind::BISHOP, from, bishop_attacks(from, occupied_) & targets_);
        for (const Point from : position_.of(Kind::ROOK) & free)
            sink_.add_targets(Kind::ROOK, from, rook_attacks(from, occupied_) & targets_);
        for (const Point from : position_.of(Kind::QUEEN) & free)
            sink_.add_targets(Kind::QUEEN, from,
                              (rook_attacks(from, occupied_) | bishop_attacks(from, occupied_)) & targets_);
        for (const Point from : (pinned_ & ours_)) pinned_slider(from);
    }

    void pinned_slider(Point from) {
        const PointSet along = targets_ & line(king_, from);
        const Kind kind = position_.kind_at(from);
        PointSet attacks;
        if (kind == Kind::BISHOP || kind == Kind::QUEEN) attacks |= bishop_attacks(from, occupied_);
        if (kind == Kind::ROOK || kind == Kind::QUEEN) attacks |= rook_attacks(from, occupied_);
        sink_.add_targets(kind, from, attacks & along);
    }

    // A pinned pawn may move along its pin, whose direction follows from its position relative to the king: on the
    // king's file it may step, on one of the king's diagonals it may capture in that direction.
    void pawns() {
        constexpr int STEP = forward(US);
        constexpr PointSet LAST = rank_set(relative_rank(US, 7));
        constexpr PointSet THIRD = rank_set(relative_rank(US, 2));
        const PointSet men = position_.of(Kind::PAWN) & ours_;
        const PointSet empty = ~occupied_;

        const PointSet steppers = men & (~pinned_ | file_set(file_of(king_)));
        const PointSet once = shifted<STEP>(steppers) & empty;
        const PointSet steps = once & allowed_;
        sink_.add_promotions(steps & LAST, STEP);
        if constexpr (MOVES == MoveKind::ALL) {
            sink_.add_pawns(steps & ~LAST, STEP);
            const PointSet twice = shifted<STEP>(once & THIRD) & empty & allowed_;
            sink_.add_pawns(twice, 2 * STEP, Flag::DOUBLE_STEP);
        }
        take<STEP - 1>(men, LAST);
        take<STEP + 1>(men, LAST);
    }

    template <int STEP>
    void take(PointSet men, PointSet last) {
        constexpr Step DIAGONAL = (STEP == 9 || STEP == -9) ? Step{1, 1} : Step{-1, 1};
        if (men.meets(pinned_)) {
            const PointSet diagonal = rays(king_, {}, std::array{DIAGONAL, Step{-DIAGONAL.file, -DIAGONAL.rank}});
            men &= ~pinned_ | diagonal;
        }
        const PointSet taken = shifted<STEP>(men) & theirs_ & allowed_;
        sink_.add_promotions(taken & last, STEP);
        sink_.add_pawns(taken & ~last, STEP);
    }

    void en_passant() {
        const Point target = position_.en_passant;
        for (const Point from : pawn_attacks(THEM, target) & position_.of(Kind::PAWN) & ours_)
            if (is_legal_en_passant(position_, from, target))
                sink_.add(Move(Kind::PAWN, from, target, Flag::EN_PASSANT));
    }

    // Castling is illegal if the king or rook has moved (then `castling` lacks the rook), the king is in check (not
    // called then), crosses or reaches an attacked point, or a piece stands in the way. In Chess960 moving the rook may
    // uncover an attack on the king's target, so that point is tested on the board after castling.
    void castling() {
        constexpr int RANK = relative_rank(US, 0);
        for (const Point rook : (position_.castling & ours_)) {
            const bool is_short = rook > king_;
            const Point king_to = at(is_short ? 6 : 2, RANK);
            const Point rook_to = at(is_short ? 5 : 3, RANK);
            const PointSet movers = PointSet(king_) | PointSet(rook);
            const PointSet crossed = between(king_, king_to) | PointSet(king_to);
            const PointSet needed = crossed | between(rook, rook_to) | PointSet(rook_to);
            if ((needed & ~movers).meets(occupied_)) continue;
            if (!is_safe(crossed & ~PointSet(king_), occupied_ ^ PointSet(king_))) continue;
            if (!is_safe(PointSet(king_to), (occupied_ & ~movers) | PointSet(rook_to))) continue;
            sink_.add(Move(Kind::KING, king_, rules_.chess960 ? rook : king_to,
                           is_short ? Flag::CASTLE_SHORT : Flag::CASTLE_LONG));
        }
    }

    bool is_safe(PointSet points, PointSet occupied) const {
        for (const Point p : points)
            if (is_attacked(position_, p, THEM, occupied)) return false;
        return true;
    }

    const Position& position_;
    const Rules& rules_;
    Sink& sink_;
    const PointSet ours_;
    const PointSet theirs_;
    const PointSet occupied_;
    const Point king_;
    PointSet checkers_;
    PointSet pinned_;
    PointSet allowed_;
    PointSet targets_;
};

template <MoveKind MOVES, class Sink>
void generate(const Position& position, const Rules& rules, Sink& sink) {
    if (position.side_to_move == Side::WHITE) Generator<Side::WHITE, MOVES, Sink>(position, rules, sink).run();
    else Generator<Side::BLACK, MOVES, Sink>(position, rules, sink).run();
}

}  // namespace plyground::chess
