// The vocabulary of the core, and perft over a game that is not chess: the concepts know no game.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/core/history.hpp"
#include "plyground/core/parallel.hpp"
#include "plyground/core/perft.hpp"
#include "plyground/core/point_set.hpp"
#include "plyground/core/subset_steps.hpp"
#include "tests/check.hpp"

using namespace plyground;

namespace {

// A heap of stones; players take one to three, and the last stone wins. With `passes`, a heap of exactly five must be
// passed once, to test forced passes.
class Heap {
  public:
    struct Position {
        int stones;
        Side side;
        bool passed;
    };
    struct Move {
        int taken;
        static constexpr std::size_t HISTORY_SIZE = 4;
        std::uint16_t code() const { return static_cast<std::uint16_t>(taken); }
        std::size_t history_index() const { return static_cast<std::size_t>(taken); }
        friend bool operator==(Move, Move) = default;
    };
    static constexpr std::size_t MAX_MOVES = 3;

    explicit Heap(int stones, bool passes = false) : stones_(stones), passes_(passes) {}
    Position start() const { return {stones_, Side::WHITE, false}; }
    Side side_to_move(const Position& position) const { return position.side; }
    void moves(const Position& position, MoveList<Heap>& list) const {
        if (passes_ && position.stones == 5 && !position.passed) return list.push({0});
        for (int taken = 1; taken <= 3 && taken <= position.stones; ++taken) list.push({taken});
    }
    Position after(const Position& position, Move move) const {
        return {position.stones - move.taken, other(position.side), move.taken == 0};
    }
    Result result(const Position& position, bool has_moves) const {
        return has_moves ? Result::ongoing() : Result::win(other(position.side), "last_stone");
    }
    Key key(const Position& position) const {
        return mix(static_cast<Key>(position.stones * 4 + index(position.side) * 2 + position.passed));
    }
    int reversible_plies(const Position&) const { return 0; }
    Repetition repetition() const { return {}; }
    Score evaluate(const Position&) const { return 0; }

  private:
    int stones_;
    bool passes_;
};
static_assert(Game<Heap>);
static_assert(!HasMoveCount<Heap> && !HasForcingMoves<Heap> && !HasNullMove<Heap> && !HasDelta<Heap>);

}  // namespace

TEST(point_sets_iterate_in_ascending_order) {
    const PointSet set = PointSet(Point(3)) | PointSet(Point(0)) | PointSet(Point(63));
    std::string seen;
    for (const Point p : set) seen += std::to_string(p.index()) + " ";
    CHECK_EQUAL(seen, std::string("0 3 63 "));
    CHECK_EQUAL(set.count(), 3);
    CHECK(set.has_several() && !PointSet(Point(5)).has_several() && !PointSet{}.has_several());
}

TEST(inline_list_reaches_its_capacity) {
    InlineList<int, 4> list;
    for (int i = 0; i < 4; ++i) list.push(i);
    CHECK_EQUAL(list.size(), list.capacity());
    CHECK_EQUAL(list[3], 3);
}

TEST(subset_steps_find_the_best_neighbours) {
    const Subsets subsets;
    std::mt19937 random(1);
    const auto values = [&](int n, int k) {
        std::vector<std::uint8_t> all(Subsets::count(n, k));
        for (std::uint8_t& value : all) value = static_cast<std::uint8_t>(random() % 4);
        return all;
    };
    for (int n = 1; n <= 11; ++n)
        for (int k = 0; k <= n; ++k) {
            const std::vector<std::uint32_t> sets = Subsets::list(n, k);
            const std::vector<std::uint8_t> larger = values(n, k + 1), smaller = values(n, k - 1);
            std::vector<std::uint8_t> above(sets.size()), below(sets.size());
            SubsetSteps::best_above(n, k, larger.data(), above.data());
            SubsetSteps::best_below(n, k, smaller.data(), below.data());
            for (std::size_t i = 0; i < sets.size(); ++i) {
                std::uint8_t best_above = 0, best_below = 0;
                for (int p = 0; p < n; ++p) {
                    const std::uint32_t other = sets[i] ^ 1U << p;
                    if (other > sets[i]) best_above = std::max(best_above, larger[subsets.rank(k + 1, other)]);
                    else best_below = std::max(best_below, smaller[subsets.rank(k - 1, other)]);
                }
                CHECK_EQUAL(int{above[i]}, int{best_above});
                CHECK_EQUAL(int{below[i]}, int{best_below});
            }
        }
}

TEST(shared_work_is_done_once_and_ends_with_an_error) {
    std::vector<std::atomic<int>> done(1'000);
    share_work(3, 1'000, [&](std::uint32_t i) { ++done[i]; }, [](std::uint32_t) {});
    CHECK(std::all_of(done.begin(), done.end(), [](const auto& count) { return count == 1; }));
    bool is_thrown = false;
    try {
        share_work(
            2, 1'000,
            [](std::uint32_t i) {
                if (i == 7) throw std::runtime_error("seven");
            },
            [](std::uint32_t) {});
    } catch (const std::runtime_error&) {
        is_thrown = true;
    }
    CHECK(is_thrown);
}

TEST(history_counts_only_within_reach) {
    History history;
    for (const Key key : {7, 1, 7, 2, 7}) history.push(key);
    CHECK_EQUAL(history.occurrences(7, 100), 3);
    CHECK_EQUAL(history.occurrences(7, 3), 2);
    CHECK_EQUAL(history.occurrences(7, 0), 1);
    history.pop();
    CHECK_EQUAL(history.occurrences(7, 100), 2);
    CHECK_EQUAL(history.occurrences(7, -1), 0);
}

TEST(perft_counts_any_game) {
    const StopFlag stop;
    const Heap heap(20);
    const std::uint64_t expected[] = {1, 3, 9, 27, 81, 243, 729};
    for (int depth = 0; depth <= 6; ++depth) CHECK_EQUAL(perft(heap, heap.start(), depth, stop), expected[depth]);
    // Four stones are taken in seven orders (compositions of 4 into parts of at most 3); only 1+1+1+1 takes four plies.
    const Heap four(4);
    CHECK_EQUAL(perft(four, four.start(), 4, stop), 1u);
}

TEST(a_forced_pass_is_the_only_move_and_counts_as_a_ply) {
    const StopFlag stop;
    const Heap heap(5, true);
    MoveList<Heap> list;
    heap.moves(heap.start(), list);
    CHECK_EQUAL(list.size(), 1u);
    CHECK(list[0].taken == 0);
    CHECK_EQUAL(perft(heap, heap.start(), 2, stop), 3u);
    CHECK(heap.after(heap.start(), list[0]).side == Side::BLACK);
}

TEST(a_position_without_moves_is_decided) {
    const Heap empty(0);
    const Result end = result(empty, empty.start());
    CHECK(end.outcome == Outcome::BLACK_WINS);
    CHECK_EQUAL(std::string(end.termination), std::string("last_stone"));
}

TEST(perft_job_agrees_with_perft_at_every_thread_count) {
    const StopFlag stop;
    const Heap heap(30);
    for (const int threads : {1, 2, 4}) {
        for (int depth = 1; depth <= 8; ++depth) {
            PerftJob<Heap> job(heap, heap.start(), depth);
            job.run(threads);
            std::uint64_t leaves = 0;
            for (std::size_t i = 0; i < job.roots().size(); ++i) leaves += job.count(i);
            CHECK_EQUAL(leaves, perft(heap, heap.start(), depth, stop));
            CHECK_EQUAL(job.parts_done(), job.parts());
        }
    }
}

TEST(a_stopped_perft_job_ends_soon) {
    const Heap heap(1'000);
    PerftJob<Heap> job(heap, heap.start(), 60);  // 3^60 leaves: it would never finish
    std::thread stopper([&] { job.stop(); });
    job.run(4);
    stopper.join();
    CHECK(job.is_stopped());
}
