// The concepts: what a game must offer, and which further abilities it may have.
//
// A position is a value and a game owns the rules; nothing is undone. A move is one whole turn and sides alternate
// strictly: a side that must sit out has exactly one legal move, for which `is_pass` is true, and a side that owes
// a removal has removal-only moves. Search asks "can you?" through the optional concepts, never "which game are you?".
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
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

namespace plyground {

// `code()` is a 16-bit fingerprint for the transposition table, matched against generated moves;
// `history_index()` < HISTORY_SIZE addresses a history counter.
template <class M>
concept MoveValue = std::is_trivially_copyable_v<M> && std::equality_comparable<M> && requires(const M move) {
    { move.code() } -> std::same_as<std::uint16_t>;
    { move.history_index() } -> std::convertible_to<std::size_t>;
    { M::HISTORY_SIZE } -> std::convertible_to<std::size_t>;
};

template <class G>
using MoveList = InlineList<typename G::Move, G::MAX_MOVES>;

// `moves` lists every legal move in a fixed order and never more than MOST_MOVES. `result` is told whether there are
// any, because every caller knows: without moves the game is always decided; with moves only draws by rule are.
// Equal keys mean positions that count as repeated; `reversible_plies` bounds how far back such a one can lie.
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

// Can tell whether there is any move without finding them all.
template <class G>
concept CanTellMoves = requires(const G& game, const typename G::Position& position) {
    { game.has_moves(position) } -> std::same_as<bool>;
};

// Can count its moves without listing them.
template <class G>
concept CanCount = requires(const G& game, const typename G::Position& position) {
    { game.count_moves(position) } -> std::convertible_to<std::size_t>;
};

// Can count the leaves of small trees without making their positions in full. `counted_plies` says how deep such a
// tree may be below this position; it keeps them small, because nothing stops a count.
template <class G>
concept CanCountLeaves = CanCount<G> && requires(const G& game, const typename G::Position& position) {
    { game.counted_plies(position) } -> std::same_as<Depth>;
    { game.count_leaves(position, Depth{}) } -> std::same_as<std::uint64_t>;
};

// Can list the moves that change the balance at once (captures, promotions, mill closures).
template <class G>
concept HasForcingMoves = requires(const G& game, const typename G::Position& position, MoveList<G>& list) {
    { game.forcing_moves(position, list) } -> std::same_as<void>;
};

// Has turns in which a side must sit out.
template <class G>
concept HasForcedPasses = requires(const G& game, typename G::Move move) {
    { game.is_pass(move) } -> std::same_as<bool>;
};

// Can hand the turn over although that is no legal move, for null-move search; `can_pass` says where it makes sense.
template <class G>
concept CanPass = requires(const G& game, const typename G::Position& position) {
    { game.can_pass(position) } -> std::same_as<bool>;
    { game.after_pass(position) } -> std::same_as<typename G::Position>;
};

// Can say which pieces a move adds and removes.
template <class G>
concept HasDelta = requires(const G& game, const typename G::Position& position, typename G::Move move) {
    game.delta(position, move).added;
    game.delta(position, move).removed;
};

// Has an evaluation for playing: one evaluator per worker, which may cache, and one accumulator per ply, which follows
// the moves so that not everything is counted anew. `after` is told the positions on both sides of the move.
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
                       };

// Has an evaluation that can do without counting where pieces could go, to see what that is worth.
template <class G>
concept CanLeaveOutMobility = HasEvaluator<G> && requires(typename G::Evaluator& evaluator) {
    { evaluator.leave_out_mobility() } -> std::same_as<void>;
};

// Can tell a forcing move (one that `forcing_moves` would list) from a quiet one.
template <class G>
concept TellsForcing = requires(const G& game, const typename G::Position& position, typename G::Move move) {
    { game.is_forcing(position, move) } -> std::same_as<bool>;
};

// Can guess how good a move is before it is searched: the larger, the sooner it is tried within its stage.
template <class G>
concept HasHints = requires(const G& game, const typename G::Position& position, typename G::Move move) {
    { game.hint(position, move) } -> std::same_as<int>;
};

// Can say whether the exchange that a move begins wins at least so many hundredths of a man, without playing it.
template <class G>
concept CanWeighExchanges = requires(const G& game, const typename G::Position& position, typename G::Move move) {
    { game.wins_exchange(position, move, Score{}) } -> std::same_as<bool>;
};

// Knows positions in which the side to move must answer a threat at once, as a check. Only such a position can be lost
// already: a side that has no moves otherwise has drawn.
template <class G>
concept KnowsChecks = requires(const G& game, const typename G::Position& position) {
    { game.is_in_check(position) } -> std::same_as<bool>;
};

// Can tell whether a move makes such a position for the other side, without playing it.
template <class G>
concept TellsChecks =
    KnowsChecks<G> && requires(const G& game, const typename G::Position& position, typename G::Move move) {
        { game.gives_check(position, move) } -> std::same_as<bool>;
    };

// Has draws that a player may claim by the position's own counters; the code, or nullptr.
template <class G>
concept HasClaims = requires(const G& game, const typename G::Position& position) {
    { game.claim(position) } -> std::same_as<const char*>;
};

// Knows positions in which one side can no longer win.
template <class G>
concept KnowsWinnable = requires(const G& game, const typename G::Position& position) {
    { game.can_win(position, Side{}) } -> std::same_as<bool>;
};

// Knows its answer from an endgame database: the value for the side to move, or nothing.
template <class G>
concept Probeable = requires(const G& game, const typename G::Position& position) {
    { game.probe(position).has_value() } -> std::same_as<bool>;
};

// Has further evaluations that can be chosen by name; those with noise depend on a seed.
template <class G>
concept HasNamedEvaluations = requires(const G& game, const typename G::Position& position) {
    { game.evaluations() } -> std::same_as<std::vector<std::string>>;
    { game.evaluate(position, std::size_t{}, Key{}) } -> std::same_as<Score>;
};

// Keeps men in hand, to be placed later.
template <class G>
concept HasHand = requires(const G& game, const typename G::Position& position) {
    { game.in_hand(position, Side{}) } -> std::convertible_to<int>;
};

// Can say why only some moves are allowed, as a code such as "capture"; empty where all are.
template <class G>
concept SaysWhatIsForced = requires(const G& game, const typename G::Position& position) {
    { game.forced(position) } -> std::same_as<std::string>;
};

// Can be counted with each removal as a ply of its own, by a game that is only good for counting.
template <class G>
concept CanSplitRemovals = requires(const G& game, const typename G::Position& position) {
    { game.split_removals().without_passes(position) } -> std::same_as<typename G::Position>;
};

// Can be read, written, drawn and entered: what the world outside the core needs.
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
};

template <Game G>
bool has_moves(const G& game, const typename G::Position& position) {
    if constexpr (CanTellMoves<G>) {
        return game.has_moves(position);
    } else if constexpr (CanCount<G>) {
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
