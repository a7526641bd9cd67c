// An Ising model that updates white and black squares alternately. Random numbers are a hash of position and step.
#include "../program.cuh"

constexpr int kSide = 64;

__host__ __device__ inline uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

// A spin flips if a random number is not above a threshold. It depends on the sum of the spin's products with its four
// neighbours: -4, -2, 0, 2 or 4.
__constant__ uint32_t thresholds[5];

__host__ __device__ inline signed char next_spin(const signed char* spins, int x, int y, uint32_t step,
                                                 const uint32_t* limits) {
  const int left = (x + kSide - 1) % kSide, right = (x + 1) % kSide;
  const int up = (y + kSide - 1) % kSide, down = (y + 1) % kSide;
  const int sum = spins[y * kSide + left] + spins[y * kSide + right] + spins[up * kSide + x] + spins[down * kSide + x];
  const signed char spin = spins[y * kSide + x];
  const uint32_t random = hash(step * kSide * kSide + y * kSide + x);
  return random <= limits[(spin * sum + 4) / 2] ? -spin : spin;
}

__global__ void update(signed char* spins, int colour, uint32_t step) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + (y + colour) % 2;
  spins[y * kSide + x] = next_spin(spins, x, y, step, thresholds);
}

int main() {
  const int steps = 10;
  uint32_t limits[5];
  for (int i = 0; i < 5; ++i) {
    // A flip changes the energy by 2 * (2 * i - 4); the inverse temperature is 0.5.
    const double probability = std::fmin(1.0, std::exp(-0.5 * 2 * (2 * i - 4)));
    limits[i] = uint32_t(probability * 4294967295.0);
  }
  CUDA_CHECK(cudaMemcpyToSymbol(thresholds, limits, sizeof(limits)));
  Numbers numbers(/*seed=*/3);
  std::vector<signed char> spins(kSide * kSide);
  for (auto& spin : spins) spin = numbers.below(2) ? 1 : -1;

  DeviceArray<signed char> device(spins);
  for (int step = 0; step < steps; ++step)
    for (int colour = 0; colour < 2; ++colour) {
      update<<<dim3(kSide / 32, kSide / 8), dim3(16, 8)>>>(device.get(), colour, step);
      for (int y = 0; y < kSide; ++y)
        for (int x = (y + colour) % 2; x < kSide; x += 2)
          spins[y * kSide + x] = next_spin(spins.data(), x, y, step, limits);
    }
  CUDA_CHECK_KERNEL();
  expect(device.host() == spins, "the spins are those of the host");
  int sum = 0;
  for (auto spin : spins) sum += spin;
  std::printf("magnetisation %d of %d\n", sum, kSide * kSide);
  return verdict();
}
