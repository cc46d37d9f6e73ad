// The concepts: what a game must provide, and which optional abilities it may have.
//
// A position is a value and the game owns the rules; nothing is ever unmade. A move is one whole turn and the sides
// alternate strictly: a side that must pass has exactly one legal move, and a side that owes a removal has removal-only
// moves. The search asks "can you?" through the optional concepts, never "which game are you?".
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "plyground/core/description.hpp"
#include "plyground/core/inline_list.hpp"
#include "plyground/core/key.hpp"
#include "plyground/core/result.hpp"
#include "plyground/core/score.hpp"
#include "plyground/core/side.hpp"
#include "plyground/core/style.hpp"
#include "plyground/core/weight_sample.hpp"
#include "plyground/core/weights.hpp"

namespace plyground {

// `code()` is a 16-bit fingerprint for the transposition table, compared with generated moves;
// `history_index()` < HISTORY_SIZE selects a history counter.
template <class M>
concept MoveValue = std::is_trivially_copyable_v<M> && std::equality_comparable<M> && requires(const M move) {
    { move.code() } -> std::same_as<std::uint16_t>;
    { move.history_index() } -> std::convertible_to<std::size_t>;
    { M::HISTORY_SIZE } -> std::convertible_to<std::size_t>;
};

template <class G>
using MoveList = InlineList<typename G::Move, G::MAX_MOVES>;

// `moves` lists every legal move in a fixed order, at most MAX_MOVES. The second argument of `result` says whether
// there are any, because every caller knows: without moves the game is always decided; with moves only draws by rule
// are. Positions with equal keys count as repeated; `reversible_plies` bounds how far back an equal position can be.
template <class G>
concept Game = MoveValue<typename G::Move> && std::is_trivially_copyable_v<typename G::Position> &&
               requires(const G& game, const typename G::Position& position, typename G::Move move, MoveList<G>& list) {
                   { game.start() } -> std::same_as<typename G::Position>;
                   { game.side_to_move(position) } -> std::same_as<Side>;
                   { game.moves(position, list) } -> std::same_as<void>;
                   { game.after(position, move) } -> std::same_as<typename G::Position>;
                   { game.result(position, bool{}) } -> std::same_as<Result>;
                   { game.key(position) } -> std::same_as<Key>;
                   { game.reversible_plies(position) } -> std::convertible_to<int>;
                   { game.repetition() } -> std::same_as<Repetition>;
                   { game.evaluate(position) } -> std::same_as<Score>;
               };

// Can be read, written, drawn and entered: everything outside the core needs this. `check` names the point of a king in
// check; `forced` says why only some moves are legal, as a code like "capture". Both are empty where they do not apply.
template <class G>
concept Described = Game<G> && requires(const G& game, const typename G::Position& position, typename G::Move move,
                                        std::string_view text) {
    { game.name() } -> std::convertible_to<std::string>;
    { game.geometry() } -> std::same_as<Geometry>;
    { game.symbols() } -> std::same_as<NamedPieces>;
    { game.pieces(position) } -> std::same_as<NamedPieces>;
    { game.entry_paths(position, move) } -> std::same_as<std::vector<Path>>;
    { game.fen_styles() } -> std::same_as<std::vector<std::string>>;
    { game.format_fen(position, std::size_t{}) } -> std::same_as<std::string>;
    { game.parse_fen(text) } -> std::same_as<typename G::Position>;
    { game.token(move) } -> std::same_as<std::string>;
    { game.format_move(position, move) } -> std::same_as<std::string>;
    { game.parse_move(position, text) } -> std::same_as<typename G::Move>;
    { game.starts() } -> std::convertible_to<int>;
    { game.start(int{}) } -> std::same_as<typename G::Position>;
    { game.check(position) } -> std::same_as<std::string>;
    { game.forced(position) } -> std::same_as<std::string>;
};

// --- abilities that speed up counting ---

// Can tell whether there is any legal move without generating them all.
template <class G>
concept HasMoveTest = requires(const G& game, const typename G::Position& position) {
    { game.has_moves(position) } -> std::same_as<bool>;
};

// Can count its moves without listing them.
template <class G>
concept HasMoveCount = requires(const G& game, const typename G::Position& position) {
    { game.count_moves(position) } -> std::convertible_to<std::size_t>;
};

// Can count the leaves of small trees without building complete positions. `counted_plies` says how deep such a tree
// may be below this position; it stays small, because a count cannot be stopped.
template <class G>
concept HasLeafCount = HasMoveCount<G> && requires(const G& game, const typename G::Position& position) {
    { game.counted_plies(position) } -> std::same_as<Depth>;
    { game.count_leaves(position, Depth{}) } -> std::same_as<std::uint64_t>;
};

// Can count with each removal as a ply of its own, through a game that is only good for counting.
template <class G>
concept HasSplitRemovals = requires(const G& game, const typename G::Position& position) {
    { game.split_removals().without_passes(position) } -> std::same_as<typename G::Position>;
};

// --- abilities that guide the search ---

// Can list the moves that change the material balance at once (captures, promotions, mill closures).
template <class G>
concept HasForcingMoves = requires(const G& game, const typename G::Position& position, MoveList<G>& list) {
    { game.forcing_moves(position, list) } -> std::same_as<void>;
};

// Can tell a forcing move (one that `forcing_moves` would list) from a quiet one.
template <class G>
concept HasForcingTest = requires(const G& game, const typename G::Position& position, typename G::Move move) {
    { game.is_forcing(position, move) } -> std::same_as<bool>;
};

// Can guess how good a move is before it is searched: higher hints are tried earlier within their stage.
template <class G>
concept HasMoveHints = requires(const G& game, const typename G::Position& position, typename G::Move move) {
    { game.hint(position, move) } -> std::same_as<int>;
};

// Static exchange evaluation: can tell whether the exchange that a move starts wins at least a given number of
// hundredths of a man, without playing it.
template <class G>
concept HasExchangeTest = requires(const G& game, const typename G::Position& position, typename G::Move move) {
    { game.wins_exchange(position, move, Score{}) } -> std::same_as<bool>;
};

// Has checks: threats that the side to move must answer at once. Only a position in check can be lost without moves;
// any other position without moves is a draw. `gives_check` answers without playing the move.
template <class G>
concept HasChecks = requires(const G& game, const typename G::Position& position, typename G::Move move) {
    { game.is_in_check(position) } -> std::same_as<bool>;
    { game.gives_check(position, move) } -> std::same_as<bool>;
};

// Can pass the turn although that is not a legal move, for null-move pruning; `allows_null_move` says where that makes
// sense.
template <class G>
concept HasNullMove = requires(const G& game, const typename G::Position& position) {
    { game.allows_null_move(position) } -> std::same_as<bool>;
    { game.after_null_move(position) } -> std::same_as<typename G::Position>;
};

// Has draws by counters that the key of a position does not cover, such as the 50-move rule: whether none of them can
// end the game within this many plies.
template <class G>
concept HasDrawCounters = requires(const G& game, const typename G::Position& position) {
    { game.are_draws_beyond(int{}, position) } -> std::same_as<bool>;
};

// --- abilities of the evaluation ---

// Has an evaluation for playing: one evaluator per worker, which may cache, and one accumulator per ply, which is
// updated with each move. `after` gets the positions before and after the move. `leave_out_mobility` switches the
// mobility terms off, to measure what they are worth.
template <class G>
concept HasEvaluator = std::is_trivially_copyable_v<typename G::Evaluator::Accumulator> &&
                       std::constructible_from<typename G::Evaluator, const G&, Style> &&
                       requires(typename G::Evaluator& evaluator, const typename G::Evaluator::Accumulator& accumulator,
                                const typename G::Position& position, typename G::Move move) {
                           { evaluator.start(position) } -> std::same_as<typename G::Evaluator::Accumulator>;
                           {
                               evaluator.after(accumulator, position, move, position)
                           } -> std::same_as<typename G::Evaluator::Accumulator>;
                           { evaluator.evaluate(position, accumulator) } -> std::same_as<Score>;
                           { evaluator.leave_out_mobility() } -> std::same_as<void>;
                       };

// Has an evaluator whose weights can be replaced: their names, the values it plays by, and the values of a fit that
// starts from the worth of the pieces alone.
template <class G>
concept HasWeights =
    HasEvaluator<G> && std::constructible_from<typename G::Evaluator, const G&, Style, const WeightList&> &&
    requires(const G& game) {
        { game.weight_fields() } -> std::same_as<std::vector<WeightField>>;
        { game.weights() } -> std::same_as<WeightList>;
        { game.plain_weights() } -> std::same_as<WeightList>;
    };

// Can say how the value of a position depends on the weights; nothing where knowledge beyond them decides.
template <class G>
concept HasSamples = HasWeights<G> && requires(const G& game, const typename G::Position& position) {
    { *game.sample(position) } -> std::convertible_to<typename G::Sample>;
    requires WeightSample<typename G::Sample>;
};

// Has further evaluations, selected by index; those with noise depend on a seed.
template <class G>
concept HasNamedEvaluations = requires(const G& game, const typename G::Position& position) {
    { game.evaluations() } -> std::same_as<std::vector<std::string>>;
    { game.evaluate(position, std::size_t{}, Key{}) } -> std::same_as<Score>;
};

// A preview's answer for a move that may end the game: the position must be made and evaluated.
inline constexpr Score UNKNOWN_VALUE = std::numeric_limits<Score>::min();

// Can look one move ahead without making the positions there, for the last ply of a search: most nodes are leaves, and
// most of the cost of making a position is wasted there. A preview belongs to one position and one evaluation (the
// index of a named one, -1 = the default). `after(move)` is the value after a legal move for the side that makes it, or
// UNKNOWN_VALUE. `for_each(visit)` calls `visit(move, value)` for every legal move in the order of `moves`, until it
// returns false.
template <class G>
concept HasPreview = requires(const G& game, const typename G::Position& position, typename G::Move move,
                              bool (&visit)(const typename G::Move&, Score)) {
    { game.preview(position, int{}).after(move) } -> std::same_as<Score>;
    { game.preview(position, int{}).for_each(visit) } -> std::same_as<void>;
};

// Can say which pieces a move adds and removes.
template <class G>
concept HasDelta = requires(const G& game, const typename G::Position& position, typename G::Move move) {
    game.delta(position, move).added;
    game.delta(position, move).removed;
};

// --- abilities that players see ---

// Has draws that a player may claim because of the position's counters; the code, or nullptr.
template <class G>
concept HasClaims = requires(const G& game, const typename G::Position& position) {
    { game.claim(position) } -> std::same_as<const char*>;
};

// Can tell whether a side could still win.
template <class G>
concept HasWinTest = requires(const G& game, const typename G::Position& position) {
    { game.can_win(position, Side{}) } -> std::same_as<bool>;
};

// Has men in hand, to be placed later.
template <class G>
concept HasHand = requires(const G& game, const typename G::Position& position) {
    { game.in_hand(position, Side{}) } -> std::convertible_to<int>;
};

template <Game G>
bool has_moves(const G& game, const typename G::Position& position) {
    if constexpr (HasMoveTest<G>) {
        return game.has_moves(position);
    } else if constexpr (HasMoveCount<G>) {
        return game.count_moves(position) > 0;
    } else {
        MoveList<G> list;
        game.moves(position, list);
        return !list.is_empty();
    }
}

template <Game G>
Result result(const G& game, const typename G::Position& position) {
    return game.result(position, has_moves(game, position));
}

}  // namespace plyground
