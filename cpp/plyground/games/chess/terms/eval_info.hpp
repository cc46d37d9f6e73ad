// EvalInfo: what each side attacks in a position, filled in while the pieces are evaluated one by one.
#pragma once

#include <array>

#include "plyground/games/chess/position.hpp"
#include "plyground/games/chess/terms/pawns.hpp"

namespace plyground::chess {

// A king's neighbourhood and the three points in front of it.
constexpr std::array<PointTable, 2> zone_tables() {
    std::array<PointTable, 2> zones;
    for (int i = 0; i < 64; ++i) {
        const PointSet near = KING_LEAPS[i] | PointSet(Point(i));
        zones[0][i] = near | shifted<8>(near);
        zones[1][i] = near | shifted<-8>(near);
    }
    return zones;
}

inline constexpr std::array<PointTable, 2> KING_ZONES = zone_tables();

struct EvalInfo {
    const Position& position;
    const PawnStructure& pawns;
    PointSet occupied;
    std::array<Point, 2> king;
    std::array<PointSet, 2> zone;    // around each side's king
    std::array<PointSet, 2> useful;  // points that count as mobility
    std::array<std::array<PointSet, KINDS>, 2> attacked_by;
    std::array<PointSet, 2> attacked;
    std::array<PointSet, 2> attacked_twice;
    std::array<int, 2> zone_attackers{};  // pieces that attack a side's king zone

    EvalInfo(const Position& at, const PawnStructure& structure)
        : position(at), pawns(structure), occupied(at.occupied()) {
        begin<Side::WHITE>();
        begin<Side::BLACK>();
        useful[0] = useful_points<Side::WHITE>();
        useful[1] = useful_points<Side::BLACK>();
    }

    template <Side US>
    void note(Kind kind, PointSet attacks) {
        attacked_by[index(US)][index(kind)] |= attacks;
        attacked_twice[index(US)] |= attacked[index(US)] & attacks;
        attacked[index(US)] |= attacks;
    }

  private:
    template <Side US>
    void begin() {
        king[index(US)] = position.king(US);
        zone[index(US)] = KING_ZONES[index(US)][king[index(US)].index()];
        const PointSet men = position.of(US, Kind::PAWN);
        constexpr int STEP = forward(US);
        const PointSet left = shifted<STEP - 1>(men), right = shifted<STEP + 1>(men);
        attacked_by[index(US)][index(Kind::PAWN)] = left | right;
        attacked[index(US)] = left | right;
        attacked_twice[index(US)] = left & right;
        note<US>(Kind::KING, king_attacks(king[index(US)]));
    }

    // Excludes points that a pawn attacks, the own king's point, and those of blocked or unmoved pawns.
    template <Side US>
    PointSet useful_points() const {
        constexpr PointSet LOW = rank_set(relative_rank(US, 1)) | rank_set(relative_rank(US, 2));
        const PointSet men = position.of(US, Kind::PAWN);
        const PointSet stuck = men & (LOW | shifted<-forward(US)>(occupied));
        return ~(stuck | PointSet(king[index(US)]) | attacked_by[index(other(US))][index(Kind::PAWN)]);
    }
};

}  // namespace plyground::chess
