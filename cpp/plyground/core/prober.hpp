// Prober: the exact values of positions with few pieces, as a search asks for them.
#pragma once

#include <concepts>
#include <optional>
#include <vector>

#include "plyground/core/endgame.hpp"
#include "plyground/core/endgame_tables.hpp"

namespace plyground {

// What is known of a position, for the side to move. Without a distance, a win counts one ply and a loss none.
struct ProbedValue {
    Value value;
    bool has_distance;
};

// Any number of threads may ask at the same time. Values ignore draw counters and repetition.
template <class Position>
class Prober {
  public:
    virtual ~Prober() = default;
    // Win, draw or loss, without a distance; nothing if no table has the position.
    virtual std::optional<Value> outcome(const Position& position) const = 0;
    // The same with the distance where one is stored, which takes longer.
    virtual std::optional<ProbedValue> value(const Position& position) const = 0;
};

// The endgame tables of a game, by which its positions are found in databases: `place_of` tells which of the `tables`
// has a position and its number there, or nothing.
template <class T, class Position>
concept Probeable = requires(const T& tables, const Position& position) {
    { tables.place_of(position) } -> std::same_as<std::optional<EndgamePlace>>;
    { tables.tables() } -> std::same_as<const std::vector<EndgameTable>&>;
};

}  // namespace plyground
