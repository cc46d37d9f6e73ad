// Turns: what the side to move may do in a mill game, and the position after it, for rules known at compile time or not.
//
// A turn is found in two steps: a landing (where a man comes to stand) and its versions (what it removes). All of
// docs/mill-rules.md is here, in its order.
#pragma once

#include <algorithm>
#include <cstddef>

#include "plyground/core/inline_list.hpp"
#include "plyground/core/side.hpp"
#include "plyground/games/mill/counting.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/patterns.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// Rules known at compile time; every question about them is answered by the compiler.
template <Rules RULES>
struct FixedRules {
    static constexpr bool IS_FIXED = true;
    static constexpr const Rules& get() { return RULES_; }
    static PointSet completed(PointSet men) { return mill::completed<RULES_.board().name>(men); }

  private:
    static constexpr Rules RULES_ = RULES;
};

// Rules known at run time.
struct AnyRules {
    static constexpr bool IS_FIXED = false;
    Rules rules;
    const Rules& get() const { return rules; }
    PointSet completed(PointSet men) const { return mill::completed(rules.board().name, men); }
};

// The longest list of turns there is, in any position and under any rules: cpp/tests/mill_bounds_test.cpp looks at every
// position up to symmetry. Ten men around two empty corners of the middle ring, where three lines and four neighbours
// meet, one man in hand, twelve enemies: a man placed on such a corner removes any three of them, a man that steps
// there from one of the lines any two. 2 * (C(12,3) + 4 * C(12,2)) = 2 * (220 + 4 * 66) = 968.
//
//   @-----@-----O
//   | O---O---. |
//   | | @-@-O | |
//   @-O-@   @-O-@
//   | | O-@-@ | |
//   | .---O---O |
//   O-----@-----@
inline constexpr std::size_t MOST_TURNS = 968;

// The same where a turn removes one man at most and there are no special captures.
inline constexpr std::size_t MOST_PLAIN_TURNS = 191;

// What the side to move has to do.
enum class Duty { OVER, REMOVE, PASS, ORDINARY };

// A man comes to stand on `to`; `leapt` is the enemy jumped over, if any. Where a flight reaches the same point, the
// leap adds nothing but its own capture.
struct Landing {
    Point from;
    Point to;
    Point leapt = NO_POINT;
    bool is_also_flight = false;
};

template <class R>
class Turns {
  public:
    explicit Turns(const R& rules, const Position& position)
        : source_(rules), rules_(rules.get()), board_(rules_.board()), position_(position), us_(position.side_to_move),
          them_(other(us_)), ours_(position.of(us_)), theirs_(position.of(them_)), empty_(board_.all() & ~position.occupied()) {}

    Duty duty() const {
        if (is_decided()) return Duty::OVER;
        if (position_.owes_nothing()) return position_.mover == us_ ? Duty::ORDINARY : Duty::PASS;
        const bool is_turn = position_.due(us_) > 0 && (position_.due(them_) == 0 || position_.first_remover == us_);
        return is_turn && !due_targets().is_empty() ? Duty::REMOVE : Duty::PASS;
    }

    // Sends every turn to the sink, one by one or as sets of landings that are alike.
    template <class Sink>
    void generate(Sink& sink) const {
        switch (duty()) {
            case Duty::OVER: return;
            case Duty::PASS: return sink.add(Move::pass());
            case Duty::REMOVE:
                for (const Point p : due_targets()) sink.add(Move::removal(p));
                return;
            case Duty::ORDINARY: break;
        }
        const auto before = sink.count();
        if (has_plain_mills()) {
            plain_turns(sink);
        } else {
            landings([&](const Landing& landing) { versions(landing, sink); });
        }
        if (sink.count() == before) blocked(sink);
    }

    // Calls `visit(from, targets)` for the points on which men from hand (NO_POINT) or from each point may come to stand.
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
            if (rules_.no_repeated_mill() && last.to == from && repeats_mill(from, last.from)) open &= ~PointSet(last.from);
            visit(from, open);
        }
    }

    bool flies() const { return position_.in_hand(us_) == 0 && position_.total(us_) <= rules_.fly_at(); }

    // Calls `visit(Landing)` for every place where a man may come to stand, leaps included.
    template <class Visit>
    void landings(const Visit& visit) const {
        targets([&](Point from, PointSet open) {
            for (const Point to : open) visit(Landing{from, to});
        });
        if (!rules_.leap().is_on() || !rules_.leap().opens(position_.is_placing(), position_.total(us_))) return;
        if (position_.in_hand(us_) > 0 && !rules_.moves_while_placing()) return;
        for (const Point from : ours_) leaps_from(from, visit);
    }

    // For how many plies every turn is a placement, or the removal that belongs to it, whatever is played: a hand, a
    // side's men and the empty points shrink by one in a ply at most.
    Depth placing_plies() const {
        const MillAction action = rules_.mill_action();
        const bool turns_alternate = action != MillAction::HAND_THEN_AGAIN && action != MillAction::OPPONENT_REMOVES;
        if (!has_plain_mills() || rules_.moves_while_placing() || !turns_alternate || duty() != Duty::ORDINARY) return 0;
        if (!rules_.centre_opening() && is_first_turn()) return 0;
        const int hands = std::min(position_.in_hand(us_), position_.in_hand(them_));
        const int men = std::min(position_.total(us_), position_.total(them_));
        return std::max(0, std::min({hands, men - rules_.lose_below() + 1, empty_.count() - 2}));
    }
    Men men() const { return {ours_, theirs_, empty_}; }

    // How many lines full of our men meet in `to` once the man from `from` stands there.
    int closed_lines(Point from, Point to) const {
        const PointSet rest = without(ours_, from);
        int closed = 0;
        for (int i = 0; i < board_.line_counts_at[to.index()]; ++i) {
            const LineAt& line = board_.lines_at[to.index()][i];
            closed += (rest & line.others) == line.others;
        }
        return closed;
    }

    // The same, counting only lines that still pay.
    int paying_lines(Point from, Point to) const {
        if (!rules_.one_time_mill()) return closed_lines(from, to);
        return PointSet(std::uint64_t{closed_mask(from, to) & ~position_.used_lines[index(us_)]}).count();
    }

    // How many removals a landing earns by its mills.
    int earned(const Landing& landing) const {
        const int paying = paying_lines(landing.from, landing.to);
        return rules_.removes_per_mill() ? paying : std::min(paying, 1);
    }

    // How many of them fall on men on the board, made by the mover within the turn.
    int earned_on_board(int earned) const {
        if (!position_.is_placing()) return earned;
        switch (rules_.mill_action()) {
            case MillAction::REMOVE:
            case MillAction::MARK: return earned;
            case MillAction::HAND_THEN_OPPONENT:
            case MillAction::HAND_THEN_AGAIN: return std::max(0, earned - position_.in_hand(them_));
            default: return 0;
        }
    }

    // The enemy men that mill protection allows to be taken out of `men`.
    PointSet removable(PointSet men) const {
        if (rules_.take() == Take::ALWAYS) return men;
        const PointSet free = men & ~source_.completed(men);
        return free.is_empty() && rules_.take() == Take::IF_ALL ? men : free;
    }
    PointSet removable() const { return removable(theirs_); }

    // The men that may be taken by a side that owes removals.
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

    // A full board at the end of placing decides the game under two of the rules; it cannot arise later. Where mills
    // are counted instead, it is never asked about.
    bool is_full_board_verdict() const {
        return empty_.is_empty() && !position_.is_placing() && position_.owes_nothing() &&
               rules_.mill_action() != MillAction::COUNT &&
               (rules_.full_board() == FullBoard::FIRST_LOSES || rules_.full_board() == FullBoard::DRAW);
    }

    bool has_too_few(Side side) const { return position_.total(side) < rules_.lose_below(); }

    // Decided by the board alone, so that nobody has a turn.
    bool is_decided() const { return has_too_few(us_) || has_too_few(them_) || is_full_board_verdict(); }

    // The empty points on which a man from hand would close a mill.
    PointSet closing_points() const { return source_.completed(ours_) & empty_; }

    PointSet empty() const { return empty_; }
    PointSet ours() const { return ours_; }
    PointSet theirs() const { return theirs_; }

    // Whether a man that left one mill for another would go straight back and close a line.
    bool repeats_mill(Point from, Point to) const {
        if (!rules_.no_repeated_mill()) return false;
        const LastMill last = position_.last_mill[index(us_)];
        return last.to == from && last.from == to && closed_lines(from, to) > 0;
    }

    bool is_first_turn() const {
        return position_.in_hand(us_) == rules_.men() && position_.in_hand(them_) == rules_.men() && (ours_ | theirs_).is_empty();
    }

  private:
    static PointSet without(PointSet set, Point p) { return p == NO_POINT ? set : set & ~PointSet(p); }

    std::uint32_t closed_mask(Point from, Point to) const {
        const PointSet rest = without(ours_, from);
        std::uint32_t mask = 0;
        for (int i = 0; i < board_.line_counts_at[to.index()]; ++i) {
            const LineAt& line = board_.lines_at[to.index()][i];
            if ((rest & line.others) == line.others) mask |= std::uint32_t{1} << line.line;
        }
        return mask;
    }

    template <class Visit>
    void leaps_from(Point from, const Visit& visit) const {
        for (int i = 0; i < board_.line_counts_at[from.index()]; ++i) {
            const Line& line = board_.lines[board_.lines_at[from.index()][i].line];
            if (!rules_.leap().opens(line.kind) || line.middle() == from || !theirs_.has(line.middle())) continue;
            const Point to = line.points[0] == from ? line.points[2] : line.points[0];
            const bool may_take = rules_.special_ignores_mills() || removable().has(line.middle());
            if (empty_.has(to) && may_take && !repeats_mill(from, to)) visit(Landing{from, to, line.middle(), flies()});
        }
    }

    // Without options that look at single lines or offer a choice of captures, landings fall into two classes: those
    // that close a mill and those that do not.
    bool has_plain_mills() const {
        return !rules_.has_special_captures() && !rules_.one_time_mill() && !rules_.removes_per_mill();
    }

    template <class Sink>
    void plain_turns(Sink& sink) const {
        const bool takes = earned_on_board(1) == 1;
        const PointSet victims = takes ? removable() : PointSet{};
        targets([&](Point from, PointSet open) {
            const PointSet closing = open & source_.completed(without(ours_, from));
            if (victims.is_empty()) sink.add_landings(from, closing, true);
            else sink.add_removals(from, closing, victims);
            sink.add_landings(from, open & ~closing, false);
        });
    }

    // --- versions of a landing ---

    using Sets = InlineList<PointSet, 256>;  // at most C(12,3) = 220 removals by a mill, or a few special captures

    static void insert(Sets& sets, PointSet set) {
        if (std::find(sets.begin(), sets.end(), set) == sets.end()) sets.push(set);
    }

    template <class Sink>
    void versions(const Landing& landing, Sink& sink) const {
        const int earned_here = earned(landing);
        const int on_board = earned_on_board(earned_here);
        Sets by_mill, special;
        if (earned_here > 0 && !(position_.is_placing() && rules_.mill_action() == MillAction::COUNT))
            choose(by_mill, {}, on_board);
        special_captures(landing, special);
        const bool mill_takes_nothing = on_board == earned_here && by_mill.size() == 1 && by_mill[0].is_empty();
        if (by_mill.is_empty() && special.is_empty()) return sink.add(Move::landing(landing.from, landing.to, {}, earned_here > 0));
        if (mill_takes_nothing && !special.is_empty()) by_mill.clear();
        const auto is_in = [](const Sets& sets, PointSet set) { return std::find(sets.begin(), sets.end(), set) != sets.end(); };
        if (landing.is_also_flight) {
            Sets others;
            special_captures({landing.from, landing.to}, others);
            special.clear();
            if (!is_in(others, PointSet(landing.leapt))) special.push(PointSet(landing.leapt));
        } else {
            for (const PointSet set : by_mill) sink.add(Move::landing(landing.from, landing.to, set, true));
        }
        for (const PointSet set : special)
            if (!is_in(by_mill, set)) sink.add(Move::landing(landing.from, landing.to, set, false));
    }

    // All sets of `count` enemy men that can be removed one after the other, each allowed by what is left.
    void choose(Sets& sets, PointSet removed, int count) const {
        const PointSet allowed = count == 0 ? PointSet{} : removable(theirs_ & ~removed);
        if (allowed.is_empty()) return insert(sets, removed);
        for (const Point p : allowed) choose(sets, removed | PointSet(p), count - 1);
    }

    void special_captures(const Landing& landing, Sets& sets) const {
        if (landing.leapt != NO_POINT) insert(sets, PointSet(landing.leapt));
        const bool is_placing = position_.is_placing();
        const int men = position_.total(us_);
        const bool sandwiches = rules_.custodian().opens(is_placing, men);
        const bool intervenes = rules_.intervention().opens(is_placing, men);
        if (!sandwiches && !intervenes) return;
        const PointSet rest = without(ours_, landing.from);
        const PointSet allowed = rules_.special_ignores_mills() ? theirs_ : removable();
        for (int i = 0; i < board_.line_counts_at[landing.to.index()]; ++i) {
            const LineAt& here = board_.lines_at[landing.to.index()][i];
            const Line& line = board_.lines[here.line];
            if (here.is_end && sandwiches && rules_.custodian().opens(line.kind)) {
                const PointSet middle(line.middle());
                if (allowed.meets(middle) && rest.meets(here.others & ~middle)) insert(sets, middle);
            } else if (!here.is_end && intervenes && rules_.intervention().opens(line.kind)) {
                if ((allowed & here.others) == here.others) insert(sets, here.others);
            }
        }
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

    // --- the position after a turn ---

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
        if (position_.due(us_) > 0 && (position_.due(them_) == 0 || position_.first_remover == us_)) then.set_due(us_, 0);
    }

    void remove_only(Position& then, PointSet removed) const {
        count_quiet(then, false);
        then.take(us_, removed);
        then.take(them_, removed);
        if (!position_.owes_nothing()) {
            // A removal that a mill earned while placing, in a position set up in mid-turn.
            const bool marks = position_.is_placing() && rules_.mill_action() == MillAction::MARK;
            if (marks && position_.due_kind == DueKind::ENEMY) then.marked |= static_cast<std::uint32_t>(removed.bits());
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

        const int gained = move.executes_mill() ? earned(landing) : 0;
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
        if (rules_.one_time_mill()) then.used_lines[index(us_)] |= closed_mask(move.from(), move.to());
        if (!rules_.no_repeated_mill()) return;
        const bool left_mill = !move.is_placement() && source_.completed(ours_).has(move.from());
        const bool closes = left_mill && closed_lines(move.from(), move.to()) > 0;
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
                then.first_remover = rules_.full_board() == FullBoard::FIRST_AND_SECOND_REMOVE ? Side::WHITE : Side::BLACK;
                return;
            case FullBoard::MOVER_REMOVES: then.set_due(then.mover, 1);
        }
    }

    void count_mills(Position& then) const {
        const auto mills = [&](Side side) {
            int count = 0;
            for (int l = 0; l < board_.line_count; ++l) count += (then.of(side) & board_.lines[l].set()) == board_.lines[l].set();
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

// A sink that lists the turns.
template <class List>
class Lister {
  public:
    explicit Lister(List& list) : list_(list) {}
    void add(Move move) { list_.push(move); }
    void add_landings(Point from, PointSet targets, bool executes_mill) {
        for (const Point to : targets) list_.push(Move::landing(from, to, {}, executes_mill));
    }
    void add_removals(Point from, PointSet targets, PointSet victims) {
        for (const Point to : targets)
            for (const Point p : victims) list_.push(Move::landing(from, to, PointSet(p), true));
    }
    std::size_t count() const { return list_.size(); }

  private:
    List& list_;
};

// A sink that only counts.
class Counter {
  public:
    void add(Move) { ++count_; }
    void add_landings(Point, PointSet targets, bool) { count_ += targets.count(); }
    void add_removals(Point, PointSet targets, PointSet victims) { count_ += targets.count() * victims.count(); }
    std::size_t count() const { return static_cast<std::size_t>(count_); }

  private:
    int count_ = 0;
};

}  // namespace plyground::mill
