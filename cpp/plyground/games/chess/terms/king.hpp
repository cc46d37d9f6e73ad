// King: how dangerous the enemy pieces around a king are.
//
// Danger is counted in units and then squared, because attackers help each other: two are worse than twice one.
#pragma once

#include <algorithm>

#include "plyground/games/chess/terms/survey.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

inline constexpr int MOST_DANGER = 1'400;

// What a side loses by the danger to its king.
constexpr Tapered danger_cost(int danger) {
    const int units = std::clamp(danger, 0, MOST_DANGER);
    return {-(units * units) / 1'024, -units / 16};
}

template <Side US, Kind KIND, class Tally>
void assess_checks(const Attack& weights, Tally& tally, PointSet checks, PointSet safe) {
    if (checks.is_empty()) return;
    if (checks.meets(safe)) tally.template add_danger<US>(weights.safe_check[index(KIND)]);
    else tally.template add_danger<US>(weights.unsafe_check);
}

// The danger to the king of US from what THEM attack; the attackers themselves were counted with the pieces.
template <Side US, class Tally>
void assess_danger(const Survey& survey, const Attack& weights, Tally& tally) {
    constexpr Side THEM = other(US);
    const Position& position = survey.position;
    const auto& by_us = survey.attacked_by[index(US)];
    const auto& by_them = survey.attacked_by[index(THEM)];
    const PointSet attacked = survey.attacked[index(US)];
    const PointSet zone = survey.zone[index(US)];
    const Point king = survey.king[index(US)];

    const PointSet weak = survey.attacked[index(THEM)] & ~survey.attacked_twice[index(US)] &
                          (~attacked | by_us[index(Kind::KING)] | by_us[index(Kind::QUEEN)]);
    const PointSet safe = ~position.of(THEM) & (~attacked | (weak & survey.attacked_twice[index(THEM)]));
    const PointSet through = survey.occupied ^ position.of(US, Kind::QUEEN);
    const PointSet straight = rook_attacks(king, through);
    const PointSet diagonal = bishop_attacks(king, through);

    tally.template add_danger<US>(weights.always);
    tally.template add_danger<US>(weights.weak_point, (weak & zone).count());
    tally.template add_danger<US>(weights.knight_guard, (position.of(US, Kind::KNIGHT) & zone).count());
    if (position.of(THEM, Kind::QUEEN).is_empty()) tally.template add_danger<US>(weights.no_queen);
    assess_checks<US, Kind::KNIGHT>(weights, tally, knight_attacks(king) & by_them[index(Kind::KNIGHT)], safe);
    assess_checks<US, Kind::BISHOP>(weights, tally, diagonal & by_them[index(Kind::BISHOP)], safe);
    assess_checks<US, Kind::ROOK>(weights, tally, straight & by_them[index(Kind::ROOK)], safe);
    // A queen's check that our queen can answer by taking is none.
    assess_checks<US, Kind::QUEEN>(weights, tally, (straight | diagonal) & by_them[index(Kind::QUEEN)],
                                   safe & ~by_us[index(Kind::QUEEN)]);
}

}  // namespace plyground::chess
