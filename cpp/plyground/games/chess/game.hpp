// Chess: the game, as a model of the core's concepts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plyground/core/delta.hpp"
#include "plyground/core/game.hpp"
#include "plyground/core/pace.hpp"
#include "plyground/games/chess/checks.hpp"
#include "plyground/games/chess/evaluation.hpp"
#include "plyground/games/chess/evaluator.hpp"
#include "plyground/games/chess/exchange.hpp"
#include "plyground/games/chess/fen.hpp"
#include "plyground/games/chess/move.hpp"
#include "plyground/games/chess/movegen.hpp"
#include "plyground/games/chess/notation.hpp"
#include "plyground/games/chess/position.hpp"
#include "plyground/games/chess/preview.hpp"
#include "plyground/games/chess/rules.hpp"
#include "plyground/games/chess/weight_list.hpp"
#include "plyground/games/chess/weight_sample.hpp"

namespace plyground::chess {

class Chess {
  public:
    using Position = chess::Position;
    using Move = chess::Move;
    static constexpr std::size_t MAX_MOVES = chess::MAX_MOVES;
    static constexpr int DEFAULT_START = 518;
    static constexpr Pace PACE{.moves_to_go = 26, .reserve_ms = 200};  // long games live on their increment

    explicit Chess(Rules rules = {}) : rules_(rules) {}
    const Rules& rules() const { return rules_; }

    Position start() const { return start_position(DEFAULT_START); }
    Side side_to_move(const Position& position) const { return position.side_to_move; }
    void moves(const Position& position, List& list) const {
        ListSink sink(list);
        generate<MoveKind::ALL>(position, rules_, sink);
    }
    std::size_t count_moves(const Position& position) const {
        CountSink counter;
        generate<MoveKind::ALL>(position, rules_, counter);
        return counter.count();
    }
    void forcing_moves(const Position& position, List& list) const {
        ListSink sink(list);
        generate<MoveKind::FORCING>(position, rules_, sink);
    }
    bool is_forcing(const Position& position, Move move) const {
        return move.is_promotion() || move.flag() == Flag::EN_PASSANT ||
               position.of(other(position.side_to_move)).has(move.to());
    }
    int hint(const Position& position, Move move) const { return exchange_hint(position, move); }
    bool wins_exchange(const Position& position, Move move, Score threshold) const {
        return chess::wins_exchange(position, move, threshold);
    }
    bool is_in_check(const Position& position) const { return chess::is_in_check(position, position.side_to_move); }
    bool gives_check(const Position& position, Move move) const { return chess::gives_check(position, move); }
    Position after(const Position& position, Move move) const { return chess::after(position, move); }
    Result result(const Position& position, bool has_moves) const;
    Key key(const Position& position) const { return position.key; }
    int reversible_plies(const Position& position) const { return position.half_moves; }
    Repetition repetition() const { return {.claim_at = 3, .automatic_at = 5}; }  // FIDE 9.2, 9.6.1
    Score evaluate(const Position& position) const { return chess::evaluate(position); }

    std::vector<std::string> evaluations() const { return {EVALUATIONS.begin(), EVALUATIONS.end()}; }
    Score evaluate(const Position& position, std::size_t which, Key) const { return evaluate_by(position, which); }

    Preview preview(const Position& position, int evaluation) const { return {position, rules_, evaluation}; }

    struct Evaluator : chess::Evaluator {
        Evaluator(const Chess&, Style style) : chess::Evaluator(chess::weights(style)) {}
        Evaluator(const Chess&, Style style, const WeightList& list)
            : chess::Evaluator(styled(weights_of(list), style)) {}
    };

    std::vector<WeightField> weight_fields() const { return chess::weight_fields(); }
    WeightList weights() const { return weight_list(chess::weights(Style::NORMAL)); }
    WeightList plain_weights() const { return weight_list(chess::plain_weights()); }
    using Sample = chess::Sample;
    std::optional<Sample> sample(const Position& position) const { return Sample::of(position); }

    // Not with only kings and pawns, where zugzwang is common.
    bool allows_null_move(const Position& position) const;
    Position after_null_move(const Position& position) const { return chess::after_null_move(position); }

    Delta<2> delta(const Position& position, Move move) const;
    const char* claim(const Position& position) const;
    bool are_draws_beyond(int plies, const Position& position) const;
    // False only if no sequence of moves lets the side checkmate (FIDE 6.9).
    bool can_win(const Position& position, Side side) const;

    std::string name() const { return rules_.chess960 ? "chess:960" : "chess"; }
    Geometry geometry() const;
    NamedPieces symbols() const;
    NamedPieces pieces(const Position& position) const;
    std::vector<Path> entry_paths(const Position& position, Move move) const;
    std::string check(const Position& position) const;
    std::string forced(const Position&) const { return ""; }
    std::vector<std::string> fen_styles() const { return {"x-fen", "shredder"}; }
    std::string format_fen(const Position& position, std::size_t style) const {
        return chess::format_fen(position, rules_, static_cast<FenStyle>(style));
    }
    Position parse_fen(std::string_view text) const { return chess::parse_fen(text, rules_); }
    std::string token(Move move) const { return chess::token(move); }
    std::string format_move(const Position& position, Move move) const { return format_san(position, rules_, move); }
    Move parse_move(const Position& position, std::string_view text) const {
        return chess::parse_move(position, rules_, text);
    }
    int starts() const { return rules_.chess960 ? 960 : 1; }
    Position start(int number) const { return start_position(rules_.chess960 ? number : DEFAULT_START); }

  private:
    Rules rules_;
};

static_assert(Described<Chess> && HasMoveCount<Chess> && HasForcingMoves<Chess> && HasNullMove<Chess> &&
              HasDelta<Chess> && HasClaims<Chess> && HasWinTest<Chess> && HasForcingTest<Chess> &&
              HasMoveHints<Chess> && HasExchangeTest<Chess> && HasChecks<Chess> && HasEvaluator<Chess> &&
              HasNamedEvaluations<Chess> && HasSamples<Chess>);

}  // namespace plyground::chess
