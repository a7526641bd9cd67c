// x * mul + add, for the affine kernels of affine.cu and view_unary.cu. For floats, this is a fused multiply-add,
// rounded once to the compute type; integers wrap.
#pragma once

#include "numeric.cuh"
#include "precise_math.cuh"

template <class T>
struct Affine {
  static constexpr int kMaxCopies = CopiesOfConversion<T>::value;  // of operator() in an unrolled loop (numeric.cuh)
  using Compute = ComputeOf<T>;
  Compute mul;
  Compute add;

  __device__ __forceinline__ Affine(Compute m, Compute a) : mul(m), add(a) {}

  __device__ __forceinline__ T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      using Wrapping = WrappingOf<T>;
      return static_cast<T>(static_cast<Wrapping>(x) * static_cast<Wrapping>(mul) + static_cast<Wrapping>(add));
    } else {
      return Numeric<T>::narrow(precise::fma(Numeric<T>::widen(x), mul, add));
    }
  }
};
