// Mill: the game, for rules known at compile time or at run time, as a model of the core's concepts.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plyground/core/error.hpp"
#include "plyground/core/game.hpp"
#include "plyground/core/pace.hpp"
#include "plyground/core/text.hpp"
#include "plyground/games/mill/counting.hpp"
#include "plyground/games/mill/evaluation.hpp"
#include "plyground/games/mill/evaluator.hpp"
#include "plyground/games/mill/fen.hpp"
#include "plyground/games/mill/hints.hpp"
#include "plyground/games/mill/movegen.hpp"
#include "plyground/games/mill/notation.hpp"
#include "plyground/games/mill/position.hpp"
#include "plyground/games/mill/preview.hpp"
#include "plyground/games/mill/rules.hpp"
#include "plyground/games/mill/sinks.hpp"
#include "plyground/games/mill/successor.hpp"

namespace plyground::mill {

// Descriptions that are the same for all rules.
Geometry describe(const Board& board);
NamedPieces piece_symbols();
NamedPieces pieces_on(const Position& position, const Board& board);
// The clicks for one of the turns that share its landing. Removed men are clicked in any order; where the clicks of one
// turn are a prefix of another's, the choice `=end` completes the shorter one.
std::vector<Path> paths_of(const Board& board, Move move, bool needs_end);

template <class R>
class SplitMill;

template <class R>
class Mill {
  public:
    using Position = mill::Position;
    using Move = mill::Move;
    using Evaluator = mill::Evaluator<R>;
    static constexpr bool IS_PLAIN = [] {
        if constexpr (R::IS_STATIC) return !R::get().removes_per_mill() && !R::get().has_special_captures();
        else return false;
    }();
    static constexpr std::size_t MAX_MOVES = IS_PLAIN ? MAX_PLAIN_TURNS : MAX_TURNS;
    using List = InlineList<Move, MAX_MOVES>;
    static constexpr Pace PACE{.moves_to_go = 16, .reserve_ms = 200};

    explicit Mill(R rules = {}, std::string name = "mill") : rules_(std::move(rules)), name_(std::move(name)) {}
    const Rules& rules() const { return rules_.get(); }
    const R& policy() const { return rules_; }
    TurnGenerator<R> turns(const Position& position) const { return TurnGenerator<R>(rules_, position); }

    Position start() const { return start_position(rules()); }
    Side side_to_move(const Position& position) const { return position.side_to_move; }
    void moves(const Position& position, List& list) const {
        ListSink<List> sink(list);
        turns(position).generate(sink);
    }
    std::size_t count_moves(const Position& position) const {
        CountSink sink;
        turns(position).generate(sink);
        return sink.count();
    }
    Depth counted_plies(const Position& position) const { return std::min(turns(position).placing_plies(), 4); }
    std::uint64_t count_leaves(const Position& position, Depth depth) const {
        return placing_tree().turns(turns(position).men(), depth);
    }
    PlacingTree<R> placing_tree() const { return PlacingTree<R>(rules_); }
    // Turns that remove a man.
    void forcing_moves(const Position& position, List& list) const {
        const TurnGenerator<R> now = turns(position);
        if (is_certainly_quiet(now)) return;
        ForcingSink<List> sink(list, mills_capture_elsewhere(position, rules()));
        now.generate(sink);
    }
    bool is_forcing(const Position& position, Move move) const {
        return mill::is_forcing(move, mills_capture_elsewhere(position, rules()));
    }
    int hint(const Position& position, Move move) const { return mill::hint(position, rules(), move); }
    Position after(const Position& position, Move move) const { return Successor<R>(turns(position)).after(move); }

    // Early in placing another man on the board cannot hurt, so passing is no better than the best turn. Toward the end
    // of placing this is no longer true, and in the moving phase zugzwang is common.
    bool allows_null_move(const Position& position) const {
        constexpr int DEEP = 3;
        return position.in_hand(Side::WHITE) >= DEEP && position.in_hand(Side::BLACK) >= DEEP &&
               turns(position).turn_kind() == TurnKind::ORDINARY;
    }
    Position after_null_move(const Position& position) const {
        Position next = position;
        next.side_to_move = next.mover = other(position.side_to_move);
        return next;
    }

    Result result(const Position& position, bool has_moves) const {
        const TurnGenerator<R> now = turns(position);
        const Side us = position.side_to_move;
        if (now.is_full_board_verdict())
            return rules().full_board() == FullBoard::DRAW ? Result::draw("full_board")
                                                           : Result::win(Side::BLACK, "full_board");
        if (now.has_too_few(us)) return Result::win(other(us), "few_men");
        if (now.has_too_few(other(us))) return Result::win(us, "few_men");
        if (!has_moves)
            return rules().blocked() == Blocked::DRAW ? Result::draw("no_moves") : Result::win(other(us), "no_moves");
        return are_draws_beyond(0, position) ? Result::ongoing() : Result::draw("no_removal");
    }
    bool are_draws_beyond(int plies, const Position& position) const {
        const bool is_endgame = position.total(Side::WHITE) <= 3 || position.total(Side::BLACK) <= 3;
        const int most =
            is_endgame ? std::min(rules().no_removal_plies(), rules().endgame_plies()) : rules().no_removal_plies();
        return position.quiet_plies + plies < most;
    }

    Key key(const Position& position) const { return key_of(position); }
    int reversible_plies(const Position& position) const { return position.quiet_plies; }
    Repetition repetition() const { return {.claim_at = 0, .automatic_at = rules().repetition()}; }
    Score evaluate(const Position& position) const { return mill::evaluate(position, rules()); }
    std::vector<WeightField> weight_fields() const { return mill::weight_fields(); }
    WeightList weights() const { return weight_list(weights_for(rules().board())); }
    WeightList plain_weights() const { return weight_list(mill::plain_weights()); }
    using Sample = LinearSample;
    std::optional<Sample> sample(const Position& position) const {
        return Evaluator(*this, Style::NORMAL).sample(position);
    }
    std::vector<std::string> evaluations() const { return {EVALUATIONS.begin(), EVALUATIONS.end()}; }
    Score evaluate(const Position& position, std::size_t which, Key) const {
        return evaluate_by(position, rules(), which);
    }
    Preview<R> preview(const Position& position, int evaluation) const { return {rules_, position, evaluation}; }

    std::string name() const { return name_; }
    Geometry geometry() const { return describe(rules().board()); }
    NamedPieces symbols() const { return piece_symbols(); }
    NamedPieces pieces(const Position& position) const { return pieces_on(position, rules().board()); }
    int in_hand(const Position& position, Side side) const { return position.in_hand(side); }
    std::string forced(const Position& position) const {
        return turns(position).turn_kind() == TurnKind::REMOVE ? "removal" : "";
    }
    std::string check(const Position&) const { return ""; }

    std::vector<Path> entry_paths(const Position& position, Move move) const {
        List all;
        moves(position, all);
        bool needs_end = false;
        for (const Move twin : all)
            needs_end |= twin.is_landing() && twin.from() == move.from() && twin.to() == move.to() &&
                         twin.removed().count() > move.removed().count();
        return paths_of(rules().board(), move, needs_end);
    }

    std::vector<std::string> fen_styles() const { return {"sanmill"}; }
    std::string format_fen(const Position& position, std::size_t) const { return mill::format_fen(position, rules()); }
    Position parse_fen(std::string_view text) const { return mill::parse_fen(text, rules()); }
    std::string token(Move move) const { return mill::token(rules().board(), move); }
    std::string format_move(const Position&, Move move) const { return token(move); }

    Move parse_move(const Position& position, std::string_view text) const {
        const auto turn = parse_turn(rules().board(), text);
        if (!turn)
            throw Error(ErrorKind::INVALID_MOVE, "move_unreadable",
                        {{"text", excerpt(text)}, {"game", name_}, {"expected", "d6, d6-d5, d6-d5xb4 or xb4"}});
        List all;
        moves(position, all);
        std::vector<Move> fitting;
        for (const Move move : all)
            if (turn->fits(move)) return move;
            else if (turn->fits_landing(move)) fitting.push_back(move);
        std::vector<std::string> tokens;
        for (const Move move : fitting) tokens.push_back(token(move));
        if (!tokens.empty())
            throw Error(ErrorKind::AMBIGUOUS_MOVE, "move_ambiguous",
                        {{"text", excerpt(text)}, {"candidates", joined(tokens)}});
        for (std::size_t i = 0; i < all.size() && i < 8; ++i) tokens.push_back(token(all[i]));
        refuse_turn(turns(position), position, rules(), *turn, excerpt(text), joined(tokens));
    }

    // The same game with each removal as a ply of its own, for counting. Not defined for special captures.
    SplitMill<R> split_removals() const {
        if (rules().has_special_captures()) throw Error(ErrorKind::INVALID_RULES, "rules_split", {{"game", name_}});
        return SplitMill<R>(*this);
    }

    int starts() const { return 1; }
    Position start(int) const { return start(); }

  private:
    // Whether no turn can remove anything, found by one look at all lines: nothing is owed and no point closes a mill.
    bool is_certainly_quiet(const TurnGenerator<R>& now) const {
        const Blocked blocked = rules().blocked();
        const bool takes_only_by_mills =
            !rules().has_special_captures() &&
            (blocked == Blocked::LOSES || blocked == Blocked::PASSES || blocked == Blocked::DRAW);
        return takes_only_by_mills && now.closing_points().is_empty() && now.turn_kind() != TurnKind::REMOVE;
    }

    R rules_;
    std::string name_;
};

}  // namespace plyground::mill
