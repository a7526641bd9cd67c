// Defines the type in which an element is computed, and how the result is rounded back: once, to nearest, ties to even.
// Used by all kernels that compute with elements.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
#include <stdint.h>
#include <type_traits>

template <class T>
struct Numeric {
  using Compute = T;
  __device__ __forceinline__ static T widen(T x) { return x; }
  __device__ __forceinline__ static T narrow(T x) { return x; }
};

template <>
struct Numeric<__half> {
  using Compute = float;
  __device__ __forceinline__ static float widen(__half x) { return __half2float(x); }
  __device__ __forceinline__ static __half narrow(float x) { return __float2half_rn(x); }
};

template <>
struct Numeric<__nv_bfloat16> {
  using Compute = float;
  __device__ __forceinline__ static float widen(__nv_bfloat16 x) { return __bfloat162float(x); }
  __device__ __forceinline__ static __nv_bfloat16 narrow(float x) { return __float2bfloat16_rn(x); }
};

// The constructor of e4m3 clamps: values beyond the largest, infinities included, become +-448. NaN stays NaN.
template <>
struct Numeric<__nv_fp8_e4m3> {
  using Compute = float;
  __device__ __forceinline__ static float widen(__nv_fp8_e4m3 x) { return static_cast<float>(x); }
  __device__ __forceinline__ static __nv_fp8_e4m3 narrow(float x) { return __nv_fp8_e4m3(x); }
};

template <class T>
using ComputeOf = typename Numeric<T>::Compute;

// Returns the value as it was computed. If a quotient or root of widened halves is narrowed again, LLVM computes it in
// half instead, through an approximate reciprocal, and some results are neighbours of the correctly rounded ones. The
// empty asm statement prevents this. Sums and products do not need it: in half, they are rounded correctly.
template <class C>
__device__ __forceinline__ C keep_precision(C x) {
#ifdef __AMDGCN__
  if constexpr (std::is_same_v<C, float>) asm("" : "+v"(x));
#endif
  return x;
}

// Integer arithmetic wraps. It uses an unsigned type of at least 32 bits, for which C++ defines this.
template <class Int>
using WrappingOf = std::conditional_t<sizeof(Int) == 8, uint64_t, uint32_t>;

// The number of copies of an operation's code that an unrolled loop may contain. Fewer copies of a long operation make
// a kernel smaller and faster to compile; they cost little time, because the arithmetic takes longer than the loop
// around it. If the hardware has no conversion of e4m3, its code is long, too. No pack has more than kCopiesOfShort
// elements, so this number is no limit. kCopiesOfLong is the number of elements in a pack of floats.
constexpr int kCopiesOfShort = 16;
constexpr int kCopiesOfLong = 4;

template <class... Elements>
struct CopiesOfConversion {
  static constexpr int value = (std::is_same_v<Elements, __nv_fp8_e4m3> || ...) ? kCopiesOfLong : kCopiesOfShort;
};

struct ShortOperation {
  // Whether the operation has approximate(), for results that are rounded to 16 bits or fewer.
  static constexpr bool kHasApproximation = false;
  template <class T>
  static constexpr int kCopiesFor = CopiesOfConversion<T>::value;
};
struct LongOperation {
  static constexpr bool kHasApproximation = false;
  // Functions of double are longer than those of float.
  template <class T>
  static constexpr int kCopiesFor = sizeof(T) == 8 ? 1 : kCopiesOfLong;
};

// Turns F, which computes in the compute type, into an operation on the element type.
template <class T, class F>
struct Rounded {
  static constexpr int kMaxCopies = F::template kCopiesFor<T>;
  F f;

  __device__ __forceinline__ T operator()(T x) const {
    if constexpr (F::kHasApproximation && sizeof(T) <= 2)
      return Numeric<T>::narrow(f.template approximate<T>(Numeric<T>::widen(x)));
    return Numeric<T>::narrow(f(Numeric<T>::widen(x)));
  }
  __device__ __forceinline__ T operator()(T x, T y) const {
    return Numeric<T>::narrow(f(Numeric<T>::widen(x), Numeric<T>::widen(y)));
  }
};
