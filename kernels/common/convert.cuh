// Conversions between element types. Every input has a defined result. Used by cast.cu and view_cast.cu.
//
// All conversions to floats of 8 and 16 bits go through float. A double that becomes a 16-bit float, and an integer of
// more than 24 bits that becomes a bfloat16, are first rounded to odd, so that the result is the exact value, rounded
// once: rounding to nearest twice would change some results. (Such integers are infinite as halves.) Only a double that
// becomes an e4m3 is rounded twice.
#pragma once

#include "numeric.cuh"
#include "pack.cuh"

// Rounds to odd: an inexact result is rounded toward zero, and then its last bit is set. Rounding that result to a
// 16-bit type equals rounding the original.
__device__ __forceinline__ float round_to_odd(double x) {
  const float nearest = static_cast<float>(x);
  const double back = static_cast<double>(nearest);
  uint32_t bits = bit_cast<uint32_t>(nearest);
  if (fabs(back) > fabs(x)) bits -= 1;
  if (!(back == x)) bits |= 1;
  return bit_cast<float>(bits);
}

// A float holds 24 bits. The lowest 8 bits of a longer number are therefore folded into bit 8, which is set if any of
// them is. At least 17 bits remain, more than 16-bit floats hold.
__device__ __forceinline__ float round_to_odd(uint32_t x) {
  constexpr uint32_t kBeyondFloat = 0xff;
  const uint32_t folded = (x & ~kBeyondFloat) | ((x & kBeyondFloat) != 0 ? kBeyondFloat + 1 : 0);
  return static_cast<float>(x >> 24 != 0 ? folded : x);
}
// In the same way, the lowest bits of a number of more than 32 bits are folded into the one above them, so that 17 to
// 32 bits remain.
__device__ __forceinline__ float round_to_odd(uint64_t x) {
  const int folded_bits = x >> 48 != 0 ? 32 : x >> 32 != 0 ? 16 : 0;
  const uint64_t high = x >> folded_bits;
  const uint32_t folded = static_cast<uint32_t>(high) | (high << folded_bits != x ? 1 : 0);
  const float scale = folded_bits == 32 ? 4294967296.0f : folded_bits == 16 ? 65536.0f : 1.0f;
  return round_to_odd(folded) * scale;
}
template <class Int>
__device__ __forceinline__ float round_integer_to_odd(Int x) {
  using Magnitude = std::conditional_t<sizeof(Int) == 8, uint64_t, uint32_t>;
  const bool is_negative = std::is_signed_v<Int> && x < 0;
  const Magnitude magnitude = is_negative ? 0 - static_cast<Magnitude>(x) : static_cast<Magnitude>(x);
  const float result = round_to_odd(magnitude);
  return is_negative ? -result : result;
}

// Rounds toward zero and clamps to the integer's range; NaN gives 0. kAbove is the first number above the range,
// 2^kValueBits. It is doubled as a float, because 2^64 does not fit in a uint64_t.
template <class Int, class Float>
__device__ __forceinline__ Int saturate(Float x) {
  constexpr bool kSigned = std::is_signed_v<Int>;
  constexpr int kValueBits = 8 * static_cast<int>(sizeof(Int)) - (kSigned ? 1 : 0);
  constexpr uint64_t kMax = ~uint64_t{0} >> (64 - kValueBits);
  constexpr Float kAbove = static_cast<Float>(uint64_t{1} << (kValueBits - 1)) * 2;
  constexpr Float kLowest = kSigned ? -kAbove : 0;
  if (!(x > kLowest)) return x == x && kSigned ? static_cast<Int>(~kMax) : static_cast<Int>(0);
  return x < kAbove ? static_cast<Int>(x) : static_cast<Int>(kMax);
}

template <class From, class To>
struct Convert {
  static constexpr int kMaxCopies = CopiesOfConversion<From, To>::value;
  using Target = ComputeOf<To>;
  static constexpr bool kTo16Bits = sizeof(To) == 2 && !std::is_integral_v<To>;

  __device__ __forceinline__ To operator()(From from) const {
    if constexpr (std::is_same_v<From, To>) {
      return from;
    } else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
      return static_cast<To>(from);
    } else if constexpr (std::is_integral_v<To>) {
      return saturate<To>(Numeric<From>::widen(from));
    } else if constexpr (kTo16Bits && std::is_same_v<From, double>) {
      return Numeric<To>::narrow(round_to_odd(from));
    } else if constexpr (std::is_same_v<To, __nv_bfloat16> && std::is_integral_v<From> && sizeof(From) >= 4) {
      return Numeric<To>::narrow(round_integer_to_odd(from));
    } else {
      return Numeric<To>::narrow(static_cast<Target>(Numeric<From>::widen(from)));
    }
  }
};
