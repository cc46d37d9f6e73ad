// Pieces: mobility, outposts, files and diagonals, and the space behind the centre pawns.
#pragma once

#include "plyground/games/chess/terms/eval_info.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

inline constexpr PointSet CENTRE = (file_set(3) | file_set(4)) & (rank_set(3) | rank_set(4));

// A few adjacent ranks, relative to a side.
template <Side SIDE>
constexpr PointSet ranks(int first, int last) {
    PointSet set;
    for (int rank = first; rank <= last; ++rank) set |= rank_set(relative_rank(SIDE, rank));
    return set;
}

// Sliders look through pieces that would move first along the same line.
template <Side US, Kind KIND>
PointSet piece_attacks(const EvalInfo& info, Point from) {
    const Position& position = info.position;
    const PointSet queens = position.of(Kind::QUEEN);
    if constexpr (KIND == Kind::KNIGHT) return knight_attacks(from);
    if constexpr (KIND == Kind::BISHOP) return bishop_attacks(from, info.occupied ^ queens);
    if constexpr (KIND == Kind::ROOK) return rook_attacks(from, info.occupied ^ queens ^ position.of(US, Kind::ROOK));
    return bishop_attacks(from, info.occupied) | rook_attacks(from, info.occupied);
}

template <Kind KIND>
const auto& mobility(const Activity& weights) {
    if constexpr (KIND == Kind::KNIGHT) return weights.knight_mobility;
    else if constexpr (KIND == Kind::BISHOP) return weights.bishop_mobility;
    else if constexpr (KIND == Kind::ROOK) return weights.rook_mobility;
    else return weights.queen_mobility;
}

template <Side US, Kind KIND, class Tally>
void evaluate_minor(const EvalInfo& info, const Activity& weights, Tally& tally, Point p) {
    constexpr Side THEM = other(US);
    constexpr PointSet OUTPOSTS = ranks<US>(3, 5);
    const PointSet men = info.position.of(US, Kind::PAWN);
    if ((OUTPOSTS & ~info.pawns.attack_span[index(THEM)]).has(p)) {
        const bool is_guarded = info.attacked_by[index(US)][index(Kind::PAWN)].has(p);
        const auto& outpost = KIND == Kind::KNIGHT ? weights.knight_outpost : weights.bishop_outpost;
        tally.template add<US>(outpost[is_guarded]);
    }
    if (shifted<-forward(US)>(info.position.of(Kind::PAWN)).has(p)) tally.template add<US>(weights.minor_behind_pawn);
    tally.template add<US>(weights.minor_king_distance, distance(p, info.king[index(US)]));
    if constexpr (KIND == Kind::BISHOP) {
        const PointSet colour = DARK_SQUARES.has(p) ? DARK_SQUARES : ~DARK_SQUARES;
        tally.template add<US>(weights.bishop_own_pawns, (men & colour).count());
        if ((bishop_attacks(p, info.position.of(Kind::PAWN)) & CENTRE).has_several())
            tally.template add<US>(weights.bishop_long_diagonal);
    }
}

// Whether the king stands between the rook and the centre on its back rank and cannot castle.
template <Side US>
bool is_shut_in(const EvalInfo& info, Point rook) {
    constexpr PointSet BACK = back_rank(US);
    const Point king = info.king[index(US)];
    if (!BACK.has(rook) || !BACK.has(king) || info.position.castling.meets(BACK)) return false;
    return file_of(king) > 3 ? rook > king : rook < king;
}

template <Side US, class Tally>
void evaluate_rook(const EvalInfo& info, const Activity& weights, Tally& tally, Point p) {
    constexpr Side THEM = other(US);
    constexpr int SEVENTH = relative_rank(US, 6);
    const PointSet pawns = info.position.of(Kind::PAWN);
    const PointSet on_file = pawns & file_set(file_of(p));
    if (on_file.is_empty()) tally.template add<US>(weights.rook_open_file);
    else if (!on_file.meets(info.position.of(US))) tally.template add<US>(weights.rook_half_open_file);
    if (rank_of(p) == SEVENTH && (relative_rank(US, rank_of(info.king[index(THEM)])) == 7 ||
                                  (pawns & info.position.of(THEM)).meets(rank_set(SEVENTH))))
        tally.template add<US>(weights.rook_on_seventh);
    if (!on_file.is_empty() && is_shut_in<US>(info, p)) tally.template add<US>(weights.rook_shut_in);
}

template <Side US, Kind KIND, class Tally>
void evaluate_kind(EvalInfo& info, const Weights& weights, Tally& tally) {
    constexpr Side THEM = other(US);
    const PointSet near_king = king_attacks(info.king[index(THEM)]);
    for (const Point p : info.position.of(US, KIND)) {
        const PointSet attacks = piece_attacks<US, KIND>(info, p);
        info.note<US>(KIND, attacks);
        tally.template add<US>(mobility<KIND>(weights.activity)[(attacks & info.useful[index(US)]).count()]);
        if (attacks.meets(info.zone[index(THEM)])) {
            ++info.zone_attackers[index(THEM)];
            tally.template add_danger<THEM>(weights.attack.attacker[index(KIND)]);
            tally.template add_danger<THEM>(weights.attack.zone_attack, (attacks & near_king).count());
        }
        if constexpr (KIND == Kind::KNIGHT || KIND == Kind::BISHOP)
            evaluate_minor<US, KIND>(info, weights.activity, tally, p);
        if constexpr (KIND == Kind::ROOK) evaluate_rook<US>(info, weights.activity, tally, p);
    }
}

template <Side US, class Tally>
void evaluate_space(const EvalInfo& info, const Activity& weights, Tally& tally) {
    constexpr PointSet CENTRE_FILES = file_set(2) | file_set(3) | file_set(4) | file_set(5);
    const PointSet men = info.position.of(US, Kind::PAWN);
    const PointSet unsafe = men | info.attacked_by[index(other(US))][index(Kind::PAWN)];
    tally.template add<US>(weights.space, (CENTRE_FILES & ranks<US>(1, 3) & ~unsafe).count());
}

template <Side US, class Tally>
void evaluate_material(const Position& position, const Placement& weights, Tally& tally) {
    const PointSet bishops = position.of(US, Kind::BISHOP);
    const int pawns = position.of(US, Kind::PAWN).count();
    if (bishops.meets(DARK_SQUARES) && bishops.meets(~DARK_SQUARES)) tally.template add<US>(weights.bishop_pair);
    tally.template add<US>(weights.knight_pawns, position.of(US, Kind::KNIGHT).count() * pawns);
    tally.template add<US>(weights.rook_pawns, position.of(US, Kind::ROOK).count() * pawns);
    tally.template add<US>(weights.may_castle, (position.castling & position.of(US)).count());
}

template <Side US, class Tally>
void evaluate_pieces(EvalInfo& info, const Weights& weights, Tally& tally) {
    evaluate_kind<US, Kind::KNIGHT>(info, weights, tally);
    evaluate_kind<US, Kind::BISHOP>(info, weights, tally);
    evaluate_kind<US, Kind::ROOK>(info, weights, tally);
    evaluate_kind<US, Kind::QUEEN>(info, weights, tally);
    evaluate_space<US>(info, weights.activity, tally);
    evaluate_material<US>(info.position, weights.placement, tally);
}

}  // namespace plyground::chess
