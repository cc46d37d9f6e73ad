// Counting the leaves of trees in which men are only placed and removed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plyground/core/point_set.hpp"
#include "plyground/core/score.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// Everything that changes from turn to turn while both sides have men in hand, as seen by the side to move.
struct Men {
    PointSet ours;
    PointSet theirs;
    PointSet empty;
};

// Every position before the last ply is visited and its moves are counted; work that the placements of one position
// share is done once. Only for trees within `TurnGenerator::placing_plies`.
template <class R>
class PlacingTree {
  public:
    explicit PlacingTree(const R& rules) : source_(rules) {}

    // The leaves if a move is a whole turn.
    std::uint64_t turns(Men men, Depth depth) const {
        const PointSet closing = closing_points(men);
        const PointSet victims = closing.is_empty() ? PointSet{} : removable(men.theirs);
        if (depth == 1) return count(men.empty, closing, victims.count());
        std::uint64_t leaves = depth == 2 ? quiet_replies(men, men.empty & ~closing) : 0;
        for (PointSet rest = depth == 2 ? closing : men.empty; !rest.is_empty(); rest ^= lowest(rest)) {
            const PointSet to = lowest(rest);
            if (!to.meets(closing) || victims.is_empty()) leaves += turns(after(men, to), depth - 1);
            else
                for (const Point victim : victims) leaves += turns(after(men, to, PointSet(victim)), depth - 1);
        }
        return leaves;
    }

    // The leaves if a removal is a ply of its own, made by the side that has just closed a mill.
    std::uint64_t plies(Men men, Depth depth) const {
        if (depth == 1) return size(men.empty);
        PointSet closing = closing_points(men);
        const PointSet victims = closing.is_empty() ? PointSet{} : removable(men.theirs);
        if (victims.is_empty()) closing = {};
        std::uint64_t leaves = 0;
        if (depth == 2) {
            for (PointSet rest = men.empty; !rest.is_empty(); rest ^= lowest(rest))
                leaves += size(lowest(rest).meets(closing) ? victims : men.empty ^ lowest(rest));
            return leaves;
        }
        for (PointSet rest = men.empty; !rest.is_empty(); rest ^= lowest(rest)) {
            const PointSet to = lowest(rest);
            if (!to.meets(closing)) leaves += plies(after(men, to), depth - 1);
            else
                for (const Point victim : victims) leaves += plies(after(men, to, PointSet(victim)), depth - 2);
        }
        return leaves;
    }

  private:
    static PointSet lowest(PointSet set) { return PointSet(set.bits() & (0 - set.bits())); }
    static std::uint64_t size(PointSet set) { return static_cast<std::uint64_t>(set.count()); }

    // Placements; each that closes a mill counts once for every victim.
    static std::uint64_t count(PointSet empty, PointSet closing, int victims) {
        return size(empty) + (victims == 0 ? 0 : size(closing) * static_cast<std::uint64_t>(victims - 1));
    }

    // The replies to all placements that close nothing. The opponent keeps the points that close a mill, except the one
    // that was taken, and has one more man to remove.
    std::uint64_t quiet_replies(const Men& men, PointSet quiet) const {
        const PointSet their_closing = closing_points({men.theirs, men.ours, men.empty});
        const int victims = their_closing.is_empty() ? 0 : free(men.ours).count() + 1;
        std::uint64_t replies = 0;
        for (PointSet rest = quiet; !rest.is_empty(); rest ^= lowest(rest)) {
            const PointSet empty = men.empty ^ lowest(rest);
            replies += count(empty, their_closing & empty, victims);
        }
        return replies;
    }

    static Men after(const Men& men, PointSet to) { return {men.theirs, men.ours | to, men.empty ^ to}; }
    Men after(const Men& men, PointSet to, PointSet victim) const {
        const PointSet freed = source_.get().mill_action() == MillAction::MARK ? PointSet{} : victim;
        return {men.theirs ^ victim, men.ours | to, men.empty ^ to ^ freed};
    }

    PointSet closing_points(const Men& men) const {
        const MillAction action = source_.get().mill_action();
        const bool takes = action == MillAction::REMOVE || action == MillAction::MARK;
        return takes ? source_.completed(men.ours) & men.empty : PointSet{};
    }
    PointSet free(PointSet men) const {
        return source_.get().take() == Take::ALWAYS ? men : men & ~source_.completed(men);
    }
    PointSet removable(PointSet men) const {
        const PointSet found = free(men);
        return found.is_empty() && source_.get().take() == Take::IF_ALL ? men : found;
    }

    const R& source_;
};

}  // namespace plyground::mill
