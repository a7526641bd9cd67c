// The operations of the unary kernels, on float or double.
#pragma once

#include "numeric.cuh"
#include "pack.cuh"
#include "precise_math.cuh"

// Bits, not a value: NaN payloads survive.
struct Same {
  static constexpr int kMaxCopies = kCopiesOfShort;
  template <class T>
  __device__ __forceinline__ T operator()(T x) const {
    return x;
  }
};

struct Negate : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return -x;
  }
};
struct Reciprocal : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return keep_precision(C{1} / x);
  }
};
struct Exp : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::exp(x);
  }
};
struct Log : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::log(x);
  }
};
struct Sin : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::sin(x);
  }
};
struct Cos : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::cos(x);
  }
};
struct Tanh : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::tanh(x);
  }
};
struct Erf : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::erf(x);
  }
};
struct Ceil : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::ceil(x);
  }
};
struct Floor : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::floor(x);
  }
};
// Halves go away from zero.
struct Round : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::round(x);
  }
};
struct NormCdf : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::normcdf(x);
  }
};
struct Abs : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::abs(x);
  }
};
struct Square : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return x * x;
  }
};
struct Sqrt : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return keep_precision(precise::sqrt(x));
  }
};
struct Relu : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return x > 0 || x != x ? x : C{0};
  }
};
struct Sign : ShortOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return static_cast<C>((x > 0) - (x < 0));
  }
};

// 1 / (1 + e^-z), from e^-|z| so that nothing overflows.
template <class C>
__device__ __forceinline__ C sigmoid(C z) {
  const C e = precise::exp(-precise::abs(z));
  return (z < 0 ? e : C{1}) / (C{1} + e);
}

// What a GPU computes in one instruction each, to more than 16 bits; neither takes or gives numbers below the normal
// ones.
__device__ __forceinline__ float approximate_exp2(float x) {
#if defined(__AMDGCN__)
  return __builtin_amdgcn_exp2f(x);
#elif defined(__CUDA_ARCH__)
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return exp2f(x);
#endif
}
__device__ __forceinline__ float approximate_reciprocal(float x) {
#if defined(__AMDGCN__)
  return __builtin_amdgcn_rcpf(x);
#elif defined(__CUDA_ARCH__)
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return 1.0f / x;
#endif
}

// By what 1 + 2^u is scaled so that its reciprocal is still a normal number where a T can just hold it. A bf16 holds
// numbers as small as a float.
template <class T>
struct ApproximateScale {
  static constexpr float kLog2 = 0;
  static constexpr float kFactor = 1;
};
template <>
struct ApproximateScale<__nv_bfloat16> {
  static constexpr float kLog2 = 32;
  static constexpr float kFactor = 0x1p-32f;
};

// 1 / (1 + 2^u).
template <class T>
__device__ __forceinline__ float approximate_logistic(float u) {
  using Scale = ApproximateScale<T>;
  return approximate_reciprocal(approximate_exp2(u - Scale::kLog2) + Scale::kFactor) * Scale::kFactor;
}
// x * weight, where a weight of 0 has a limit also for x = -inf: the largest number takes its place. NaN comes of the
// weight.
__device__ __forceinline__ float approximate_weighted(float x, float weight) {
  return fmaxf(x, -0x1.fffffep127f) * weight;
}
constexpr float kLog2E = 1.44269504f;

// x * weight, where a weight of 0 is the limit that a vanishing factor has: 0 with x's sign, also for an infinite x.
template <class C>
__device__ __forceinline__ C weighted(C x, C weight) {
  return weight == 0 ? precise::copysign(C{0}, x) : x * weight;
}

// Long functions whose approximation is short.
struct ApproximatelyShort : LongOperation {
  static constexpr bool kHasApproximation = true;
  template <class T>
  static constexpr int kCopiesFor = sizeof(T) == 2 ? kCopiesOfShort : LongOperation::kCopiesFor<T>;
};

struct Sigmoid : ApproximatelyShort {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return sigmoid(x);
  }
  template <class T>
  __device__ __forceinline__ static float approximate(float x) {
    return approximate_logistic<T>(x * -kLog2E);
  }
};
struct Silu : ApproximatelyShort {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return weighted(x, sigmoid(x));
  }
  template <class T>
  __device__ __forceinline__ static float approximate(float x) {
    return approximate_weighted(x, Sigmoid::approximate<T>(x));
  }
};
// 0.5 x (1 + tanh(k (x + 0.044715 x^3))) with k = sqrt(2/pi). As (1 + tanh(u)) / 2 = sigmoid(2u) it needs no tanh and
// loses no digits where tanh(u) is near -1.
struct Gelu : ApproximatelyShort {
  static constexpr double kTwiceK = 1.5957691216057308;
  static constexpr double kCubic = 0.044715;
  template <class C>
  __device__ __forceinline__ static C twice_argument(C x) {
    return C(kTwiceK) * (x + C(kCubic) * x * x * x);
  }
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return weighted(x, sigmoid(twice_argument(x)));
  }
  template <class T>
  __device__ __forceinline__ static float approximate(float x) {
    constexpr float kLinear = static_cast<float>(-kTwiceK * 1.4426950408889634);
    constexpr float kThird = static_cast<float>(-kTwiceK * 1.4426950408889634 * kCubic);
    return approximate_weighted(x, approximate_logistic<T>(x * (kThird * (x * x) + kLinear)));
  }
};
struct GeluErf : LongOperation {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return weighted(x, precise::normcdf(x));
  }
};

template <class Compute>
struct Elu : LongOperation {
  Compute alpha;
  __device__ __forceinline__ Elu(Compute a) : alpha(a) {}
  __device__ __forceinline__ Compute operator()(Compute x) const { return x > 0 ? x : alpha * precise::expm1(x); }
};
template <class Compute>
struct Power : LongOperation {
  Compute exponent;
  __device__ __forceinline__ Power(Compute e) : exponent(e) {}
  __device__ __forceinline__ Compute operator()(Compute x) const { return precise::pow(x, exponent); }
};
