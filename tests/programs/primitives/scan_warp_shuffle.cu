// Inclusive prefix sums of one block by shuffles within warps, for several types.
#include "../program.cuh"

template <typename T>
__device__ T scan_warp(T value) {
  const int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const T left = __shfl_up_sync(0xffffffffu, value, distance);
    if (lane >= distance) value += left;
  }
  return value;
}

template <typename T>
__global__ void scan_block(const T* in, T* out) {
  __shared__ T warp_sums[32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = scan_warp(in[i]);
  if (lane == 31) warp_sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    const int warps = blockDim.x / 32;
    const T sum = scan_warp(lane < warps ? warp_sums[lane] : T(0));
    if (lane < warps) warp_sums[lane] = sum;
  }
  __syncthreads();
  if (warp > 0) value += warp_sums[warp - 1];
  out[i] = value;
}

template <typename T>
void scan(const char* type, int threads) {
  const int blocks = 5;
  Numbers numbers(/*seed=*/threads);
  std::vector<T> values(blocks * threads), expected(blocks * threads);
  for (int i = 0; i < blocks * threads; ++i) {
    // The sums of a block stay below 2^24, so they are exact in float, in whatever order they are computed.
    values[i] = T(numbers.below(1000));
    expected[i] = values[i] + (i % threads == 0 ? T(0) : expected[i - 1]);
  }
  DeviceArray<T> in(values), out(values.size());
  scan_block<T><<<blocks, threads>>>(in.get(), out.get());
  CUDA_CHECK_KERNEL();
  expect(out.host() == expected, "each block's prefix sums are those of the host");
  std::printf("%s, blocks of %d: the last sum is %lld\n", type, threads, (long long)expected.back());
}

int main() {
  for (int threads : {32, 64, 96, 256, 1024}) {
    scan<int>("int", threads);
    scan<unsigned long long>("unsigned long long", threads);
    scan<float>("float", threads);
    scan<double>("double", threads);
  }
  return verdict();
}
