// CUDA's bfloat16 (cuda_bf16.h): the type, its conversions, operators and functions. Arithmetic is done in float and
// rounded once, to nearest even.
//
// A HIP whose headers declare __nv_bfloat16 themselves: define ROCM_BINDGEN_SYSTEM_BF16 and this header steps aside.
#pragma once

#if !defined(ROCM_BINDGEN_SYSTEM_BF16)

#include <math.h>

#include "rocm_bindgen/narrow_float.hpp"

#if defined(__HIP__)
#include <hip/hip_fp16.h>
#endif

struct __nv_bfloat16_raw {
  unsigned short x;
};

struct __nv_bfloat162_raw {
  unsigned short x;
  unsigned short y;
};

namespace rocm_bindgen::detail {

ROCM_BINDGEN_HOST_DEVICE inline unsigned short bf16_bits(float value) {
  const uint32_t bits = bits_as<uint32_t>(value);
  // A NaN is made quiet and keeps its sign; rounding could carry its payload into an infinity.
  constexpr uint32_t kQuiet = 0x0040u;
  if ((bits & kFloatMagnitude) > kFloatInfinity) return static_cast<unsigned short>((bits >> 16u) | kQuiet);
  const uint32_t odd = (bits >> 16u) & 1u;
  return static_cast<unsigned short>((bits + 0x7fffu + odd) >> 16u);
}

ROCM_BINDGEN_HOST_DEVICE inline unsigned short bf16_bits_toward_zero(float value) {
  const uint32_t bits = bits_as<uint32_t>(value);
  const bool nan = (bits & kFloatMagnitude) > kFloatInfinity;
  return nan ? bf16_bits(value) : static_cast<unsigned short>(bits >> 16u);
}

ROCM_BINDGEN_HOST_DEVICE inline float bf16_value(unsigned short bits) {
  return bits_as<float>(static_cast<uint32_t>(bits) << 16u);
}

}  // namespace rocm_bindgen::detail

struct alignas(2) __nv_bfloat16 {
  unsigned short __x;

  __nv_bfloat16() = default;
  ROCM_BINDGEN_HOST_DEVICE constexpr __nv_bfloat16(const __nv_bfloat16_raw& raw) : __x(raw.x) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(float value) : __x(rocm_bindgen::detail::bf16_bits(value)) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(double value)
      : __x(rocm_bindgen::detail::bf16_bits(rocm_bindgen::detail::round_to_odd(value))) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(short value) : __nv_bfloat16(static_cast<float>(value)) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(unsigned short value) : __nv_bfloat16(static_cast<float>(value)) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(int value) : __nv_bfloat16(static_cast<long long>(value)) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(unsigned int value)
      : __nv_bfloat16(rocm_bindgen::detail::round_to_odd(static_cast<uint32_t>(value))) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(long value) : __nv_bfloat16(static_cast<long long>(value)) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(unsigned long value) : __nv_bfloat16(static_cast<unsigned long long>(value)) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(long long value)
      : __nv_bfloat16(rocm_bindgen::detail::round_to_odd(static_cast<int64_t>(value))) {}
  ROCM_BINDGEN_HOST_DEVICE __nv_bfloat16(unsigned long long value)
      : __nv_bfloat16(rocm_bindgen::detail::round_to_odd(static_cast<uint64_t>(value))) {}

  ROCM_BINDGEN_HOST_DEVICE operator float() const { return rocm_bindgen::detail::bf16_value(__x); }
  ROCM_BINDGEN_HOST_DEVICE operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{__x}; }
  // True unless zero of either sign; a NaN is true.
  ROCM_BINDGEN_HOST_DEVICE explicit constexpr operator bool() const { return (__x & 0x7fffu) != 0; }
  ROCM_BINDGEN_HOST_DEVICE explicit operator double() const { return static_cast<double>(value()); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator char() const { return saturated<char>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator signed char() const { return saturated<signed char>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned char() const { return saturated<unsigned char>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator short() const { return saturated<short>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned short() const { return saturated<unsigned short>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator int() const { return saturated<int>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned int() const { return saturated<unsigned int>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator long() const { return saturated<long>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned long() const { return saturated<unsigned long>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator long long() const { return saturated<long long>(); }
  ROCM_BINDGEN_HOST_DEVICE explicit operator unsigned long long() const { return saturated<unsigned long long>(); }

#if defined(__HIP__)
  ROCM_BINDGEN_HOST_DEVICE explicit __nv_bfloat16(__half value)
      : __nv_bfloat16(static_cast<float>(static_cast<__half_raw>(value).data)) {}
  ROCM_BINDGEN_HOST_DEVICE explicit operator __half() const { return __half_raw{static_cast<_Float16>(value())}; }
#endif

 private:
  ROCM_BINDGEN_HOST_DEVICE float value() const { return rocm_bindgen::detail::bf16_value(__x); }
  template <class Int>
  ROCM_BINDGEN_HOST_DEVICE Int saturated() const {
    return rocm_bindgen::detail::saturate_to<Int>(value());
  }
};

struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x;
  __nv_bfloat16 y;

  __nv_bfloat162() = default;
  ROCM_BINDGEN_HOST_DEVICE constexpr __nv_bfloat162(const __nv_bfloat16& low, const __nv_bfloat16& high)
      : x(low), y(high) {}
  ROCM_BINDGEN_HOST_DEVICE constexpr __nv_bfloat162(const __nv_bfloat162_raw& raw)
      : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
};

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

static_assert(sizeof(__nv_bfloat16) == 2 && alignof(__nv_bfloat16) == 2, "bfloat16 is two bytes in memory");
static_assert(sizeof(__nv_bfloat162) == 4 && alignof(__nv_bfloat162) == 4, "a pair is one 32-bit word in memory");

ROCM_BINDGEN_HOST_DEVICE inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) {
  return a.__x;
}
ROCM_BINDGEN_HOST_DEVICE inline short __bfloat16_as_short(__nv_bfloat16 a) {
  return static_cast<short>(a.__x);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  return __nv_bfloat16_raw{bits};
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __short_as_bfloat16(short bits) {
  return __nv_bfloat16_raw{static_cast<unsigned short>(bits)};
}

ROCM_BINDGEN_HOST_DEVICE inline float __bfloat162float(__nv_bfloat16 a) {
  return static_cast<float>(a);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __float2bfloat16(float a) {
  return __nv_bfloat16(a);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __float2bfloat16_rn(float a) {
  return __nv_bfloat16(a);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __float2bfloat16_rz(float a) {
  return __nv_bfloat16_raw{rocm_bindgen::detail::bf16_bits_toward_zero(a)};
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __double2bfloat16(double a) {
  return __nv_bfloat16(a);
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __short2bfloat16_rn(short a) {
  return __nv_bfloat16(a);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a) {
  return __nv_bfloat16(a);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __int2bfloat16_rn(int a) {
  return __nv_bfloat16(a);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __uint2bfloat16_rn(unsigned int a) {
  return __nv_bfloat16(a);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __ll2bfloat16_rn(long long a) {
  return __nv_bfloat16(a);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a) {
  return __nv_bfloat16(a);
}

ROCM_BINDGEN_HOST_DEVICE inline signed char __bfloat162char_rz(__nv_bfloat16 a) {
  return static_cast<signed char>(a);
}
ROCM_BINDGEN_HOST_DEVICE inline unsigned char __bfloat162uchar_rz(__nv_bfloat16 a) {
  return static_cast<unsigned char>(a);
}
ROCM_BINDGEN_HOST_DEVICE inline short __bfloat162short_rz(__nv_bfloat16 a) {
  return static_cast<short>(a);
}
ROCM_BINDGEN_HOST_DEVICE inline unsigned short __bfloat162ushort_rz(__nv_bfloat16 a) {
  return static_cast<unsigned short>(a);
}
ROCM_BINDGEN_HOST_DEVICE inline int __bfloat162int_rz(__nv_bfloat16 a) {
  return static_cast<int>(a);
}
ROCM_BINDGEN_HOST_DEVICE inline unsigned int __bfloat162uint_rz(__nv_bfloat16 a) {
  return static_cast<unsigned int>(a);
}
ROCM_BINDGEN_HOST_DEVICE inline long long __bfloat162ll_rz(__nv_bfloat16 a) {
  return static_cast<long long>(a);
}
ROCM_BINDGEN_HOST_DEVICE inline unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) {
  return static_cast<unsigned long long>(a);
}
// Round to nearest even first, then clamp: every bfloat16 that has a fraction fits in an int.
ROCM_BINDGEN_HOST_DEVICE inline int __bfloat162int_rn(__nv_bfloat16 a) {
  return rocm_bindgen::detail::saturate_to<int>(rintf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline unsigned int __bfloat162uint_rn(__nv_bfloat16 a) {
  return rocm_bindgen::detail::saturate_to<unsigned int>(rintf(static_cast<float>(a)));
}

ROCM_BINDGEN_HOST_DEVICE inline bool __hisnan(__nv_bfloat16 a) {
  return (a.__x & 0x7fffu) > 0x7f80u;
}
// CUDA's answer has a sign: 1 for +inf, -1 for -inf, else 0.
ROCM_BINDGEN_HOST_DEVICE inline int __hisinf(__nv_bfloat16 a) {
  return a.__x == 0x7f80u ? 1 : a.__x == 0xff80u ? -1 : 0;
}

// The sign is a bit: these work on NaN, too.
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hneg(__nv_bfloat16 a) {
  return __nv_bfloat16_raw{static_cast<unsigned short>(a.__x ^ 0x8000u)};
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __habs(__nv_bfloat16 a) {
  return __nv_bfloat16_raw{static_cast<unsigned short>(a.__x & 0x7fffu)};
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16(static_cast<float>(a) + static_cast<float>(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16(static_cast<float>(a) - static_cast<float>(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16(static_cast<float>(a) * static_cast<float>(b));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16(static_cast<float>(a) / static_cast<float>(b));
}
// One rounding: the product is exact in double, and what the double sum loses is folded into its last bit.
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const double addend = static_cast<double>(c);
  return __nv_bfloat16(rocm_bindgen::detail::add_to_odd(product, addend));
}

ROCM_BINDGEN_HOST_DEVICE inline bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) == static_cast<float>(b);
}
// CUDA's ordered form: false if either is NaN, unlike operator!=.
ROCM_BINDGEN_HOST_DEVICE inline bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) < static_cast<float>(b) || static_cast<float>(a) > static_cast<float>(b);
}
ROCM_BINDGEN_HOST_DEVICE inline bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) < static_cast<float>(b);
}
ROCM_BINDGEN_HOST_DEVICE inline bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) <= static_cast<float>(b);
}
ROCM_BINDGEN_HOST_DEVICE inline bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) > static_cast<float>(b);
}
ROCM_BINDGEN_HOST_DEVICE inline bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) {
  return static_cast<float>(a) >= static_cast<float>(b);
}

namespace rocm_bindgen::detail {

constexpr __nv_bfloat16_raw kBf16Nan{0x7fff};

// An order on the bits of non-NaN values in which -0 < +0, as CUDA's min and max have it.
ROCM_BINDGEN_HOST_DEVICE inline int bf16_order(__nv_bfloat16 a) {
  const int magnitude = static_cast<int>(a.__x & 0x7fffu);
  return (a.__x & 0x8000u) != 0 ? -1 - magnitude : magnitude;
}

}  // namespace rocm_bindgen::detail

// A NaN is dropped in favour of the other operand; two give the canonical one.
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  if (__hisnan(a)) return __hisnan(b) ? __nv_bfloat16(rocm_bindgen::detail::kBf16Nan) : b;
  if (__hisnan(b)) return a;
  return rocm_bindgen::detail::bf16_order(a) > rocm_bindgen::detail::bf16_order(b) ? a : b;
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  if (__hisnan(a)) return __hisnan(b) ? __nv_bfloat16(rocm_bindgen::detail::kBf16Nan) : b;
  if (__hisnan(b)) return a;
  return rocm_bindgen::detail::bf16_order(a) < rocm_bindgen::detail::bf16_order(b) ? a : b;
}
// A NaN wins.
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) || __hisnan(b) ? __nv_bfloat16(rocm_bindgen::detail::kBf16Nan) : __hmax(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __hisnan(a) || __hisnan(b) ? __nv_bfloat16(rocm_bindgen::detail::kBf16Nan) : __hmin(a, b);
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hexp(__nv_bfloat16 a) {
  return __nv_bfloat16(expf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hlog(__nv_bfloat16 a) {
  return __nv_bfloat16(logf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hsin(__nv_bfloat16 a) {
  return __nv_bfloat16(sinf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hcos(__nv_bfloat16 a) {
  return __nv_bfloat16(cosf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hsqrt(__nv_bfloat16 a) {
  return __nv_bfloat16(sqrtf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hrsqrt(__nv_bfloat16 a) {
  return __nv_bfloat16(1.0f / sqrtf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hrcp(__nv_bfloat16 a) {
  return __nv_bfloat16(1.0f / static_cast<float>(a));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hceil(__nv_bfloat16 a) {
  return __nv_bfloat16(ceilf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hfloor(__nv_bfloat16 a) {
  return __nv_bfloat16(floorf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 hrint(__nv_bfloat16 a) {
  return __nv_bfloat16(rintf(static_cast<float>(a)));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 htrunc(__nv_bfloat16 a) {
  return __nv_bfloat16(truncf(static_cast<float>(a)));
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 operator+(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __hadd(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 operator-(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __hsub(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 operator*(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __hmul(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 operator/(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __hdiv(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16& operator+=(__nv_bfloat16& a, const __nv_bfloat16& b) {
  return a = a + b;
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16& operator-=(__nv_bfloat16& a, const __nv_bfloat16& b) {
  return a = a - b;
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16& operator*=(__nv_bfloat16& a, const __nv_bfloat16& b) {
  return a = a * b;
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16& operator/=(__nv_bfloat16& a, const __nv_bfloat16& b) {
  return a = a / b;
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16& operator++(__nv_bfloat16& a) {
  return a = __hadd(a, __nv_bfloat16(1.0f));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16& operator--(__nv_bfloat16& a) {
  return a = __hsub(a, __nv_bfloat16(1.0f));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 operator++(__nv_bfloat16& a, int) {
  const __nv_bfloat16 before = a;
  ++a;
  return before;
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 operator--(__nv_bfloat16& a, int) {
  const __nv_bfloat16 before = a;
  --a;
  return before;
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 operator+(const __nv_bfloat16& a) {
  return a;
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 operator-(const __nv_bfloat16& a) {
  return __hneg(a);
}
ROCM_BINDGEN_HOST_DEVICE inline bool operator==(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __heq(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline bool operator!=(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return !__heq(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline bool operator<(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __hlt(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline bool operator<=(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __hle(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline bool operator>(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __hgt(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline bool operator>=(const __nv_bfloat16& a, const __nv_bfloat16& b) {
  return __hge(a, b);
}

ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
  return __nv_bfloat162(low, high);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 both) {
  return __nv_bfloat162(both, both);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __float2bfloat162_rn(float both) {
  return __bfloat162bfloat162(__nv_bfloat16(both));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __floats2bfloat162_rn(float low, float high) {
  return __nv_bfloat162(__nv_bfloat16(low), __nv_bfloat16(high));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) {
  return a.x;
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) {
  return a.y;
}
ROCM_BINDGEN_HOST_DEVICE inline float __low2float(__nv_bfloat162 a) {
  return static_cast<float>(a.x);
}
ROCM_BINDGEN_HOST_DEVICE inline float __high2float(__nv_bfloat162 a) {
  return static_cast<float>(a.y);
}
#if defined(__HIP__)
ROCM_BINDGEN_HOST_DEVICE inline float2 __bfloat1622float2(__nv_bfloat162 a) {
  return float2{static_cast<float>(a.x), static_cast<float>(a.y)};
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __floats2bfloat162_rn(a.x, a.y);
}
#endif

ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x + b.x, a.y + b.y);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x - b.x, a.y - b.y);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x * b.x, a.y * b.y);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x / b.x, a.y / b.y);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
  return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 __hneg2(__nv_bfloat162 a) {
  return __nv_bfloat162(__hneg(a.x), __hneg(a.y));
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 operator+(const __nv_bfloat162& a, const __nv_bfloat162& b) {
  return __hadd2(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 operator-(const __nv_bfloat162& a, const __nv_bfloat162& b) {
  return __hsub2(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 operator*(const __nv_bfloat162& a, const __nv_bfloat162& b) {
  return __hmul2(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 operator/(const __nv_bfloat162& a, const __nv_bfloat162& b) {
  return __h2div(a, b);
}
ROCM_BINDGEN_HOST_DEVICE inline __nv_bfloat162 operator-(const __nv_bfloat162& a) {
  return __hneg2(a);
}

#endif  // ROCM_BINDGEN_SYSTEM_BF16
