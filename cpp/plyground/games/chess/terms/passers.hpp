// Passers: the value of a passed pawn, by its kings, its path and the rooks behind it.
#pragma once

#include "plyground/games/chess/terms/eval_info.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

// Whether a lone king is too far away: outside the pawn's square, with no own piece in the pawn's way.
template <Side US>
bool is_unstoppable(const EvalInfo& info, Point p) {
    constexpr Side THEM = other(US);
    const Position& position = info.position;
    const PointSet their_men = position.of(Kind::PAWN) | position.of(Kind::KING);
    if (!(position.of(THEM) & ~their_men).is_empty() || ahead(US, p).meets(info.occupied)) return false;
    const Point goal = at(file_of(p), relative_rank(US, 7));
    const int rank = relative_rank(US, rank_of(p));
    const int steps = 7 - std::max(rank, 2);  // from its start a pawn may step twice
    const bool is_their_turn = position.side_to_move == THEM;
    return distance(info.king[index(THEM)], goal) - is_their_turn > steps;
}

template <Side US, class Tally>
void evaluate_passers(const EvalInfo& info, const Passers& weights, Tally& tally) {
    constexpr Side THEM = other(US);
    const Position& position = info.position;
    for (const Point p : info.pawns.passed[index(US)]) {
        const int rank = relative_rank(US, rank_of(p));
        tally.template add<US>(weights.passed[rank]);
        if (rank < 3) continue;
        const Point stop(p.index() + forward(US));
        const PointSet path = ahead(US, p);
        const PointSet attacked = info.attacked[index(THEM)];
        tally.template add<US>(weights.own_king_distance[rank], distance(info.king[index(US)], stop));
        tally.template add<US>(weights.enemy_king_distance[rank], distance(info.king[index(THEM)], stop));
        if (info.occupied.has(stop)) tally.template add<US>(weights.blocked[rank]);
        else if (!attacked.has(stop)) tally.template add<US>(weights.safe_step[rank]);
        if (!path.meets(info.occupied | attacked)) tally.template add<US>(weights.free_path[rank]);
        if (is_unstoppable<US>(info, p)) tally.template add<US>(weights.unstoppable);

        const PointSet rooks = ahead(THEM, p) & position.of(Kind::ROOK);
        if (rooks.is_empty()) continue;
        const PointSet behind = rook_attacks(p, info.occupied) & rooks;
        if (behind.meets(position.of(US))) tally.template add<US>(weights.rook_behind);
        if (behind.meets(position.of(THEM))) tally.template add<US>(weights.enemy_rook_behind);
    }
}

}  // namespace plyground::chess
