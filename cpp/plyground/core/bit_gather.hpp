// Gathering the bits of a mask and scattering them again, with one instruction where the processor has it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace plyground {

// For sets of up to 24 points on any processor: tables for each byte of the mask.
class TableGather {
  public:
    static std::uint32_t gather(std::uint32_t bits, std::uint32_t mask) {
        const Tables& t = tables();
        const int first = std::popcount(mask & 0xFF), second = first + std::popcount(mask & 0xFF00);
        return t.gathered[mask & 0xFF][bits & 0xFF] |
               std::uint32_t{t.gathered[mask >> 8 & 0xFF][bits >> 8 & 0xFF]} << first |
               std::uint32_t{t.gathered[mask >> 16 & 0xFF][bits >> 16 & 0xFF]} << second;
    }
    static std::uint32_t scatter(std::uint32_t bits, std::uint32_t mask) {
        const Tables& t = tables();
        const int first = std::popcount(mask & 0xFF), second = first + std::popcount(mask & 0xFF00);
        return t.scattered[mask & 0xFF][bits & 0xFF] |
               std::uint32_t{t.scattered[mask >> 8 & 0xFF][bits >> first & 0xFF]} << 8 |
               std::uint32_t{t.scattered[mask >> 16 & 0xFF][bits >> second & 0xFF]} << 16;
    }
    static bool is_supported() { return true; }

  private:
    using Table = std::array<std::array<std::uint8_t, 256>, 256>;
    struct Tables {
        Table gathered{}, scattered{};
        Tables() {
            for (std::size_t mask = 0; mask < 256; ++mask)
                for (std::size_t bits = 0; bits < 256; ++bits)
                    for (unsigned from = 0, to = 0; from < 8; ++from)
                        if ((mask >> from & 1) != 0) {
                            gathered[mask][bits] |= static_cast<std::uint8_t>((bits >> from & 1) << to);
                            scattered[mask][bits] |= static_cast<std::uint8_t>((bits >> to & 1) << from);
                            ++to;
                        }
        }
    };
    static const Tables& tables() {
        static const Tables all;
        return all;
    }
};

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
// With the instructions of BMI2, written out so that the rest of a wheel still runs without them.
class Bmi2Gather {
  public:
    static std::uint32_t gather(std::uint32_t bits, std::uint32_t mask) {
        std::uint32_t result;
        __asm__("pextl %2, %1, %0" : "=r"(result) : "r"(bits), "r"(mask));
        return result;
    }
    static std::uint32_t scatter(std::uint32_t bits, std::uint32_t mask) {
        std::uint32_t result;
        __asm__("pdepl %2, %1, %0" : "=r"(result) : "r"(bits), "r"(mask));
        return result;
    }
    static bool is_supported() { return __builtin_cpu_supports("bmi2") != 0; }
};
#else
using Bmi2Gather = TableGather;
#endif

}  // namespace plyground
