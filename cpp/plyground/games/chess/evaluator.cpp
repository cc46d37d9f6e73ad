#include "plyground/games/chess/evaluator.hpp"

#include "plyground/games/chess/terms/all_terms.hpp"

namespace plyground::chess {

namespace {

constexpr std::size_t STRUCTURES = 8'192;  // a power of two; about half a megabyte

}  // namespace

Evaluator::Evaluator(const Weights& weights) : weights_(weights), structures_(STRUCTURES) {
    for (int kind = 0; kind < KINDS; ++kind)
        for (int i = 0; i < 64; ++i) {
            const Tapered value = weights.placement.piece[kind] + weights.placement.point[kind][i];
            placed_[0][kind][i] = value;
            placed_[1][kind][i ^ 56] = value * -1;
        }
}

void Evaluator::leave_out_mobility() {
    Activity& activity = weights_.activity;
    activity.knight_mobility = {};
    activity.bishop_mobility = {};
    activity.rook_mobility = {};
    activity.queen_mobility = {};
}

Evaluator::Accumulator Evaluator::start(const Position& position) const {
    Accumulator sum;
    for (int side = 0; side < 2; ++side)
        for (int kind = 0; kind < KINDS; ++kind)
            for (const Point p : position.sides[side] & position.kinds[kind]) {
                sum.placed += placed_[side][kind][p.index()];
                if (kind == index(Kind::PAWN)) sum.pawns ^= ZOBRIST.piece[side][kind][p.index()];
            }
    return sum;
}

Evaluator::Accumulator Evaluator::after(const Accumulator& accumulator, const Position& before, Move move,
                                        const Position& after) const {
    Accumulator sum = accumulator;
    const Side us = before.side_to_move, them = other(us);
    const auto& ours = placed_[index(us)];
    const auto& theirs = placed_[index(them)];
    const auto turn_pawn = [&](Side side, Point p) {
        sum.pawns ^= ZOBRIST.piece[index(side)][index(Kind::PAWN)][p.index()];
    };

    if (move.is_castling()) {
        const auto& rook = ours[index(Kind::ROOK)];
        const auto& king = ours[index(Kind::KING)];
        sum.placed += king[after.king(us).index()] - king[move.from().index()];
        for (const Point p : after.of(us, Kind::ROOK) & ~before.of(us, Kind::ROOK)) sum.placed += rook[p.index()];
        for (const Point p : before.of(us, Kind::ROOK) & ~after.of(us, Kind::ROOK)) sum.placed -= rook[p.index()];
        return sum;
    }
    const Kind arriving = move.is_promotion() ? move.promoted() : move.kind();
    sum.placed += ours[index(arriving)][move.to().index()] - ours[index(move.kind())][move.from().index()];
    if (move.kind() == Kind::PAWN) {
        turn_pawn(us, move.from());
        if (!move.is_promotion()) turn_pawn(us, move.to());
    }
    if (before.of(them).has(move.to())) {
        const Kind taken = before.kind_at(move.to());
        sum.placed -= theirs[index(taken)][move.to().index()];
        if (taken == Kind::PAWN) turn_pawn(them, move.to());
    } else if (move.flag() == Flag::EN_PASSANT) {
        const Point taken(move.to().index() - forward(us));
        sum.placed -= theirs[index(Kind::PAWN)][taken.index()];
        turn_pawn(them, taken);
    }
    return sum;
}

const PawnStructure& Evaluator::pawns(const Position& position, Key key) {
    PawnStructure& structure = structures_[key & (STRUCTURES - 1)];
    if (structure.key != key) {
        Sum sum;
        evaluate_pawns<Side::WHITE>(position, weights_.structure, sum, structure);
        evaluate_pawns<Side::BLACK>(position, weights_.structure, sum, structure);
        structure.key = key;
        structure.score = sum.total;
        structure.king = {};
    }
    if (const Point king = position.king(Side::WHITE); structure.king[0] != king) {
        Sum sum;
        evaluate_shelter<Side::WHITE>(position, weights_.shelter, sum);
        structure.king[0] = king;
        structure.shelter[0] = sum.total;
    }
    if (const Point king = position.king(Side::BLACK); structure.king[1] != king) {
        Sum sum;
        evaluate_shelter<Side::BLACK>(position, weights_.shelter, sum);
        structure.king[1] = king;
        structure.shelter[1] = sum.total;
    }
    return structure;
}

Score Evaluator::evaluate(const Position& position, const Accumulator& accumulator) {
    const PawnStructure& structure = pawns(position, accumulator.pawns);
    Sum sum;
    sum.total = accumulator.placed + structure.score + structure.shelter[0] + structure.shelter[1];
    evaluate_terms(position, structure, weights_, sum);
    sum.total += danger_cost(sum.danger[0]) - danger_cost(sum.danger[1]);
    const Score white = interpolate(position, sum.total, sum.winnable);
    return position.side_to_move == Side::WHITE ? white : -white;
}

}  // namespace plyground::chess
