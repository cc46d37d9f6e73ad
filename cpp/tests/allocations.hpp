// allocations: the number of memory allocations so far, by any thread.
#pragma once

#include <cstdint>

namespace plyground::tests {

// False under sanitizers, which have their own allocator.
bool can_count_allocations();
std::uint64_t allocations();

}  // namespace plyground::tests
