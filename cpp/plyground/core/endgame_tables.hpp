// Endgame tables by material: how a game lists them for those who solve, store and probe them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "plyground/core/endgame.hpp"

namespace plyground {

// The positions in which the side to move has certain pieces and the other side has certain pieces. Named after both,
// the side to move first: "KRvK" and "KvKR" are different tables.
struct EndgameTable {
    std::string name;
    std::uint64_t size;  // including numbers that are no position
};

// Two tables that quiet moves connect, so that they are solved together; the same table twice if both sides have the
// same pieces. All other moves lead to tables of earlier pairs.
struct EndgamePair {
    int first;
    int second;
};

// Where the value of a position is stored.
struct EndgamePlace {
    int table;
    std::uint64_t index;

    friend bool operator==(const EndgamePlace&, const EndgamePlace&) = default;
};

// The values of solved tables, by table; nullptr = not loaded.
using EndgameValues = std::vector<const Value*>;

// Adds a legal move to a cell, which leads to a position of known value.
inline void add_conversion(Cell& cell, Value after) {
    if (after == NO_POSITION) throw std::logic_error("a move leads to a position that its table does not have");
    if (is_decided(after) && plies_of(after) >= MAX_PLIES) throw std::overflow_error("an ending takes too many plies");
    ++cell.moves;
    if (is_loss(after)) cell.add_win(plies_of(after));
    if (is_win(after)) cell.add_loss(plies_of(after));
}

}  // namespace plyground
