// Paths: the ways to make one capture, and the capture that one way makes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "plyground/games/draughts/capture_generator.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/visited_states.hpp"

namespace plyground::draughts {

using LandingPath = std::vector<Point>;

// Finds the landing paths of a move in ascending order, at most `max_paths`. States from which the move cannot be
// completed are remembered, so that finding a few paths among millions of chains stays cheap, and the search ends when
// there are too many of them; the first path, which the move carries, is always found.
template <class J>
class PathFinder {
  public:
    PathFinder(J& captures, const Move& move, std::size_t max_paths)
        : captures_(captures), move_(move), max_paths_(max_paths) {}

    // `kings_early`: of several ways to capture the same pieces, only those count that capture kings as early as
    // possible.
    std::vector<LandingPath> find(bool kings_early) {
        search(captures_.begin(move_.from, move_.was_king));
        if (found_.empty()) return {{move_.path.begin(), move_.path.begin() + move_.landings}};
        if (!kings_early) return std::move(found_);
        const std::uint32_t earliest = *std::max_element(orders_.begin(), orders_.end());
        std::vector<LandingPath> kept;
        for (std::size_t i = 0; i < found_.size(); ++i)
            if (orders_[i] == earliest) kept.push_back(std::move(found_[i]));
        return kept;
    }

  private:
    static constexpr int MAX_SEARCHED = 256;

    bool search(const ChainState& state) {
        Jumps jumps;
        if (!captures_.must_stop(state)) captures_.find(state, jumps);
        if (jumps.size == 0) {
            const bool is_match = state.captured == move_.captured && state.at == move_.to &&
                                  captures_.ends_as_king(state) == move_.is_king;
            if (is_match) {
                found_.push_back(path_);
                orders_.push_back(state.order);
            }
            return is_match;
        }
        bool leads_there = false;
        for (const Point to : jumps.landings()) {
            if (found_.size() >= max_paths_ || searched_ >= MAX_SEARCHED) return true;
            const ChainState next = captures_.after_jump(state, jumps.to(to), to);
            if (!(next.captured & ~move_.captured).is_empty() || dead_ends_.has(next.captured, word(next))) continue;
            path_.push_back(to);
            ++searched_;
            if (search(next)) leads_there = true;
            else dead_ends_.add(next.captured, word(next));
            path_.pop_back();
        }
        return leads_there;
    }

    static std::uint32_t word(const ChainState& state) {
        return static_cast<std::uint32_t>(state.at.index() << 4 | static_cast<int>(state.direction) << 1 |
                                          static_cast<int>(state.is_king));
    }

    J& captures_;
    const Move& move_;
    const std::size_t max_paths_;
    LandingPath path_;
    int searched_ = 0;
    VisitedStates dead_ends_;
    std::vector<LandingPath> found_;
    std::vector<std::uint32_t> orders_;
};

// Where a path of captures leads. `is_complete` is false if more must be captured.
struct FollowedPath {
    ChainState state;
    bool is_complete;
};

// Follows landing points one by one; nothing if one of them cannot be reached.
template <class J>
std::optional<FollowedPath> follow(J& captures, Point from, bool is_king, const LandingPath& landings) {
    ChainState state = captures.begin(from, is_king);
    for (const Point to : landings) {
        Jumps jumps;
        if (!captures.must_stop(state)) captures.find(state, jumps);
        if (!jumps.landings().has(to)) return std::nullopt;
        state = captures.after_jump(state, jumps.to(to), to);
    }
    Jumps jumps;
    if (!captures.must_stop(state)) captures.find(state, jumps);
    return FollowedPath{state, jumps.size == 0};
}

}  // namespace plyground::draughts
