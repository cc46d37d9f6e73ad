// King: the danger to a king from the enemy pieces around it.
//
// Danger is counted in units and then squared, because attackers support each other: two are worse than twice one.
#pragma once

#include <algorithm>

#include "plyground/games/chess/terms/eval_info.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

inline constexpr int MAX_DANGER = 1'400;
inline constexpr int DANGER_SQUARE = 1'024;  // squared units that cost one hundredth of a pawn in the middle game
inline constexpr int DANGER_ENDING = 16;     // units that cost as much in the ending

// What a side loses by the danger to its king.
constexpr Tapered danger_cost(int danger) {
    const int units = std::clamp(danger, 0, MAX_DANGER);
    return {-(units * units) / DANGER_SQUARE, -units / DANGER_ENDING};
}

// The wing a king stands on: four files.
constexpr PointSet wing(int file) {
    const int first = file < 3 ? 0 : file > 4 ? 4 : 2;
    return PointSet(0x0F0F0F0F0F0F0F0FULL << first);
}

// How many of a king's three files have no pawn of its own.
inline int open_files(PointSet pawns, Point king) {
    const int middle = std::clamp(file_of(king), 1, 6);
    return !pawns.meets(file_set(middle - 1)) + !pawns.meets(file_set(middle)) + !pawns.meets(file_set(middle + 1));
}

template <Side US, Kind KIND, class Tally>
void evaluate_checks(const Attack& weights, Tally& tally, PointSet checks, PointSet safe) {
    if (checks.is_empty()) return;
    if (checks.meets(safe)) tally.template add_danger<US>(weights.safe_check[index(KIND)]);
    else tally.template add_danger<US>(weights.unsafe_check);
}

// The danger to the king of US from the attacks of THEM; the attackers themselves were counted with the pieces.
template <Side US, class Tally>
void evaluate_danger(const EvalInfo& info, const Attack& weights, Tally& tally) {
    constexpr Side THEM = other(US);
    const Position& position = info.position;
    const auto& by_us = info.attacked_by[index(US)];
    const auto& by_them = info.attacked_by[index(THEM)];
    const PointSet attacked = info.attacked[index(US)];
    const PointSet zone = info.zone[index(US)];
    const Point king = info.king[index(US)];

    const PointSet weak = info.attacked[index(THEM)] & ~info.attacked_twice[index(US)] &
                          (~attacked | by_us[index(Kind::KING)] | by_us[index(Kind::QUEEN)]);
    const PointSet safe = ~position.of(THEM) & (~attacked | (weak & info.attacked_twice[index(THEM)]));
    const PointSet through = info.occupied ^ position.of(US, Kind::QUEEN);
    const PointSet straight = rook_attacks(king, through);
    const PointSet diagonal = bishop_attacks(king, through);

    tally.template add_danger<US>(weights.always);
    tally.template add_danger<US>(weights.weak_point, (weak & zone).count());
    tally.template add_danger<US>(weights.knight_guard, (position.of(US, Kind::KNIGHT) & zone).count());
    constexpr PointSet HOME = ~ranks_ahead(US, relative_rank(US, 4));
    const PointSet home = HOME & wing(file_of(king));
    tally.template add_danger<US>(weights.open_file, open_files(position.of(US, Kind::PAWN), king));
    tally.template add_danger<US>(weights.flank_attack, (info.attacked[index(THEM)] & home).count());
    tally.template add_danger<US>(weights.flank_guard, (attacked & home).count());
    if (position.of(THEM, Kind::QUEEN).is_empty()) tally.template add_danger<US>(weights.no_queen);
    evaluate_checks<US, Kind::KNIGHT>(weights, tally, knight_attacks(king) & by_them[index(Kind::KNIGHT)], safe);
    evaluate_checks<US, Kind::BISHOP>(weights, tally, diagonal & by_them[index(Kind::BISHOP)], safe);
    evaluate_checks<US, Kind::ROOK>(weights, tally, straight & by_them[index(Kind::ROOK)], safe);
    // A queen's check does not count if our queen can capture it.
    evaluate_checks<US, Kind::QUEEN>(weights, tally, (straight | diagonal) & by_them[index(Kind::QUEEN)],
                                     safe & ~by_us[index(Kind::QUEEN)]);
}

}  // namespace plyground::chess
