// Messages: what the threads of a solver tell the partitions of a table, until it is delivered.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "plyground/solve/large_array.hpp"

namespace plyground::solve {

// Messages by thread and partition, in chunks of a pool that is emptied as a whole.
class Messages {
  public:
    Messages(std::size_t bytes, std::uint32_t partitions, std::uint64_t longest_row, int threads)
        : lists_(static_cast<std::size_t>(threads), std::vector<List>(partitions)),
          count_(std::max(bytes / sizeof(Chunk), most_chunks(longest_row) + 1)),
          chunks_(count_) {}

    // Whether this number of messages of each thread still fits, wherever they go.
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

}  // namespace plyground::solve
