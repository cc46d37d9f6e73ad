// Preview: a look one move ahead without making the positions there, for the last ply of a search.
#pragma once

#include <concepts>
#include <limits>

#include "plyground/core/score.hpp"

namespace plyground {

// What a preview says of a move after which the game may be over: the position must be made and asked.
inline constexpr Score UNFORESEEN = std::numeric_limits<Score>::min();

// Most nodes of a search are leaves, and most of what making a position costs is of no use there. A preview belongs to
// one position and to one evaluation (a named one by its place, -1 = the game's usual one). `after(move)` is the value
// after a legal move as the side that makes it sees it, or UNFORESEEN. `each(take)` calls `take(move, value)` for every
// legal move in the order of `moves`, until it returns false.
template <class G>
concept HasPreview = requires(const G& game, const typename G::Position& position, typename G::Move move,
                              bool (&take)(const typename G::Move&, Score)) {
    { game.preview(position, int{}).after(move) } -> std::same_as<Score>;
    { game.preview(position, int{}).each(take) } -> std::same_as<void>;
};

}  // namespace plyground
