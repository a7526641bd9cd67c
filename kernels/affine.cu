// out = inp * mul + add in the element type. Floats: fused, rounded once to the compute type. Integers wrap.
#include "elementwise.cuh"
#include "numeric.cuh"
#include "precise_math.cuh"

template <class T>
struct Affine {
  static constexpr int kCopies = CopiesOfConversion<T>::value;
  using Compute = ComputeOf<T>;
  Compute mul;
  Compute add;

  __device__ __forceinline__ Affine(T m, T a) : mul(Numeric<T>::widen(m)), add(Numeric<T>::widen(a)) {}

  __device__ __forceinline__ T operator()(T x) const {
    if constexpr (std::is_integral_v<T>) {
      using Wrapping = WrappingOf<T>;
      return static_cast<T>(static_cast<Wrapping>(x) * static_cast<Wrapping>(mul) + static_cast<Wrapping>(add));
    } else {
      return Numeric<T>::narrow(precise::fma(Numeric<T>::widen(x), mul, add));
    }
  }
};

#define AFFINE(SUFFIX, T)                                                                                              \
  extern "C" __global__ void __launch_bounds__(kMaxBlockThreads) affine_##SUFFIX(                                      \
      const size_t numel, const size_t num_dims, const size_t* info, const T* inp, T* out, const T mul, const T add) { \
    map_in_place_or_from(numel, num_dims, info, inp, out, Affine<T>(mul, add));                                        \
  }

AFFINE(bf16, __nv_bfloat16)
AFFINE(f16, __half)
AFFINE(f32, float)
AFFINE(f64, double)
AFFINE(u8, uint8_t)
AFFINE(u32, uint32_t)
AFFINE(i16, int16_t)
AFFINE(i32, int32_t)
AFFINE(i64, int64_t)
AFFINE(f8_e4m3, __nv_fp8_e4m3)
AFFINE(f8e4m3, __nv_fp8_e4m3)
