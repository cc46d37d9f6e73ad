// Worker: the search of a game tree by one thread.
//
// The recursion is split: `search` settles a node or passes it to `move_loop`, which tries its moves with `try_move`;
// below the last ply `qsearch` follows only forcing moves. `extend` and `reduce` decide how deep a move is searched.
// This header declares the class; worker_search.hpp, worker_pruning.hpp, worker_qsearch.hpp, worker_root.hpp and
// worker_style.hpp define its members. Include searcher.hpp, which includes them all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/core/prober.hpp"
#include "plyground/search/frame.hpp"
#include "plyground/search/move_history.hpp"
#include "plyground/search/move_picker.hpp"
#include "plyground/search/shared_state.hpp"
#include "plyground/search/tuning.hpp"

namespace plyground {

// A root move and what is known about it.
template <class Move>
struct RootMove {
    Move move;
    Score score = -INFINITY_SCORE;     // of the current depth; -INFINITY_SCORE = not searched, or not the best
    Score previous = -INFINITY_SCORE;  // of the last completed depth
    Score most = INFINITY_SCORE;       // what it is worth at most, as far as it was last searched
    Score least = -INFINITY_SCORE;     // what it is worth at least, if it failed high at the current depth
    Bound bound = Bound::EXACT;
    Depth depth = 0;
    Ply seldepth = 0;
    std::uint64_t nodes = 0;
    Line<Move> line;
    int group = 0;               // moves of a higher group are better, whatever the search finds
    std::optional<Score> known;  // from databases
};

template <Game G>
class Worker {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    // Without weights it has those that the evaluation ships with. `prober` may be nullptr.
    Worker(const G& game, SharedState& shared, int number, Style style, const WeightList& weights = {},
           const Prober<Position>* prober = nullptr);

    // Prepares a search from `position`, reached through positions with the given keys, oldest first.
    void start(const Position& position, const std::vector<Key>& past, const std::vector<RootMove<Move>>& roots);
    // Iterative deepening until a limit ends it. `on_depth` is called after each completed depth.
    template <class OnDepth>
    void iterate(const OnDepth& on_depth);
    void clear_history() { history_.clear(); }

    // The move to play, and with several lines the next best ones.
    const RootMove<Move>& best(std::size_t rank = 0) const {
        return roots_[rank == 0 && settled_ ? *settled_ : order_[rank]];
    }
    std::size_t root_count() const { return roots_.size(); }
    Depth depth() const { return depth_; }
    Score root_static_eval() const { return root_static_eval_; }  // before any search
    Ply seldepth() const { return seldepth_; }
    NodeCounter& counter() { return counter_; }
    const NodeCounter& counter() const { return counter_; }

  private:
    // One node's window and what is known about it so far.
    struct Node {
        Ply ply;
        Score alpha;
        Score beta;
        Depth depth;
        bool is_cut;  // expected to fail high
        bool is_improving = false;
        std::uint16_t tt_code = NO_CODE;
        Depth extension = 0;  // of the TT move
        Score eval = 0;       // the static evaluation, corrected by the TT entry
        Score best = -INFINITY_SCORE;
        std::uint16_t best_code = NO_CODE;
        int move_count = 0;
    };
    using SlotList = InlineList<std::uint16_t, 64>;  // moves that caused no cutoff

    template <bool PV>
    Score search(Ply ply, Score alpha, Score beta, Depth depth, bool is_cut);
    std::optional<Score> probe(Node& node, Score& most);
    std::optional<Score> prune_node(const Node& node);
    std::optional<Score> try_null_move(const Node& node);
    std::optional<Score> extend_singular(Node& node, const TTEntry& tt_entry);
    template <bool PV>
    void move_loop(Node& node);
    bool can_prune_move(const Node& node, MovePicker<G>& picker, const Move& move, int history);
    template <bool PV>
    Score try_move(const Node& node, const Move& move, bool is_quiet, int history);
    Depth extend(const Node& node, const Move& move) const;
    template <bool PV>
    Depth reduce(const Node& node, bool is_quiet, int history) const;
    void update_history(const Node& node, const Move& move, bool is_quiet, const SlotList& quiets,
                        const SlotList& forcings);

    template <bool PV>
    Score qsearch(Ply ply, Score alpha, Score beta, int qs_plies);
    template <bool PV>
    void qsearch_loop(Node& node, bool must_move, int qs_plies);
    bool keep_forcing(Frame<G>& frame);

    void aspiration_search(Depth depth, std::size_t rank);
    Score search_root(Depth depth, Score alpha, Score beta, std::size_t rank);
    void sort_roots(std::size_t from);
    void keep_unproven_losses_back();
    Score style_slack(Score best) const;
    bool offers_material(const Move& move);
    std::optional<std::uint16_t> settle(Depth depth);

    void make_move(Ply ply, const Move& move);
    void make_null_move(Ply ply);
    void prepare_frame(Frame<G>& frame);
    Score evaluate(Frame<G>& frame);
    std::optional<Score> rule_value(Ply ply);
    std::optional<Score> generate_moves(Ply ply);
    TTEntry read_tt(const std::optional<TTEntry>& found, const Frame<G>& here, Ply ply) const;
    Score eval_from_tt(Score static_eval, const TTEntry& tt_entry) const;
    Score result_value(Result result, Side side, Ply ply) const;
    bool is_repeated(Ply ply) const;
    void update_line(Ply ply, const Move& move);

    // With an exchange test, exchanges may be followed to their end.
    static constexpr int MAX_QS_PLIES = HasExchangeTest<G> ? STACK_PLIES : tuning::QS_PLIES;

    // Whether a score is a win so near that quicker ones are searched for without pruning.
    static constexpr bool is_proven_win(Ply ply, Score alpha) { return alpha >= win_in(ply + tuning::PROVEN_PLIES); }

    bool may_extend(Ply ply) const { return ply < tuning::MAX_EXTENSION_FACTOR * root_depth_; }

    // Whether a score is proven or comes from a database, so that no margin makes up for it.
    bool is_settled(Score score) const { return prober_ == nullptr ? is_decisive(score) : is_known(score); }
    bool is_lost(Score score) const { return score < 0 && is_settled(score); }
    // A value of the TT counts its plies from the position, any other from the root.
    Score from_tt(Score value, Ply ply) const {
        if (is_decisive(value) || !is_settled(value)) return to_root(value, ply);
        return value > 0 ? value - ply : value + ply;
    }
    Score to_tt(Score value, Ply ply) const {
        if (is_decisive(value) || !is_settled(value)) return from_root(value, ply);
        return value > 0 ? value + ply : value - ply;
    }

    static constexpr Score margin(Score score) { return tuning::scaled<G>(score); }

    struct NoEvaluator {
        NoEvaluator(const G&, Style) {}
    };
    template <class T>
    struct EvaluatorOf {
        using type = NoEvaluator;
    };
    template <class T>
        requires HasEvaluator<T>
    struct EvaluatorOf<T> {
        using type = typename T::Evaluator;
    };
    using Evaluator = typename EvaluatorOf<G>::type;

    static Evaluator make_evaluator(const G& game, Style style, const WeightList& weights) {
        if constexpr (HasWeights<G>)
            if (!weights.empty()) return Evaluator(game, style, weights);
        return Evaluator(game, style);
    }

    const G& game_;
    SharedState& shared_;
    const Prober<Position>* const prober_;
    const bool is_main_;
    const int id_;
    const Style style_;
    [[no_unique_address]] Evaluator evaluator_;
    Stack<G> stack_;
    MoveHistory<G> history_;
    MoveList<G> scratch_;
    NodeCounter counter_;
    std::vector<Key> keys_;       // of the game and of the current line
    std::size_t root_index_ = 0;  // of the root in `keys_`
    int draw_repetitions_ = 0;    // the occurrence on which a position is drawn; 0 = never
    std::vector<RootMove<Move>> roots_;
    std::vector<std::uint16_t> order_;      // indices of the root moves, best first
    std::optional<std::uint16_t> settled_;  // the root move that the style prefers to the best one
    Score root_static_eval_ = DRAWN;
    Depth depth_ = 0;       // completed
    Depth root_depth_ = 0;  // being searched
    Ply seldepth_ = 0;
    Ply null_min_ply_ = 0;  // no null move before this ply, while one is verified
};

template <Game G>
Worker<G>::Worker(const G& game, SharedState& shared, int number, Style style, const WeightList& weights,
                  const Prober<Position>* prober)
    : game_(game),
      shared_(shared),
      prober_(prober),
      is_main_(number == 0),
      id_(number),
      style_(style),
      evaluator_(make_evaluator(game, style, weights)) {
    const Repetition repetition = game.repetition();
    draw_repetitions_ = repetition.claim_at > 0 ? repetition.claim_at : repetition.automatic_at;
    if constexpr (HasEvaluator<G>)
        if (!shared.features.mobility) evaluator_.leave_out_mobility();
}

// Makes a move: the next frame gets the new position and everything derived from it.
template <Game G>
void Worker<G>::make_move(Ply ply, const Move& move) {
    counter_.count(shared_, is_main_);
    Frame<G>& here = stack_.at(ply);
    Frame<G>& next = stack_.at(ply + 1);
    here.move_slot = MoveContext<G>::slot(move);
    next.position = game_.after(here.position, move);
    next.key = game_.key(next.position);
    next.side = other(here.side);
    next.plies_since_null = here.plies_since_null + 1;
    prepare_frame(next);
    if constexpr (HasEvaluator<G>)
        next.accumulator = evaluator_.after(here.accumulator, here.position, move, next.position);
    keys_[root_index_ + static_cast<std::size_t>(ply) + 1] = next.key;
}

template <Game G>
void Worker<G>::make_null_move(Ply ply) {
    if constexpr (HasNullMove<G>) {
        Frame<G>& here = stack_.at(ply);
        Frame<G>& next = stack_.at(ply + 1);
        here.move_slot = MoveContext<G>::NO_SLOT;
        next.position = game_.after_null_move(here.position);
        next.key = game_.key(next.position);
        next.side = other(here.side);
        next.plies_since_null = 0;
        prepare_frame(next);
        // A null move changes no piece, so the accumulator stays the same.
        if constexpr (HasEvaluator<G>) next.accumulator = here.accumulator;
        keys_[root_index_ + static_cast<std::size_t>(ply) + 1] = next.key;
    }
}

// The TT key distinguishes positions near a draw by rule from those far from it, although they count as repeated.
template <Game G>
void Worker<G>::prepare_frame(Frame<G>& frame) {
    const int counter = game_.reversible_plies(frame.position) - tuning::COUNTER_FROM;
    frame.tt_key = counter < 0 ? frame.key : frame.key ^ mix(static_cast<Key>(counter / tuning::COUNTER_STEP));
    shared_.tt.prefetch(frame.tt_key);
    if constexpr (HasChecks<G>) frame.is_in_check = game_.is_in_check(frame.position);
    else frame.is_in_check = false;
    frame.has_static_eval = false;
    frame.has_all_moves = false;
}

template <Game G>
Score Worker<G>::evaluate(Frame<G>& frame) {
    Score score;
    if constexpr (HasEvaluator<G>) score = evaluator_.evaluate(frame.position, frame.accumulator);
    else score = game_.evaluate(frame.position);
    const Score most = prober_ == nullptr ? MIN_WIN - 1 : MIN_DATABASE_WIN - 1;
    return std::clamp(score, -most, most);
}

// An entry of the TT as it holds here. A win or loss was proven with other draw counters: if one of them may end the
// game before, the value is not used.
template <Game G>
TTEntry Worker<G>::read_tt(const std::optional<TTEntry>& found, const Frame<G>& here, Ply ply) const {
    TTEntry tt_entry = shared_.features.tt ? found.value_or(TTEntry{}) : TTEntry{};
    if constexpr (HasDrawCounters<G>)
        if (is_decisive(tt_entry.value) && !game_.are_draws_beyond(WIN - std::abs(tt_entry.value), here.position))
            tt_entry.bound.reset();
    tt_entry.value = from_tt(tt_entry.value, ply);
    return tt_entry;
}

// A bound from the TT corrects the static evaluation where it contradicts it.
template <Game G>
Score Worker<G>::eval_from_tt(Score static_eval, const TTEntry& tt_entry) const {
    if (!tt_entry.bound || is_settled(tt_entry.value)) return static_eval;
    if (*tt_entry.bound == Bound::LOWER) return std::max(static_eval, tt_entry.value);
    return *tt_entry.bound == Bound::UPPER ? std::min(static_eval, tt_entry.value) : tt_entry.value;
}

template <Game G>
Score Worker<G>::result_value(Result result, Side side, Ply ply) const {
    if (result.outcome == Outcome::DRAW) return DRAWN;
    const Side winner = result.outcome == Outcome::WHITE_WINS ? Side::WHITE : Side::BLACK;
    return winner == side ? win_in(ply) : loss_in(ply);
}

// What can be decided without generating moves: repetition, claimable draws, draws by rule. Games in which only the
// list of moves tells whether the game is over leave the rest to `generate_moves`.
template <Game G>
std::optional<Score> Worker<G>::rule_value(Ply ply) {
    const Frame<G>& here = stack_.at(ply);
    if (is_repeated(ply)) return DRAWN;
    if constexpr (HasClaims<G>)
        if (game_.claim(here.position) != nullptr) return DRAWN;
    if constexpr (HasChecks<G>) {
        const Result result = game_.result(here.position, true);
        if (!result.is_ongoing()) return result_value(result, here.side, ply);
    }
    return std::nullopt;
}

// Generates all moves of a node. Returns the value if the game is over there.
template <Game G>
std::optional<Score> Worker<G>::generate_moves(Ply ply) {
    Frame<G>& here = stack_.at(ply);
    if (here.has_all_moves) return std::nullopt;
    here.moves.clear();
    game_.moves(here.position, here.moves);
    here.has_all_moves = !here.moves.is_empty();
    if (HasChecks<G> && here.has_all_moves) return std::nullopt;  // `rule_value` has checked
    const Result result = game_.result(here.position, here.has_all_moves);
    if (result.is_ongoing()) return std::nullopt;
    here.has_all_moves = false;  // a frame is used more than once and must give the same answer each time
    return result_value(result, here.side, ply);
}

// One repetition within the search is as good as a draw: what was done once can be done again. Positions from before
// the root count as the rules say.
template <Game G>
bool Worker<G>::is_repeated(Ply ply) const {
    if (draw_repetitions_ == 0) return false;
    const Frame<G>& here = stack_.at(ply);
    const std::size_t at = root_index_ + static_cast<std::size_t>(ply);
    const auto reach =
        static_cast<std::size_t>(std::max(std::min(game_.reversible_plies(here.position), here.plies_since_null), 0));
    int earlier = 0;
    for (std::size_t back = 4; back <= reach && back <= at; back += 2) {
        if (keys_[at - back] != here.key) continue;
        if (back < static_cast<std::size_t>(ply) || ++earlier >= draw_repetitions_ - 1) return true;
    }
    return false;
}

template <Game G>
void Worker<G>::update_line(Ply ply, const Move& move) {
    Line<Move>& line = stack_.at(ply).line;
    const Line<Move>& below = stack_.at(ply + 1).line;
    line.clear();
    line.push(move);
    for (std::size_t i = 0; i < below.size() && line.size() < MAX_LINE; ++i) line.push(below[i]);
}

}  // namespace plyground
