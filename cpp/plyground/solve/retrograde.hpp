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

#include "plyground/core/endgame.hpp"
#include "plyground/core/stop.hpp"
#include "plyground/solve/large_array.hpp"

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

    // The memory that solving so many positions takes, apart from the messages.
    static std::uint64_t bytes_for(std::uint64_t positions) {
        return positions * sizeof(Cell) + positions / BLOCK * (MAX_PLIES + 1) / 8;
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
            for (std::uint32_t column = 0; column < length(t, row); ++column)
                if (!index_.is_copy(t, row, column)) parts[static_cast<std::size_t>(thread)].add(cells[column]);
        });
        Totals sum;
        for (const Totals& part : parts) sum.add(part);
        return sum;
    }

  private:
    static constexpr std::uint32_t BLOCK = 512;           // cells that are searched together for decided ones
    static constexpr int PARTITION_BITS = 18;             // cells that fit into a core's cache
    static constexpr int MAX_PARTITION_BITS = 24;         // cells that a message can tell apart
    static constexpr std::uint64_t MIN_SHARED = 1 << 20;  // positions for which several threads are worth starting
    static constexpr std::uint32_t WORD = 64;             // blocks in a word of a set

    struct Table {
        std::uint32_t rows = 0;
        std::uint64_t size = 0;
        LargeArray<Cell> cells;
        int column_bits = 0, row_bits = 0;       // of a message
        std::vector<std::uint64_t> first_block;  // of each row; a partition's first block is the first of a word
        // For each level the blocks that may have positions which are decided there.
        std::vector<std::vector<std::uint64_t>> blocks_at;

        bool has_at(int level, std::uint64_t block) const {
            return (blocks_at[static_cast<std::size_t>(level)][block / WORD] >> block % WORD & 1) != 0;
        }
        void mark(int level, std::uint64_t block, bool is_decided = true) {
            blocks_at[static_cast<std::size_t>(level)][block / WORD] |= std::uint64_t{is_decided} << block % WORD;
        }
    };

    // Messages by thread and partition, in chunks of a pool that is emptied as a whole.
    class Messages {
      public:
        Messages(std::size_t bytes, std::uint32_t partitions, std::uint64_t longest_row, int threads)
            : lists_(static_cast<std::size_t>(threads), std::vector<List>(partitions)),
              count_(std::max(bytes / sizeof(Chunk), most_chunks(longest_row) + 1)),
              chunks_(count_) {}

        // Whether so many messages of each thread fit, wherever they go.
        bool has_room_for(std::uint64_t messages) const {
            return used_.load(std::memory_order_relaxed) + most_chunks(messages) < count_;
        }
        bool is_empty() const { return used_.load(std::memory_order_relaxed) == 0; }
        void add(int thread, std::uint32_t partition, std::uint32_t message) {
            List& list = lists_[static_cast<std::size_t>(thread)][partition];
            if (list.next == list.end) {
                const std::size_t number = used_.fetch_add(1, std::memory_order_relaxed);
                if (number >= count_) throw std::length_error("too little memory for the messages of a row");
                Chunk& chunk = chunks_[number];
                chunk.before = list.chunk;
                list = {chunk.items.data(), chunk.items.data() + ITEMS, &chunk};
            }
            *list.next++ = message;
        }
        template <class Visit>
        void take(std::uint32_t partition, const Visit& visit) {
            for (auto& lists : lists_) {
                const std::uint32_t* end = lists[partition].next;
                for (const Chunk* chunk = lists[partition].chunk; chunk != nullptr; chunk = chunk->before) {
                    for (const std::uint32_t* item = chunk->items.data(); item != end; ++item) visit(*item);
                    if (chunk->before != nullptr) end = chunk->before->items.data() + ITEMS;
                }
                lists[partition] = {};
            }
        }
        void clear() { used_.store(0, std::memory_order_relaxed); }

      private:
        static constexpr std::uint32_t ITEMS = 510;
        struct Chunk {
            Chunk* before;  // a full one
            std::array<std::uint32_t, ITEMS> items;
        };
        // Where the next message goes: without a look into the chunk, which may be far away.
        struct List {
            std::uint32_t* next = nullptr;
            std::uint32_t* end = nullptr;
            Chunk* chunk = nullptr;
        };
        std::size_t most_chunks(std::uint64_t messages) const {
            return (std::min<std::uint64_t>(messages, lists_[0].size()) + messages / ITEMS + 1) * lists_.size();
        }

        std::vector<std::vector<List>> lists_;
        std::size_t count_;
        LargeArray<Chunk> chunks_;
        std::atomic<std::size_t> used_{0};
    };

    // Sets up a table; returns how many partitions it has.
    std::uint32_t prepare(int t) {
        Table& table = tables_[t];
        table.rows = index_.rows(t);
        table.size = index_.row_start(t, table.rows);
        table.cells = LargeArray<Cell>(table.size);
        std::uint64_t longest = 1;
        for (std::uint32_t row = 0; row < table.rows; ++row) longest = std::max<std::uint64_t>(longest, length(t, row));
        table.column_bits = std::bit_width(longest - 1);
        if (table.column_bits > MAX_PARTITION_BITS) throw std::length_error("a row is too long to be solved");
        table.row_bits = std::max(0, PARTITION_BITS - table.column_bits);
        std::uint64_t blocks = 0;
        for (std::uint32_t row = 0; row < table.rows; ++row) {
            if (row % (1U << table.row_bits) == 0) blocks = (blocks + WORD - 1) / WORD * WORD;
            table.first_block.push_back(blocks);
            blocks += (length(t, row) + BLOCK - 1) / BLOCK;
        }
        table.blocks_at.assign(MAX_PLIES + 1, std::vector<std::uint64_t>(blocks / WORD + 1));
        return (table.rows >> table.row_bits) + 1;
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
        for (std::uint32_t column = 0; column < length(t, row); ++column)
            if (!cells[column].is_none() && (cells[column].is_win() || cells[column].is_loss()))
                table.mark(cells[column].plies, table.first_block[row] + column / BLOCK);
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
            [&](std::uint32_t row, std::uint32_t column, const auto& visit) {
                index_.unconversions(other(t), row, column, kind, visit);
            });
    }

    // What quiet moves to the positions lead to that are decided at a level.
    void propagate(int t, int level) {
        const auto& blocks = tables_[t].blocks_at[static_cast<std::size_t>(level)];
        if (std::all_of(blocks.begin(), blocks.end(), [](std::uint64_t word) { return word == 0; })) return;
        exchange(
            t, [&](int thread, std::uint32_t row) { find_decided(thread, t, row, level); },
            [&](std::uint32_t row, std::uint32_t column, const auto& visit) {
                index_.unmoves(other(t), row, column, visit);
            });
    }

    void find_decided(int thread, int t, std::uint32_t row, int level) {
        const Table& table = tables_[t];
        const Cell* cells = table.cells.get() + index_.row_start(t, row);
        const std::uint32_t count = length(t, row);
        Batch batch(*this, thread, t, row);
        for (std::uint32_t first = 0; first < count; first += BLOCK)
            if (table.has_at(level, table.first_block[row] + first / BLOCK))
                for_decided(cells, first, std::min(first + BLOCK, count), level,
                            [&](std::uint32_t column) { batch.add(column, level); });
        batch.tell();
    }

    // Four cells at a time: a lane of the difference is zero where a cell is decided at the level.
    template <class Visit>
    static void for_decided(const Cell* cells, std::uint32_t first, std::uint32_t end, int level, const Visit& visit) {
        constexpr std::uint64_t ONES = 0x0001'0001'0001'0001, HIGH = ONES << 15;
        const bool is_win = level % 2 == 1;
        const std::uint64_t wanted = ONES * std::bit_cast<std::uint16_t>(Cell{static_cast<std::uint8_t>(level), 0});
        const std::uint64_t mask = is_win ? ONES * std::bit_cast<std::uint16_t>(Cell{255, 0}) : ~std::uint64_t{0};
        std::uint32_t column = first;
        for (; column + 4 <= end; column += 4) {
            std::uint64_t four;
            std::memcpy(&four, cells + column, sizeof four);
            const std::uint64_t difference = (four & mask) ^ wanted;
            if (((difference - ONES) & ~difference & HIGH) == 0) continue;
            for (std::uint32_t i = column; i < column + 4; ++i)
                if (cells[i].plies == level && (is_win || cells[i].moves == 0)) visit(i);
        }
        for (; column < end; ++column)
            if (cells[column].plies == level && (is_win || cells[column].moves == 0)) visit(column);
    }

    // What decided positions of a row tell, many at a time: finding them branches, and telling waits for memory, which
    // goes together badly.
    class Batch {
      public:
        Batch(Retrograde& owner, int thread, int t, std::uint32_t row)
            : owner_(owner), thread_(thread), t_(t), row_(row) {}

        void add(std::uint32_t column, int plies) {
            if (owner_.index_.is_copy(t_, row_, column)) return;
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
                                      (local << to.column_bits | place.column) << 8 | plies_[i]);
            }
            count_ = 0;
        }

      private:
        static constexpr std::size_t SIZE = 256;

        Retrograde& owner_;
        int thread_, t_;
        std::uint32_t row_;
        std::size_t count_ = 0;
        std::array<std::uint32_t, SIZE> columns_;
        std::array<std::uint8_t, SIZE> plies_;
        std::array<TablePlace, SIZE> places_;
    };

    // Lets `produce(thread, row)` tell what it knows, and delivers that to the positions of `sources`.
    template <class Produce, class Sources>
    void exchange(int t, const Produce& produce, const Sources& sources) {
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
                     [&](int, std::uint32_t partition) { deliver(other(t), partition, sources); });
            messages_->clear();
        }
    }

    // A cell that is told about a move, relative to its partition.
    struct Source {
        std::uint32_t cell;
        std::uint32_t block : 24;
        std::uint32_t plies : 8;
    };

    // Finds the cells for several messages before it touches them, so that the memory has time to fetch them.
    template <class Sources>
    void deliver(int t, std::uint32_t partition, const Sources& sources) {
        constexpr std::size_t ENOUGH = 256, CAPACITY = 1'024;
        Table& table = tables_[t];
        const std::uint32_t first_row = partition << table.row_bits;
        if (first_row >= table.rows) return;
        const std::uint64_t start = index_.row_start(t, first_row), first_block = table.first_block[first_row];
        Cell* cells = table.cells.get() + start;
        std::array<Source, CAPACITY> waiting;
        std::size_t count = 0;
        const auto apply = [&] {
            for (std::size_t i = 0; i < count; ++i) {
                const Source source = waiting[i];
                const int plies = source.plies;
                Cell& cell = cells[source.cell];
                if (plies % 2 == 0) table.mark(plies + 1, first_block + source.block, cell.add_win(plies));
                else if (cell.add_loss(plies)) table.mark(cell.plies, first_block + source.block);
            }
            count = 0;
        };
        messages_->take(partition, [&](std::uint32_t message) {
            const std::uint32_t plies = message & 255;
            const std::uint32_t column = (message >> 8) & ((std::uint32_t{1} << table.column_bits) - 1);
            const std::uint32_t row = first_row + (message >> 8 >> table.column_bits);
            if (plies >= MAX_PLIES) {
                is_too_long_.store(true);
                return;
            }
            const auto row_cell = static_cast<std::uint32_t>(index_.row_start(t, row) - start);
            const auto row_block = static_cast<std::uint32_t>(table.first_block[row] - first_block);
            sources(row, column, [&](std::uint32_t from) {
                if (count == CAPACITY) apply();
                waiting[count++] = {row_cell + from, row_block + from / BLOCK, plies};
                prefetch(cells + row_cell + from);
            });
            if (count >= ENOUGH) apply();
        });
        apply();
    }

    static void prefetch([[maybe_unused]] const Cell* cell) {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(cell, 1);
#endif
    }

    std::uint32_t partitions(int t) const { return (tables_[t].rows >> tables_[t].row_bits) + 1; }
    std::uint32_t end_row(int t, std::uint32_t partition) const {
        return std::min(tables_[t].rows, (partition + 1) << tables_[t].row_bits);
    }
    std::uint64_t longest_row(int t) const { return std::uint64_t{1} << tables_[t].column_bits; }

    const Index& index_;
    Work work_;
    std::array<Table, 2> tables_;
    std::unique_ptr<Messages> messages_;
    std::atomic<bool> is_too_long_{false}, is_failing_{false};
    double share_ = 0;
    std::chrono::steady_clock::time_point next_pulse_{};
};

}  // namespace plyground::solve
