// CUDA's dot products of the bytes and halfwords in a word.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

// The target's own instructions are used if the compiler reports them as features. clang before 16 reports them for
// every target, so with it the products are computed one by one.
#if __clang_major__ >= 16
#if __has_builtin(__builtin_amdgcn_sudot4)
#define ROCM_BINDGEN_HAS_MIXED_DOT
#endif
#if __has_builtin(__builtin_amdgcn_sdot4)
#define ROCM_BINDGEN_HAS_SIGNED_DOT
#endif
#if __has_builtin(__builtin_amdgcn_udot4)
#define ROCM_BINDGEN_HAS_UNSIGNED_DOT
#endif
#endif

ROCM_BINDGEN_YIELDING_DEVICE int __dp4a(int a, int b, int sum) {
#if defined(ROCM_BINDGEN_HAS_MIXED_DOT)
  return __builtin_amdgcn_sudot4(true, a, true, b, sum, false);
#elif defined(ROCM_BINDGEN_HAS_SIGNED_DOT)
  return __builtin_amdgcn_sdot4(a, b, sum, false);
#else
  auto total = static_cast<unsigned>(sum);
  for (int byte = 0; byte < 32; byte += 8)
    total += static_cast<unsigned>(static_cast<signed char>(a >> byte) * static_cast<signed char>(b >> byte));
  return static_cast<int>(total);
#endif
}
ROCM_BINDGEN_YIELDING_DEVICE unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
#if defined(ROCM_BINDGEN_HAS_UNSIGNED_DOT)
  return __builtin_amdgcn_udot4(a, b, sum, false);
#else
  for (unsigned byte = 0; byte < 32; byte += 8) sum += (a >> byte & 0xffu) * (b >> byte & 0xffu);
  return sum;
#endif
}
#undef ROCM_BINDGEN_HAS_MIXED_DOT
#undef ROCM_BINDGEN_HAS_SIGNED_DOT
#undef ROCM_BINDGEN_HAS_UNSIGNED_DOT

// The dot product of the two halfwords of a and the lower or upper two bytes of b.
ROCM_BINDGEN_YIELDING_DEVICE int __dp2a_lo(int a, int b, int sum) {
  const int low = static_cast<short>(a) * static_cast<signed char>(b);
  const int high = (a >> 16) * static_cast<signed char>(b >> 8);
  return static_cast<int>(static_cast<unsigned>(sum) + static_cast<unsigned>(low) + static_cast<unsigned>(high));
}
ROCM_BINDGEN_YIELDING_DEVICE unsigned __dp2a_lo(unsigned a, unsigned b, unsigned sum) {
  return sum + (a & 0xffffu) * (b & 0xffu) + (a >> 16u) * (b >> 8u & 0xffu);
}
ROCM_BINDGEN_YIELDING_DEVICE int __dp2a_hi(int a, int b, int sum) {
  return __dp2a_lo(a, b >> 16, sum);
}
ROCM_BINDGEN_YIELDING_DEVICE unsigned __dp2a_hi(unsigned a, unsigned b, unsigned sum) {
  return __dp2a_lo(a, b >> 16u, sum);
}

#if defined(__HIP__)
#include <hip/hip_vector_types.h>

#define ROCM_BINDGEN_VECTOR_PRODUCT(name, Left, Right, Word)          \
  ROCM_BINDGEN_YIELDING_DEVICE Word name(Left a, Right b, Word sum) { \
    Word left, right;                                                 \
    __builtin_memcpy(&left, &a, sizeof left);                         \
    __builtin_memcpy(&right, &b, sizeof right);                       \
    return name(left, right, sum);                                    \
  }
ROCM_BINDGEN_VECTOR_PRODUCT(__dp4a, char4, char4, int)
ROCM_BINDGEN_VECTOR_PRODUCT(__dp4a, uchar4, uchar4, unsigned)
ROCM_BINDGEN_VECTOR_PRODUCT(__dp2a_lo, short2, char4, int)
ROCM_BINDGEN_VECTOR_PRODUCT(__dp2a_lo, ushort2, uchar4, unsigned)
ROCM_BINDGEN_VECTOR_PRODUCT(__dp2a_hi, short2, char4, int)
ROCM_BINDGEN_VECTOR_PRODUCT(__dp2a_hi, ushort2, uchar4, unsigned)
#undef ROCM_BINDGEN_VECTOR_PRODUCT
#endif
