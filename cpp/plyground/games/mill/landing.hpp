// Landing: where a man lands in a turn, and RemovalGenerator: what the turn may remove.
#pragma once

#include <algorithm>

#include "plyground/core/inline_list.hpp"
#include "plyground/core/point_set.hpp"
#include "plyground/games/mill/geometry.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// A man lands on `to`; `leapt` is the enemy jumped over, if any. If a flight reaches the same point, the leap adds only
// its own capture.
struct Landing {
    Point from;
    Point to;
    Point leapt = NO_POINT;
    bool is_also_flight = false;
};

template <class R>
class TurnGenerator;

// The turns that start with one landing and differ in what they remove.
template <class R>
class RemovalGenerator {
  public:
    RemovalGenerator(const TurnGenerator<R>& turns, const Landing& landing)
        : turns_(turns), rules_(turns.rules()), board_(rules_.board()), landing_(landing) {}

    template <class Sink>
    void generate(Sink& sink) const {
        const int earned_here = turns_.earned(landing_);
        const int on_board = turns_.earned_on_board(landing_.from, earned_here);
        Sets by_mill, special;
        if (earned_here > 0 && !(turns_.position().is_placing() && rules_.mill_action() == MillAction::COUNT))
            choose(by_mill, {}, on_board);
        special_captures(landing_, special);
        const bool mill_takes_nothing = on_board == earned_here && by_mill.size() == 1 && by_mill[0].is_empty();
        if (by_mill.is_empty() && special.is_empty())
            return sink.add(Move::landing(landing_.from, landing_.to, {}, earned_here > 0));
        if (mill_takes_nothing && !special.is_empty()) by_mill.clear();
        const auto is_in = [](const Sets& sets, PointSet set) {
            return std::find(sets.begin(), sets.end(), set) != sets.end();
        };
        if (landing_.is_also_flight) {
            Sets others;
            special_captures({landing_.from, landing_.to}, others);
            special.clear();
            if (!is_in(others, PointSet(landing_.leapt))) special.push(PointSet(landing_.leapt));
        } else {
            for (const PointSet set : by_mill) sink.add(Move::landing(landing_.from, landing_.to, set, true));
        }
        for (const PointSet set : special)
            if (!is_in(by_mill, set)) sink.add(Move::landing(landing_.from, landing_.to, set, false));
    }

  private:
    using Sets = InlineList<PointSet, 256>;  // at most C(12,3) = 220 removals by a mill, or a few special captures

    static void insert(Sets& sets, PointSet set) {
        if (std::find(sets.begin(), sets.end(), set) == sets.end()) sets.push(set);
    }

    // All sets of `count` enemy men that can be removed one after another, each removal legal when it is made.
    void choose(Sets& sets, PointSet removed, int count) const {
        const PointSet allowed = count == 0 ? PointSet{} : turns_.removable(turns_.theirs() & ~removed);
        if (allowed.is_empty()) return insert(sets, removed);
        for (const Point p : allowed) choose(sets, removed | PointSet(p), count - 1);
    }

    void special_captures(const Landing& landing, Sets& sets) const {
        if (landing.leapt != NO_POINT) insert(sets, PointSet(landing.leapt));
        const bool is_placing = turns_.position().is_placing();
        const int men = turns_.position().total(turns_.us());
        const bool sandwiches = rules_.custodian().applies(is_placing, men);
        const bool intervenes = rules_.intervention().applies(is_placing, men);
        if (!sandwiches && !intervenes) return;
        const PointSet rest = turns_.ours_without(landing.from);
        const PointSet allowed = rules_.special_ignores_mills() ? turns_.theirs() : turns_.removable();
        for (int i = 0; i < board_.line_counts_at[landing.to.index()]; ++i) {
            const LineAt& here = board_.lines_at[landing.to.index()][i];
            const Line& line = board_.lines[here.line];
            if (here.is_end && sandwiches && rules_.custodian().applies(line.kind)) {
                const PointSet middle(line.middle());
                if (allowed.meets(middle) && rest.meets(here.others & ~middle)) insert(sets, middle);
            } else if (!here.is_end && intervenes && rules_.intervention().applies(line.kind)) {
                if ((allowed & here.others) == here.others) insert(sets, here.others);
            }
        }
    }

    const TurnGenerator<R>& turns_;
    const Rules& rules_;
    const Board& board_;
    const Landing& landing_;
};

}  // namespace plyground::mill
