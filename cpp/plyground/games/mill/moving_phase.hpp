// MovingPhase: the moving phase of a mill game as tables of positions by the numbers of men.
//
// In table `k-m` the side to move has k men and the other has m. A row is an orbit of the waiting side's men, and a
// column is the number of the moving side's men among the points that are left. A move that closes a mill and removes a
// man leaves the tables; what it leads to is found for all positions of a row at once, from the row of the smaller
// table with the same waiting men.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "plyground/core/bit_gather.hpp"
#include "plyground/core/endgame.hpp"
#include "plyground/games/mill/orbits.hpp"
#include "plyground/games/mill/rules.hpp"
#include "plyground/games/mill/steps.hpp"

namespace plyground::mill {

// Finds the solved table in which the side to move has `moving` men and the other `waiting`.
using FindTable = std::function<const SolvedTable&(int moving, int waiting)>;

// The row of the position with these men in the table of their numbers, and the moving side's men among the points that
// are left there.
template <class Bits>
TablePlace row_and_men(const Orbits& orbits, std::uint32_t moves, std::uint32_t waits, int waiting) {
    const Orbits::Member member = orbits.member(waiting, waits);
    const std::uint32_t open = orbits.all() & ~orbits.representatives(waiting)[member.orbit];
    return {member.orbit, Bits::gather(orbits.image(member.symmetry, moves), open)};
}

// Where the position with these men is in the table of their numbers.
template <class Bits>
TablePlace place_of(const Orbits& orbits, std::uint32_t moves, std::uint32_t waits) {
    const auto [row, men] = row_and_men<Bits>(orbits, moves, waits, std::popcount(waits));
    return {row, orbits.subsets().rank(std::popcount(moves), men)};
}

// Without special captures, and for rules under which the men on the board are the whole position.
template <class Bits, BoardName BOARD>
class MovingPhase {
  public:
    MovingPhase(const Rules& rules, int moving, int waiting, FindTable find)
        : rules_(rules),
          orbits_(orbits_of(BOARD)),
          points_(orbits_.board().points),
          men_{moving, waiting},
          columns_{Subsets::count(points_ - waiting, moving), Subsets::count(points_ - moving, waiting)},
          find_(std::move(find)) {}

    int tables() const { return men_[0] == men_[1] ? 1 : 2; }
    std::uint32_t rows(int t) const { return static_cast<std::uint32_t>(representatives(t).size()); }
    std::uint32_t columns(int t) const { return columns_[static_cast<std::size_t>(t)]; }
    std::uint64_t row_start(int t, std::uint32_t row) const { return std::uint64_t{row} * columns(t); }

    void begin(int t, std::uint32_t row, Cell* cells) const {
        const std::uint32_t waits = representatives(t)[row], open = orbits_.all() & ~waits;
        const std::uint32_t* sets = orbits_.sets(moving(t)).data();
        const std::uint32_t count = columns(t);
        if (flies(moving(t))) {
            const int empty = points_ - men_[0] - men_[1];
            std::fill_n(cells, count, Cell{0, static_cast<std::uint8_t>(moving(t) * empty)});
            return;
        }
        for (std::uint32_t column = 0; column < count; ++column) {
            const std::uint32_t moves = Bits::scatter(sets[column], open);
            cells[column] = Cell{0, static_cast<std::uint8_t>(steps_.count(moves, open & ~moves))};
            if (cells[column].moves == 0) cells[column] = blocked(moves, waits);
        }
    }

    bool has_copies(int t, std::uint32_t row) const { return orbits_.is_symmetric(waiting(t), row); }
    // Sets are numbered in ascending order.
    bool is_copy(int t, std::uint32_t row, std::uint32_t column) const {
        const std::uint32_t code = orbits_.sets(moving(t))[column], open = orbits_.all() & ~representatives(t)[row];
        const auto& group = orbits_.stabilizer(waiting(t), row);
        return std::any_of(group.begin(), group.end(), [&](std::uint8_t s) { return turned_by(s, code, open) < code; });
    }

    // Instead of a column, the set that it numbers.
    TablePlace turned(int t, std::uint32_t row, std::uint32_t column) const {
        const auto [moves, waits] = men(t, row, column);
        return row_and_men<Bits>(orbits_, waits, moves, moving(t));
    }
    int code_bits(int t) const { return points_ - waiting(t); }

    // The men of the side to move and of the other one in a position of table 0 or 1.
    std::pair<std::uint32_t, std::uint32_t> men(int t, std::uint32_t row, std::uint32_t column) const {
        const std::uint32_t waits = representatives(t)[row];
        return {Bits::scatter(orbits_.sets(moving(t))[column], orbits_.all() & ~waits), waits};
    }

    template <class Visit>
    void unmoves(int t, std::uint32_t row, std::uint32_t code, const Visit& visit) const {
        for_images(t, row, code, [&](std::uint32_t waits, std::uint32_t moved, std::uint32_t own_code) {
            // A mill that removes nothing is a quiet move.
            const bool takes = rules_.take() != Take::NEVER || removable(waits) != 0;
            unmove(t, waits, moved, takes ? moved & ~steps_.in_mills(moved) : moved, visit);
            if (rules_.blocked() == Blocked::PASSES && !flies(moving(t)) &&
                steps_.count(moved, orbits_.all() & ~waits & ~moved) == 0)
                visit(orbits_.subsets().rank(moving(t), own_code));
        });
    }

    // One kind for each number of removals.
    int conversion_kinds() const { return rules_.removes_per_mill() ? MAX_LINES_AT_POINT : 1; }

    bool conversions(int t, std::uint32_t row, int kind, std::span<Value> values) const {
        const std::uint32_t waits = representatives(t)[row];
        if (men_in_mills(waits, kind) == 0) return false;
        remove(moving(t), waiting(t), row, orbits_.all() & ~waits, kind + 1, values);
        return true;
    }

    template <class Visit>
    void unconversions(int t, std::uint32_t row, std::uint32_t code, int kind, const Visit& visit) const {
        for_images(t, row, code, [&](std::uint32_t waits, std::uint32_t moved, std::uint32_t) {
            if (removable(waits) != 0) unmove(t, waits, moved, men_in_mills(moved, kind), visit);
        });
    }

  private:
    static constexpr std::size_t MAX_SYMMETRIES = 64;

    static std::uint32_t bits(PointSet set) { return static_cast<std::uint32_t>(set.bits()); }

    int moving(int t) const { return men_[static_cast<std::size_t>(t)]; }
    int waiting(int t) const { return men_[static_cast<std::size_t>(1 - t)]; }
    bool flies(int men) const { return men <= rules_.fly_at(); }
    const std::vector<std::uint32_t>& representatives(int t) const { return orbits_.representatives(waiting(t)); }

    std::uint32_t removable(std::uint32_t men) const {
        if (rules_.take() == Take::ALWAYS) return men;
        const std::uint32_t open = men & ~steps_.in_mills(men);
        return open == 0 && rules_.take() == Take::IF_ALL ? men : open;
    }

    // The men whose last move earned `kind + 1` removals.
    std::uint32_t men_in_mills(std::uint32_t men, int kind) const {
        std::uint32_t found = steps_.in_mills(men);
        if (!rules_.removes_per_mill()) return found;
        const Board& board = orbits_.board();
        for (const Point p : PointSet(std::uint64_t{found})) {
            int count = 0;
            for (int i = 0; i < board.line_counts_at[static_cast<std::size_t>(p.index())]; ++i) {
                const std::uint32_t others =
                    bits(board.lines_at[static_cast<std::size_t>(p.index())][static_cast<std::size_t>(i)].others);
                count += (men & others) == others;
            }
            if (count != kind + 1) found &= ~bits(PointSet(p));
        }
        return found;
    }

    template <class Visit>
    void unmove(int t, std::uint32_t waits, std::uint32_t moved, std::uint32_t men, const Visit& visit) const {
        const std::uint32_t open = orbits_.all() & ~waits, empty = open & ~moved;
        const int k = moving(t);
        if (!flies(k)) {
            steps_.for_each(men, empty, [&](std::uint32_t step) {
                visit(orbits_.subsets().rank(k, Bits::gather(moved ^ step, open)));
            });
            return;
        }
        const std::uint32_t all = Bits::gather(moved, open), free = Bits::gather(empty, open);
        for (std::uint32_t flown = Bits::gather(men, open); flown != 0; flown &= flown - 1) {
            const std::uint32_t others = all ^ (flown & (0 - flown));
            for (std::uint32_t sources = free; sources != 0; sources &= sources - 1)
                visit(orbits_.subsets().rank(k, others | (sources & (0 - sources))));
        }
    }

    std::uint32_t turned_by(std::uint8_t symmetry, std::uint32_t code, std::uint32_t open) const {
        return Bits::gather(orbits_.image(symmetry, Bits::scatter(code, open)), open);
    }

    // Calls `visit(waits, moves, code)` for every different image of a position in its row. In one place, so that the
    // compiler does not make a function of it.
    template <class Visit>
    void for_images(int t, std::uint32_t row, std::uint32_t code, const Visit& visit) const {
        const std::uint32_t waits = representatives(t)[row], open = orbits_.all() & ~waits;
        std::array<std::uint32_t, MAX_SYMMETRIES> images;
        images[0] = code;
        std::size_t count = 1;
        if (has_copies(t, row)) [[unlikely]]
            count = find_images(orbits_.stabilizer(waiting(t), row), open, images);
        for (std::size_t i = 0; i < count; ++i) visit(waits, Bits::scatter(images[i], open), images[i]);
    }

    // Adds the other images to the first; returns how many there are.
    std::size_t find_images(const std::vector<std::uint8_t>& group, std::uint32_t open,
                            std::array<std::uint32_t, MAX_SYMMETRIES>& images) const {
        std::size_t count = 1;
        for (const std::uint8_t s : group) {
            const std::uint32_t image = turned_by(s, images[0], open);
            if (std::find(images.begin(), images.begin() + count, image) == images.begin() + count)
                images[count++] = image;
        }
        return count;
    }

    // The values, for the side that loses men, of all positions of a row after the best removals: `k` of its men stand
    // on open points, and `count` of them go.
    void remove(int k, int waiting_count, std::uint32_t row, std::uint32_t open, int count,
                std::span<Value> values) const {
        if (k < rules_.lose_below()) {
            std::fill(values.begin(), values.end(), value_of(0));
            return;
        }
        if (count == 0) {
            find_(k, waiting_count).read(std::uint64_t{row} * values.size(), values);
            return;
        }
        static thread_local std::array<std::vector<Value>, MAX_LINES_AT_POINT + 2> buffers;
        std::vector<Value>& fewer = buffers[static_cast<std::size_t>(count)];
        fewer.resize(Subsets::count(points_ - waiting_count, k - 1));
        remove(k - 1, waiting_count, row, open, count - 1, fewer);
        const std::vector<std::uint32_t>& sets = orbits_.sets(k);
        for (std::uint32_t column = 0; column < values.size(); ++column) {
            std::uint32_t men = removable(Bits::scatter(sets[column], open));
            Value best = value_of(1);
            int preferred = -1;
            for (std::uint32_t victims = Bits::gather(men, open); victims != 0; victims &= victims - 1) {
                const Value value = fewer[orbits_.subsets().rank(k - 1, sets[column] & ~(victims & (0 - victims)))];
                if (PREFERENCE[value] > preferred) {
                    preferred = PREFERENCE[value];
                    best = value;
                }
            }
            values[column] = best;
        }
    }

    static constexpr std::array<std::int16_t, 256> PREFERENCE = [] {
        std::array<std::int16_t, 256> all{};
        for (int value = 0; value < 256; ++value)
            all[static_cast<std::size_t>(value)] = static_cast<std::int16_t>(preference(static_cast<Value>(value)));
        return all;
    }();

    // A side that cannot move.
    Cell blocked(std::uint32_t moves, std::uint32_t waits) const {
        switch (rules_.blocked()) {
            case Blocked::LOSES: return {0, 0};
            case Blocked::DRAW: return {0, Cell::UNLIMITED};
            case Blocked::PASSES: return {0, 1};
            default: break;
        }
        const std::uint32_t victims = near(moves) & waits;
        Cell cell{0, static_cast<std::uint8_t>(std::popcount(victims))};
        for (std::uint32_t rest = victims; rest != 0; rest &= rest - 1)
            add(cell, after_blocked_removal(moves, waits ^ (rest & (0 - rest))));
        return cell;
    }

    // What the opponent of a blocked side that has removed a man has. In some of these turns a side only passes.
    Value after_blocked_removal(std::uint32_t moves, std::uint32_t waits) const {
        if (std::popcount(waits) < rules_.lose_below()) return value_of(0);
        if (rules_.blocked() == Blocked::REMOVES_AND_PASSES) return look_up(waits, moves);
        const std::uint32_t victims = rules_.blocked() == Blocked::BOTH_REMOVE ? near(waits) & moves : 0;
        Cell cell{0, static_cast<std::uint8_t>(std::max(std::popcount(victims), 1))};
        if (victims == 0) add(cell, look_up(moves, waits));
        for (std::uint32_t rest = victims; rest != 0; rest &= rest - 1)
            add(cell, look_up(moves ^ (rest & (0 - rest)), waits));
        return cell.value();
    }
    static void add(Cell& cell, Value after) {
        if (is_loss(after)) cell.add_win(plies_of(after));
        if (is_win(after)) cell.add_loss(plies_of(after));
    }
    std::uint32_t near(std::uint32_t men) const {
        std::uint32_t found = 0;
        for (; men != 0; men &= men - 1)
            found |= bits(orbits_.board().neighbours[static_cast<std::size_t>(std::countr_zero(men))]);
        return found;
    }
    Value look_up(std::uint32_t moves, std::uint32_t waits) const {
        const int moving_count = std::popcount(moves), waiting_count = std::popcount(waits);
        if (moving_count < rules_.lose_below()) return value_of(0);
        const TablePlace found = place_of<Bits>(orbits_, moves, waits);
        Value value = DRAW_VALUE;
        find_(moving_count, waiting_count)
            .read(found.row * std::uint64_t{Subsets::count(points_ - waiting_count, moving_count)} + found.column,
                  {&value, 1});
        return value;
    }

    Rules rules_;
    const Orbits& orbits_;
    int points_;
    std::array<int, 2> men_;
    std::array<std::uint32_t, 2> columns_;
    FindTable find_;
    [[no_unique_address]] Steps<BOARD> steps_;
};

}  // namespace plyground::mill
