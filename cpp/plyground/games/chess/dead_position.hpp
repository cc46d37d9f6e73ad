// Dead positions: those in which no sequence of moves can checkmate (FIDE 5.2.2), as far as that is proved.
#pragma once

#include "plyground/games/chess/position.hpp"
#include "plyground/games/chess/rules.hpp"

namespace plyground::chess {

// Whether a side's men could give checkmate on some board; considers only material.
bool has_mating_material(const Position& position, Side side);

// Of positions with kings and pawns only.
bool is_locked_by_pawns(const Position& position);

// Whether no pawn can ever move or be captured and there are no other men but kings, so that nobody can be checkmated.
// Two comparisons on ordinary positions.
inline bool is_locked(const Position& position) {
    const PointSet pawns = position.of(Kind::PAWN);
    return position.occupied() == (pawns | position.of(Kind::KING)) && is_locked_by_pawns(position);
}

// False only if no sequence of moves lets `side` checkmate; looks at a limited number of positions.
bool can_checkmate(const Position& position, const Rules& rules, Side side);

}  // namespace plyground::chess
