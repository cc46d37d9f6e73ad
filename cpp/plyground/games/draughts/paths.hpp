// Paths: the ways to make one capture, and the capture that one way makes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "plyground/games/draughts/capture.hpp"
#include "plyground/games/draughts/memo.hpp"
#include "plyground/games/draughts/move.hpp"

namespace plyground::draughts {

using Landings = std::vector<Point>;

// Finds the landing paths of a given move in ascending order, at most `most` of them. States from which the move
// cannot be completed are remembered, so that looking for a few paths among millions of chains stays cheap.
template <class J>
class PathFinder {
  public:
    PathFinder(J& jumper, const Move& move, std::size_t most) : jumper_(jumper), move_(move), most_(most) {}

    // `kings_early`: of several ways to take the same pieces only those count that take kings as early as possible.
    std::vector<Landings> find(bool kings_early) {
        walk(jumper_.begin(move_.from, move_.was_king));
        if (!kings_early) return std::move(found_);
        const std::uint32_t earliest = *std::max_element(orders_.begin(), orders_.end());
        std::vector<Landings> kept;
        for (std::size_t i = 0; i < found_.size(); ++i)
            if (orders_[i] == earliest) kept.push_back(std::move(found_[i]));
        return kept;
    }

  private:
    bool walk(const ChainState& state) {
        Jumps jumps;
        if (!jumper_.is_stopped(state)) jumper_.find(state, jumps);
        if (jumps.size == 0) {
            const bool is_it = state.captured == move_.captured && state.at == move_.to &&
                               jumper_.ends_as_king(state) == move_.is_king;
            if (is_it) {
                found_.push_back(path_);
                orders_.push_back(state.order);
            }
            return is_it;
        }
        bool leads_there = false;
        for (const Point to : jumps.landings()) {
            if (found_.size() >= most_) return true;
            const ChainState next = jumper_.landed(state, jumps.to(to), to);
            if (!(next.captured & ~move_.captured).is_empty() || dead_.has(next.captured, word(next))) continue;
            path_.push_back(to);
            if (walk(next)) leads_there = true;
            else dead_.add(next.captured, word(next));
            path_.pop_back();
        }
        return leads_there;
    }

    static std::uint32_t word(const ChainState& state) {
        return static_cast<std::uint32_t>(state.at.index() << 4 | static_cast<int>(state.direction) << 1 |
                                          static_cast<int>(state.is_king));
    }

    J& jumper_;
    const Move& move_;
    const std::size_t most_;
    Landings path_;
    Memo dead_;
    std::vector<Landings> found_;
    std::vector<std::uint32_t> orders_;
};

// Where a path of captures leads. `is_complete` is false where more must be taken.
struct Walk {
    ChainState state;
    bool is_complete;
};

// Follows landing points one by one; nothing if one of them cannot be reached.
template <class J>
std::optional<Walk> follow(J& jumper, Point from, bool is_king, const Landings& landings) {
    ChainState state = jumper.begin(from, is_king);
    for (const Point to : landings) {
        Jumps jumps;
        if (!jumper.is_stopped(state)) jumper.find(state, jumps);
        if (!jumps.landings().has(to)) return std::nullopt;
        state = jumper.landed(state, jumps.to(to), to);
    }
    Jumps jumps;
    if (!jumper.is_stopped(state)) jumper.find(state, jumps);
    return Walk{state, jumps.size == 0};
}

}  // namespace plyground::draughts
