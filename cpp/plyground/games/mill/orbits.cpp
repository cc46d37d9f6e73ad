#include "plyground/games/mill/orbits.hpp"

#include <algorithm>
#include <memory>
#include <mutex>

namespace plyground::mill {

Orbits::Orbits(const Board& board) : board_(board) {
    const auto maps = symmetries(board);
    images_.resize(maps.size());
    for (std::size_t s = 0; s < maps.size(); ++s)
        for (std::size_t byte = 0; byte < 3; ++byte)
            for (std::uint32_t bits = 0; bits < 256; ++bits)
                for (const Point p : PointSet(std::uint64_t{bits} << 8 * byte) & board.all())
                    images_[s][byte][bits] |= std::uint32_t{1} << maps[s][static_cast<std::size_t>(p.index())].index();
    for (const auto& map : maps) {
        const auto undoes = [&](const auto& other) {
            for (std::size_t p = 0; p < static_cast<std::size_t>(board.points); ++p)
                if (other[static_cast<std::size_t>(map[p].index())].index() != static_cast<int>(p)) return false;
            return true;
        };
        const auto found = std::find_if(maps.begin(), maps.end(), undoes);
        inverse_.push_back(static_cast<std::uint8_t>(found - maps.begin()));
    }
    for (int k = 0; k <= std::min(MAX_MEN, board.points); ++k) find_orbits(k);
}

void Orbits::find_orbits(int k) {
    const auto size = static_cast<std::size_t>(k);
    const std::vector<std::uint32_t> sets = Subsets::list(board_.points, k);
    constexpr std::uint32_t UNKNOWN = (1U << 24) - 1;
    members_[size].assign(sets.size(), Member{UNKNOWN, 0});
    // In ascending order, the first set of an orbit is its smallest.
    for (const std::uint32_t set : sets) {
        if (member(k, set).orbit != UNKNOWN) continue;
        const auto orbit = static_cast<std::uint32_t>(representatives_[size].size());
        representatives_[size].push_back(set);
        std::vector<std::uint8_t> stabilizer;
        for (std::size_t s = 0; s < images_.size(); ++s) {
            const std::uint32_t moved = image(s, set);
            if (moved == set && s != 0) stabilizer.push_back(static_cast<std::uint8_t>(s));
            members_[size][subsets_.rank(k, moved)] = {orbit, inverse_[s]};
        }
        auto known = std::find(groups_.begin(), groups_.end(), stabilizer);
        if (known == groups_.end()) known = groups_.insert(known, stabilizer);
        stabilizers_[size].push_back(static_cast<std::uint16_t>(known - groups_.begin()));
    }
    sets_[size] = sets;
}

const Orbits& orbits_of(BoardName board) {
    static std::array<std::unique_ptr<Orbits>, BOARDS.size()> all;
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    auto& orbits = all[static_cast<std::size_t>(board)];
    if (!orbits) orbits = std::make_unique<Orbits>(board_of(board));
    return *orbits;
}

}  // namespace plyground::mill
