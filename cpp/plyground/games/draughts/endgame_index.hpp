// The index of a pair of endgame tables, for retrograde analysis (core/endgame.hpp): rows, columns and quiet un-moves.
//
// A row is an arrangement of the waiting side, a column one of the side to move. Steps of men are quiet moves of the
// pair although nobody can step back. Ordering slices by how far the men have advanced would make them conversions, but
// no pair of up to six pieces needs that to fit: the largest, KKMvKMM with KMMvKKM, has 3.0e8 indices.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "plyground/core/endgame_tables.hpp"
#include "plyground/games/draughts/capture_generator.hpp"
#include "plyground/games/draughts/endgame_tables.hpp"
#include "plyground/games/draughts/movegen.hpp"
#include "plyground/games/draughts/successor.hpp"

namespace plyground::draughts {

template <class Grid, class R>
class EndgameIndex {
  public:
    // `values` has at least the tables of `EndgameTables::conversions`; they and `tables` outlive the index.
    EndgameIndex(const EndgameTables<Grid, R>& tables, EndgamePair pair, EndgameValues values)
        : tables_(tables), pair_(pair), values_(std::move(values)) {
        for (const int table : {pair.first, pair.second}) {
            const Arrangements all = tables.arrangements(tables.mover(table));
            sides_.push_back({all, {}});
            for (std::uint64_t i = 0; i < all.size(); ++i) sides_.back().list.push_back(all[i]);
        }
    }

    int tables() const { return pair_.first == pair_.second ? 1 : 2; }
    std::uint32_t rows(int t) const { return static_cast<std::uint32_t>(sides_[1 - t].list.size()); }
    std::uint64_t row_start(int t, std::uint32_t row) const { return std::uint64_t{row} * columns(t); }
    bool has_copies(int, std::uint32_t) const { return false; }
    bool is_copy(int, std::uint32_t, std::uint32_t) const { return false; }
    TablePlace turned(int, std::uint32_t row, std::uint32_t column) const { return {column, row}; }

    void begin(int t, std::uint32_t row, Cell* cells) const {
        const Pieces black = draughts::turned(sides_[1 - t].list[row]);
        for (std::uint32_t column = 0; column < columns(t); ++column) {
            const Pieces& white = sides_[t].list[column];
            cells[column] = Cell{};
            if (white.all().meets(black.all())) cells[column].plies = Cell::NONE;
            else begin(tables_.board(white, black), cells[column]);
        }
    }

    // Captures are mandatory, so only positions without one have quiet moves.
    template <class F>
    void unmoves(int t, std::uint32_t row, std::uint32_t column, const F& f) const {
        const Pieces black = draughts::turned(sides_[1 - t].list[row]);
        const Pieces& white = sides_[t].list[column];
        const PointSet empty = playable<Grid>(*tables_.rules()) & ~(white.all() | black.all());
        const auto visit = [&](const Pieces& before) {
            if (!can_capture(tables_.board(before, black)))
                f(static_cast<std::uint32_t>(sides_[t].arrangements.number(before)));
        };
        for (const Point to : white.men)
            for (const Point from : men_step_from(to) & empty)
                visit({white.men ^ PointSet(to) ^ PointSet(from), white.kings});
        for (const Point to : white.kings)
            for (const Point from : king_targets<Grid>(*tables_.rules(), to, empty))
                visit({white.men, white.kings ^ PointSet(to) ^ PointSet(from)});
    }

  private:
    // One side of the pair: the pieces that move in table t are those that wait in the other table.
    struct SideList {
        Arrangements arrangements;
        std::vector<Pieces> list;
    };

    std::uint32_t columns(int t) const { return static_cast<std::uint32_t>(sides_[t].list.size()); }

    void begin(const Position& position, Cell& cell) const {
        List<R> moves;
        ListSink sink(moves);
        generate<Grid>(position, tables_.rules(), MoveKind::ALL, sink);
        for (const Move& move : moves) {
            if (move.is_capture() || move.is_promotion()) add_conversion(cell, value_after(position, move));
            else ++cell.moves;
        }
    }

    Value value_after(const Position& position, const Move& move) const {
        const Position next = after<Grid>(position, tables_.rules(), move);
        const auto place = tables_.place_of(next);
        return place ? values_[place->table][place->index] : value_of(0);  // no piece left
    }

    // The points from which a white man steps to a point.
    PointSet men_step_from(Point to) const {
        PointSet points;
        each_direction([&]<Direction D>() {
            if (steps_along(*tables_.rules(), D) && !is_backward(Side::WHITE, D))
                points |= Grid::template shifted<opposite(D)>(PointSet(to));
        });
        return points;
    }

    bool can_capture(const Position& position) const {
        const CaptureGenerator<Grid, R, Side::WHITE> captures(position, tables_.rules());
        if (position.men(Side::WHITE).meets(captures.men_capture_from())) return true;
        for (const Point king : position.kings_of(Side::WHITE))
            if (captures.can_capture(king)) return true;
        return false;
    }

    const EndgameTables<Grid, R>& tables_;
    const EndgamePair pair_;
    const EndgameValues values_;
    std::vector<SideList> sides_;
};

}  // namespace plyground::draughts
