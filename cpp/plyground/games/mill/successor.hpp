// Successor: the position after a turn of a mill game.
#pragma once

#include <algorithm>
#include <cstdint>

#include "plyground/core/point_set.hpp"
#include "plyground/core/side.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/movegen.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// Made for one turn of the position that `turns` looks at.
template <class R>
class Successor {
  public:
    explicit Successor(const Turns<R>& turns)
        : turns_(turns),
          rules_(turns.rules()),
          board_(rules_.board()),
          position_(turns.position()),
          us_(turns.us()),
          them_(other(us_)) {}

    Position after(Move move) const {
        Position then = position_;
        then.side_to_move = them_;
        if (us_ == Side::BLACK && then.full_moves < 0xFFFF) ++then.full_moves;
        if (move.is_pass()) pass(then);
        else if (!move.is_landing()) remove_only(then, move.removed());
        else land(then, move);
        forget_what_means_nothing(then);
        return then;
    }

  private:
    static void count_quiet(Position& then, bool is_quiet) {
        then.quiet_plies = static_cast<std::uint8_t>(is_quiet ? std::min(then.quiet_plies + 1, 255) : 0);
    }

    void pass(Position& then) const {
        count_quiet(then, true);
        if (position_.owes_nothing()) {
            if (position_.mover == us_) then.mover = them_;  // a blocked side sits out
            return;
        }
        // What cannot be removed is no longer owed.
        if (position_.due(us_) > 0 && (position_.due(them_) == 0 || position_.first_remover == us_))
            then.set_due(us_, 0);
    }

    void remove_only(Position& then, PointSet removed) const {
        count_quiet(then, false);
        then.take(us_, removed);
        then.take(them_, removed);
        if (!position_.owes_nothing()) {
            // A removal that a mill earned while placing, in a position set up in mid-turn.
            const bool marks = position_.is_placing() && rules_.mill_action() == MillAction::MARK;
            if (marks && position_.due_kind == DueKind::ENEMY)
                then.marked |= static_cast<std::uint32_t>(removed.bits());
            return then.set_due(us_, position_.due(us_) - 1);
        }
        if (rules_.blocked() == Blocked::REMOVES_AND_PASSES) then.mover = them_;
        if (rules_.blocked() == Blocked::BOTH_REMOVE) {
            then.set_due(them_, 1);
            then.due_kind = DueKind::ADJACENT;
        }
    }

    void land(Position& then, Move move) const {
        const Landing landing{move.from(), move.to()};
        const bool places = move.is_placement();
        const bool is_placing = position_.is_placing();
        if (places) --then.hand[index(us_)];
        else then.take(us_, PointSet(move.from()));
        then.put(us_, move.to());
        then.take(them_, move.removed());
        then.mover = them_;

        const int gained = move.executes_mill() ? turns_.earned(landing) : 0;
        remember_mills(then, move);
        bool is_quiet = !places && move.removed().is_empty();
        if (is_placing) {
            switch (rules_.mill_action()) {
                case MillAction::MARK: then.marked |= static_cast<std::uint32_t>(move.removed().bits()); break;
                case MillAction::HAND_THEN_OPPONENT:
                case MillAction::HAND_THEN_AGAIN: {
                    const int from_hand = std::min(gained, position_.in_hand(them_));
                    then.hand[index(them_)] = static_cast<std::uint8_t>(then.hand[index(them_)] - from_hand);
                    is_quiet &= from_hand == 0;
                    if (gained > 0 && rules_.mill_action() == MillAction::HAND_THEN_AGAIN) then.mover = us_;
                    break;
                }
                case MillAction::OPPONENT_REMOVES:
                    if (gained > 0) {
                        then.set_due(them_, gained);
                        then.due_kind = DueKind::OWN;
                    }
                    break;
                default: break;
            }
            const int empty_points = (board_.all() & ~then.occupied()).count();
            if (rules_.stops_with_two_empty() && empty_points <= 2) then.hand = {};
            if (!then.is_placing()) end_placing(then);
        }
        count_quiet(then, is_quiet);
    }

    // Equal situations are equal values.
    static void forget_what_means_nothing(Position& then) {
        if (then.due_white == 0 || then.due_black == 0) then.first_remover = Side::WHITE;
        if (then.owes_nothing()) then.due_kind = DueKind::ENEMY;
        for (const Side side : {Side::WHITE, Side::BLACK}) {
            LastMill& last = then.last_mill[index(side)];
            if (last.to != NO_POINT && !then.of(side).has(last.to)) last = {};  // the man that could go back is gone
        }
    }

    void remember_mills(Position& then, Move move) const {
        if (rules_.one_time_mill()) then.used_lines[index(us_)] |= turns_.closed_mask(move.from(), move.to());
        if (!rules_.no_repeated_mill()) return;
        const bool left_mill = !move.is_placement() && turns_.mill_men().has(move.from());
        const bool closes = left_mill && turns_.closed_lines(move.from(), move.to()) > 0;
        then.last_mill[index(us_)] = closes ? LastMill{move.from(), move.to()} : LastMill{};
    }

    void end_placing(Position& then) const {
        then.marked = 0;
        if (rules_.second_moves_first()) then.mover = Side::BLACK;
        if (rules_.mill_action() == MillAction::COUNT) return count_mills(then);
        // What the opponent still owes will empty a point by itself.
        if (!(board_.all() & ~then.occupied()).is_empty() || !then.owes_nothing()) return;
        switch (rules_.full_board()) {
            case FullBoard::FIRST_LOSES:
            case FullBoard::DRAW: return;
            case FullBoard::FIRST_AND_SECOND_REMOVE:
            case FullBoard::SECOND_AND_FIRST_REMOVE:
                then.due_white = then.due_black = 1;
                then.first_remover =
                    rules_.full_board() == FullBoard::FIRST_AND_SECOND_REMOVE ? Side::WHITE : Side::BLACK;
                return;
            case FullBoard::MOVER_REMOVES: then.set_due(then.mover, 1);
        }
    }

    void count_mills(Position& then) const {
        const auto mills = [&](Side side) {
            int count = 0;
            for (int l = 0; l < board_.line_count; ++l)
                count += (then.of(side) & board_.lines[l].set()) == board_.lines[l].set();
            return count;
        };
        const int white = mills(Side::WHITE);
        const int black = mills(Side::BLACK);
        then.first_remover = Side::WHITE;
        then.due_kind = white + black == 0 ? DueKind::OWN : DueKind::ENEMY;
        const auto due = [](int own, int others) {
            if (own == others) return own == 0 ? 1 : own;
            if (own == 0) return 1;
            return others == 0 ? 2 : own < others ? own : others + 1;
        };
        then.set_due(Side::WHITE, due(white, black));
        then.set_due(Side::BLACK, due(black, white));
    }

    const Turns<R>& turns_;
    const Rules& rules_;
    const Board& board_;
    const Position& position_;
    const Side us_;
    const Side them_;
};

}  // namespace plyground::mill
