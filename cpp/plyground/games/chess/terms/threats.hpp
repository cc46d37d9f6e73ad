// Threats: pieces attacked by something cheaper, or unguarded.
#pragma once

#include "plyground/games/chess/terms/eval_info.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

// The threats of US.
template <Side US, class Tally>
void evaluate_threats(const EvalInfo& info, const Threats& weights, Tally& tally) {
    constexpr Side THEM = other(US);
    constexpr int STEP = forward(US);
    const Position& position = info.position;
    const auto& by_us = info.attacked_by[index(US)];
    const auto& by_them = info.attacked_by[index(THEM)];
    const PointSet attacked = info.attacked[index(US)];
    const PointSet guarded = info.attacked[index(THEM)];
    const PointSet theirs = position.of(THEM) & ~position.of(Kind::KING);
    const PointSet officers = theirs & ~position.of(Kind::PAWN);

    // Well guarded: by a pawn, or more often than attacked.
    const PointSet well_guarded =
        by_them[index(Kind::PAWN)] | (info.attacked_twice[index(THEM)] & ~info.attacked_twice[index(US)]);
    const PointSet weak = theirs & attacked & ~well_guarded;
    const PointSet minors = by_us[index(Kind::KNIGHT)] | by_us[index(Kind::BISHOP)];
    for (const Point p : (minors & (weak | officers)))
        tally.template add<US>(weights.by_minor[index(position.kind_at(p))]);
    for (const Point p : by_us[index(Kind::ROOK)] & (weak | position.of(THEM, Kind::QUEEN)))
        tally.template add<US>(weights.by_rook[index(position.kind_at(p))]);
    if (weak.meets(by_us[index(Kind::KING)])) tally.template add<US>(weights.by_king);

    const PointSet hanging = theirs & attacked & ~guarded;
    tally.template add<US>(weights.hanging_piece, (hanging & officers).count());
    tally.template add<US>(weights.hanging_pawn, (hanging & position.of(Kind::PAWN)).count());

    tally.template add<US>(weights.restricted, (attacked & guarded & ~well_guarded & ~theirs).count());

    const PointSet stays = ~guarded | attacked;  // a pawn there is not simply lost
    const PointSet men = position.of(US, Kind::PAWN);
    tally.template add<US>(weights.by_pawn, (pawn_attacks<US>(men & stays) & officers).count());

    constexpr PointSet THIRD = rank_set(relative_rank(US, 2));
    const PointSet once = shifted<STEP>(men) & ~info.occupied;
    const PointSet twice = shifted<STEP>(once & THIRD) & ~info.occupied;
    const PointSet steps = (once | twice) & stays & ~by_them[index(Kind::PAWN)];
    const PointSet not_yet = officers & ~by_us[index(Kind::PAWN)];
    tally.template add<US>(weights.by_pawn_step, (pawn_attacks<US>(steps) & not_yet).count());
}

}  // namespace plyground::chess
