// Kernels of the small floats: functions that host and device have, and functions that only a device has.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "narrow_columns.hpp"

namespace narrow_tests {

struct PutColumns {
  unsigned int* next;
  int count;
  template <class T>
  __device__ void operator()(T value) {
    *next = static_cast<unsigned int>(value);
    next += count;
  }
};

// Calls `columns` with the thread's index and a function object that writes a result to the next column. That object
// captures `put` by reference, because a copy of `put` would not see how far another copy has advanced.
template <class Columns>
__device__ void fill(int count, unsigned int* out, Columns columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  PutColumns put{out + i, count};
  columns(i, [&put](auto value) { put(value); });
}

template <class Narrow>
__device__ void run_unary(const unsigned short* in, unsigned int* out, int count) {
  fill(count, out, [in](int i, auto put) {
    const Narrow a = Names<Narrow>::from_code(in[i]);
    unary(a, put);
    math(a, put);
    Names<Narrow>::to_integers(a, put);
  });
}

template <class Narrow>
__device__ void run_several(const unsigned short* in, unsigned int* out, int count) {
  fill(count, out, [in, count](int i, auto put) {
    const Narrow a = Names<Narrow>::from_code(in[i]);
    const Narrow b = Names<Narrow>::from_code(in[count + i]);
    const Narrow c = Names<Narrow>::from_code(in[2 * count + i]);
    binary(a, b, c, put);
    pairs(a, b, c, put);
  });
}

template <class Narrow>
__device__ void run_numbers(const float* in, const long long* integers, unsigned int* out, int count) {
  fill(count, out, [=](int i, auto put) {
    Names<Narrow>::from_numbers(in[i], static_cast<int>(integers[i]), integers[i] * 1000003,
                                [&put](Narrow a) { put(Names<Narrow>::code(a)); });
  });
}

// Every thread adds to one of three sums and one of two pairs. Two sums share a word of 32 bits, so an addition must
// keep the other half. `::` calls the library's atomicAdd(): argument-dependent lookup would also find the one that
// this file defines below.
template <class Narrow>
__device__ void run_atomics(Narrow* sums, typename Names<Narrow>::Two* pairs, unsigned int* olds) {
  const Narrow one = Names<Narrow>::from_code(Names<Narrow>::code(Narrow(1.0f)));
  const Narrow before = ::atomicAdd(&sums[threadIdx.x % 3], one);
  ::atomicAdd(&pairs[threadIdx.x % 2], Names<Narrow>::pair(one, one + one));
  olds[threadIdx.x] = static_cast<unsigned int>(static_cast<float>(before));
}

// Each lane holds its number; pairs hold the number and its negative.
template <class Narrow>
__device__ void run_shuffles(int* out) {
  const int lane = threadIdx.x % warpSize;
  const Narrow own(lane);
  const auto two = Names<Narrow>::pair(own, -own);
  out[0 * blockDim.x + threadIdx.x] = static_cast<int>(__shfl_sync(0xffffffff, own, 5));
  out[1 * blockDim.x + threadIdx.x] = static_cast<int>(__shfl_up_sync(0xffffffff, own, 1));
  out[2 * blockDim.x + threadIdx.x] = static_cast<int>(__shfl_down_sync(0xffffffff, two, 2).y);
  out[3 * blockDim.x + threadIdx.x] = static_cast<int>(__shfl_xor_sync(0xffffffff, two, 1, 16).x);
  out[4 * blockDim.x + threadIdx.x] = static_cast<int>(__ldg(&own) + __ldcs(&two).x);
}

}  // namespace narrow_tests

extern "C" __global__ void narrow_unary_half(const unsigned short* in, unsigned int* out, int count) {
  narrow_tests::run_unary<__half>(in, out, count);
}
extern "C" __global__ void narrow_unary_bfloat16(const unsigned short* in, unsigned int* out, int count) {
  narrow_tests::run_unary<__nv_bfloat16>(in, out, count);
}
extern "C" __global__ void narrow_several_half(const unsigned short* in, unsigned int* out, int count) {
  narrow_tests::run_several<__half>(in, out, count);
}
extern "C" __global__ void narrow_several_bfloat16(const unsigned short* in, unsigned int* out, int count) {
  narrow_tests::run_several<__nv_bfloat16>(in, out, count);
}
extern "C" __global__ void narrow_numbers_half(const float* in, const long long* integers, unsigned int* out,
                                               int count) {
  narrow_tests::run_numbers<__half>(in, integers, out, count);
}
extern "C" __global__ void narrow_numbers_bfloat16(const float* in, const long long* integers, unsigned int* out,
                                                   int count) {
  narrow_tests::run_numbers<__nv_bfloat16>(in, integers, out, count);
}
extern "C" __global__ void narrow_atomics_half(__half* sums, __half2* pairs, unsigned int* olds) {
  narrow_tests::run_atomics(sums, pairs, olds);
}
extern "C" __global__ void narrow_atomics_bfloat16(__nv_bfloat16* sums, __nv_bfloat162* pairs, unsigned int* olds) {
  narrow_tests::run_atomics(sums, pairs, olds);
}
extern "C" __global__ void narrow_shuffles_half(int* out) {
  narrow_tests::run_shuffles<__half>(out);
}
extern "C" __global__ void narrow_shuffles_bfloat16(int* out) {
  narrow_tests::run_shuffles<__nv_bfloat16>(out);
}

// Conversions of CUDA's vector types to small floats and back.
extern "C" __global__ void narrow_vectors(const float4* in, float4* out) {
  const float4 x = in[threadIdx.x];
  const __half2 low = __float22half2_rn(make_float2(x.x, x.y));
  const __nv_bfloat162 high = __float22bfloat162_rn(make_float2(x.z, x.w));
  const float2 a = __half22float2(low);
  const float2 b = __bfloat1622float2(high);
  out[threadIdx.x] = make_float4(a.x, a.y, b.x, b.y);
  out[threadIdx.x + blockDim.x] = static_cast<float4>(__nv_fp8x4_e4m3(x));
  out[threadIdx.x + 2 * blockDim.x] = static_cast<float4>(__nv_fp8x4_e5m2(x));
  const __nv_fp8x4_e8m0 powers(make_float4(x.x, x.x, x.y, 64.0f));
  out[threadIdx.x + 3 * blockDim.x] = static_cast<float4>(powers);
}

// Sources that also support architectures without these functions define them. The source's definitions must be used,
// not the library's. This atomicAdd() adds `value` twice, so that the test can tell which one ran.
__device__ __forceinline__ __half __hmax_nan(__half a, __half b) {
  return __hisnan(a) ? a : (__hisnan(b) ? b : __hmax(a, b));
}
__device__ __half atomicAdd(__half* address, __half value) {
  const __half old = *address;
  *address = old + value + value;
  return old;
}
extern "C" __global__ void narrow_own_functions(__half* values) {
  values[0] = __hmax_nan(values[1], values[2]);
  atomicAdd(&values[3], values[1]);
}
