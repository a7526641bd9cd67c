// PTX's arithmetic and bit instructions.
#pragma once

#include "rocm_bindgen_compat/math/integer_functions.hpp"
#include "rocm_bindgen_compat/ptx/ptx_registers.hpp"

namespace rocm_bindgen::ptx {

template <class T>
constexpr unsigned kBitsOf = sizeof(T) * 8;
template <class T>
using Unsigned = typename BitsOf<sizeof(T)>::Type;

// Integer sums and products wrap; they are computed in 64 unsigned bits, because 16-bit types would be promoted to int,
// whose overflow is undefined. Floating-point ones are not contracted with the surrounding operations.
#define ROCM_BINDGEN_PTX_SUM(name, operation)                                                                         \
  template <class T>                                                                                                  \
  ROCM_BINDGEN_DEVICE inline T name(T a, T b) {                                                                       \
    ROCM_BINDGEN_AS_WRITTEN                                                                                           \
    if constexpr (is_integer(static_cast<T*>(nullptr)))                                                               \
      return static_cast<T>(                                                                                          \
          static_cast<Unsigned<T>>(static_cast<unsigned long long>(a) operation static_cast<unsigned long long>(b))); \
    else                                                                                                              \
      return a operation b;                                                                                           \
  }
ROCM_BINDGEN_PTX_SUM(do_add, +)
ROCM_BINDGEN_PTX_SUM(do_sub, -)
ROCM_BINDGEN_PTX_SUM(do_mul_lo, *)
#undef ROCM_BINDGEN_PTX_SUM

#define ROCM_BINDGEN_PTX_BINARY(name, expression) \
  template <class T>                              \
  ROCM_BINDGEN_DEVICE inline T name(T a, T b) {   \
    return static_cast<T>(expression);            \
  }
ROCM_BINDGEN_PTX_BINARY(do_and, a& b)
ROCM_BINDGEN_PTX_BINARY(do_or, a | b)
ROCM_BINDGEN_PTX_BINARY(do_xor, a ^ b)
ROCM_BINDGEN_PTX_BINARY(do_rem, a % b)
ROCM_BINDGEN_PTX_BINARY(do_div, a / b)
// If one operand is a NaN, the result is the other operand.
ROCM_BINDGEN_PTX_BINARY(do_min, a < b || b != b ? a : b)
ROCM_BINDGEN_PTX_BINARY(do_max, b < a || b != b ? a : b)
ROCM_BINDGEN_PTX_BINARY(do_mul, do_mul_lo(a, b))
#undef ROCM_BINDGEN_PTX_BINARY

#define ROCM_BINDGEN_PTX_UNARY(name, expression) \
  template <class T>                             \
  ROCM_BINDGEN_DEVICE inline T name(T a) {       \
    return static_cast<T>(expression);           \
  }
ROCM_BINDGEN_PTX_UNARY(do_not, ~a)
ROCM_BINDGEN_PTX_UNARY(do_cnot, a == 0 ? 1 : 0)
ROCM_BINDGEN_PTX_UNARY(do_brev, __brevll(static_cast<Unsigned<T>>(a)) >> (64 - kBitsOf<T>))
ROCM_BINDGEN_PTX_UNARY(do_rcp, T(1) / a)
#undef ROCM_BINDGEN_PTX_UNARY
ROCM_BINDGEN_DEVICE inline bool do_not(bool a) {
  return !a;
}

template <class T>
ROCM_BINDGEN_DEVICE inline T do_neg(T a) {
  if constexpr (is_integer(static_cast<T*>(nullptr)))
    return do_sub(T(0), a);
  else
    return -a;
}
ROCM_BINDGEN_DEVICE inline float do_abs(float a) {
  return __builtin_fabsf(a);
}
ROCM_BINDGEN_DEVICE inline double do_abs(double a) {
  return __builtin_fabs(a);
}
template <class T>
ROCM_BINDGEN_DEVICE inline T do_abs(T a) {
  // Two halves or two bfloat16s: clears both signs.
  if constexpr (sizeof(T) == 4 && !is_integer(static_cast<T*>(nullptr)))
    return of<T>(of<unsigned>(a) & 0x7fff7fffu);
  else
    return a < 0 ? do_neg(a) : a;
}

template <class T>
ROCM_BINDGEN_DEVICE inline int do_popc(T a) {
  return __popcll(static_cast<Unsigned<T>>(a));
}
template <class T>
ROCM_BINDGEN_DEVICE inline int do_clz(T a) {
  return __clzll(static_cast<long long>(static_cast<Unsigned<T>>(a))) - static_cast<int>(64 - kBitsOf<T>);
}
/// The position of the highest bit that differs from the sign, or its distance from the highest position (`from_top`).
/// All ones if there is no such bit.
template <class T>
ROCM_BINDGEN_DEVICE inline unsigned do_bfind(T a, bool from_top) {
  const auto bits = static_cast<Unsigned<T>>(a < 0 ? ~a : a);
  const auto zeros = static_cast<unsigned>(do_clz(bits));
  if (zeros == kBitsOf<T>) return ~0u;
  return from_top ? zeros : kBitsOf<T> - 1 - zeros;
}

// Only the lowest eight bits of the position and length of a bit field are used.
template <class T>
ROCM_BINDGEN_DEVICE inline T do_bfe(T a, unsigned position, unsigned length) {
  position &= 0xffu;
  length &= 0xffu;
  if (length == 0) return 0;
  const unsigned width = kBitsOf<T>;
  const T shifted = position < width ? static_cast<T>(a >> position) : static_cast<T>(a < 0 ? -1 : 0);
  const unsigned unused = length < width ? width - length : 0;
  return static_cast<T>(static_cast<T>(static_cast<Unsigned<T>>(shifted) << unused) >> unused);
}
template <class T>
ROCM_BINDGEN_DEVICE inline T do_bfi(T field, T into, unsigned position, unsigned length) {
  position &= 0xffu;
  length &= 0xffu;
  if (length == 0 || position >= kBitsOf<T>) return into;
  const T ones = length < kBitsOf<T> ? (T(1) << length) - 1 : ~T(0);
  return static_cast<T>((into & ~(ones << position)) | (field & ones) << position);
}
template <class T>
ROCM_BINDGEN_DEVICE inline T do_shl(T a, unsigned distance) {
  return distance < kBitsOf<T> ? static_cast<T>(static_cast<Unsigned<T>>(a) << distance) : T(0);
}
template <class T>
ROCM_BINDGEN_DEVICE inline T do_shr(T a, unsigned distance) {
  return static_cast<T>(distance < kBitsOf<T> ? a >> distance : (a < 0 ? -1 : 0));
}

/// Each bit of the result is the bit of `table` whose index consists of the bits of a, b and c.
ROCM_BINDGEN_DEVICE inline unsigned do_lop3(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned result = 0;
  for (unsigned i = 0; i < 8; ++i)
    if ((table >> i & 1u) != 0)
      result |= ((i & 4u) != 0 ? a : ~a) & ((i & 2u) != 0 ? b : ~b) & ((i & 1u) != 0 ? c : ~c);
  return result;
}

template <class T>
struct Wider;
template <>
struct Wider<short> {
  using Type = int;
};
template <>
struct Wider<unsigned short> {
  using Type = unsigned;
};
template <>
struct Wider<int> {
  using Type = long long;
};
template <>
struct Wider<unsigned> {
  using Type = unsigned long long;
};
template <>
struct Wider<long long> {
  using Type = rocm_bindgen::detail::Signed128;
};
template <>
struct Wider<unsigned long long> {
  using Type = rocm_bindgen::detail::Unsigned128;
};
template <class T>
ROCM_BINDGEN_DEVICE inline typename Wider<T>::Type do_mul_wide(T a, T b) {
  return static_cast<typename Wider<T>::Type>(a) * static_cast<typename Wider<T>::Type>(b);
}
template <class T>
ROCM_BINDGEN_DEVICE inline T do_mul_hi(T a, T b) {
  return static_cast<T>(do_mul_wide(a, b) >> kBitsOf<T>);
}
// The number in bits 0 to 23, sign-extended or zero-extended according to T, as mul24 requires.
template <class T>
ROCM_BINDGEN_DEVICE inline T low_24_bits(T a) {
  return static_cast<T>(static_cast<T>(static_cast<unsigned>(a) << 8u) >> 8u);
}
template <class T>
ROCM_BINDGEN_DEVICE inline T do_sad(T a, T b, T sum) {
  return do_add(sum, a < b ? do_sub(b, a) : do_sub(a, b));
}

// The carry is passed in and out as a bool. For differences it is the borrow.
template <class T, class Carry>
ROCM_BINDGEN_DEVICE inline T do_add_carry(T a, T b, bool carry, Carry&& out) {
  using U = Unsigned<T>;
  const U sum = static_cast<U>(a) + static_cast<U>(b), all = sum + static_cast<U>(carry);
  put(out, sum < static_cast<U>(a) || all < sum);
  return static_cast<T>(all);
}
template <class T, class Carry>
ROCM_BINDGEN_DEVICE inline T do_sub_carry(T a, T b, bool borrow, Carry&& out) {
  using U = Unsigned<T>;
  const U first = static_cast<U>(a), second = static_cast<U>(b);
  put(out, first < second || (first == second && borrow));
  return static_cast<T>(first - second - static_cast<U>(borrow));
}

// Comparisons. With a NaN, they are false, except is_nan and those whose name ends in u ("unordered"), which are true.
// For integers, lo, ls, hi and hs are the unsigned comparisons.
#define ROCM_BINDGEN_PTX_COMPARISON(name, type, expression)        \
  template <class T>                                               \
  ROCM_BINDGEN_DEVICE inline bool name(T x, T y) {                 \
    const auto a = static_cast<type>(x), b = static_cast<type>(y); \
    return expression;                                             \
  }
ROCM_BINDGEN_PTX_COMPARISON(is_eq, T, a == b)
ROCM_BINDGEN_PTX_COMPARISON(is_ne, T, a < b || b < a)
ROCM_BINDGEN_PTX_COMPARISON(is_lt, T, a < b)
ROCM_BINDGEN_PTX_COMPARISON(is_le, T, a <= b)
ROCM_BINDGEN_PTX_COMPARISON(is_gt, T, a > b)
ROCM_BINDGEN_PTX_COMPARISON(is_ge, T, a >= b)
ROCM_BINDGEN_PTX_COMPARISON(is_equ, T, !(a < b || b < a))
ROCM_BINDGEN_PTX_COMPARISON(is_neu, T, !(a == b))
ROCM_BINDGEN_PTX_COMPARISON(is_ltu, T, !(a >= b))
ROCM_BINDGEN_PTX_COMPARISON(is_leu, T, !(a > b))
ROCM_BINDGEN_PTX_COMPARISON(is_gtu, T, !(a <= b))
ROCM_BINDGEN_PTX_COMPARISON(is_geu, T, !(a < b))
ROCM_BINDGEN_PTX_COMPARISON(is_num, T, a == a && b == b)
ROCM_BINDGEN_PTX_COMPARISON(is_nan, T, a != a || b != b)
ROCM_BINDGEN_PTX_COMPARISON(is_lo, Unsigned<T>, a < b)
ROCM_BINDGEN_PTX_COMPARISON(is_ls, Unsigned<T>, a <= b)
ROCM_BINDGEN_PTX_COMPARISON(is_hi, Unsigned<T>, a > b)
ROCM_BINDGEN_PTX_COMPARISON(is_hs, Unsigned<T>, a >= b)
#undef ROCM_BINDGEN_PTX_COMPARISON

}  // namespace rocm_bindgen::ptx
