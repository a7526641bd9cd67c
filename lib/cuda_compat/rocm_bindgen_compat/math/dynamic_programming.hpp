// CUDA's DPX functions of three numbers for dynamic programming: a sum followed by a maximum or minimum. The _relu
// forms also include 0.
#pragma once

#include "rocm_bindgen_compat/math/simd_in_word.hpp"

namespace rocm_bindgen::detail {

template <class T>
ROCM_BINDGEN_BOTH constexpr T larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
ROCM_BINDGEN_BOTH constexpr T smaller(T a, T b) {
  return b < a ? b : a;
}
/// The sum in the type itself, which wraps.
template <class T>
ROCM_BINDGEN_BOTH constexpr T wrapped_sum(T a, T b) {
  return static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

}  // namespace rocm_bindgen::detail

// These macros define a function on one number per word (ROCM_BINDGEN_DPX) and a function on two (_PAIR).
#define ROCM_BINDGEN_DPX(name, type, expression)                 \
  ROCM_BINDGEN_YIELDING_BOTH type name(type a, type b, type c) { \
    using namespace rocm_bindgen::detail;                        \
    return expression;                                           \
  }
#define ROCM_BINDGEN_DPX_PAIR(name, type, is_signed, expression)                                        \
  ROCM_BINDGEN_YIELDING_BOTH unsigned name(unsigned first, unsigned second, unsigned third) {           \
    using namespace rocm_bindgen::detail;                                                               \
    return WordLanes<16, is_signed, false>::each(first, second, third, [](int x, int y, int z) -> int { \
      const auto a = static_cast<type>(x), b = static_cast<type>(y), c = static_cast<type>(z);          \
      return expression;                                                                                \
    });                                                                                                 \
  }
#define ROCM_BINDGEN_DPX_ALL(name, expression)                           \
  ROCM_BINDGEN_DPX(name##_s32, int, expression)                          \
  ROCM_BINDGEN_DPX(name##_u32, unsigned, expression)                     \
  ROCM_BINDGEN_DPX_PAIR(name##_s16x2, short, true, expression)           \
  ROCM_BINDGEN_DPX_PAIR(name##_u16x2, unsigned short, false, expression) \
  ROCM_BINDGEN_DPX(name##_s32_relu, int, larger<int>(expression, 0))     \
  ROCM_BINDGEN_DPX_PAIR(name##_s16x2_relu, short, true, larger<int>(expression, 0))
ROCM_BINDGEN_DPX_ALL(__vimax3, larger(larger(a, b), c))
ROCM_BINDGEN_DPX_ALL(__vimin3, smaller(smaller(a, b), c))
ROCM_BINDGEN_DPX_ALL(__viaddmax, larger(wrapped_sum(a, b), c))
ROCM_BINDGEN_DPX_ALL(__viaddmin, smaller(wrapped_sum(a, b), c))
#undef ROCM_BINDGEN_DPX_ALL
#undef ROCM_BINDGEN_DPX_PAIR
#undef ROCM_BINDGEN_DPX

ROCM_BINDGEN_YIELDING_BOTH int __vimax_s32_relu(int a, int b) {
  return __vimax3_s32(a, b, 0);
}
ROCM_BINDGEN_YIELDING_BOTH int __vimin_s32_relu(int a, int b) {
  return __vimin3_s32_relu(a, b, b);
}
ROCM_BINDGEN_YIELDING_BOTH unsigned __vimax_s16x2_relu(unsigned a, unsigned b) {
  return __vimax3_s16x2(a, b, 0);
}
ROCM_BINDGEN_YIELDING_BOTH unsigned __vimin_s16x2_relu(unsigned a, unsigned b) {
  return __vimin3_s16x2_relu(a, b, b);
}

// These functions also report whether the first number was chosen.
#define ROCM_BINDGEN_DPX_CHOICE(name, type, function)                 \
  ROCM_BINDGEN_YIELDING_BOTH type name(type a, type b, bool* first) { \
    const type chosen = function(a, b, b);                            \
    *first = chosen == a;                                             \
    return chosen;                                                    \
  }
#define ROCM_BINDGEN_DPX_CHOICES(name, function)                                                        \
  ROCM_BINDGEN_YIELDING_BOTH unsigned name(unsigned a, unsigned b, bool* first_high, bool* first_low) { \
    const unsigned chosen = function(a, b, b);                                                          \
    *first_high = (chosen ^ a) <= 0xffffu;                                                              \
    *first_low = ((chosen ^ a) & 0xffffu) == 0;                                                         \
    return chosen;                                                                                      \
  }
ROCM_BINDGEN_DPX_CHOICE(__vibmax_s32, int, __vimax3_s32)
ROCM_BINDGEN_DPX_CHOICE(__vibmax_u32, unsigned, __vimax3_u32)
ROCM_BINDGEN_DPX_CHOICE(__vibmin_s32, int, __vimin3_s32)
ROCM_BINDGEN_DPX_CHOICE(__vibmin_u32, unsigned, __vimin3_u32)
ROCM_BINDGEN_DPX_CHOICES(__vibmax_s16x2, __vimax3_s16x2)
ROCM_BINDGEN_DPX_CHOICES(__vibmax_u16x2, __vimax3_u16x2)
ROCM_BINDGEN_DPX_CHOICES(__vibmin_s16x2, __vimin3_s16x2)
ROCM_BINDGEN_DPX_CHOICES(__vibmin_u16x2, __vimin3_u16x2)
#undef ROCM_BINDGEN_DPX_CHOICES
#undef ROCM_BINDGEN_DPX_CHOICE
