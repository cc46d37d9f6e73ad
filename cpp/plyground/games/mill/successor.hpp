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

// For one turn of the position of `turns`.
template <class R>
class Successor {
  public:
    explicit Successor(const TurnGenerator<R>& turns)
        : turns_(turns),
          rules_(turns.rules()),
          board_(rules_.board()),
          position_(turns.position()),
          us_(turns.us()),
          them_(other(us_)) {}

    Position after(Move move) const {
        Position next = position_;
        next.side_to_move = them_;
        if (us_ == Side::BLACK && next.full_moves < 0xFFFF) ++next.full_moves;
        if (move.is_pass()) pass(next);
        else if (!move.is_landing()) remove_only(next, move.removed());
        else land(next, move);
        // In a position set up in mid-turn, the removals of the last placement come before the end of placing.
        if (next.marked != 0 && !next.is_placing() && next.owes_nothing()) end_placing(next);
        normalize(next);
        return next;
    }

    // A position in which the last man has just been placed, with what its rules make of that.
    Position at_end_of_placing() const {
        Position next = position_;
        end_placing(next);
        normalize(next);
        return next;
    }

  private:
    static void count_quiet(Position& next, bool is_quiet) {
        next.quiet_plies = static_cast<std::uint8_t>(is_quiet ? std::min(next.quiet_plies + 1, 255) : 0);
    }

    void pass(Position& next) const {
        count_quiet(next, true);
        if (position_.owes_nothing()) {
            if (position_.mover == us_) next.mover = them_;  // a blocked side passes
            return;
        }
        // Removals that cannot be made are no longer due.
        if (position_.due(us_) > 0 && (position_.due(them_) == 0 || position_.first_remover == us_))
            next.set_due(us_, 0);
    }

    void remove_only(Position& next, PointSet removed) const {
        count_quiet(next, false);
        next.take(us_, removed);
        next.take(them_, removed);
        if (!position_.owes_nothing()) {
            // A removal that a mill earned while placing, in a position set up in mid-turn.
            const bool marks = position_.is_placing() && rules_.mill_action() == MillAction::MARK;
            if (marks && position_.due_kind == DueKind::ENEMY)
                next.marked |= static_cast<std::uint32_t>(removed.bits());
            return next.set_due(us_, position_.due(us_) - 1);
        }
        if (rules_.blocked() == Blocked::REMOVES_AND_PASSES) next.mover = them_;
        if (rules_.blocked() == Blocked::BOTH_REMOVE) {
            next.set_due(them_, 1);
            next.due_kind = DueKind::ADJACENT;
        }
    }

    void land(Position& next, Move move) const {
        const Landing landing{move.from(), move.to()};
        const bool places = move.is_placement();
        const bool is_placing = position_.is_placing();
        if (places) --next.hand[index(us_)];
        else next.take(us_, PointSet(move.from()));
        next.put(us_, move.to());
        next.take(them_, move.removed());
        next.mover = them_;

        const int gained = move.executes_mill() ? turns_.earned(landing) : 0;
        record_mills(next, move);
        bool is_quiet = !places && move.removed().is_empty();
        if (is_placing) {
            switch (rules_.mill_action()) {
                case MillAction::MARK: next.marked |= static_cast<std::uint32_t>(move.removed().bits()); break;
                case MillAction::HAND_THEN_OPPONENT:
                case MillAction::HAND_THEN_AGAIN: {
                    if (!places) break;  // as in Sanmill, whose phase follows the hand of the side to move
                    const int from_hand = std::min(gained, position_.in_hand(them_));
                    next.hand[index(them_)] = static_cast<std::uint8_t>(next.hand[index(them_)] - from_hand);
                    is_quiet &= from_hand == 0;
                    if (gained > 0 && rules_.mill_action() == MillAction::HAND_THEN_AGAIN) next.mover = us_;
                    break;
                }
                case MillAction::OPPONENT_REMOVES:
                    if (gained > 0) {
                        next.set_due(them_, gained);
                        next.due_kind = DueKind::OWN;
                    }
                    break;
                default: break;
            }
            const int empty_points = (board_.all() & ~next.occupied()).count();
            if (rules_.stops_with_two_empty() && empty_points <= 2) next.hand = {};
            if (!next.is_placing()) end_placing(next);
        }
        count_quiet(next, is_quiet);
    }

    // Makes equal situations equal values.
    static void normalize(Position& next) {
        if (next.due_white == 0 || next.due_black == 0) next.first_remover = Side::WHITE;
        if (next.owes_nothing()) next.due_kind = DueKind::ENEMY;
        for (const Side side : {Side::WHITE, Side::BLACK}) {
            LastMill& last = next.last_mill[index(side)];
            if (last.to != NO_POINT && !next.of(side).has(last.to)) last = {};  // the man that could go back is gone
        }
    }

    void record_mills(Position& next, Move move) const {
        if (rules_.one_time_mill()) next.used_lines[index(us_)] |= turns_.closed_mask(move.from(), move.to());
        if (!rules_.no_repeated_mill()) return;
        const bool left_mill = !move.is_placement() && turns_.mill_men().has(move.from());
        const bool closes = left_mill && turns_.closed_lines(move.from(), move.to()) > 0;
        next.last_mill[index(us_)] = closes ? LastMill{move.from(), move.to()} : LastMill{};
    }

    void end_placing(Position& next) const {
        next.marked = 0;
        if (rules_.second_moves_first()) next.mover = Side::BLACK;
        if (rules_.mill_action() == MillAction::COUNT) return count_mills(next);
        // A removal that the opponent still owes will vacate a point.
        if (!(board_.all() & ~next.occupied()).is_empty() || !next.owes_nothing()) return;
        switch (rules_.full_board()) {
            case FullBoard::FIRST_LOSES:
            case FullBoard::DRAW: return;
            case FullBoard::FIRST_AND_SECOND_REMOVE:
            case FullBoard::SECOND_AND_FIRST_REMOVE:
                next.due_white = next.due_black = 1;
                next.first_remover =
                    rules_.full_board() == FullBoard::FIRST_AND_SECOND_REMOVE ? Side::WHITE : Side::BLACK;
                return;
            case FullBoard::MOVER_REMOVES: next.set_due(next.mover, 1);
        }
    }

    void count_mills(Position& next) const {
        const auto mills = [&](Side side) {
            int count = 0;
            for (int l = 0; l < board_.line_count; ++l)
                count += (next.of(side) & board_.lines[l].set()) == board_.lines[l].set();
            return count;
        };
        const int white = mills(Side::WHITE);
        const int black = mills(Side::BLACK);
        next.first_remover = Side::WHITE;
        next.due_kind = white + black == 0 ? DueKind::OWN : DueKind::ENEMY;
        const auto due = [](int own, int others) {
            if (own == others) return own == 0 ? 1 : own;
            if (own == 0) return 1;
            return others == 0 ? 2 : own < others ? own : others + 1;
        };
        next.set_due(Side::WHITE, due(white, black));
        next.set_due(Side::BLACK, due(black, white));
    }

    const TurnGenerator<R>& turns_;
    const Rules& rules_;
    const Board& board_;
    const Position& position_;
    const Side us_;
    const Side them_;
};

}  // namespace plyground::mill
