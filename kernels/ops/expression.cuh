// out[i] = an expression of the operands' elements [i]. The source that ops::elementwise generates includes this header
// and is compiled at run time. Compilers at run time provide CUDA's or HIP's built-in names, and only those headers
// that ops pass to them; this file therefore defines and converts the 16- and 8-bit floats itself. The generated kernel
// has a thread for each pack of neighbouring results (view.cuh).
#pragma once

#include "view.cuh"

// Elements of types that no C++ compiler has, as the host stores them.
struct f16 {
  uint16_t bits;
};
struct bf16 {
  uint16_t bits;
};
struct f8e4m3 {
  uint8_t bits;
};

// Whether the numbers of a type have fractions, and whether they have signs.
template <class T>
constexpr bool kIsFloat = static_cast<T>(0.5f) != static_cast<T>(0);
template <>
constexpr bool kIsFloat<bool> = false;
template <class T>
constexpr bool kIsSigned = static_cast<T>(-1) < static_cast<T>(0);

// Returns a float that, rounded to fewer bits, gives the same result as x itself. If a float cannot hold x, this is the
// neighbour with the odd last bit.
__device__ __forceinline__ float round_to_odd(double x) {
  const float nearest = static_cast<float>(x);
  if (static_cast<double>(nearest) == x || x != x) return nearest;
  uint32_t bits = bit_cast<uint32_t>(nearest);
  const bool is_beyond = x < 0 ? static_cast<double>(nearest) < x : static_cast<double>(nearest) > x;
  if (is_beyond) --bits;
  return bit_cast<float>(bits | 1);
}
template <class Result>
__device__ __forceinline__ float prepare_rounding(Result x) {
  if constexpr (sizeof(Result) == 8 && !kIsFloat<Result>) {
    // From 2^53 on, a double does not hold every integer. From 2^48 on, therefore, the lowest 16 bits are folded into
    // one, which is set if any of them is: 32 bits or more remain, and a float holds only 24.
    if (x < static_cast<Result>(1) << 48 && (!kIsSigned<Result> || x > -(static_cast<Result>(1) << 48)))
      return round_to_odd(static_cast<double>(x));
    const Result high = x >> 16 | static_cast<Result>((x & 0xffff) != 0);
    return round_to_odd(static_cast<double>(high) * 65536);
  } else if constexpr (sizeof(Result) == 8 || (sizeof(Result) == 4 && !kIsFloat<Result>)) {
    return round_to_odd(static_cast<double>(x));
  } else {
    return static_cast<float>(x);
  }
}

// The type in which an expression computes with elements of type T, and the conversions from and to it. Floats are
// converted to integers toward zero and clamped to the type's range; NaN becomes 0. Without this, the conversion would
// be undefined in C++, and compilers would leave neighbouring elements undefined, too.
template <class T>
struct Element {
  using Value = T;
  __device__ __forceinline__ static T read(T x) { return x; }
  template <class Result>
  __device__ __forceinline__ static T from(Result x) {
    if constexpr (kIsFloat<T> || !kIsFloat<Result>) {
      return static_cast<T>(x);
    } else {
      constexpr int kBits = 8 * static_cast<int>(sizeof(T)) - (kIsSigned<T> ? 1 : 0);
      constexpr T kLargest = static_cast<T>(~static_cast<uint64_t>(0) >> (64 - kBits));
      // 2^kBits. It is doubled as a float, because 2^64 does not fit in a uint64_t.
      constexpr Result kBeyond = static_cast<Result>(static_cast<uint64_t>(1) << (kBits - 1)) * 2;
      if (x != x) return 0;
      if (x >= kBeyond) return kLargest;
      if constexpr (kIsSigned<T>) return x < -kBeyond ? static_cast<T>(-kLargest - 1) : static_cast<T>(x);
      return x < 0 ? static_cast<T>(0) : static_cast<T>(x);
    }
  }
};

template <>
struct Element<f16> {
  using Value = float;
  template <class Result>
  __device__ __forceinline__ static f16 from(Result x) {
    return rounded(prepare_rounding(x));
  }
#if defined(__CUDA_ARCH__)
  __device__ __forceinline__ static float read(f16 x) {
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(x.bits));
    return value;
  }
  __device__ __forceinline__ static f16 rounded(float x) {
    f16 nearest;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(nearest.bits) : "f"(x));
    return nearest;
  }
#else
  __device__ __forceinline__ static float read(f16 x) { return static_cast<float>(bit_cast<_Float16>(x.bits)); }
  __device__ __forceinline__ static f16 rounded(float x) { return {bit_cast<uint16_t>(static_cast<_Float16>(x))}; }
#endif
};

template <>
struct Element<bf16> {
  using Value = float;
  template <class Result>
  __device__ __forceinline__ static bf16 from(Result x) {
    return rounded(prepare_rounding(x));
  }
  __device__ __forceinline__ static float read(bf16 x) { return bit_cast<float>(static_cast<uint32_t>(x.bits) << 16); }
  // Rounds to nearest, ties to even.
  __device__ __forceinline__ static bf16 rounded(float x) {
    const uint32_t bits = bit_cast<uint32_t>(x);
    const uint32_t rounded = x != x ? 0x7fff0000 : bits + 0x7fff + (bits >> 16 & 1);
    return {static_cast<uint16_t>(rounded >> 16)};
  }
};

template <>
struct Element<f8e4m3> {
  using Value = float;
  template <class Result>
  __device__ __forceinline__ static f8e4m3 from(Result x) {
    return rounded(prepare_rounding(x));
  }
  __device__ __forceinline__ static float read(f8e4m3 x) {
    const uint32_t magnitude = x.bits & 0x7f;
    const uint32_t sign = static_cast<uint32_t>(x.bits & 0x80) << 24;
    // Exponent and mantissa are moved to their bits in a float, and 0x3c000000 changes the exponent's bias from 7 to
    // 127. Values below 2^-6, the subnormals, are multiples of 2^-9.
    const float normal = bit_cast<float>((magnitude << 20) + 0x3c000000);
    const float value = magnitude < 8 ? static_cast<float>(magnitude) * 0x1p-9f : normal;
    return bit_cast<float>(magnitude == 0x7f ? 0x7fc00000 | sign : bit_cast<uint32_t>(value) | sign);
  }
  // Rounds to nearest, ties to even; what is larger than the largest value, 448, becomes 448.
  __device__ __forceinline__ static f8e4m3 rounded(float x) {
    const uint32_t bits = bit_cast<uint32_t>(x);
    const uint32_t sign = bits >> 24 & 0x80;
    const uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) return {0x7f};
    // Rounds to the three bits of the mantissa, and changes the exponent's bias from 127 to 7.
    uint32_t nearest = (magnitude + 0x7ffff + (magnitude >> 20 & 1) - 0x3c000000) >> 20;
    // 0x3c800000 is 2^-6. Adding 2^14, whose last bit is worth 2^-9, rounds a smaller value to a multiple of 2^-9.
    if (magnitude < 0x3c800000) nearest = bit_cast<uint32_t>(bit_cast<float>(magnitude) + 0x1p14f) & 0xf;
    if (magnitude >= 0x43e00000) nearest = 0x7e;  // 448, as a float and as an f8e4m3
    return {static_cast<uint8_t>(sign | nearest)};
  }
};

// One operand of the generated kernel: its address and the pack that is read, as in ViewMap.
template <class T, int kElements>
struct Operand {
  const T* at;
  Pack<T, kElements> pack;

  __device__ __forceinline__ typename Element<T>::Value get(int j) const { return Element<T>::read(pack.get(j)); }
};

template <int kOperands, int kElements, class T>
__device__ __forceinline__ void read_whole(const ViewThread<kOperands, kElements>& thread,
                                           const OperandOffsets<kOperands>& offsets, int k,
                                           Operand<T, kElements>& operand) {
  operand.pack = thread.read(k, operand.at + offsets.offset[k]);
}
template <int kOperands, int kElements, class T>
__device__ __forceinline__ void read_one(bool exists, const OperandOffsets<kOperands>& offsets, int k,
                                         Operand<T, kElements>& operand) {
  operand.pack.push(exists ? operand.at[offsets.offset[k]] : Pack<T, 1>().get(0));
}
