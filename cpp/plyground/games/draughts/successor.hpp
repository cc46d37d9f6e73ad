// The position after a move.
#pragma once

#include "plyground/games/draughts/draws.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

constexpr void count_up(std::uint16_t& counter) { counter = static_cast<std::uint16_t>(counter + (counter != 0xFFFF)); }

// Frisian limits how often in a row one king may move; a capture or the move of another piece ends its streak.
inline void update_king_streak(Position& next, const Move& move, Side us) {
    const int i = index(us);
    const Side them = other(us);
    next.key ^= king_streak_key(next, us) ^ king_streak_key(next, them);
    const bool same = next.king_streak[i] > 0 && next.last_king[i] == move.from;
    if (move.is_capture() || !move.was_king || next.men(us).is_empty()) {
        next.last_king[i] = NO_POINT;
        next.king_streak[i] = 0;
    } else {
        next.last_king[i] = move.to;
        next.king_streak[i] = static_cast<std::uint8_t>(same ? next.king_streak[i] + 1 : 1);
    }
    if (next.king_streak[index(them)] > 0 && move.captured.has(next.last_king[index(them)])) {
        next.last_king[index(them)] = NO_POINT;
        next.king_streak[index(them)] = 0;
    }
    next.key ^= king_streak_key(next, us) ^ king_streak_key(next, them);
}

template <class Grid, class R>
Position after(const Position& position, const R& rules, const Move& move) {
    const Side us = position.side_to_move;
    const Side them = other(us);
    Position next = position;
    next.sides[index(us)] ^= PointSet(move.from) ^ PointSet(move.to);  // a chain may end where it started
    next.sides[index(them)] &= ~move.captured;
    next.kings &= ~(move.captured | PointSet(move.from));
    if (move.is_king) next.kings |= PointSet(move.to);
    next.side_to_move = them;

    next.key ^= ZOBRIST.black_to_move ^ ZOBRIST.piece[index(us)][move.was_king][move.from.index()] ^
                ZOBRIST.piece[index(us)][move.is_king][move.to.index()];
    for (const Point p : move.captured) next.key ^= ZOBRIST.piece[index(them)][position.kings.has(p)][p.index()];

    count_up(next.plies);
    if (move.is_capture() || !move.was_king) next.quiet_plies = 0;
    else count_up(next.quiet_plies);
    if (move.is_capture() || move.is_promotion()) next.unchanged_plies = 0;
    else count_up(next.unchanged_plies);
    if (rules->has(DrawCounter::MAIN_DIAGONAL)) {
        if (!is_on_main_diagonal<Grid>(next, *rules)) next.main_diagonal_plies = 0;
        else count_up(next.main_diagonal_plies);
    }
    if (rules->king_steps > 0) update_king_streak(next, move, us);
    return next;
}

}  // namespace plyground::draughts
