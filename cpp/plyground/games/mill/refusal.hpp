// Refusal: says why a readable mill turn is not legal.
#pragma once

#include <string>

#include "plyground/core/error.hpp"
#include "plyground/games/mill/movegen.hpp"
#include "plyground/games/mill/notation.hpp"

namespace plyground::mill {

template <class R>
[[noreturn]] void refuse_turn(const Turns<R>& now, const Position& position, const Rules& rules, const TurnText& turn,
                              const std::string& text, const std::string& legal) {
    const Board& board = rules.board();
    const Side us = position.side_to_move;
    const auto refuse = [&](const char* code, std::vector<Error::Argument> arguments = {}) {
        arguments.insert(arguments.begin(), {"text", text});
        throw Error(ErrorKind::ILLEGAL_MOVE, code, std::move(arguments));
    };
    const Duty duty = now.duty();
    if (duty == Duty::OVER || legal.empty()) refuse("game_over");
    if (duty == Duty::PASS) refuse("mill_must_pass", {{"side", plyground::name(us)}});
    if (duty == Duty::REMOVE) refuse("mill_must_remove", {{"legal", legal}});
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
