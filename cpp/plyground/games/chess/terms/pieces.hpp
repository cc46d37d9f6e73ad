// Pieces: mobility, outposts, files and diagonals, and the space behind the centre pawns.
#pragma once

#include "plyground/games/chess/terms/survey.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

inline constexpr PointSet CENTRE = (file_set(3) | file_set(4)) & (rank_set(3) | rank_set(4));

// A few neighbouring ranks, as a side counts them.
template <Side SIDE>
constexpr PointSet ranks(int first, int last) {
    PointSet set;
    for (int rank = first; rank <= last; ++rank) set |= rank_set(relative_rank(SIDE, rank));
    return set;
}

// Sliders look through pieces that would go first along the same line.
template <Side US, Kind KIND>
PointSet piece_attacks(const Survey& survey, Point from) {
    const Position& position = survey.position;
    const PointSet queens = position.of(Kind::QUEEN);
    if constexpr (KIND == Kind::KNIGHT) return knight_attacks(from);
    if constexpr (KIND == Kind::BISHOP) return bishop_attacks(from, survey.occupied ^ queens);
    if constexpr (KIND == Kind::ROOK) return rook_attacks(from, survey.occupied ^ queens ^ position.of(US, Kind::ROOK));
    return bishop_attacks(from, survey.occupied) | rook_attacks(from, survey.occupied);
}

template <Kind KIND>
const auto& mobility(const Activity& weights) {
    if constexpr (KIND == Kind::KNIGHT) return weights.knight_mobility;
    else if constexpr (KIND == Kind::BISHOP) return weights.bishop_mobility;
    else if constexpr (KIND == Kind::ROOK) return weights.rook_mobility;
    else return weights.queen_mobility;
}

template <Side US, Kind KIND, class Tally>
void assess_minor(const Survey& survey, const Activity& weights, Tally& tally, Point p) {
    constexpr Side THEM = other(US);
    constexpr PointSet OUTPOSTS = ranks<US>(3, 5);
    const PointSet men = survey.position.of(US, Kind::PAWN);
    if ((OUTPOSTS & ~survey.pawns.attack_span[index(THEM)]).has(p)) {
        const bool is_guarded = survey.attacked_by[index(US)][index(Kind::PAWN)].has(p);
        const auto& outpost = KIND == Kind::KNIGHT ? weights.knight_outpost : weights.bishop_outpost;
        tally.template add<US>(outpost[is_guarded]);
    }
    if (shifted<-forward(US)>(survey.position.of(Kind::PAWN)).has(p)) tally.template add<US>(weights.minor_behind_pawn);
    tally.template add<US>(weights.minor_king_distance, distance(p, survey.king[index(US)]));
    if constexpr (KIND == Kind::BISHOP) {
        const PointSet colour = DARK_SQUARES.has(p) ? DARK_SQUARES : ~DARK_SQUARES;
        tally.template add<US>(weights.bishop_own_pawns, (men & colour).count());
        if ((bishop_attacks(p, survey.position.of(Kind::PAWN)) & CENTRE).has_several())
            tally.template add<US>(weights.bishop_long_diagonal);
    }
}

// Whether the king stands between the rook and the centre on its back rank and has no right to castle past it.
template <Side US>
bool is_shut_in(const Survey& survey, Point rook) {
    constexpr PointSet BACK = back_rank(US);
    const Point king = survey.king[index(US)];
    if (!BACK.has(rook) || !BACK.has(king) || survey.position.castling.meets(BACK)) return false;
    return file_of(king) > 3 ? rook > king : rook < king;
}

template <Side US, class Tally>
void assess_rook(const Survey& survey, const Activity& weights, Tally& tally, Point p) {
    constexpr Side THEM = other(US);
    constexpr int SEVENTH = relative_rank(US, 6);
    const PointSet pawns = survey.position.of(Kind::PAWN);
    const PointSet on_file = pawns & file_set(file_of(p));
    if (on_file.is_empty()) tally.template add<US>(weights.rook_open_file);
    else if (!on_file.meets(survey.position.of(US))) tally.template add<US>(weights.rook_half_open_file);
    if (rank_of(p) == SEVENTH && (relative_rank(US, rank_of(survey.king[index(THEM)])) == 7 ||
                                  (pawns & survey.position.of(THEM)).meets(rank_set(SEVENTH))))
        tally.template add<US>(weights.rook_on_seventh);
    if (!on_file.is_empty() && is_shut_in<US>(survey, p)) tally.template add<US>(weights.rook_shut_in);
}

template <Side US, Kind KIND, class Tally>
void assess_kind(Survey& survey, const Weights& weights, Tally& tally) {
    constexpr Side THEM = other(US);
    const PointSet near_king = king_attacks(survey.king[index(THEM)]);
    for (const Point p : survey.position.of(US, KIND)) {
        const PointSet attacks = piece_attacks<US, KIND>(survey, p);
        survey.note<US>(KIND, attacks);
        tally.template add<US>(mobility<KIND>(weights.activity)[(attacks & survey.useful[index(US)]).count()]);
        if (attacks.meets(survey.zone[index(THEM)])) {
            ++survey.zone_attackers[index(THEM)];
            tally.template add_danger<THEM>(weights.attack.attacker[index(KIND)]);
            tally.template add_danger<THEM>(weights.attack.zone_attack, (attacks & near_king).count());
        }
        if constexpr (KIND == Kind::KNIGHT || KIND == Kind::BISHOP)
            assess_minor<US, KIND>(survey, weights.activity, tally, p);
        if constexpr (KIND == Kind::ROOK) assess_rook<US>(survey, weights.activity, tally, p);
    }
}

template <Side US, class Tally>
void assess_space(const Survey& survey, const Activity& weights, Tally& tally) {
    constexpr PointSet CENTRE_FILES = file_set(2) | file_set(3) | file_set(4) | file_set(5);
    const PointSet men = survey.position.of(US, Kind::PAWN);
    const PointSet unsafe = men | survey.attacked_by[index(other(US))][index(Kind::PAWN)];
    tally.template add<US>(weights.space, (CENTRE_FILES & ranks<US>(1, 3) & ~unsafe).count());
}

template <Side US, class Tally>
void assess_material(const Position& position, const Placement& weights, Tally& tally) {
    const PointSet bishops = position.of(US, Kind::BISHOP);
    const int pawns = position.of(US, Kind::PAWN).count();
    if (bishops.meets(DARK_SQUARES) && bishops.meets(~DARK_SQUARES)) tally.template add<US>(weights.bishop_pair);
    tally.template add<US>(weights.knight_pawns, position.of(US, Kind::KNIGHT).count() * pawns);
    tally.template add<US>(weights.rook_pawns, position.of(US, Kind::ROOK).count() * pawns);
    tally.template add<US>(weights.may_castle, (position.castling & position.of(US)).count());
}

template <Side US, class Tally>
void assess_pieces(Survey& survey, const Weights& weights, Tally& tally) {
    assess_kind<US, Kind::KNIGHT>(survey, weights, tally);
    assess_kind<US, Kind::BISHOP>(survey, weights, tally);
    assess_kind<US, Kind::ROOK>(survey, weights, tally);
    assess_kind<US, Kind::QUEEN>(survey, weights, tally);
    assess_space<US>(survey, weights.activity, tally);
    assess_material<US>(survey.position, weights.placement, tally);
}

}  // namespace plyground::chess
