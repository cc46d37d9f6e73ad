// LargeArray: uninitialized memory for a fixed number of values, in large pages where the system offers them.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace plyground::solve {

// Asks the memory for a value that is needed soon.
inline void prefetch([[maybe_unused]] const void* value) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(value, 1);
#endif
}

// Values that are reached in no order cost a look into the page table each, unless pages are large.
template <class T>
class LargeArray {
    static_assert(std::is_trivially_destructible_v<T>);

  public:
    LargeArray() = default;
    explicit LargeArray(std::size_t count) : data_(static_cast<T*>(::operator new(count * sizeof(T), PAGE))) {
#if defined(__linux__)
        madvise(data_.get(), count * sizeof(T), MADV_HUGEPAGE);  // a wish; without it everything works as well
#endif
    }

    T* get() const { return data_.get(); }
    T& operator[](std::size_t i) const { return data_.get()[i]; }

  private:
    static constexpr std::align_val_t PAGE{std::size_t{1} << 21};
    struct Deleter {
        void operator()(T* data) const { ::operator delete(data, PAGE); }
    };
    std::unique_ptr<T, Deleter> data_;
};

}  // namespace plyground::solve
