// Weights: the value of each term of the chess evaluation, in one table.
//
// Every weight is a pair (middle game, ending) in hundredths of a pawn and counts for the side that has the feature; a
// penalty is negative. Ranks are relative: 0 is a side's own back rank. The numbers are in weights.inc.
#pragma once

#include <array>

#include "plyground/core/style.hpp"
#include "plyground/games/chess/move.hpp"
#include "plyground/games/chess/terms/tapered.hpp"

namespace plyground::chess {

using ByRank = std::array<Tapered, 8>;
using ByKind = std::array<Tapered, KINDS>;

// The value of a piece and of its point.
struct Placement {
    std::array<Tapered, KINDS> piece;
    std::array<std::array<Tapered, 64>, KINDS> point;  // relative to the piece's own side, point 0 is a1
    Tapered bishop_pair;
    Tapered knight_pawns;  // for each own pawn with a knight: closed positions suit knights
    Tapered rook_pawns;    // for each own pawn with a rook: open positions suit rooks
    Tapered may_castle;    // for each castling right
};

// What the pieces do. Mobility tables are indexed by the number of useful points a piece attacks.
struct Activity {
    std::array<Tapered, 9> knight_mobility;
    std::array<Tapered, 14> bishop_mobility;
    std::array<Tapered, 15> rook_mobility;
    std::array<Tapered, 28> queen_mobility;
    std::array<Tapered, 2> knight_outpost;  // where no pawn can drive it away: alone, guarded by a pawn
    std::array<Tapered, 2> bishop_outpost;
    Tapered minor_behind_pawn;
    Tapered minor_king_distance;   // for each step between a minor piece and its king
    Tapered bishop_own_pawns;      // for each own pawn on the bishop's colour
    Tapered bishop_long_diagonal;  // attacks both centre points of it
    Tapered rook_open_file;
    Tapered rook_half_open_file;
    Tapered rook_on_seventh;  // with the king behind it or pawns to capture
    Tapered rook_shut_in;     // by its own king, between it and the centre
    Tapered space;            // for each safe point behind the own centre pawns
};

// Pawn structure.
struct Structure {
    std::array<Tapered, 2> isolated;  // with an enemy pawn ahead on the file, or not
    std::array<Tapered, 2> backward;
    Tapered doubled;
    ByRank phalanx;
    ByRank supported;
    ByRank candidate;
};

struct Passers {
    ByRank passed;
    ByRank own_king_distance;  // for each king move to the point in front of the pawn
    ByRank enemy_king_distance;
    ByRank blocked;
    ByRank safe_step;  // the point in front is not attacked
    ByRank free_path;  // no point up to promotion is attacked or occupied
    Tapered rook_behind;
    Tapered enemy_rook_behind;
    Tapered unstoppable;  // outside the square of a king without pieces
};

// Pawns around a king, on its own file and the adjacent ones.
struct Shelter {
    std::array<ByRank, 4> own_pawn;  // by the file's distance from the edge and the pawn's rank; rank 0 = none
    std::array<ByRank, 4> storm;     // the foremost enemy pawn likewise
    ByRank blocked_storm;            // with an own pawn right in front of it
    Tapered pawn_distance;           // for each step to the nearest pawn
};

// Danger to a king, in units that are squared (see king.hpp); the ending values are unused.
struct Attack {
    ByKind attacker;  // each piece that attacks the king's zone
    ByKind safe_check;
    Tapered unsafe_check;
    Tapered zone_attack;   // each attack on a point next to the king
    Tapered weak_point;    // each point of the zone that is not well guarded
    Tapered open_file;     // each of the king's three files without a pawn of the defender
    Tapered flank_attack;  // each attacked point of the defender's half on the king's wing
    Tapered flank_guard;   // and each guarded one
    Tapered no_queen;
    Tapered knight_guard;  // a knight of the defender in the zone
    Tapered always;
};

struct Threats {
    Tapered by_pawn;  // a piece attacked by a pawn that is not simply lost
    Tapered by_pawn_step;
    ByKind by_minor;  // by the victim
    ByKind by_rook;
    Tapered by_king;
    Tapered hanging_piece;
    Tapered hanging_pawn;
    Tapered restricted;  // each point that the other side attacks only once and not with a pawn
};

// How well an advantage can be converted, for either side: added to an ending value in white's favour, subtracted from
// one in black's, but never beyond zero. The middle-game values are unused.
struct Winnable {
    Tapered pawn;        // for each pawn
    Tapered both_wings;  // pawns on either wing
    Tapered passed;      // for each passed pawn
    Tapered pawn_ending;
    Tapered king_inside;  // for each king beyond its own half
    Tapered always;
};

struct Weights {
    Placement placement;
    Activity activity;
    Structure structure;
    Passers passers;
    Shelter shelter;
    Attack attack;
    Threats threats;
    Winnable winnable;
    Tapered tempo;
};

// The weights of a style; of the shipped weights, or of others.
Weights weights(Style style);
Weights styled(const Weights& normal, Style style);

}  // namespace plyground::chess
