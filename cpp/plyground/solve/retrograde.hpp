// Retrograde: solves the tables of an EndgameIndex, from the ends of the game backwards.
//
// Level by level: all positions that are decided in `level` plies tell those from which quiet moves lead to them.
// Telling is one message to one row; messages are collected by partition, a few neighbouring rows that fit into the
// cache, and delivered partition by partition, each by one thread. The order of messages does not matter, so that the
// number of threads never changes the result.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "plyground/core/endgame.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/solve/large_array.hpp"
#include "plyground/solve/messages.hpp"

namespace plyground::solve {

// A win takes more plies than a value can hold.
struct TooLong : std::runtime_error {
    TooLong() : std::runtime_error("a position is decided in more plies than a database can hold") {}
};
struct Stopped {};

// How many positions of a table have which result, each counted once whatever its symmetry.
struct Totals {
    std::uint64_t wins = 0, draws = 0, losses = 0;
    int longest_win = -1, longest_loss = -1;  // in plies; -1 = there is none

    void add(Cell cell) {
        if (cell.is_none()) return;
        wins += cell.is_win();
        losses += cell.is_loss();
        draws += !cell.is_win() && !cell.is_loss();
        if (cell.is_win()) longest_win = std::max<int>(longest_win, cell.plies);
        if (cell.is_loss()) longest_loss = std::max<int>(longest_loss, cell.plies);
    }
    void add(const Totals& more) {
        wins += more.wins;
        draws += more.draws;
        losses += more.losses;
        longest_win = std::max(longest_win, more.longest_win);
        longest_loss = std::max(longest_loss, more.longest_loss);
    }
};

struct Work {
    int threads = 1;
    std::size_t message_bytes = std::size_t{256} << 20;
    const StopFlag* stop = nullptr;
    std::function<void(double)> progress = {};  // gets the finished share, often; the calling thread's, may throw
};

template <EndgameIndex Index>
class Retrograde {
  public:
    Retrograde(const Index& index, Work work) : index_(index), work_(std::move(work)) {
        std::uint64_t positions = 0;
        for (int t = 0; t < index_.tables(); ++t) positions += index_.row_start(t, index_.rows(t));
        work_.threads = positions < MIN_SHARED ? 1 : std::max(work_.threads, 1);
        std::uint32_t partitions = 0;
        std::uint64_t longest = 0;
        for (int t = 0; t < index_.tables(); ++t) {
            partitions = std::max(partitions, prepare(t));
            longest = std::max(longest, longest_row(t));
        }
        messages_ = std::make_unique<Messages>(work_.message_bytes, partitions, longest, work_.threads);
    }

    // The bytes of memory that it takes to solve a number of positions, apart from the messages.
    static std::uint64_t bytes_for(std::uint64_t positions) {
        return positions * sizeof(Cell) + positions / BLOCK * ((MAX_PLIES + 1) / 8 + 2);
    }

    void run() {
        for (int t = 0; t < index_.tables(); ++t)
            for_each(tables_[t].rows, [&](int, std::uint32_t row) {
                index_.begin(t, row, tables_[t].cells.get() + index_.row_start(t, row));
            });
        share_ = 0.1;
        if constexpr (HasConversions<Index>)
            for (int kind = 0; kind < index_.conversion_kinds(); ++kind)
                for (int t = 0; t < index_.tables(); ++t) convert(t, kind);
        share_ = 0.4;
        for (int t = 0; t < index_.tables(); ++t)
            for_each(partitions(t), [&](int, std::uint32_t partition) {
                for (std::uint32_t row = partition << tables_[t].row_bits; row < end_row(t, partition); ++row)
                    mark_decided(t, row);
            });
        for (int level = 0; level <= MAX_PLIES; ++level) {
            for (int t = 0; t < index_.tables(); ++t) propagate(t, level);
            share_ = 1 - 0.6 / (1 + level / 8.0);
        }
        if (is_too_long_.load()) throw TooLong();
    }

    // The finished values of part of a table.
    void read(int t, std::uint64_t first, std::span<Value> values) const {
        const Cell* cells = tables_[t].cells.get() + first;
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = cells[i].value();
    }
    std::uint64_t size(int t) const { return tables_[t].size; }

    Totals totals(int t) {
        std::vector<Totals> parts(static_cast<std::size_t>(work_.threads));
        for_each(tables_[t].rows, [&](int thread, std::uint32_t row) {
            const Cell* cells = tables_[t].cells.get() + index_.row_start(t, row);
            Totals sum;
            const bool has_copies = index_.has_copies(t, row);
            for (std::uint32_t column = 0; column < length(t, row); ++column)
                if (!has_copies || !index_.is_copy(t, row, column)) sum.add(cells[column]);
            parts[static_cast<std::size_t>(thread)].add(sum);
        });
        Totals sum;
        for (const Totals& part : parts) sum.add(part);
        return sum;
    }

  private:
    static constexpr std::uint32_t BLOCK = 512;           // cells that are marked together
    static constexpr std::uint32_t PART = BLOCK / 8;      // of a block, for a bit of a byte
    static constexpr int PARTITION_BITS = 18;             // cells that fit into a core's cache
    static constexpr int MESSAGE_BITS = 24;               // for the row of a partition and the code
    static constexpr std::uint64_t MIN_SHARED = 1 << 20;  // positions for which several threads are worth starting
    static constexpr std::uint32_t WORD = 64;             // blocks in a word of a set

    struct Table {
        std::uint32_t rows = 0;
        std::uint64_t size = 0, longest_row = 0;
        LargeArray<Cell> cells;
        int code_bits = 0, row_bits = 0;         // of a message
        std::vector<std::uint64_t> first_block;  // of each partition; it is the first of a word
        // For each level the blocks with positions that are decided there, and for an even and an odd level, of which
        // one is the next, the parts of each block. Most positions are decided at the next level.
        std::vector<std::vector<std::uint64_t>> blocks_at;
        std::array<std::vector<std::uint8_t>, 2> parts_at;

        bool has_at(int level, std::uint64_t block) const {
            return (blocks_at[static_cast<std::size_t>(level)][block / WORD] >> block % WORD & 1) != 0;
        }
        void mark(int level, std::uint64_t block) {
            blocks_at[static_cast<std::size_t>(level)][block / WORD] |= std::uint64_t{1} << block % WORD;
        }
        std::vector<std::uint8_t>& parts(int level) { return parts_at[static_cast<std::size_t>(level % 2)]; }
        bool has_any(int level) {
            const auto is_marked = [](auto blocks) { return blocks != 0; };
            const auto& blocks = blocks_at[static_cast<std::size_t>(level)];
            return std::ranges::any_of(blocks, is_marked) || std::ranges::any_of(parts(level), is_marked);
        }
    };

    // Sets up a table; returns how many partitions it has.
    std::uint32_t prepare(int t) {
        Table& table = tables_[t];
        table.rows = index_.rows(t);
        table.size = index_.row_start(t, table.rows);
        table.cells = LargeArray<Cell>(table.size);
        std::uint64_t longest = 1;
        for (std::uint32_t row = 0; row < table.rows; ++row) longest = std::max<std::uint64_t>(longest, length(t, row));
        const int column_bits = std::bit_width(longest - 1);
        table.code_bits = column_bits;
        if constexpr (HasCodes<Index>) table.code_bits = index_.code_bits(t);
        if (std::max(table.code_bits, column_bits) > MESSAGE_BITS)
            throw std::length_error("a row is too long to be solved");
        table.row_bits = std::max(0, std::min(PARTITION_BITS - column_bits, MESSAGE_BITS - table.code_bits));
        table.longest_row = longest;
        std::uint64_t words = 0;
        for (std::uint32_t partition = 0; partition < partitions(t); ++partition) {
            table.first_block.push_back(words * WORD);
            const std::uint64_t cells = index_.row_start(t, end_row(t, partition)) - start(t, partition);
            words += (cells + BLOCK * WORD - 1) / (BLOCK * WORD);
        }
        table.blocks_at.assign(MAX_PLIES + 1, std::vector<std::uint64_t>(words));
        for (auto& parts : table.parts_at) parts.resize(words * WORD);
        return partitions(t);
    }

    std::uint32_t length(int t, std::uint32_t row) const {
        return static_cast<std::uint32_t>(index_.row_start(t, row + 1) - index_.row_start(t, row));
    }
    int other(int t) const { return index_.tables() - 1 - t; }

    // Lets the caller see progress and stop the work; on its own thread, a few times a second.
    void pulse(int thread) {
        if (is_failing_.load(std::memory_order_relaxed) || (work_.stop != nullptr && work_.stop->is_requested()))
            throw Stopped();
        if (thread != 0 || !work_.progress) return;
        const auto now = std::chrono::steady_clock::now();
        if (now < next_pulse_) return;
        next_pulse_ = now + std::chrono::milliseconds(200);
        work_.progress(share_);
    }

    // Calls `visit(thread, number)` for all numbers below `count`, on all threads. The first exception ends the work.
    template <class Visit>
    void for_each(std::uint32_t count, const Visit& visit) {
        std::atomic<std::uint32_t> next{0};
        in_parallel([&](int thread) {
            for (std::uint32_t number = next++; number < count; number = next++) {
                pulse(thread);
                visit(thread, number);
            }
        });
    }

    template <class Job>
    void in_parallel(const Job& job) {
        std::vector<std::exception_ptr> errors(static_cast<std::size_t>(work_.threads));
        const auto run = [&](int thread) {
            try {
                job(thread);
            } catch (...) {
                is_failing_.store(true);
                errors[static_cast<std::size_t>(thread)] = std::current_exception();
            }
        };
        {
            std::vector<std::jthread> threads;
            for (int thread = 1; thread < work_.threads; ++thread) threads.emplace_back(run, thread);
            run(0);
        }
        for (const std::exception_ptr& error : errors)  // the first thread's is the caller's
            if (error) std::rethrow_exception(error);
    }

    void mark_decided(int t, std::uint32_t row) {
        Table& table = tables_[t];
        const Cell* cells = table.cells.get() + index_.row_start(t, row);
        const RowPlace place = place_of_row(t, row);
        for (std::uint32_t column = 0; column < length(t, row); ++column)
            if (!cells[column].is_none() && (cells[column].is_win() || cells[column].is_loss()))
                table.mark(cells[column].plies, place.first_block + (place.cell + column) / BLOCK);
    }

    // What moves that leave the tables lead to.
    void convert(int t, int kind) {
        std::vector<std::vector<Value>> buffers(static_cast<std::size_t>(work_.threads));
        exchange(
            t,
            [&](int thread, std::uint32_t row) {
                std::vector<Value>& values = buffers[static_cast<std::size_t>(thread)];
                values.resize(length(t, row));
                if (!index_.conversions(t, row, kind, values)) return;
                Batch batch(*this, thread, t, row);
                for (std::uint32_t column = 0; column < values.size(); ++column)
                    if (is_decided(values[column])) batch.add(column, plies_of(values[column]));
                batch.tell();
            },
            [&](std::uint32_t row, std::uint32_t code, const auto& visit) {
                index_.unconversions(other(t), row, code, kind, visit);
            },
            [this](Cell& cell, int plies) {
                if (plies % 2 == 0) cell.add_win(plies);
                else if (plies < MAX_PLIES) cell.add_loss(plies);
                else is_too_long_.store(true);
                return false;
            },
            [](Cell&, std::uint64_t) {});
    }

    // What quiet moves to the positions lead to that are decided at a level.
    void propagate(int t, int level) {
        if (!tables_[t].has_any(level)) return;
        Table* const to = &tables_[other(t)];
        std::uint8_t* const next_parts = to->parts(level + 1).data();
        const auto find = [&](int thread, std::uint32_t row) { find_decided(thread, t, row, level); };
        const auto sources = [&](std::uint32_t row, std::uint32_t code, const auto& visit) {
            index_.unmoves(other(t), row, code, visit);
        };
        const auto mark_next = [=](Cell&, std::uint64_t place) {
            next_parts[place / BLOCK] |= static_cast<std::uint8_t>(1U << place % BLOCK / PART);
        };
        const auto mark_loss = [=, this](Cell& cell, std::uint64_t place) {
            cell.plies = std::max(cell.plies, static_cast<std::uint8_t>(level + 1));  // a capture may last longer
            if (level == MAX_PLIES) is_too_long_.store(true);
            else if (cell.plies == level + 1) mark_next(cell, place);
            else to->mark(cell.plies, place / BLOCK);
        };
        if (level % 2 == 0) exchange(t, find, sources, [=](Cell& cell, int) { return cell.add_win(level); }, mark_next);
        else exchange(t, find, sources, [](Cell& cell, int) { return --cell.moves == 0; }, mark_loss);
        std::ranges::fill(tables_[t].parts(level), std::uint8_t{0});
    }

    void find_decided(int thread, int t, std::uint32_t row, int level) {
        Table& table = tables_[t];
        const RowPlace place = place_of_row(t, row);
        const Cell* cells = table.cells.get() + index_.row_start(t, row) - place.cell;
        const std::uint32_t end = place.cell + length(t, row);
        const std::uint8_t* parts = table.parts(level).data() + place.first_block;
        Batch batch(*this, thread, t, row);
        const auto add = [&](std::uint32_t cell) { batch.add(cell - place.cell, level); };
        for (std::uint32_t first = place.cell; first < end;) {
            const std::uint32_t block = first / BLOCK, next = std::min((block + 1) * BLOCK, end);
            if (table.has_at(level, place.first_block + block)) {
                for_decided(cells, first, next, level, add);
            } else {
                for (unsigned marked = parts[block]; marked != 0; marked &= marked - 1) {
                    const std::uint32_t part =
                        block * BLOCK + static_cast<std::uint32_t>(std::countr_zero(marked)) * PART;
                    for_decided(cells, std::max(part, first), std::min(part + PART, next), level, add);
                }
            }
            first = next;
        }
        batch.tell();
    }

    // Calls `visit(cell)` for the cells that are decided at a level, sixteen at a time where possible.
    template <class Visit>
    static void for_decided(const Cell* cells, std::uint32_t first, std::uint32_t end, int level, const Visit& visit) {
        const bool is_win = level % 2 == 1;
        std::uint32_t cell = first;
#if defined(__SSE2__)
        const auto lanes = [](std::uint8_t plies, std::uint8_t moves) {
            return _mm_set1_epi16(static_cast<short>(std::bit_cast<std::uint16_t>(Cell{plies, moves})));
        };
        const __m128i wanted = lanes(static_cast<std::uint8_t>(level), 0), mask = lanes(255, is_win ? 0 : 255);
        const auto compare = [&](const Cell* eight) {
            const __m128i loaded = _mm_loadu_si128(reinterpret_cast<const __m128i*>(eight));
            return _mm_cmpeq_epi16(_mm_and_si128(loaded, mask), wanted);
        };
        for (; cell + 16 <= end; cell += 16) {
            const __m128i equal = _mm_packs_epi16(compare(cells + cell), compare(cells + cell + 8));
            for (auto found = static_cast<unsigned>(_mm_movemask_epi8(equal)); found != 0; found &= found - 1)
                visit(cell + static_cast<std::uint32_t>(std::countr_zero(found)));
        }
#endif
        for (; cell < end; ++cell)
            if (cells[cell].plies == level && (is_win || cells[cell].moves == 0)) visit(cell);
    }

    // What decided positions of a row tell, many at a time: finding them branches, and telling waits for memory, which
    // goes together badly.
    class Batch {
      public:
        Batch(Retrograde& owner, int thread, int t, std::uint32_t row)
            : owner_(owner), thread_(thread), t_(t), row_(row), has_copies_(owner.index_.has_copies(t, row)) {}

        void add(std::uint32_t column, int plies) {
            if (has_copies_ && owner_.index_.is_copy(t_, row_, column)) return;
            if (count_ == SIZE) tell();
            columns_[count_] = column;
            plies_[count_++] = static_cast<std::uint8_t>(plies);
        }

        // Tells all that were added.
        void tell() {
            const Table& to = owner_.tables_[owner_.other(t_)];
            for (std::size_t i = 0; i < count_; ++i) places_[i] = owner_.index_.turned(t_, row_, columns_[i]);
            for (std::size_t i = 0; i < count_; ++i) {
                const TablePlace place = places_[i];
                const std::uint32_t local = place.row & ((std::uint32_t{1} << to.row_bits) - 1);
                owner_.messages_->add(thread_, place.row >> to.row_bits,
                                      (local << to.code_bits | place.column) << 8 | plies_[i]);
            }
            count_ = 0;
        }

      private:
        static constexpr std::size_t SIZE = 256;

        Retrograde& owner_;
        int thread_, t_;
        std::uint32_t row_;
        bool has_copies_;
        std::size_t count_ = 0;
        std::array<std::uint32_t, SIZE> columns_;
        std::array<std::uint8_t, SIZE> plies_;
        std::array<TablePlace, SIZE> places_;
    };

    // Lets `produce(thread, row)` tell what it knows, and delivers that to the positions of `sources`: `apply(cell,
    // plies)` says which of them are decided now, and for these there is `settle(cell, place)`.
    template <class Produce, class Sources, class Apply, class Settle>
    void exchange(int t, const Produce& produce, const Sources& sources, const Apply& apply, const Settle& settle) {
        std::atomic<std::uint32_t> next{0};
        while (next.load() < tables_[t].rows) {
            in_parallel([&](int thread) {
                while (messages_->has_room_for(longest_row(t))) {
                    const std::uint32_t row = next++;
                    if (row >= tables_[t].rows) break;
                    pulse(thread);
                    produce(thread, row);
                }
            });
            if (messages_->is_empty()) continue;
            for_each(partitions(other(t)),
                     [&](int, std::uint32_t partition) { deliver(other(t), partition, sources, apply, settle); });
            messages_->clear();
        }
    }

    // Without branches that depend on a cell. With values instead of references: a byte that is written might belong to
    // anything that is referred to.
    template <class Apply, class Settle>
    static void apply_each(Cell* cells, std::span<std::uint32_t> waiting, std::uint64_t first_place, const Apply apply,
                           const Settle settle) {
        std::size_t settled = 0;
        for (const std::uint32_t each : waiting) {
            const bool is_settled = apply(cells[each >> 8], static_cast<int>(each & 255));
            waiting[settled] = each;
            settled += is_settled;
        }
        for (const std::uint32_t each : waiting.first(settled)) settle(cells[each >> 8], first_place + (each >> 8));
    }

    // Finds the cells for several messages before it touches them, so that the memory has time to fetch them.
    template <class Sources, class Apply, class Settle>
    void deliver(int t, std::uint32_t partition, const Sources& sources, const Apply& apply, const Settle& settle) {
        constexpr std::size_t ENOUGH = 256, CAPACITY = 1'024;
        Table& table = tables_[t];
        const std::uint32_t first_row = partition << table.row_bits;
        const std::uint64_t begin = start(t, partition), first_place = table.first_block[partition] * BLOCK;
        Cell* cells = table.cells.get() + begin;
        std::array<std::uint32_t, CAPACITY> waiting;  // cells of the partition, and plies in the last byte
        std::size_t count = 0;
        const auto apply_all = [&] {
            apply_each(cells, std::span(waiting.data(), count), first_place, apply, settle);
            count = 0;
        };
        messages_->take(partition, [&](std::uint32_t message) {
            const std::uint32_t plies = message & 255;
            const std::uint32_t code = (message >> 8) & ((std::uint32_t{1} << table.code_bits) - 1);
            const std::uint32_t row = first_row + (message >> 8 >> table.code_bits);
            const auto row_cell = static_cast<std::uint32_t>(index_.row_start(t, row) - begin);
            sources(row, code, [&](std::uint32_t from) {
                if (count == CAPACITY) [[unlikely]]
                    apply_all();
                waiting[count++] = (row_cell + from) << 8 | plies;
                prefetch(cells + row_cell + from);
            });
            if (count >= ENOUGH) apply_all();
        });
        apply_all();
    }

    std::uint32_t partitions(int t) const {
        return (tables_[t].rows + (std::uint32_t{1} << tables_[t].row_bits) - 1) >> tables_[t].row_bits;
    }
    std::uint64_t start(int t, std::uint32_t partition) const {
        return index_.row_start(t, partition << tables_[t].row_bits);
    }
    // Where a row is in its partition.
    struct RowPlace {
        std::uint64_t first_block;
        std::uint32_t cell;
    };
    RowPlace place_of_row(int t, std::uint32_t row) const {
        const std::uint32_t partition = row >> tables_[t].row_bits;
        return {tables_[t].first_block[partition],
                static_cast<std::uint32_t>(index_.row_start(t, row) - start(t, partition))};
    }
    std::uint32_t end_row(int t, std::uint32_t partition) const {
        return std::min(tables_[t].rows, (partition + 1) << tables_[t].row_bits);
    }
    std::uint64_t longest_row(int t) const { return tables_[t].longest_row; }

    const Index& index_;
    Work work_;
    std::array<Table, 2> tables_;
    std::unique_ptr<Messages> messages_;
    std::atomic<bool> is_too_long_{false}, is_failing_{false};
    double share_ = 0;
    std::chrono::steady_clock::time_point next_pulse_{};
};

}  // namespace plyground::solve
