// Assessment: all the terms that depend on more than pawns, and how the two halves of their sum become one score.
#pragma once

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
    if (position.side_to_move == Side::WHITE) tally.template add<Side::WHITE>(weights.tempo);
    else tally.template add<Side::BLACK>(weights.tempo);
}

// White minus black.
inline Score blend(const Position& position, Tapered total) {
    const int officers = officers_left(position);
    const Side strong = total.ending() >= 0 ? Side::WHITE : Side::BLACK;
    const int chances = winning_chances(position, strong);
    // What is all but drawn is so whichever phase it belongs to.
    const int middle = chances <= SLIM_CHANCES ? total.middle() * chances / FULL_CHANCES : total.middle();
    const int ending = total.ending() * chances / FULL_CHANCES;
    const Score score = (middle * officers + ending * (MOST_OFFICERS - officers)) / MOST_OFFICERS;
    if (!has_lone_king(position, other(strong)) || chances < FULL_CHANCES) return score;
    const Score bonus = lone_king_bonus(position, strong);
    return strong == Side::WHITE ? score + bonus : score - bonus;
}

}  // namespace plyground::chess
