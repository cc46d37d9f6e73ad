// Draughts: the games of the family, as models of the core's concepts.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plyground/core/delta.hpp"
#include "plyground/core/error.hpp"
#include "plyground/core/game.hpp"
#include "plyground/core/pace.hpp"
#include "plyground/games/draughts/draws.hpp"
#include "plyground/games/draughts/evaluation.hpp"
#include "plyground/games/draughts/evaluator.hpp"
#include "plyground/games/draughts/fen.hpp"
#include "plyground/games/draughts/hints.hpp"
#include "plyground/games/draughts/move.hpp"
#include "plyground/games/draughts/movegen.hpp"
#include "plyground/games/draughts/notation.hpp"
#include "plyground/games/draughts/options.hpp"
#include "plyground/games/draughts/position.hpp"
#include "plyground/games/draughts/preview.hpp"
#include "plyground/games/draughts/rules.hpp"
#include "plyground/games/draughts/successor.hpp"

namespace plyground::draughts {

template <class Grid, class R>
class Draughts {
  public:
    using Position = draughts::Position;
    using Move = draughts::Move;
    using Evaluator = draughts::Evaluator<Grid, R>;
    static constexpr std::size_t MAX_MOVES = draughts::MAX_MOVES<R>;
    // Games are short, and many moves are forced. The best move changes seldom, which says little about it.
    static constexpr Pace PACE{.moves_to_go = 7, .stability = {1.5, 1.2, 1.05, 1.0, 0.95, 0.9, 0.9, 0.9}};

    explicit Draughts(std::string name, R rules = {})
        : name_(std::move(name)), rules_(rules), earliest_draws_(*rules_) {
        check_rules<Grid>(*rules_);
    }
    const Rules& rules() const { return *rules_; }
    const R& policy() const { return rules_; }

    Position start() const { return start_position<Grid>(*rules_); }
    Side side_to_move(const Position& position) const { return position.side_to_move; }
    void moves(const Position& position, List<R>& list) const {
        ListSink sink(list);
        generate<Grid>(position, rules_, MoveKind::ALL, sink);
    }
    std::size_t count_moves(const Position& position) const { return std::min(count_all(position).count(), MAX_MOVES); }
    bool has_moves(const Position& position) const { return draughts::has_moves<Grid>(position, rules_); }
    // Leaf counting does not track king streaks, so where they are limited, longer trees are counted move by move.
    Depth counted_plies(const Position&) const { return rules_->king_steps > 0 ? 2 : 4; }
    std::uint64_t count_leaves(const Position& position, Depth depth) const {
        return draughts::count_leaves<Grid>(position, rules_, depth);
    }
    // Captures. Promotions without a capture change the balance too, but do not force a reply.
    void forcing_moves(const Position& position, List<R>& list) const {
        ListSink sink(list);
        generate<Grid>(position, rules_, MoveKind::CAPTURES, sink);
    }
    bool is_forcing(const Position&, const Move& move) const { return move.is_capture(); }
    int hint(const Position& position, const Move& move) const { return draughts::hint<Grid>(position, rules_, move); }
    Position after(const Position& position, const Move& move) const {
        return draughts::after<Grid>(position, rules_, move);
    }
    Result result(const Position& position, bool has_moves) const {
        const Side us = position.side_to_move;
        if (!has_moves) return Result::win(other(us), position.of(us).is_empty() ? "no_men" : "no_moves");
        if (position.of(other(us)).is_empty()) return Result::win(us, "no_men");  // only in a position set up so
        if (earliest_draws_.are_beyond(0, position)) return Result::ongoing();
        const char* code = drawn_by(position, *rules_);
        return code == nullptr ? Result::ongoing() : Result::draw(code);
    }
    bool are_draws_beyond(int plies, const Position& position) const {
        return earliest_draws_.are_beyond(plies, position);
    }
    Key key(const Position& position) const { return position.key; }
    int reversible_plies(const Position& position) const { return position.quiet_plies; }
    Repetition repetition() const { return {.automatic_at = rules_->draws_by_limit_alone() ? 0 : 3}; }
    Score evaluate(const Position& position) const { return draughts::evaluate<Grid>(position, *rules_); }

    std::vector<WeightField> weight_fields() const { return draughts::weight_fields<Grid::SIZE>(); }
    WeightList weights() const { return weight_list<Grid::SIZE>(WEIGHTS); }
    WeightList plain_weights() const { return weight_list<Grid::SIZE>(draughts::plain_weights()); }
    using Sample = LinearSample;
    std::optional<Sample> sample(const Position& position) const {
        return Evaluator(*this, Style::NORMAL).sample(position);
    }
    std::vector<std::string> evaluations() const { return {EVALUATIONS.begin(), EVALUATIONS.end()}; }
    Score evaluate(const Position& position, std::size_t which, Key seed) const {
        return evaluate_by<Grid>(position, which, seed);
    }

    Preview<Grid, R> preview(const Position& position, int evaluation) const {
        return {position, rules_, earliest_draws_, evaluation};
    }

    // A piece is numbered by side and rank: white man, white king, black man, black king.
    Delta<MAX_CAPTURES + 1> delta(const Position& position, const Move& move) const {
        const int us = index(position.side_to_move);
        const auto piece = [](int side, bool is_king) {
            return static_cast<std::uint8_t>(2 * side + static_cast<int>(is_king));
        };
        Delta<MAX_CAPTURES + 1> delta;
        delta.removed.push({piece(us, move.was_king), move.from});
        for (const Point p : move.captured) delta.removed.push({piece(1 - us, position.kings.has(p)), p});
        delta.added.push({piece(us, move.is_king), move.to});
        return delta;
    }

    std::string name() const { return name_; }
    Geometry geometry() const { return describe<Grid>(*rules_); }
    NamedPieces symbols() const {
        return {{"white man", "o"}, {"white king", "O"}, {"black man", "x"}, {"black king", "X"}};
    }
    NamedPieces pieces(const Position& position) const {
        NamedPieces named;
        for (const Side side : {Side::WHITE, Side::BLACK})
            for (const Point p : position.of(side))
                named.emplace_back(draughts::name<Grid>(p),
                                   std::string(plyground::name(side)) + (position.kings.has(p) ? " king" : " man"));
        return named;
    }
    std::vector<Path> entry_paths(const Position& position, const Move& move) const {
        return draughts::entry_paths<Grid>(position, *rules_, move);
    }
    std::string check(const Position&) const { return ""; }
    // Captures are mandatory in every game of the family.
    std::string forced(const Position& position) const {
        List<R> captures;
        forcing_moves(position, captures);
        return captures.is_empty() ? "" : "capture";
    }
    std::vector<std::string> fen_styles() const {
        if (rules_->numeric) return {"numeric", "algebraic"};
        return {"algebraic", "numeric"};
    }
    std::string format_fen(const Position& position, std::size_t style) const {
        return draughts::format_fen<Grid>(position, *rules_, rules_->numeric != (style == 1));
    }
    Position parse_fen(std::string_view text) const {
        const Position position = draughts::parse_fen<Grid>(text, *rules_);
        const CountSink all = count_all(position);
        if (all.is_cut() || all.count() > MAX_MOVES)
            throw Error(ErrorKind::INVALID_POSITION, "draughts_fen_too_many_captures", {});
        return position;
    }
    std::string token(const Move& move) const { return draughts::token<Grid>(move); }
    std::string format_move(const Position& position, const Move& move) const {
        return draughts::format_move<Grid>(position, *rules_, move);
    }
    Move parse_move(const Position& position, std::string_view text) const {
        return draughts::parse_move<Grid>(position, *rules_, text);
    }
    int starts() const { return 1; }
    Position start(int) const { return start(); }

  private:
    CountSink count_all(const Position& position) const {
        CountSink counter;
        generate<Grid>(position, rules_, MoveKind::ALL, counter);
        return counter;
    }

    std::string name_;
    R rules_;
    EarliestDraws earliest_draws_;
};

// Russian draughts has a type of its own; all others share one type for each board size.
using Russian = Draughts<Grid8, StaticRules<RUSSIAN>>;
using Draughts8 = Draughts<Grid8, RuntimeRules>;
using Draughts10 = Draughts<Grid10, RuntimeRules>;

static_assert(Described<Russian> && HasLeafCount<Russian> && HasForcingMoves<Russian> && HasForcingTest<Russian> &&
              HasMoveHints<Russian> && HasEvaluator<Russian> && HasDelta<Russian>);
static_assert(HasMoveTest<Russian> && HasPreview<Russian> && HasSamples<Russian>);
static_assert(Described<Draughts10> && HasNamedEvaluations<Draughts10>);

}  // namespace plyground::draughts
