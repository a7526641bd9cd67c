// The operations of the unary kernels, on float or double. kMaxCopies limits how many copies of an operation's code an
// unrolled loop may contain; ShortOperation and LongOperation derive it (numeric.cuh).
#pragma once

#include "numeric.cuh"
#include "pack.cuh"
#include "precise_math.cuh"

// Copies the bits of x, so that the payload of a NaN is preserved.
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
// Halfway cases are rounded away from zero.
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

// Computes 1 / (1 + e^-z). Only e^-|z| is used, so that nothing overflows.
template <class C>
__device__ __forceinline__ C sigmoid(C z) {
  const C e = precise::exp(-precise::abs(z));
  return (z < 0 ? e : C{1}) / (C{1} + e);
}

// Functions that a GPU computes in one instruction each, with a precision of more than 16 bits. They support neither
// subnormal operands nor subnormal results.
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

// The factor by which 1 + 2^u is scaled, so that its reciprocal is still a normal number for the smallest results that
// a T can represent. Only bf16, which represents numbers as small as those of a float, needs a factor other than 1. The
// factor is 2^-kLog2. For bf16, kLog2 must be at least 8, because its smallest number is 2^-133 and the smallest normal
// float is 2^-126. It must not be so large that 2^(u - kLog2) is flushed to 0 while it
// still affects the sum.
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

// Computes 1 / (1 + 2^u).
template <class T>
__device__ __forceinline__ float approximate_logistic(float u) {
  using Scale = ApproximateScale<T>;
  return approximate_reciprocal(approximate_exp2(u - Scale::kLog2) + Scale::kFactor) * Scale::kFactor;
}
// Computes x * weight. An x of -inf is replaced by the lowest finite number, so that a weight of 0 gives the limit, 0,
// instead of NaN. If x is NaN, fmaxf() drops it, but the weight is NaN too, and the result is NaN.
__device__ __forceinline__ float approximate_weighted(float x, float weight) {
  return fmaxf(x, -0x1.fffffep127f) * weight;
}
constexpr float kLog2E = 1.44269504f;

// Computes x * weight. For a weight of 0 the result is the limit of a vanishing factor: 0 with the sign of x, even if x
// is infinite.
template <class C>
__device__ __forceinline__ C weighted(C x, C weight) {
  return weight == 0 ? precise::copysign(C{0}, x) : x * weight;
}

// Long functions that have a short approximation.
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
// Computes 0.5 x (1 + tanh(k (x + 0.044715 x^3))) with k = sqrt(2/pi). It uses (1 + tanh(u)) / 2 = sigmoid(2u), which
// needs no tanh and loses no digits if tanh(u) is near -1.
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
    // The factors of x and x^3 in -twice_argument(x) * log2(e).
    constexpr float kLinear = static_cast<float>(-kTwiceK * 1.4426950408889634);
    constexpr float kCubed = static_cast<float>(-kTwiceK * 1.4426950408889634 * kCubic);
    return approximate_weighted(x, approximate_logistic<T>(x * (kCubed * (x * x) + kLinear)));
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
