// Move: one chess move in 32 bits.
//
//   bits 0-5 from | 6-11 to | 12-15 flag | 16-18 kind of the moving piece
//
// The target of a castling move is the square in its token: the king's new square in chess, the rook's own square in
// Chess960.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "plyground/core/point_set.hpp"
#include "plyground/games/chess/geometry.hpp"

namespace plyground::chess {

enum class Kind : std::uint8_t { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };
inline constexpr int KINDS = 6;
inline constexpr std::array<const char*, KINDS> KIND_NAMES{"pawn", "knight", "bishop", "rook", "queen", "king"};
inline constexpr std::string_view KIND_LETTERS = "PNBRQK";

constexpr int index(Kind kind) { return static_cast<int>(kind); }
constexpr const char* name(Kind kind) { return KIND_NAMES[index(kind)]; }
constexpr char letter(Kind kind) { return KIND_LETTERS[index(kind)]; }
constexpr char lower(char letter) { return static_cast<char>(letter | 0x20); }

enum class Flag : std::uint8_t {
    NONE,
    TO_KNIGHT,  // promotions are numbered like the kinds they give
    TO_BISHOP,
    TO_ROOK,
    TO_QUEEN,
    DOUBLE_STEP,
    EN_PASSANT,
    CASTLE_SHORT,
    CASTLE_LONG,
};

class Move {
  public:
    static constexpr std::size_t HISTORY_SIZE = KINDS * 64;

    constexpr Move() = default;
    constexpr Move(Kind kind, Point from, Point to, Flag flag = Flag::NONE)
        : bits_(static_cast<std::uint32_t>(from.index() | to.index() << 6 | static_cast<int>(flag) << 12 |
                                           static_cast<int>(kind) << 16)) {}

    constexpr Point from() const { return Point(bits_ & 63); }
    constexpr Point to() const { return Point(bits_ >> 6 & 63); }
    constexpr Flag flag() const { return static_cast<Flag>(bits_ >> 12 & 15); }
    constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 16); }
    constexpr bool is_promotion() const { return flag() >= Flag::TO_KNIGHT && flag() <= Flag::TO_QUEEN; }
    constexpr bool is_castling() const { return flag() >= Flag::CASTLE_SHORT; }
    constexpr Kind promoted() const { return static_cast<Kind>(flag()); }

    constexpr std::uint16_t code() const { return static_cast<std::uint16_t>(bits_); }
    constexpr std::size_t history_index() const { return (bits_ >> 16) * 64 + (bits_ >> 6 & 63); }

    friend constexpr bool operator==(Move, Move) = default;

  private:
    std::uint32_t bits_ = 0;
};

inline std::string token(Move move) {
    std::string text = name(move.from()) + name(move.to());
    if (move.is_promotion()) text += lower(letter(move.promoted()));
    return text;
}

}  // namespace plyground::chess
