// Atomics of every width, in global memory and LDS, with and without their result. The final values do not depend on
// the order. The values that the atomics return do, so they are checked as a set.
#include "math.cuh"

// The cells are the sum, minimum, maximum, and, or and xor of all threads' values.
template <class T>
__device__ void accumulate(T* cells, T x) {
  atomicAdd(&cells[0], x);
  atomicMin(&cells[1], x);
  atomicMax(&cells[2], x);
  atomicAnd(&cells[3], x);
  atomicOr(&cells[4], x);
  atomicXor(&cells[5], x);
}

#define ACCUMULATE(NAME, T)                                                         \
  extern "C" __global__ void NAME(const T* in, T* cells) {                          \
    accumulate(cells, in[blockIdx.x * blockDim.x + threadIdx.x]);                   \
  }                                                                                 \
  extern "C" __global__ void NAME##_lds(const T* in, const T* start, T* cells) {    \
    __shared__ T shared[6];                                                         \
    if (threadIdx.x < 6) shared[threadIdx.x] = start[threadIdx.x];                  \
    __syncthreads();                                                                \
    accumulate(shared, in[blockIdx.x * blockDim.x + threadIdx.x]);                  \
    __syncthreads();                                                                \
    if (threadIdx.x < 6) cells[6 * blockIdx.x + threadIdx.x] = shared[threadIdx.x]; \
  }

ACCUMULATE(atomics_i32, int)
ACCUMULATE(atomics_u32, unsigned)
ACCUMULATE(atomics_u64, unsigned long long)

// The minimum of signed 64-bit integers, by compare and swap in a loop.
__device__ void minimum_by_cas(long long* cell, long long x) {
  auto* word = reinterpret_cast<unsigned long long*>(cell);
  unsigned long long found = *word;
  while (x < static_cast<long long>(found)) {
    const unsigned long long before = atomicCAS(word, found, static_cast<unsigned long long>(x));
    if (before == found) break;
    found = before;
  }
}

extern "C" __global__ void compare_and_swap(const long long* in, long long* smallest, unsigned* sum, float* float_sum) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  minimum_by_cas(smallest, in[i]);
  unsigned expected = *sum, found;
  do {
    found = expected;
    expected = atomicCAS(sum, found, found + i);
  } while (expected != found);
  auto* bits = reinterpret_cast<unsigned*>(float_sum);
  unsigned old = *bits;
  for (;;) {
    const unsigned seen = atomicCAS(bits, old, __float_as_uint(__uint_as_float(old) + 2.0f));
    if (seen == old) break;
    old = seen;
  }
}

// Every thread stores the values that its atomics returned.
extern "C" __global__ void returned_values(unsigned* counters, unsigned long long* wide, unsigned* old,
                                           unsigned long long* wide_old) {
  __shared__ unsigned tickets;
  __shared__ unsigned long long wide_tickets;
  if (threadIdx.x == 0) {
    tickets = 0;
    wide_tickets = 0;
  }
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;
  old[i] = atomicAdd(&counters[0], 3u);
  old[i + count] = atomicSub(&counters[1], 1u);
  old[i + 2 * count] = atomicInc(&counters[2], 99u);
  old[i + 3 * count] = atomicDec(&counters[3], 49u);
  old[i + 4 * count] = atomicExch(&counters[4], i);
  old[i + 5 * count] = atomicAdd(&tickets, 1u);
  wide_old[i] = atomicAdd(&wide[0], 0x100000001ull);
  wide_old[i + count] = atomicExch(&wide[1], static_cast<unsigned long long>(i) << 32);
  wide_old[i + 2 * count] = atomicAdd(&wide_tickets, 1ull << 40);
  wide_old[i + 3 * count] = atomicOr(&wide[2], 1ull << (i & 63)) >> (i & 63) & 1;
}

extern "C" __global__ void float_atomics(const float* in, float* cells, double* wide) {
  __shared__ float sum;
  __shared__ double wide_sum;
  if (threadIdx.x == 0) {
    sum = 0;
    wide_sum = 0;
  }
  __syncthreads();
  const float x = in[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(&cells[0], x);
  atomicAdd(&sum, x);
  atomicAdd(&wide[0], static_cast<double>(x) * 1048576);
  atomicAdd(&wide_sum, static_cast<double>(x));
  __syncthreads();
  if (threadIdx.x != 0) return;
  atomicAdd(&cells[1], sum);
  atomicAdd(&wide[1], wide_sum);
  cells[2 + blockIdx.x] = atomicExch(&sum, 0.0f);
}

extern "C" __global__ void half2_atomics(__half2* cells) {
  atomicAdd(&cells[threadIdx.x % 3], __floats2half2_rn(1.0f, -2.0f));
}

// The lanes of a wave use different cells, some of which are shared. Cells of one cache line must not affect each
// other.
extern "C" __global__ void scattered_atomics(unsigned count, const unsigned* places, unsigned* cells,
                                             unsigned long long* wide) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  atomicAdd(&cells[places[i]], i);
  if (i % 3 != 0) atomicMax(&wide[places[i]], static_cast<unsigned long long>(i) << 20);
}
