// Orbits: sets of men on a mill board up to the board's symmetries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "plyground/core/subsets.hpp"
#include "plyground/games/mill/geometry.hpp"

namespace plyground::mill {

// The orbits of all sets of up to MAX_MEN men, each represented by its smallest set, in ascending order.
class Orbits {
  public:
    static constexpr int MAX_MEN = 12;

    explicit Orbits(const Board& board);

    // Where a set belongs: its orbit, and the symmetry that maps it to the orbit's representative.
    struct Member {
        std::uint32_t orbit : 24;
        std::uint32_t symmetry : 8;
    };

    const Board& board() const { return board_; }
    std::uint32_t all() const { return static_cast<std::uint32_t>(board_.all().bits()); }
    const Subsets& subsets() const { return subsets_; }
    // The k-element sets in their order, for up to as many points as are free beside the opponent's men.
    const std::vector<std::uint32_t>& sets(int k) const { return sets_[static_cast<std::size_t>(k)]; }
    const std::vector<std::uint32_t>& representatives(int k) const {
        return representatives_[static_cast<std::size_t>(k)];
    }
    // Whether symmetries other than the identity leave a representative as it is, and which.
    bool is_symmetric(int k, std::uint32_t orbit) const {
        return stabilizers_[static_cast<std::size_t>(k)][orbit] != 0;
    }
    const std::vector<std::uint8_t>& stabilizer(int k, std::uint32_t orbit) const {
        return groups_[stabilizers_[static_cast<std::size_t>(k)][orbit]];
    }
    Member member(int k, std::uint32_t set) const {
        return members_[static_cast<std::size_t>(k)][subsets_.rank(k, set)];
    }
    std::uint32_t image(std::size_t symmetry, std::uint32_t set) const {
        const auto& bytes = images_[symmetry];
        return bytes[0][set & 0xFF] | bytes[1][set >> 8 & 0xFF] | bytes[2][set >> 16 & 0xFF];
    }

  private:
    void find_orbits(int k);

    const Board& board_;
    Subsets subsets_;
    std::vector<std::array<std::array<std::uint32_t, 256>, 3>> images_;  // of each byte, by symmetry
    std::vector<std::uint8_t> inverse_;
    std::array<std::vector<std::uint32_t>, MAX_MEN + 1> sets_, representatives_;
    std::array<std::vector<Member>, MAX_MEN + 1> members_;
    std::array<std::vector<std::uint16_t>, MAX_MEN + 1> stabilizers_;  // which of the groups
    std::vector<std::vector<std::uint8_t>> groups_{{}};                // without the identity; the first is trivial
};

// The orbits of a board, computed when they are first asked for.
const Orbits& orbits_of(BoardName board);

}  // namespace plyground::mill
