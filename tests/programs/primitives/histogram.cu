// Histograms: counters in global memory, a copy per block in shared memory, and a private copy per warp.
#include "../program.cuh"

constexpr int kBins = 64;
constexpr int kThreads = 128;
constexpr int kWarps = kThreads / 32;

__global__ void count_in_global(const unsigned char* bytes, int count, unsigned* bins) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[bytes[i] % kBins], 1u);
}

__global__ void count_in_shared(const unsigned char* bytes, int count, unsigned* bins) {
  __shared__ unsigned block_bins[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) block_bins[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    atomicAdd(&block_bins[bytes[i] % kBins], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) atomicAdd(&bins[bin], block_bins[bin]);
}

__global__ void count_per_warp(const uchar4* quads, int count, unsigned* bins) {
  __shared__ unsigned warp_bins[kWarps][kBins];
  for (int i = threadIdx.x; i < kWarps * kBins; i += blockDim.x) warp_bins[i / kBins][i % kBins] = 0;
  __syncthreads();
  unsigned* mine = warp_bins[threadIdx.x / 32];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const uchar4 four = quads[i];
    atomicAdd(mine + four.x % kBins, 1u);
    atomicAdd(mine + four.y % kBins, 1u);
    atomicAdd(mine + four.z % kBins, 1u);
    atomicAdd(mine + four.w % kBins, 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x) {
    unsigned sum = 0;
    for (int warp = 0; warp < kWarps; ++warp) sum += warp_bins[warp][bin];
    atomicAdd(&bins[bin], sum);
  }
}

int main() {
  const int count = 40000;
  Numbers numbers(/*seed=*/7);
  std::vector<unsigned char> bytes(count);
  // Bits that are set in two random bytes: values with few of them are more frequent, so that bins differ.
  for (auto& byte : bytes) byte = (unsigned char)(numbers.below(256) & numbers.below(256));
  std::vector<unsigned> expected(kBins);
  for (auto byte : bytes) ++expected[byte % kBins];

  DeviceArray<unsigned char> data(bytes);
  DeviceArray<unsigned> bins(kBins);
  bins.clear();
  count_in_global<<<8, kThreads>>>(data.get(), count, bins.get());
  CUDA_CHECK_KERNEL();
  expect(bins.host() == expected, "the histogram in global memory");

  bins.clear();
  count_in_shared<<<8, kThreads>>>(data.get(), count, bins.get());
  CUDA_CHECK_KERNEL();
  expect(bins.host() == expected, "the histogram in shared memory");

  bins.clear();
  count_per_warp<<<8, kThreads>>>(reinterpret_cast<const uchar4*>(data.get()), count / 4, bins.get());
  CUDA_CHECK_KERNEL();
  expect(bins.host() == expected, "the histogram with a copy per warp");
  std::printf("bin 0 has %u, bin 63 has %u\n", expected[0], expected[63]);
  return verdict();
}
