// Worker: one thread's search of a game tree.
//
// The recursion is split: `search` settles a node or hands it to `move_loop`, which tries its moves by `try_move`;
// below the last ply `quiesce` follows forcing moves only. `extend` and `reduce` say how deep a move is looked at.
// search_node.hpp, prune_node.hpp, quiescence.hpp and root.hpp hold the bodies; searcher.hpp brings all together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/search/frame.hpp"
#include "plyground/search/move_history.hpp"
#include "plyground/search/picker.hpp"
#include "plyground/search/shared.hpp"
#include "plyground/search/tuning.hpp"

namespace plyground {

// A move at the root and what is known about it.
template <class Move>
struct RootMove {
    Move move;
    Score score = -INFINITY_SCORE;  // of the depth now searched; -INFINITY_SCORE = not yet, or no better than another
    Score previous = -INFINITY_SCORE;  // of the last finished depth
    Bound bound = Bound::EXACT;
    Depth depth = 0;
    Ply seldepth = 0;
    std::uint64_t nodes = 0;
    Line<Move> line;
};

template <Game G>
class Worker {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    Worker(const G& game, Shared& shared, int number, Style style);

    // Prepares for a search from `position` after positions with the given keys, oldest first.
    void start(const Position& position, const std::vector<Key>& past, const std::vector<RootMove<Move>>& roots);
    // One depth after the other, until something ends it. `on_depth` is called after each finished depth.
    template <class OnDepth>
    void deepen(const OnDepth& on_depth);
    void forget() { history_.clear(); }

    const RootMove<Move>& best(std::size_t rank = 0) const { return roots_[order_[rank]]; }
    std::size_t root_count() const { return roots_.size(); }
    Depth depth() const { return depth_; }
    Score first_guess() const { return first_guess_; }  // before any search
    Ply seldepth() const { return seldepth_; }
    NodeCounter& counter() { return counter_; }
    const NodeCounter& counter() const { return counter_; }

  private:
    // One node's window and what has come out so far.
    struct Node {
        Ply ply;
        Score alpha;
        Score beta;
        Depth depth;
        bool is_cut;  // expected to fail high
        bool is_improving = false;
        std::uint16_t table_code = NO_CODE;
        Depth extension = 0;  // of the table's move
        Score guess = 0;      // the best guess before any move is tried, where there is an estimate
        Score best = -INFINITY_SCORE;
        std::uint16_t best_code = NO_CODE;
        int tried = 0;
    };
    using Slots = InlineList<std::uint16_t, 64>;  // moves that did not cut off, to be blamed

    template <bool PV>
    Score search(Ply ply, Score alpha, Score beta, Depth depth, bool is_cut);
    std::optional<Score> prune_node(const Node& node);
    std::optional<Score> try_null_move(const Node& node);
    std::optional<Score> extend_singular(Node& node, const Known& known);
    template <bool PV>
    void move_loop(Node& node);
    bool is_hopeless(const Node& node, Picker<G>& picker, const Move& move, int history);
    template <bool PV>
    Score try_move(const Node& node, const Move& move, bool is_quiet, int history);
    Depth extend(const Node& node, const Move& move) const;
    template <bool PV>
    Depth reduce(const Node& node, bool is_quiet, int history) const;
    void learn(const Node& node, const Move& move, bool is_quiet, const Slots& quiets, const Slots& forcings);

    template <bool PV>
    Score quiesce(Ply ply, Score alpha, Score beta, int voluntary);
    template <bool PV>
    void quiescence_loop(Node& node, bool must_move, int voluntary);
    bool keep_forcing(Frame<G>& frame);

    void search_depth(Depth depth, std::size_t rank);
    Score search_root(Depth depth, Score alpha, Score beta, std::size_t rank);
    void sort_roots(std::size_t from);

    void descend(Ply ply, const Move& move);
    void descend_by_pass(Ply ply);
    void look_at(Frame<G>& frame);
    Score estimate_of(Frame<G>& frame);
    std::optional<Score> settle_by_rule(Ply ply);
    std::optional<Score> list_moves(Ply ply);
    Score guess_from(Score estimate, const Known& known) const;
    Score final_value(Result result, Side side, Ply ply) const;
    bool is_repeated(Ply ply) const;
    void set_line(Ply ply, const Move& move);

    // Exchanges that can be weighed beforehand may be followed to their end.
    static constexpr int VOLUNTARY = CanWeighExchanges<G> ? STACK_PLIES : tuning::VOLUNTARY_PLIES;

    // Whether a win is known that is so near that quicker ones are looked for without leaving anything out.
    static constexpr bool proves(Ply ply, Score alpha) { return alpha >= win_in(ply + tuning::PROVEN_PLIES); }

    bool may_extend(Ply ply) const { return ply < tuning::EXTENDED_TIMES * root_depth_; }

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

    const G& game_;
    Shared& shared_;
    const bool is_first_;
    const int number_;
    [[no_unique_address]] typename EvaluatorOf<G>::type evaluator_;
    Stack<G> stack_;
    MoveHistory<G> history_;
    MoveList<G> scratch_;
    NodeCounter counter_;
    std::vector<Key> keys_;    // of the game and of the line now looked at
    std::size_t root_at_ = 0;  // where the root stands in `keys_`
    int repetitions_ = 0;      // on which occurrence a position is drawn; 0 = never
    std::vector<RootMove<Move>> roots_;
    std::vector<std::uint16_t> order_;  // the roots, best first
    Score first_guess_ = DRAWN;
    Depth depth_ = 0;       // finished
    Depth root_depth_ = 0;  // now searched
    Ply seldepth_ = 0;
    Ply null_from_ = 0;  // no null moves above this ply while one is verified
};

template <Game G>
Worker<G>::Worker(const G& game, Shared& shared, int number, Style style)
    : game_(game), shared_(shared), is_first_(number == 0), number_(number), evaluator_(game, style) {
    const Repetition repetition = game.repetition();
    repetitions_ = repetition.claim_at > 0 ? repetition.claim_at : repetition.automatic_at;
    if constexpr (CanLeaveOutMobility<G>)
        if (!shared.techniques.mobility) evaluator_.leave_out_mobility();
}

// Makes a move: the frame below gets the new position and all that follows from it at once.
template <Game G>
void Worker<G>::descend(Ply ply, const Move& move) {
    counter_.count(shared_, is_first_);
    Frame<G>& here = stack_.at(ply);
    Frame<G>& next = stack_.at(ply + 1);
    here.moved = Trail<G>::slot(move);
    next.position = game_.after(here.position, move);
    next.key = game_.key(next.position);
    next.side = other(here.side);
    next.since_pass = here.since_pass + 1;
    look_at(next);
    if constexpr (HasEvaluator<G>)
        next.accumulator = evaluator_.after(here.accumulator, here.position, move, next.position);
    keys_[root_at_ + static_cast<std::size_t>(ply) + 1] = next.key;
}

template <Game G>
void Worker<G>::descend_by_pass(Ply ply) {
    if constexpr (CanPass<G>) {
        Frame<G>& here = stack_.at(ply);
        Frame<G>& next = stack_.at(ply + 1);
        here.moved = Trail<G>::NOTHING;
        next.position = game_.after_pass(here.position);
        next.key = game_.key(next.position);
        next.side = other(here.side);
        next.since_pass = 0;
        look_at(next);
        // A pass changes no piece, so what was accumulated stays.
        if constexpr (HasEvaluator<G>) next.accumulator = here.accumulator;
        keys_[root_at_ + static_cast<std::size_t>(ply) + 1] = next.key;
    }
}

// The table's key: positions near a draw by rule are not the same as those far from it, although they count as
// repeated.
template <Game G>
void Worker<G>::look_at(Frame<G>& frame) {
    const int counter = game_.reversible_plies(frame.position) - tuning::COUNTER_FROM;
    frame.table_key = counter < 0 ? frame.key : frame.key ^ mix(static_cast<Key>(counter / tuning::COUNTER_STEP));
    shared_.table.prefetch(frame.table_key);
    if constexpr (KnowsChecks<G>) frame.is_in_check = game_.is_in_check(frame.position);
    else frame.is_in_check = false;
    frame.has_estimate = false;
    frame.is_listed = false;
}

template <Game G>
Score Worker<G>::estimate_of(Frame<G>& frame) {
    Score score;
    if constexpr (HasEvaluator<G>) score = evaluator_.evaluate(frame.position, frame.accumulator);
    else score = game_.evaluate(frame.position);
    return std::clamp(score, -LEAST_WIN + 1, LEAST_WIN - 1);
}

// A bound from the table is a better guess than the estimate where it points away from it.
template <Game G>
Score Worker<G>::guess_from(Score estimate, const Known& known) const {
    if (!known.bound || is_decisive(known.value)) return estimate;
    if (*known.bound == Bound::LOWER) return std::max(estimate, known.value);
    return *known.bound == Bound::UPPER ? std::min(estimate, known.value) : known.value;
}

template <Game G>
Score Worker<G>::final_value(Result result, Side side, Ply ply) const {
    if (result.outcome == Outcome::DRAW) return DRAWN;
    const Side winner = result.outcome == Outcome::WHITE_WINS ? Side::WHITE : Side::BLACK;
    return winner == side ? win_in(ply) : loss_in(ply);
}

// What needs no moves to be known: repetition, draws that may be claimed, draws by rule, databases. Where having no
// moves can only be told by listing them, the rest is left to `list_moves`.
template <Game G>
std::optional<Score> Worker<G>::settle_by_rule(Ply ply) {
    const Frame<G>& here = stack_.at(ply);
    if (is_repeated(ply)) return DRAWN;
    if constexpr (HasClaims<G>)
        if (game_.claim(here.position) != nullptr) return DRAWN;
    if constexpr (KnowsChecks<G>) {
        const Result result = game_.result(here.position, true);
        if (!result.is_ongoing()) return final_value(result, here.side, ply);
    }
    if constexpr (Probeable<G>)
        if (const auto known = game_.probe(here.position)) return to_root(*known, ply);
    return std::nullopt;
}

// Lists all moves of a node; the value if the game is over there.
template <Game G>
std::optional<Score> Worker<G>::list_moves(Ply ply) {
    Frame<G>& here = stack_.at(ply);
    if (here.is_listed) return std::nullopt;
    here.moves.clear();
    game_.moves(here.position, here.moves);
    here.is_listed = !here.moves.is_empty();
    if (KnowsChecks<G> && here.is_listed) return std::nullopt;  // `settle_by_rule` has looked
    const Result result = game_.result(here.position, here.is_listed);
    if (result.is_ongoing()) return std::nullopt;
    here.is_listed = false;  // a frame is looked at more than once, and shall give the same answer each time
    return final_value(result, here.side, ply);
}

// Once more on the way from the root is as good as a draw: what could be done once can be done again. Positions from
// before the root count as the rules say.
template <Game G>
bool Worker<G>::is_repeated(Ply ply) const {
    if (repetitions_ == 0) return false;
    const Frame<G>& here = stack_.at(ply);
    const std::size_t at = root_at_ + static_cast<std::size_t>(ply);
    const auto reach =
        static_cast<std::size_t>(std::max(std::min(game_.reversible_plies(here.position), here.since_pass), 0));
    int earlier = 0;
    for (std::size_t back = 4; back <= reach && back <= at; back += 2) {
        if (keys_[at - back] != here.key) continue;
        if (back < static_cast<std::size_t>(ply) || ++earlier >= repetitions_ - 1) return true;
    }
    return false;
}

template <Game G>
void Worker<G>::set_line(Ply ply, const Move& move) {
    Line<Move>& line = stack_.at(ply).line;
    const Line<Move>& below = stack_.at(ply + 1).line;
    line.clear();
    line.push(move);
    for (std::size_t i = 0; i < below.size() && line.size() < LONGEST_LINE; ++i) line.push(below[i]);
}

}  // namespace plyground
