// The operations of the unary kernels, on float or double.
#pragma once

#include "numeric.cuh"
#include "pack.cuh"
#include "precise_math.cuh"

// Bits, not a value: NaN payloads survive.
struct Same {
  static constexpr int kCopies = kCopiesOfShort;
  template <class T>
  __device__ __forceinline__ T operator()(T x) const {
    return x;
  }
};

struct Negate : Short {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return -x;
  }
};
struct Reciprocal : Short {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return as_computed(C{1} / x);
  }
};
struct Exp : Long {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::exp(x);
  }
};
struct Log : Long {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::log(x);
  }
};
struct Sin : Long {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::sin(x);
  }
};
struct Cos : Long {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::cos(x);
  }
};
struct Tanh : Long {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::tanh(x);
  }
};
struct Erf : Long {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::erf(x);
  }
};
struct Ceil : Short {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::ceil(x);
  }
};
struct Floor : Short {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::floor(x);
  }
};
// Halves go away from zero.
struct Round : Short {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::round(x);
  }
};
struct NormCdf : Long {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::normcdf(x);
  }
};
struct Abs : Short {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return precise::abs(x);
  }
};
struct Square : Short {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return x * x;
  }
};
struct Sqrt : Long {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return as_computed(precise::sqrt(x));
  }
};
struct Relu : Short {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return x > 0 || x != x ? x : C{0};
  }
};
struct Sign : Short {
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

// The same to more than 16 bits, with what NVIDIA's GPUs compute in one instruction each. Those of AMD lose results
// that are no normal numbers.
__device__ __forceinline__ float rough_sigmoid(float z) {
#if defined(__CUDA_ARCH__) && !defined(__AMDGCN__)
  const float e = __expf(-fabsf(z));
  return __fdividef(z < 0 ? e : 1.0f, 1.0f + e);
#else
  return sigmoid(z);
#endif
}

// x * weight, where a weight of 0 is the limit that a vanishing factor has: 0 with x's sign, also for an infinite x.
template <class C>
__device__ __forceinline__ C weighted(C x, C weight) {
  return weight == 0 ? precise::copysign(C{0}, x) : x * weight;
}

struct Sigmoid : Long {
  static constexpr bool kHasRough = true;
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return sigmoid(x);
  }
  __device__ __forceinline__ float rough(float x) const { return rough_sigmoid(x); }
};
struct Silu : Long {
  static constexpr bool kHasRough = true;
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return weighted(x, sigmoid(x));
  }
  __device__ __forceinline__ float rough(float x) const { return weighted(x, rough_sigmoid(x)); }
};
// 0.5 x (1 + tanh(k (x + 0.044715 x^3))) with k = sqrt(2/pi). As (1 + tanh(u)) / 2 = sigmoid(2u) it needs no tanh and
// loses no digits where tanh(u) is near -1.
struct Gelu : Long {
  static constexpr bool kHasRough = true;
  template <class C>
  __device__ __forceinline__ static C twice_argument(C x) {
    constexpr C kTwiceK = C(1.5957691216057308);
    constexpr C kCubic = C(0.044715);
    return kTwiceK * (x + kCubic * x * x * x);
  }
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return weighted(x, sigmoid(twice_argument(x)));
  }
  __device__ __forceinline__ float rough(float x) const { return weighted(x, rough_sigmoid(twice_argument(x))); }
};
struct GeluErf : Long {
  template <class C>
  __device__ __forceinline__ C operator()(C x) const {
    return weighted(x, precise::normcdf(x));
  }
};

template <class Compute>
struct Elu : Long {
  Compute alpha;
  __device__ __forceinline__ Elu(Compute a) : alpha(a) {}
  __device__ __forceinline__ Compute operator()(Compute x) const { return x > 0 ? x : alpha * precise::expm1(x); }
};
template <class Compute>
struct Power : Long {
  Compute exponent;
  __device__ __forceinline__ Power(Compute e) : exponent(e) {}
  __device__ __forceinline__ Compute operator()(Compute x) const { return precise::pow(x, exponent); }
};
