// CapturePhase: the moving phase of a mill game with special captures, as tables of positions by the numbers of men.
//
// The tables, their rows and columns are those of MovingPhase. But what a landing may capture depends on the lines
// around it, so every turn comes from the ordinary generator, and what captures lead to is looked up position by
// position. That takes 20 to 35 times as long.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "plyground/core/bit_gather.hpp"
#include "plyground/core/endgame.hpp"
#include "plyground/games/mill/game.hpp"
#include "plyground/games/mill/moving_phase.hpp"
#include "plyground/games/mill/moving_tables.hpp"
#include "plyground/games/mill/orbits.hpp"
#include "plyground/games/mill/rules.hpp"

namespace plyground::mill {

// Whether special captures are made in the moving phase. They depend on the men on the board alone, so that they can be
// solved like everything else.
constexpr bool captures_while_moving(const Rules& rules) {
    constexpr int FEWEST_MEN = 3;  // where those with a limit apply too
    const auto applies = [](const SpecialCapture& capture) {
        return capture.is_on() && capture.applies(false, FEWEST_MEN);
    };
    return applies(rules.custodian()) || applies(rules.intervention()) || applies(rules.leap());
}

// For rules under which the men on the board are the whole position.
class CapturePhase {
  public:
    CapturePhase(const Rules& rules, int moving, int waiting, FindTable find)
        : game_(RuntimeRules{rules}),
          orbits_(orbits_of(rules.board().name)),
          men_{moving, waiting},
          find_(std::move(find)) {}

    int tables() const { return men_[0] == men_[1] ? 1 : 2; }
    std::uint32_t rows(int t) const { return static_cast<std::uint32_t>(representatives(t).size()); }
    std::uint32_t columns(int t) const { return Subsets::count(orbits_.board().points - waiting(t), moving(t)); }
    std::uint64_t row_start(int t, std::uint32_t row) const { return std::uint64_t{row} * columns(t); }

    void begin(int t, std::uint32_t row, Cell* cells) const {
        for (std::uint32_t column = 0; column < columns(t); ++column) {
            const auto [moves, waits] = men(t, row, column);
            cells[column] = begin(position_of(moves, waits));
        }
    }

    bool has_copies(int t, std::uint32_t row) const { return orbits_.is_symmetric(waiting(t), row); }
    bool is_copy(int t, std::uint32_t row, std::uint32_t column) const {
        const auto& group = orbits_.stabilizer(waiting(t), row);
        return std::any_of(group.begin(), group.end(),
                           [&](std::uint8_t s) { return turned_by(s, t, row, column) < column; });
    }

    TablePlace turned(int t, std::uint32_t row, std::uint32_t column) const {
        const auto [moves, waits] = men(t, row, column);
        return place_of<Bits>(orbits_, waits, moves);
    }

    // The men of the side to move and of the other one in a position of table 0 or 1.
    std::pair<std::uint32_t, std::uint32_t> men(int t, std::uint32_t row, std::uint32_t column) const {
        const std::uint32_t waits = representatives(t)[row];
        return {Bits::scatter(orbits_.sets(moving(t))[column], orbits_.all() & ~waits), waits};
    }

    template <class Visit>
    void unmoves(int t, std::uint32_t row, std::uint32_t column, const Visit& visit) const {
        const std::uint32_t waits = representatives(t)[row], open = orbits_.all() & ~waits;
        const auto number = [&](std::uint32_t moves) {
            return orbits_.subsets().rank(moving(t), Bits::gather(moves, open));
        };
        for_images(t, row, column, [&](std::uint32_t moved) {
            for (const Point to : PointSet(std::uint64_t{moved}))
                for (const Point from : PointSet(std::uint64_t{open & ~moved})) {
                    const std::uint32_t before = (moved & ~bit(to)) | bit(from);
                    if (is_quiet(position_of(before, waits), from, to)) visit(number(before));
                }
            if (game_.rules().blocked() == Blocked::PASSES && !can_land(position_of(moved, waits)))
                visit(number(moved));
        });
    }

  private:
    using Bits = TableGather;
    using Turns = TurnGenerator<RuntimeRules>;

    static std::uint32_t bit(Point p) { return static_cast<std::uint32_t>(PointSet(p).bits()); }
    static Position position_of(std::uint32_t moves, std::uint32_t waits) {
        Position position;
        position.men = {moves, waits};
        return position;
    }

    int moving(int t) const { return men_[static_cast<std::size_t>(t)]; }
    int waiting(int t) const { return men_[static_cast<std::size_t>(1 - t)]; }
    const std::vector<std::uint32_t>& representatives(int t) const { return orbits_.representatives(waiting(t)); }

    std::uint32_t turned_by(std::uint8_t symmetry, int t, std::uint32_t row, std::uint32_t column) const {
        const auto [moves, waits] = men(t, row, column);
        return orbits_.subsets().rank(moving(t), Bits::gather(orbits_.image(symmetry, moves), orbits_.all() & ~waits));
    }

    // Calls `visit(moves)` for the men to move in every different image of a position in its row.
    template <class Visit>
    void for_images(int t, std::uint32_t row, std::uint32_t column, const Visit& visit) const {
        const std::uint32_t moves = men(t, row, column).first;
        std::array<std::uint32_t, 64> seen{moves};
        std::size_t count = 1;
        visit(moves);
        for (const std::uint8_t symmetry : orbits_.stabilizer(waiting(t), row)) {
            const std::uint32_t image = orbits_.image(symmetry, moves);
            if (std::find(seen.begin(), seen.begin() + count, image) != seen.begin() + count) continue;
            seen[count++] = image;
            visit(image);
        }
    }

    bool can_land(const Position& position) const { return Turns(game_.policy(), position).has_ordinary_turn(); }

    // Whether a man may go from one point to another empty one without taking anything. A leap always takes something.
    bool is_quiet(const Position& before, Point from, Point to) const {
        const bool flies = before.total(before.side_to_move) <= game_.rules().fly_at();
        if (!flies && !orbits_.board().neighbours[static_cast<std::size_t>(from.index())].has(to)) return false;
        const Turns turns(game_.policy(), before);
        struct {
            bool found = false;
            void add(Move move) { found |= move.removed().is_empty(); }
        } quiet;
        RemovalGenerator<RuntimeRules>(turns, {from, to}).generate(quiet);
        return quiet.found;
    }

    // There may be more captures than a cell can count. But their values are known, so one move stands for all of them
    // that do not lose.
    Cell begin(const Position& position) const {
        MoveList<Mill<RuntimeRules>> turns;
        game_.moves(position, turns);
        if (turns.is_empty())
            return {0, game_.result(position, false).outcome == Outcome::DRAW ? Cell::UNLIMITED : std::uint8_t{0}};
        Cell cell;
        bool has_saving_capture = false;
        for (const Move turn : turns) {
            ++cell.moves;
            if (turn.removed().is_empty()) continue;
            const Value after = value_after(position, turn);
            add(cell, after);
            if (is_win(after)) continue;  // it has been taken away
            --cell.moves;
            has_saving_capture = true;
        }
        cell.moves += has_saving_capture ? 1 : 0;
        return cell;
    }

    // The value of a position with fewer men. In the middle of a turn, which blocked sides may be, it follows from the
    // rest of the turn.
    Value value_after(const Position& position, Move turn) const {
        const Position next = game_.after(position, turn);
        const auto us = static_cast<std::size_t>(index(next.side_to_move));
        const std::uint32_t moves = next.men[us], waits = next.men[1 - us];
        const int moving_count = std::popcount(moves), waiting_count = std::popcount(waits);
        if (std::min(moving_count, waiting_count) < game_.rules().lose_below())
            return value_of(moving_count < game_.rules().lose_below() ? 0 : 1);
        if (next.mover == next.side_to_move && next.owes_nothing()) {
            Value value = DRAW_VALUE;
            find_(moving_count, waiting_count).read(number_of(orbits_, moves, waits), {&value, 1});
            return value;
        }
        MoveList<Mill<RuntimeRules>> turns;
        game_.moves(next, turns);
        Cell cell{0, static_cast<std::uint8_t>(turns.size())};
        for (const Move rest : turns) add(cell, value_after(next, rest));
        return cell.value();
    }
    static void add(Cell& cell, Value after) {
        if (is_loss(after)) cell.add_win(plies_of(after));
        if (is_win(after)) cell.add_loss(plies_of(after));
    }

    Mill<RuntimeRules> game_;
    const Orbits& orbits_;
    std::array<int, 2> men_;
    FindTable find_;
};

}  // namespace plyground::mill
