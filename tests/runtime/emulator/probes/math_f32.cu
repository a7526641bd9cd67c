// The C library in single precision, and the device's fast approximations of it.
#include "math_kernels.cuh"

MATH_KERNELS(float, f32)

extern "C" __global__ void fast_math(unsigned count, const float* in, float* out) {
  if (Columns<float>::thread() >= count) return;
  const float x = in[Columns<float>::thread()];
  Columns<float> columns(out, count);
  columns.put(__expf(x), __exp10f(x), __logf(x), __log2f(x), __log10f(x));
  columns.put(__sinf(x), __cosf(x), __fdividef(1.0f, x), __powf(x, 1.5f), __frsqrt_rn(x));
}
