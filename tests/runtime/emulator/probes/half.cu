// Half precision: single values, pairs, and the functions and conversions of cuda_fp16.h.
#include "math.cuh"

extern "C" __global__ void half_arithmetic(unsigned count, const __half* left, const __half* right, const __half* third,
                                           __half* out) {
  if (Columns<__half>::thread() >= count) return;
  const __half a = left[Columns<__half>::thread()], b = right[Columns<__half>::thread()];
  const __half c = third[Columns<__half>::thread()];
  Columns<__half> columns(out, count);
  columns.put(__hadd(a, b), __hsub(a, b), __hmul(a, b), __hdiv(a, b), __hfma(a, b, c), __hneg(a), __habs(a));
  columns.put(__hadd_sat(a, b), __hsub_sat(a, b), __hmul_sat(a, b), __hfma_sat(a, b, c));
}

// One bit per comparison. All are false if an operand is a NaN.
extern "C" __global__ void half_comparisons(unsigned count, const __half* left, const __half* right, unsigned* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const __half a = left[i], b = right[i];
  const __half2 aa = __halves2half2(a, b), bb = __halves2half2(b, b);
  out[i] = __heq(a, b) | __hlt(a, b) << 1 | __hle(a, b) << 2 | __hgt(a, b) << 3 | __hge(a, b) << 4 |
           __hbeq2(aa, bb) << 5 | __hblt2(aa, bb) << 6 | __hbge2(aa, bb) << 7 | (__hisnan(a) ? 1u : 0u) << 8 |
           (__hisinf(a) != 0 ? 1u : 0u) << 9;
}

extern "C" __global__ void half2_arithmetic(unsigned count, const __half2* left, const __half2* right,
                                            const __half2* third, __half2* out) {
  if (Columns<__half2>::thread() >= count) return;
  const __half2 a = left[Columns<__half2>::thread()], b = right[Columns<__half2>::thread()];
  const __half2 c = third[Columns<__half2>::thread()];
  Columns<__half2> columns(out, count);
  columns.put(__hadd2(a, b), __hsub2(a, b), __hmul2(a, b), __h2div(a, b), __hfma2(a, b, c), __hneg2(a), __habs2(a));
  columns.put(__hadd2_sat(a, b), __hmul2_sat(a, b), __hfma2_sat(a, b, c));
  columns.put(__lows2half2(a, b), __highs2half2(a, b), __lowhigh2highlow(a), __low2half2(a), __high2half2(a));
  columns.put(__hfma2(__lowhigh2highlow(a), __low2half2(b), __hneg2(c)));
}

extern "C" __global__ void half_functions(unsigned count, const __half* in, __half* out) {
  if (Columns<__half>::thread() >= count) return;
  const __half x = in[Columns<__half>::thread()];
  Columns<__half> columns(out, count);
  columns.put(hexp(x), hexp2(x), hexp10(x), hlog(x), hlog2(x), hlog10(x));
  // hsin of ROCm 5.2's library confuses finite and infinite arguments, so sinf is used instead.
  columns.put(__float2half_rn(sinf(__half2float(x))), hcos(x));
  columns.put(hsqrt(x), hrsqrt(x), hrcp(x), hfloor(x), hceil(x), hrint(x), htrunc(x));
}

extern "C" __global__ void half_to_others(unsigned count, const __half* in, float* floats, int* integers) {
  if (Columns<float>::thread() >= count) return;
  const __half x = in[Columns<float>::thread()];
  *(floats + Columns<float>::thread()) = __half2float(x);
  Columns<int> columns(integers, count);
  columns.put(__half2int_rz(x), __half2uint_rz(x), __half2short_rz(x), __half2ushort_rz(x), __half2ll_rz(x),
              __half_as_short(x));
}

extern "C" __global__ void others_to_half(unsigned count, const float* floats, const double* doubles,
                                          const int* integers, const long long* longs, __half* out) {
  if (Columns<__half>::thread() >= count) return;
  const unsigned i = Columns<__half>::thread();
  Columns<__half> columns(out, count);
  columns.put(__float2half_rn(floats[i]), __half(doubles[i]), __int2half_rn(integers[i]), __uint2half_rn(integers[i]));
  columns.put(__short2half_rn(static_cast<short>(integers[i])), __ll2half_rn(longs[i]), __ull2half_rn(longs[i]));
  columns.put(__low2half(__floats2half2_rn(floats[i], 1.0f)), __high2half(__floats2half2_rn(1.0f, floats[i])));
}
