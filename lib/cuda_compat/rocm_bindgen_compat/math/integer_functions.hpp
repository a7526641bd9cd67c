// CUDA's integer functions.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen::detail {

__extension__ typedef __int128 Signed128;
__extension__ typedef unsigned __int128 Unsigned128;

/// The upper half of a product of two 64-bit numbers.
ROCM_BINDGEN_DEVICE inline unsigned long long upper_product(unsigned long long x, unsigned long long y) {
  return static_cast<unsigned long long>(static_cast<Unsigned128>(x) * y >> 64u);
}

ROCM_BINDGEN_DEVICE inline int low_24_bits(int x) {
  constexpr unsigned kUnused = 8;
  return static_cast<int>(static_cast<unsigned>(x) << kUnused) >> kUnused;
}

}  // namespace rocm_bindgen::detail

ROCM_BINDGEN_DEVICE inline int __popc(unsigned x) {
  return __builtin_popcount(x);
}
ROCM_BINDGEN_DEVICE inline int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
ROCM_BINDGEN_DEVICE inline int __clz(int x) {
  return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
ROCM_BINDGEN_DEVICE inline int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
ROCM_BINDGEN_DEVICE inline int __ffs(int x) {
  return __builtin_ffs(x);
}
ROCM_BINDGEN_DEVICE inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}

ROCM_BINDGEN_DEVICE inline unsigned __brev(unsigned x) {
#if defined(__clang__)
  return __builtin_bitreverse32(x);
#else
  unsigned reversed = 0;
  for (unsigned bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1u) << (31u - bit);
  return reversed;
#endif
}
ROCM_BINDGEN_DEVICE inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32u |
         __brev(static_cast<unsigned>(x >> 32u));
}

/// Each of the four result bytes is one of the eight bytes of (y, x), or that byte's sign bit repeated eight times.
ROCM_BINDGEN_DEVICE inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(y) << 32u | x;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned choice = selector >> (4 * i);
    const auto byte = static_cast<unsigned>(bytes >> (8 * (choice & 7u))) & 0xffu;
    const unsigned sign = (byte >> 7u) * 0xffu;
    result |= ((choice & 8u) != 0 ? sign : byte) << (8 * i);
  }
  return result;
}

// The pair (hi, lo) is shifted. The left shifts return its upper word and the right shifts its lower word. The clamping
// forms shift by at most 32.
ROCM_BINDGEN_DEVICE inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(hi) << 32u | lo) << (shift & 31u) >> 32u);
}
ROCM_BINDGEN_DEVICE inline unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32u ? lo : __funnelshift_l(lo, hi, shift);
}
ROCM_BINDGEN_DEVICE inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(hi) << 32u | lo) >> (shift & 31u));
}
ROCM_BINDGEN_DEVICE inline unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift) {
  return shift >= 32u ? hi : __funnelshift_r(lo, hi, shift);
}

// Averages that do not overflow, rounded down, and in the functions with an r, rounded up.
ROCM_BINDGEN_DEVICE inline int __hadd(int x, int y) {
  return (x & y) + ((x ^ y) >> 1);
}
ROCM_BINDGEN_DEVICE inline int __rhadd(int x, int y) {
  return (x | y) - ((x ^ y) >> 1);
}
ROCM_BINDGEN_DEVICE inline unsigned __uhadd(unsigned x, unsigned y) {
  return (x & y) + ((x ^ y) >> 1u);
}
ROCM_BINDGEN_DEVICE inline unsigned __urhadd(unsigned x, unsigned y) {
  return (x | y) - ((x ^ y) >> 1u);
}

ROCM_BINDGEN_DEVICE inline int __mul24(int x, int y) {
  return static_cast<int>(static_cast<unsigned>(rocm_bindgen::detail::low_24_bits(x)) *
                          static_cast<unsigned>(rocm_bindgen::detail::low_24_bits(y)));
}
ROCM_BINDGEN_DEVICE inline unsigned __umul24(unsigned x, unsigned y) {
  return (x & 0xffffffu) * (y & 0xffffffu);
}
ROCM_BINDGEN_DEVICE inline int __mulhi(int x, int y) {
  return static_cast<int>(static_cast<long long>(x) * y >> 32);
}
ROCM_BINDGEN_DEVICE inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>(static_cast<unsigned long long>(x) * y >> 32u);
}
ROCM_BINDGEN_DEVICE inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return rocm_bindgen::detail::upper_product(x, y);
}
ROCM_BINDGEN_DEVICE inline long long __mul64hi(long long x, long long y) {
  return static_cast<long long>(static_cast<rocm_bindgen::detail::Signed128>(x) * y >> 64);
}
ROCM_BINDGEN_DEVICE inline unsigned __sad(int x, int y, unsigned sum) {
  return sum + (x < y ? static_cast<unsigned>(y) - static_cast<unsigned>(x)
                      : static_cast<unsigned>(x) - static_cast<unsigned>(y));
}
ROCM_BINDGEN_DEVICE inline unsigned __usad(unsigned x, unsigned y, unsigned sum) {
  return sum + (x < y ? y - x : x - y);
}

/// The position of the |offset|-th set bit of `mask`, counted from `base` upwards, or downwards if offset is negative;
/// 0xffffffff if there are fewer. With offset 0, only the bit at `base` is checked.
ROCM_BINDGEN_DEVICE inline unsigned __fns(unsigned mask, unsigned base, int offset) {
  constexpr unsigned kNone = 0xffffffffu;
  const int step = offset < 0 ? -1 : 1;
  int left = offset == 0 ? 1 : offset * step;
  if (base > 31u) return kNone;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step) {
    if ((mask >> bit & 1u) != 0 && --left == 0) return static_cast<unsigned>(bit);
    if (offset == 0) break;
  }
  return kNone;
}

ROCM_BINDGEN_BOTH inline unsigned short __nv_bswap16(unsigned short x) {
  return __builtin_bswap16(x);
}
ROCM_BINDGEN_BOTH inline unsigned __nv_bswap32(unsigned x) {
  return __builtin_bswap32(x);
}
ROCM_BINDGEN_BOTH inline unsigned long long __nv_bswap64(unsigned long long x) {
  return __builtin_bswap64(x);
}
