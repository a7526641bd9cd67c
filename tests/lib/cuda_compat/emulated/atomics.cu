// CUDA's atomic functions, and programs that define functions of the same name.
#include <cuda_runtime.h>
#include <stdint.h>

// Programs define these for types that CUDA's own functions do not support, or did not support on old architectures.
__device__ float atomicMax(float* address, float value) {
  int* bits = reinterpret_cast<int*>(address);
  int old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}
__device__ __forceinline__ double atomicAdd(double* address, double value) {
  auto* bits = reinterpret_cast<unsigned long long*>(address);
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

extern "C" __global__ void atomics_own(const float* in, float* largest, double* sum) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMax(largest, in[i]);
  atomicAdd(sum, in[i]);
}

template <class T>
__device__ void atomics_integers(const T* in, T* out) {
  const T x = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicMin(out + 0, x);
  atomicMax(out + 1, x);
  atomicAnd(out + 2, x);
  atomicOr(out + 3, x);
  atomicXor(out + 4, x);
  atomicMin_system(out + 5, x);
  atomicOr_block(out + 6, x);
}
extern "C" __global__ void atomics_i32(const int* in, int* out) {
  atomics_integers(in, out);
}
extern "C" __global__ void atomics_u32(const unsigned* in, unsigned* out) {
  atomics_integers(in, out);
}
extern "C" __global__ void atomics_i64(const long long* in, long long* out) {
  atomics_integers(in, out);
}
extern "C" __global__ void atomics_u64(const unsigned long long* in, unsigned long long* out) {
  atomics_integers(in, out);
}

// `more` has numbers of type uint64_t, which is unsigned long, a different type from unsigned long long.
extern "C" __global__ void atomics_sums(int* words, unsigned long long* longs, float* floats, uint64_t* more,
                                        float* exchanged) {
  __shared__ int shared;
  if (threadIdx.x == 0) shared = 0;
  __syncthreads();
  atomicAdd(&shared, 3);
  atomicAdd(words + 0, 2);
  atomicSub(words + 1, 1);
  atomicAdd_block(words + 2 + blockIdx.x, 1);
  atomicAdd_system(words + 4, 1);
  atomicAdd(longs, 5000000000ull);
  atomicAdd(more, 7);
  atomicAdd(floats, 0.5f);
  atomicAdd_system(floats + 1, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(words + 5 + blockIdx.x, shared);
  if (blockIdx.x == 0 && threadIdx.x == 0) exchanged[0] = atomicExch(floats + 2, 8.0f);
}

extern "C" __global__ void atomics_counts(unsigned* up, unsigned* down, unsigned* olds) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  olds[i] = atomicInc(up, 6);
  atomicInc_system(up + 1, 1000);
  atomicInc_block(up + 2 + blockIdx.x, 9);
  atomicDec(down, 6);
  atomicDec_system(down + 1, 1000);
}

// Every thread adds a number to one of three halfwords, to *longs and to *words, by compare-and-swap.
extern "C" __global__ void atomics_exchanges(unsigned short* halfwords, unsigned long long* longs, int* words) {
  const unsigned index = threadIdx.x % 3;
  unsigned short halfword = halfwords[index], found;
  while ((found = atomicCAS(halfwords + index, halfword, static_cast<unsigned short>(halfword + 1))) != halfword)
    halfword = found;
  unsigned long long expected = *longs, seen;
  while ((seen = atomicCAS(longs, expected, expected + 3000000000ull)) != expected) expected = seen;
  int word = *words, old;
  while ((old = atomicCAS_system(words, word, word + 1)) != word) word = old;
}

extern "C" __global__ void atomics_scoped(int* words, double* sum, int* failures) {
  int old = __nv_atomic_load_n(words, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  while (!__nv_atomic_compare_exchange_n(words, &old, old + 1, true, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_RELAXED,
                                         __NV_THREAD_SCOPE_DEVICE)) {
  }
  __nv_atomic_fetch_add(words + 1, 2, __NV_ATOMIC_RELAXED);
  __nv_atomic_max(words + 2, static_cast<int>(threadIdx.x), __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_add(sum, 0.5, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  // words[3] is 7, not 5: the exchange must fail and store the 7 in `expected`.
  int expected = 5;
  if (__nv_atomic_compare_exchange_n(words + 3, &expected, 6, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED) ||
      expected != 7)
    atomicAdd(failures, 1);
}
