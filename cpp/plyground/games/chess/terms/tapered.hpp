// Tapered: a middle-game value and an ending value, added and scaled together in one machine word.
#pragma once

#include <cstdint>

namespace plyground::chess {

//   bits 0-15 middle game | 16-31 ending
//
// The lower half is signed, so a negative one borrows from the upper half; `ending` corrects that. Both values of a sum
// must fit into 16 bits, which holds for every legal number of pieces.
class Tapered {
  public:
    constexpr Tapered() = default;
    constexpr Tapered(int middle, int ending)
        : bits_((static_cast<std::uint32_t>(ending) << 16) + static_cast<std::uint32_t>(middle)) {}

    constexpr int middle() const { return static_cast<std::int16_t>(bits_); }
    constexpr int ending() const { return static_cast<std::int16_t>((bits_ + 0x8000) >> 16); }

    constexpr Tapered& operator+=(Tapered other) {
        bits_ += other.bits_;
        return *this;
    }
    constexpr Tapered& operator-=(Tapered other) {
        bits_ -= other.bits_;
        return *this;
    }
    friend constexpr Tapered operator+(Tapered a, Tapered b) { return a += b; }
    friend constexpr Tapered operator-(Tapered a, Tapered b) { return a -= b; }
    friend constexpr Tapered operator*(Tapered a, int times) {
        Tapered product;
        product.bits_ = a.bits_ * static_cast<std::uint32_t>(times);
        return product;
    }
    friend constexpr bool operator==(Tapered, Tapered) = default;

  private:
    std::uint32_t bits_ = 0;
};

}  // namespace plyground::chess
