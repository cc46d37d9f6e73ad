// TurnGenerator: the legal turns of a mill position, for rules known at compile time or at run time.
//
// A turn is found in two steps: a landing (where a man goes) and its removals. Together with landing.hpp and
// successor.hpp this implements all of docs/mill-rules.md.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "plyground/core/side.hpp"
#include "plyground/games/mill/counting.hpp"
#include "plyground/games/mill/landing.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// What kind of turn the side to move has.
enum class TurnKind { OVER, REMOVE, PASS, ORDINARY };

template <class R>
class TurnGenerator {
  public:
    explicit TurnGenerator(const R& rules, const Position& position)
        : source_(rules),
          rules_(rules.get()),
          board_(rules_.board()),
          position_(position),
          us_(position.side_to_move),
          them_(other(us_)),
          ours_(position.of(us_)),
          theirs_(position.of(them_)),
          empty_(board_.all() & ~position.occupied()) {}

    TurnKind turn_kind() const {
        if (is_decided()) return TurnKind::OVER;
        if (position_.owes_nothing()) return position_.mover == us_ ? TurnKind::ORDINARY : TurnKind::PASS;
        const bool is_turn = position_.due(us_) > 0 && (position_.due(them_) == 0 || position_.first_remover == us_);
        return is_turn && !due_targets().is_empty() ? TurnKind::REMOVE : TurnKind::PASS;
    }

    // Sends every turn to the sink, one by one or as sets of equivalent landings.
    template <class Sink>
    void generate(Sink& sink) const {
        switch (turn_kind()) {
            case TurnKind::OVER: return;
            case TurnKind::PASS: return sink.add(Move::pass());
            case TurnKind::REMOVE:
                for (const Point p : due_targets()) sink.add(Move::removal(p));
                return;
            case TurnKind::ORDINARY: break;
        }
        const auto before = sink.count();
        if (has_plain_mills()) {
            plain_turns(sink);
        } else {
            landings([&](const Landing& landing) { RemovalGenerator<R>(*this, landing).generate(sink); });
        }
        if (sink.count() == before) blocked(sink);
    }

    // Calls `visit(from, targets)` for the points on which men from hand (NO_POINT) or from each point may land.
    template <class Visit>
    void targets(const Visit& visit) const {
        if (position_.in_hand(us_) > 0) {
            PointSet open = empty_;
            if (!rules_.centre_opening() && is_first_turn()) open &= ~PointSet(board_.centre());
            visit(NO_POINT, open);
            if (!rules_.moves_while_placing()) return;
        }
        for (const Point from : ours_) {
            PointSet open = flies() ? empty_ : board_.neighbours[from.index()] & empty_;
            const LastMill last = position_.last_mill[index(us_)];
            if (rules_.no_repeated_mill() && last.to == from && repeats_mill(from, last.from))
                open &= ~PointSet(last.from);
            visit(from, open);
        }
    }

    bool flies() const { return position_.in_hand(us_) == 0 && position_.total(us_) <= rules_.fly_at(); }

    // Calls `visit(Landing)` for every place where a man may land, leaps included.
    template <class Visit>
    void landings(const Visit& visit) const {
        targets([&](Point from, PointSet open) {
            for (const Point to : open) visit(Landing{from, to});
        });
        if (!rules_.leap().is_on() || !rules_.leap().applies(position_.is_placing(), position_.total(us_))) return;
        if (position_.in_hand(us_) > 0 && !rules_.moves_while_placing()) return;
        for (const Point from : ours_) leaps_from(from, visit);
    }

    // The number of plies in which every turn is a placement, or the removal that belongs to it, whatever is played: in
    // each ply a hand, a side's men and the empty points shrink by one at most.
    Depth placing_plies() const {
        const MillAction action = rules_.mill_action();
        const bool turns_alternate = action != MillAction::HAND_THEN_AGAIN && action != MillAction::OPPONENT_REMOVES;
        if (!has_plain_mills() || rules_.moves_while_placing() || !turns_alternate || turn_kind() != TurnKind::ORDINARY)
            return 0;
        if (!rules_.centre_opening() && is_first_turn()) return 0;
        const int hands = std::min(position_.in_hand(us_), position_.in_hand(them_));
        const int men = std::min(position_.total(us_), position_.total(them_));
        return std::max(0, std::min({hands, men - rules_.lose_below() + 1, empty_.count() - 2}));
    }
    Men men() const { return {ours_, theirs_, empty_}; }

    // The lines, by their numbers on the board, that our men fill once the one from `from` stands on `to`.
    std::uint32_t closed_mask(Point from, Point to) const {
        const PointSet rest = ours_without(from);
        std::uint32_t mask = 0;
        for (int i = 0; i < board_.line_counts_at[to.index()]; ++i) {
            const LineAt& line = board_.lines_at[to.index()][i];
            if ((rest & line.others) == line.others) mask |= std::uint32_t{1} << line.line;
        }
        return mask;
    }
    int closed_lines(Point from, Point to) const { return std::popcount(closed_mask(from, to)); }

    // The number of those that still earn a removal.
    int paying_lines(Point from, Point to) const {
        return std::popcount(closed_mask(from, to) & ~position_.used_lines[index(us_)]);
    }

    // The number of removals that a landing earns by its mills.
    int earned(const Landing& landing) const {
        const int paying = paying_lines(landing.from, landing.to);
        return rules_.removes_per_mill() ? paying : std::min(paying, 1);
    }

    // The number of those made on the board by the mover within the turn. Only a man that is placed takes from a hand.
    int earned_on_board(Point from, int earned) const {
        if (!position_.is_placing()) return earned;
        switch (rules_.mill_action()) {
            case MillAction::REMOVE:
            case MillAction::MARK: return earned;
            case MillAction::HAND_THEN_OPPONENT:
            case MillAction::HAND_THEN_AGAIN:
                return from == NO_POINT ? std::max(0, earned - position_.in_hand(them_)) : earned;
            default: return 0;
        }
    }

    // The enemy men among `men` that mill protection allows to remove.
    PointSet removable(PointSet men) const {
        if (rules_.take() == Take::ALWAYS) return men;
        const PointSet free = men & ~source_.completed(men);
        return free.is_empty() && rules_.take() == Take::IF_ALL ? men : free;
    }
    PointSet removable() const { return removable(theirs_); }

    // The men that a side with removals due may remove.
    PointSet due_targets() const {
        switch (position_.due_kind) {
            case DueKind::OWN: return ours_;
            case DueKind::ADJACENT: return adjacent_enemies();
            default: return removable();
        }
    }

    PointSet adjacent_enemies() const {
        PointSet near;
        for (const Point p : ours_) near |= board_.neighbours[p.index()];
        return near & theirs_;
    }

    bool has_ordinary_turn() const {
        bool found = false;
        landings([&](const Landing&) { found = true; });
        return found;
    }

    // A full board at the end of placing decides the game under two of the rules; it cannot arise later. Where mills
    // are counted instead, it does not apply.
    bool is_full_board_verdict() const {
        return empty_.is_empty() && !position_.is_placing() && position_.owes_nothing() &&
               rules_.mill_action() != MillAction::COUNT &&
               (rules_.full_board() == FullBoard::FIRST_LOSES || rules_.full_board() == FullBoard::DRAW);
    }

    bool has_too_few(Side side) const { return position_.total(side) < rules_.lose_below(); }

    // Decided by the board alone, so that no side has a turn.
    bool is_decided() const { return has_too_few(us_) || has_too_few(them_) || is_full_board_verdict(); }

    // Our men that stand in a mill.
    PointSet mill_men() const { return source_.completed(ours_) & ours_; }

    // The empty points on which a man from hand would close a mill.
    PointSet closing_points() const { return source_.completed(ours_) & empty_; }

    const Rules& rules() const { return rules_; }
    const Position& position() const { return position_; }
    Side us() const { return us_; }
    PointSet empty() const { return empty_; }
    PointSet ours() const { return ours_; }
    PointSet theirs() const { return theirs_; }
    PointSet ours_without(Point p) const { return p == NO_POINT ? ours_ : ours_ & ~PointSet(p); }

    // Whether a man that left one mill for another would go straight back and close a line.
    bool repeats_mill(Point from, Point to) const {
        if (!rules_.no_repeated_mill()) return false;
        const LastMill last = position_.last_mill[index(us_)];
        return last.to == from && last.from == to && closed_lines(from, to) > 0;
    }

    bool is_first_turn() const {
        return position_.in_hand(us_) == rules_.men() && position_.in_hand(them_) == rules_.men() &&
               (ours_ | theirs_).is_empty();
    }

  private:
    template <class Visit>
    void leaps_from(Point from, const Visit& visit) const {
        for (int i = 0; i < board_.line_counts_at[from.index()]; ++i) {
            const Line& line = board_.lines[board_.lines_at[from.index()][i].line];
            if (!rules_.leap().applies(line.kind) || line.middle() == from || !theirs_.has(line.middle())) continue;
            const Point to = line.points[0] == from ? line.points[2] : line.points[0];
            const bool may_take = rules_.special_ignores_mills() || removable().has(line.middle());
            if (empty_.has(to) && may_take && !repeats_mill(from, to)) visit(Landing{from, to, line.middle(), flies()});
        }
    }

    // Without rules that look at single lines or offer a choice of captures, landings fall into two classes: those that
    // close a mill and those that do not.
    bool has_plain_mills() const {
        return !rules_.has_special_captures() && !rules_.one_time_mill() && !rules_.removes_per_mill();
    }

    template <class Sink>
    void plain_turns(Sink& sink) const {
        const PointSet completed = source_.completed(ours_);
        const PointSet all_victims = removable();
        targets([&](Point from, PointSet open) {
            const PointSet victims = earned_on_board(from, 1) == 1 ? all_victims : PointSet{};
            PointSet closing = open & completed;
            // A man that leaves a line may remove a closing point, but never adds one.
            if (from != NO_POINT && !closing.is_empty()) closing &= source_.completed(ours_without(from));
            if (victims.is_empty()) sink.add_landings(from, closing, true);
            else sink.add_removals(from, closing, victims);
            sink.add_landings(from, open & ~closing, false);
        });
    }

    template <class Sink>
    void blocked(Sink& sink) const {
        switch (rules_.blocked()) {
            case Blocked::LOSES:
            case Blocked::DRAW: return;
            case Blocked::PASSES: return sink.add(Move::pass());
            default:
                for (const Point p : adjacent_enemies()) sink.add(Move::removal(p));
        }
    }

    const R& source_;
    const Rules& rules_;
    const Board& board_;
    const Position& position_;
    const Side us_;
    const Side them_;
    const PointSet ours_;
    const PointSet theirs_;
    const PointSet empty_;
};

}  // namespace plyground::mill
