// All terms that depend on more than pawns, and how the middle-game and ending halves of their sum become one score.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "plyground/core/score.hpp"
#include "plyground/games/chess/terms/endings.hpp"
#include "plyground/games/chess/terms/eval_info.hpp"
#include "plyground/games/chess/terms/king.hpp"
#include "plyground/games/chess/terms/passers.hpp"
#include "plyground/games/chess/terms/pieces.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/terms/threats.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

inline constexpr int MAX_PHASE = 24;

// 24 with all pieces on the board (promotions do not count), 0 with none: minor pieces 1, rooks 2, queens 4.
inline int game_phase(const Position& position) {
    const int left = (position.of(Kind::KNIGHT) | position.of(Kind::BISHOP)).count() +
                     2 * position.of(Kind::ROOK).count() + 4 * position.of(Kind::QUEEN).count();
    return std::min(left, MAX_PHASE);
}

template <class Tally>
void evaluate_winnable(const EvalInfo& info, const Winnable& weights, Tally& tally) {
    constexpr PointSet LEFT = file_set(0) | file_set(1) | file_set(2) | file_set(3);
    const Position& position = info.position;
    const PointSet pawns = position.of(Kind::PAWN);
    tally.add_winnable(weights.always);
    tally.add_winnable(weights.pawn, pawns.count());
    tally.add_winnable(weights.passed, (info.pawns.passed[0] | info.pawns.passed[1]).count());
    if (pawns.meets(LEFT) && pawns.meets(~LEFT)) tally.add_winnable(weights.both_wings);
    if (position.occupied() == (pawns | position.of(Kind::KING))) tally.add_winnable(weights.pawn_ending);
    tally.add_winnable(weights.king_inside, (rank_of(info.king[0]) > 3) + (rank_of(info.king[1]) < 4));
}

template <class Tally>
void evaluate_terms(const Position& position, const PawnStructure& structure, const Weights& weights, Tally& tally) {
    EvalInfo info(position, structure);
    evaluate_pieces<Side::WHITE>(info, weights, tally);
    evaluate_pieces<Side::BLACK>(info, weights, tally);
    evaluate_danger<Side::WHITE>(info, weights.attack, tally);
    evaluate_danger<Side::BLACK>(info, weights.attack, tally);
    evaluate_threats<Side::WHITE>(info, weights.threats, tally);
    evaluate_threats<Side::BLACK>(info, weights.threats, tally);
    evaluate_passers<Side::WHITE>(info, weights.passers, tally);
    evaluate_passers<Side::BLACK>(info, weights.passers, tally);
    evaluate_winnable(info, weights.winnable, tally);
    if (position.side_to_move == Side::WHITE) tally.template add<Side::WHITE>(weights.tempo);
    else tally.template add<Side::BLACK>(weights.tempo);
}

// White minus black.
inline Score interpolate(const Position& position, Tapered total, int winnable) {
    const int officers = game_phase(position);
    const Side strong = total.ending() >= 0 ? Side::WHITE : Side::BLACK;
    const int sign = (total.ending() > 0) - (total.ending() < 0);
    const int advantage = sign * std::max(0, std::abs(total.ending()) + winnable);
    const int chances = winning_chances(position, strong);
    // A position that is all but drawn is so in every phase.
    const int middle = chances <= SLIM_CHANCES ? total.middle() * chances / FULL_CHANCES : total.middle();
    const int ending = advantage * chances / FULL_CHANCES;
    const Score score = (middle * officers + ending * (MAX_PHASE - officers)) / MAX_PHASE;
    if (!has_lone_king(position, other(strong)) || chances < FULL_CHANCES) return score;
    const Score bonus = lone_king_bonus(position, strong);
    return strong == Side::WHITE ? score + bonus : score - bonus;
}

}  // namespace plyground::chess
