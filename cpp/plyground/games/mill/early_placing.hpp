// EarlyPlacing: the first plies of the placing phase as one table, which is stored because searching them takes
// longest.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "plyground/core/bit_gather.hpp"
#include "plyground/core/endgame.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/games/mill/moving_phase.hpp"
#include "plyground/games/mill/placing_search.hpp"

namespace plyground::mill {

// The positions after at most so many plies, by ply and by the numbers of men on the board, and numbered as in the
// moving phase. Positions that no game reaches have numbers too.
//
// Only for rules under which the ply and the men on the board determine the men in hand.
class EarlyPlacing {
  public:
    static bool supports(const Rules& rules) {
        return rules.mill_action() == MillAction::REMOVE || rules.mill_action() == MillAction::COUNT;
    }

    EarlyPlacing(const Rules& rules, int plies)
        : men_(rules.men()), plies_(plies), orbits_(orbits_of(rules.board().name)) {
        if (!supports(rules) || plies < 0 || plies >= 2 * men_) throw std::invalid_argument("no such plies");
        for (int ply = 0; ply <= plies; ++ply) {
            firsts_.push_back(size_);
            for (int moving = 0; moving <= ply / 2; ++moving)
                for (int waiting = 0; waiting <= (ply + 1) / 2; ++waiting) {
                    blocks_.push_back({ply, moving, waiting, size_});
                    size_ += orbits_.representatives(waiting).size() * std::uint64_t{columns(moving, waiting)};
                }
        }
        firsts_.push_back(size_);
    }

    int plies() const { return plies_; }
    std::uint64_t size() const { return size_; }
    // The number of the first position of a ply; also for the ply after the last.
    std::uint64_t first(int ply) const { return firsts_[static_cast<std::size_t>(ply)]; }

    // The smallest number of a position and its images.
    std::optional<std::uint64_t> number(const Position& position) const {
        const int ply = 2 * men_ - position.hand[0] - position.hand[1];
        const std::size_t us = position.side_to_move == Side::WHITE ? 0 : 1;
        const bool is_regular = position.is_placing() && is_plain(position) && position.hand[us] == men_ - ply / 2 &&
                                us == static_cast<std::size_t>(ply % 2);
        if (ply > plies_ || !is_regular) return std::nullopt;
        const std::uint32_t moves = position.men[us], waits = position.men[1 - us];
        const int moving = std::popcount(moves), waiting = std::popcount(waits);
        const auto found = std::find_if(blocks_.begin(), blocks_.end(), [&](const Block& b) {
            return b.ply == ply && b.moving == moving && b.waiting == waiting;
        });
        if (found == blocks_.end()) return std::nullopt;
        const Orbits::Member member = orbits_.member(waiting, waits);
        const std::uint32_t open = orbits_.all() & ~orbits_.representatives(waiting)[member.orbit];
        const std::uint32_t turned = orbits_.image(member.symmetry, moves);
        const auto column = [&](std::uint32_t set) {
            return orbits_.subsets().rank(moving, TableGather::gather(set, open));
        };
        std::uint32_t smallest = column(turned);
        for (const std::uint8_t s : orbits_.stabilizer(waiting, member.orbit))
            smallest = std::min(smallest, column(orbits_.image(s, turned)));
        return found->first + std::uint64_t{member.orbit} * columns(moving, waiting) + smallest;
    }

    Position position(std::uint64_t number) const {
        const auto after = std::upper_bound(blocks_.begin(), blocks_.end(), number,
                                            [](std::uint64_t n, const Block& b) { return n < b.first; });
        const Block& block = *(after - 1);
        const std::uint64_t place = number - block.first;
        const std::uint32_t count = columns(block.moving, block.waiting);
        const std::uint32_t waits = orbits_.representatives(block.waiting)[place / count];
        const std::uint32_t set = orbits_.sets(block.moving)[place % count];
        const std::size_t us = static_cast<std::size_t>(block.ply % 2);
        Position position;
        position.men[us] = TableGather::scatter(set, orbits_.all() & ~waits);
        position.men[1 - us] = waits;
        position.hand[us] = static_cast<std::uint8_t>(men_ - block.ply / 2);
        position.hand[1 - us] = static_cast<std::uint8_t>(men_ - (block.ply + 1) / 2);
        position.side_to_move = position.mover = us == 0 ? Side::WHITE : Side::BLACK;
        return position;
    }

  private:
    struct Block {
        int ply, moving, waiting;
        std::uint64_t first;
    };

    std::uint32_t columns(int moving, int waiting) const {
        return Subsets::count(orbits_.board().points - waiting, moving);
    }

    int men_;
    int plies_;
    const Orbits& orbits_;
    std::vector<Block> blocks_;
    std::vector<std::uint64_t> firsts_;
    std::uint64_t size_ = 0;
};

// The values of all these positions that a game can reach, the others being NO_POSITION. The last ply is searched, and
// those before it follow from their turns.
template <class R>
class EarlyValues {
  public:
    // `progress` gets the share that is done, on the calling thread, and may throw to stop.
    EarlyValues(const Mill<R>& game, const EarlyPlacing& index, const MovingValues& moving, PlacingTable& table,
                int threads, std::function<void(double)> progress)
        : game_(game),
          index_(index),
          moving_(moving),
          table_(table),
          threads_(threads),
          progress_(std::move(progress)) {}

    std::vector<Value> run() {
        values_.assign(index_.size(), NO_POSITION);
        values_[*index_.number(game_.start())] = REACHED;
        for (int ply = 0; ply < index_.plies(); ++ply)
            for_reached(ply, [&](std::uint64_t number) {
                for_turns(index_.position(number), [&](const Position& next) {
                    if (const auto after = index_.number(next)) values_[*after] = REACHED;
                });
            });
        search_last();
        for (int ply = index_.plies() - 1; ply >= 0; --ply)
            for_reached(ply, [&](std::uint64_t number) { values_[number] = from_turns(index_.position(number)); });
        return std::move(values_);
    }

  private:
    static constexpr Value REACHED = value_of(MAX_PLIES);

    template <class Visit>
    void for_reached(int ply, const Visit& visit) {
        for (std::uint64_t number = index_.first(ply); number < index_.first(ply + 1); ++number)
            if (values_[number] != NO_POSITION) visit(number);
    }
    template <class Visit>
    void for_turns(const Position& position, const Visit& visit) const {
        typename Mill<R>::List moves;
        game_.moves(position, moves);
        for (const Move move : moves) visit(game_.after(position, move));
    }

    void search_last() {
        std::vector<std::uint64_t> numbers;
        for_reached(index_.plies(), [&](std::uint64_t number) { numbers.push_back(number); });
        std::atomic<std::size_t> next{0};
        StopFlag stop;
        std::vector<std::exception_ptr> errors(static_cast<std::size_t>(threads_));
        const auto work = [&](std::size_t thread) {
            try {
                PlacingSearch<R> search(game_, moving_, table_, StopCheck(stop, [&](StopFlag&) {
                                            if (thread == 0) report(next.load(), numbers.size());
                                        }));
                for (std::size_t i = next++; i < numbers.size(); i = next++)
                    values_[numbers[i]] = search.value(index_.position(numbers[i]));
            } catch (const SearchStopped&) {
            } catch (...) {
                errors[thread] = std::current_exception();
                stop.request();
            }
        };
        {
            std::vector<std::jthread> others;
            for (int i = 1; i < threads_; ++i) others.emplace_back(work, static_cast<std::size_t>(i));
            work(0);
        }
        for (const std::exception_ptr& error : errors)
            if (error) std::rethrow_exception(error);
    }
    void report(std::size_t done, std::size_t all) const {
        progress_(static_cast<double>(std::min(done, all)) / static_cast<double>(all));
    }

    Value from_turns(const Position& position) {
        StopFlag never;
        PlacingSearch<R> search(game_, moving_, table_, StopCheck(never));
        Value best = value_of(0);
        for_turns(position, [&](const Position& next) {
            const auto number = index_.number(next);
            const Value after = number ? values_[*number] : search.value(next);
            if (is_loss(after)) best = value_of(1);
            if (after == DRAW_VALUE && !is_win(best)) best = DRAW_VALUE;
        });
        return best;
    }

    const Mill<R>& game_;
    const EarlyPlacing& index_;
    const MovingValues& moving_;
    PlacingTable& table_;
    int threads_;
    std::function<void(double)> progress_;
    std::vector<Value> values_;
};

}  // namespace plyground::mill
