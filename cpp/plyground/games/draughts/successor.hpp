// The position after a move.
#pragma once

#include "plyground/games/draughts/draws.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

constexpr void count_up(std::uint16_t& counter) { counter = static_cast<std::uint16_t>(counter + (counter != 0xFFFF)); }

// Frisian limits how often in a row one king may walk; a capture or the move of another piece rests it.
inline void note_walker(Position& next, const Move& move, Side us) {
    const int i = index(us);
    const Side them = other(us);
    next.key ^= walker_key(next, us) ^ walker_key(next, them);
    const bool same = next.walked[i] > 0 && next.walker[i] == move.from;
    if (move.is_capture() || !move.was_king || next.men(us).is_empty()) {
        next.walker[i] = NO_POINT;
        next.walked[i] = 0;
    } else {
        next.walker[i] = move.to;
        next.walked[i] = static_cast<std::uint8_t>(same ? next.walked[i] + 1 : 1);
    }
    if (next.walked[index(them)] > 0 && move.captured.has(next.walker[index(them)])) {
        next.walker[index(them)] = NO_POINT;
        next.walked[index(them)] = 0;
    }
    next.key ^= walker_key(next, us) ^ walker_key(next, them);
}

template <class Grid, class R>
Position after(const Position& position, const R& rules, const Move& move) {
    const Side us = position.side_to_move;
    const Side them = other(us);
    Position next = position;
    next.sides[index(us)] ^= PointSet(move.from) ^ PointSet(move.to);  // a chain may end where it began
    next.sides[index(them)] &= ~move.captured;
    next.kings &= ~(move.captured | PointSet(move.from));
    if (move.is_king) next.kings |= PointSet(move.to);
    next.side_to_move = them;

    next.key ^= ZOBRIST.black_to_move ^ ZOBRIST.piece[index(us)][move.was_king][move.from.index()] ^
                ZOBRIST.piece[index(us)][move.is_king][move.to.index()];
    for (const Point p : move.captured) next.key ^= ZOBRIST.piece[index(them)][position.kings.has(p)][p.index()];

    count_up(next.plies);
    if (move.is_capture() || !move.was_king) next.quiet = 0;
    else count_up(next.quiet);
    if (move.is_capture() || move.is_promotion()) next.balance = 0;
    else count_up(next.balance);
    if (rules->has(Clock::ROAD)) {
        if (!is_on_main_road<Grid>(next, *rules)) next.road = 0;
        else count_up(next.road);
    }
    if (rules->king_steps > 0) note_walker(next, move, us);
    return next;
}

}  // namespace plyground::draughts
