// PlacingStep: a table of the placing phase from the tables of the next ply.
//
// A placement changes only the men of the side that places. So a row, all positions with the same waiting men, follows
// from the positions of the next ply with the same men, then to move. Those are spread over the rows of their tables,
// and finding them, one look-up for each, is the only step that needs symmetries. It finds in one byte what the
// position is worth if nothing is removed, and if one, two or three men are: the best removals are found before, row by
// row, since they change only the other side's men.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "plyground/core/bit_gather.hpp"
#include "plyground/core/endgame.hpp"
#include "plyground/core/subset_steps.hpp"
#include "plyground/games/mill/placing_index.hpp"

namespace plyground::mill {

// Finds a table that is solved.
using FindPly = std::function<const SolvedTable&(const PlyTable& table)>;

template <class Bits>
class PlacingStep {
  public:
    // For a table of the kind PLACING or TURNED. `found` has room for `room` bytes.
    PlacingStep(const PlacingIndex& index, const PlyTable& table, FindPly find, std::uint8_t* found)
        : index_(index),
          orbits_(index.orbits()),
          rules_(index.rules()),
          table_(table),
          next_(next(index, table)),
          is_placing_(index.kind(table) == PlyKind::PLACING),
          removals_(is_placing_ ? std::min({index.removals(next_.waiting), next_.moving, MAX_REMOVALS}) : 0),
          find_(std::move(find)),
          found_(found),
          symmetries_(symmetries(orbits_.board()).size()) {
        for (int i = 0; i < orbits_.board().line_count; ++i)
            lines_.push_back(
                static_cast<std::uint32_t>(orbits_.board().lines[static_cast<std::size_t>(i)].set().bits()));
        for (const std::uint32_t set : orbits_.sets(next_.waiting)) {
            const Orbits::Member member = orbits_.member(next_.waiting, set);
            const std::uint32_t men = orbits_.representatives(next_.waiting)[member.orbit];
            placed_.push_back({member.orbit, member.symmetry, orbits_.all() & ~men});
        }
    }

    static std::uint64_t room(const PlacingIndex& index, const PlyTable& table) {
        return index.size(next(index, table));
    }

    // First, in any order and by any threads: reads some rows of the next ply.
    std::uint32_t next_rows() const { return index_.rows(next_); }
    void read(std::uint32_t first, std::uint32_t count) const {
        static thread_local std::array<std::vector<std::uint8_t>, MAX_REMOVALS + 1> own;
        auto& all = own;
        const std::size_t size = index_.columns(next_);
        std::uint8_t* found = found_ + first * size;
        read(next_, first, count, found);
        for (int removed = 1; removed <= removals_; ++removed) {
            PlyTable fewer = next_;
            fewer.moving -= removed;
            read(fewer, first, count, all[static_cast<std::size_t>(removed)]);
        }
        if (removals_ == 0) return;
        for (std::uint32_t row = 0; row < count; ++row) {
            const std::uint32_t placed = orbits_.representatives(next_.waiting)[first + row];
            if (!has_line(placed)) continue;
            const Lines open(*this, orbits_.all() & ~placed);
            add_removals(open, row, all, found + row * size);
        }
    }

    // Then, in the same way: solves a row.
    std::uint32_t rows() const { return index_.rows(table_); }
    std::uint32_t columns() const { return index_.columns(table_); }
    void solve(std::uint32_t row, Value* values) const {
        static thread_local std::array<std::vector<std::uint8_t>, 3> own;
        auto& [after, quiet, best] = own;
        const std::uint32_t waits = orbits_.representatives(table_.waiting)[row];
        const Lines open(*this, orbits_.all() & ~waits);
        after.resize(Subsets::count(open.points, next_.waiting));
        const std::uint32_t count = columns();
        best.resize(count);
        look_up(waits, after);
        if (is_placing_) place(open, after, quiet, best);
        const std::uint8_t* scores = is_placing_ ? best.data() : after.data();
        for (std::uint32_t column = 0; column < count; ++column)
            values[column] = static_cast<Value>(scores[column] == WIN ? value_of(1) : 1 - scores[column]);
        static_assert(value_of(0) == 1 && DRAW_VALUE == 0);
    }

  private:
    // Scores of the side that has just placed a man: 0 loses, 1 draws, 2 wins. In a byte, the lowest two bits are the
    // score if nothing is removed, the next two if one man is, and so on.
    static constexpr std::uint8_t WIN = 2;
    static constexpr int MAX_REMOVALS = 3;

    // Where a set of placed men is found: its row, the symmetry that turns it there, and the points that are open then.
    struct Placed {
        std::uint32_t row;
        std::uint32_t symmetry : 8;
        std::uint32_t open : 24;
    };

    // The lines whose three points are open, with open points numbered.
    struct Lines {
        Lines(const PlacingStep& step, std::uint32_t open_points)
            : open(open_points), points(std::popcount(open_points)) {
            for (const std::uint32_t line : step.lines_)
                if ((line & ~open) == 0) lines[count++] = Bits::gather(line, open);
        }
        // The points of a set that stand in its mills, if the lines before `first` are not among them.
        std::uint32_t mills(std::uint32_t set, std::size_t first = 0) const {
            std::uint32_t found = 0;
            for (std::size_t i = first; i < count; ++i) found |= (set & lines[i]) == lines[i] ? lines[i] : 0;
            return found;
        }
        // How many mills of a set a point belongs to.
        int mills_at(std::uint32_t set, std::uint32_t point) const {
            int found = 0;
            for (std::size_t i = 0; i < count; ++i) found += (set & lines[i]) == lines[i] && (lines[i] & point) != 0;
            return found;
        }
        std::uint32_t open;
        int points;
        std::array<std::uint32_t, MAX_LINES> lines{};
        std::size_t count = 0;
    };

    // The table of the next ply if nothing is removed, or after the pass of a side that does not move first.
    static PlyTable next(const PlacingIndex& index, const PlyTable& table) {
        if (index.kind(table) == PlyKind::TURNED) return {table.ply + 1, table.waiting, table.moving};
        return PlacingIndex::after(table, 0);
    }

    bool has_line(std::uint32_t men) const {
        return std::any_of(lines_.begin(), lines_.end(), [&](std::uint32_t line) { return (line & ~men) == 0; });
    }

    void read(const PlyTable& table, std::uint32_t first, std::uint32_t count,
              std::vector<std::uint8_t>& scores) const {
        scores.resize(std::size_t{count} * index_.columns(table));
        read(table, first, count, scores.data());
    }
    void read(const PlyTable& table, std::uint32_t first, std::uint32_t count, std::uint8_t* scores) const {
        const std::uint64_t columns = index_.columns(table);
        const std::span all(scores, columns * count);
        if (index_.kind(table) == PlyKind::LOST) return std::fill(all.begin(), all.end(), WIN);
        find_(table).read(columns * first, all);
        // Without a table, so that the compiler uses vectors.
        for (std::uint8_t& score : all) score = score == DRAW_VALUE ? 1 : score % 2 == 0 ? 0 : WIN;
        static_assert(is_win(2) && is_loss(1));
    }

    // Adds to the scores of a row of the next ply what they are if men are removed. `all` has the scores of some rows
    // with fewer men.
    void add_removals(const Lines& open, std::uint32_t row,
                      const std::array<std::vector<std::uint8_t>, MAX_REMOVALS + 1>& all, std::uint8_t* found) const {
        const std::size_t size = index_.columns(next_);
        static thread_local std::array<std::vector<std::uint8_t>, 2> own;
        auto& [fewer, more] = own;
        for (int count = removals_; count >= 1; --count) {
            // From the last removal back to the first.
            for (int removed = count; removed >= 0; --removed) {
                const int men = next_.moving - removed;
                const std::size_t columns = Subsets::count(open.points, men);
                const std::uint8_t* now =
                    removed == 0 ? found : all[static_cast<std::size_t>(removed)].data() + row * columns;
                if (removed == count) {
                    fewer.assign(now, now + columns);
                    continue;
                }
                more.resize(columns);
                remove(open, men, fewer, now, more);
                std::swap(fewer, more);
            }
            for (std::size_t column = 0; column < size; ++column)
                found[column] = static_cast<std::uint8_t>(found[column] | fewer[column] << 2 * count);
        }
    }

    // The scores after the best removal of one of `men` men; where none can be removed, `now`.
    void remove(const Lines& open, int men, const std::vector<std::uint8_t>& fewer, const std::uint8_t* now,
                std::vector<std::uint8_t>& best) const {
        SubsetSteps::best_below(open.points, men, fewer.data(), best.data());
        if (rules_.take() == Take::ALWAYS) return;
        const Subsets& subsets = orbits_.subsets();
        for_sets_with_mills(open, men, [&](std::uint32_t set, std::size_t line) {
            std::uint32_t free = set & ~open.mills(set, line);
            if (free == 0 && rules_.take() == Take::IF_ALL) return;
            const std::uint32_t column = subsets.rank(men, set);
            std::uint8_t score = free == 0 ? now[column] & 3 : 0;
            for (; free != 0; free &= free - 1)
                score = std::max(score, fewer[subsets.rank(men - 1, set ^ (free & (0 - free)))]);
            best[column] = score;
        });
    }

    // Calls `visit(set, line)` for every set of open points with a mill; `line` is the first one that it contains.
    template <class Visit>
    void for_sets_with_mills(const Lines& open, int men, const Visit& visit) const {
        if (men < 3) return;
        const std::uint32_t all = (1U << open.points) - 1, count = Subsets::count(open.points - 3, men - 3);
        const std::uint32_t* rest = orbits_.sets(men - 3).data();
        for (std::size_t line = 0; line < open.count; ++line)
            for (std::uint32_t i = 0; i < count; ++i) {
                const std::uint32_t set = open.lines[line] | Bits::scatter(rest[i], all & ~open.lines[line]);
                bool is_seen = false;
                for (std::size_t before = 0; before < line; ++before)
                    is_seen |= (set & open.lines[before]) == open.lines[before];
                if (!is_seen) visit(set, line);
            }
    }

    // Finds all positions of the next ply with certain men to move. What many of them need is fetched from memory at
    // the same time.
    void look_up(std::uint32_t moves, std::span<std::uint8_t> after) const {
        constexpr std::size_t BATCH = 128;
        std::array<const Placed*, BATCH> placed;
        std::array<const std::uint8_t*, BATCH> places;
        std::array<std::uint32_t, 64> images;
        for (std::size_t s = 0; s < symmetries_; ++s) images[s] = orbits_.image(s, moves);
        const Subsets& subsets = orbits_.subsets();
        const std::uint32_t open = orbits_.all() & ~moves;
        const std::uint32_t* sets = orbits_.sets(next_.waiting).data();
        const std::uint64_t size = index_.columns(next_);
        for (std::size_t first = 0; first < after.size(); first += BATCH) {
            const std::size_t count = std::min(BATCH, after.size() - first);
            for (std::size_t i = 0; i < count; ++i) {
                placed[i] = &placed_[subsets.rank(next_.waiting, Bits::scatter(sets[first + i], open))];
                prefetch(placed[i]);
            }
            for (std::size_t i = 0; i < count; ++i) {
                const std::uint32_t turned = Bits::gather(images[placed[i]->symmetry], placed[i]->open);
                places[i] = found_ + placed[i]->row * size + subsets.rank(next_.moving, turned);
                prefetch(places[i]);
            }
            for (std::size_t i = 0; i < count; ++i) after[first + i] = *places[i];
        }
    }
    static void prefetch([[maybe_unused]] const void* place) {
#if defined(__GNUC__)
        __builtin_prefetch(place);
#endif
    }

    // The best placement in every position of a row.
    void place(const Lines& open, std::span<const std::uint8_t> after, std::vector<std::uint8_t>& quiet,
               std::vector<std::uint8_t>& best) const {
        struct Closing {
            std::uint32_t set, column;
        };
        static thread_local std::vector<Closing> own;
        std::vector<Closing>& closings = own;
        const Subsets& subsets = orbits_.subsets();
        const int men = next_.waiting;
        quiet.resize(after.size());
        for (std::size_t i = 0; i < after.size(); ++i) quiet[i] = after[i] & 3;
        closings.clear();
        if (removals_ > 0)
            for_sets_with_mills(open, men, [&](std::uint32_t set, std::size_t) {
                const std::uint32_t column = subsets.rank(men, set);
                quiet[column] = 0;
                if (after[column] != 0) closings.push_back({set, column});
            });
        if (table_.ply == 0 && !rules_.centre_opening())
            quiet[static_cast<std::size_t>(orbits_.board().centre().index())] = 0;
        SubsetSteps::best_above(open.points, table_.moving, quiet.data(), best.data());
        // A man that stands in a mill has closed it, if it was placed last.
        const auto raise = [&](std::uint32_t set, std::uint32_t placed, std::uint8_t score) {
            if (score == 0) return;
            for (; placed != 0; placed &= placed - 1) {
                std::uint8_t& old = best[subsets.rank(men - 1, set ^ (placed & (0 - placed)))];
                old = std::max(old, score);
            }
        };
        for (const auto [set, column] : closings) {
            const std::uint32_t mills = open.mills(set);
            raise(set, set & ~mills, after[column] & 3);
            if (!rules_.removes_per_mill()) raise(set, mills, after[column] >> 2 & 3);
            else
                for (std::uint32_t rest = mills; rest != 0; rest &= rest - 1) {
                    const std::uint32_t point = rest & (0 - rest);
                    raise(set, point, after[column] >> 2 * std::min(open.mills_at(set, point), removals_) & 3);
                }
        }
    }

    const PlacingIndex& index_;
    const Orbits& orbits_;
    const Rules& rules_;
    PlyTable table_, next_;
    bool is_placing_;
    int removals_;  // by one placement at most
    FindPly find_;
    std::uint8_t* found_;
    std::size_t symmetries_;
    std::vector<std::uint32_t> lines_;
    std::vector<Placed> placed_;  // by the number of the set
};

}  // namespace plyground::mill
