// The index of a pair of endgame tables, for retrograde analysis (core/endgame.hpp): rows, columns and quiet un-moves.
//
// A double step that allows an en-passant capture leads to one of the extra columns (see EndgameTables), every other
// quiet move to an ordinary one. Positions with the right have the same quiet moves as those without, so un-moves reach
// both. Exchanging the sides of an extra column gives a column beyond the ordinary ones too: there it stands for men of
// which the pawn has just made its double step, and has that step as its only un-move.
#pragma once

#include <cstdint>
#include <utility>

#include "plyground/core/endgame_tables.hpp"
#include "plyground/games/chess/endgame_tables.hpp"
#include "plyground/games/chess/movegen.hpp"

namespace plyground::chess {

class EndgameIndex {
  public:
    // `values` has at least the tables of `EndgameTables::conversions`; they and `tables` outlive the index.
    EndgameIndex(const EndgameTables& tables, EndgamePair pair, EndgameValues values)
        : tables_(tables), pair_(pair), values_(std::move(values)) {}

    int tables() const { return pair_.first == pair_.second ? 1 : 2; }
    std::uint32_t rows(int t) const { return static_cast<std::uint32_t>(tables_.rows(table(t)).arrangement.size()); }
    std::uint64_t row_start(int t, std::uint32_t row) const { return std::uint64_t{row} * tables_.columns(table(t)); }
    bool has_copies(int t, std::uint32_t row) const { return tables_.rows(table(t)).own_symmetry[row] != 0; }
    // Whether another column of the row is the same position, mirrored.
    bool is_copy(int t, std::uint32_t row, std::uint32_t column) const {
        const int symmetry = tables_.rows(table(t)).own_symmetry[row];
        return symmetry != 0 && tables_.mover(table(t)).image(column, symmetry) < column;
    }
    TablePlace turned(int t, std::uint32_t row, std::uint32_t column) const;

    void begin(int t, std::uint32_t row, Cell* cells) const {
        for (std::uint32_t column = 0; column < tables_.columns(table(t)); ++column) {
            Cell& cell = cells[column] = Cell{};
            const auto position = tables_.position(table(t), row, column);
            if (!position) cell.plies = Cell::NONE;
            else begin(*position, cell);
        }
    }

    // May visit columns that are no position, because the waiting king would be in check there.
    template <class F>
    void unmoves(int t, std::uint32_t row, std::uint32_t column, const F& f) const {
        const Men& men = tables_.mover(table(t));
        if (column >= men.size()) return un_double_step(t, row, men.with_pawn_on_fourth(column - men.size()), f);
        unmoves_of_one(t, row, column, f);
        if (const int symmetry = tables_.rows(table(t)).own_symmetry[row]; symmetry != 0)
            if (const std::uint32_t image = men.image(column, symmetry); image != column)
                unmoves_of_one(t, row, image, f);
    }

  private:
    int table(int t) const { return t == 0 ? pair_.first : pair_.second; }

    void begin(const Position& position, Cell& cell) const {
        List moves;
        ListSink sink(moves);
        generate<MoveKind::ALL>(position, {}, sink);
        for (const Move move : moves) {
            const bool captures = position.of(Side::BLACK).has(move.to()) || move.flag() == Flag::EN_PASSANT;
            if (captures || move.is_promotion()) add_conversion(cell, value_after(position, move));
            else ++cell.moves;
        }
        if (moves.is_empty() && !is_in_check(position, Side::WHITE)) cell.moves = Cell::UNLIMITED;  // stalemate
    }

    Value value_after(const Position& position, Move move) const {
        const EndgamePlace place = *tables_.place_of(after(position, move));
        return values_[place.table][place.index];
    }

    template <class F>
    void unmoves_of_one(int t, std::uint32_t row, std::uint32_t column, const F& f) const {
        const Men& men = tables_.mover(table(t));
        const Arrangement& arrangement = men[column];
        const PointSet occupied = board(t, row, arrangement).occupied();
        for (std::size_t i = 0; i < men.kinds().size(); ++i) {
            if (men.kinds()[i] == Kind::PAWN) {
                const Point to(arrangement[i]), from(to.index() - 8);
                if (rank_of(to) < 2 || occupied.has(from)) continue;
                visit(t, moved(arrangement, i, from), f);
                const Point start(to.index() - 16);
                if (rank_of(to) == 3 && !occupied.has(start) &&
                    !allows_en_passant(t, row, moved(arrangement, i, start), i))
                    visit(t, moved(arrangement, i, start), f);
            } else {
                for (const Point from : attacks(men.kinds()[i], Point(arrangement[i]), occupied) & ~occupied)
                    visit(t, moved(arrangement, i, from), f);
            }
        }
    }

    template <class F>
    void un_double_step(int t, std::uint32_t row, std::uint32_t number, const F& f) const {
        const Arrangement& arrangement = tables_.mover(table(t))[number];
        const Arrangement before = moved(arrangement, 1, Point(arrangement[1] - 16));
        if (allows_en_passant(t, row, before, 1)) visit(t, before, f);
    }

    // Calls f with the column of an arrangement, and with the one in which a pawn may also capture en passant.
    template <class F>
    void visit(int t, const Arrangement& arrangement, const F& f) const {
        const Men& men = tables_.mover(table(t));
        const std::uint32_t column = men.number(arrangement);
        f(column);
        if (tables_.has_en_passant(table(t)) && rank_of(Point(arrangement[1])) == 4)
            f(men.size() + men.on_rank_number(column));
    }

    static Arrangement moved(Arrangement arrangement, std::size_t man, Point to) {
        arrangement[man] = static_cast<std::uint8_t>(to.index());
        return arrangement;
    }
    static PointSet attacks(Kind kind, Point from, PointSet occupied);
    Position board(int t, std::uint32_t row, const Arrangement& mover) const;
    // Whether the double step of a pawn allows an en-passant capture.
    bool allows_en_passant(int t, std::uint32_t row, const Arrangement& before, std::size_t pawn) const;

    const EndgameTables& tables_;
    const EndgamePair pair_;
    const EndgameValues values_;
};

}  // namespace plyground::chess
