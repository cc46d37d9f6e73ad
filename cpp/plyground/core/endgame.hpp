// Endgame: what databases of solved positions store, and what solving them needs to know about a game.
//
// Turns alternate and the side to move at the end has lost, so an odd number of plies to the end is a win of the side
// to move, and an even number is a loss.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>

namespace plyground {

// A draw, or the number of plies to the end with best play, plus one.
using Value = std::uint8_t;
inline constexpr Value DRAW_VALUE = 0;
inline constexpr Value NO_POSITION = 255;
inline constexpr int MAX_PLIES = 253;

constexpr Value value_of(int plies) { return static_cast<Value>(plies + 1); }
constexpr int plies_of(Value value) { return value - 1; }
constexpr bool is_decided(Value value) { return value != DRAW_VALUE && value != NO_POSITION; }
constexpr bool is_win(Value value) { return is_decided(value) && plies_of(value) % 2 == 1; }
constexpr bool is_loss(Value value) { return is_decided(value) && plies_of(value) % 2 == 0; }

// What the two bits of a file without distances mean: a win counts one ply and a loss none.
inline constexpr std::array<Value, 4> WDL_VALUES{DRAW_VALUE, value_of(1), value_of(0), NO_POSITION};

// How good a value of the opponent is for the side that moves there: the quickest loss first, the slowest win last.
constexpr int preference(Value opponents) {
    if (!is_decided(opponents)) return 256;
    return is_loss(opponents) ? 512 - plies_of(opponents) : plies_of(opponents);
}

// A position while it is being solved. Odd plies: the quickest win known so far. Even plies: how long a loss lasts at
// least, by the losing moves known so far. The side to move has lost when no other move is left.
struct Cell {
    std::uint8_t plies = 0;
    std::uint8_t moves = 0;                         // not known to lose
    static constexpr std::uint8_t UNLIMITED = 255;  // a draw without a move
    static constexpr std::uint8_t NONE = 255;       // plies of a place that is no position

    constexpr bool is_none() const { return plies == NONE; }
    constexpr bool is_win() const { return plies % 2 == 1; }  // also if there is no position
    constexpr bool is_loss() const { return !is_win() && moves == 0; }

    // A move leads to a position that the opponent loses in `after` plies. Returns whether no win as quick was known.
    constexpr bool add_win(int after) {
        const bool is_sooner = (plies % 2 == 0) | ((plies > after + 1) & (plies != NONE));  // without a branch
        plies = is_sooner ? static_cast<std::uint8_t>(after + 1) : plies;
        return is_sooner;
    }
    // A move leads to a position that the opponent wins in `after` plies. Returns whether no other move is left.
    constexpr bool add_loss(int after) {
        const bool lasts_longer = !is_win() && plies <= after;
        plies = lasts_longer ? static_cast<std::uint8_t>(after + 1) : plies;
        return --moves == 0;  // never if there is a win: the winning move is left
    }
    constexpr Value value() const {
        if (is_none()) return NO_POSITION;
        return is_win() || is_loss() ? value_of(plies) : DRAW_VALUE;
    }
};
static_assert(sizeof(Cell) == 2);

// Where a position is stored in a table.
struct TablePlace {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
};

// The values of a solved table; several threads may read at once.
class SolvedTable {
  public:
    virtual ~SolvedTable() = default;
    virtual void read(std::uint64_t first, std::span<Value> values) const = 0;
};

// One table, or two that depend on each other, with their positions in rows.
//
// A quiet move changes only the pieces of the side that moves. So a row holds all positions with the same pieces of the
// side that waits, up to symmetry, and a column stands for the pieces of the side to move. Then all positions from
// which quiet moves lead to a given one lie in a single row.
template <class I>
concept EndgameIndex = requires(const I index, int table, std::uint32_t row, std::uint32_t column, Cell* cells) {
    // 1 or 2. Quiet moves of table 0 lead to the last table, and those of the last table to table 0.
    { index.tables() } -> std::same_as<int>;
    { index.rows(table) } -> std::same_as<std::uint32_t>;
    { index.row_start(table, row) } -> std::same_as<std::uint64_t>;  // for row = rows(table): the table's size
    // Counts the legal moves of a row's positions, and enters what is known of those that leave the tables.
    { index.begin(table, row, cells) };
    // Whether a row has symmetries, so that positions are stored more than once.
    { index.has_copies(table, row) } -> std::same_as<bool>;
    // Whether the position is stored again, turned, in an earlier column of such a row.
    { index.is_copy(table, row, column) } -> std::same_as<bool>;
    // The same pieces in the other table, with the other side to move; instead of the column it may give any other
    // number for the pieces, if there is `code_bits(table)`.
    { index.turned(table, row, column) } -> std::same_as<TablePlace>;
    // Calls `visit(column)` for every position of a row, copies included, from which a quiet move leads to the pieces
    // that `turned` has given (with the other side to move then); as often as there are such moves.
    {
        index.unmoves(table, row, column, [](std::uint32_t) {})
    };
};

// The bits of the numbers that `turned` gives, where they are no columns.
template <class I>
concept HasCodes = requires(const I index, int table) {
    { index.code_bits(table) } -> std::same_as<int>;
};

// Conversions that are pushed from the solved tables instead of being looked up for each position: `conversions` has
// the values of the positions after the moves of one kind, as if they were the positions of the table, and
// `unconversions` the positions from which such moves come.
template <class I>
concept HasConversions = requires(const I index, int table, std::uint32_t row, int kind, std::span<Value> values) {
    { index.conversion_kinds() } -> std::same_as<int>;
    { index.conversions(table, row, kind, values) } -> std::same_as<bool>;  // false if there are none in the row
    {
        index.unconversions(table, row, row, kind, [](std::uint32_t) {})
    };
};

}  // namespace plyground
