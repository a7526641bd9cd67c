// Pi from random points in a square: each thread has a generator, and the host counts the hits of the same points.
#include "../program.cuh"

struct Generator {
  uint64_t state;
  __host__ __device__ explicit Generator(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ull + 1) {}
  // The upper half of a 64-bit xorshift with a multiplication.
  __host__ __device__ uint32_t next() {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return uint32_t((state * 0x2545f4914f6cdd1dull) >> 32);
  }
};

__host__ __device__ inline bool hits_circle(Generator& generator) {
  // Coordinates of 28 bits, so that the squares have 56 bits and the radius is 2^28.
  const uint64_t x = generator.next() >> 4;
  const uint64_t y = generator.next() >> 4;
  return x * x + y * y < (uint64_t(1) << 56);
}

__global__ void count_hits(int tries, unsigned long long* hits) {
  Generator generator(blockIdx.x * blockDim.x + threadIdx.x);
  int mine = 0;
  for (int i = 0; i < tries; ++i) mine += hits_circle(generator);
  for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(0xffffffffu, mine, offset);
  if (threadIdx.x % 32 == 0) atomicAdd(hits, (unsigned long long)mine);
}

int main() {
  const int blocks = 8, threads = 128, tries = 100;
  DeviceArray<unsigned long long> hits(1);
  hits.clear();
  count_hits<<<blocks, threads>>>(tries, hits.get());
  CUDA_CHECK_KERNEL();
  unsigned long long expected = 0;
  for (int thread = 0; thread < blocks * threads; ++thread) {
    Generator generator(thread);
    for (int i = 0; i < tries; ++i) expected += hits_circle(generator);
  }
  expect(hits.host()[0] == expected, "the hits are those of the host");
  const double pi = 4.0 * double(expected) / (blocks * threads * tries);
  // With 102,400 points, the standard deviation is 0.005.
  expect(std::fabs(pi - 3.14159) < 0.02, "the estimate is near pi");
  std::printf("%llu hits, pi is about %.4f\n", expected, pi);
  return verdict();
}
