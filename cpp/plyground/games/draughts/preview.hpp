// Preview: the values of draughts positions one move ahead, without making them.
#pragma once

#include <array>
#include <cstddef>

#include "plyground/core/score.hpp"
#include "plyground/games/draughts/draws.hpp"
#include "plyground/games/draughts/evaluation.hpp"
#include "plyground/games/draughts/movegen.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// The value of each piece on each point for its own side: an evaluation of positions with one piece.
struct PieceValues {
    std::array<std::array<std::array<Score, 64>, 2>, 2> piece{};  // by side, is king, point

    Score of(Side side, bool is_king, Point p) const { return piece[index(side)][is_king][p.index()]; }
};

template <class Grid>
constexpr PieceValues piece_values(auto evaluate) {
    PieceValues values;
    for (const Side side : {Side::WHITE, Side::BLACK})
        for (const bool is_king : {false, true})
            for (const Point p : Grid::ALL) {
                Position position;
                position.side_to_move = side;
                position.sides[index(side)] = PointSet(p);
                if (is_king) position.kings = PointSet(p);
                values.piece[index(side)][is_king][p.index()] = evaluate(position);
            }
    return values;
}

// By index: the named evaluations, then the default for flying kings and for others.
template <class Grid>
inline constexpr std::array<PieceValues, 4> PIECE_VALUES{
    piece_values<Grid>([](const Position& position) { return evaluate_by<Grid>(position, 0, 0); }),
    piece_values<Grid>([](const Position& position) { return evaluate_by<Grid>(position, 1, 0); }),
    piece_values<Grid>([](const Position& position) { return evaluate<Grid>(position, Rules{.flying_kings = true}); }),
    piece_values<Grid>([](const Position& position) { return evaluate<Grid>(position, Rules{.flying_kings = false}); }),
};

// Every evaluation is a sum over pieces and points, so a move changes it only by the pieces that it moves and captures.
template <class Grid, class R>
class Preview {
  public:
    Preview(const Position& position, const R& rules, const EarliestDraws& draws, int evaluation)
        : position_(position),
          rules_(rules),
          values_(PIECE_VALUES<Grid>[static_cast<std::size_t>(evaluation >= 0       ? evaluation
                                                              : rules->flying_kings ? 2
                                                                                    : 3)]),
          us_(position.side_to_move),
          them_(other(us_)),
          empty_(playable<Grid>(*rules) & ~position.occupied()),
          their_steps_(steps(position.of(them_), position.kings, empty_)),
          value_(evaluation >= 0 ? evaluate_by<Grid>(position, static_cast<std::size_t>(evaluation), 0)
                                 : evaluate<Grid>(position, *rules)),
          may_end_(!draws.are_beyond(1, position)) {}

    Score after(const Move& move) const {
        if (move.is_capture()) return after_capture(move);
        return after_step(move.from, move.to, move.was_king, move.is_king);
    }

    template <class Visit>
    void for_each(const Visit& visit) const {
        List<R> captures;
        VisitSink<Visit> sink(captures, *this, visit);
        generate<Grid>(position_, rules_, MoveKind::ALL, sink);
        for (const Move& move : captures)
            if (!visit(move, after_capture(move))) return;
    }

  private:
    // A sink that visits steps at once and lists captures, which may be dropped for better ones.
    template <class Visit>
    class VisitSink : public ListSink<MAX_MOVES<R>> {
      public:
        VisitSink(List<R>& captures, const Preview& preview, const Visit& visit)
            : ListSink<MAX_MOVES<R>>(captures), preview_(preview), visit_(visit) {}

        void add_steps(PointSet targets, int step, PointSet crowned) {
            for (const Point to : targets)
                if (!add(Point(to.index() - step), to, false, crowned.has(to))) return;
        }
        void add_targets(Point from, PointSet targets) {
            for (const Point to : targets)
                if (!add(from, to, true, true)) return;
        }

      private:
        bool add(Point from, Point to, bool was_king, bool is_king) {
            if (continues_)
                continues_ =
                    visit_(step_move(from, to, was_king, is_king), preview_.after_step(from, to, was_king, is_king));
            return continues_;
        }

        const Preview& preview_;
        const Visit& visit_;
        bool continues_ = true;
    };

    Score after_step(Point from, Point to, bool was_king, bool is_king) const {
        // A step deprives the opponent of at most one point.
        if (may_end_ || !their_steps_.meets(~PointSet(to))) return UNKNOWN_VALUE;
        return value_ + values_.of(us_, is_king, to) - values_.of(us_, was_king, from);
    }

    Score after_capture(const Move& move) const {
        const PointSet left = position_.of(them_) & ~move.captured;
        const PointSet empty = (empty_ | move.captured | PointSet(move.from)) & ~PointSet(move.to);
        if (may_end_ || steps(left, position_.kings, empty).is_empty()) return UNKNOWN_VALUE;
        Score value = value_ + values_.of(us_, move.is_king, move.to) - values_.of(us_, move.was_king, move.from);
        for (const Point p : move.captured) value += values_.of(them_, position_.kings.has(p), p);
        return value;
    }

    // The points to which the opponent's pieces can step. Kings with limited moves do not count.
    PointSet steps(PointSet pieces, PointSet kings, PointSet empty) const {
        PointSet reached;
        const PointSet movable_kings = rules_->king_steps > 0 ? PointSet{} : pieces & kings;
        each_direction([&]<Direction D>() {
            if (is_diagonal(D) != (rules_->lines != Lines::ORTHOGONAL)) return;
            reached |=
                Grid::template shifted<D>(is_backward(them_, D) ? movable_kings : movable_kings | (pieces & ~kings));
        });
        return reached & empty;
    }

    const Position& position_;
    const R& rules_;
    const PieceValues& values_;
    const Side us_;
    const Side them_;
    const PointSet empty_;
    const PointSet their_steps_;
    const Score value_;
    const bool may_end_;
};

}  // namespace plyground::draughts
