// Move generation: the legal moves of a draughts position, sent to a sink that lists or counts them.
//
// Captures are chains, walked depth first from each piece that can take. The landing points of a chain are tried in
// ascending order, so the first chain that makes a move has the lexicographically first path. Chains that meet in the
// same point with the same pieces taken go on alike: each such state is walked once (`Memo`), so that a dense position
// whose raw chains go into millions stays cheap, and no move is found twice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "plyground/core/inline_list.hpp"
#include "plyground/games/draughts/capture.hpp"
#include "plyground/games/draughts/geometry.hpp"
#include "plyground/games/draughts/memo.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/rules.hpp"

namespace plyground::draughts {

// How many moves a list holds. Steps have a true bound: no side has more pieces than at the start, and a flying king
// reaches at most 13 points on eight by eight (12 kings: 156), 14 along rows and columns (16 kings: 224), 17 on ten by
// ten (20 kings: 340). Captures have none that is both true and of use: a chain may take any of the subsets of twenty
// pieces. The most that hill climbing found is 68 in Russian draughts, 79 in Thai, 326 in Frisian, 407 in International
// and 845 in Turkish, none of them near a position that arises. So a list has room for more than these, set-up
// positions with still more moves are refused (see Draughts::parse_fen), and if play ever led to one, the captures
// beyond the bound would not be listed.
template <class R>
inline constexpr std::size_t MOST_MOVES = 1024;
template <>
inline constexpr std::size_t MOST_MOVES<Fixed<RUSSIAN>> = 256;

template <class R>
using List = InlineList<Move, MOST_MOVES<R>>;

// A sink that lists the moves.
template <std::size_t MOST>
class Lister {
  public:
    explicit Lister(InlineList<Move, MOST>& list) : list_(list) {}

    void add_capture(const Move& move) {
        if (list_.size() < MOST) list_.push(move);
    }
    void forget_captures() { list_.clear(); }
    void add_steps(PointSet targets, int step, PointSet crowned) {
        for (const Point to : targets) add_step(Point(to.index() - step), to, false, crowned.has(to));
    }
    void add_targets(Point from, PointSet targets) {
        for (const Point to : targets) add_step(from, to, true, true);
    }

  private:
    void add_step(Point from, Point to, bool was_king, bool is_king) {
        Move move;
        move.captured = {};
        move.path[0] = static_cast<std::uint8_t>(to.index());
        move.landings = 1;
        move.from = from;
        move.to = to;
        move.was_king = was_king;
        move.is_king = is_king;
        list_.push(move);
    }

    InlineList<Move, MOST>& list_;
};

// A sink that only counts.
class Counter {
  public:
    void add_capture(const Move&) { ++count_; }
    void forget_captures() { count_ = 0; }
    void add_steps(PointSet targets, int, PointSet) { count_ += targets.count(); }
    void add_targets(Point, PointSet targets) { count_ += targets.count(); }
    std::size_t count() const { return static_cast<std::size_t>(count_); }

  private:
    int count_ = 0;
};

enum class Which { ALL, CAPTURES };

template <class Grid, class R, Side US, class Sink>
class Generator {
  public:
    Generator(const Position& position, const R& rules, Sink& sink)
        : position_(position), rules_(rules), sink_(sink), jumper_(position, rules) {}

    void run(Which which) {
        for (const Point from : jumper_.taking(position_.men(US))) start(from, false);
        for (const Point from : position_.kings_of(US)) start(from, true);
        if (!has_captures_ && which == Which::ALL) steps();
    }

  private:
    static constexpr PointSet LAST = last_row<Grid>(US);

    void steps() {
        const PointSet men = position_.men(US);
        const PointSet empty = jumper_.empty();
        each_direction([&]<Direction D>() {
            if (is_line_of_steps(D) && !is_backward(US, D))
                sink_.add_steps(Grid::template shifted<D>(men) & empty, Grid::STEPS[D], LAST);
        });
        PointSet walkers = position_.kings_of(US);
        // Frisian: one king may not walk more often in a row while there are men to move.
        if (rules_->king_steps > 0 && !men.is_empty() && position_.walked[index(US)] >= rules_->king_steps)
            walkers &= ~PointSet(position_.walker[index(US)]);
        for (const Point from : walkers) {
            PointSet targets;
            each_direction([&]<Direction D>() {
                if (!is_line_of_steps(D)) return;
                if (!rules_->flying_kings) {
                    targets |= Grid::template shifted<D>(PointSet(from)) & empty;
                    return;
                }
                const PointSet ray = RAYS<Grid>[D][from.index()];
                const PointSet met = ray & ~empty;
                targets |= met.is_empty() ? ray : ray & ~RAYS<Grid>[D][nearest<Grid>(D, met).index()] & empty;
            });
            sink_.add_targets(from, targets);
        }
    }

    bool is_line_of_steps(Direction d) const { return is_diagonal(d) == (rules_->lines != Lines::ORTHOGONAL); }

    void start(Point from, bool is_king) {
        from_ = from;
        was_king_ = is_king;
        memo_.clear();
        finished_.clear();
        const ChainState state = jumper_.begin(from, is_king);
        takeable_ = rules_->priorities[0] == Priority::NONE ? PointSet{} : jumper_.takeable();
        extend(state);
    }

    // Goes on with a chain, or ends it where nothing more can be taken.
    void extend(const ChainState& state) {
        Jumps jumps;
        jumper_.find(state, jumps);
        if (jumps.size == 0) {
            if (state.landings > 0) finish(state);
            return;
        }
        for (const Point to : jumps.landings()) land(jumper_.landed(state, jumps.to(to), to));
    }

    void land(const ChainState& state) {
        path_[state.landings - 1] = static_cast<std::uint8_t>(state.at.index());
        // Chains meet again only after two captures at least.
        if (state.landings > 1 && (is_hopeless(state) || !memo_.add(state.captured, signature(state)))) return;
        if (jumper_.is_stopped(state)) finish(state);
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
        const std::uint64_t worth = worth_of(state.captured, state.order);
        if (worth < best_) return;
        if (worth > best_) {
            best_ = worth;
            sink_.forget_captures();
            finished_.clear();
        }
        const bool has_several_signatures = !rules_->may_turn_back || rules_->has(Priority::KINGS_EARLY);
        if (has_several_signatures && state.landings > 1 && !finished_.add(state.captured, identity(state))) return;
        has_captures_ = true;
        sink_.add_capture(Move{.captured = state.captured,
                               .path = path_,
                               .landings = static_cast<std::uint8_t>(state.landings),
                               .from = from_,
                               .to = state.at,
                               .was_king = was_king_,
                               .is_king = jumper_.ends_as_king(state)});
    }

    // Whether a chain would be worth less than another even if it took everything that is left.
    bool is_hopeless(const ChainState& state) const {
        constexpr std::uint32_t ALL = (1u << MOST_CAPTURES) - 1;
        return rules_->priorities[0] != Priority::NONE && worth_of(state.captured | takeable_, ALL) < best_;
    }

    // The priorities as one number, the first in the highest digits.
    std::uint64_t worth_of(PointSet captured, std::uint32_t order) const {
        constexpr int DIGIT = 12;  // 3,980 is the most a Frisian capture can be worth
        // Frisian: two men come before one king, but two kings before three men, three kings before five men ...
        constexpr std::uint32_t MAN = 100, KING = 199;
        std::uint64_t worth = 0;
        for (const Priority priority : rules_->priorities) {
            if (priority == Priority::NONE) break;
            const auto pieces = static_cast<std::uint32_t>(captured.count());
            const auto kings = static_cast<std::uint32_t>((captured & jumper_.kings()).count());
            std::uint32_t digit = 0;
            if (priority == Priority::MOST_PIECES) digit = pieces;
            if (priority == Priority::BY_KING) digit = was_king_;
            if (priority == Priority::MOST_KINGS) digit = kings;
            if (priority == Priority::MOST_VALUE) digit = MAN * (pieces - kings) + KING * kings;
            if (priority == Priority::KINGS_EARLY) digit = order;
            worth = worth << (priority == Priority::KINGS_EARLY ? MOST_CAPTURES : DIGIT) | digit;
        }
        return worth;
    }

    const Position& position_;
    const R& rules_;
    Sink& sink_;
    Jumper<Grid, R, US> jumper_;
    std::array<std::uint8_t, MOST_CAPTURES> path_{};
    Point from_;
    PointSet takeable_;
    bool was_king_ = false;
    bool has_captures_ = false;
    std::uint64_t best_ = 0;
    Memo memo_;
    Memo finished_;
};

template <class Grid, class R, class Sink>
void generate(const Position& position, const R& rules, Which which, Sink& sink) {
    if (position.side_to_move == Side::WHITE)
        Generator<Grid, R, Side::WHITE, Sink>(position, rules, sink).run(which);
    else
        Generator<Grid, R, Side::BLACK, Sink>(position, rules, sink).run(which);
}

}  // namespace plyground::draughts
