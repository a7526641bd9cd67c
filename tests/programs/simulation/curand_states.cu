// Random numbers by cuRAND's device functions: XORWOW states that are kept between launches, and Philox; their known
// words, numbers in (0, 1] from the words, and skipped numbers.
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

// Draws the same ten numbers as words and as fractions, and skips the first nine of them in three ways.
template <typename State>
__global__ void same_numbers(unsigned* words, float* fractions, unsigned* skipped) {
  State state, other;
  curand_init(77ull, threadIdx.x, 0, &state);
  other = state;
  unsigned word = 0;
  for (int i = 0; i <= 9; ++i) {
    word = curand(&state);
    words[threadIdx.x * 10 + i] = word;
    fractions[threadIdx.x * 10 + i] = curand_uniform(&other);
  }
  curand_init(77ull, threadIdx.x, 9, &other);
  skipped[threadIdx.x * 3] = curand(&other);
  curand_init(77ull, threadIdx.x, 0, &other);
  skipahead(9ull, &other);
  skipped[threadIdx.x * 3 + 1] = curand(&other);
  curand_init(77ull, 0, 9, &other);
  skipahead_sequence((unsigned long long)(threadIdx.x), &other);
  skipped[threadIdx.x * 3 + 2] = curand(&other);
}

template <typename State>
void check_same_numbers() {
  const int threads = 32;
  DeviceArray<unsigned> words(threads * 10), skipped(threads * 3);
  DeviceArray<float> fractions(threads * 10);
  same_numbers<State><<<1, threads>>>(words.get(), fractions.get(), skipped.get());
  CUDA_CHECK_KERNEL();
  const std::vector<unsigned> drawn = words.host(), later = skipped.host();
  const std::vector<float> units = fractions.host();
  bool same = true, skips = true;
  for (int i = 0; i < threads * 10; ++i) {
    const float unit = float((drawn[i] + 0.5) / 4294967296.0);
    same = same && units[i] > 0 && units[i] <= 1 && near(units[i], unit, 1e-7);
  }
  for (int i = 0; i < threads * 3; ++i) skips = skips && later[i] == drawn[i / 3 * 10 + 9];
  expect(same, "uniform numbers are the words' fractions of 2^32");
  expect(skips, "skipped numbers");
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
    expect(values != last, "each launch draws other numbers");
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

  // The expected words are those of cuRAND for the seed 1234.
  DeviceArray<unsigned> xorwow(4), philox(4);
  first_words<<<1, 1>>>(xorwow.get(), philox.get());
  CUDA_CHECK_KERNEL();
  expect(xorwow.host() == std::vector<unsigned>({0x253d5e15, 0x6f558604, 0xdee6daf2, 0x7485b394}), "XORWOW's words");
  expect(philox.host() == std::vector<unsigned>({0x2090b348, 0xda7cf0ab, 0x4401906f, 0xcbca470e}), "Philox's words");
  check_same_numbers<curandState>();
  check_same_numbers<curandStatePhilox4_32_10_t>();
  std::printf("XORWOW");
  for (unsigned word : xorwow.host()) std::printf(" %08x", word);
  std::printf("\nPhilox");
  for (unsigned word : philox.host()) std::printf(" %08x", word);
  std::printf("\n");
  return verdict();
}
