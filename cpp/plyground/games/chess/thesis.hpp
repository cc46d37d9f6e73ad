// Thesis: the evaluation of "Chess program" (L. Idertuvshin, Ulaanbaatar 2005), term by term with its values.
//
// Where the thesis names a term but leaves open when it applies, the comment says what counts here. Terms to which it
// gives the value 0 (passed pawns, their support, kings next to pawns) are left out.
#pragma once

#include "plyground/core/score.hpp"
#include "plyground/games/chess/position.hpp"

namespace plyground::chess {

struct ThesisWeights {
    Score king_side_castled = 75;   // without rights, on the g or h file of the back rank, no rook nearer the edge
    Score queen_side_castled = 50;  // likewise on the a, b or c file
    Score can_castle = 25;          // for each side
    Score cannot_castle = -70;      // neither castled nor any right left
    Score cannot_castle_king_side = -50;  // has only the other right
    Score cannot_castle_queen_side = -25;
    Score doubled_pawns = -50;          // for each file with two pawns
    Score blocked_doubled_pawns = -70;  // the same if a piece stands in front of the foremost
    Score tripled_pawns = -99;          // three or more
    Score blocked_pawn = -40;           // for each pawn with a piece in front of it
    Score blocked_piece = -40;          // for each queen, rook, bishop or knight without a move; its value is left open
    Score rook_on_open_file = 50;       // no pawn on the file in front of it
    Score queen_on_open_file = 25;
    Score two_bishops = 50;               // one on each colour
    Score two_rooks = 50;                 // one guards another
    Score two_knights = 50;               // one guards another
    Score king_near_open_file = -100;     // no own pawn on one of the king's three files; not in endings
    Score doubled_pawn_near_king = -150;  // several own pawns on one of them; not in endings
};
inline constexpr ThesisWeights THESIS{};

// The sum of all terms of one side. In an ending, a position without queens, the king belongs in the centre, and
// before it away from there.
Score thesis_strength(const Position& position, Side side);

}  // namespace plyground::chess
