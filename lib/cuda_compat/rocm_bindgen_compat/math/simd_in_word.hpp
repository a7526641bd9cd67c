// CUDA's SIMD functions on two halfwords or four bytes in a word.
#pragma once

#include "rocm_bindgen_compat/language/function_space.hpp"

namespace rocm_bindgen::detail {

/// A word as lanes of `bits` bits, signed or unsigned, whose results wrap or saturate.
template <unsigned bits, bool is_signed, bool saturates>
struct WordLanes {
  static constexpr unsigned kMask = (1u << bits) - 1;
  static constexpr int kLargest = static_cast<int>(is_signed ? kMask >> 1u : kMask);
  static constexpr int kSmallest = is_signed ? -kLargest - 1 : 0;

  ROCM_BINDGEN_BOTH static int lane(unsigned word, unsigned first) {
    const unsigned unused = 32 - bits;
    const unsigned high = word << (unused - first);
    return is_signed ? static_cast<int>(high) >> unused : static_cast<int>(high >> unused);
  }
  ROCM_BINDGEN_BOTH static unsigned result(int value) {
    if (saturates) value = value > kLargest ? kLargest : (value < kSmallest ? kSmallest : value);
    return static_cast<unsigned>(value) & kMask;
  }

  template <class Operation>
  ROCM_BINDGEN_BOTH static unsigned each(unsigned a, unsigned b, Operation operation) {
    unsigned word = 0;
    for (unsigned first = 0; first < 32; first += bits)
      word |= result(operation(lane(a, first), lane(b, first))) << first;
    return word;
  }
  template <class Operation>
  ROCM_BINDGEN_BOTH static unsigned each(unsigned a, unsigned b, unsigned c, Operation operation) {
    unsigned word = 0;
    for (unsigned first = 0; first < 32; first += bits)
      word |= result(operation(lane(a, first), lane(b, first), lane(c, first))) << first;
    return word;
  }
  ROCM_BINDGEN_BOTH static unsigned sum_of_differences(unsigned a, unsigned b) {
    unsigned sum = 0;
    for (unsigned first = 0; first < 32; first += bits) {
      const int difference = lane(a, first) - lane(b, first);
      sum += static_cast<unsigned>(difference < 0 ? -difference : difference);
    }
    return sum;
  }
};

}  // namespace rocm_bindgen::detail

#define ROCM_BINDGEN_LANES(name, bits, is_signed, saturates, expression)                                               \
  ROCM_BINDGEN_YIELDING_DEVICE unsigned name(unsigned a, unsigned b) {                                                 \
    return rocm_bindgen::detail::WordLanes<bits, is_signed, saturates>::each(a, b,                                     \
                                                                             [](int x, int y) { return expression; }); \
  }
#define ROCM_BINDGEN_UNARY_LANES(name, bits, saturates, expression)                                                   \
  ROCM_BINDGEN_YIELDING_DEVICE unsigned name(unsigned a) {                                                            \
    return rocm_bindgen::detail::WordLanes<bits, true, saturates>::each(a, a, [](int x, int) { return expression; }); \
  }
#define ROCM_BINDGEN_COMPARED_LANES(name, bits, is_signed, comparison)                \
  ROCM_BINDGEN_LANES(__vcmp##name, bits, is_signed, false, (x comparison y) ? -1 : 0) \
  ROCM_BINDGEN_LANES(__vset##name, bits, is_signed, false, (x comparison y) ? 1 : 0)
// The rounded averages (vavg) round a half away from zero.
#define ROCM_BINDGEN_LANE_FUNCTIONS(n, bits)                                              \
  ROCM_BINDGEN_UNARY_LANES(__vabs##n, bits, false, x < 0 ? -x : x)                        \
  ROCM_BINDGEN_UNARY_LANES(__vabsss##n, bits, true, x < 0 ? -x : x)                       \
  ROCM_BINDGEN_UNARY_LANES(__vneg##n, bits, false, -x)                                    \
  ROCM_BINDGEN_UNARY_LANES(__vnegss##n, bits, true, -x)                                   \
  ROCM_BINDGEN_LANES(__vadd##n, bits, false, false, x + y)                                \
  ROCM_BINDGEN_LANES(__vaddss##n, bits, true, true, x + y)                                \
  ROCM_BINDGEN_LANES(__vaddus##n, bits, false, true, x + y)                               \
  ROCM_BINDGEN_LANES(__vsub##n, bits, false, false, x - y)                                \
  ROCM_BINDGEN_LANES(__vsubss##n, bits, true, true, x - y)                                \
  ROCM_BINDGEN_LANES(__vsubus##n, bits, false, true, x - y)                               \
  ROCM_BINDGEN_LANES(__vavgs##n, bits, true, false, (x + y + (x + y >= 0 ? 1 : 0)) >> 1)  \
  ROCM_BINDGEN_LANES(__vavgu##n, bits, false, false, (x + y + 1) >> 1)                    \
  ROCM_BINDGEN_LANES(__vhaddu##n, bits, false, false, (x + y) >> 1)                       \
  ROCM_BINDGEN_LANES(__vmaxs##n, bits, true, false, x < y ? y : x)                        \
  ROCM_BINDGEN_LANES(__vmaxu##n, bits, false, false, x < y ? y : x)                       \
  ROCM_BINDGEN_LANES(__vmins##n, bits, true, false, x < y ? x : y)                        \
  ROCM_BINDGEN_LANES(__vminu##n, bits, false, false, x < y ? x : y)                       \
  ROCM_BINDGEN_LANES(__vabsdiffs##n, bits, true, false, x < y ? y - x : x - y)            \
  ROCM_BINDGEN_LANES(__vabsdiffu##n, bits, false, false, x < y ? y - x : x - y)           \
  ROCM_BINDGEN_COMPARED_LANES(eq##n, bits, false, ==)                                     \
  ROCM_BINDGEN_COMPARED_LANES(ne##n, bits, false, !=)                                     \
  ROCM_BINDGEN_COMPARED_LANES(ges##n, bits, true, >=)                                     \
  ROCM_BINDGEN_COMPARED_LANES(geu##n, bits, false, >=)                                    \
  ROCM_BINDGEN_COMPARED_LANES(gts##n, bits, true, >)                                      \
  ROCM_BINDGEN_COMPARED_LANES(gtu##n, bits, false, >)                                     \
  ROCM_BINDGEN_COMPARED_LANES(les##n, bits, true, <=)                                     \
  ROCM_BINDGEN_COMPARED_LANES(leu##n, bits, false, <=)                                    \
  ROCM_BINDGEN_COMPARED_LANES(lts##n, bits, true, <)                                      \
  ROCM_BINDGEN_COMPARED_LANES(ltu##n, bits, false, <)                                     \
  ROCM_BINDGEN_YIELDING_DEVICE unsigned __vsads##n(unsigned a, unsigned b) {              \
    return rocm_bindgen::detail::WordLanes<bits, true, false>::sum_of_differences(a, b);  \
  }                                                                                       \
  ROCM_BINDGEN_YIELDING_DEVICE unsigned __vsadu##n(unsigned a, unsigned b) {              \
    return rocm_bindgen::detail::WordLanes<bits, false, false>::sum_of_differences(a, b); \
  }
ROCM_BINDGEN_LANE_FUNCTIONS(2, 16)
ROCM_BINDGEN_LANE_FUNCTIONS(4, 8)
#undef ROCM_BINDGEN_LANE_FUNCTIONS
#undef ROCM_BINDGEN_COMPARED_LANES
#undef ROCM_BINDGEN_UNARY_LANES
#undef ROCM_BINDGEN_LANES
