// TextbookOrdering: which moves the textbook tries first. The twin of search/ordering.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "plyground/core/game.hpp"
#include "plyground/search/features.hpp"

namespace plyground {

// What has worked so far: killers by ply, and history by move.
template <Game G>
class TextbookOrdering {
  public:
    using Move = typename G::Move;

    struct Killers {
        std::array<Move, KILLERS> moves;  // newest first
        std::size_t size = 0;
    };

    explicit TextbookOrdering(const TextbookFeatures& features) : features_(features) {
        if constexpr (IS_SMALL) history_.resize(Move::HISTORY_SIZE);
    }

    const TextbookFeatures& features() const { return features_; }

    // Makes room for the killers of `plies` plies.
    void reserve(Ply plies) { killers_.resize(std::max(killers_.size(), static_cast<std::size_t>(plies) + 1)); }

    const Killers& killers(Ply ply) const { return killers_[static_cast<std::size_t>(ply)]; }

    std::uint64_t worth(const Move& move) const {
        return IS_SMALL || move.history_index() < history_.size() ? history_[move.history_index()] : 0;
    }

    void cut_off(const Move& move, Depth depth, Ply ply) {
        if (features_.killers) remember(move, killers_[static_cast<std::size_t>(ply)]);
        if (!features_.history) return;
        if (!IS_SMALL && history_.size() <= move.history_index()) history_.resize(move.history_index() + 1);
        history_[move.history_index()] += static_cast<std::uint64_t>(depth) * static_cast<std::uint64_t>(depth);
    }

  private:
    static constexpr bool IS_SMALL = Move::HISTORY_SIZE <= std::size_t{1} << 16;

    static void remember(const Move& move, Killers& killers) {
        for (std::size_t i = 0; i < killers.size; ++i)
            if (killers.moves[i] == move) return;
        killers.size = std::min(killers.size + 1, KILLERS);
        for (std::size_t i = killers.size - 1; i > 0; --i) killers.moves[i] = killers.moves[i - 1];
        killers.moves[0] = move;
    }

    const TextbookFeatures& features_;
    std::vector<Killers> killers_;
    std::vector<std::uint64_t> history_;
};

// The moves of one node in the order in which they are tried: the TT move, forcing moves, killers, then by history;
// without these features in the game's own order. Moves are ordered only as far as needed, because a cutoff makes the
// rest irrelevant.
template <Game G>
class TextbookMoveQueue {
  public:
    using Move = typename G::Move;
    using Position = typename G::Position;

    explicit TextbookMoveQueue(const TextbookFeatures& features)
        : features_(features) {}  // NOLINT: the rest stays uninitialized on purpose

    MoveList<G>& list() { return list_; }

    // Prepares the listed moves, using the ordering as it is now. Below the moves of the last ply nothing is learned,
    // so their history may be looked up later.
    void begin(const G& game, const Position& position, Ply ply, const TextbookOrdering<G>& ordering,
               const Move* tt_move, bool is_last) {
        game_ = &game;
        position_ = &position;
        killers_ = &ordering.killers(ply);
        ordering_ = &ordering;
        first_ = features_.tt_move && tt_move != nullptr ? place_of(*tt_move) : list_.size();
        stage_ = first_ < list_.size()                                               ? Stage::FIRST
                 : features_.forcing_first || features_.killers || features_.history ? Stage::FORCING
                                                                                     : Stage::REST;
        cursor_ = 0;
        is_weighed_ = false;
        if (features_.history && !is_last) weigh();
    }

    // The next move, or nullptr after the last.
    const Move* next() {
        if (stage_ != Stage::REST) {
            if (const std::size_t index = next_likely(); index != NONE) return &list_[index];
            stage_ = Stage::REST;
            cursor_ = 0;
            if (features_.history) begin_history();
        }
        if (features_.history) return next_by_history();
        while (cursor_ < list_.size() && is_given(cursor_)) ++cursor_;
        return cursor_ < list_.size() ? &list_[cursor_++] : nullptr;
    }

  private:
    enum class Stage { FIRST, FORCING, KILLER, REST };

    static constexpr std::size_t NONE = ~std::size_t{0};

    // A rank is the history with, in the low bits, how early the move is listed, so no two are equal; 0 = already
    // returned.
    static constexpr int HISTORY_BIT = 16;
    static constexpr std::uint64_t LAST_INDEX = 0xFFFF;
    static_assert(G::MAX_MOVES < LAST_INDEX);

    // The first moves are selected one by one; if they cause no cutoff, the rest is sorted.
    static constexpr std::size_t SELECTED = 3;

    // The index of the next move that comes before those ordered by history.
    std::size_t next_likely() {
        if (stage_ == Stage::FIRST) {
            stage_ = Stage::FORCING;
            return first_;
        }
        if (stage_ == Stage::FORCING) {
            if (features_.forcing_first)
                while (cursor_ < forcing_size())
                    if (const std::size_t index = forcing_at(cursor_++); index != NONE && index != first_) return index;
            stage_ = Stage::KILLER;
            cursor_ = 0;
        }
        if (features_.killers)
            while (cursor_ < killers_->size) {
                const std::size_t index = place_of(killers_->moves[cursor_]);
                killer_places_[cursor_++] = index;
                if (index < list_.size() && index != first_ && !(features_.forcing_first && is_forcing(index)))
                    return index;
            }
        return NONE;
    }

    std::size_t place_of(const Move& move) const {
        return static_cast<std::size_t>(std::find(list_.begin(), list_.end(), move) - list_.begin());
    }

    // Forcing moves come in the order of the list, or in games that can only list them, in the order of that list.
    std::size_t forcing_size() {
        if constexpr (HasForcingTest<G>) {
            return list_.size();
        } else if constexpr (HasForcingMoves<G>) {
            if (cursor_ == 0) {
                forcing_.clear();
                game_->forcing_moves(*position_, forcing_);
            }
            return forcing_.size();
        } else {
            return 0;
        }
    }
    std::size_t forcing_at(std::size_t cursor) const {
        if constexpr (HasForcingTest<G>) return is_forcing(cursor) ? cursor : NONE;
        else return place_of(forcing_[cursor]);
    }
    bool is_forcing(std::size_t index) const {
        if constexpr (HasForcingTest<G>) return game_->is_forcing(*position_, list_[index]);
        else return std::find(forcing_.begin(), forcing_.end(), list_[index]) != forcing_.end();
    }

    // Whether a move was among those already returned.
    bool is_given(std::size_t index) const {
        if (index == first_ || (features_.forcing_first && is_forcing(index))) return true;
        if (features_.killers)
            for (std::size_t i = 0; i < killers_->size; ++i)
                if (killer_places_[i] == index) return true;
        return false;
    }

    void weigh() {
        for (std::size_t i = 0; i < list_.size(); ++i)
            ranks_[i] = ordering_->worth(list_[i]) << HISTORY_BIT | (LAST_INDEX - i);
        is_weighed_ = true;
    }

    void begin_history() {
        if (!is_weighed_) weigh();
        for (std::size_t i = 0; i < list_.size(); ++i)
            if (is_given(i)) ranks_[i] = 0;
        ranked_ = list_.size();
        is_sorted_ = false;
        last_ = ~std::uint64_t{0};
    }

    const Move* next_by_history() {
        if (cursor_ == SELECTED && !is_sorted_) sort();
        if (is_sorted_) {
            last_ = cursor_ < ranked_ ? ranks_[cursor_] : 0;
        } else {
            // The greatest rank below the last one, without a branch for each.
            std::uint64_t greatest = 0;
            for (std::size_t i = 0; i < ranked_; ++i) greatest = std::max(greatest, ranks_[i] < last_ ? ranks_[i] : 0);
            last_ = greatest;
        }
        ++cursor_;
        return last_ == 0 ? nullptr : &list_[LAST_INDEX - (last_ & LAST_INDEX)];
    }

    // Insertion sort of the rest: much of it is in order already, because history says little about most moves.
    void sort() {
        std::size_t sorted = 0;
        for (std::size_t i = 0; i < ranked_; ++i) {
            const std::uint64_t rank = ranks_[i];
            if (rank == 0 || rank >= last_) continue;
            std::size_t place = sorted++;
            for (; place > 0 && ranks_[place - 1] < rank; --place) ranks_[place] = ranks_[place - 1];
            ranks_[place] = rank;
        }
        ranked_ = sorted;
        is_sorted_ = true;
        cursor_ = 0;
    }

    struct Nothing {
        void clear() {}
    };
    using ForcingList = std::conditional_t<HasForcingTest<G> || !HasForcingMoves<G>, Nothing, MoveList<G>>;

    const G* game_;
    const Position* position_;
    const TextbookOrdering<G>* ordering_;
    const typename TextbookOrdering<G>::Killers* killers_;
    const TextbookFeatures& features_;
    std::size_t first_;  // the index of the TT move
    Stage stage_;
    std::size_t cursor_;  // within the stage
    std::array<std::size_t, KILLERS> killer_places_;
    bool is_weighed_;
    bool is_sorted_;
    std::size_t ranked_;
    std::uint64_t last_;  // the rank of the move returned last
    MoveList<G> list_;
    [[no_unique_address]] ForcingList forcing_;
    std::array<std::uint64_t, G::MAX_MOVES> ranks_;
};

}  // namespace plyground
