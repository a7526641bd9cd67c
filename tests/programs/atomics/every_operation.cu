// Atomic operations of each kind and size, in global and in shared memory.
#include "../program.cuh"

constexpr int kThreads = 128, kBlocks = 4, kAll = kThreads * kBlocks;

struct Results {
  int sum, difference, smallest, largest;
  unsigned smallest_unsigned, largest_unsigned, conjunction, disjunction, parity, wrapped_up, wrapped_down;
  unsigned long long sum64, largest64, disjunction64;
  long long smallest64;
  float sum_float;
  double sum_double;
};

// Called with each i from 0 to kAll - 1 = 511. The factors 37 and 53 mix the order of the values. The latter is odd, so
// that i * 53 % 512 has every value from 0 to 511.
__device__ void apply_all(Results* r, int i) {
  atomicAdd(&r->sum, i);
  atomicSub(&r->difference, i);
  atomicMin(&r->smallest, (i * 37) % 501 - 250);
  atomicMax(&r->largest, (i * 37) % 501 - 250);
  atomicMin(&r->smallest_unsigned, 0x80000000u + (i * 53u) % 512u);
  atomicMax(&r->largest_unsigned, 0x80000000u + (i * 53u) % 512u);
  atomicAnd(&r->conjunction, ~(1u << i % 20));  // clears the lowest 20 bits, one by one
  atomicOr(&r->disjunction, 1u << i % 20);
  atomicXor(&r->parity, unsigned(i));
  atomicInc(&r->wrapped_up, 99u);    // counts 0, 1, ..., 99, 0, 1, ...
  atomicDec(&r->wrapped_down, 99u);  // counts 0, 99, 98, ..., 0, 99, ...
  atomicAdd(&r->sum64, (unsigned long long)(i) << 32);
  atomicMax(&r->largest64, (unsigned long long)(i % 300) << 40);
  atomicOr(&r->disjunction64, 1ull << i % 64);
  atomicMin(&r->smallest64, -((long long)(i % 77) << 33));
  atomicAdd(&r->sum_float, 0.5f * i);
  atomicAdd(&r->sum_double, 0.25 * i);
}

__global__ void in_global(Results* out) {
  apply_all(out, blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void in_shared(const Results* initial, Results* out) {
  __shared__ Results shared_results;
  if (threadIdx.x == 0) shared_results = *initial;
  __syncthreads();
  for (int i = threadIdx.x; i < kAll; i += blockDim.x) apply_all(&shared_results, i);
  __syncthreads();
  if (threadIdx.x == 0) *out = shared_results;
}

__global__ void exchange(int* slot, unsigned long long* wide, int* taken, unsigned long long* taken_wide) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  taken[i] = atomicExch(slot, i + 1);
  taken_wide[i] = atomicExch(wide, (unsigned long long)(i + 1) << 33);
}

Results initial() {
  Results r = {};
  r.smallest = 1000;
  r.largest = -1000;
  r.smallest_unsigned = 0xffffffffu;
  r.conjunction = 0xffffffffu;
  r.smallest64 = 5;
  return r;
}

bool right(const Results& r) {
  const unsigned all = kAll * (kAll - 1) / 2;  // the sum of all i
  unsigned parity = 0;
  int smallest = 1000, largest = -1000;
  for (int i = 0; i < kAll; ++i) {
    parity ^= unsigned(i);
    const int value = (i * 37) % 501 - 250;
    smallest = value < smallest ? value : smallest;
    largest = value > largest ? value : largest;
  }
  return r.sum == int(all) && r.difference == -int(all) && r.smallest == smallest && r.largest == largest &&
         r.smallest_unsigned == 0x80000000u && r.largest_unsigned == 0x800001ffu && r.conjunction == 0xfff00000u &&
         r.disjunction == 0xfffffu && r.parity == parity && r.wrapped_up == kAll % 100 &&
         r.wrapped_down == (100 - kAll % 100) % 100 && r.sum64 == (unsigned long long)(all) << 32 &&
         r.largest64 == 299ull << 40 && r.disjunction64 == ~0ull && r.smallest64 == -(76ll << 33) &&
         r.sum_float == 0.5f * all && r.sum_double == 0.25 * all;
}

int main() {
  DeviceArray<Results> start(std::vector<Results>{initial()}), out(std::vector<Results>{initial()});
  in_global<<<kBlocks, kThreads>>>(out.get());
  CUDA_CHECK_KERNEL();
  expect(right(out.host()[0]), "operations in global memory");
  in_shared<<<1, kThreads>>>(start.get(), out.get());
  CUDA_CHECK_KERNEL();
  const Results shared = out.host()[0];
  expect(right(shared), "operations in shared memory");

  // The values 0 (the initial one) to kAll are exchanged. Each is taken by one thread, except the one that is left, so
  // the sum of all of these is 1 + 2 + ... + kAll.
  DeviceArray<int> slot(1), taken(kAll);
  DeviceArray<unsigned long long> wide(1), taken_wide(kAll);
  slot.clear();
  wide.clear();
  exchange<<<kBlocks, kThreads>>>(slot.get(), wide.get(), taken.get(), taken_wide.get());
  CUDA_CHECK_KERNEL();
  long long sum = slot.host()[0];
  unsigned long long sum_wide = wide.host()[0] >> 33;
  for (int value : taken.host()) sum += value;
  for (unsigned long long value : taken_wide.host()) sum_wide += value >> 33;
  expect(sum == kAll * (kAll + 1) / 2 && sum_wide == (unsigned long long)(sum), "each value is exchanged once");
  std::printf("sum %d, parity %u\n", shared.sum, shared.parity);
  return verdict();
}
