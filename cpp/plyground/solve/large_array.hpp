// LargeArray: uninitialized memory for a fixed number of values, in large pages where the system offers them.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>

namespace plyground::solve {

// Asks the memory for a value that is needed soon.
inline void prefetch([[maybe_unused]] const void* value) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(value, 1);
#endif
}

// While one of these exists, the memory of arrays that are gone is used again for the next ones: a system may take
// longer to hand out new pages than a solver needs to fill them.
class KeptMemory {
  public:
    KeptMemory();
    ~KeptMemory();
    KeptMemory(const KeptMemory&) = delete;
    KeptMemory& operator=(const KeptMemory&) = delete;
};

void* take_large_memory(std::size_t bytes);
void return_large_memory(void* memory);

// Values that are reached in no order cost a look into the page table each, unless pages are large.
template <class T>
class LargeArray {
    static_assert(std::is_trivially_destructible_v<T>);

  public:
    LargeArray() = default;
    explicit LargeArray(std::size_t count) : data_(static_cast<T*>(take_large_memory(count * sizeof(T)))) {}

    T* get() const { return data_.get(); }
    T& operator[](std::size_t i) const { return data_.get()[i]; }

  private:
    struct Deleter {
        void operator()(T* data) const { return_large_memory(data); }
    };
    std::unique_ptr<T, Deleter> data_;
};

}  // namespace plyground::solve
