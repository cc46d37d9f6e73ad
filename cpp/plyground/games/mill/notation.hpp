// Notation: mill turns as text, `d6`, `d6-d5`, `d6-d5xb4`, `xb4` and `pass`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plyground/core/error.hpp"
#include "plyground/games/mill/geometry.hpp"
#include "plyground/games/mill/move.hpp"
#include "plyground/games/mill/movegen.hpp"

namespace plyground::mill {

// The removed points follow in board order, each after an 'x'.
std::string token(const Board& board, Move move);

// What a text says about a turn, before it is compared with the legal turns.
struct TurnText {
    Point from;
    Point to;
    PointSet removed;
    bool is_pass = false;

    // Whether the text names this turn; a text without removals fits every turn with the same landing.
    bool fits(Move move) const {
        if (is_pass) return move.is_pass();
        return !move.is_pass() && move.from() == from && move.to() == to && move.removed() == removed;
    }
    bool fits_landing(Move move) const {
        return !is_pass && removed.is_empty() && move.is_landing() && move.from() == from && move.to() == to;
    }
};

// Accepts capital letters, blanks before an 'x' and several removals in any order. Nothing if the text is not a turn.
std::optional<TurnText> parse_turn(const Board& board, std::string_view text);

// Throws ILLEGAL_MOVE with the reason why a readable turn is not legal.
template <class R>
[[noreturn]] void refuse_turn(const TurnGenerator<R>& now, const Position& position, const Rules& rules,
                              const TurnText& turn, const std::string& text, const std::string& legal) {
    const Board& board = rules.board();
    const Side us = position.side_to_move;
    const auto refuse = [&](const char* code, std::vector<Error::Argument> arguments = {}) {
        arguments.insert(arguments.begin(), {"text", text});
        throw Error(ErrorKind::ILLEGAL_MOVE, code, std::move(arguments));
    };
    const TurnKind turn_kind = now.turn_kind();
    if (turn_kind == TurnKind::OVER || legal.empty()) refuse("game_over");
    if (turn_kind == TurnKind::PASS) refuse("mill_must_pass", {{"side", plyground::name(us)}});
    if (turn_kind == TurnKind::REMOVE) refuse("mill_must_remove", {{"legal", legal}});
    if (turn.is_pass || turn.to == NO_POINT) refuse("move_illegal", {{"legal", legal}});
    if (!now.empty().has(turn.to)) refuse("mill_occupied", {{"point", name(board, turn.to)}});
    if (turn.from == NO_POINT && position.in_hand(us) == 0) refuse("mill_no_hand", {{"side", plyground::name(us)}});
    if (turn.from != NO_POINT) {
        if (position.in_hand(us) > 0 && !rules.moves_while_placing())
            refuse("mill_must_place",
                   {{"side", plyground::name(us)}, {"count", static_cast<long>(position.in_hand(us))}});
        if (!now.ours().has(turn.from))
            refuse("mill_not_yours", {{"point", name(board, turn.from)}, {"side", plyground::name(us)}});
        bool lands = false;
        now.landings([&](const Landing& landing) { lands |= landing.from == turn.from && landing.to == turn.to; });
        const char* reason = now.repeats_mill(turn.from, turn.to) ? "mill_repeated" : "mill_not_neighbours";
        if (!lands) refuse(reason, {{"point", name(board, turn.from)}, {"target", name(board, turn.to)}});
    }
    for (const Point p : turn.removed) {
        if (!now.theirs().has(p)) refuse("mill_not_enemy", {{"point", name(board, p)}});
        const bool earns = now.earned({turn.from, turn.to}) > 0;
        if (earns && !now.removable().has(p)) refuse("mill_protected", {{"point", name(board, p)}});
        if (!earns && !rules.has_special_captures()) refuse("mill_nothing_closed", {{"point", name(board, p)}});
    }
    refuse("move_illegal", {{"legal", legal}});
    throw Error(ErrorKind::ILLEGAL_MOVE, "move_illegal", {{"text", text}, {"legal", legal}});
}

}  // namespace plyground::mill
