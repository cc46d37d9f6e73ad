// CaptureSequences: all complete chains of captures of a piece, sent to a sink once per move.
//
// Chains are searched depth first. The landing points are tried in ascending order, so the first chain that makes a
// move has the lexicographically first path. Chains that reach the same point with the same pieces captured continue
// alike, so each such state is searched once (`VisitedStates`): dense positions with millions of raw chains stay cheap,
// and no move is found twice.
#pragma once

#include <array>
#include <cstdint>

#include "plyground/games/draughts/capture_generator.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/rules.hpp"
#include "plyground/games/draughts/visited_states.hpp"

namespace plyground::draughts {

// One object serves all pieces of a position, because the priorities compare all their captures.
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
    // Whether captured pieces stay, so that the same points are free for a man along its whole chain.
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

    // Extends a chain, or ends it if nothing more can be captured.
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
        // Chains meet again after two captures at the earliest, and after three (a Frisian triangle) without flying
        // kings.
        const int apart = state.is_king && rules_->flying_kings ? 1 : 2;
        if (state.landings > apart) {
            if (is_outranked(state) || !visited_.add(state.captured, signature(state))) return;
            if (++states_ > rules_->max_chain_states) return sink_.cut();
        }
        if (captures_.must_stop(state)) finish(state);
        else extend(state);
    }

    // Everything that decides how a chain can continue and how it ranks, apart from the captured pieces.
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

    // Whether a chain would rank below another even if it captured everything left.
    bool is_outranked(const ChainState& state) const {
        constexpr std::uint32_t ALL = (1u << MAX_CAPTURES) - 1;
        return rules_->priorities[0] != Priority::NONE && priority_value(state.captured | capturable_, ALL) < best_;
    }

    // The priorities as one number, the first in the highest digits.
    std::uint64_t priority_value(PointSet captured, std::uint32_t order) const {
        constexpr int DIGIT = 12;  // 3,980 is the highest value of a Frisian capture
        // Frisian: two men rank above one king, but two kings above three men, three kings above five men ...
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
    int states_ = 0;
    VisitedStates visited_;
    VisitedStates finished_;
};

}  // namespace plyground::draughts
