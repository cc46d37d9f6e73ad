// Preview: what mill positions are worth one turn ahead, without making them.
#pragma once

#include <algorithm>
#include <cstddef>

#include "plyground/core/preview.hpp"
#include "plyground/core/score.hpp"
#include "plyground/games/mill/evaluation.hpp"
#include "plyground/games/mill/movegen.hpp"
#include "plyground/games/mill/position.hpp"

namespace plyground::mill {

// The men of both sides, the steps that they could take, and the points that complete our lines, all kept up to date
// point by point.
template <class R>
struct Outlook {
    const Board& board;
    PointSet ours;
    PointSet theirs;
    PointSet empty;
    PointSet lines;
    int our_steps;
    int their_steps;

    Outlook(const R& rules, PointSet our_men, PointSet their_men, PointSet free)
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

// A turn changes men, lines and steps only around the points that it fills and empties. Turns that may end the game, or
// the placing phase in an unusual way, are not foreseen.
template <class R>
class Preview {
  public:
    Preview(const R& rules, const Position& position)
        : source_(rules),
          rules_(rules.get()),
          position_(position),
          turns_(rules, position),
          men_(rules, turns_.ours(), turns_.theirs(), turns_.empty()),
          their_lines_(rules.completed(turns_.theirs())),
          their_total_(position.total(other(position.side_to_move))),
          they_can_go_on_(position.in_hand(other(position.side_to_move)) > 0 || their_total_ <= rules_.fly_at()),
          is_foreseeable_(is_foreseeable()),
          material_(MAN * (position.total(position.side_to_move) - their_total_)) {}

    Score after(Move move) const {
        if (!is_foreseeable_ || !move.is_landing()) return UNFORESEEN;
        return after(departed(move.from()), move.to(), move.removed());
    }

    template <class Take>
    void each(const Take& take) const {
        Taker<Take> taker(*this, take);
        turns_.generate(taker);
    }

  private:
    // A sink that takes turns as they come.
    template <class Take>
    class Taker {
      public:
        Taker(const Preview& preview, const Take& take) : preview_(preview), take_(take) {}

        void add(Move move) {
            ++count_;
            if (goes_on_) goes_on_ = take_(move, preview_.after(move));
        }
        void add_landings(Point from, PointSet targets, bool executes_mill) {
            if (!goes_on_) return;
            const Outlook<R> men = preview_.departed(from);
            for (const Point to : targets)
                if (!add(men, Move::landing(from, to, {}, executes_mill))) return;
        }
        void add_removals(Point from, PointSet targets, PointSet victims) {
            if (!goes_on_) return;
            const Outlook<R> men = preview_.departed(from);
            for (const Point to : targets)
                for (const Point p : victims)
                    if (!add(men, Move::landing(from, to, PointSet(p), true))) return;
        }
        std::size_t count() const { return count_; }

      private:
        bool add(const Outlook<R>& men, Move move) {
            ++count_;
            return goes_on_ = take_(
                       move, preview_.is_foreseeable_ ? preview_.after(men, move.to(), move.removed()) : UNFORESEEN);
        }

        const Preview& preview_;
        const Take& take_;
        std::size_t count_ = 0;
        bool goes_on_ = true;
    };

    bool is_foreseeable() const {
        const bool is_usual =
            !position_.is_placing() || (rules_.mill_action() == MillAction::REMOVE && !rules_.stops_with_two_empty());
        const int most = std::min(rules_.no_removal_plies(), rules_.endgame_plies());
        return is_usual && turns_.empty().count() > 2 && position_.quiet_plies + 1 < most &&
               turns_.duty() == Duty::ORDINARY;
    }

    Outlook<R> departed(Point from) const {
        Outlook<R> men = men_;
        if (from != NO_POINT) men.lift(source_, from);
        return men;
    }

    Score after(Outlook<R> men, Point to, PointSet removed) const {
        men.land(to);
        if (!removed.is_empty()) return after_removal(men, removed);
        return value(men, their_lines_, their_total_);
    }

    Score after_removal(Outlook<R> men, PointSet removed) const {
        const int left = their_total_ - removed.count();
        if (left < rules_.lose_below()) return UNFORESEEN;
        for (const Point victim : removed) men.remove(victim);
        const Score score = value(men, source_.completed(men.theirs), left);
        return score == UNFORESEEN ? score : score + MAN * removed.count();
    }

    // Without the men that were removed. They have a turn if they have two steps: the rule against repeated mills may
    // forbid one.
    Score value(const Outlook<R>& men, PointSet their_lines, int their_total) const {
        if (!they_can_go_on_ && men.their_steps < 2 && their_total > rules_.fly_at()) return UNFORESEEN;
        return material_ + IN_MILL * ((men.lines & men.ours).count() - (their_lines & men.theirs).count()) +
               OPEN_MILL * ((men.lines & men.empty).count() - (their_lines & men.empty).count()) +
               STEP * (men.our_steps - men.their_steps);
    }

    const R& source_;
    const Rules& rules_;
    const Position& position_;
    const Turns<R> turns_;
    const Outlook<R> men_;
    const PointSet their_lines_;
    const int their_total_;
    const bool they_can_go_on_;
    const bool is_foreseeable_;
    const Score material_;
};

}  // namespace plyground::mill
