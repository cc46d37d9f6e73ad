// Assessment: all the terms that depend on more than pawns, and how the two halves of their sum become one score.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "plyground/core/score.hpp"
#include "plyground/games/chess/terms/endings.hpp"
#include "plyground/games/chess/terms/king.hpp"
#include "plyground/games/chess/terms/passers.hpp"
#include "plyground/games/chess/terms/pieces.hpp"
#include "plyground/games/chess/terms/survey.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/terms/threats.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

inline constexpr int MOST_OFFICERS = 24;

// 24 with all officers on the board (promotions do not count), 0 with none: minor pieces 1, rooks 2, queens 4.
inline int officers_left(const Position& position) {
    const int left = (position.of(Kind::KNIGHT) | position.of(Kind::BISHOP)).count() +
                     2 * position.of(Kind::ROOK).count() + 4 * position.of(Kind::QUEEN).count();
    return std::min(left, MOST_OFFICERS);
}

template <class Tally>
void assess_winnable(const Survey& survey, const Winnable& weights, Tally& tally) {
    constexpr PointSet LEFT = file_set(0) | file_set(1) | file_set(2) | file_set(3);
    const Position& position = survey.position;
    const PointSet pawns = position.of(Kind::PAWN);
    tally.add_winnable(weights.always);
    tally.add_winnable(weights.pawn, pawns.count());
    tally.add_winnable(weights.passed, (survey.pawns.passed[0] | survey.pawns.passed[1]).count());
    if (pawns.meets(LEFT) && pawns.meets(~LEFT)) tally.add_winnable(weights.both_wings);
    if (position.occupied() == (pawns | position.of(Kind::KING))) tally.add_winnable(weights.pawn_ending);
    tally.add_winnable(weights.king_inside, (rank_of(survey.king[0]) > 3) + (rank_of(survey.king[1]) < 4));
}

template <class Tally>
void assess(const Position& position, const PawnStructure& structure, const Weights& weights, Tally& tally) {
    Survey survey(position, structure);
    assess_pieces<Side::WHITE>(survey, weights, tally);
    assess_pieces<Side::BLACK>(survey, weights, tally);
    assess_danger<Side::WHITE>(survey, weights.attack, tally);
    assess_danger<Side::BLACK>(survey, weights.attack, tally);
    assess_threats<Side::WHITE>(survey, weights.threats, tally);
    assess_threats<Side::BLACK>(survey, weights.threats, tally);
    assess_passers<Side::WHITE>(survey, weights.passers, tally);
    assess_passers<Side::BLACK>(survey, weights.passers, tally);
    assess_winnable(survey, weights.winnable, tally);
    if (position.side_to_move == Side::WHITE) tally.template add<Side::WHITE>(weights.tempo);
    else tally.template add<Side::BLACK>(weights.tempo);
}

// White minus black.
inline Score blend(const Position& position, Tapered total, int winnable) {
    const int officers = officers_left(position);
    const Side strong = total.ending() >= 0 ? Side::WHITE : Side::BLACK;
    const int sign = (total.ending() > 0) - (total.ending() < 0);
    const int advantage = sign * std::max(0, std::abs(total.ending()) + winnable);
    const int chances = winning_chances(position, strong);
    // What is all but drawn is so whichever phase it belongs to.
    const int middle = chances <= SLIM_CHANCES ? total.middle() * chances / FULL_CHANCES : total.middle();
    const int ending = advantage * chances / FULL_CHANCES;
    const Score score = (middle * officers + ending * (MOST_OFFICERS - officers)) / MOST_OFFICERS;
    if (!has_lone_king(position, other(strong)) || chances < FULL_CHANCES) return score;
    const Score bonus = lone_king_bonus(position, strong);
    return strong == Side::WHITE ? score + bonus : score - bonus;
}

}  // namespace plyground::chess
