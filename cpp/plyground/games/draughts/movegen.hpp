// Move generation: the legal moves of a draughts position, sent to a sink that lists or counts them.
//
// Steps and single captures of men are found for all men at once; longer chains are searched piece by piece
// (capture_sequences.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "plyground/core/inline_list.hpp"
#include "plyground/core/score.hpp"
#include "plyground/games/draughts/capture_generator.hpp"
#include "plyground/games/draughts/capture_sequences.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// The capacity of a list. Steps have a proven bound: no side has more pieces than at the start, and a flying king
// reaches at most 13 points on eight by eight (12 kings: 156), 14 along rows and columns (16 kings: 224), 17 on ten by
// ten (20 kings: 340). Captures have no bound that is both proven and useful: a chain may capture any subset of twenty
// pieces. The most that hill climbing found is 68 in Russian draughts, 79 in Thai, 326 in Frisian, 407 in International
// and 845 in Turkish, none of them in positions like those of real games. A list has room for more than these, set-up
// positions with still more moves are refused (see Draughts::parse_fen), and if play ever led to one, the captures
// beyond the bound would not be listed.
template <class R>
inline constexpr std::size_t MAX_MOVES = 1024;
template <>
inline constexpr std::size_t MAX_MOVES<StaticRules<RUSSIAN>> = 256;

template <class R>
using List = InlineList<Move, MAX_MOVES<R>>;

inline Move step_move(Point from, Point to, bool was_king, bool is_king) {
    Move move;
    move.captured = {};
    move.path[0] = static_cast<std::uint8_t>(to.index());
    move.landings = 1;
    move.from = from;
    move.to = to;
    move.was_king = was_king;
    move.is_king = is_king;
    return move;
}

// The points a king can step to.
template <class Grid>
constexpr PointSet king_targets(const Rules& rules, Point from, PointSet empty) {
    PointSet targets;
    each_direction([&]<Direction D>() {
        if (!steps_along(rules, D)) return;
        if (!rules.flying_kings) {
            targets |= Grid::template shifted<D>(PointSet(from)) & empty;
            return;
        }
        const PointSet ray = RAYS<Grid>[D][from.index()];
        const PointSet met = ray & ~empty;
        targets |= met.is_empty() ? ray : ray & ~RAYS<Grid>[D][nearest<Grid>(D, met).index()] & empty;
    });
    return targets;
}

// A sink that lists the moves.
template <std::size_t CAPACITY>
class ListSink {
  public:
    explicit ListSink(InlineList<Move, CAPACITY>& list) : list_(list) {}

    void add_capture(const Move& move) {
        if (list_.size() < CAPACITY) list_.push(move);
    }
    void add_jumps(PointSet targets, int step, PointSet crowned) {
        for (const Point to : targets) {
            list_.push(step_move(Point(to.index() - 2 * step), to, false, crowned.has(to)));
            list_[list_.size() - 1].captured = PointSet(Point(to.index() - step));
        }
    }
    void clear_captures() { list_.clear(); }
    void add_steps(PointSet targets, int step, PointSet crowned) {
        for (const Point to : targets) list_.push(step_move(Point(to.index() - step), to, false, crowned.has(to)));
    }
    void add_targets(Point from, PointSet targets) {
        for (const Point to : targets) list_.push(step_move(from, to, true, true));
    }
    void cut() {}

  private:
    InlineList<Move, CAPACITY>& list_;
};

// A sink that only counts.
class CountSink {
  public:
    void add_capture(const Move&) { ++count_; }
    void add_jumps(PointSet targets, int, PointSet) { count_ += targets.count(); }
    void clear_captures() { count_ = 0; }
    void add_steps(PointSet targets, int, PointSet) { count_ += targets.count(); }
    void add_targets(Point, PointSet targets) { count_ += targets.count(); }
    void cut() { is_cut_ = true; }
    std::size_t count() const { return static_cast<std::size_t>(count_); }
    bool is_cut() const { return is_cut_; }  // whether there were too many captures to search them all

  private:
    int count_ = 0;
    bool is_cut_ = false;
};

enum class MoveKind { ALL, CAPTURES };

// Everything but chains and kings is straight-line arithmetic on a few words. It is separate from the search of chains,
// which would force these words into memory: that alone was worth a third of the speed.
template <class Grid, class R, Side US, class Sink>
class Generator {
  public:
    Generator(const Position& position, const R& rules, Sink& sink)
        : position_(position), rules_(rules), sink_(sink), captures_(position, rules) {}

    void run(MoveKind kind) const {
        const PointSet men = position_.men(US);
        const PointSet points = captures_.men_capture_from();
        if (!position_.kings_of(US).is_empty()) run_with_kings(position_, rules_, sink_, kind, points);
        else if (men.meets(points)) generate_captures(men, points, {});
        else if (kind == MoveKind::ALL) men_steps(men);
    }

    // Whether there is any move: a piece can capture if some jump is open to it.
    bool has_any() const {
        const PointSet men = position_.men(US);
        bool can_step = false;
        each_direction([&]<Direction D>() {
            if (steps_along(*rules_, D) && !is_backward(US, D))
                can_step |= Grid::template shifted<D>(men).meets(captures_.empty());
        });
        if (can_step || men.meets(captures_.men_capture_from())) return true;
        for (const Point king : position_.kings_of(US))
            if (captures_.can_capture(king)) return true;
        for (const Point king : movable_kings())
            if (!king_targets<Grid>(*rules_, king, captures_.empty()).is_empty()) return true;
        return false;
    }

  private:
    static constexpr PointSet LAST = last_row<Grid>(US);

    [[gnu::noinline]] static void run_with_kings(const Position& position, const R& rules, Sink& sink, MoveKind kind,
                                                 PointSet points) {
        const Generator generator(position, rules, sink);
        const PointSet men = position.men(US);
        PointSet kings;
        for (const Point king : position.kings_of(US))
            if (generator.captures_.can_capture(king)) kings |= PointSet(king);
        if (men.meets(points) || !kings.is_empty()) return generator.generate_captures(men, points, kings);
        if (kind != MoveKind::ALL) return;
        generator.men_steps(men);
        generator.king_steps();
    }

    // Most captures are single: the man lands where no man could capture more. If any capture is as good as another,
    // these are found for all men at once, and only the other men are searched one by one. (The point a man leaves
    // becomes free, but only the piece just captured stands next to it.)
    void generate_captures(PointSet men, PointSet points, PointSet kings) const {
        PointSet chaining = men & points;
        if (rules_->priorities[0] == Priority::NONE) {
            if (rules_->promotion == Promotion::AT_ONCE) points |= LAST;
            if (rules_->promotion == Promotion::ENDS_MOVE) points &= ~LAST;
            PointSet several;
            each_direction([&]<Direction D>() {
                several |= captures_.template men_capture_from<D>() & shifted_twice<opposite(D)>(points);
            });
            const PointSet singles = men & ~several;
            each_direction([&]<Direction D>() {
                sink_.add_jumps(shifted_twice<D>(singles & captures_.template men_capture_from<D>()), Grid::STEPS[D],
                                LAST);
            });
            chaining &= several;
        }
        if (!chaining.is_empty() || !kings.is_empty()) generate_sequences(position_, rules_, sink_, chaining, kings);
    }

    [[gnu::noinline]] static void generate_sequences(const Position& position, const R& rules, Sink& sink, PointSet men,
                                                     PointSet kings) {
        CaptureSequences<Grid, R, US, Sink> sequences(position, rules, sink);
        for (const Point from : men) sequences.start(from, false);
        for (const Point from : kings) sequences.start(from, true);
    }

    template <Direction D>
    static PointSet shifted_twice(PointSet set) {
        return Grid::template shifted<D>(Grid::template shifted<D>(set));
    }

    void men_steps(PointSet men) const {
        each_direction([&]<Direction D>() {
            if (steps_along(*rules_, D) && !is_backward(US, D))
                sink_.add_steps(Grid::template shifted<D>(men) & captures_.empty(), Grid::STEPS[D], LAST);
        });
    }

    // The kings that may step. Frisian: one king may not exceed its streak while there are men to move.
    PointSet movable_kings() const {
        const PointSet kings = position_.kings_of(US);
        if (rules_->king_steps > 0 && !position_.men(US).is_empty() &&
            position_.king_streak[index(US)] >= rules_->king_steps)
            return kings & ~PointSet(position_.last_king[index(US)]);
        return kings;
    }

    void king_steps() const {
        for (const Point from : movable_kings())
            sink_.add_targets(from, king_targets<Grid>(*rules_, from, captures_.empty()));
    }

    const Position& position_;
    const R& rules_;
    Sink& sink_;
    const CaptureGenerator<Grid, R, US> captures_;
};

// A sink that plays each move on its own board, without keys and counters, and counts the leaves below it.
template <class Grid, class R, Side US>
class LeafCountSink {
  public:
    LeafCountSink(const Position& position, const R& rules, Depth below)
        : position_(position), next_(position), rules_(rules), below_(below) {}

    void add_capture(const Move& move) { play(PointSet(move.from), PointSet(move.to), move.captured, move.is_king); }
    void add_jumps(PointSet targets, int step, PointSet crowned) {
        for (const Point to : targets)
            play(PointSet(Point(to.index() - 2 * step)), PointSet(to), PointSet(Point(to.index() - step)),
                 crowned.has(to));
    }
    void clear_captures() { count_ = 0; }
    void add_steps(PointSet targets, int step, PointSet crowned) {
        for (const Point to : targets) play(PointSet(Point(to.index() - step)), PointSet(to), {}, crowned.has(to));
    }
    void add_targets(Point from, PointSet targets) {
        for (const Point to : targets) play(PointSet(from), PointSet(to), {}, true);
    }
    void cut() {}
    std::uint64_t count() const { return count_; }

  private:
    static constexpr Side THEM = other(US);

    void play(PointSet from, PointSet to, PointSet captured, bool is_king) {
        next_.sides[index(US)] = position_.of(US) ^ from ^ to;
        next_.sides[index(THEM)] = position_.of(THEM) & ~captured;
        next_.kings = position_.kings & ~(captured | from);
        if (is_king) next_.kings |= to;
        count_ += below_ == 1 ? count_moves() : count_below();
    }

    [[gnu::flatten]] std::uint64_t count_moves() const {
        CountSink counter;
        Generator<Grid, R, THEM, CountSink>(next_, rules_, counter).run(MoveKind::ALL);
        return counter.count();
    }

    std::uint64_t count_below() const {
        LeafCountSink<Grid, R, THEM> below(next_, rules_, below_ - 1);
        Generator<Grid, R, THEM, LeafCountSink<Grid, R, THEM>>(next_, rules_, below).run(MoveKind::ALL);
        return below.count();
    }

    const Position& position_;
    Position next_;
    const R& rules_;
    const Depth below_;
    std::uint64_t count_ = 0;
};

// The leaves of a tree of two plies or more.
template <class Grid, class R>
std::uint64_t count_leaves(const Position& position, const R& rules, Depth depth) {
    const auto count = [&]<Side US>() {
        LeafCountSink<Grid, R, US> sink(position, rules, depth - 1);
        Generator<Grid, R, US, LeafCountSink<Grid, R, US>>(position, rules, sink).run(MoveKind::ALL);
        return sink.count();
    };
    return position.side_to_move == Side::WHITE ? count.template operator()<Side::WHITE>()
                                                : count.template operator()<Side::BLACK>();
}

template <class Grid, class R>
bool has_moves(const Position& position, const R& rules) {
    CountSink counter;
    if (position.side_to_move == Side::WHITE)
        return Generator<Grid, R, Side::WHITE, CountSink>(position, rules, counter).has_any();
    return Generator<Grid, R, Side::BLACK, CountSink>(position, rules, counter).has_any();
}

template <class Grid, class R, class Sink>
void generate(const Position& position, const R& rules, MoveKind kind, Sink& sink) {
    if (position.side_to_move == Side::WHITE) Generator<Grid, R, Side::WHITE, Sink>(position, rules, sink).run(kind);
    else Generator<Grid, R, Side::BLACK, Sink>(position, rules, sink).run(kind);
}

}  // namespace plyground::draughts
