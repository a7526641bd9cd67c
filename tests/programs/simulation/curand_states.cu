// Random numbers by cuRAND's device functions: XORWOW states that are kept between launches, and Philox.
#include <curand_kernel.h>

#include "../program.cuh"

constexpr int kThreads = 256;

__global__ void seed_states(curandState* states, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}

__global__ void sum_uniform(curandState* states, float* sums, int tries) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState state = states[i];
  float sum = 0;
  for (int k = 0; k < tries; ++k) sum += curand_uniform(&state);
  states[i] = state;
  sums[i] = sum;
}

__global__ void normal_by_philox(float4* out, unsigned long long seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(seed, i, 0, &state);
  out[i] = curand_normal4(&state);
}

__global__ void first_words(unsigned* xorwow, unsigned* philox) {
  curandState state;
  curand_init(1234ull, 0, 0, &state);
  for (int i = 0; i < 4; ++i) xorwow[i] = curand(&state);
  curandStatePhilox4_32_10_t other;
  curand_init(1234ull, 0, 0, &other);
  for (int i = 0; i < 4; ++i) philox[i] = curand(&other);
}

int main() {
  DeviceArray<curandState> states(kThreads);
  DeviceArray<float> sums(kThreads);
  seed_states<<<2, kThreads / 2>>>(states.get(), 99);
  double total = 0;
  std::vector<float> last;
  for (int round = 0; round < 2; ++round) {
    sum_uniform<<<2, kThreads / 2>>>(states.get(), sums.get(), 20);
    CUDA_CHECK_KERNEL();
    const std::vector<float> values = sums.host();
    for (float value : values) total += value;
    expect(values != last, "the states go on where they were");
    last = values;
  }
  // The mean of these 10,240 numbers has a standard deviation of 0.003.
  expect(std::fabs(total / (2 * 20 * kThreads) - 0.5) < 0.02, "the mean of uniform numbers is a half");

  DeviceArray<float4> normal(kThreads);
  normal_by_philox<<<2, kThreads / 2>>>(normal.get(), 5);
  CUDA_CHECK_KERNEL();
  double mean = 0, square = 0;
  for (const float4& four : normal.host())
    for (float value : {four.x, four.y, four.z, four.w}) {
      mean += value / (4 * kThreads);
      square += double(value) * value / (4 * kThreads);
    }
  // With 1024 numbers, the standard deviations of the mean and of the variance are 0.03 and 0.044.
  expect(std::fabs(mean) < 0.15 && std::fabs(square - 1) < 0.2, "normal numbers have mean 0 and variance 1");

  DeviceArray<unsigned> xorwow(4), philox(4);
  first_words<<<1, 1>>>(xorwow.get(), philox.get());
  CUDA_CHECK_KERNEL();
  std::printf("XORWOW");
  for (unsigned word : xorwow.host()) std::printf(" %08x", word);
  std::printf("\nPhilox");
  for (unsigned word : philox.host()) std::printf(" %08x", word);
  std::printf("\n");
  return verdict();
}
