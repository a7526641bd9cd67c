// Conversions between element types. Every input has a defined result. Used by cast.cu and view_cast.cu.
//
// All conversions to floats of 8 and 16 bits go through float. A double or a uint32_t that becomes a 16-bit float is
// first rounded to odd, so that the result is the exact value, rounded once: rounding to nearest twice would change
// some results. Rounding twice remains possible where a double becomes e4m3, or an int32_t or int64_t becomes bfloat16.
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
    } else if constexpr (kTo16Bits && (std::is_same_v<From, double> || std::is_same_v<From, uint32_t>)) {
      return Numeric<To>::narrow(round_to_odd(from));
    } else {
      return Numeric<To>::narrow(static_cast<Target>(Numeric<From>::widen(from)));
    }
  }
};
