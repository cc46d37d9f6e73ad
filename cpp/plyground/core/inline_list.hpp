// InlineList: a bounded list whose storage is part of the object and is never zeroed.
#pragma once

#include <cassert>
#include <cstddef>
#include <type_traits>

namespace plyground {

// For move lists and deltas. Storage stays uninitialized: zeroing it at every node cost a factor of eight in perft.
// Invariant: size() <= CAPACITY. The code that fills a list proves its bound; `push` checks it in debug builds only.
template <class T, std::size_t CAPACITY>
class InlineList {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    using value_type = T;

    InlineList() {}  // NOLINT: storage stays uninitialized on purpose

    void push(T item) {
        assert(size_ < CAPACITY);
        items()[size_++] = item;
    }
    void clear() { size_ = 0; }
    void shorten(std::size_t size) {
        assert(size <= size_);
        size_ = size;
    }

    static constexpr std::size_t capacity() { return CAPACITY; }
    std::size_t size() const { return size_; }
    bool is_empty() const { return size_ == 0; }
    T operator[](std::size_t i) const { return items()[i]; }
    T& operator[](std::size_t i) { return items()[i]; }
    const T* begin() const { return items(); }
    const T* end() const { return items() + size_; }
    T* begin() { return items(); }
    T* end() { return items() + size_; }

  private:
    T* items() { return reinterpret_cast<T*>(storage_); }
    const T* items() const { return reinterpret_cast<const T*>(storage_); }

    std::size_t size_ = 0;
    alignas(T) std::byte storage_[CAPACITY * sizeof(T)];
};

}  // namespace plyground
