// ChainWalker: all complete chains of captures of a piece, sent to a sink once per move.
//
// Chains are walked depth first. The landing points are tried in ascending order, so the first chain that makes a move
// has the lexicographically first path. Chains that meet in the same point with the same pieces taken go on alike: each
// such state is walked once (`VisitedStates`), so that a dense position whose raw chains go into millions stays cheap,
// and no move is found twice.
#pragma once

#include <array>
#include <cstdint>

#include "plyground/games/draughts/capture_generator.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/rules.hpp"
#include "plyground/games/draughts/visited_states.hpp"

namespace plyground::draughts {

// One walker serves all pieces of a position, because the priorities compare all their captures.
template <class Grid, class R, Side US, class Sink>
class CaptureSequences {
  public:
    CaptureSequences(const Position& position, const R& rules, Sink& sink)
        : rules_(rules), sink_(sink), captures_(position, rules) {}

    void start(Point from, bool is_king) {
        from_ = from;
        was_king_ = is_king;
        visited_.clear();
        finished_.clear();
        const ChainState state = captures_.begin(from, is_king);
        capturable_ = rules_->priorities[0] == Priority::NONE ? PointSet{} : captures_.capturable();
        if (has_static_board())
            each_direction([&]<Direction D>() { men_capture_from_[D] = captures_.template men_capture_from<D>(); });
        extend(state);
    }

  private:
    // Whether captured pieces stay, so that men find the same points free all along their chains.
    bool has_static_board() const { return rules_->removal == Removal::AT_THE_END && rules_->may_turn_back; }

    void extend_man(const ChainState& state) {
        bool goes_on = false;
        each_direction([&]<Direction D>() {
            if (!men_capture_from_[D].has(state.at)) return;
            const PointSet victim(Point(state.at.index() + Grid::STEPS[D]));
            if (state.captured.meets(victim)) return;
            goes_on = true;
            const Point to(state.at.index() + 2 * Grid::STEPS[D]);
            land(captures_.after_jump(state, {victim, PointSet(to), D}, to));
        });
        if (!goes_on && state.landings > 0) finish(state);
    }

    // Goes on with a chain, or ends it where nothing more can be taken.
    void extend(const ChainState& state) {
        if (!state.is_king && has_static_board()) return extend_man(state);
        Jumps jumps;
        captures_.find(state, jumps);
        if (jumps.size == 0) {
            if (state.landings > 0) finish(state);
            return;
        }
        for (const Point to : jumps.landings()) land(captures_.after_jump(state, jumps.to(to), to));
    }

    void land(const ChainState& state) {
        path_[state.landings - 1] = static_cast<std::uint8_t>(state.at.index());
        // Chains meet again after two captures at the earliest, and after three (a Frisian triangle) without flying.
        const int apart = state.is_king && rules_->flying_kings ? 1 : 2;
        if (state.landings > apart && (is_outranked(state) || !visited_.add(state.captured, signature(state)))) return;
        if (captures_.must_stop(state)) finish(state);
        else extend(state);
    }

    // All that decides how a chain can go on and what it is worth, besides the pieces taken.
    std::uint32_t signature(const ChainState& state) const {
        std::uint32_t word = identity(state);
        if (!rules_->may_turn_back) word |= static_cast<std::uint32_t>(state.direction + 1) << 7;
        if (rules_->has(Priority::KINGS_EARLY)) word |= state.order << 11;
        return word;
    }
    static std::uint32_t identity(const ChainState& state) {
        return static_cast<std::uint32_t>(state.at.index() << 1 | static_cast<int>(state.is_king));
    }

    void finish(const ChainState& state) {
        const std::uint64_t value = priority_value(state.captured, state.order);
        if (value < best_) return;
        if (value > best_) {
            best_ = value;
            sink_.clear_captures();
            finished_.clear();
        }
        const bool has_several_signatures = !rules_->may_turn_back || rules_->has(Priority::KINGS_EARLY);
        if (has_several_signatures && state.landings > 1 && !finished_.add(state.captured, identity(state))) return;
        sink_.add_capture(Move{.captured = state.captured,
                               .path = path_,
                               .landings = static_cast<std::uint8_t>(state.landings),
                               .from = from_,
                               .to = state.at,
                               .was_king = was_king_,
                               .is_king = captures_.ends_as_king(state)});
    }

    // Whether a chain would be worth less than another even if it took everything that is left.
    bool is_outranked(const ChainState& state) const {
        constexpr std::uint32_t ALL = (1u << MAX_CAPTURES) - 1;
        return rules_->priorities[0] != Priority::NONE && priority_value(state.captured | capturable_, ALL) < best_;
    }

    // The priorities as one number, the first in the highest digits.
    std::uint64_t priority_value(PointSet captured, std::uint32_t order) const {
        constexpr int DIGIT = 12;  // 3,980 is the most a Frisian capture can be worth
        // Frisian: two men come before one king, but two kings before three men, three kings before five men ...
        constexpr std::uint32_t MAN = 100, KING = 199;
        std::uint64_t value = 0;
        for (const Priority priority : rules_->priorities) {
            if (priority == Priority::NONE) break;
            const auto pieces = static_cast<std::uint32_t>(captured.count());
            const auto kings = static_cast<std::uint32_t>((captured & captures_.kings()).count());
            std::uint32_t digit = 0;
            if (priority == Priority::MOST_PIECES) digit = pieces;
            if (priority == Priority::BY_KING) digit = was_king_;
            if (priority == Priority::MOST_KINGS) digit = kings;
            if (priority == Priority::MOST_VALUE) digit = MAN * (pieces - kings) + KING * kings;
            if (priority == Priority::KINGS_EARLY) digit = order;
            value = value << (priority == Priority::KINGS_EARLY ? MAX_CAPTURES : DIGIT) | digit;
        }
        return value;
    }

    const R& rules_;
    Sink& sink_;
    CaptureGenerator<Grid, R, US> captures_;
    std::array<std::uint8_t, MAX_CAPTURES> path_{};
    Point from_;
    PointSet capturable_;
    std::array<PointSet, DIRECTIONS> men_capture_from_;
    bool was_king_ = false;
    std::uint64_t best_ = 0;
    VisitedStates visited_;
    VisitedStates finished_;
};

}  // namespace plyground::draughts
