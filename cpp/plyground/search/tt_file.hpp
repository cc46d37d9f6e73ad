// TT files: a saved transposition table, refused if it belongs to another game or other rules.
//
//   "PLYTABLE" | version | what the table belongs to | number of entries | entries, key and data each | digest
//
// Numbers are little-endian, the first two lengths 32 bits, everything else 64. An entry of any table fits into any
// other, so the sizes may differ.
#pragma once

#include <cstdint>
#include <string>

#include "plyground/search/tt.hpp"

namespace plyground {

// Increased whenever the meaning of an entry changes: its layout, its values or its move codes.
inline constexpr std::uint32_t TT_FILE_VERSION = 1;

// What a table belongs to: the game by name, and a digest of its rules and its evaluation.
struct TTIdentity {
    std::string game;
    std::string digest;
};

// All functions throw Error of the kind INVALID_TT.
void save_tt(const TranspositionTable& tt, const std::string& path, const TTIdentity& identity);
// Adds the entries of the file to the table. Returns how many entries the file had.
std::uint64_t merge_tt(TranspositionTable& tt, const std::string& path, const TTIdentity& identity);
// What a file holds. A table may have no room for some of it.
TTStatistics tt_file_statistics(const std::string& path, const TTIdentity& identity);

}  // namespace plyground
