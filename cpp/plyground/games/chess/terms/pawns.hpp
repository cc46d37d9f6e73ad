// Pawns: their structure, which pawns are passed, and the shelter they give a king. All of it depends only on pawns and
// kings, so that it can be cached.
#pragma once

#include <algorithm>
#include <array>

#include "plyground/core/key.hpp"
#include "plyground/games/chess/position.hpp"
#include "plyground/games/chess/terms/tally.hpp"
#include "plyground/games/chess/weights.hpp"

namespace plyground::chess {

// Sets by side and point: the points ahead on a pawn's file, and those ahead on the adjacent files.
struct PawnTables {
    std::array<PointTable, 2> ahead;
    std::array<PointTable, 2> ahead_beside;
};

constexpr PointSet files_beside(int file) {
    return (file > 0 ? file_set(file - 1) : PointSet{}) | (file < 7 ? file_set(file + 1) : PointSet{});
}

// The ranks in front of a rank, as a side sees it.
constexpr PointSet ranks_ahead(Side side, int rank) {
    PointSet ranks;
    for (int r = 0; r < 8; ++r)
        if (side == Side::WHITE ? r > rank : r < rank) ranks |= rank_set(r);
    return ranks;
}

constexpr PawnTables pawn_tables() {
    PawnTables tables;
    for (const Side side : {Side::WHITE, Side::BLACK})
        for (int i = 0; i < 64; ++i) {
            const PointSet ranks = ranks_ahead(side, rank_of(Point(i)));
            tables.ahead[index(side)][i] = ranks & file_set(file_of(Point(i)));
            tables.ahead_beside[index(side)][i] = ranks & files_beside(file_of(Point(i)));
        }
    return tables;
}

inline constexpr PawnTables PAWN_TABLES = pawn_tables();

inline PointSet ahead(Side side, Point p) { return PAWN_TABLES.ahead[index(side)][p.index()]; }
inline PointSet ahead_beside(Side side, Point p) { return PAWN_TABLES.ahead_beside[index(side)][p.index()]; }

// The distance in king moves.
constexpr int distance(Point a, Point b) {
    const int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
    return std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks);
}

// The points of a set that come first for a side: the lowest rank for white, the highest for black.
template <Side US>
Point rearmost(PointSet set) {
    return US == Side::WHITE ? set.first() : Point(63 - std::countl_zero(set.bits()));
}

template <Side US>
PointSet filled_forward(PointSet set) {
    constexpr int STEP = forward(US);
    set |= shifted<STEP>(set);
    set |= shifted<STEP>(shifted<STEP>(set));
    return set | shifted<STEP>(shifted<STEP>(shifted<STEP>(shifted<STEP>(set))));
}

// What is cached about a pawn structure. The shelters are valid for the kings they were computed with.
struct PawnStructure {
    Key key = 0;
    Tapered score;                   // white minus black
    std::array<Tapered, 2> shelter;  // white minus black, by king
    std::array<PointSet, 2> passed;
    std::array<PointSet, 2> attack_span;  // everything a side's pawns attack now or could attack after advancing
    std::array<Point, 2> king;
};

template <Side US, class Tally>
void evaluate_pawns(const Position& position, const Structure& weights, Tally& tally, PawnStructure& structure) {
    constexpr Side THEM = other(US);
    const PointSet ours = position.of(US, Kind::PAWN);
    const PointSet theirs = position.of(THEM, Kind::PAWN);
    const PointSet their_attacks = pawn_attacks<THEM>(theirs);
    structure.attack_span[index(US)] = filled_forward<US>(pawn_attacks<US>(ours));
    PointSet passed;
    for (const Point p : ours) {
        const int rank = relative_rank(US, rank_of(p));
        const Point stop(p.index() + forward(US));
        const PointSet beside = ours & files_beside(file_of(p));
        const PointSet level_or_behind = beside & ~ahead_beside(US, p);
        const PointSet opponents = theirs & ahead(US, p);
        const PointSet guards = theirs & ahead_beside(US, p);
        const bool is_opposed = !opponents.is_empty();
        const bool is_doubled = ours.meets(ahead(US, p));

        if (is_doubled) tally.template add<US>(weights.doubled);
        if (beside.is_empty()) tally.template add<US>(weights.isolated[is_opposed]);
        else if (level_or_behind.is_empty() && (their_attacks | theirs).has(stop))
            tally.template add<US>(weights.backward[is_opposed]);
        if (beside.meets(rank_set(rank_of(p)))) tally.template add<US>(weights.phalanx[rank]);
        tally.template add<US>(weights.supported[rank], (pawn_attacks(THEM, p) & ours).count());

        if (is_opposed || is_doubled) continue;
        if (guards.is_empty()) passed |= PointSet(p);
        else if (level_or_behind.count() >= guards.count()) tally.template add<US>(weights.candidate[rank]);
    }
    structure.passed[index(US)] = passed;
}

template <Side US, class Tally>
void evaluate_shelter(const Position& position, const Shelter& weights, Tally& tally) {
    constexpr Side THEM = other(US);
    const Point king = position.king(US);
    const PointSet pawns = position.of(Kind::PAWN);
    const PointSet not_behind = pawns & (ranks_ahead(US, rank_of(king)) | rank_set(rank_of(king)));
    const int middle = std::clamp(file_of(king), 1, 6);
    for (int file = middle - 1; file <= middle + 1; ++file) {
        const int edge = std::min(file, 7 - file);
        const PointSet own = not_behind & position.of(US) & file_set(file);
        const PointSet enemy = not_behind & position.of(THEM) & file_set(file);
        const int own_rank = own.is_empty() ? 0 : relative_rank(US, rank_of(rearmost<US>(own)));
        const int enemy_rank = enemy.is_empty() ? 0 : relative_rank(US, rank_of(rearmost<US>(enemy)));
        tally.template add<US>(weights.own_pawn[edge][own_rank]);
        if (own_rank != 0 && enemy_rank == own_rank + 1) tally.template add<US>(weights.blocked_storm[enemy_rank]);
        else tally.template add<US>(weights.storm[edge][enemy_rank]);
    }
    if (pawns.is_empty()) return;
    int nearest = 8;
    for (const Point p : pawns) nearest = std::min(nearest, distance(king, p));
    tally.template add<US>(weights.pawn_distance, nearest);
}

}  // namespace plyground::chess
