#include "plyground/games/chess/endgame_index.hpp"

namespace plyground::chess {

TablePlace EndgameIndex::turned(int t, std::uint32_t row, std::uint32_t column) const {
    const Men &us = tables_.mover(table(t)), &them = tables_.waiting(table(t));
    const bool may_capture = column >= us.size();
    const std::uint32_t ours = may_capture ? us.with_pawn_on_fifth(column - us.size()) : column;
    const Men::Rows& rows = us.rows(tables_.has_pawns(table(t)));
    const std::uint32_t theirs = them.image(tables_.rows(table(t)).arrangement[row], rows.symmetry[ours]);
    return {rows.row[ours], may_capture ? them.size() + them.on_rank_number(theirs) : theirs};
}

PointSet EndgameIndex::attacks(Kind kind, Point from, PointSet occupied) {
    switch (kind) {
        case Kind::KING: return king_attacks(from);
        case Kind::KNIGHT: return knight_attacks(from);
        case Kind::BISHOP: return bishop_attacks(from, occupied);
        case Kind::ROOK: return rook_attacks(from, occupied);
        default: return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
    }
}

Position EndgameIndex::board(int t, std::uint32_t row, const Arrangement& mover) const {
    const Men& them = tables_.waiting(table(t));
    return endgame_board(tables_.mover(table(t)), mover, them, them[tables_.rows(table(t)).arrangement[row]],
                         tables_.has_pawns(table(t)));
}

bool EndgameIndex::allows_en_passant(int t, std::uint32_t row, const Arrangement& before, std::size_t pawn) const {
    if (!tables_.has_en_passant(table(t))) return false;
    const Point from(before[pawn]), to(from.index() + 16);
    return after(board(t, row, before), Move(Kind::PAWN, from, to, Flag::DOUBLE_STEP)).en_passant != NO_POINT;
}

}  // namespace plyground::chess
