// Table files: a transposition table kept for another day, refused where it does not belong.
//
//   "PLYTABLE" | version | what the table is for | number of entries | entries, a key and a word each | digest
//
// Numbers are little-endian, the first two lengths 32 bits, all else 64. An entry of any table can be put into any
// other, so the sizes need not agree.
#pragma once

#include <cstdint>
#include <string>

#include "plyground/search/tt.hpp"

namespace plyground {

// Raised with whatever changes the meaning of an entry: its layout, or what values and move codes stand for.
inline constexpr std::uint32_t TT_FILE_VERSION = 1;

// What a table is for: the game, as people name it, and a digest of its rules and of what judges its positions.
struct TTIdentity {
    std::string game;
    std::string digest;
};

// Both throw Error of the kind INVALID_TABLE.
void save_tt(const TranspositionTable& tt, const std::string& path, const TTIdentity& identity);
// Adds what the file holds to what the table knows; how many entries the file had.
std::uint64_t merge_tt(TranspositionTable& tt, const std::string& path, const TTIdentity& identity);

}  // namespace plyground
