#include "plyground/games/mill/evaluator.hpp"

#include <string>

namespace plyground::mill {

namespace {

constexpr int percentage(const StyleWeights& style, int term) {
    switch (term) {
        case CLOSING:
        case THREAT:
        case FORKS:
        case UNSTOPPED:
        case SWITCHES:
        case RUNNING:
        case CAPTURES: return style.threats;
        case STEPS:
        case BLOCKED:
        case HUBS: return style.mobility;
        case MILLS:
        case HELD: return style.defence;
        default: return 100;
    }
}

}  // namespace

const Weights& weights_for(const Board& board) {
    const bool has_diagonals = std::any_of(board.lines.begin(), board.lines.begin() + board.line_count,
                                           [](const Line& line) { return line.kind == LineKind::DIAGONAL; });
    return has_diagonals ? DIAGONAL_WEIGHTS : PLAIN_WEIGHTS;
}

std::vector<WeightField> weight_fields() {
    std::vector<WeightField> fields;
    for (const std::string_view phase : PHASE_NAMES)
        for (const std::string_view term : TERM_NAMES)
            fields.push_back({std::string(phase) + "." + std::string(term), {}});
    return fields;
}

WeightList weight_list(const Weights& weights) {
    WeightList list;
    for (const TermWeights& phase : weights) list.insert(list.end(), phase.begin(), phase.end());
    return list;
}

Weights weights_of(const WeightList& list) {
    Weights weights{};
    for (std::size_t i = 0; i < list.size(); ++i) weights[i / TERMS][i % TERMS] = list[i];
    return weights;
}

Weights plain_weights() {
    Weights weights{};
    for (TermWeights& phase : weights) phase[MEN] = 100;
    return weights;
}

WeightTable::WeightTable(const Rules& rules, Style style, const Weights& weights) {
    const StyleWeights styled = style_weights(style);
    const int most = 2 * rules.men();
    for (int t = 0; t < TERMS; ++t) {
        for (int hand = 0; hand < static_cast<int>(by_hand.size()); ++hand) {
            const int placing = std::min(hand, most);
            const Score mixed = (weights[PLACING][t] * placing + weights[MOVING][t] * (most - placing)) / most;
            by_hand[static_cast<std::size_t>(hand)][t] = mixed * percentage(styled, t) / 100;
        }
        flying[t] = weights[FLYING][t] * percentage(styled, t) / 100;
    }
}

int special_captures(const Position& position, const Rules& rules, Side side) {
    const Board& board = rules.board();
    const PointSet ours = position.of(side), theirs = position.of(other(side));
    const PointSet empty = board.all() & ~position.occupied();
    const bool places = position.in_hand(side) > 0;
    const bool roams = places || position.total(side) <= rules.fly_at();
    const auto open = [&](SpecialCapture capture, const Line& line) {
        return capture.is_on() && capture.applies(line.kind) &&
               capture.applies(position.is_placing(), position.total(side));
    };
    const auto reaches = [&](Point p) { return empty.has(p) && (roams || board.neighbours[p.index()].meets(ours)); };
    int taken = 0;
    for (int l = 0; l < board.line_count; ++l) {
        const Line& line = board.lines[l];
        const Point ends[2] = {line.points[0], line.points[2]};
        const bool both_theirs = theirs.has(ends[0]) && theirs.has(ends[1]);
        if (both_theirs && reaches(line.middle()) && open(rules.intervention(), line)) taken += 2;
        if (!theirs.has(line.middle())) continue;
        for (int e = 0; e < 2; ++e) {
            if (!ours.has(ends[e]) || !empty.has(ends[1 - e])) continue;
            const bool leaps = open(rules.leap(), line) && (!places || rules.moves_while_placing());
            taken += leaps || (reaches(ends[1 - e]) && open(rules.custodian(), line));
        }
    }
    return taken;
}

}  // namespace plyground::mill
