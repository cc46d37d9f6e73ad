// Captures, one jump at a time: what a piece in the middle of a chain can capture next, and where it may land.
#pragma once

#include <cstdint>
#include <utility>

#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

template <class Visit>
[[gnu::always_inline]] inline void each_direction(const Visit& visit) {
    [&]<int... D>(std::integer_sequence<int, D...>) {
        (visit.template operator()<static_cast<Direction>(D)>(), ...);
    }(std::make_integer_sequence<int, DIRECTIONS>{});
}

constexpr bool is_diagonal(Direction d) {
    return d == SOUTH_WEST || d == NORTH_WEST || d == SOUTH_EAST || d == NORTH_EAST;
}

constexpr bool is_backward(Side side, Direction d) {
    if (side == Side::WHITE) return d == SOUTH_EAST || d == SOUTH_WEST || d == SOUTH;
    return d == NORTH_EAST || d == NORTH_WEST || d == NORTH;
}

constexpr bool steps_along(const Rules& rules, Direction d) {
    return is_diagonal(d) == (rules.lines != Lines::ORTHOGONAL);
}

constexpr bool captures_along(const Rules& rules, Direction d) {
    return is_diagonal(d) ? rules.lines != Lines::ORTHOGONAL : rules.lines != Lines::DIAGONAL;
}

constexpr bool men_capture_along(const Rules& rules, Side side, Direction d) {
    return captures_along(rules, d) && (rules.men_capture_backwards || !is_backward(side, d));
}

// The state of a chain of captures.
struct ChainState {
    Point at;
    bool is_king;
    Direction direction;  // of the last capture
    int landings;
    std::uint32_t order;  // of the captured kings: bit MAX_CAPTURES - n is set if the n-th piece was one
    PointSet captured;
};

struct Jump {
    PointSet victim;
    PointSet landings;
    Direction direction;
};

struct Jumps {
    Jump items[DIRECTIONS];
    int size = 0;

    PointSet landings() const {
        PointSet all;
        for (int i = 0; i < size; ++i) all |= items[i].landings;
        return all;
    }
    const Jump& to(Point landing) const {
        int i = 0;
        while (!items[i].landings.has(landing)) ++i;
        return items[i];
    }
};

// The captures of one side in one position. `begin` selects the capturing piece; its own point counts as empty.
template <class Grid, class R, Side US>
class CaptureGenerator {
  public:
    static constexpr Side THEM = other(US);
    static constexpr PointSet LAST = last_row<Grid>(US);

    CaptureGenerator(const Position& position, const R& rules)
        : rules_(rules),
          kings_(position.kings),
          theirs_(position.of(THEM)),
          pieces_(position.occupied()),
          occupied_(pieces_),
          playable_(playable<Grid>(*rules)) {}

    PointSet empty() const { return playable_ & ~pieces_; }
    PointSet kings() const { return kings_; }

    // The points from which a man could capture in direction D, whether or not one stands there.
    template <Direction D>
    [[gnu::always_inline]] PointSet men_capture_from() const {
        constexpr Direction BACK = opposite(D);
        if (!man_captures(D)) return {};
        const PointSet victims = rules_->man_takes_king ? theirs_ : theirs_ & ~kings_;
        return Grid::template shifted<BACK>(victims & Grid::template shifted<BACK>(playable_ & ~occupied_));
    }
    [[gnu::always_inline]] PointSet men_capture_from() const {
        PointSet points;
        each_direction([&]<Direction D>() { points |= men_capture_from<D>(); });
        return points;
    }

    // Whether the king on a point can capture.
    bool can_capture(Point from) const {
        bool can = false;
        each_direction([&]<Direction D>() {
            if (can || !captures_along(D)) return;
            Jump jump;
            if (rules_->flying_kings) can = find_long_jump<D>(from, pieces_, theirs_, jump);
            else can = Grid::template shifted<D>(Grid::template shifted<D>(PointSet(from)) & theirs_).meets(empty());
        });
        return can;
    }

    // All pieces that the piece selected by `begin` could capture on any path. Pieces that stay on the board until the
    // end can only be jumped between two points that are free now.
    PointSet capturable() const {
        if (rules_->removal == Removal::AT_ONCE) return theirs_;
        const PointSet free = playable_ & ~occupied_;
        PointSet open;
        each_direction([&]<Direction D>() {
            if (captures_along(D)) open |= Grid::template shifted<D>(free) & Grid::template shifted<opposite(D)>(free);
        });
        return open & theirs_;
    }

    ChainState begin(Point from, bool is_king) {
        occupied_ = pieces_ ^ PointSet(from);
        return {from, is_king, NORTH, 0, 0, {}};
    }

    void find(const ChainState& state, Jumps& jumps) const {
        if (state.is_king && rules_->flying_kings) find_long_jumps(state, jumps);
        else find_short_jumps(state, jumps);
    }

    ChainState after_jump(const ChainState& before, const Jump& jump, Point to) const {
        ChainState state{
            to, before.is_king, jump.direction, before.landings + 1, before.order, before.captured | jump.victim};
        if (kings_.meets(jump.victim)) state.order |= std::uint32_t{1} << (MAX_CAPTURES - state.landings);
        if (rules_->promotion == Promotion::AT_ONCE && LAST.has(to)) state.is_king = true;
        return state;
    }

    // Whether a chain must end although more could be captured.
    bool must_stop(const ChainState& state) const {
        return rules_->promotion == Promotion::ENDS_MOVE && !state.is_king && state.landings > 0 && LAST.has(state.at);
    }

    bool ends_as_king(const ChainState& state) const { return state.is_king || LAST.has(state.at); }

  private:
    bool captures_along(Direction d) const { return draughts::captures_along(*rules_, d); }
    bool man_captures(Direction d) const { return men_capture_along(*rules_, US, d); }
    bool turns_back(const ChainState& state, Direction d) const {
        return !rules_->may_turn_back && state.landings > 0 && state.is_king && state.direction == opposite(d);
    }
    PointSet blockers(PointSet captured) const {
        return rules_->removal == Removal::AT_ONCE ? occupied_ & ~captured : occupied_;
    }

    // The captures of a man, or of a king that does not fly.
    void find_short_jumps(const ChainState& state, Jumps& jumps) const {
        const PointSet free = playable_ & ~blockers(state.captured);
        PointSet victims = theirs_ & ~state.captured;
        if (!state.is_king && !rules_->man_takes_king) victims &= ~kings_;
        each_direction([&]<Direction D>() {
            if (!(state.is_king ? captures_along(D) : man_captures(D)) || turns_back(state, D)) return;
            const PointSet victim = Grid::template shifted<D>(PointSet(state.at)) & victims;
            const PointSet landing = Grid::template shifted<D>(victim) & free;
            if (!landing.is_empty()) jumps.items[jumps.size++] = {victim, landing, D};
        });
    }

    void find_long_jumps(const ChainState& state, Jumps& jumps) const {
        const PointSet occupied = blockers(state.captured);
        const PointSet victims = theirs_ & ~state.captured;
        each_direction([&]<Direction D>() {
            if (!captures_along(D) || turns_back(state, D)) return;
            Jump& jump = jumps.items[jumps.size];
            if (!find_long_jump<D>(state.at, occupied, victims, jump)) return;
            if (rules_->landing == LandingRule::CONTINUING) keep_continuing_landings(state, jump, D);
            jump.direction = D;
            ++jumps.size;
        });
    }

    static PointSet beyond(Direction d, Point p) { return RAYS<Grid>[d][p.index()]; }

    template <Direction D>
    bool find_long_jump(Point at, PointSet occupied, PointSet victims, Jump& jump) const {
        const PointSet met = beyond(D, at) & occupied;
        if (met.is_empty()) return false;
        const Point victim = nearest<Grid>(D, met);
        if (!victims.has(victim)) return false;
        const PointSet behind = beyond(D, victim);
        const PointSet next = Grid::template shifted<D>(PointSet(victim)) & behind & ~occupied;
        if (next.is_empty()) return false;
        jump.victim = PointSet(victim);
        const PointSet wall = behind & occupied;
        if (rules_->landing == LandingRule::NEXT) jump.landings = next;
        else jump.landings = wall.is_empty() ? behind : behind & ~beyond(D, nearest<Grid>(D, wall)) & ~occupied;
        return true;
    }

    // Keeps only the landing points from which the king can capture more, if there are any.
    void keep_continuing_landings(const ChainState& before, Jump& jump, Direction direction) const {
        if (!jump.landings.has_several()) return;
        const PointSet captured = before.captured | jump.victim;
        const PointSet occupied = blockers(captured);
        const PointSet victims = theirs_ & ~captured;
        PointSet continuing;
        for (const Point to : jump.landings) {
            const ChainState state{to, true, direction, before.landings + 1, 0, captured};
            bool goes_on = false;
            each_direction([&]<Direction D>() {
                Jump next;
                if (!goes_on && captures_along(D) && !turns_back(state, D))
                    goes_on = find_long_jump<D>(to, occupied, victims, next);
            });
            if (goes_on) continuing |= PointSet(to);
        }
        if (!continuing.is_empty()) jump.landings = continuing;
    }

    const R& rules_;
    const PointSet kings_;
    const PointSet theirs_;
    const PointSet pieces_;
    PointSet occupied_;
    const PointSet playable_;
};

// Calls `use` with the capture generator of the side to move.
template <class Grid, class R, class Use>
auto with_captures(const Position& position, const R& rules, const Use& use) {
    if (position.side_to_move == Side::WHITE) return use(CaptureGenerator<Grid, R, Side::WHITE>(position, rules));
    return use(CaptureGenerator<Grid, R, Side::BLACK>(position, rules));
}

}  // namespace plyground::draughts
