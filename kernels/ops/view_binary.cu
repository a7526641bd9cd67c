// The binary kernels for operands described by value: what ops launch.
#include "../common/binary_ops.cuh"
#include "../common/numeric.cuh"
#include "view.cuh"

#define VIEW_BINARY(NAME, T, OUT, OP)                                         \
  extern "C" __global__ void __launch_bounds__(kViewBlock)                    \
      view_##NAME(const View<3> view, OUT* out, const T* lhs, const T* rhs) { \
    const T* const in[] = {lhs, rhs};                                         \
    map_view(view, out, in, OP);                                              \
  }

#define VIEW_BINARIES(SUFFIX, T)                                  \
  VIEW_BINARY(badd_##SUFFIX, T, T, (Rounded<T, Add>{}))           \
  VIEW_BINARY(bsub_##SUFFIX, T, T, (Rounded<T, Subtract>{}))      \
  VIEW_BINARY(bmul_##SUFFIX, T, T, (Rounded<T, Multiply>{}))      \
  VIEW_BINARY(bdiv_##SUFFIX, T, T, (Rounded<T, Divide>{}))        \
  VIEW_BINARY(bmaximum_##SUFFIX, T, T, (Rounded<T, Maximum>{}))   \
  VIEW_BINARY(bminimum_##SUFFIX, T, T, (Rounded<T, Minimum>{}))   \
  VIEW_BINARY(eq_##SUFFIX, T, uint8_t, (Truth<T, Equal>{}))       \
  VIEW_BINARY(ne_##SUFFIX, T, uint8_t, (Truth<T, NotEqual>{}))    \
  VIEW_BINARY(lt_##SUFFIX, T, uint8_t, (Truth<T, Less>{}))        \
  VIEW_BINARY(le_##SUFFIX, T, uint8_t, (Truth<T, LessOrEqual>{})) \
  VIEW_BINARY(gt_##SUFFIX, T, uint8_t, (Truth<T, Greater>{}))     \
  VIEW_BINARY(ge_##SUFFIX, T, uint8_t, (Truth<T, GreaterOrEqual>{}))

VIEW_BINARIES(bf16, __nv_bfloat16)
VIEW_BINARIES(f16, __half)
VIEW_BINARIES(f32, float)
VIEW_BINARIES(f64, double)
VIEW_BINARIES(u8, uint8_t)
VIEW_BINARIES(u32, uint32_t)
VIEW_BINARIES(i16, int16_t)
VIEW_BINARIES(i32, int32_t)
VIEW_BINARIES(i64, int64_t)
VIEW_BINARIES(f8e4m3, __nv_fp8_e4m3)
