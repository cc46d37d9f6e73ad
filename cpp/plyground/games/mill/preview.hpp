// Preview: the values of mill positions one turn ahead, without making them.
#pragma once

#include <algorithm>
#include <cstddef>

#include "plyground/core/score.hpp"
#include "plyground/games/mill/evaluation.hpp"
#include "plyground/games/mill/movegen.hpp"
#include "plyground/games/mill/position.hpp"

namespace plyground::mill {

// The men of both sides, their possible steps, and the points that complete our lines, all updated point by point.
template <class R>
struct PreviewBoard {
    const Board& board;
    PointSet ours;
    PointSet theirs;
    PointSet empty;
    PointSet lines;
    int our_steps;
    int their_steps;

    PreviewBoard(const R& rules, PointSet our_men, PointSet their_men, PointSet free)
        : board(rules.get().board()),
          ours(our_men),
          theirs(their_men),
          empty(free),
          lines(rules.completed(our_men)),
          our_steps(steps(our_men)),
          their_steps(steps(their_men)) {}

    PointSet around(Point p) const { return board.neighbours[p.index()]; }

    void lift(const R& rules, Point p) {
        our_steps += (around(p) & ours).count() - (around(p) & empty).count();
        their_steps += (around(p) & theirs).count();
        ours &= ~PointSet(p);
        empty |= PointSet(p);
        lines = rules.completed(ours);
    }
    void land(Point p) {
        for (int i = 0; i < board.line_counts_at[p.index()]; ++i) {
            const PointSet others = board.lines_at[p.index()][i].others;
            const PointSet held = others & ours;
            if (!held.is_empty()) lines |= held == others ? others : others ^ held;
        }
        ours |= PointSet(p);
        empty &= ~PointSet(p);
        our_steps += (around(p) & empty).count() - (around(p) & ours).count();
        their_steps -= (around(p) & theirs).count();
    }
    void remove(Point p) {
        their_steps += (around(p) & theirs).count() - (around(p) & empty).count();
        our_steps += (around(p) & ours).count();
        theirs &= ~PointSet(p);
        empty |= PointSet(p);
    }

  private:
    int steps(PointSet men) const {
        int sum = 0;
        for (const Point p : men) sum += (around(p) & empty).count();
        return sum;
    }
};

// A turn changes men, lines and steps only around the points that it fills and vacates. Turns that may end the game, or
// the placing phase in an unusual way, have no predicted value, and neither has any turn under a named evaluation.
template <class R>
class Preview {
  public:
    Preview(const R& rules, const Position& position, int evaluation)
        : source_(rules),
          rules_(rules.get()),
          position_(position),
          turns_(rules, position),
          men_(rules, turns_.ours(), turns_.theirs(), turns_.empty()),
          their_lines_(rules.completed(turns_.theirs())),
          their_total_(position.total(other(position.side_to_move))),
          they_can_go_on_(position.in_hand(other(position.side_to_move)) > 0 || their_total_ <= rules_.fly_at()),
          is_predictable_(evaluation < 0 && is_predictable()),
          material_(MAN * (position.total(position.side_to_move) - their_total_)) {}

    Score after(Move move) const {
        if (!is_predictable_ || !move.is_landing()) return UNKNOWN_VALUE;
        return after(departed(move.from()), move.to(), move.removed());
    }

    template <class Visit>
    void for_each(const Visit& visit) const {
        VisitSink<Visit> sink(*this, visit);
        turns_.generate(sink);
    }

  private:
    // A sink that visits turns as they are generated.
    template <class Visit>
    class VisitSink {
      public:
        VisitSink(const Preview& preview, const Visit& visit) : preview_(preview), visit_(visit) {}

        void add(Move move) {
            ++count_;
            if (continues_) continues_ = visit_(move, preview_.after(move));
        }
        void add_landings(Point from, PointSet targets, bool executes_mill) {
            if (!continues_) return;
            const PreviewBoard<R> men = preview_.departed(from);
            for (const Point to : targets)
                if (!add(men, Move::landing(from, to, {}, executes_mill))) return;
        }
        void add_removals(Point from, PointSet targets, PointSet victims) {
            if (!continues_) return;
            const PreviewBoard<R> men = preview_.departed(from);
            for (const Point to : targets)
                for (const Point p : victims)
                    if (!add(men, Move::landing(from, to, PointSet(p), true))) return;
        }
        std::size_t count() const { return count_; }

      private:
        bool add(const PreviewBoard<R>& men, Move move) {
            ++count_;
            return continues_ = visit_(
                       move, preview_.is_predictable_ ? preview_.after(men, move.to(), move.removed()) : UNKNOWN_VALUE);
        }

        const Preview& preview_;
        const Visit& visit_;
        std::size_t count_ = 0;
        bool continues_ = true;
    };

    bool is_predictable() const {
        const bool is_usual =
            !position_.is_placing() || (rules_.mill_action() == MillAction::REMOVE && !rules_.stops_with_two_empty());
        const int most = std::min(rules_.no_removal_plies(), rules_.endgame_plies());
        return is_usual && turns_.empty().count() > 2 && position_.quiet_plies + 1 < most &&
               turns_.turn_kind() == TurnKind::ORDINARY;
    }

    PreviewBoard<R> departed(Point from) const {
        PreviewBoard<R> men = men_;
        if (from != NO_POINT) men.lift(source_, from);
        return men;
    }

    Score after(PreviewBoard<R> men, Point to, PointSet removed) const {
        men.land(to);
        if (!removed.is_empty()) return after_removal(men, removed);
        return value(men, their_lines_, their_total_);
    }

    Score after_removal(PreviewBoard<R> men, PointSet removed) const {
        const int left = their_total_ - removed.count();
        if (left < rules_.lose_below()) return UNKNOWN_VALUE;
        for (const Point victim : removed) men.remove(victim);
        const Score score = value(men, source_.completed(men.theirs), left);
        return score == UNKNOWN_VALUE ? score : score + MAN * removed.count();
    }

    // Without the removed men. The opponent certainly has a turn with two steps: the rule against repeated mills may
    // forbid one.
    Score value(const PreviewBoard<R>& men, PointSet their_lines, int their_total) const {
        if (!they_can_go_on_ && men.their_steps < 2 && their_total > rules_.fly_at()) return UNKNOWN_VALUE;
        return material_ + IN_MILL * ((men.lines & men.ours).count() - (their_lines & men.theirs).count()) +
               OPEN_MILL * ((men.lines & men.empty).count() - (their_lines & men.empty).count()) +
               STEP * (men.our_steps - men.their_steps);
    }

    const R& source_;
    const Rules& rules_;
    const Position& position_;
    const TurnGenerator<R> turns_;
    const PreviewBoard<R> men_;
    const PointSet their_lines_;
    const int their_total_;
    const bool they_can_go_on_;
    const bool is_predictable_;
    const Score material_;
};

}  // namespace plyground::mill
