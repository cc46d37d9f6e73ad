// Passers: what a passed pawn is worth here and now, by its kings, its path and the rooks behind it.
#pragma once

#include "plyground/games/chess/terms/survey.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

// Whether a lone king is too far away: outside the pawn's square, with nothing of the pawn's own in the way.
template <Side US>
bool is_unstoppable(const Survey& survey, Point p) {
    constexpr Side THEM = other(US);
    const Position& position = survey.position;
    const PointSet their_men = position.of(Kind::PAWN) | position.of(Kind::KING);
    if (!(position.of(THEM) & ~their_men).is_empty() || ahead(US, p).meets(survey.occupied)) return false;
    const Point goal = at(file_of(p), relative_rank(US, 7));
    const int rank = relative_rank(US, rank_of(p));
    const int steps = 7 - std::max(rank, 2);  // from its first rank a pawn steps twice
    const bool is_their_turn = position.side_to_move == THEM;
    return distance(survey.king[index(THEM)], goal) - is_their_turn > steps;
}

template <Side US, class Tally>
void assess_passers(const Survey& survey, const Passers& weights, Tally& tally) {
    constexpr Side THEM = other(US);
    const Position& position = survey.position;
    for (const Point p : survey.pawns.passed[index(US)]) {
        const int rank = relative_rank(US, rank_of(p));
        tally.template add<US>(weights.passed[rank]);
        if (rank < 3) continue;
        const Point stop(p.index() + forward(US));
        const PointSet path = ahead(US, p);
        const PointSet attacked = survey.attacked[index(THEM)];
        tally.template add<US>(weights.own_king_distance[rank], distance(survey.king[index(US)], stop));
        tally.template add<US>(weights.enemy_king_distance[rank], distance(survey.king[index(THEM)], stop));
        if (survey.occupied.has(stop)) tally.template add<US>(weights.blocked[rank]);
        else if (!attacked.has(stop)) tally.template add<US>(weights.safe_step[rank]);
        if (!path.meets(survey.occupied | attacked)) tally.template add<US>(weights.free_path[rank]);
        if (is_unstoppable<US>(survey, p)) tally.template add<US>(weights.unstoppable);

        const PointSet rooks = ahead(THEM, p) & position.of(Kind::ROOK);
        if (rooks.is_empty()) continue;
        const PointSet behind = rook_attacks(p, survey.occupied) & rooks;
        if (behind.meets(position.of(US))) tally.template add<US>(weights.rook_behind);
        if (behind.meets(position.of(THEM))) tally.template add<US>(weights.enemy_rook_behind);
    }
}

}  // namespace plyground::chess
