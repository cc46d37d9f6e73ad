// Endgame tables of chess: which there are, how large they are, and where a position is in them.
//
// A table is named after the men of both sides, the side to move first: in "KRvK" the rook's side moves, in "KvKR" the
// lone king. Nobody may castle in a table, and values ignore the fifty-move rule.
//
// The side to move is White. A table with pawns sees each side's men from that side's end of the board, so that turning
// the board exchanges the sides; without pawns nothing needs to be turned. An index is
//
//     row of the waiting side's arrangement * columns + number of the mover's arrangement
//
// Symmetries (8 without pawns, 2 with) merge the arrangements of the waiting side into rows. If a symmetry maps a row
// to itself, then two columns of that row are the same position.
//
// En passant: in "KPvKP" a row continues with columns for positions in which the mover may capture the pawn of the
// waiting side en passant. They are positions like any other, so nothing else has to know about the right.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plyground/core/endgame_tables.hpp"
#include "plyground/games/chess/move.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

inline constexpr int MAX_ENDGAME_MEN = 4;

// The points of one side's men: its king, then the others in the order of `Men`.
using Arrangement = std::array<std::uint8_t, MAX_ENDGAME_MEN - 1>;

inline constexpr std::uint32_t NO_NUMBER = ~std::uint32_t{0};

// SYMMETRIES[s][p]: bit 0 of s mirrors the files, bit 1 the ranks, and bit 2 exchanges files and ranks afterwards.
inline constexpr int ALL_SYMMETRIES = 8;
inline constexpr int PAWN_SYMMETRIES = 2;
inline constexpr auto SYMMETRIES = [] {
    std::array<std::array<std::uint8_t, 64>, ALL_SYMMETRIES> table{};
    for (std::size_t s = 0; s < ALL_SYMMETRIES; ++s)
        for (std::size_t p = 0; p < 64; ++p) {
            const std::size_t mirrored = p ^ (s & 1 ? 7 : 0) ^ (s & 2 ? 56 : 0);
            table[s][p] = static_cast<std::uint8_t>(s & 4 ? mirrored >> 3 | (mirrored & 7) << 3 : mirrored);
        }
    return table;
}();

// The men of one side and all their arrangements, numbered.
class Men {
  public:
    explicit Men(std::vector<Kind> kinds);  // the king first, then from queens to pawns

    const std::vector<Kind>& kinds() const { return kinds_; }
    int count() const { return static_cast<int>(kinds_.size()); }
    int pawns() const;
    std::string name() const;

    std::uint32_t size() const { return static_cast<std::uint32_t>(list_.size()); }
    const Arrangement& operator[](std::uint32_t number) const { return list_[number]; }
    // NO_NUMBER if two men share a point or a pawn cannot stand where it stands.
    std::uint32_t number(const Arrangement& arrangement) const { return numbers_[code(arrangement)]; }
    std::uint32_t image(std::uint32_t number, int symmetry) const;

    // The arrangements with the only pawn on its fourth or fifth rank, numbered in the order of all arrangements; for a
    // king and a pawn alone.
    std::uint32_t on_rank_size() const { return static_cast<std::uint32_t>(on_fourth_.size()); }
    std::uint32_t with_pawn_on_fourth(std::uint32_t i) const { return on_fourth_[i]; }
    std::uint32_t with_pawn_on_fifth(std::uint32_t i) const { return on_fifth_[i]; }
    std::uint32_t on_rank_number(std::uint32_t number) const { return on_rank_[number]; }  // NO_NUMBER: on another rank

    // The rows of a table in which these men wait.
    struct Rows {
        std::vector<std::uint32_t> arrangement;  // by row: its representative
        std::vector<std::uint8_t> own_symmetry;  // by row: what maps the representative to itself; 0 = nothing
        std::vector<std::uint32_t> row;          // by arrangement
        std::vector<std::uint8_t> symmetry;      // by arrangement: what maps it to its row's representative
    };
    const Rows& rows(bool has_pawns) const { return has_pawns ? pawn_rows_ : rows_; }

  private:
    std::size_t code(const Arrangement& arrangement) const {
        std::size_t code = 0;
        for (std::size_t i = 0; i < kinds_.size(); ++i) code = code << 6 | arrangement[i];
        return code;
    }
    void list_arrangements();
    Rows find_rows(int symmetries) const;

    std::vector<Kind> kinds_;
    std::vector<Arrangement> list_;
    std::vector<std::uint32_t> numbers_;  // by code; men of one kind may be in any order
    std::vector<std::uint32_t> on_fourth_, on_fifth_, on_rank_;
    Rows rows_, pawn_rows_;
};

// All tables with at most `max_men` men, kings included.
class EndgameTables {
  public:
    explicit EndgameTables(int max_men = MAX_ENDGAME_MEN);

    const std::vector<EndgameTable>& tables() const { return tables_; }
    const std::vector<EndgamePair>& pairs() const { return pairs_; }
    const Men& mover(int table) const { return *men_[static_cast<std::size_t>(sides_[table][0])]; }
    const Men& waiting(int table) const { return *men_[static_cast<std::size_t>(sides_[table][1])]; }
    bool has_pawns(int table) const { return mover(table).pawns() + waiting(table).pawns() > 0; }
    bool has_en_passant(int table) const { return mover(table).pawns() == 1 && waiting(table).pawns() == 1; }
    std::uint32_t columns(int table) const {
        return mover(table).size() + (has_en_passant(table) ? mover(table).on_rank_size() : 0);
    }
    const Men::Rows& rows(int table) const { return waiting(table).rows(has_pawns(table)); }

    // The tables that captures and promotions from a table can lead to.
    std::vector<int> conversions(int table) const;

    // None if there are too many men, or if someone may castle.
    std::optional<EndgamePlace> place_of(const Position& position) const;

    // The position of a place, White to move; none if there is no such position.
    std::optional<Position> position(const EndgamePlace& place) const;
    std::optional<Position> position(int table, std::uint32_t row, std::uint32_t column) const;

  private:
    int find(int us, int them) const { return numbers_[static_cast<std::size_t>(us) * men_.size() + them]; }
    int find_men(const std::vector<Kind>& kinds) const;
    int add(int us, int them);

    int max_men_;
    std::vector<std::shared_ptr<const Men>> men_;
    std::vector<int> men_by_counts_;  // see men_slot
    std::vector<EndgameTable> tables_;
    std::vector<EndgamePair> pairs_;
    std::vector<std::array<int, 2>> sides_;  // by table: the men of the mover and of the waiting side
    std::vector<int> numbers_;               // by both sides' men: the table, or -1
};

// Both sides' men on one board, White to move, without a key; `is_turned` = Black's men as Black sees the board.
Position endgame_board(const Men& white_men, const Arrangement& white, const Men& black_men, const Arrangement& black,
                       bool is_turned);

}  // namespace plyground::chess
