// SplitMill: the same game counted as other programs do, with a removal as a ply of its own and without passes.
//
// Only for counting: between a closing move and its removals the same side is to move again.
#pragma once

#include "plyground/core/game.hpp"
#include "plyground/games/mill/game.hpp"

namespace plyground::mill {

template <class R>
class SplitMill {
  public:
    using Position = mill::Position;
    using Move = mill::Move;
    // Four men fly to twenty points; placements and steps together are at most 23 + 40. There are no leaps here.
    static constexpr std::size_t MAX_MOVES = 80;
    using List = InlineList<Move, MAX_MOVES>;

    explicit SplitMill(const Mill<R>& game) : game_(game) {}

    Position start() const { return game_.start(); }
    Side side_to_move(const Position& position) const { return position.side_to_move; }

    void moves(const Position& position, List& list) const {
        plies(
            position,
            [&](Point from, PointSet open) {
                for (const Point to : open) list.push(Move::landing(from, to, {}, false));
            },
            [&](PointSet victims) {
                for (const Point p : victims) list.push(Move::removal(p));
            });
    }

    std::size_t count_moves(const Position& position) const {
        int count = 0;
        plies(
            position, [&](Point, PointSet open) { count += open.count(); },
            [&](PointSet victims) { count += victims.count(); });
        return static_cast<std::size_t>(count);
    }

    Depth counted_plies(const Position& position) const { return game_.counted_plies(position); }
    std::uint64_t count_leaves(const Position& position, Depth depth) const {
        return game_.placing_tree().plies(game_.turns(position).men(), depth);
    }

    Position after(const Position& position, Move move) const {
        const auto now = game_.turns(position);
        Position next = move.is_landing() ? after_landing(now, position, move) : after_removal(now, position, move);
        return without_passes(next);
    }

    // A position in which some side has a ply to make; passes are made at once.
    Position without_passes(Position position) const {
        for (int passes = 0; passes < 4 && must_pass(position); ++passes)
            position = game_.after(position, Move::pass());
        return position;
    }

    Result result(const Position& position, bool has_moves) const { return game_.result(position, has_moves); }
    Key key(const Position& position) const { return game_.key(position); }
    int reversible_plies(const Position& position) const { return game_.reversible_plies(position); }
    Repetition repetition() const { return game_.repetition(); }
    Score evaluate(const Position& position) const { return game_.evaluate(position); }

  private:
    // Must pass, or is blocked under the rule that a blocked side passes.
    bool must_pass(const Position& position) const {
        const auto now = game_.turns(position);
        const TurnKind turn_kind = now.turn_kind();
        return turn_kind == TurnKind::PASS || (turn_kind == TurnKind::ORDINARY &&
                                               game_.rules().blocked() == Blocked::PASSES && !now.has_ordinary_turn());
    }

    template <class Land, class Remove>
    void plies(const Position& position, const Land& land, const Remove& remove) const {
        const auto now = game_.turns(position);
        const TurnKind turn_kind = now.turn_kind();
        if (turn_kind == TurnKind::REMOVE) return remove(now.due_targets());
        if (turn_kind != TurnKind::ORDINARY) return;
        bool found = false;
        now.targets([&](Point from, PointSet open) {
            found |= !open.is_empty();
            land(from, open);
        });
        const bool removes =
            game_.rules().blocked() >= Blocked::REMOVES_AND_MOVES && game_.rules().blocked() != Blocked::DRAW;
        if (!found && removes) remove(now.adjacent_enemies());
    }

    // A landing that earns removals leaves its side to move with the removals due. The other effects of the turn, above
    // all the end of placing, are those of the whole turn with one of its removals, which is then undone.
    Position after_landing(const TurnGenerator<R>& now, const Position& position, Move move) const {
        const Side us = position.side_to_move;
        const int earned = now.earned({move.from(), move.to()});
        const int on_board = now.earned_on_board(move.from(), earned);
        const PointSet victims = on_board > 0 ? now.removable() : PointSet{};
        if (victims.is_empty()) return Successor<R>(now).after(Move::landing(move.from(), move.to(), {}, earned > 0));
        const PointSet victim(victims.first());
        Position next = Successor<R>(now).after(Move::landing(move.from(), move.to(), victim, true));
        next.put(other(us), victim.first());
        next.marked &= static_cast<std::uint32_t>(~victim.bits());
        next.side_to_move = us;
        next.set_due(us, on_board);
        return next;
    }

    Position after_removal(const TurnGenerator<R>& now, const Position& position, Move move) const {
        const Side us = position.side_to_move;
        Position next = Successor<R>(now).after(move);
        const bool owes_more = position.due_kind == DueKind::ENEMY && next.due(us) > 0 && next.due(other(us)) == 0;
        if (owes_more && !game_.turns(next).is_decided()) next.side_to_move = us;
        return next;
    }

    Mill<R> game_;
};

}  // namespace plyground::mill
