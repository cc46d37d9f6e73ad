// PlacingSearch: the exact value of a position of the placing phase, searched on top of the solved moving phase.
//
// Placing has no cycles, and the first position of the moving phase is looked up. Only win, draw and loss count, so the
// search asks two questions, each answered yes or no: can the side to move draw at least, and can it win? A position
// reaches a goal if some turn leads to one in which the opponent does not reach the opposite goal.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

#include "plyground/core/endgame.hpp"
#include "plyground/core/result.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/games/mill/orbits.hpp"
#include "plyground/games/mill/placing_table.hpp"
#include "plyground/games/mill/position.hpp"

namespace plyground::mill {

// The solved moving phase. Several threads may ask at once.
class MovingValues {
  public:
    virtual ~MovingValues() = default;
    // The value for the side to move, whose men come first.
    virtual Value value(std::uint32_t moves, std::uint32_t waits) const = 0;
};

// What a position is, up to the symmetries of the board; only where nothing but the men counts.
inline std::uint64_t placing_key(const Orbits& orbits, const Position& position) {
    const std::uint32_t white = position.men[0];
    const int count = std::popcount(white);
    const Orbits::Member member = orbits.member(count, white);
    const std::uint32_t black = orbits.image(member.symmetry, position.men[1]);
    std::uint32_t smallest = black;
    for (const std::uint8_t s : orbits.stabilizer(count, member.orbit))
        smallest = std::min(smallest, orbits.image(s, black));
    const std::uint64_t men = std::uint64_t{orbits.representatives(count)[member.orbit]} << 24 | smallest;
    const unsigned side = position.side_to_move == Side::WHITE ? 0 : 1;
    return ((men << 1 | side) << 4 | position.hand[0]) << 4 | position.hand[1];
}

// For one thread. Rules under which men move while both sides have men in hand make cycles and are not supported.
template <class R>
class PlacingSearch {
  public:
    // `stopped` is asked every few hundred nodes; if it says yes, SearchStopped is thrown.
    PlacingSearch(const Mill<R>& game, const MovingValues& moving, PlacingTable& table, StopCheck stopped)
        : game_(game),
          orbits_(orbits_of(game.rules().board().name)),
          moving_(moving),
          table_(table),
          stopped_(stopped) {}

    // A win in one ply, a draw, or a loss in none: distances are not known.
    Value value(const Position& position) {
        if (!reaches(position, Goal::DRAW)) return value_of(0);
        return reaches(position, Goal::WIN) ? value_of(1) : DRAW_VALUE;
    }

    std::uint64_t nodes() const { return nodes_; }

  private:
    struct Child {
        int order;
        std::uint32_t number;
    };
    static constexpr int MAX_DEPTH = 64;  // more than the turns of any placing phase

    bool reaches(const Position& position, Goal goal) {
        ++nodes_;
        if (stopped_()) throw SearchStopped();
        if (!position.is_placing() && is_plain(position) && is_solved(position)) return reaches_moving(position, goal);
        const bool is_kept = position.is_placing() && is_plain(position);
        const std::uint64_t key = is_kept ? placing_key(orbits_, position) : 0;
        if (is_kept)
            if (const auto known = table_.find(key).reaches(goal)) return *known;
        if (++depth_ > MAX_DEPTH) throw std::logic_error("the placing phase does not end");
        const bool is_reached = search(position, goal);
        --depth_;
        if (is_kept) table_.add(key, goal, is_reached);
        return is_reached;
    }

    // Whether the moving phase has tables with as many men.
    bool is_solved(const Position& position) const {
        const int white = std::popcount(position.men[0]), black = std::popcount(position.men[1]);
        return std::min(white, black) >= game_.rules().lose_below() && white + black < game_.rules().board().points;
    }

    bool reaches_moving(const Position& position, Goal goal) const {
        const std::size_t us = position.side_to_move == Side::WHITE ? 0 : 1;
        const Value value = moving_.value(position.men[us], position.men[1 - us]);
        return goal == Goal::WIN ? is_win(value) : !is_loss(value);
    }

    bool search(const Position& position, Goal goal) {
        const TurnGenerator<R> turns = game_.turns(position);
        typename Mill<R>::List moves;
        ListSink<typename Mill<R>::List> sink(moves);
        turns.generate(sink);
        if (moves.is_empty() || turns.is_decided()) return is_over(position, goal);
        const Goal against = goal == Goal::WIN ? Goal::DRAW : Goal::WIN;
        const Successor<R> successor(turns);

        std::array<Child, Mill<R>::MAX_MOVES> children;
        const std::size_t count = moves.size();
        // A turn after which the table knows that the goal is reached needs no search.
        const bool looks_ahead = position.hand[0] + position.hand[1] > 1;
        const PointSet threatened = game_.policy().completed(turns.theirs());
        for (std::size_t i = 0; i < count; ++i) {
            int order = order_of(turns, threatened, moves[i]);
            if (looks_ahead) {
                const Position next = successor.after(moves[i]);
                if (next.is_placing() && is_plain(next))
                    if (const auto known = table_.find(placing_key(orbits_, next)).reaches(against)) {
                        if (!*known) return true;
                        order = FAILS;
                    }
            }
            children[i] = {order, static_cast<std::uint32_t>(i)};
        }
        for (std::size_t done = 0; done < count; ++done) {
            const auto first = children.begin() + static_cast<std::ptrdiff_t>(done);
            const auto best = std::max_element(first, children.begin() + static_cast<std::ptrdiff_t>(count),
                                               [](const Child& a, const Child& b) { return a.order < b.order; });
            if (best->order == FAILS) return false;
            std::swap(*first, *best);
            if (!reaches(successor.after(moves[first->number]), against)) return true;
        }
        return false;
    }

    // The side to move has no turn.
    bool is_over(const Position& position, Goal goal) const {
        const Result result = game_.result(position, false);
        if (result.outcome == Outcome::DRAW) return goal == Goal::DRAW;
        return result.outcome == (position.side_to_move == Side::WHITE ? Outcome::WHITE_WINS : Outcome::BLACK_WINS);
    }

    // Which turns to try first: those that close a mill, then those that prevent one, then those that threaten one or
    // stand well.
    static int order_of(const TurnGenerator<R>& turns, PointSet threatened, Move move) {
        if (!move.is_landing()) return 0;
        const Board& board = turns.rules().board();
        const auto to = static_cast<std::size_t>(move.to().index());
        const PointSet ours = turns.ours(), theirs = turns.theirs();
        int order = 0;
        for (int i = 0; i < board.line_counts_at[to]; ++i) {
            const PointSet others = board.lines_at[to][static_cast<std::size_t>(i)].others;
            const int own = (others & ours).count(), their = (others & theirs).count();
            order += own == 2 ? 400 : own == 1 && their == 0 ? 30 : 0;
            order += their == 2 ? 200 : their == 1 && own == 0 ? 10 : 0;
        }
        order += 4 * (board.neighbours[to] & turns.empty()).count();
        for (const Point p : move.removed()) {
            if (threatened.has(p)) order += 20;
            const auto from = static_cast<std::size_t>(p.index());
            for (int i = 0; i < board.line_counts_at[from]; ++i) {
                const PointSet others = board.lines_at[from][static_cast<std::size_t>(i)].others;
                const int own = (others & ours).count(), their = (others & theirs).count();
                order += own == 0 ? 40 * their : 0;
                order += own == 2 ? 60 : 0;
            }
        }
        return order;
    }
    static constexpr int FAILS = -1;

    const Mill<R>& game_;
    const Orbits& orbits_;
    const MovingValues& moving_;
    PlacingTable& table_;
    StopCheck stopped_;
    int depth_ = 0;
    std::uint64_t nodes_ = 0;
};

}  // namespace plyground::mill
