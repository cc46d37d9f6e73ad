// Structure: formations of one side's pieces, found for whole sets of points at once.
#pragma once

#include <cstdlib>

#include "plyground/core/point_set.hpp"
#include "plyground/core/side.hpp"
#include "plyground/games/draughts/capture_generator.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

constexpr bool is_sideways(Direction d) { return d == EAST || d == WEST; }

// The points left of the middle, as White sees the board.
template <class Grid>
constexpr PointSet left_half() {
    PointSet set;
    for (const Point p : Grid::ALL)
        if (Grid::file_of(p) < Grid::SIZE / 2) set |= PointSet(p);
    return set;
}

// The points at most `steps` steps from the last row.
template <class Grid>
constexpr PointSet last_rows(Side side, int steps) {
    PointSet set;
    for (int i = 0; i <= steps; ++i) set |= rank_set<Grid>(side == Side::WHITE ? Grid::SIZE - 1 - i : i);
    return set;
}

template <class Grid, class R, Side US>
class Structure {
  public:
    Structure(const Position& position, const R& rules)
        : rules_(rules),
          ours_(position.of(US)),
          men_(position.men(US)),
          kings_(position.kings_of(US)),
          theirs_(position.of(THEM)),
          their_men_(position.men(THEM)),
          empty_(playable<Grid>(*rules) & ~position.occupied()) {}

    // Steps of men, and whether they are safe.
    struct Steps {
        int safe = 0;    // steps after which no enemy man could capture the man that moved
        int locked = 0;  // men without a step
        int unsafe = 0;  // men with steps, none of them safe
    };
    Steps steps() const {
        PointSet attacked;  // empty points on which an enemy man could capture
        each_direction([&]<Direction D>() {
            if (men_capture_along(*rules_, THEM, D))
                attacked |= Grid::template shifted<D>(their_men_) & Grid::template shifted<opposite(D)>(empty_);
        });
        Steps steps;
        PointSet movable, safely;
        each_direction([&]<Direction D>() {
            if (!steps_along(*rules_, D) || is_backward(US, D)) return;
            constexpr Direction BACK = opposite(D);
            PointSet reached = Grid::template shifted<D>(men_) & empty_;
            movable |= Grid::template shifted<BACK>(reached);
            reached &= ~attacked;
            // An enemy right in front captures toward the point that the man has left.
            if (men_capture_along(*rules_, THEM, BACK)) reached &= ~Grid::template shifted<BACK>(their_men_);
            safely |= Grid::template shifted<BACK>(reached);
            steps.safe += reached.count();
        });
        steps.locked = (men_ & ~movable).count();
        steps.unsafe = (movable & ~safely).count();
        return steps;
    }

    // The number of men with another right behind them, for each direction.
    int backed() const {
        int count = 0;
        each_direction([&]<Direction D>() {
            if (captures_along(*rules_, D) && is_backward(US, opposite(D)))
                count += (men_ & Grid::template shifted<D>(ours_)).count();
        });
        return count;
    }

    // Men at most STEPS steps from the last row that no enemy can stop.
    template <int STEPS>
    PointSet runaways() const {
        constexpr PointSet LAST_ROWS = last_rows<Grid>(US, STEPS);
        const PointSet candidates = men_ & LAST_ROWS;
        if (candidates.is_empty() || !(theirs_ & ~their_men_).is_empty()) return {};
        PointSet guarded = theirs_;
        each_direction([&]<Direction D>() {
            if (steps_along(*rules_, D) && (rules_->lines == Lines::ORTHOGONAL ? is_sideways(D) : !is_backward(US, D)))
                guarded |= Grid::template shifted<D>(theirs_);
        });
        for (int i = 0; i < STEPS; ++i) {
            PointSet next = guarded;
            each_direction([&]<Direction D>() {
                if (steps_along(*rules_, D) && is_backward(US, D)) next |= Grid::template shifted<D>(guarded);
            });
            guarded = next;
        }
        return candidates & ~guarded;
    }

    // By how many men one wing is stronger than the other.
    int tilt() const {
        constexpr PointSet LEFT = left_half<Grid>();
        return std::abs(2 * (men_ & LEFT).count() - men_.count());
    }

    int king_moves() const {
        int count = 0;
        for (const Point from : kings_)
            each_direction([&]<Direction D>() {
                if (!steps_along(*rules_, D)) return;
                if (!rules_->flying_kings) {
                    count += Grid::template shifted<D>(PointSet(from)).meets(empty_);
                    return;
                }
                const PointSet ray = RAYS<Grid>[D][from.index()];
                const PointSet met = ray & (ours_ | theirs_);
                count += (met.is_empty() ? ray : ray & ~RAYS<Grid>[D][nearest<Grid>(D, met).index()] & ~met).count();
            });
        return count;
    }

  private:
    static constexpr Side THEM = other(US);

    const R& rules_;
    const PointSet ours_;
    const PointSet men_;
    const PointSet kings_;
    const PointSet theirs_;
    const PointSet their_men_;
    const PointSet empty_;
};

}  // namespace plyground::draughts
