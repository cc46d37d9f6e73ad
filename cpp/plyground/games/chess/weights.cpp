#include "plyground/games/chess/weights.hpp"

#include <bit>

namespace plyground::chess {

namespace {

constexpr Weights NORMAL{
#include "plyground/games/chess/weights.inc"
};

// A whole group of weights, scaled by percentages.
template <class Group>
Group scaled(const Group& group, int middle, int ending) {
    auto values = std::bit_cast<std::array<Tapered, sizeof(Group) / sizeof(Tapered)>>(group);
    for (Tapered& value : values) value = {value.middle() * middle / 100, value.ending() * ending / 100};
    return std::bit_cast<Group>(values);
}

// Pieces before pawns: lines to the king, mobility and threats count more than a sound structure.
Weights attacking(Weights weights) {
    weights.attack = scaled(weights.attack, 120, 100);
    weights.activity = scaled(weights.activity, 120, 110);
    weights.threats = scaled(weights.threats, 115, 100);
    weights.structure = scaled(weights.structure, 80, 90);
    return weights;
}

// Structure before pieces: intact pawn chains, a sheltered king and advanced passed pawns.
Weights solid(Weights weights) {
    weights.structure = scaled(weights.structure, 140, 120);
    weights.shelter = scaled(weights.shelter, 140, 100);
    weights.passers = scaled(weights.passers, 115, 110);
    weights.activity = scaled(weights.activity, 85, 100);
    return weights;
}

// Counts material and placement and cares little about activity; the ending counts more, so the side that is ahead
// trades down.
Weights lazy(Weights weights) {
    weights.placement = scaled(weights.placement, 95, 110);
    weights.attack = scaled(weights.attack, 70, 100);
    weights.activity = scaled(weights.activity, 60, 70);
    weights.threats = scaled(weights.threats, 60, 70);
    return weights;
}

}  // namespace

Weights styled(const Weights& normal, Style style) {
    switch (style) {
        case Style::ATTACKING:
        case Style::SACRIFICING: return attacking(normal);
        case Style::SOLID: return solid(normal);
        case Style::LAZY: return lazy(normal);
        case Style::NORMAL: break;
    }
    return normal;
}

Weights weights(Style style) { return styled(NORMAL, style); }

}  // namespace plyground::chess
