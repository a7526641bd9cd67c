// The arithmetic, functions and conversions of cuda_bf16.h.
#include <cuda_bf16.h>

#include "math.cuh"

extern "C" __global__ void bf16_arithmetic(unsigned count, const __nv_bfloat16* left, const __nv_bfloat16* right,
                                           const __nv_bfloat16* third, __nv_bfloat16* out) {
  if (Columns<__nv_bfloat16>::thread() >= count) return;
  const unsigned i = Columns<__nv_bfloat16>::thread();
  const __nv_bfloat16 a = left[i], b = right[i], c = third[i];
  Columns<__nv_bfloat16> columns(out, count);
  columns.put(__hadd(a, b), __hsub(a, b), __hmul(a, b), __hdiv(a, b), __hfma(a, b, c), __hneg(a), __habs(a));
  columns.put(__hmax(a, b), __hmin(a, b));
}

extern "C" __global__ void bf162_arithmetic(unsigned count, const __nv_bfloat162* left, const __nv_bfloat162* right,
                                            const __nv_bfloat162* third, __nv_bfloat162* out) {
  if (Columns<__nv_bfloat162>::thread() >= count) return;
  const unsigned i = Columns<__nv_bfloat162>::thread();
  const __nv_bfloat162 a = left[i], b = right[i], c = third[i];
  Columns<__nv_bfloat162> columns(out, count);
  columns.put(__hadd2(a, b), __hsub2(a, b), __hmul2(a, b), __hfma2(a, b, c));
}

extern "C" __global__ void bf16_functions(unsigned count, const __nv_bfloat16* in, __nv_bfloat16* out) {
  if (Columns<__nv_bfloat16>::thread() >= count) return;
  const __nv_bfloat16 x = in[Columns<__nv_bfloat16>::thread()];
  Columns<__nv_bfloat16> columns(out, count);
  columns.put(hexp(x), hlog(x), hsin(x), hcos(x), hsqrt(x), hrsqrt(x), hrcp(x));
  columns.put(hfloor(x), hceil(x), hrint(x), htrunc(x));
}

extern "C" __global__ void bf16_conversions(unsigned count, const float* floats, const int* integers,
                                            const long long* longs, __nv_bfloat16* out, int* back) {
  if (Columns<__nv_bfloat16>::thread() >= count) return;
  const unsigned i = Columns<__nv_bfloat16>::thread();
  Columns<__nv_bfloat16> columns(out, count);
  columns.put(__float2bfloat16_rn(floats[i]), __float2bfloat16_rz(floats[i]), __int2bfloat16_rn(integers[i]));
  columns.put(__uint2bfloat16_rn(integers[i]), __ll2bfloat16_rn(longs[i]), __ull2bfloat16_rn(longs[i]));
  back[i] = __bfloat162int_rz(__float2bfloat16_rn(floats[i]));
}
